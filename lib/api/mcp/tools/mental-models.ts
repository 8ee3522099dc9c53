import { z } from 'zod';
import type { AnswerOf } from '#lib/api/call';
import {
  clearMentalModel,
  createMentalModel,
  deleteMentalModel,
  getMentalModel,
  listMentalModels,
  refreshMentalModel,
  updateMentalModel,
} from '#lib/api/calls';
import * as args from '#lib/api/mcp/arguments';
import { compact } from '#lib/api/mcp/compact';
import { type Tool, tool } from '#lib/api/mcp/tool';
import { trigger } from '#lib/api/mcp/trigger';
import { TAG_MODES } from '#lib/base/literals';
import type { createBody } from '#lib/memory/mental-models/fields';
import { MENTAL_MODEL_DETAILS, MENTAL_MODEL_TAG_MODES } from '#lib/memory/mental-models/literals';

const id = args.text('The id of the mental model.');
const params = z.object({ mental_model_id: id });

const listed = z.object({
  id: z.string(),
  name: z.string(),
  state: z.string(),
  last_refreshed_at: z.string(),
  is_stale: z.boolean().optional().describe('Memories within its scope changed since the last refresh.'),
  tags: z.array(z.string()).optional(),
});
const full = listed.extend({
  version: z.int(),
  source_query: z.string().optional(),
  content: z.string().optional(),
  max_tokens: z.int().optional(),
  trigger: z.record(z.string(), z.unknown()).optional(),
  blocks: z
    .array(z.object({ id: z.string(), text: z.string(), source_ids: z.array(z.string()), note: z.string().optional() }))
    .optional()
    .describe('The parts of the content, each with the ids of the memories that it is based on.'),
  operation_id: z.string().optional().describe('The refresh that is running or waiting.'),
});

type MentalModelAnswer = AnswerOf<typeof getMentalModel>;

const listedOf = ({ id, name, state, last_refreshed_at, is_stale, tags }: MentalModelAnswer) => ({
  id,
  name,
  state,
  last_refreshed_at,
  ...compact({ is_stale, tags }),
});
const fullOf = (model: MentalModelAnswer): z.output<typeof full> => {
  const { version, source_query, content, max_tokens, trigger, blocks, operation_id } = model;
  return {
    ...listedOf(model),
    version,
    ...compact({ source_query, content, max_tokens, operation_id }),
    ...(trigger && { trigger: compact(trigger) }),
    ...(blocks && { blocks: blocks.map(({ id, text, source_ids, note }) => ({ id, text, source_ids, ...compact({ note }) })) }),
  };
};

const listMentalModelsTool = tool(
  {
    name: 'list_mental_models',
    title: 'List mental models',
    description:
      'Lists the mental models of the bank, without their text. A mental model is a document about one question, written from memories and refreshed.',
    effect: 'reads',
    permission: 'bank.read',
    about: 'bank',
    input: z.object({
      tags: args.tags(),
      tags_match: z
        .enum(MENTAL_MODEL_TAG_MODES)
        .default('any')
        .describe('`any`: at least one of the tags. `all`: all of them. `exact`: the same set; without tags, only untagged ones.'),
      limit: args.limit(25, 1),
      offset: args.offset(),
    }),
    output: z.object({ items: z.array(listed), ...args.page }),
  },
  async ({ call, bankId }, query) => {
    const { items, total, limit, offset } = await call(listMentalModels, { bankId, query: { ...query, detail: 'metadata' } });
    return { items: items.map(listedOf), total, limit, offset };
  },
);

const getMentalModelTool = tool(
  {
    name: 'get_mental_model',
    title: 'Read a mental model',
    description: 'Returns the text of a mental model. It is written already, so reading it is faster than reflect.',
    effect: 'reads',
    permission: 'bank.read',
    about: 'bank',
    input: params.extend({
      detail: z
        .enum(MENTAL_MODEL_DETAILS)
        .default('full')
        .describe('`metadata`: without the text. `content`: with the text. `full`: also the sources of each part.'),
    }),
    output: full,
  },
  async ({ call, bankId }, { mental_model_id, detail }) =>
    fullOf(await call(getMentalModel, { bankId, params: { mental_model_id }, query: { detail } })),
);

type TriggerInput = NonNullable<z.input<typeof createBody>['trigger']>;

const options = {
  tags: args.tags('It reads only memories with all of these tags.'),
  trigger: trigger.optional().describe('When and how it is refreshed, such as {"refresh_cron": "0 6 * * *", "mode": "delta"}.'),
  tags_match: z.enum(TAG_MODES).optional().describe('How `tags` match memories.'),
  trigger_refresh_after_consolidation: z.boolean().optional().describe('Refreshes it whenever new observations are written.'),
};
interface TriggerArguments {
  readonly trigger?: Readonly<Record<string, unknown>> | undefined;
  readonly tags_match?: (typeof TAG_MODES)[number] | undefined;
  readonly trigger_refresh_after_consolidation?: boolean | undefined;
}

/** The trigger with the arguments that are fields of it; undefined if none is given. */
function triggerOf(given: TriggerArguments, current: Readonly<Record<string, unknown>> = {}): TriggerInput | undefined {
  const { trigger, tags_match, trigger_refresh_after_consolidation: refresh_after_consolidation } = given;
  const fields = compact({ tags_match, refresh_after_consolidation });
  if (trigger === undefined && Object.keys(fields).length === 0) return undefined;
  return { ...(trigger ?? current), ...fields } as TriggerInput;
}

const createMentalModelTool = tool(
  {
    name: 'create_mental_model',
    title: 'Create a mental model',
    description:
      'Creates a document that answers one lasting question, such as "What are the goals and habits of Ann?". It is written in the background and can be refreshed.',
    effect: 'writes',
    permission: 'bank.write',
    about: 'bank',
    input: z.object({
      name: args.text('Its title.'),
      source_query: args.text('The question that it answers.'),
      mental_model_id: args.textOrNone('An id of your choice.'),
      ...options,
      max_tokens: z.int().default(2048).describe('Maximum length of its text.'),
    }),
    output: z.object({ mental_model_id: z.string(), operation_id: z.string() }),
  },
  ({ call, bankId }, { mental_model_id, name, source_query, tags, max_tokens, ...rest }) =>
    call(createMentalModel, {
      bankId,
      body: { id: mental_model_id, name, source_query, tags, max_tokens, trigger: triggerOf(rest) },
    }),
);

const updateMentalModelTool = tool(
  {
    name: 'update_mental_model',
    title: 'Change a mental model',
    description:
      'Changes the name, question, tags or trigger of a mental model. Absent arguments change nothing. It does not refresh the text.',
    effect: 'writes',
    isIdempotent: true,
    permission: 'bank.write',
    about: 'bank',
    input: params.extend({
      name: args.textOrNone('Its title.'),
      source_query: args.textOrNone('The question that it answers.'),
      max_tokens: z.int().optional().describe('Maximum length of its text.'),
      ...options,
    }),
    output: full,
  },
  async ({ call, bankId }, { mental_model_id, name, source_query, tags, max_tokens, ...rest }) => {
    const which = { bankId, params: { mental_model_id } };
    // The operation replaces the whole trigger, so single fields are added to the current one.
    const isPartial = rest.trigger === undefined && triggerOf(rest) !== undefined;
    const current = isPartial ? (await call(getMentalModel, { ...which, query: { detail: 'content' } })).trigger : undefined;
    const body = { name, source_query, tags, max_tokens, trigger: triggerOf(rest, current ?? {}) };
    return fullOf(await call(updateMentalModel, { ...which, body }));
  },
);

const refreshMentalModelTool = tool(
  {
    name: 'refresh_mental_model',
    title: 'Refresh a mental model',
    description: 'Updates the text of a mental model from the current memories, in the background.',
    effect: 'writes',
    isIdempotent: true,
    permission: 'bank.write',
    about: 'bank',
    input: params,
    output: z.object({ status: z.string(), operation_id: z.string() }),
  },
  async ({ call, bankId }, which) => {
    const { status, operation_id } = await call(refreshMentalModel, { bankId, params: which, body: {} });
    return { status, operation_id };
  },
);

const clearMentalModelTool = tool(
  {
    name: 'clear_mental_model',
    title: 'Clear a mental model',
    description: 'Empties the text of a mental model. The next refresh writes it again.',
    effect: 'deletes',
    isIdempotent: true,
    permission: 'bank.write',
    about: 'bank',
    input: params,
    output: full,
  },
  async ({ call, bankId }, which) => fullOf(await call(clearMentalModel, { bankId, params: which })),
);

const deleteMentalModelTool = tool(
  {
    name: 'delete_mental_model',
    title: 'Delete a mental model',
    description: 'Permanently deletes a mental model with all its versions.',
    effect: 'deletes',
    permission: 'bank.write',
    about: 'bank',
    input: params,
    output: args.done,
  },
  async ({ call, bankId }, which) => {
    const { status } = await call(deleteMentalModel, { bankId, params: which });
    return { status, message: 'The mental model is deleted.' };
  },
);

export const mentalModelTools: readonly Tool[] = [
  listMentalModelsTool,
  getMentalModelTool,
  createMentalModelTool,
  updateMentalModelTool,
  refreshMentalModelTool,
  clearMentalModelTool,
  deleteMentalModelTool,
];
