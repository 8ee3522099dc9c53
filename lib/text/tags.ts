import type { TagMode } from '#lib/literals';

/** What tag filters mean, for one unit at a time. Queries say it in SQL; the tests compare both. */

/** A leaf matches by `any_strict` unless it says otherwise. */
export type TagGroup =
  | { readonly tags: readonly string[]; readonly match?: TagMode }
  | { readonly and: readonly TagGroup[] }
  | { readonly or: readonly TagGroup[] }
  | { readonly not: TagGroup };

function matchesLeaf(unit: ReadonlySet<string>, tags: readonly string[], mode: TagMode): boolean {
  const untagged = unit.size === 0;
  switch (mode) {
    case 'any':
      return untagged || tags.some((tag) => unit.has(tag));
    case 'any_strict':
      return tags.some((tag) => unit.has(tag));
    case 'all':
      return untagged || tags.every((tag) => unit.has(tag));
    case 'all_strict':
      return !untagged && tags.every((tag) => unit.has(tag));
    case 'exact':
      return unit.size === new Set(tags).size && tags.every((tag) => unit.has(tag));
  }
}

/** The five modes. Order and repeats never count. No tags filter nothing, but with `exact` they mean the untagged units. */
export function matchesTags(unitTags: readonly string[], tags: readonly string[], mode: TagMode): boolean {
  if (tags.length === 0 && mode !== 'exact') return true;
  return matchesLeaf(new Set(unitTags), tags, mode);
}

/** A list of groups, all of which must match; an empty list filters nothing. In a leaf, unlike above, no tags mean what the mode says of none. */
export function matchesGroups(unitTags: readonly string[], groups: readonly TagGroup[]): boolean {
  const unit = new Set(unitTags);
  const matches = (group: TagGroup): boolean => {
    if ('and' in group) return group.and.every(matches);
    if ('or' in group) return group.or.some(matches);
    if ('not' in group) return !matches(group.not);
    return matchesLeaf(unit, group.tags, group.match ?? 'any_strict');
  };
  return groups.every(matches);
}
