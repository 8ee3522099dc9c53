import { array, type SQL, sql } from '#lib/db/db';
import { TAG_MODES, type TagMode } from '#lib/literals';

/**
 * A condition on a column of tags. `any` and `all` let the untagged pass, their strict forms do not, `exact` is equality of the sets.
 * Without tags nothing is filtered, but `exact` then means the untagged ones. Order and repeats never count.
 */
export function tagCondition(column: SQL, tags: readonly string[], mode: TagMode): SQL {
  if (mode === 'exact') {
    const set = array([...new Set(tags)], 'text[]');
    return tags.length === 0 ? sql`${column} = '{}'` : sql`(${column} @> ${set} and ${column} <@ ${set})`;
  }
  if (tags.length === 0) return sql`true`;
  const wanted = array(tags, 'text[]');
  const hit = mode === 'any' || mode === 'any_strict' ? sql`${column} && ${wanted}` : sql`${column} @> ${wanted}`;
  return mode === 'any' || mode === 'all' ? sql`(${column} = '{}' or ${hit})` : hit;
}

/** Where any word is accepted: one that names no mode acts as `any`. */
export const lenientMode = (word: string): TagMode => TAG_MODES.find((mode) => mode === word) ?? 'any';
