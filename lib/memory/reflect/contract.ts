import { z } from 'zod';
import { MAX_TAG_LEAVES, MAX_TAGS } from '#lib/base/bounds';
import { tagsMatch, tagText, timestampOut, WITHOUT_EFFECT } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { tokenUsage } from '#lib/base/contract/usage';
import { BUDGETS, FACT_TYPES } from '#lib/base/literals';
import { tagGroups } from '#lib/base/tags/contract';
import { CITED_TYPES } from '#lib/memory/reflect/literals';
import { formOf, SchemaFault } from '#lib/memory/reflect/response-schema';

/** Characters; of a question the first 500 tokens are searched for, all of it is answered. */
const MAX_QUERY = 32_000;
/** Room for who said it, its mark, and some words. */
const MIN_TOKENS = 32;
const MAX_TOKENS = 32_768;

/** JSON Schema of an object, see `formOf`. */
export const responseSchema = () =>
  z.record(z.string(), z.unknown()).superRefine((schema, ctx) => {
    try {
      formOf(schema);
    } catch (error) {
      if (!(error instanceof SchemaFault)) throw error;
      ctx.addIssue({ code: 'custom', message: `Value error, response_schema: ${error.message}` });
    }
  });

const include = z.object({
  facts: z.object({}).nullish().describe('`{}` brings what the answer cites as `based_on`.'),
  tool_calls: z
    .object({ output: z.boolean().default(true).describe('false leaves out what each search found.') })
    .nullish()
    .describe('`{}` brings the trace.'),
});

export const reflectBody = z
  .object({
    query: z
      .string()
      .max(MAX_QUERY)
      .meta({ examples: ['Where does Ann live, and since when?'] }),
    budget: z
      .enum(BUDGETS)
      .default('low')
      .describe('`low`: one search, one call of the model. `mid` and `high`: the model searches by itself, in up to 10 or 20 steps.'),
    context: z.string().max(MAX_QUERY).nullish().meta({ deprecated: true }).describe('Is put behind the query.'),
    max_tokens: z
      .int()
      .min(MIN_TOKENS)
      .max(MAX_TOKENS)
      .default(4096)
      .describe('How long `text` may be. What has no room is left out; a single statement that is longer is cut, which an ellipsis shows.'),
    include: include.prefault({}),
    response_schema: responseSchema().nullish().describe('An object schema; the answer comes as `structured_output` too.'),
    tags: z.array(tagText()).max(MAX_TAGS).nullish(),
    tags_match: tagsMatch(),
    tag_groups: tagGroups()
      .nullish()
      .describe(`Trees of tag filters, all of which must hold; at most ${MAX_TAG_LEAVES} filters in all. Not together with \`tags\`.`),
    apply_all_directives: z.boolean().default(false).meta(WITHOUT_EFFECT).describe('There are no directives.'),
    fact_types: z
      .array(z.enum(FACT_TYPES))
      .min(1)
      .nullish()
      .describe('Only memories of these types; all without it. Mental models are excluded apart.'),
    exclude_mental_models: z.boolean().default(false),
    exclude_mental_model_ids: z.array(z.string()).max(1000).nullish(),
  })
  .refine(({ tags, tag_groups }) => !(tags && tag_groups), { error: 'Value error, tags and tag_groups exclude each other' });
export type ReflectBody = z.output<typeof reflectBody>;

export const REFLECT_METHODS = ['model', 'extractive', 'none'] as const;
/** `no_evidence`: nothing that is stored answers. `unsupported`: memories were found, but the model gave no answer that they support. */
export const REFLECT_OUTCOMES = ['answered', 'no_evidence', 'unsupported'] as const;
export const REFLECT_TOOLS = ['search_mental_models', 'search_observations', 'recall', 'expand'] as const;

const basedOn = z.object({
  memories: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      type: z.enum(FACT_TYPES),
      context: z.string().nullish(),
      occurred_start: timestampOut().nullish(),
      occurred_end: timestampOut().nullish(),
      mentioned_at: timestampOut().nullish(),
      document_id: z.string().nullish(),
      chunk_id: z.string().nullish(),
      tags: z.array(z.string()).nullish(),
      metadata: z.record(z.string(), z.string()).nullish(),
    }),
  ),
  mental_models: z.array(z.object({ id: z.string(), text: z.string().describe('Name, colon, content.'), context: z.string().nullish() })),
  directives: z.array(z.object({ id: z.string(), name: z.string(), content: z.string() })).describe('Always empty.'),
});

/** One thing that the answer rests on, and where it says so. */
const citation = z.object({
  mark: z.int().describe('The number in `[1]`.'),
  id: z.string(),
  type: z.enum(CITED_TYPES),
  places: z
    .array(z.int())
    .describe(
      'Where in `text` the mark begins, in UTF-16 units. Only these are citations: the same signs elsewhere are words of somebody.',
    ),
});

const times = { start_ms: z.int().describe('When it began, in milliseconds since the question came.'), duration_ms: z.int() };
const known = z.boolean().describe('It was asked before, and is answered with what was found then.');
const attempt = {
  attempt: z.int().describe('2 and more: the one before came to nothing.'),
  outcome: z.string().describe('`answered`, or a word for what went wrong.'),
  input_tokens: z.int(),
  output_tokens: z.int(),
};
const check = {
  statements: z.int(),
  kept: z.int().describe('Statements with a citation of something that was shown.'),
  rejected: z.int().describe('Statements without a citation, and citations of what was not shown.'),
};

const trace = z.object({
  tool_calls: z.array(
    z.object({
      tool: z.enum(REFLECT_TOOLS),
      input: z.record(z.string(), z.unknown()),
      output: z.record(z.string(), z.unknown()).nullish(),
      ...times,
      iteration: z.int().describe('0: before any call of a model.'),
      known: known.nullish(),
    }),
  ),
  llm_calls: z
    .array(z.object({ scope: z.string().describe('agent_1, agent_2, …, final or structured.'), ...times, ...attempt }))
    .describe('Every request to the provider, also those that came to nothing.'),
  checks: z
    .array(z.object({ ...times, ...check }))
    .describe('Statements of a model, held against what it was shown. An answer of which none is left is asked for once more.'),
  notes: z.array(z.string()).describe('What this reflect had to do without, and what was not believed.'),
  duration_ms: z.int().describe('Of the whole.'),
});

export const reflectResponse = z.object({
  text: z
    .string()
    .describe(
      'Of a model Markdown; extractive plain text, where a line that begins with `- ` is an item. `[1]` behind a statement cites; `citations` says what.',
    ),
  outcome: z
    .enum(REFLECT_OUTCOMES)
    .describe('`no_evidence`: nothing stored answers. `unsupported`: memories were found, but the model gave no answer that they support.'),
  method: z
    .enum(REFLECT_METHODS)
    .describe(
      '`model`: a language model wrote it. `extractive`: stored sentences, word for word. `none`: a fixed sentence, as nothing answers.',
    ),
  citations: z.array(citation),
  retrieved: z
    .object({ world: z.int(), experience: z.int(), observation: z.int(), mental_model: z.int() })
    .describe('How much was found, cited or not.'),
  based_on: basedOn.nullish().describe('What the answer cites, and nothing else.'),
  structured_output: z.record(z.string(), z.unknown()).nullish(),
  structured_output_error: z.string().nullish().describe('Why there is no `structured_output` although one was asked for.'),
  usage: tokenUsage,
  trace: trace.nullish(),
});
export type ReflectResponse = z.input<typeof reflectResponse>;

/** What a step of a reflect that is under way is, as the stream tells it. */
export const reflectStep = z.object({
  kind: z.enum(['tool', 'model', 'check']),
  name: z.string().describe("A tool's name, the scope of the call of a model, or `check`."),
  ...times,
  found: z.int().nullish().describe('Of a search: how many things.'),
  known: known.nullish(),
  outcome: attempt.outcome.nullish(),
  attempt: attempt.attempt.nullish(),
  input_tokens: z.int().nullish(),
  output_tokens: z.int().nullish(),
  statements: z.int().nullish(),
  kept: z.int().nullish(),
  rejected: z.int().nullish(),
});

/**
 * What comes as `text/event-stream` where the caller accepts it: `event: NAME`, `data: JSON`. First `step` as often as something was done, then `text`
 * as the answer is made, then `result`, the same as the plain answer; or `error` in place of what is left.
 */
export const reflectEvents = {
  step: reflectStep,
  evidence: z.object({ items: z.array(z.object({ id: z.string(), type: z.enum(CITED_TYPES), text: z.string() })) }),
  text: z.object({ delta: z.string() }),
  result: reflectResponse,
  error: z.object({
    detail: z.string(),
    code: z.string(),
    request_id: z.string(),
    retry_after: z.int().nullish().describe('Seconds, where `Retry-After` would have told them.'),
  }),
} as const;

export const reflect = operation({
  id: 'reflect',
  method: 'POST',
  path: '/v1/default/banks/{bank_id}/reflect',
  tag: 'Memory',
  summary: 'Reflect',
  description:
    'Answers a question from mental models, observations, world facts and experiences under one filter, every statement with its sources. With a language model it is written, ' +
    'without one it is made of stored sentences, word for word. Where nothing answers, it says so and asks no model. ' +
    'With `Accept: text/event-stream` it comes as events: `step`, `evidence`, `text` (`{delta}`), then `result` with the plain answer, or `error`. An unknown bank is created, empty.',
  auth: 'key',
  permission: 'bank.read',
  body: reflectBody,
  response: reflectResponse,
  events: reflectEvents,
  costsTokens: true,
  errors: [504],
});
