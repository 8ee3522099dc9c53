import type { Queryable } from '#lib/base/db/db';
import { defined, present } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';
import { configOf } from '#lib/memory/banks/config';
import { planSearch, type SearchPlan, type SearchQuestion } from '#lib/memory/recall/search';
import { cut } from '#lib/memory/recall/view';
import {
  type Evidence,
  type EvidenceAsk,
  type EvidenceServices,
  type Gathered,
  LAYER_TOKENS,
  LAYERS,
  type LayerResult,
} from '#lib/memory/reflect/evidence';
import { partsOf } from '#lib/memory/reflect/parts';
import { withoutWhen } from '#lib/memory/reflect/rules/verbs';
import type { ScopeFilter } from '#lib/memory/reflect/scope-filter';
import { EvidenceSearch } from '#lib/memory/reflect/search';

/**
 * Mental models, observations and facts about a question, found and ranked by what recall is made of, under one filter. Nothing here writes, and no
 * connection is held while anybody is asked for a vector: `reader` may be a handle that only opens READ ONLY transactions.
 */

/** As much of a question as can be searched for. */
const MAX_QUERY_TOKENS = 500;
/** A token is at most so many characters of a question that is read at all. */
const CHARACTERS_PER_TOKEN = 8;
const WORD = /[\p{L}\p{N}]/u;

export const NOTHING: Gathered = { items: [], layers: [], chunks: [], without: [] };

/** Whether there is a bank, and a word to search for. */
export const canSearch = ({ bank }: BankScope, { query }: Pick<EvidenceAsk, 'query'>): boolean => bank !== null && WORD.test(query);

const searchable = (query: string): string =>
  Buffer.byteLength(query) <= MAX_QUERY_TOKENS ? query : cut(query.slice(0, MAX_QUERY_TOKENS * CHARACTERS_PER_TOKEN), MAX_QUERY_TOKENS);

/** An unknown bank, a question without a word, and a question that nothing is about give nothing. Throws the signal's reason. */
export async function gather(
  reader: Queryable,
  services: EvidenceServices,
  scope: BankScope,
  filter: ScopeFilter,
  ask: EvidenceAsk,
): Promise<Gathered> {
  if (!canSearch(scope, ask)) return NOTHING;
  const startedAt = performance.now();
  const found: Gathered[] = [];
  for (const { part, plan } of await plansOf(services, scope, ask))
    found.push(await new EvidenceSearch(reader, services, scope, filter, part).run(plan));
  return begunAt(startedAt, together(found));
}

const endOf = ({ startedAt, durationMs }: LayerResult): number => startedAt + durationMs;

/** Reading the question, its times and its vector, is part of every search for it. */
const begunAt = (startedAt: number, found: Gathered): Gathered => ({
  ...found,
  layers: found.layers.map((layer) => ({ ...layer, startedAt, durationMs: Math.round(endOf(layer) - startedAt) })),
});

/** A question of several parts asks for each by itself, with its share of the tokens. */
function asksOf(ask: EvidenceAsk): readonly EvidenceAsk[] {
  const parts = partsOf(ask.query);
  if (parts.length === 1) return [ask];
  const share = (tokens: number): number => Math.floor(tokens / parts.length);
  const { mentalModels, observations, facts } = { ...LAYER_TOKENS, ...ask.maxTokens };
  const maxTokens = { mentalModels: share(mentalModels), observations: share(observations), facts: share(facts) };
  return parts.map((query) => ({ ...ask, query, maxTokens, ...(ask.chunkTokens && { chunkTokens: share(ask.chunkTokens) }) }));
}

/** What was found for the parts of one question, each thing once. */
export function together(found: readonly Gathered[]): Gathered {
  if (found.length === 1) return defined(found[0]);
  const layers = LAYERS.flatMap((layer): LayerResult[] => {
    const own = found.map((part) => part.layers.find((one) => one.layer === layer));
    const searched = own.filter((one) => one !== undefined);
    if (searched.length === 0) return [];
    const startedAt = Math.min(...searched.map((one) => one.startedAt));
    const durationMs = Math.round(Math.max(...searched.map(endOf)) - startedAt);
    return [{ layer, items: merged(own.map((one) => one?.items ?? [])), startedAt, durationMs }];
  });
  return {
    items: layers.flatMap(({ items }) => items),
    layers,
    chunks: [...new Map(found.flatMap(({ chunks }) => chunks).map((chunk) => [chunk.id, chunk])).values()],
    without: [...new Set(found.flatMap(({ without }) => without))],
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

/** Of each part of a question; their vectors are asked for at once. */
export const plansOf = (services: EvidenceServices, scope: BankScope, ask: EvidenceAsk, more: PlanOptions = {}) =>
  Promise.all(asksOf(ask).map(async (part) => ({ part, plan: await planOf(services, scope, part, more) })));

type PlanOptions = Pick<SearchQuestion, 'embedMs' | 'isWhole'>;

function planOf({ embedder, env }: EvidenceServices, scope: BankScope, ask: EvidenceAsk, more: PlanOptions): Promise<SearchPlan> {
  const { query, budget, signal, askedAt = new Date(), maxTokens } = ask;
  signal.throwIfAborted();
  return planSearch(embedder, present(scope.bank), configOf(env, scope.bank), {
    query: searchable(withoutWhen(query)),
    askedAt,
    budget,
    maxTokens: maxTokens?.facts ?? LAYER_TOKENS.facts,
    window: null,
    ...more,
  });
}
