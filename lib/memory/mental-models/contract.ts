import { z } from 'zod';
import { exactLimit, idText, offsetParam, tagList } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import {
  createBody,
  created,
  detail,
  dryRun,
  historyEntry,
  model,
  modelPage,
  patchBody,
  submitted,
  versionDetail,
  versionPage,
} from '#lib/memory/mental-models/fields';
import { MENTAL_MODEL_SORTS, MENTAL_MODEL_TAG_MODES } from '#lib/memory/mental-models/literals';

export type {
  CreatedMentalModel,
  CreateMentalModelBody,
  DryRunRefresh,
  MentalModel,
  MentalModelBlock,
  MentalModelDocument,
  MentalModelEvidence,
  MentalModelHistoryEntry,
  MentalModelPage,
  MentalModelReflectResponse,
  MentalModelSource,
  MentalModelVersion,
  MentalModelVersionPage,
  MentalModelVersionSummary,
  PatchMentalModelBody,
  RefreshSubmitted,
  TriggerBody,
} from '#lib/memory/mental-models/fields';
export { trigger } from '#lib/memory/mental-models/fields';

/** The operations on mental models. Their fields are defined in `fields.ts`. */

const MODELS = '/v1/default/banks/{bank_id}/mental-models';
const ONE = `${MODELS}/{mental_model_id}` as const;

const ofModel = { params: z.object({ mental_model_id: idText() }) };
const shared = { tag: 'Mental models', auth: 'key' } as const;
const reads = { ...shared, permission: 'bank.read' } as const;
const writes = { ...shared, permission: 'bank.write' } as const;

export const listMentalModels = operation({
  ...reads,
  id: 'list_mental_models',
  method: 'GET',
  path: MODELS,
  summary: 'List mental models',
  description: 'Lists mental models, most recently refreshed first, or as `sort` and `order` say.',
  query: z.object({
    tags: tagList().optional(),
    tags_match: z
      .enum(MENTAL_MODEL_TAG_MODES)
      .default('any')
      .describe('`any` and `all` never match a mental model without tags. `exact` without tags matches only those.'),
    detail: detail(),
    exclude_knowledge_pages: z.boolean().optional().describe('Excludes the pages of the knowledge base.'),
    sort: z.enum(MENTAL_MODEL_SORTS).default('last_refreshed_at'),
    order: z.enum(['desc', 'asc']).default('desc'),
    limit: exactLimit(100, 1, 1000),
    offset: offsetParam(),
  }),
  response: modelPage,
});

export const createMentalModel = operation({
  ...writes,
  id: 'create_mental_model',
  method: 'POST',
  path: MODELS,
  summary: 'Create a mental model',
  description:
    'Creates a mental model, and the bank if needed. An operation writes the content in the background, from the memories about the source query.',
  body: createBody,
  response: created,
  errors: [409],
  costsTokens: true,
});

export const getMentalModel = operation({
  ...reads,
  ...ofModel,
  id: 'get_mental_model',
  method: 'GET',
  path: ONE,
  summary: 'Get a mental model',
  query: z.object({ detail: detail() }),
  response: model,
  errors: [404],
});

export const updateMentalModel = operation({
  ...writes,
  ...ofModel,
  id: 'update_mental_model',
  method: 'PATCH',
  path: ONE,
  summary: 'Change a mental model',
  description: 'Missing and null fields are unchanged. Does not start a refresh.',
  body: patchBody,
  response: model,
  errors: [404, 409],
});

export const deleteMentalModel = operation({
  ...writes,
  ...ofModel,
  id: 'delete_mental_model',
  method: 'DELETE',
  path: ONE,
  summary: 'Delete a mental model',
  description: 'Deletes a mental model with all its versions, and cancels its refreshes.',
  response: z.object({ status: z.literal('deleted') }),
  errors: [404],
});

export const refreshMentalModel = operation({
  ...writes,
  ...ofModel,
  id: 'refresh_mental_model',
  method: 'POST',
  path: `${ONE}/refresh`,
  summary: 'Refresh a mental model',
  description:
    'Queues a refresh in the mode of the body or of the trigger. If a refresh is already queued, returns it and starts it without waiting for the minimum interval. If one is running, queues another.',
  body: z.object({ mode: z.literal('full').nullish().describe('Refreshes in full mode, regardless of the trigger.') }),
  response: submitted,
  errors: [404],
  costsTokens: true,
});

export const clearMentalModel = operation({
  ...writes,
  ...ofModel,
  id: 'clear_mental_model',
  method: 'POST',
  path: `${ONE}/clear`,
  summary: 'Clear the content of a mental model',
  description: 'Empties the document. The next refresh rewrites it. Earlier versions are preserved.',
  response: model,
  errors: [404],
});

export const restoreMentalModel = operation({
  ...writes,
  ...ofModel,
  id: 'restore_mental_model',
  method: 'POST',
  path: `${ONE}/restore`,
  summary: 'Restore a version of a mental model',
  description:
    'Restores content, blocks and evidence of a version as a new version. Name, query, tags and trigger are unchanged, and decisions about blocks remain in force. The next refresh reads the memories since that version. Restoring the current version creates none.',
  body: z.object({
    version: z
      .int()
      .min(0)
      .max(2 ** 31 - 1),
  }),
  response: model,
  errors: [404],
});

export const getMentalModelHistory = operation({
  ...reads,
  ...ofModel,
  id: 'get_mental_model_history',
  method: 'GET',
  path: `${ONE}/history`,
  summary: 'Get the history of a mental model',
  description:
    'Lists changes of the content, newest first, each with the previous content. `version` is the version that the change created.',
  query: z.object({ limit: exactLimit(50, 1, 1000), offset: offsetParam() }),
  response: z.array(historyEntry),
  errors: [404],
  nulls: 'sent',
});

export const listMentalModelVersions = operation({
  ...reads,
  ...ofModel,
  id: 'list_mental_model_versions',
  method: 'GET',
  path: `${ONE}/versions`,
  summary: 'List the versions of a mental model',
  description: 'Lists all versions, newest first, without their content. Version 0 is the initial, empty one.',
  query: z.object({ limit: exactLimit(100, 1, 1000), offset: offsetParam() }),
  response: versionPage,
  errors: [404],
  nulls: 'sent',
});

export const getMentalModelVersion = operation({
  ...reads,
  id: 'get_mental_model_version',
  method: 'GET',
  path: `${ONE}/versions/{version}`,
  summary: 'Get a version of a mental model',
  description: 'Returns the content of a version with the sources of every block, and how it was created.',
  params: ofModel.params.extend({
    version: z.coerce
      .number<string>()
      .int()
      .min(0)
      .max(2 ** 31 - 1),
  }),
  response: versionDetail,
  errors: [404],
  nulls: 'sent',
});

export const dryRunRefreshMentalModel = operation({
  ...writes,
  ...ofModel,
  id: 'dry_run_refresh_mental_model',
  method: 'POST',
  path: `${ONE}/dry-run-refresh`,
  summary: 'Preview a refresh of a mental model',
  description: 'Shows what a refresh would do now, and why. Nothing is written.',
  response: dryRun,
  errors: [404, 503, 504],
  costsTokens: true,
});
