import { z } from 'zod';
import { MAX_DRY_RUN, MAX_TAGS } from '#lib/base/bounds';
import { idText, observationScopes, tagText, textFault, timestampOut, WITHOUT_EFFECT } from '#lib/base/contract/fields';
import { MIB, operation } from '#lib/base/contract/operation';
import { structureIssue } from '#lib/base/contract/structure';
import { tokenUsage } from '#lib/base/contract/usage';
import { OUTCOMES } from '#lib/base/literals';
import { parseTimestamp, zoneOffsetMinutes } from '#lib/base/timestamps';
import { bankSettings } from '#lib/memory/settings/contract';

export const MAX_ITEMS = 10_000;
const MAX_CONTEXT = 16 * 1024;
const MAX_METADATA = 16 * 1024;
const MAX_NAME = 200;
const MAX_KIND = 64;
const MAX_ENTITIES = 256;

/** A moment, with the minutes that the clock it was read from is ahead of UTC: "yesterday" is meant by that clock. */
export interface Moment {
  readonly at: Date;
  readonly offsetMinutes: number;
}
/** `now` is read when the request is; `unset` leaves the memories without a time. */
export type ItemTime = Moment | 'now' | 'unset';

const timestamp = z
  .string()
  .nullish()
  .transform((given, ctx): ItemTime => {
    const text = given?.trim() ?? '';
    if (text === '') return 'now';
    if (text.toLowerCase() === 'unset') return 'unset';
    const at = parseTimestamp(text);
    if (at) return { at, offsetMinutes: zoneOffsetMinutes(text) };
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
  if (!isTagArray(given) || structureIssue(given)) return [given];
  try {
    return JSON.parse(given);
  } catch {
    return [given];
  }
}

/** A list inside a string has not been walked with the body's own texts. */
const tagSet = z
  .array(
    tagText().check((ctx) => {
      const fault = textFault(ctx.value);
      if (fault !== null) ctx.issues.push({ code: 'custom', input: ctx.value, message: `Value error, ${fault}` });
    }),
  )
  .max(MAX_TAGS);
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

const entity = z.object({
  text: z.string().trim().min(1).max(MAX_NAME).describe('The name.'),
  type: z.string().max(MAX_KIND).nullish().describe('What it is, for example PERSON; CONCEPT without it.'),
});

export const retainItem = z.object({
  content: z
    .string()
    .refine((given) => given.trim() !== '', { error: 'Value error, content cannot be blank' })
    .describe('The text to remember. Transcripts (`Name: text` lines, JSON or JSONL turns) and Markdown are read as what they are.')
    .meta({ examples: ['Ann: I moved to Lisbon in March.'] }),
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
  observation_scopes: observationScopes().nullish(),
  strategy: z
    .string()
    .max(MAX_KIND)
    .nullish()
    .describe('One of the `retain_strategies` of the bank; an unknown one counts as none. A document has the strategy of its first item.'),
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
  async: z
    .boolean()
    .default(false)
    .describe('True: it is read in the background, and the answer comes at once, with the operation that tells what became of the items.'),
  document_tags: tags.describe('Deprecated: tags for every item.').meta({ deprecated: true }),
  operation_id: z
    .uuid()
    .nullish()
    .describe(
      'Only with `async`: the id that the operation is to have. Asking again for the same items with the same id starts nothing and answers as ' +
        'the first time, with `deduplicated`; with other items, or with an id that the organisation has used for something else, it is a 409.',
    ),
});
export type RetainBody = z.output<typeof retainBody>;

export const itemOutcome = z.object({
  index: z.int().describe('Position of the item in the request.'),
  document_id: z.string(),
  outcome: z
    .enum(OUTCOMES)
    .describe(
      '`facts`: memories are there. `no_facts`: stored, nothing to remember in it. `partial`: some of it could not be read, or not in time. `failed`: none of it.',
    ),
  facts: z.int().describe('Memories that say what the item says, those already there included.'),
  reason: z.string().nullish().describe('Why, for partial and failed.'),
});
export type ItemOutcome = z.output<typeof itemOutcome>;

/** What a retain answers that has stored its items. */
export const retainedResponse = z.object({
  success: z.boolean(),
  bank_id: z.string(),
  items_count: z.int(),
  async: z.boolean(),
  operation_id: z.string().nullish(),
  operation_ids: z.array(z.string()).nullish(),
  usage: tokenUsage.nullish(),
  outcomes: z.array(itemOutcome),
});
export type RetainResponse = z.output<typeof retainedResponse>;

export const retainResponse = retainedResponse.extend({
  outcomes: retainedResponse.shape.outcomes.nullish().describe('One of each item; those of an asynchronous retain stand in its operation.'),
  deduplicated: z
    .boolean()
    .nullish()
    .describe('True: an operation with this `operation_id` was there, and these items were not read, not even when they are others.'),
});
export type RetainAnswer = z.output<typeof retainResponse>;

export const retainMemories = operation({
  id: 'retain_memories',
  method: 'POST',
  path: '/v1/default/banks/{bank_id}/memories',
  tag: 'Memory',
  summary: 'Retain: remember text',
  description:
    'Reads the items into memory units with entities, dates and links, and stores them before it answers; with `async` it answers at once and ' +
    'does so in the background, in parts of about 10,000 tokens. Creates the bank if it is not there. ' +
    'Up to 1,000 memories are stored together or not at all; more in several steps, document after document, a long one from its beginning: where a ' +
    'later step fails, the outcomes tell what is stored, and the same request again stores what is missing. ' +
    'The header `Idempotency-Key` makes a retry safe: within a day the same key with the same body answers the first result and writes nothing.',
  auth: 'key',
  permission: 'bank.write',
  body: retainBody,
  idle: ({ async, operation_id }: RetainBody) => (async || operation_id == null ? [] : ['operation_id']),
  response: retainResponse,
  costsTokens: true,
  errors: [400, 409, 413],
  maxBodyBytes: 10 * MIB,
});

const { shape } = bankSettings;
const override = <T extends z.ZodType>(schema: T) => schema.nullish();

export const dryRunBody = z.object({
  content: z
    .string()
    .max(MAX_DRY_RUN)
    .refine((given) => given.trim() !== '', { error: 'Value error, content cannot be blank' })
    .describe('The text to extract from.')
    .meta({ examples: ['Ann: I moved to Lisbon in March.'] }),
  context: z.string().max(MAX_CONTEXT).default(''),
  timestamp,
  agent_name: z
    .string()
    .max(MAX_NAME)
    .nullish()
    .describe('Deprecated and without effect.')
    .meta({ deprecated: true, ...WITHOUT_EFFECT }),
  strategy: z
    .string()
    .max(MAX_KIND)
    .nullish()
    .describe('One of the `retain_strategies` of the bank; the fields below win over its settings.'),
  retain_mission: override(shape.retain_mission),
  retain_extraction_mode: override(shape.retain_extraction_mode),
  retain_custom_instructions: override(shape.retain_custom_instructions),
  retain_extract_causal_links: override(shape.retain_extract_causal_links),
  retain_chunk_size: override(shape.retain_chunk_size),
  retain_structured_chunk_size: override(shape.retain_structured_chunk_size),
  retain_llm: override(shape.retain_llm),
  entity_labels: override(shape.entity_labels),
  entities_allow_free_form: override(shape.entities_allow_free_form),
  llm_output_language: override(shape.llm_output_language),
});
export type DryRunBody = z.output<typeof dryRunBody>;

const candidateFact = z.object({
  text: z.string(),
  fact_type: z.string().describe('`world` or `experience`.'),
  occurred_start: timestampOut().nullish(),
  occurred_end: timestampOut().nullish(),
  entities: z.array(z.string()),
  speaker: z.string().nullish(),
  tags: z.array(z.string()).describe('Labels that would be tags.'),
  chunk_index: z.int().describe('The chunk that it was read from.'),
  caused_by: z.array(z.int()).describe('Positions in `facts` of those that brought it about.'),
});

export const dryRunResponse = z.object({
  facts: z.array(candidateFact),
  usage: tokenUsage,
  method: z
    .enum(['model', 'extractive', 'chunks'])
    .describe('Who read: a language model, the built-in rules, or nobody: each chunk is one fact.'),
  chunks: z
    .array(z.object({ text: z.string(), fact_count: z.int() }))
    .describe('The chunks into which the text was cut, with the number of facts read from each.'),
  failed_chunks: z.array(z.int()).describe('Those about which no usable answer came.'),
});
export type DryRunResponse = z.output<typeof dryRunResponse>;

export const dryRunExtract = operation({
  id: 'dry_run_extract_memories',
  method: 'POST',
  path: '/v1/default/banks/{bank_id}/memories/dry-run-extract',
  tag: 'Memory',
  summary: 'Try out an extraction',
  description:
    'The facts that a retain of the text would make, with the settings of the bank or those given here (null: the bank’s). Nothing is stored, resolved, linked or embedded, and no bank is created. ' +
    'A caller who may not change the settings of the bank can lower `retain_chunk_size` and `retain_structured_chunk_size`, not raise them: 422.',
  auth: 'key',
  permission: 'bank.write',
  body: dryRunBody,
  response: dryRunResponse,
  errors: [400, 504],
  costsTokens: true,
});
