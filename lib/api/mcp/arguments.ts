import { z } from 'zod';
import { FACT_TYPES, TAG_MODES, type TagMode } from '#lib/base/literals';

/** Arguments that several tools share. The operations check them; here they say what to send. */

export const text = (description: string) => z.string().describe(description);
export const textOrNone = (description: string) => z.string().optional().describe(description);
/** Items of one page. */
const MAX_ITEMS = 100;
export const limit = (initial: number, min: 0 | 1 = 0) =>
  z.int().min(min).max(MAX_ITEMS).default(initial).describe('Maximum number of results.');
export const offset = () => z.int().min(0).default(0).describe('Number of results to skip.');
export const time = (what: string) => z.string().optional().describe(`${what}: ISO 8601, in UTC unless it has a zone.`);
/** An earlier state of the bank. */
export const pastTimes = {
  as_of: time('What was stored at this time'),
  valid_at: time('Only what was true at this time'),
};
/** With `as_of`. */
export const incomplete = z.boolean().optional().describe('Something stored at `as_of` was permanently deleted or rewritten since.');
export const tags = (description = 'Only what has these tags.') => z.array(z.string()).optional().describe(description);
export const tagsMatch = (initial: TagMode = 'any') =>
  z
    .enum(TAG_MODES)
    .default(initial)
    .describe(
      '`any`: at least one of the tags, or untagged. `all`: all of them, or untagged. `_strict`: never untagged. `exact`: the same set.',
    );
export const tagGroups = (withTags = 'Cannot be combined with `tags`.') =>
  z.array(z.record(z.string(), z.unknown())).optional().describe(`Trees of tag filters, all of which must match. ${withTags}`);
/** The form of trees in a URL; the operation checks them. */
export const tagGroupsText = (groups: readonly object[] | undefined) => groups && { tag_groups: JSON.stringify(groups) };
export const factTypes = () =>
  z
    .array(z.enum(FACT_TYPES))
    .optional()
    .describe('`world`: facts. `experience`: what the agent did. `observation`: summaries of several facts.');
export const object = (description: string) => z.record(z.string(), z.unknown()).optional().describe(description);

/** Parts of results. */
export const memory = z.object({
  id: z.string(),
  text: z.string(),
  type: z.string(),
  context: z.string().optional(),
  occurred_start: z.string().optional(),
  occurred_end: z.string().optional(),
  mentioned_at: z.string().optional(),
  document_id: z.string().optional(),
  chunk_id: z.string().optional(),
  entities: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
export const done = z.object({ status: z.string(), message: z.string() });
export const nextOffset = z.int().optional().describe('Where the rest begins, if this page was cut.');
export const page = { total: z.int(), limit: z.int(), offset: z.int() };
