import type { FactType, TagMode } from '#lib/base/literals';
import type { TagGroup } from '#lib/base/tags/contract';
import { passesTags, type TagFilter, tagFilterOf } from '#lib/base/tags/filter';

/**
 * The visible part of a bank. The same object applies to every layer, every tool and every later
 * check.
 */
export interface ScopeFilter {
  /** empty with `exact`: untagged memories */
  readonly tags: readonly string[];
  readonly tagsMatch: TagMode;
  /**
   * trees of filters, all of which must match; in place of `tags`. Fuzzy tags are resolved by
   * `withResolvedTags`, for each read again
   */
  readonly tagGroups: readonly TagGroup[] | null;
  /** null: all types */
  readonly factTypes: readonly FactType[] | null;
  readonly excludeMentalModels: boolean;
  readonly excludeMentalModelIds: readonly string[];
}

export const EVERYTHING: ScopeFilter = {
  tags: [],
  tagsMatch: 'any',
  tagGroups: null,
  factTypes: null,
  excludeMentalModels: false,
  excludeMentalModelIds: [],
};

/** The filter for SQL, without fuzzy tags; null: no filter. */
export const tagsOf = ({ tags, tagsMatch, tagGroups }: ScopeFilter): TagFilter | null => tagFilterOf(tags, tagsMatch, tagGroups);

/** Checks one item in memory, by a filter without fuzzy tags. */
export function inScope(
  filter: ScopeFilter,
  thing: { readonly id: string; readonly kind: FactType | 'mental_model'; readonly tags: readonly string[] },
): boolean {
  const { factTypes, excludeMentalModels, excludeMentalModelIds } = filter;
  const { kind } = thing;
  if (kind === 'mental_model' ? excludeMentalModels || excludeMentalModelIds.includes(thing.id) : factTypes && !factTypes.includes(kind))
    return false;
  const tags = tagsOf(filter);
  return tags === null || passesTags(tags, thing.tags);
}
