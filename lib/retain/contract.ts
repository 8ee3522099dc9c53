import { z } from 'zod';
import { idText, MAX_TAGS, parseTimestamp, tagText } from '#lib/http/fields';
import { MIB, operation } from '#lib/http/operation';
import { OUTCOMES } from '#lib/literals';

export const MAX_ITEMS = 10_000;
const MAX_CONTEXT = 16 * 1024;
const MAX_METADATA = 16 * 1024;
const MAX_NAME = 200;
const MAX_KIND = 64;
const MAX_ENTITIES = 256;
const MAX_SCOPES = 64;

/** A moment, with the minutes that the clock it was read from is ahead of UTC: "yesterday" is meant by that clock. */
export interface Moment {
  readonly at: Date;
  readonly offsetMinutes: number;
}
/** `now` is read when the request is; `unset` leaves the memories without a time. */
export type ItemTime = Moment | 'now' | 'unset';

const OFFSET = /:\d{2}(?:\.\d+)?\s*([+-])(\d{2}):?(\d{2})$/;

function offsetOf(text: string): number {
  const [, sign, hours, minutes] = OFFSET.exec(text) ?? [];
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0;
}

const timestamp = z
  .string()
  .nullish()
  .transform((given, ctx): ItemTime => {
    const text = given?.trim() ?? '';
    if (text === '') return 'now';
    if (text.toLowerCase() === 'unset') return 'unset';
    const at = parseTimestamp(text);
    if (at) return { at, offsetMinutes: offsetOf(text) };
    ctx.issues.push({ code: 'custom', input: given, message: "Value error, not an ISO 8601 date or date-time, nor 'unset'" });
    return z.NEVER;
  })
  .describe(
    'When the content was said or happened: ISO 8601, a date alone is its midnight in UTC. Null or empty is now, `unset` is no time.',
  );

const isTagArray = (text: string): boolean => text.trimStart().startsWith('[');

function readTags(given: string | string[]): unknown {
  if (typeof given !== 'string') return given;
  if (given.trim() === '') return [];
  if (!isTagArray(given)) return [given];
  try {
    return JSON.parse(given);
  } catch {
    return [given];
  }
}

const tagSet = z.array(tagText()).max(MAX_TAGS);
const tags = z
  .union([tagSet, z.string()])
  .nullish()
  .transform((given, ctx): string[] => {
    const read = tagSet.safeParse(readTags(given ?? []));
    if (read.success) return [...new Set(read.data)];
    for (const issue of read.error.issues) ctx.issues.push({ code: 'custom', input: given, message: issue.message, path: issue.path });
    return z.NEVER;
  })
  .describe('Labels to filter by. A list; also read: one plain string, or a JSON array in a string.');

const metadata = z
  .record(z.string(), z.string())
  .nullish()
  .refine((given) => !given || Buffer.byteLength(JSON.stringify(given)) <= MAX_METADATA, {
    error: `Value error, larger than ${MAX_METADATA} bytes`,
  })
  .describe('Free text by key, kept with every memory of the item and returned by recall; at most 16 KiB.');

export const observationScopes = z
  .union([z.enum(['per_tag', 'combined', 'all_combinations', 'shared']), z.array(z.array(tagText()).max(MAX_TAGS)).max(MAX_SCOPES)])
  .describe('Which tag sets observations of these memories are kept under; null is `combined`.');
export type ObservationScopes = z.output<typeof observationScopes>;

const entity = z.object({
  text: z.string().trim().min(1).max(MAX_NAME).describe('The name.'),
  type: z.string().max(MAX_KIND).nullish().describe('What it is, for example PERSON; CONCEPT without it.'),
});

export const retainItem = z.object({
  content: z
    .string()
    .refine((given) => given.trim() !== '', { error: 'Value error, content cannot be blank' })
    .describe('The text to remember. Transcripts (`Name: text` lines, JSON or JSONL turns) and Markdown are read as what they are.'),
  timestamp,
  context: z.string().max(MAX_CONTEXT).nullish().describe('Where the content comes from, in a few words.'),
  metadata,
  document_id: idText()
    .nullish()
    .describe('The document that the content is, or belongs to. Items without one share a document that is made for the request.'),
  entities: z
    .array(entity)
    .max(MAX_ENTITIES)
    .nullish()
    .describe('Entities that all memories of the item are about, beside those found in the text.'),
  resolve_entities: z
    .boolean()
    .nullish()
    .describe('False takes all names literally: they join an entity only when they differ from its name in case alone.'),
  tags,
  observation_scopes: observationScopes.nullish(),
  strategy: z.string().max(MAX_KIND).nullish().describe('Accepted and without effect: there is one strategy.'),
  update_mode: z
    .enum(['replace', 'append'])
    .nullish()
    .describe(
      '`replace` (also null): the content is the whole document; unchanged parts keep their memories. `append`: it continues the document; needs `document_id`.',
    ),
});
export type RetainItem = z.output<typeof retainItem>;

export const retainBody = z.object({
  items: z.array(retainItem).max(MAX_ITEMS),
  async: z.boolean().default(false).describe('Background retain is not offered yet: true is a 422.'),
  document_tags: tags.describe('Deprecated: tags for every item.').meta({ deprecated: true }),
  operation_id: z.uuid().nullish().describe('For background retain; checked, otherwise without effect.'),
});
export type RetainBody = z.output<typeof retainBody>;

export const itemOutcome = z.object({
  index: z.int().describe('Position of the item in the request.'),
  document_id: z.string(),
  outcome: z
    .enum(OUTCOMES)
    .describe(
      '`facts`: memories are there. `no_facts`: stored, nothing to remember in it. `partial`: some of it could not be read. `failed`: none of it.',
    ),
  facts: z.int().describe('Memories that say what the item says, those already there included.'),
  reason: z.string().nullish().describe('Why, for partial and failed.'),
});
export type ItemOutcome = z.output<typeof itemOutcome>;

export const tokenUsage = z
  .object({
    input_tokens: z.int(),
    output_tokens: z.int(),
    total_tokens: z.int(),
    cached_tokens: z.int(),
    thoughts_tokens: z.int(),
  })
  .describe('Tokens of language models; all zero without one.');

export const NO_TOKENS: z.output<typeof tokenUsage> = {
  input_tokens: 0,
  output_tokens: 0,
  total_tokens: 0,
  cached_tokens: 0,
  thoughts_tokens: 0,
};

export const retainResponse = z.object({
  success: z.boolean(),
  bank_id: z.string(),
  items_count: z.int(),
  async: z.boolean(),
  operation_id: z.string().nullish(),
  operation_ids: z.array(z.string()).nullish(),
  usage: tokenUsage.nullish(),
  outcomes: z.array(itemOutcome),
});
export type RetainResponse = z.output<typeof retainResponse>;

export const retainMemories = operation({
  id: 'retain_memories',
  method: 'POST',
  path: '/v1/default/banks/{bank_id}/memories',
  tag: 'Memory',
  summary: 'Retain: remember text',
  description:
    'Reads the items into memory units with entities, dates and links, and stores them before it answers. Creates the bank if it is not there. ' +
    'The header `Idempotency-Key` makes a retry safe: within a day the same key with the same body answers the first result and writes nothing.',
  auth: 'key',
  permission: 'bank.write',
  body: retainBody,
  response: retainResponse,
  errors: [400, 409, 413],
  maxBodyBytes: 10 * MIB,
});
