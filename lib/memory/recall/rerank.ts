import { defined } from '#lib/base/defined';
import type { RankedCandidate } from '#lib/memory/recall/rank';
import { LlmError } from '#lib/models/llm/port';
import type { Reranker } from '#lib/models/rerank/reranker';

/**
 * Reranks the best results, if the operator configured a reranker and the bank enables it. The
 * reranker decides the order, not how well the question is answered. The final scores are
 * redistributed in the new order, so thresholds mean the same with and without it.
 */

/** Number of results that are reranked, and the deadline of the reranker in ms. */
export const RERANKED = 50;
export const DEADLINE_MS = 400;

export interface RerankResult {
  readonly ranked: readonly RankedCandidate[];
  /** by memory; empty without a reranker */
  readonly scores: ReadonlyMap<string, number>;
  /** for the trace: `applied`, or why not */
  readonly state: 'applied' | 'not_configured' | 'switched_off' | 'nothing_to_do' | `skipped_${string}`;
}

export const withoutOpinion = (ranked: readonly RankedCandidate[], state: RerankResult['state']): RerankResult => ({
  ranked,
  scores: new Map(),
  state,
});

/**
 * Assigns the same final scores in the reranker's order. Ties and memories without a score keep
 * their order. Pure.
 */
export function reorder(ranked: readonly RankedCandidate[], scores: readonly (number | null)[], least: number | null): RankedCandidate[] {
  const head = ranked.slice(0, scores.length);
  const order = head.map((unit, place) => ({ unit, score: scores[place] ?? Number.NEGATIVE_INFINITY })).sort((a, b) => b.score - a.score);
  const dealt = order.map(({ unit, score }, place) => ({ unit: { ...unit, final: defined(head[place]).final }, score }));
  if (least === null) return [...dealt.map(({ unit }) => unit), ...ranked.slice(scores.length)];
  return dealt.filter(({ score }) => score >= least).map(({ unit }) => unit);
}

/**
 * If the reranker is slow, unavailable or invalid, returns the ranking without it instead of
 * throwing.
 */
export async function secondOpinion(
  reranker: Reranker,
  query: string,
  ranked: readonly RankedCandidate[],
  textsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
  least: number | null,
): Promise<RerankResult> {
  const head = ranked.slice(0, RERANKED);
  if (head.length < 2) return withoutOpinion(ranked, 'nothing_to_do');
  const texts = await textsOf(head.map(({ candidate }) => candidate.id));
  try {
    const scores = await reranker.rerank(
      query,
      head.map(({ candidate }) => texts.get(candidate.id) ?? ''),
      DEADLINE_MS,
    );
    const known = head.flatMap(({ candidate }, i) => (scores[i] === null ? [] : [[candidate.id, defined(scores[i])] as const]));
    return { ranked: reorder(ranked, scores, least), scores: new Map(known), state: 'applied' };
  } catch (error) {
    if (!(error instanceof LlmError)) throw error;
    return withoutOpinion(ranked, `skipped_${error.failure}`);
  }
}
