import { z } from 'zod';
import { looseNameText, offsetParam, openLimit, searchText, timestampOut, WITHOUT_EFFECT } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { BANK_SORTS, MAX_UNREACHABLE } from '#lib/memory/banks/literals';
import { bankSettings } from '#lib/memory/settings/contract';

const MAX_NAME = 200;
export const MAX_MISSION = 64 * 1024;

const trait = () => z.int().min(1).max(5);

export const disposition = z
  .object({
    skepticism: trait().describe('1 (trusting) to 5 (skeptical)'),
    literalism: trait().describe('1 (flexible) to 5 (literal)'),
    empathy: trait().describe('1 (detached) to 5 (empathetic)'),
  })
  .describe('Traits that affect how the bank answers, each from 1 to 5; 3 is neutral.');

const text = (max: number) => z.string().max(max).nullish();

const { shape } = bankSettings;
/** Settings that the operations on the profile accept as well; null leaves them unchanged. */
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
    name: looseNameText(MAX_NAME).nullish().describe('Display name. Defaults to the id of the bank.'),
    reflect_mission: text(MAX_MISSION).describe('Who the agent is and what its memory is for.'),
    mission: text(MAX_MISSION).describe('Alias of `reflect_mission`.'),
    background: text(MAX_MISSION).describe('Older alias of `reflect_mission`. The first of the three that is not empty is used.'),
    disposition: disposition.nullish(),
    disposition_skepticism: trait().nullish().describe('Overrides the trait in `disposition`.'),
    disposition_literalism: trait().nullish().describe('Overrides the trait in `disposition`.'),
    disposition_empathy: trait().nullish().describe('Overrides the trait in `disposition`.'),
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
  fact_count: z.int().describe('Number of valid memories, including observations.'),
  last_document_at: timestampOut().nullable().describe('When a document was last written.'),
  last_write_at: timestampOut().nullable().describe('When memories were last written or deleted.'),
});
export type BankListItem = z.output<typeof bankListItem>;

export const unreachableBanks = z
  .object({ total: z.int(), bank_ids: z.array(z.string()).describe(`At most ${MAX_UNREACHABLE}, sorted.`) })
  .describe(
    'Banks whose database cannot be reached at the moment. They are not in `banks` and `total`. With `q`, those whose id contains it; it cannot be compared with their names, so `total` may be 0.',
  );
export type UnreachableBanks = z.output<typeof unreachableBanks>;

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
    'Lists all banks that the key can access, with their profiles, most recently written first, or as `sort` and `order` say. A bank without writes is ordered by its creation. Without `limit` the list is complete.',
  auth: 'key',
  permission: 'bank.list',
  query: z.object({
    q: searchText().optional().describe('Part of the id or the name. Case-insensitive.'),
    sort: z.enum(BANK_SORTS).default('last_write_at'),
    order: z.enum(['desc', 'asc']).default('desc'),
    limit: openLimit(),
    offset: offsetParam(),
  }),
  response: z.object({
    banks: z.array(bankListItem),
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
    unreachable: unreachableBanks.optional(),
  }),
});

export const putBank = operation({
  id: 'create_or_update_bank',
  method: 'PUT',
  path: '/v1/default/banks/{bank_id}',
  tag: 'Banks',
  summary: 'Create or update a bank',
  description: 'Creates the bank if it does not exist. For an existing bank, changes only the given fields; null changes nothing.',
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
  description: 'Changes the given fields of an existing bank; null changes nothing. A body without changes is rejected with 422.',
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
  description: 'Permanently deletes the bank and all its data. Also succeeds if the bank does not exist.',
  auth: 'key',
  permission: 'bank.delete',
  response: deleteResponse.describe('`deleted_count` is the number of memories, entities and documents.'),
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
  description: 'Creates the bank if it does not exist.',
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
    'The language model of the bank merges the sentences with the mission; they override what they contradict. Without an available model, sentences that the ' +
    'mission does not contain yet are appended verbatim. The disposition is unchanged. Creates the bank if it does not exist.',
  auth: 'key',
  permission: 'bank.configure',
  body: z
    .object({
      content: z.string().min(1).max(MAX_MISSION).describe('Sentences to add.'),
      update_disposition: z
        .boolean()
        .default(true)
        .describe('Has no effect: the disposition is never inferred from text.')
        .meta(WITHOUT_EFFECT),
    })
    .meta({ examples: [{ content: 'Guests speak English or Polish.' }] }),
  response: z.object({ mission: z.string(), background: z.string() }),
  deprecated: true,
});
