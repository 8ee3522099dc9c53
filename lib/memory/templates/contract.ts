import { z } from 'zod';
import { tagList, WITHOUT_EFFECT } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { createBody } from '#lib/memory/mental-models/fields';

/** Of the manifest. An earlier one is read as well. */
const TEMPLATE_VERSION = 1;
const MAX_MODELS = 100;

const version = z
  .string()
  .refine((text) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= TEMPLATE_VERSION, {
    error: `must be a version from "1" to "${TEMPLATE_VERSION}"`,
  })
  .meta({ examples: [String(TEMPLATE_VERSION)] });

const model = createBody.extend({
  id: z
    .string()
    .max(128)
    .regex(/^[a-z0-9][a-z0-9-]*$/, { error: 'must consist of lower-case letters, digits and hyphens' }),
});

const directive = z.object({
  name: z.string().min(1),
  content: z.string().min(1),
  priority: z.int().default(0),
  is_active: z.boolean().default(true),
  tags: tagList().default([]),
});

export const templateManifest = z.object({
  version,
  bank: z.record(z.string(), z.unknown()).nullish().describe('Settings of the bank by name. null leaves one unchanged.'),
  mental_models: z.array(model).max(MAX_MODELS).nullish().describe('Mental models, matched by their ids.'),
  directives: z.array(directive).nullish().describe('Accepted and ignored: this version has no directives.').meta(WITHOUT_EFFECT),
});
export type TemplateManifest = z.output<typeof templateManifest>;
export type TemplateModel = z.output<typeof model>;

const names = () => z.array(z.string());

const imported = z.object({
  bank_id: z.string(),
  config_applied: z.boolean(),
  mental_models_created: names(),
  mental_models_updated: names().describe('Those that differ from the stored ones. Equal ones are not listed.'),
  directives_created: names(),
  directives_updated: names(),
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
    'Sets settings, and creates or updates mental models, in one transaction. Creates the bank if needed. Importing the same template again ' +
    'changes nothing. `GET /v1/bank-template-schema` describes the body.',
  permission: 'bank.configure',
  query: z.object({ dry_run: z.boolean().default(false).describe('Only reports what would be created and updated.') }),
  body: z.record(z.string(), z.unknown()),
  idle: (body: Readonly<Record<string, unknown>>) => (Array.isArray(body.directives) && body.directives.length > 0 ? ['directives'] : []),
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
  description: 'Settings that the bank overrides, and its mental models without their content.',
  permission: 'bank.read',
  response: z.object({
    version: z.string(),
    bank: z.record(z.string(), z.unknown()).nullish(),
    mental_models: z.array(z.record(z.string(), z.unknown())).nullish(),
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
