import { z } from 'zod';
import { ServiceError } from '#lib/base/errors';
import { givenIn, type TemplateManifest, templateManifest } from '#lib/memory/templates/fields';

/** Reading a template. Pure. */

const refused = (what: string, messages: readonly string[]): ServiceError =>
  new ServiceError('bad_request', `Template ${what} failed: ${messages.join('; ')}`);

/** A template that contradicts itself, the bank or this version. */
export const invalidTemplate = (...messages: readonly string[]): ServiceError => refused('validation', messages);

/** The first value that is listed before. */
function duplicateOf(values: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return values.find((value) => seen.size === seen.add(value).size);
}

/** Throws `bad_request` with all faults. */
export function parseTemplate(body: unknown): TemplateManifest {
  const parsed = templateManifest.safeParse(givenIn(body));
  if (!parsed.success)
    throw refused(
      'schema validation',
      parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message.replace(/^Value error, /, '')}`),
    );
  const { bank, mental_models: models, directives } = parsed.data;
  const faults: string[] = [];
  const id = duplicateOf((models ?? []).map((each) => each.id));
  if (id !== undefined) faults.push(`mental model '${id}' is listed twice`);
  const name = duplicateOf((directives ?? []).map((each) => each.name));
  if (name !== undefined) faults.push(`directive '${name}' is listed twice`);
  if (bank?.retain_custom_instructions && bank.retain_extraction_mode !== 'custom')
    faults.push("retain_custom_instructions requires retain_extraction_mode 'custom'");
  if (faults.length > 0) throw invalidTemplate(...faults);
  return parsed.data;
}

/** The JSON Schema of a template, as input. */
export const templateJsonSchema = (): Record<string, unknown> => ({
  title: 'Bank template',
  ...z.toJSONSchema(templateManifest, { io: 'input', unrepresentable: 'any' }),
});
