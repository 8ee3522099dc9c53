import { array, type SQL, sql } from '#lib/db/db';
import { TAG_MODES, type TagMode } from '#lib/literals';

/** How one tag filter is written; `not`, `and`, `or` nest. */
export type TagFilter =
  | { readonly kind: 'leaf'; readonly tags: readonly string[]; readonly mode: TagMode }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly TagFilter[] }
  | { readonly kind: 'not'; readonly part: TagFilter };

/** What each mode asks of the column, where tags are given. */
const FORMS: Readonly<Record<TagMode, string>> = {
  any: "(COLUMN = '{}' or COLUMN && TAGS)",
  all: "(COLUMN = '{}' or COLUMN @> TAGS)",
  any_strict: 'COLUMN && TAGS',
  all_strict: 'COLUMN @> TAGS',
  exact: '(COLUMN @> TAGS and COLUMN <@ TAGS)',
};
const PLACES = /(COLUMN|TAGS)/g;

/**
 * A condition on a column of tags. `any` and `all` let the untagged pass, their strict forms do not, `exact` is equality of the sets.
 * Without tags nothing is filtered, but `exact` then means the untagged ones. Order and repeats never count.
 */
export function tagCondition(column: SQL, tags: readonly string[], mode: TagMode): SQL {
  if (tags.length === 0) return mode === 'exact' ? sql`${column} = '{}'` : sql`true`;
  const wanted = array([...new Set(tags)], 'text[]');
  const parts = FORMS[mode].split(PLACES);
  return sql.join(parts.map((part) => (part === 'COLUMN' ? column : part === 'TAGS' ? wanted : sql.raw(part))));
}

/** The same as text, for a statement that has places of its own for its values. `tags`: an expression for some, without repeats or with. */
export const tagText = (column: string, tags: string, mode: TagMode): string =>
  FORMS[mode].replace(PLACES, (place) => (place === 'COLUMN' ? column : tags));

/** Where any word is accepted: one that names no mode acts as `any`. */
export const lenientMode = (word: string): TagMode => TAG_MODES.find((mode) => mode === word) ?? 'any';

/** A whole tree of filters as a condition; null filters nothing. In a tree, unlike above, the strict modes without tags match nothing. */
export function treeCondition(filter: TagFilter | null, column: SQL): SQL {
  if (filter === null) return sql`true`;
  switch (filter.kind) {
    case 'not':
      return sql`not ${treeCondition(filter.part, column)}`;
    case 'and':
    case 'or': {
      if (filter.parts.length === 0) return filter.kind === 'and' ? sql`true` : sql`false`;
      const parts = filter.parts.map((part) => treeCondition(part, column));
      return sql`(${sql.join(parts, sql.raw(` ${filter.kind} `))})`;
    }
    case 'leaf': {
      const { tags, mode } = filter;
      if (tags.length > 0 || mode === 'exact') return tagCondition(column, tags, mode);
      return mode === 'any' || mode === 'all' ? sql`true` : sql`false`;
    }
  }
}
