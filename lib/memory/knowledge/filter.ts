import type { Queryable } from '#lib/base/db/db';
import type { TagMode } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import type { TagGroup } from '#lib/base/tags/contract';
import { type TagFilter, tagFilterOf } from '#lib/base/tags/filter';
import { withTagFilter } from '#lib/base/tags/fuzzy';

/** The tag filter of the knowledge base. */
export interface KnowledgeFilter {
  readonly tags?: readonly string[] | undefined;
  readonly tags_match: TagMode;
  readonly tag_groups?: readonly TagGroup[] | undefined;
}

/**
 * Reads with both parts of a filter, each of which must match; null filters nothing. Throws as
 * `withTagFilter` does.
 */
export const withKnowledgeFilter = <T>(
  db: Queryable,
  scope: BankScope,
  { tags, tags_match, tag_groups }: KnowledgeFilter,
  read: (at: Queryable, tags: TagFilter | null) => Promise<T>,
): Promise<T> =>
  withTagFilter(db, scope, { tag_groups }, (at, groups) => {
    const own = tagFilterOf(tags, tags_match, null);
    return read(at, own && groups ? { kind: 'and', parts: [own, groups] } : (own ?? groups));
  });
