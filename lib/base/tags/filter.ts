import { array, type SQL, sql } from '#lib/base/db/db';
import { TAG_MODES, type TagMode } from '#lib/base/literals';
import type { TagGroup } from '#lib/base/tags/contract';

/** How one tag filter is written; `not`, `and` and `or` can be nested. */
export type TagFilter =
  | { readonly kind: 'leaf'; readonly tags: readonly string[]; readonly mode: TagMode }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly TagFilter[] }
  | { readonly kind: 'not'; readonly part: TagFilter };

/**
 * null filters nothing. So does an empty list of tags, except with `exact`, where it means untagged
 * memories.
 */
export function tagFilterOf(
  tags: readonly string[] | null | undefined,
  mode: TagMode,
  groups: readonly TagGroup[] | null | undefined,
): TagFilter | null {
  if (groups) return groups.length > 0 ? { kind: 'and', parts: groups.map(toFilter) } : null;
  if (tags && tags.length > 0) return { kind: 'leaf', tags: [...new Set(tags)], mode };
  return mode === 'exact' ? { kind: 'leaf', tags: [], mode: 'exact' } : null;
}

function toFilter(group: TagGroup): TagFilter {
  if ('and' in group) return { kind: 'and', parts: group.and.map(toFilter) };
  if ('or' in group) return { kind: 'or', parts: group.or.map(toFilter) };
  if ('not' in group) return { kind: 'not', part: toFilter(group.not) };
  return { kind: 'leaf', tags: [...new Set(group.tags)], mode: group.match };
}

/** The condition of each mode on the column, if tags are given. */
const FORMS: Readonly<Record<TagMode, string>> = {
  any: "(COLUMN = '{}' or COLUMN && TAGS)",
  all: "(COLUMN = '{}' or COLUMN @> TAGS)",
  any_strict: 'COLUMN && TAGS',
  all_strict: 'COLUMN @> TAGS',
  exact: '(COLUMN @> TAGS and COLUMN <@ TAGS)',
};
const PLACES = /(COLUMN|TAGS)/g;

/**
 * A condition on a column of tags. `any` and `all` match untagged memories, their strict forms do
 * not, `exact` compares the sets. Without tags nothing is filtered, except with `exact`, which then
 * matches untagged memories. Order and repetitions do not matter.
 */
export function tagCondition(column: SQL, tags: readonly string[], mode: TagMode): SQL {
  if (tags.length === 0) return mode === 'exact' ? sql`${column} = '{}'` : sql`true`;
  return formed(column, tags, FORMS[mode]);
}

function formed(column: SQL, tags: readonly string[], form: string): SQL {
  const wanted = array([...new Set(tags)], 'text[]');
  return sql.join(form.split(PLACES).map((part) => (part === 'COLUMN' ? column : part === 'TAGS' ? wanted : sql.raw(part))));
}

/** For callers that accept any word: one that names no mode means `any`. */
export const lenientMode = (word: string): TagMode => TAG_MODES.find((mode) => mode === word) ?? 'any';

/**
 * The same in the process: whether a tree matches a unit with these tags. For many units, `passing`
 * is faster.
 */
export const passesTags = (filter: TagFilter, tags: readonly string[]): boolean => passing(filter)(tags);

/**
 * Compiles a tree to a test of tags. The cost of each leaf depends on the number of the unit's
 * tags, not on the leaf's.
 */
export function passing(filter: TagFilter): (tags: readonly string[]) => boolean {
  switch (filter.kind) {
    case 'not': {
      const part = passing(filter.part);
      return (tags) => !part(tags);
    }
    case 'and':
    case 'or': {
      const parts = filter.parts.map(passing);
      return filter.kind === 'and' ? (tags) => parts.every((part) => part(tags)) : (tags) => parts.some((part) => part(tags));
    }
    case 'leaf':
      return passingLeaf(new Set(filter.tags), filter.mode);
  }
}

function passingLeaf(wanted: ReadonlySet<string>, mode: TagMode): (tags: readonly string[]) => boolean {
  const isLenient = mode === 'any' || mode === 'all';
  if (mode === 'any' || mode === 'any_strict') return (tags) => (isLenient && tags.length === 0) || tags.some((tag) => wanted.has(tag));
  // The tags of a unit are unique.
  const hasAll = (tags: readonly string[]): boolean => {
    let found = 0;
    for (const tag of tags) if (wanted.has(tag)) found++;
    return found === wanted.size;
  };
  if (mode === 'exact') return (tags) => tags.length === wanted.size && hasAll(tags);
  return (tags) => (tags.length === 0 ? isLenient : hasAll(tags));
}

/**
 * How a condition is composed: as a template, or as text for a statement with its own parameters.
 */
interface ConditionWriter<C> {
  readonly text: (text: string) => C;
  /** `form` with the column and the tags inserted */
  readonly matching: (tags: readonly string[], form: string) => C;
  readonly join: (parts: readonly C[]) => C;
}

/**
 * The meaning of a leaf without tags in a tree: its mode applied to no tags, whereas `tagCondition`
 * filters nothing.
 */
const WITHOUT_TAGS: Readonly<Record<TagMode, string>> = {
  any: "COLUMN = '{}'",
  all: 'true',
  any_strict: 'false',
  all_strict: "COLUMN <> '{}'",
  exact: "COLUMN = '{}'",
};

function written<C>(filter: TagFilter, writing: ConditionWriter<C>): C {
  const { text, matching, join } = writing;
  switch (filter.kind) {
    case 'not':
      return join([text('not '), written(filter.part, writing)]);
    case 'and':
    case 'or': {
      if (filter.parts.length === 0) return text(String(filter.kind === 'and'));
      const between = text(` ${filter.kind} `);
      const parts = filter.parts.flatMap((part, i) => [...(i === 0 ? [] : [between]), written(part, writing)]);
      return join([text('('), ...parts, text(')')]);
    }
    case 'leaf': {
      const { tags, mode } = filter;
      return matching(tags, tags.length > 0 ? FORMS[mode] : WITHOUT_TAGS[mode]);
    }
  }
}

/** A whole tree of filters as a condition; null filters nothing. */
export const treeCondition = (filter: TagFilter | null, column: SQL): SQL =>
  filter === null
    ? sql`true`
    : written<SQL>(filter, {
        text: sql.raw,
        matching: (tags, form) => formed(column, tags, form),
        join: (parts) => sql.join([...parts]),
      });

/**
 * A filter as conditions for a statement that is written as text: appends its sets of tags to
 * `values`, each once, and returns the condition on a column. Without a filter, everything matches.
 */
export function textConditions(filter: TagFilter | null, values: unknown[]): (column: string) => string {
  if (filter === null) return () => 'true';
  const places = new Map<readonly string[], string>();
  const place = (tags: readonly string[]): string => {
    const known = places.get(tags) ?? `$${values.push([...tags])}::text[]`;
    places.set(tags, known);
    return known;
  };
  return (column) => treeText(filter, column, place);
}

/**
 * The part of a statement's name that depends on its filter; null: too many shapes to cache a plan
 * of each.
 */
export function nameMark(filter: TagFilter | null): string | null {
  if (filter === null) return '';
  return filter.kind === 'leaf' ? `_${filter.mode}${filter.tags.length === 0 ? '_none' : ''}` : null;
}

/** The same as text. `place`: an expression for these tags, with or without repetitions. */
export const treeText = (filter: TagFilter, column: string, place: (tags: readonly string[]) => string): string =>
  written<string>(filter, {
    text: (text) => text,
    matching: (tags, form) => form.replace(PLACES, (what) => (what === 'COLUMN' ? column : place(tags))),
    join: (parts) => parts.join(''),
  });
