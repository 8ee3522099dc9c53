import { z } from 'zod';
import { isKeyless, KEYLESS, offsetParam, openLimit, searchText, timestampOut, WITHOUT_EFFECT } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { bankSettings } from '#lib/memory/settings/contract';

const MAX_NAME = 200;
export const MAX_MISSION = 64 * 1024;

const trait = () => z.int().min(1).max(5);

export const disposition = z
  .object({
    skepticism: trait().describe('1 trusting to 5 sceptical'),
    literalism: trait().describe('1 flexible to 5 literal'),
    empathy: trait().describe('1 detached to 5 empathetic'),
  })
  .describe('How a bank reads and answers, each trait from 1 to 5; 3 is neutral.');

const text = (max: number) => z.string().max(max).nullish();

const { shape } = bankSettings;
/** Settings of the bank's configuration that the profile's operations take too; null leaves them as they are. */
const settings = {
  retain_mission: shape.retain_mission.optional(),
  retain_extraction_mode: shape.retain_extraction_mode.nullish(),
  retain_custom_instructions: shape.retain_custom_instructions.optional(),
  retain_chunk_size: shape.retain_chunk_size.nullish(),
  retain_structured_chunk_size: shape.retain_structured_chunk_size.optional(),
  enable_observations: shape.enable_observations.nullish(),
  observations_mission: shape.observations_mission.optional(),
  enable_temporal_retrieval: shape.enable_temporal_retrieval.nullish(),
  enable_graph_retrieval: shape.enable_graph_retrieval.nullish(),
  enable_reranking: shape.enable_reranking.nullish(),
};
export const BODY_SETTINGS = Object.keys(settings) as (keyof typeof settings)[];

export const bankBody = z
  .object({
    name: z.string().max(MAX_NAME).refine(isKeyless, KEYLESS).nullish().describe('Display name. A new bank is called by its id.'),
    reflect_mission: text(MAX_MISSION).describe('Who the agent is and what its memory is for.'),
    mission: text(MAX_MISSION).describe('Alias of `reflect_mission`.'),
    background: text(MAX_MISSION).describe('Older alias of `reflect_mission`. Of the three the first that is not empty counts.'),
    disposition: disposition.nullish(),
    disposition_skepticism: trait().nullish().describe('Wins over `disposition`.'),
    disposition_literalism: trait().nullish().describe('Wins over `disposition`.'),
    disposition_empathy: trait().nullish().describe('Wins over `disposition`.'),
    ...settings,
  })
  .meta({ examples: [{ name: 'Night agent', reflect_mission: 'Remembers what guests ask for.' }] });
export type BankBody = z.output<typeof bankBody>;

export const bankProfile = z.object({
  bank_id: z.string(),
  name: z.string(),
  disposition,
  mission: z.string(),
  background: z.string().describe('The same text as `mission`.'),
});
export type BankProfile = z.output<typeof bankProfile>;

export const bankListItem = z.object({
  bank_id: z.string(),
  name: z.string(),
  disposition,
  mission: z.string(),
  created_at: timestampOut(),
  updated_at: timestampOut(),
  fact_count: z.int().describe('Memory units that are not invalidated, observations included.'),
  last_document_at: timestampOut().nullable().describe('When a document was last written.'),
  last_write_at: timestampOut().nullable().describe('When memories were last written or taken away.'),
});
export type BankListItem = z.output<typeof bankListItem>;

export const deleteResponse = z.object({
  success: z.boolean(),
  message: z.string().nullish(),
  deleted_count: z.int().nullish(),
});
export type DeleteResponse = z.output<typeof deleteResponse>;

export const listBanks = operation({
  id: 'list_banks',
  method: 'GET',
  path: '/v1/default/banks',
  tag: 'Banks',
  summary: 'List banks',
  description:
    'All banks that the key may use, with their profiles; the last written first, a bank that was never written to by its creation. Without `limit` the list is complete.',
  auth: 'key',
  permission: 'bank.list',
  query: z.object({
    q: searchText().optional().describe('Part of the id or the name, in any case.'),
    limit: openLimit(),
    offset: offsetParam(),
  }),
  response: z.object({ banks: z.array(bankListItem), total: z.int(), limit: z.int(), offset: z.int() }),
});

export const putBank = operation({
  id: 'create_or_update_bank',
  method: 'PUT',
  path: '/v1/default/banks/{bank_id}',
  tag: 'Banks',
  summary: 'Create or update a bank',
  description: 'Creates the bank if it is not there. Of an existing bank only the fields that are given change; null changes nothing.',
  auth: 'key',
  permission: 'bank.create',
  body: bankBody,
  response: bankProfile,
});

export const patchBank = operation({
  id: 'update_bank',
  method: 'PATCH',
  path: '/v1/default/banks/{bank_id}',
  tag: 'Banks',
  summary: 'Update a bank',
  description: 'Changes the given fields of an existing bank; null changes nothing. A body that changes nothing is a 422.',
  auth: 'key',
  permission: 'bank.configure',
  body: bankBody,
  response: bankProfile,
  errors: [404],
});

export const deleteBank = operation({
  id: 'delete_bank',
  method: 'DELETE',
  path: '/v1/default/banks/{bank_id}',
  tag: 'Banks',
  summary: 'Delete a bank',
  description: 'Deletes the bank with everything in it, for good. A bank that is not there counts as deleted.',
  auth: 'key',
  permission: 'bank.delete',
  response: deleteResponse.describe('`deleted_count` is the number of memory units, entities and documents.'),
});

export const getProfile = operation({
  id: 'get_bank_profile',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/profile',
  tag: 'Banks',
  summary: 'Get the profile of a bank',
  auth: 'key',
  permission: 'bank.read',
  response: bankProfile,
  errors: [404],
  deprecated: true,
});

export const putProfile = operation({
  id: 'update_bank_disposition',
  method: 'PUT',
  path: '/v1/default/banks/{bank_id}/profile',
  tag: 'Banks',
  summary: 'Set the disposition of a bank',
  description: 'Creates the bank if it is not there.',
  auth: 'key',
  permission: 'bank.configure',
  body: z.object({ disposition }),
  response: bankProfile,
  deprecated: true,
});

export const postBackground = operation({
  id: 'add_bank_background',
  method: 'POST',
  path: '/v1/default/banks/{bank_id}/background',
  tag: 'Banks',
  summary: 'Add to the mission of a bank',
  description:
    'The model of the bank merges them with the mission into one text, what is added before what it contradicts. Where no model is configured, or it cannot be asked now, the sentences that the ' +
    'mission does not hold yet are appended as they are. The disposition stays. Creates the bank if it is not there.',
  auth: 'key',
  permission: 'bank.configure',
  body: z
    .object({
      content: z.string().min(1).max(MAX_MISSION).describe('Sentences to add.'),
      update_disposition: z
        .boolean()
        .default(true)
        .describe('Accepted and without effect: a disposition is chosen, not read from a text.')
        .meta(WITHOUT_EFFECT),
    })
    .meta({ examples: [{ content: 'Guests speak English or Polish.' }] }),
  response: z.object({ mission: z.string(), background: z.string() }),
  deprecated: true,
});
