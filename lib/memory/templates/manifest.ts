import { z } from 'zod';
import { ServiceError } from '#lib/base/errors';
import { type TemplateManifest, templateManifest } from '#lib/memory/templates/contract';

/** Reading a template. Pure. */

const refused = (what: string, messages: readonly string[]): ServiceError =>
  new ServiceError('bad_request', `Template ${what} failed: ${messages.join('; ')}`);

/** A template that contradicts itself or this version. */
export const invalidTemplate = (...messages: readonly string[]): ServiceError => refused('validation', messages);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Programs that send all of their fields send null for those that are not set. */
const withoutNulls = (value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null)) : value;

const modelOf = (value: unknown): unknown => {
  const given = withoutNulls(value);
  return isObject(given) && 'trigger' in given ? { ...given, trigger: withoutNulls(given.trigger) } : given;
};

const duplicateOf = (values: readonly string[]): string | undefined => values.find((value, i) => values.indexOf(value) !== i);

/** Throws `bad_request` with all faults. */
export function parseTemplate(body: Readonly<Record<string, unknown>>): TemplateManifest {
  const models = body.mental_models;
  const parsed = templateManifest.safeParse({ ...body, ...(Array.isArray(models) && { mental_models: models.map(modelOf) }) });
  if (!parsed.success)
    throw refused(
      'schema validation',
      parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message.replace(/^Value error, /, '')}`),
    );
  const { bank, mental_models: given, directives } = parsed.data;
  const model = duplicateOf((given ?? []).map(({ id }) => id));
  if (model !== undefined) throw invalidTemplate(`mental model '${model}' is listed twice`);
  const directive = duplicateOf((directives ?? []).map(({ name }) => name));
  if (directive !== undefined) throw invalidTemplate(`directive '${directive}' is listed twice`);
  if (bank?.retain_custom_instructions && bank.retain_extraction_mode !== 'custom')
    throw invalidTemplate("retain_custom_instructions requires retain_extraction_mode 'custom'");
  return parsed.data;
}

/** The JSON Schema of a template, as input. */
export const templateJsonSchema = (): Record<string, unknown> => ({
  title: 'Bank template',
  ...z.toJSONSchema(templateManifest, { io: 'input', unrepresentable: 'any' }),
});
