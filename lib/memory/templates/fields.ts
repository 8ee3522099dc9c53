import { z } from 'zod';
import { directiveBody, MAX_DIRECTIVES } from '#lib/memory/directives/contract';
import { createBody } from '#lib/memory/mental-models/fields';
import { ignoredSettings, unreadNames } from '#lib/memory/settings/contract';

/** Fields of a template. */

/** Of the manifest. An earlier one is read as well. */
const TEMPLATE_VERSION = 1;
/** In one template: all are created in one transaction. */
const MAX_MODELS = 1000;

const MODEL_ID = /^[a-z0-9][a-z0-9-]{0,127}$/;
/** Whether a template can contain a mental model with this id. */
export const isTemplateId = (id: string): boolean => MODEL_ID.test(id);

const version = z
  .string()
  .refine((text) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= TEMPLATE_VERSION, {
    error: `must be a version from "1" to "${TEMPLATE_VERSION}"`,
  })
  .meta({ examples: [String(TEMPLATE_VERSION)] });

const model = createBody.extend({
  id: z.string().regex(MODEL_ID, { error: 'must consist of at most 128 lower-case letters, digits and hyphens' }),
});

export const templateManifest = z.object({
  version,
  bank: z.record(z.string(), z.unknown()).nullish().describe('Settings of the bank by name. null leaves one unchanged.'),
  mental_models: z.array(model).max(MAX_MODELS).nullish().describe('Mental models, matched by their ids.'),
  directives: z.array(directiveBody).max(MAX_DIRECTIVES).nullish().describe('Directives, matched by their names.'),
});
export type TemplateManifest = z.output<typeof templateManifest>;
export type TemplateModel = z.output<typeof model>;
export type TemplateDirective = z.output<typeof directiveBody>;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Clients that send all of their fields send null for those that are not set. */
const withoutNulls = (value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null)) : value;

const modelOf = (value: unknown): unknown => {
  const given = withoutNulls(value);
  return isObject(given) && 'trigger' in given ? { ...given, trigger: withoutNulls(given.trigger) } : given;
};

/** A template without the nulls of fields that are not set. What is no object stays as it is. */
export function givenIn(body: unknown): unknown {
  if (!isObject(body)) return body;
  const { mental_models: models, directives, ...rest } = body;
  return {
    ...rest,
    mental_models: Array.isArray(models) ? models.map(modelOf) : models,
    directives: Array.isArray(directives) ? directives.map(withoutNulls) : directives,
  };
}

/** The fields of a valid template that are unknown or have no effect in this version. */
export function ignoredInTemplate(body: unknown): string[] {
  const given = givenIn(body);
  const parsed = templateManifest.safeParse(given);
  if (!parsed.success || !isObject(given)) return [];
  const unread = Object.entries(given).flatMap(([name, value]) =>
    name in templateManifest.shape ? unreadNames(value, parsed.data[name as keyof TemplateManifest], name) : [name],
  );
  return [...new Set([...unread, ...ignoredSettings(parsed.data.bank ?? {}, 'bank')])];
}
