import { parseAsArrayOf, parseAsBoolean, parseAsFloat, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { groupsOf } from '#components/recall/tag-groups';
import { withoutOptions } from '#components/recall/without-options';
import { pastOf } from '#components/ui/past';
import type { Input } from '#lib/api/call';
import { BUDGETS, FACT_TYPES, TAG_MODES } from '#lib/base/literals';
import type { recallBody } from '#lib/memory/recall/contract';

/** The query with its options, as in the URL. Unset options use the settings of the bank. */

export const questionParams = {
  q: parseAsString.withDefault(''),
  types: parseAsArrayOf(parseAsStringLiteral(FACT_TYPES)).withDefault([]),
  budget: parseAsStringLiteral(BUDGETS).withDefault('mid'),
  max_tokens: parseAsInteger,
  prefer: parseAsBoolean.withDefault(false),
  tags: parseAsArrayOf(parseAsString).withDefault([]),
  tags_match: parseAsStringLiteral(TAG_MODES).withDefault('any'),
  /** JSON that replaces `tags`. */
  tag_groups: parseAsString.withDefault(''),
  asked: parseAsString.withDefault(''),
  start: parseAsString.withDefault(''),
  end: parseAsString.withDefault(''),
  /** A day: what the bank knew at its end, and what was true at its noon. */
  as_of: parseAsString.withDefault(''),
  valid_at: parseAsString.withDefault(''),
  min_semantic: parseAsFloat,
  min_keyword: parseAsFloat,
  min_reranker: parseAsFloat,
  min_final: parseAsFloat,
  /** Token limit; 0 excludes them. */
  entities: parseAsInteger.withDefault(500),
  /** Token limit; 0 excludes them, null uses the setting of the bank. */
  chunks: parseAsInteger,
  /** Token limit; null excludes them. */
  sources: parseAsInteger,
  sources_each: parseAsInteger,
};

export const useQuestion = () => useQueryStates(questionParams, { history: 'push' });
export type RecallParams = ReturnType<typeof useQuestion>[0];
export type SetRecallParams = (next: Partial<{ [Key in keyof RecallParams]: RecallParams[Key] | null }>) => void;

export const NO_OPTIONS = withoutOptions(questionParams);

export type RecallInput = Input<typeof recallBody>;
const DAY = /^\d{4}-\d\d-\d\d$/;
export const isDay = (text: string): boolean => DAY.test(text) && !Number.isNaN(Date.parse(text));

/** The request body, without default values, so that copied code is minimal. */
export function bodyOf(asked: RecallParams): RecallInput {
  const groups = groupsOf(asked.tag_groups);
  const minScores = withoutNull({
    semantic: asked.min_semantic,
    keyword: asked.min_keyword,
    reranker: asked.min_reranker,
    final: asked.min_final,
  });
  const include = {
    ...(asked.entities !== 500 && { entities: asked.entities > 0 ? { max_tokens: asked.entities } : null }),
    ...(asked.chunks !== null && { chunks: asked.chunks > 0 ? { max_tokens: asked.chunks } : null }),
    ...(asked.sources !== null && {
      source_facts: { max_tokens: asked.sources, ...(asked.sources_each !== null && { max_tokens_per_observation: asked.sources_each }) },
    }),
  };
  return {
    query: asked.q,
    ...(asked.types.length > 0 && asked.types.length < FACT_TYPES.length && { types: [...asked.types] }),
    ...(asked.budget !== 'mid' && { budget: asked.budget }),
    ...(asked.max_tokens !== null && { max_tokens: asked.max_tokens }),
    ...(asked.prefer && { prefer_observations: true }),
    ...(groups ? { tag_groups: groups } : tagsOf(asked)),
    ...(isDay(asked.asked) && { query_timestamp: `${asked.asked}T12:00:00Z` }),
    ...(isDay(asked.start) &&
      isDay(asked.end) && { temporal_window: { start: `${asked.start}T00:00:00Z`, end: `${asked.end}T23:59:59Z` } }),
    ...pastOf({ as_of: isDay(asked.as_of) ? asked.as_of : null, valid_at: isDay(asked.valid_at) ? asked.valid_at : null }),
    ...(minScores && { min_scores: minScores }),
    ...(Object.keys(include).length > 0 && { include }),
  };
}

const tagsOf = ({ tags, tags_match }: RecallParams): Pick<RecallInput, 'tags' | 'tags_match'> => ({
  ...(tags.length > 0 && { tags: [...tags] }),
  ...(tags_match !== 'any' && { tags_match }),
});

function withoutNull<Values extends Record<string, number | null>>(values: Values): { [Key in keyof Values]?: number } | null {
  const named = Object.entries(values).filter((entry): entry is [string, number] => entry[1] !== null);
  return named.length === 0 ? null : (Object.fromEntries(named) as { [Key in keyof Values]?: number });
}

/** Whether any option is set. */
export const hasOptions = (asked: RecallParams): boolean => Object.keys(bodyOf(asked)).length > 1;
