import type { Queryable } from '#lib/db/db';
import { vectorText } from '#lib/db/db';
import type { Embedder } from '#lib/embeddings/port';
import { ServiceError } from '#lib/errors';
import { parseTimestamp } from '#lib/http/fields';
import { FACT_TYPES, type FactType } from '#lib/literals';
import type { RecallBody, RecallResponse, TagGroup } from '#lib/recall/contract';
import { pack } from '#lib/recall/pack';
import { planRecall } from '#lib/recall/plan';
import { rank, reach } from '#lib/recall/rank';
import type { TagFilter } from '#lib/recall/sql';
import { readArms, readPayload } from '#lib/recall/store';
import { explain, type Phase } from '#lib/recall/trace';
import { toRecallResponse } from '#lib/recall/view';
import type { BankScope } from '#lib/scope';
import { countTokens } from '#lib/text/tokens';

const MAX_QUERY_TOKENS = 500;
/** A chunk's text is read while so many characters per token are not used up: more than any text has. */
const CHARACTERS_PER_TOKEN = 8;
const NOTHING: RecallResponse = { results: [] };

/**
 * `plan -> one statement -> rank -> pack -> one statement for what is sent`. An unknown bank, and a question that nothing is about,
 * find nothing. Throws `bad_request` for a query over 500 tokens and a `query_timestamp` that is no time.
 */
export async function recall(services: { db: Queryable; embedder: Embedder }, scope: BankScope, body: RecallBody): Promise<RecallResponse> {
  const { db, embedder } = services;
  const askedAt = timeOf(body.query_timestamp);
  checkLength(body.query);
  const types = typesOf(body);
  if (scope.bank === null || types?.length === 0) return NOTHING;

  const clock = stopwatch();
  const plan = await planRecall(
    { query: body.query, budget: body.budget, askedAt, window: body.temporal_window ?? null },
    scope.bank,
    embedder,
  );
  clock.lap('planning');
  const { unitCount, termCount } = scope.bank;
  const arms = await readArms(db, scope, {
    model: embedder.model,
    vector: plan.vector && vectorText(plan.vector),
    terms: plan.terms,
    units: unitCount,
    meanLength: Math.max(1, termCount / Math.max(1, unitCount)),
    cap: plan.caps.arm,
    expand: plan.caps.expand,
    askedSpeaker: plan.asked,
    types,
    tags: filterOf(body),
    window: plan.window && reach(plan.window),
  });
  clock.lap('retrieval');
  const ranked = rank(arms, {
    units: unitCount,
    window: plan.window && { start: seconds(plan.window.start), end: seconds(plan.window.end), grain: plan.window.grain },
    namesSpeaker: plan.namesSpeaker,
    minScores: { semantic: body.min_scores?.semantic ?? null, keyword: body.min_scores?.keyword ?? null },
  });
  clock.lap('ranking');
  const packed = pack(ranked, arms.sources, {
    maxTokens: body.max_tokens,
    maxResults: plan.caps.results,
    minFinal: body.min_scores?.final ?? 0,
    preferObservations: body.prefer_observations,
  });
  clock.lap('packing');
  const response = await answer(db, scope, body, packed);
  clock.lap('payload');
  return body.trace ? { ...response, trace: explain({ body, askedAt, plan, arms, ranked, packed, phases: clock.phases }) } : response;
}

async function answer(db: Queryable, scope: BankScope, { include }: RecallBody, packed: ReturnType<typeof pack>): Promise<RecallResponse> {
  const { results, order } = packed;
  const ids = results.map(({ candidate }) => candidate.id);
  const chunksOf = include.chunks && include.chunks.max_tokens > 0 ? order.map(({ candidate }) => candidate.id) : [];
  if (ids.length === 0 && chunksOf.length === 0) return NOTHING;
  const payload = await readPayload(db, scope, {
    ids,
    entities: include.entities !== null,
    chunksOf,
    chunkCharacters: (include.chunks?.max_tokens ?? 0) * CHARACTERS_PER_TOKEN,
    sourcesOf: include.source_facts ? results.flatMap(({ candidate }) => (candidate.type === 'observation' ? candidate.id : [])) : [],
  });
  return toRecallResponse(results, payload, include);
}

function timeOf(text: string | null | undefined): Date {
  if (text === null || text === undefined) return new Date();
  const time = parseTimestamp(text);
  if (!time) throw new ServiceError('bad_request', 'query_timestamp is not an ISO 8601 date or date-time');
  return time;
}

function checkLength(query: string): void {
  // No token is shorter than a byte: most questions need no counting.
  if (Buffer.byteLength(query) <= MAX_QUERY_TOKENS) return;
  const tokens = countTokens(query);
  if (tokens > MAX_QUERY_TOKENS)
    throw new ServiceError('bad_request', `query has ${tokens} tokens; at most ${MAX_QUERY_TOKENS} are allowed`);
}

/** null: all types; empty: none that exists. */
function typesOf({ types, type }: RecallBody): readonly FactType[] | null {
  const named = types && types.length > 0 ? types : type ? [type] : null;
  if (named === null) return null;
  const wanted = FACT_TYPES.filter((factType) => named.includes(factType));
  return wanted.length === FACT_TYPES.length ? null : wanted;
}

function filterOf({ tags, tags_match, tag_groups }: RecallBody): TagFilter | null {
  if (tag_groups) return tag_groups.length > 0 ? { kind: 'and', parts: tag_groups.map(toFilter) } : null;
  if (tags && tags.length > 0) return { kind: 'leaf', tags: [...new Set(tags)], mode: tags_match };
  return tags_match === 'exact' ? { kind: 'leaf', tags: [], mode: 'exact' } : null;
}

function toFilter(group: TagGroup): TagFilter {
  if ('and' in group) return { kind: 'and', parts: group.and.map(toFilter) };
  if ('or' in group) return { kind: 'or', parts: group.or.map(toFilter) };
  if ('not' in group) return { kind: 'not', part: toFilter(group.not) };
  return { kind: 'leaf', tags: [...new Set(group.tags)], mode: group.match };
}

const seconds = (date: Date | null): number | null => date && date.getTime() / 1000;

function stopwatch(): { lap(name: string): void; phases: Phase[] } {
  const phases: Phase[] = [];
  let since = performance.now();
  return {
    phases,
    lap(name) {
      const now = performance.now();
      phases.push({ phase_name: name, duration_seconds: (now - since) / 1000 });
      since = now;
    },
  };
}
