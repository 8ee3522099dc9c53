import { z } from 'zod';
import { MAX_DRY_RUN, MAX_TAGS } from '#lib/base/bounds';
import { expiryIn, idText, observationScopes, tagText, textFault, timestampOut, WITHOUT_EFFECT } from '#lib/base/contract/fields';
import { MIB, operation } from '#lib/base/contract/operation';
import { structureIssue } from '#lib/base/contract/structure';
import { tokenUsage } from '#lib/base/contract/usage';
import { OUTCOMES } from '#lib/base/literals';
import { parseTimestamp, zoneOffsetMinutes } from '#lib/base/timestamps';
import { ENTITY_CATEGORIES, MAX_ENTITY_KIND, MAX_ENTITY_NAME } from '#lib/memory/entities/literals';
import { TEXT_FORMATS } from '#lib/memory/retain/literals';
import { bankSettings } from '#lib/memory/settings/contract';

export const MAX_ITEMS = 10_000;
const MAX_CONTEXT = 16 * 1024;
const MAX_METADATA = 16 * 1024;
const MAX_NAME = 200;
const MAX_STRATEGY = 64;
const MAX_ENTITIES = 256;

/**
 * An instant, with the minutes that its time zone is ahead of UTC, for words such as "yesterday".
 */
export interface Moment {
  readonly at: Date;
  readonly offsetMinutes: number;
}
/** `now` is the time of the request; `unset` stores memories without a time. */
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
    'When the content was written or happened (ISO 8601). A date without a time means midnight UTC. Null or empty means now; `unset` means no time.',
  );

/** The longest time to live: 100 years. */
const MAX_TTL_SECONDS = 3_155_760_000;

/** When a statement is true, normalized to UTC. Empty and null: not given. */
const validityTime = () =>
  z
    .string()
    .nullable()
    .transform((given, ctx): string | null => {
      const text = given?.trim() ?? '';
      if (text === '') return null;
      const at = parseTimestamp(text);
      if (at) return at.toISOString();
      ctx.issues.push({ code: 'custom', input: given, message: 'Value error, not an ISO 8601 date or date-time' });
      return z.NEVER;
    });

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

/** A list inside a string is not covered by the checks of the request body. */
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
  .describe('Labels to filter by: a list. A plain string or a JSON array in a string is also accepted.');

const metadata = z
  .record(z.string(), z.string())
  .nullish()
  .refine((given) => !given || Buffer.byteLength(JSON.stringify(given)) <= MAX_METADATA, {
    error: `Value error, must not be larger than ${MAX_METADATA} bytes`,
  })
  .describe('Free text by key. Stored with every memory of the item and returned by recall; at most 16 KiB.');

const entity = z.object({
  text: z.string().trim().min(1).max(MAX_ENTITY_NAME).describe('The name.'),
  type: z.string().max(MAX_ENTITY_KIND).nullish().describe('The kind of entity, for example PERSON. The default is CONCEPT.'),
});

const itemFields = z.object({
  content: z
    .string()
    .refine((given) => given.trim() !== '', { error: 'Value error, content must not be blank' })
    .describe('The text to remember. Transcripts (`Name: text` lines, JSON or JSONL turns) and Markdown are recognized.')
    .meta({ examples: ['Ann: I moved to Lisbon in March.'] }),
  timestamp,
  context: z.string().max(MAX_CONTEXT).nullish().describe('A short description of the source of the content.'),
  metadata,
  document_id: idText()
    .nullish()
    .describe('The document of the content. Items with the same id form one document; items without an id share a new one.'),
  entities: z
    .array(entity)
    .max(MAX_ENTITIES)
    .nullish()
    .describe('Entities that all memories of the item mention, in addition to those found in the text.'),
  resolve_entities: z.boolean().nullish().describe('false: match names literally, ignoring only case.'),
  tags,
  observation_scopes: observationScopes().nullish(),
  expires_at: expiryIn()
    .optional()
    .describe(
      'When the memories and the text of the item expire: ISO 8601, in UTC unless it has a zone, in the future. They are then deleted permanently, and ' +
        'no read returns them. `never`: no expiry. Null or empty: the default of the bank (`retain_ttl_seconds`).',
    ),
  ttl_seconds: z
    .int()
    .min(1)
    .max(MAX_TTL_SECONDS)
    .nullish()
    .describe('The same as a number of seconds after the request. Not allowed together with `expires_at`.'),
  valid_from: validityTime()
    .optional()
    .describe(
      'When the statements of the item became true (ISO 8601). A date without a time means midnight UTC. Rules never change it, and may still find ' +
        'a later memory that ends them.',
    ),
  valid_to: validityTime()
    .optional()
    .describe(
      'When the statements of the item ceased to be true. No rule then decides about their validity. Must not be before `valid_from`.',
    ),
  strategy: z
    .string()
    .max(MAX_STRATEGY)
    .nullish()
    .describe('One of the `retain_strategies` of the bank; an unknown name is ignored. A document uses the strategy of its first item.'),
  update_mode: z
    .enum(['replace', 'append'])
    .nullish()
    .describe(
      '`replace` (default): the content replaces the document; memories of unchanged parts remain. `append`: the content continues the document; requires `document_id`.',
    ),
});

export const retainItem = itemFields
  .refine(({ expires_at, ttl_seconds }) => expires_at == null || ttl_seconds == null, {
    path: ['ttl_seconds'],
    error: 'Value error, must not be combined with expires_at',
  })
  .refine(({ valid_from, valid_to }) => valid_from == null || valid_to == null || new Date(valid_from) <= new Date(valid_to), {
    path: ['valid_to'],
    error: 'Value error, must not be before valid_from',
  });
export type RetainItem = z.output<typeof retainItem>;

export const retainBody = z.object({
  items: z.array(retainItem).max(MAX_ITEMS),
  async: z
    .boolean()
    .default(false)
    .describe('true: process the items in the background. The response contains the operation, which reports the outcome of each item.'),
  document_tags: tags.describe('Deprecated: tags for every item.').meta({ deprecated: true }),
  operation_id: z
    .uuid()
    .nullish()
    .describe(
      'Only with `async`: the id of the new operation. Repeating the request with the same id and items starts nothing and returns ' +
        'the first response with `deduplicated`. With other items, or an id that the organization already used, the response is 409.',
    ),
});
export type RetainBody = z.output<typeof retainBody>;

export const itemOutcome = z.object({
  index: z.int().describe('Position of the item in the request.'),
  document_id: z.string(),
  outcome: z
    .enum(OUTCOMES)
    .describe(
      '`facts`: stored with memories. `no_facts`: stored, contains nothing to remember. `partial`: some parts could not be read in time, or not at all. `failed`: nothing could be read.',
    ),
  facts: z.int().describe('Number of memories with the content of the item, including existing ones.'),
  reason: z.string().nullish().describe('The reason for `partial` and `failed`.'),
});
export type ItemOutcome = z.output<typeof itemOutcome>;

/** The response to a retain that has stored its items. */
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
  outcomes: retainedResponse.shape.outcomes
    .nullish()
    .describe('One per item. The outcomes of an asynchronous retain are in its operation.'),
  deduplicated: z
    .boolean()
    .nullish()
    .describe('true: an operation with this `operation_id` exists, and these items were ignored, even if they differ.'),
});
export type RetainAnswer = z.output<typeof retainResponse>;

export const retainMemories = operation({
  id: 'retain_memories',
  method: 'POST',
  path: '/v1/default/banks/{bank_id}/memories',
  tag: 'Memory',
  summary: 'Retain memories',
  description:
    'Extracts memories with entities, dates and links from the items and stores them before responding. With `async`, it responds immediately and ' +
    'works in the background, in parts of about 10,000 tokens. Creates the bank if it does not exist. ' +
    'Up to 1,000 memories are stored atomically. More are stored in several steps, document by document, from the beginning of each. If a ' +
    'later step fails, the outcomes report what is stored, and repeating the request stores the rest. ' +
    'The header `Idempotency-Key` makes a retry safe: within a day, the same key and body return the first result and write nothing.',
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
    .refine((given) => given.trim() !== '', { error: 'Value error, content must not be blank' })
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
    .max(MAX_STRATEGY)
    .nullish()
    .describe('One of the `retain_strategies` of the bank; the fields below override its settings.'),
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
  entity_categories: z.array(z.enum(ENTITY_CATEGORIES)).describe('What each of `entities` is, by its kind or its name.'),
  speaker: z.string().nullish(),
  tags: z.array(z.string()).describe('Labels that become tags.'),
  chunk_index: z.int().describe('Index of its chunk in `chunks`.'),
  caused_by: z.array(z.int()).describe('Positions in `facts` of its causes.'),
});

const recognized = z.object({
  format: z.enum(TEXT_FORMATS).describe('The format of the text, or of most of it.'),
  conversations: z.int().describe('The number of conversations, or of e-mails in a mailbox.'),
  messages: z.int().describe('The number of messages, e-mails or facts. For other text, the number of passages.'),
  omitted: z
    .int()
    .describe('The number of messages that give no memories: notices of a messenger, system prompts, tool output, abandoned branches.'),
  speaker_count: z.int().describe('The number of speakers.'),
  speakers: z.array(z.string()).describe('The names of up to ten speakers, most frequent first.'),
  first_at: timestampOut().nullish().describe('The time of the first message, if the text contains times.'),
  last_at: timestampOut().nullish().describe('The time of the last message.'),
});
export type RecognizedText = z.output<typeof recognized>;

export const dryRunResponse = z.object({
  facts: z.array(candidateFact),
  usage: tokenUsage,
  method: z
    .enum(['model', 'extractive', 'chunks'])
    .describe('How the text was read: by a language model, by the built-in rules, or not at all (each chunk is one fact).'),
  chunks: z
    .array(z.object({ text: z.string(), fact_count: z.int() }))
    .describe('The chunks into which the text was cut, with the number of facts read from each.'),
  failed_chunks: z.array(z.int()).describe('Positions in `chunks` that could not be read.'),
  recognized: recognized.nullish().describe('What the reader recognized in the text.'),
});
export type DryRunResponse = z.output<typeof dryRunResponse>;

export const dryRunExtract = operation({
  id: 'dry_run_extract_memories',
  method: 'POST',
  path: '/v1/default/banks/{bank_id}/memories/dry-run-extract',
  tag: 'Memory',
  summary: 'Preview an extraction',
  description:
    'Returns the facts that a retain of the text would extract, with the settings of the bank or the given ones (null: the bank’s). Stores, resolves, links and embeds nothing, and creates no bank. ' +
    'A caller without permission to change the bank’s settings can lower `retain_chunk_size` and `retain_structured_chunk_size` but not raise them (422).',
  auth: 'key',
  permission: 'bank.write',
  body: dryRunBody,
  response: dryRunResponse,
  errors: [400, 504],
  costsTokens: true,
});
