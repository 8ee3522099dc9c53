import { z } from 'zod';
import { timestampOut } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { tokenUsage } from '#lib/base/contract/usage';
import { BUDGETS, FACT_TYPES } from '#lib/base/literals';
import { tagFilterBody } from '#lib/base/tags/contract';
import { incomplete, pastTimes } from '#lib/memory/as-of/contract';
import { unappliedDirectives, usedDirective } from '#lib/memory/directives/contract';
import { CITED_TYPES } from '#lib/memory/reflect/literals';
import { formOf, SchemaFault } from '#lib/memory/reflect/response-schema';

/** Characters; of a question the first 500 tokens are searched for, all of it is answered. */
const MAX_QUERY = 32_000;
/** Room for a speaker, a mark and a few words. */
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
  facts: z.object({}).nullish().describe('`{}` includes the cited sources as `based_on`.'),
  tool_calls: z
    .object({ output: z.boolean().default(true).describe('false omits the results of each search.') })
    .nullish()
    .describe('`{}` includes the trace.'),
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
      .describe('`low`: one search and one model call. `mid` and `high`: the model searches with tools, in up to 10 or 20 steps.'),
    context: z.string().max(MAX_QUERY).nullish().meta({ deprecated: true }).describe('Appended to the query.'),
    max_tokens: z
      .int()
      .min(MIN_TOKENS)
      .max(MAX_TOKENS)
      .default(4096)
      .describe(
        'Maximum length of `text`. Statements that do not fit are omitted. A single longer statement is cut and ends in an ellipsis.',
      ),
    include: include.prefault({}),
    response_schema: responseSchema().nullish().describe('JSON Schema of an object. The answer is also returned as `structured_output`.'),
    ...tagFilterBody(),
    apply_all_directives: z
      .boolean()
      .default(false)
      .describe('Applies every active directive. Without it, tagged directives apply only if the tag filter matches them.'),
    fact_types: z
      .array(z.enum(FACT_TYPES))
      .min(1)
      .nullish()
      .describe('Only memories of these types. Default: all. To exclude mental models, use `exclude_mental_models`.'),
    exclude_mental_models: z.boolean().default(false),
    exclude_mental_model_ids: z.array(z.string()).max(1000).nullish(),
    ...pastTimes,
  })
  .refine(({ tags, tag_groups }) => !(tags && tag_groups), { error: 'Value error, set either tags or tag_groups, not both' });
export type ReflectBody = z.output<typeof reflectBody>;

export const REFLECT_METHODS = ['model', 'extractive', 'none'] as const;
/**
 * `no_evidence`: no stored memory answers. `unsupported`: memories were found, but the model gave
 * no answer that they support.
 */
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
  mental_models: z.array(
    z.object({ id: z.string(), text: z.string().describe('Name and content, separated by a colon.'), context: z.string().nullish() }),
  ),
  directives: z.array(usedDirective()).describe('The directives for this answer, highest priority first.'),
});

/** A source of the answer, with its places in the text. */
const citation = z.object({
  mark: z.int().describe('The number in `[1]`.'),
  id: z.string(),
  type: z.enum(CITED_TYPES),
  places: z
    .array(z.int())
    .describe('Offsets in `text` at which the mark begins, in UTF-16 units. The same characters at other offsets are not citations.'),
});

const times = { start_ms: z.int().describe('Start time, in milliseconds since the request arrived.'), duration_ms: z.int() };
const known = z.boolean().describe('Whether the same search ran before and its earlier result was reused.');
const attempt = {
  attempt: z.int().describe('2 or more: the previous attempt failed.'),
  outcome: z.string().describe('`answered`, or the kind of failure.'),
  input_tokens: z.int(),
  output_tokens: z.int(),
};
const check = {
  statements: z.int(),
  kept: z.int().describe('Number of statements that cite evidence shown to the model.'),
  rejected: z.int().describe('Number of statements without a citation, and of citations of evidence that was not shown.'),
};

const trace = z.object({
  tool_calls: z.array(
    z.object({
      tool: z.enum(REFLECT_TOOLS),
      input: z.record(z.string(), z.unknown()),
      output: z.record(z.string(), z.unknown()).nullish(),
      ...times,
      iteration: z.int().describe('0: before the first model call.'),
      known: known.nullish(),
    }),
  ),
  llm_calls: z
    .array(z.object({ scope: z.string().describe('`agent_1`, `agent_2`, …, `final` or `structured`.'), ...times, ...attempt }))
    .describe('Every request to the provider, including failed ones.'),
  checks: z
    .array(z.object({ ...times, ...check }))
    .describe('Checks of model statements against the evidence shown. If no statement passes, the model is asked once more.'),
  notes: z.array(z.string()).describe('Limitations of this answer, such as a failed search or rejected citations.'),
  duration_ms: z.int().describe('Total duration, in milliseconds.'),
});

export const reflectResponse = z.object({
  text: z
    .string()
    .describe(
      'Markdown if written by a model. Otherwise plain text, with list items that begin with `- `. `[1]` after a statement refers to `citations`.',
    ),
  outcome: z
    .enum(REFLECT_OUTCOMES)
    .describe(
      '`no_evidence`: no stored memory answers. `unsupported`: memories were found, but the model gave no answer that they support.',
    ),
  method: z
    .enum(REFLECT_METHODS)
    .describe(
      '`model`: written by a language model. `extractive`: stored sentences, verbatim. `none`: a fixed sentence, because nothing answers.',
    ),
  citations: z.array(citation),
  retrieved: z
    .object({ world: z.int(), experience: z.int(), observation: z.int(), mental_model: z.int() })
    .describe('Number of results found, by type, cited or not.'),
  based_on: basedOn.nullish().describe('The sources that the answer cites.'),
  unapplied_directives: unappliedDirectives(),
  structured_output: z.record(z.string(), z.unknown()).nullish(),
  structured_output_error: z.string().nullish().describe('Why the requested `structured_output` is missing.'),
  usage: tokenUsage,
  trace: trace.nullish(),
  incomplete: incomplete(),
});
export type ReflectResponse = z.input<typeof reflectResponse>;

/** A step of a running reflect, as sent in the event stream. */
export const reflectStep = z.object({
  kind: z.enum(['tool', 'model', 'check']),
  name: z.string().describe('The name of a tool, the scope of a model call, or `check`.'),
  ...times,
  found: z.int().nullish().describe('For a search: number of results.'),
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
 * The events of a `text/event-stream` response: `event: NAME`, `data: JSON`. First a `step` for
 * each step, then `text` as the answer is written, then `result` with the plain answer. `error`
 * replaces the remaining events.
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
    retry_after: z.int().nullish().describe('Seconds to wait before a retry, as in `Retry-After`.'),
  }),
} as const;

export const reflect = operation({
  id: 'reflect',
  method: 'POST',
  path: '/v1/default/banks/{bank_id}/reflect',
  tag: 'Memory',
  summary: 'Answer a question from memories',
  description:
    'Answers a question from mental models, observations, world facts and experiences under one filter. Every statement cites its sources. ' +
    'A language model writes the answer; without one it consists of stored sentences, verbatim. If nothing is found, the answer says so and no model is called. ' +
    'With `Accept: text/event-stream` the response is a stream of events: `step`, `evidence`, `text` (`{delta}`), then `result` with the plain answer, or `error`. An unknown bank is created empty.',
  auth: 'key',
  permission: 'bank.read',
  body: reflectBody,
  response: reflectResponse,
  events: reflectEvents,
  costsTokens: true,
  errors: [504],
});
