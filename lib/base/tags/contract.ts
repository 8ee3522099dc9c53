import { z } from 'zod';
import { MAX_TAG_GROUPS, MAX_TAG_LEAVES, MAX_TAGS, MAX_TREE_TAGS } from '#lib/base/bounds';
import { tagList, tagsMatch, tagText } from '#lib/base/contract/fields';
import { structureIssue } from '#lib/base/contract/structure';
import { TAG_MODES, type TagMode } from '#lib/base/literals';

/** Tag filters as requests write them: trees of groups with `and`, `or` and `not`. */

export interface TagGroupLeaf {
  tags: string[];
  match: (typeof TAG_MODES)[number];
  resolve?: 'exact' | 'fuzzy';
}
export type TagGroup = TagGroupLeaf | { and: TagGroup[] } | { or: TagGroup[] } | { not: TagGroup };

const tagGroupLeaf = z.object({
  tags: tagList(),
  match: z.enum(TAG_MODES).default('any_strict'),
  resolve: z
    .enum(['exact', 'fuzzy'])
    .optional()
    .describe(
      '`fuzzy` matches tags of the bank that differ only in case; if there are none, tags with the same text before the colon and similar text after it. The default is `exact`.',
    ),
});
const tagGroup: z.ZodType<TagGroup> = z.lazy(() => z.union([tagGroupLeaf, tagGroupAnd, tagGroupOr, tagGroupNot])).meta({ id: 'TagGroup' });
const tagGroupList = () => z.array(tagGroup).max(MAX_TAG_GROUPS);
const tagGroupAnd = z.object({ and: tagGroupList() });
const tagGroupOr = z.object({ or: tagGroupList() });
const tagGroupNot = z.object({ not: tagGroup });

/** The names of a tag filter in queries, bodies and arguments of tools. */
export const TAG_FILTER_FIELDS: readonly string[] = ['tags', 'tags_match', 'tag_groups'];

export const isFuzzy = (leaf: TagGroupLeaf): boolean => leaf.resolve === 'fuzzy';

/** The filters at the leaves of some trees. */
export function leavesIn(groups: readonly TagGroup[]): TagGroupLeaf[] {
  return groups.flatMap((group) =>
    'and' in group ? leavesIn(group.and) : 'or' in group ? leavesIn(group.or) : 'not' in group ? leavesIn([group.not]) : [group],
  );
}

/**
 * An unchecked tree: the groups that contain no further group, their tags, whether one of them is
 * of two kinds, and whether one has a member that belongs beside the tree.
 */
interface TagTreeOutline {
  leaves: number;
  tags: number;
  isAmbiguous: boolean;
  isMisplaced: boolean;
}

const KINDS = ['tags', 'and', 'or', 'not'];
/** The mode of a filter without a tree, which is easily confused with `match`. */
const OUTSIDE = 'tags_match';

function outlineOf(
  given: unknown,
  outline: TagTreeOutline = { leaves: 0, tags: 0, isAmbiguous: false, isMisplaced: false },
): TagTreeOutline {
  if (Array.isArray(given)) for (const group of given) outlineOf(group, outline);
  else if (typeof given === 'object' && given !== null) {
    const kinds = Object.entries(given).filter(([key]) => KINDS.includes(key));
    if (kinds.length > 1) outline.isAmbiguous = true;
    if (OUTSIDE in given && given[OUTSIDE] !== null) outline.isMisplaced = true;
    const before = outline.leaves;
    for (const [key, inner] of kinds)
      if (key !== 'tags') outlineOf(inner, outline);
      else if (Array.isArray(inner)) outline.tags += inner.length;
    if (outline.leaves === before) outline.leaves++;
  }
  return outline;
}

/**
 * Trees of tag filters, all of which must match. Counts them before validation, which costs more.
 */
export const tagGroups = () =>
  z.preprocess((given, ctx) => {
    const { leaves, tags, isAmbiguous, isMisplaced } = outlineOf(given);
    const isSmall = leaves <= MAX_TAG_LEAVES && tags <= MAX_TREE_TAGS;
    if (isSmall && !isAmbiguous && !isMisplaced) return given;
    // A filter that is read in part would match more than the caller wants.
    const why = !isSmall
      ? `at most ${MAX_TAG_LEAVES} tag filters with ${MAX_TREE_TAGS} tags in all`
      : isAmbiguous
        ? 'must have exactly one of tags, and, or, not'
        : `${OUTSIDE} has no effect in a group: use match`;
    ctx.issues.push({ code: 'custom', input: null, message: `Value error, ${why}` });
    return z.NEVER;
  }, tagGroupList());

/** Limit for a tree of tag filters in a URL, in characters. */
const MAX_TREE_TEXT = 6_000;

/** Trees of tag filters in a URL, as JSON text. */
export const tagGroupsText = () =>
  z
    .string()
    .max(MAX_TREE_TEXT)
    .transform((text, ctx) => {
      try {
        if (structureIssue(text) === null) return JSON.parse(text) as unknown;
      } catch {
        // The issue below covers it.
      }
      ctx.issues.push({ code: 'custom', input: text, message: 'Value error, tag_groups must be the JSON text of a list of tag groups' });
      return z.NEVER;
    })
    .pipe(tagGroups())
    .optional()
    .describe('A JSON list of tag groups, as in the body of recall. All of them must match. Not allowed together with `tags`.');

/**
 * The tag filter of a listing: `tags` with `tags_match`, or the JSON text of `tag_groups`. Use it
 * with `oneTagFilter`.
 */
export const tagFilterQuery = { tags: tagList().optional(), tags_match: tagsMatch(), tag_groups: tagGroupsText() };

export interface TagFilterQuery {
  readonly tags?: readonly string[] | null | undefined;
  /** without it `any` */
  readonly tags_match?: TagMode | undefined;
  readonly tag_groups?: readonly TagGroup[] | null | undefined;
}

/** Refuses `tags` beside `tag_groups`. */
export const oneTagFilter = <Schema extends z.ZodType<Pick<TagFilterQuery, 'tags' | 'tag_groups'>>>(schema: Schema): Schema =>
  schema.refine(({ tags, tag_groups }) => !(tags && tag_groups), { error: 'Value error, set either tags or tag_groups, not both' });

/** The tag filter of a question. */
export const tagFilterBody = () => ({
  tags: z.array(tagText()).max(MAX_TAGS).nullish(),
  tags_match: tagsMatch(),
  tag_groups: tagGroups()
    .nullish()
    .describe(
      `Trees of tag filters, all of which must match; at most ${MAX_TAG_LEAVES} filters in total. Cannot be combined with \`tags\`.`,
    ),
});
