import { MAX_TAG, MAX_TAG_GROUPS, MAX_TAGS } from '#lib/base/bounds';
import { TAG_MODES } from '#lib/base/literals';
import type { TagGroup } from '#lib/base/tags/contract';

/** Parses tag filter trees from JSON. A test compares this with the contract. */

const isTag = (tag: unknown): boolean => typeof tag === 'string' && tag.length > 0 && tag.length <= MAX_TAG;
const isGroups = (groups: unknown): groups is TagGroup[] =>
  Array.isArray(groups) && groups.length <= MAX_TAG_GROUPS && groups.every(isGroup);

function isGroup(group: unknown): boolean {
  if (typeof group !== 'object' || group === null) return false;
  const { tags, match, and, or, not } = group as Readonly<Record<string, unknown>>;
  const names = Object.keys(group).sort().join();
  if (names === 'tags' || names === 'match,tags')
    return (
      Array.isArray(tags) &&
      tags.length <= MAX_TAGS &&
      tags.every(isTag) &&
      (match === undefined || TAG_MODES.some((mode) => mode === match))
    );
  return names === 'not' ? isGroup(not) : (names === 'and' || names === 'or') && isGroups(and ?? or);
}

/** Null for empty text, undefined if the server would reject it. */
export function groupsOf(text: string): TagGroup[] | null | undefined {
  if (text.trim() === '') return null;
  try {
    const groups: unknown = JSON.parse(text);
    return groups === null || isGroups(groups) ? groups : undefined;
  } catch {
    return undefined;
  }
}
