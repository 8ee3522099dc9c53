import { z } from 'zod';
import { nameText } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { ignoredInTemplate } from '#lib/memory/templates/fields';

const MAX_NAME = 200;
const names = () => z.array(z.string());

const imported = z.object({
  bank_id: z.string(),
  config_applied: z.boolean(),
  mental_models_created: names(),
  mental_models_updated: names().describe('Those that differ from the stored ones. Equal ones are not listed.'),
  directives_created: names(),
  directives_updated: names().describe('Those that differ from the stored ones. Equal ones are not listed.'),
  operation_ids: names().describe('Refreshes of created and updated mental models.'),
  dry_run: z.boolean(),
});
export type TemplateImported = z.output<typeof imported>;

const ofBank = { tag: 'Transfer', auth: 'key' } as const;

export const importTemplate = operation({
  ...ofBank,
  id: 'import_bank_template',
  method: 'POST',
  path: '/v1/default/banks/{bank_id}/import',
  summary: 'Set up a bank from a template',
  description:
    'Sets settings, and creates or updates mental models and directives, in one transaction. Creates the bank if needed; for an existing bank, the ' +
    'caller must be allowed to change its settings. Importing the same template again changes nothing. `GET /v1/bank-template-schema` describes the body.',
  permission: 'bank.create',
  query: z.object({
    name: nameText(MAX_NAME).optional().describe('The display name, if the import creates the bank.'),
    dry_run: z.boolean().default(false).describe('Only reports what would be created and updated, or why the import would fail.'),
  }),
  // The template is checked by the service, whose refusals are 400.
  body: z.unknown().meta({ type: 'object', additionalProperties: true }),
  idle: (body: unknown) => ignoredInTemplate(body),
  response: imported,
  errors: [400, 409],
  costsTokens: true,
});

export const exportTemplate = operation({
  ...ofBank,
  id: 'export_bank_template',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/export',
  summary: 'Export a bank as a template',
  description:
    'Settings that the bank overrides, its mental models without their content, and all directives. Importing it into the same bank changes nothing.',
  permission: 'bank.read',
  response: z.object({
    version: z.string(),
    bank: z.record(z.string(), z.unknown()).nullish(),
    mental_models: z.array(z.record(z.string(), z.unknown())).nullish(),
    directives: z.array(z.record(z.string(), z.unknown())).nullish(),
  }),
  errors: [404],
});

export const templateSchema = operation({
  id: 'get_bank_template_schema',
  method: 'GET',
  path: '/v1/bank-template-schema',
  tag: 'Monitoring',
  summary: 'Get the schema of templates',
  description: 'The JSON Schema of a template.',
  auth: 'none',
  permission: null,
  response: z.record(z.string(), z.unknown()),
});
