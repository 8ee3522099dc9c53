import { defined, present } from '#lib/base/defined';
import { readQuestionTerm, wordsOfTerms } from '#lib/base/text/index-terms';
import type { CacheStatus } from '#lib/memory/recall/cache/status';
import type { RecallBody } from '#lib/memory/recall/contract';
import type { PackedResults } from '#lib/memory/recall/pack';
import type { RecallPlan } from '#lib/memory/recall/plan';
import { FLOOR, type RankedCandidate, reachesFloor, type ScoreParts, WEIGHTS } from '#lib/memory/recall/rank';
import type { RerankResult } from '#lib/memory/recall/rerank';
import type { Candidate, CandidateSet, RetrievalResult } from '#lib/memory/recall/retrieval/port';

/** All steps of a recall, in order. Durations are in seconds. */
export interface Explained {
  readonly body: RecallBody;
  readonly askedAt: Date;
  readonly plan: RecallPlan;
  readonly found: RetrievalResult;
  /** null: this recall could only search the database */
  readonly cache: CacheStatus | null;
  readonly ranked: readonly RankedCandidate[];
  readonly opinion: RerankResult;
  readonly packed: PackedResults;
  readonly phases: readonly Phase[];
}

export interface Phase {
  readonly phase_name: string;
  readonly duration_seconds: number;
}

const DIGITS = 10_000;
const round = (value: number): number => Math.round(value * DIGITS) / DIGITS;
const roundParts = (parts: ScoreParts) => Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, round(value)]));

interface TraceEntry {
  readonly id: string;
  readonly score: number;
}

/** Best first, each with its place in the list. */
const listed = (units: readonly TraceEntry[]) =>
  [...units]
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .map(({ id, score }, i) => ({ rank: i + 1, id, score: round(score) }));

/** Whether no candidate matches the query well, even if weak matches are returned. */
const isOffTopic = (
  { isForeign, isOverview, namesSpeaker, timeAlone }: RecallPlan,
  { candidates }: CandidateSet,
  ranked: readonly RankedCandidate[],
): boolean =>
  !isOverview &&
  !namesSpeaker &&
  timeAlone === null &&
  candidates.length > 0 &&
  ranked.every(({ candidate, coverage, parts }) => !reachesFloor(candidate, coverage, isForeign) && parts.date <= 1);

export function explain({ body, askedAt, plan, found, ranked, opinion, packed, phases, cache }: Explained): Record<string, unknown> {
  const retrieval = defined(phases.find(({ phase_name }) => phase_name === 'retrieval')).duration_seconds;
  const { window } = plan;
  const words = wordsOfTerms(plan.stripped);
  const score = (value: (unit: Candidate) => number | null) =>
    listed(found.candidates.flatMap((unit) => ((value(unit) ?? 0) > 0 ? { id: unit.id, score: present(value(unit)) } : [])));
  const inTime = ranked.filter(({ parts }) => parts.date > 1).map(({ candidate, parts }) => ({ id: candidate.id, score: parts.date }));
  const retriever = (method_name: string, results: ReturnType<typeof listed>, metadata: Record<string, unknown> = {}) => ({
    method_name,
    fact_type: body.types?.join(',') || body.type || 'all',
    results,
    duration_seconds: retrieval,
    metadata,
  });
  return {
    query: {
      query_text: plan.query,
      searched_text: plan.stripped,
      query_terms: plan.terms.map((term, i) => {
        const { plain, mark } = readQuestionTerm(term);
        return { term: plain ?? mark, word: words.get(term) ?? term, units: found.frequencies[i] ?? 0 };
      }),
      query_embedding: plan.vector ? [...plan.vector] : [],
      // Only if their words passed the filters.
      asked_speaker: (found.candidates.some(({ asked }) => asked) && plan.asked.join(', ')) || null,
      timestamp: askedAt.toISOString(),
      budget: body.budget,
      max_tokens: body.max_tokens,
      tags: body.tags ?? null,
      tags_match: body.tags_match,
      temporal_constraint: window && {
        start: window.start?.toISOString() ?? null,
        end: window.end?.toISOString() ?? null,
        grain: window.grain,
        text: window.text,
        only: plan.timeAlone !== null,
        units: inTime.length,
      },
    },
    retrieval_results: [
      retriever(
        'semantic',
        score(({ cosine }) => cosine),
      ),
      retriever(
        'keyword',
        score(({ keyword }) => keyword),
      ),
      retriever(
        'graph',
        score(({ heat }) => heat),
      ),
      ...(window ? [retriever('temporal', listed(inTime))] : []),
    ],
    rrf_merged: ranked.map(({ candidate, final, coverage, parts }, i) => ({
      rank: i + 1,
      id: candidate.id,
      final: round(final),
      coverage: round(coverage),
      parts: roundParts(parts),
    })),
    reranked: [...opinion.scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score),
    entry_points: score(({ keyword, cosine }) => (keyword > 0 || cosine > 0 ? keyword + cosine : null)).slice(0, 20),
    visits: score(({ heat }) => heat),
    pruned: [...packed.left].map(([id, reason]) => ({ id, reason })),
    summary: {
      candidates: found.candidates.length,
      off_topic: isOffTopic(plan, found, ranked),
      floors: FLOOR,
      weights: WEIGHTS,
      searched: found.snapshot === null ? 'database' : 'cache',
      ...(found.compared !== undefined && { compared: round(found.compared) }),
      ...(cache !== null && { cache: { state: cache.state, progress: round(cache.progress) } }),
      reranker: opinion.state,
      ...(plan.unembedded !== null && { semantic: plan.unembedded }),
      results_returned: packed.results.length,
      tokens_returned: packed.results.reduce((sum, { candidate }) => sum + candidate.tokens, 0),
      total_duration_seconds: phases.reduce((sum, { duration_seconds }) => sum + duration_seconds, 0),
      phase_metrics: phases,
    },
    final_results: packed.results.map(({ candidate, final }, i) => ({ rank: i + 1, id: candidate.id, score: round(final) })),
  };
}
