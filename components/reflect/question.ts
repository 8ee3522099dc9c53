import { parseAsArrayOf, parseAsBoolean, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import type { z } from 'zod';
import { groupsOf } from '#components/recall/tag-groups';
import { withoutOptions } from '#components/recall/without-options';
import { present } from '#lib/base/defined';
import { BUDGETS, FACT_TYPES, TAG_MODES } from '#lib/base/literals';
import { reflectBody, responseSchema } from '#lib/memory/reflect/contract';

/**
 * The question with its options, as in the address. Unset options use the defaults of the server.
 */

export const TRACES = ['full', 'brief', 'none'] as const;

export const questionParams = {
  q: parseAsString.withDefault(''),
  budget: parseAsStringLiteral(BUDGETS).withDefault('low'),
  max_tokens: parseAsInteger,
  types: parseAsArrayOf(parseAsStringLiteral(FACT_TYPES)).withDefault([]),
  tags: parseAsArrayOf(parseAsString).withDefault([]),
  tags_match: parseAsStringLiteral(TAG_MODES).withDefault('any'),
  /** JSON that replaces `tags`. */
  tag_groups: parseAsString.withDefault(''),
  /** Whether mental models are used. */
  models: parseAsBoolean.withDefault(true),
  /** Ids of excluded mental models. */
  without: parseAsArrayOf(parseAsString).withDefault([]),
  /** JSON. */
  schema: parseAsString.withDefault(''),
  /** `brief`: without the results of searches. */
  trace: parseAsStringLiteral(TRACES).withDefault('full'),
};

export const useQuestion = () => useQueryStates(questionParams, { history: 'push' });
export type ReflectParams = ReturnType<typeof useQuestion>[0];
export type SetReflectParams = (next: Partial<{ [Key in keyof ReflectParams]: ReflectParams[Key] | null }>) => void;

export const NO_OPTIONS = withoutOptions(questionParams);

/** Whether any option is set. */
export const hasOptions = (asked: ReflectParams): boolean =>
  (Object.keys(NO_OPTIONS) as (keyof typeof NO_OPTIONS)[]).some((name) => {
    const defaultValue = 'defaultValue' in questionParams[name] ? questionParams[name].defaultValue : null;
    return JSON.stringify(asked[name]) !== JSON.stringify(defaultValue);
  });

export const { minValue: MIN_TOKENS, maxValue: MAX_TOKENS } = reflectBody.shape.max_tokens.unwrap() as {
  minValue: number;
  maxValue: number;
};
export const MAX_QUERY = present(reflectBody.shape.query.maxLength);

export type ReflectInput = z.input<typeof reflectBody>;
type Schema = Readonly<Record<string, unknown>>;

const PREFIX = /^Value error, response_schema: /;

/**
 * Null without a schema. `fault`: why the server would reject it, with the position of a syntax
 * error.
 */
export function schemaOf(text: string): { readonly schema: Schema } | { readonly fault: string } | null {
  if (text.trim() === '') return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { fault: error instanceof Error ? error.message : '' };
  }
  const parsed = responseSchema().safeParse(value);
  return parsed.success ? { schema: parsed.data } : { fault: (parsed.error.issues[0]?.message ?? '').replace(PREFIX, '') };
}

/** Options that the server would reject. */
export const isRefused = ({ schema, tag_groups }: ReflectParams): boolean => {
  const given = schemaOf(schema);
  return (given !== null && 'fault' in given) || groupsOf(tag_groups) === undefined;
};

/** The request body. Always requests the evidence; omits other default values. */
export function bodyOf(asked: ReflectParams): ReflectInput {
  const groups = groupsOf(asked.tag_groups);
  const given = schemaOf(asked.schema);
  return {
    query: asked.q,
    ...(asked.budget !== 'low' && { budget: asked.budget }),
    ...(asked.max_tokens !== null && { max_tokens: asked.max_tokens }),
    include: {
      facts: {},
      ...(asked.trace === 'full' && { tool_calls: {} }),
      ...(asked.trace === 'brief' && { tool_calls: { output: false } }),
    },
    ...(asked.types.length > 0 && asked.types.length < FACT_TYPES.length && { fact_types: [...asked.types] }),
    ...(groups ? { tag_groups: groups } : tagsOf(asked)),
    ...(!asked.models && { exclude_mental_models: true }),
    ...(asked.models && asked.without.length > 0 && { exclude_mental_model_ids: [...asked.without] }),
    ...(given && 'schema' in given && { response_schema: given.schema }),
  };
}

const tagsOf = ({ tags, tags_match }: ReflectParams): Pick<ReflectInput, 'tags' | 'tags_match'> => ({
  ...(tags.length > 0 && { tags: [...tags] }),
  ...(tags_match !== 'any' && { tags_match }),
});

export const isSame = (a: ReflectInput, b: ReflectInput): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Props of an option control. */
export interface ReflectOptionProps {
  asked: ReflectParams;
  set: SetReflectParams;
}
