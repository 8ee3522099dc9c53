import { scopeAt } from '#lib/base/db/revision';
import { defined, present } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';
import { resolveTagGroups } from '#lib/base/tags/fuzzy';
import { configOf } from '#lib/memory/banks/config';
import { type EmbedText, QuestionVectors } from '#lib/memory/recall/question-vectors';
import { planSearch, type SearchPlan, type SearchQuestion } from '#lib/memory/recall/search';
import { cut } from '#lib/memory/recall/view';
import { speakerLookup } from '#lib/memory/recall/visible-speakers';
import {
  type Evidence,
  type EvidenceRequest,
  type EvidenceSource,
  type GatheredEvidence,
  LAYER_TOKENS,
  LAYERS,
  type LayerResult,
} from '#lib/memory/reflect/evidence';
import { partsOf } from '#lib/memory/reflect/parts';
import { withoutWhen } from '#lib/memory/reflect/rules/verbs';
import { EvidenceSearch, TornRead } from '#lib/memory/reflect/search';

/**
 * Finds and ranks mental models, observations and facts about a question, with the parts of recall
 * and under one filter. Nothing is written, and no connection is used while a vector is requested:
 * `reader` may be a handle that only opens READ ONLY transactions.
 */

/** The part of a question that is searched for. */
const MAX_QUERY_TOKENS = 500;
/** Maximum number of characters per token when a question is cut. */
const CHARACTERS_PER_TOKEN = 8;
const WORD = /[\p{L}\p{N}]/u;

export const NOTHING: GatheredEvidence = { items: [], layers: [], chunks: [], without: [] };

/** Whether there is a bank, and a word to search for. */
export const canSearch = ({ bank }: BankScope, { query }: Pick<EvidenceRequest, 'query'>): boolean => bank !== null && WORD.test(query);

const searchable = (query: string): string =>
  Buffer.byteLength(query) <= MAX_QUERY_TOKENS ? query : cut(query.slice(0, MAX_QUERY_TOKENS * CHARACTERS_PER_TOKEN), MAX_QUERY_TOKENS);

/**
 * Returns nothing for an unknown bank, a question without words, or a question without matches.
 * Throws the reason of the signal.
 */
export async function gather(source: EvidenceSource, request: EvidenceRequest): Promise<GatheredEvidence> {
  const { scope } = source;
  if (!canSearch(scope, request)) return NOTHING;
  const startedAt = performance.now();
  return begunAt(startedAt, await gatherOnce(source, request));
}

/**
 * Every part of a question in one state of the bank. The scope may be older than the bank: then the
 * second attempt begins with its current state, and only the third runs in a snapshot, from the
 * database and without a reranker.
 */
async function gatherOnce(source: EvidenceSource, request: EvidenceRequest): Promise<GatheredEvidence> {
  const { reader, scope, filter } = source;
  const vectors = new QuestionVectors();
  for (const at of [async () => scope, () => scopeAt(reader, scope)])
    try {
      return await gatherAt({ ...source, scope: await at() }, request, vectors.embed);
    } catch (error) {
      if (!(error instanceof TornRead)) throw error;
    }
  const { cachedBanks: _, ...services } = source.services;
  return vectors.inSnapshot(reader, scope, (at, now, embed) =>
    gatherAt({ reader: at, services: { ...services, reranker: null }, scope: now, filter }, request, embed),
  );
}

/** Throws `TornRead` if the bank has another revision than that of the scope. */
async function gatherAt(source: EvidenceSource, request: EvidenceRequest, embed: EmbedText): Promise<GatheredEvidence> {
  const { reader, scope, filter } = source;
  if (!canSearch(scope, request)) return NOTHING;
  const tagGroups = (await resolveTagGroups(reader, scope, filter.tagGroups)) ?? null;
  const resolved = { ...source, filter: { ...filter, tagGroups } };
  const results: GatheredEvidence[] = [];
  for (const { part, plan } of await plansOf(resolved, request, { embed }))
    results.push(await new EvidenceSearch(resolved, part).atRevision(plan));
  return mergeParts(results);
}

const endOf = ({ startedAt, durationMs }: LayerResult): number => startedAt + durationMs;

/** The time to read and embed the question counts for each of its layers. */
const begunAt = (startedAt: number, results: GatheredEvidence): GatheredEvidence => ({
  ...results,
  layers: results.layers.map((layer) => ({ ...layer, startedAt, durationMs: Math.round(endOf(layer) - startedAt) })),
});

/** A question of several parts becomes one request per part, each with its share of the tokens. */
function requestsOf(request: EvidenceRequest): readonly EvidenceRequest[] {
  const parts = partsOf(request.query);
  if (parts.length === 1) return [request];
  const share = (tokens: number): number => Math.floor(tokens / parts.length);
  const { mentalModels, observations, facts } = { ...LAYER_TOKENS, ...request.maxTokens };
  const maxTokens = { mentalModels: share(mentalModels), observations: share(observations), facts: share(facts) };
  return parts.map((query) => ({ ...request, query, maxTokens, ...(request.chunkTokens && { chunkTokens: share(request.chunkTokens) }) }));
}

/** Merges the results of the parts of one question, without repeats. */
export function mergeParts(results: readonly GatheredEvidence[]): GatheredEvidence {
  if (results.length === 1) return defined(results[0]);
  const layers = LAYERS.flatMap((layer): LayerResult[] => {
    const own = results.map((part) => part.layers.find((one) => one.layer === layer));
    const searched = own.filter((one) => one !== undefined);
    if (searched.length === 0) return [];
    const startedAt = Math.min(...searched.map((one) => one.startedAt));
    const durationMs = Math.round(Math.max(...searched.map(endOf)) - startedAt);
    return [{ layer, items: merged(own.map((one) => one?.items ?? [])), startedAt, durationMs }];
  });
  return {
    items: layers.flatMap(({ items }) => items),
    layers,
    chunks: [...new Map(results.flatMap(({ chunks }) => chunks).map((chunk) => [chunk.id, chunk])).values()],
    without: [...new Set(results.flatMap(({ without }) => without))],
  };
}

function merged(parts: readonly (readonly Evidence[])[]): Evidence[] {
  const byId = new Map<string, Evidence>();
  for (const [part, items] of parts.entries())
    for (const one of items) {
      const scores = [...(byId.get(one.id)?.scores ?? parts.map(() => 0))];
      scores[part] = one.score;
      byId.set(one.id, { ...one, score: Math.max(...scores), scores });
    }
  return [...byId.values()].sort((a, b) => b.score - a.score);
}

/** The plan of each part of a question; their vectors are requested in parallel. */
export async function plansOf(source: EvidenceSource, request: EvidenceRequest, more: PlanOptions = {}) {
  const plans = await Promise.allSettled(requestsOf(request).map(async (part) => ({ part, plan: await planOf(source, part, more) })));
  // No statement of a part is still running when another part fails.
  return plans.map((plan) => {
    if (plan.status === 'rejected') throw plan.reason;
    return plan.value;
  });
}

type PlanOptions = Pick<SearchQuestion, 'embed' | 'embedMs' | 'isWhole'>;

function planOf(
  { reader, services: { embedder, env, cachedBanks }, scope, filter }: EvidenceSource,
  request: EvidenceRequest,
  more: PlanOptions,
): Promise<SearchPlan> {
  const { tags, tagsMatch: tags_match, tagGroups: tag_groups } = filter;
  const { query, budget, signal, askedAt = new Date(), maxTokens } = request;
  signal.throwIfAborted();
  return planSearch(embedder, present(scope.bank), configOf(env, scope.bank), {
    query: searchable(withoutWhen(query)),
    askedAt,
    budget,
    maxTokens: maxTokens?.facts ?? LAYER_TOKENS.facts,
    window: null,
    visible: speakerLookup({ db: reader, scope, filter: { tags, tags_match, tag_groups }, cachedBanks }),
    ...more,
  });
}
