import { formatTimestamp } from '#lib/base/contract/fields';
import { defined } from '#lib/base/defined';
import { countTokens } from '#lib/base/text/tokens';
import type { RecallRequest, RecallResponse } from '#lib/memory/recall/contract';
import type { Fact, RecallPayload } from '#lib/memory/recall/payload';
import type { RankedCandidate } from '#lib/memory/recall/rank';
import type { CandidateSet } from '#lib/memory/recall/retrieval/port';

type Include = RecallRequest['include'];
interface SourceFacts {
  readonly source_facts: NonNullable<RecallResponse['source_facts']>;
  readonly source_facts_truncated: boolean;
  readonly idsOf: ReadonlyMap<string, readonly string[]>;
}

const DIGITS = 10_000;
const rounded = (value: number): number => Math.round(value * DIGITS) / DIGITS;
const timestamp = (milliseconds: number | null): string | undefined =>
  milliseconds === null ? undefined : formatTimestamp(new Date(milliseconds));

const toFact = (fact: Fact) => ({
  id: fact.id,
  text: fact.text,
  type: fact.type,
  context: fact.context,
  occurred_start: timestamp(fact.occurredStart),
  occurred_end: timestamp(fact.occurredEnd),
  mentioned_at: timestamp(fact.mentionedAt),
  document_id: fact.documentId,
  metadata: { ...fact.metadata },
  chunk_id: fact.chunkId,
  tags: [...fact.tags],
});

export function toRecallResponse(
  results: readonly RankedCandidate[],
  payload: RecallPayload & Pick<CandidateSet, 'superseded'>,
  include: Include,
  opinions: ReadonlyMap<string, number>,
): RecallResponse {
  const sources = include.source_facts ? sourceFacts(results, payload, include.source_facts) : null;
  return {
    results: results.flatMap((unit) => {
      const { id, cosine, mask } = unit.candidate;
      const fact = payload.facts.get(id);
      // A memory that was deleted between the two statements is not a result any more.
      if (!fact) return [];
      const names = payload.entities.get(id)?.map(({ name }) => name);
      const ended = payload.superseded.get(id);
      return {
        ...toFact(fact),
        ...(names && { entities: names }),
        ...(ended && {
          ...(ended.by !== null && { superseded_by: ended.by }),
          valid_to: timestamp(ended.validTo === null ? null : ended.validTo * 1000),
        }),
        ...(sources && fact.type === 'observation' && { source_fact_ids: [...(sources.idsOf.get(id) ?? [])] }),
        scores: {
          final: rounded(unit.final),
          ...(cosine > 0 && { semantic: rounded(cosine) }),
          ...(mask > 0 && { keyword: rounded(unit.coverage) }),
          ...(opinions.has(id) && { reranker: rounded(defined(opinions.get(id))) }),
        },
      };
    }),
    ...(include.entities && some('entities', entityMap(results, payload, include.entities.max_tokens))),
    ...(include.chunks && some('chunks', chunkMap(payload, include.chunks.max_tokens))),
    ...(sources && { ...some('source_facts', sources.source_facts), source_facts_truncated: sources.source_facts_truncated }),
  };
}

const some = <K extends string, V extends object>(key: K, map: V | undefined): { [P in K]?: V } =>
  (map && Object.keys(map).length > 0 ? { [key]: map } : {}) as { [P in K]?: V };

function entityMap(
  results: readonly RankedCandidate[],
  payload: RecallPayload,
  maxTokens: number,
): NonNullable<RecallResponse['entities']> {
  const entities: NonNullable<RecallResponse['entities']> = {};
  let used = 0;
  for (const { candidate } of results) {
    for (const { id, name, tokens } of payload.entities.get(candidate.id) ?? []) {
      if (Object.hasOwn(entities, name)) continue;
      used += tokens ?? countTokens(name);
      if (used > maxTokens) return entities;
      entities[name] = { entity_id: id, canonical_name: name, observations: [] };
    }
  }
  return entities;
}

function chunkMap(payload: RecallPayload, maxTokens: number): NonNullable<RecallResponse['chunks']> {
  const chunks: NonNullable<RecallResponse['chunks']> = {};
  let left = maxTokens;
  for (const { id, text, index, isWhole } of payload.chunks) {
    if (left <= 0) break;
    const tokens = countTokens(text);
    const fits = tokens <= left;
    const shown = fits ? text : cut(text, left);
    if (shown === '') break;
    chunks[id] = { id, text: shown, chunk_index: index, truncated: !(fits && isWhole) };
    left = fits ? left - tokens : 0;
  }
  return chunks;
}

/**
 * Tokens never span a letter and a following non-letter, so the parts on both sides can be counted
 * separately.
 */
const TOKEN_BORDER = /(?<=\p{L})(?!\p{L})/gu;
/** Length in characters of a part that is counted at once; it extends to the next border. */
const STRETCH = 1000;

/**
 * Returns the longest prefix of at most `maxTokens` tokens, without splitting a surrogate pair.
 * Whole stretches are counted once; only the stretch with the limit is searched by bisection.
 */
export function cut(text: string, maxTokens: number): string {
  let from = 0;
  let left = maxTokens;
  let to = stretchEnd(text, from);
  for (let tokens = countTokens(text.slice(from, to)); tokens <= left; tokens = countTokens(text.slice(from, to))) {
    if (to === text.length) return text;
    left -= tokens;
    from = to;
    to = stretchEnd(text, from);
  }
  let low = from;
  let high = to;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (countTokens(text.slice(from, middle)) <= left) low = middle;
    else high = middle - 1;
  }
  return /[\uD800-\uDBFF]$/.test(text.slice(low - 1, low)) ? text.slice(0, low - 1) : text.slice(0, low);
}

function stretchEnd(text: string, from: number): number {
  TOKEN_BORDER.lastIndex = from + STRETCH;
  return TOKEN_BORDER.exec(text)?.index ?? text.length;
}

/**
 * In rank order; a source of several observations is sent and counted once. A limit per observation
 * replaces the shared one.
 */
function sourceFacts(
  results: readonly RankedCandidate[],
  payload: RecallPayload,
  limits: NonNullable<Include['source_facts']>,
): SourceFacts {
  const facts: NonNullable<RecallResponse['source_facts']> = {};
  const idsOf = new Map<string, string[]>();
  const perObservation = limits.max_tokens_per_observation >= 0;
  const limit = perObservation ? limits.max_tokens_per_observation : limits.max_tokens;
  let used = 0;
  let truncated = false;
  for (const { candidate } of results) {
    const sources = payload.sources.get(candidate.id);
    if (!sources) continue;
    idsOf.set(
      candidate.id,
      sources.map(({ id }) => id),
    );
    if (perObservation) used = 0;
    for (const source of sources) {
      if (!perObservation && facts[source.id]) continue;
      if (limit >= 0 && used + source.tokens > limit) {
        truncated = true;
        break;
      }
      used += source.tokens;
      facts[source.id] = toFact(source);
    }
  }
  return { source_facts: facts, source_facts_truncated: truncated, idsOf };
}
