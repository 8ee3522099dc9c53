import { transfer as t } from '#components/strings/transfer';

export type TemplateFile = { readonly body: Readonly<Record<string, unknown>> } | { readonly fault: string };

/** The server accepts requests up to 1 MiB. */
const MAX_BYTES = 1024 * 1024;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether an object is meant as a template. The server validates the rest. */
export const isTemplate = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && typeof value.version === 'string' && ['bank', 'mental_models', 'directives'].some((part) => part in value);

/** Reads a template of a bank, or says why a file is none. */
export async function readTemplate(file: Blob): Promise<TemplateFile> {
  if (file.size > MAX_BYTES) return { fault: t.templateTooLarge };
  try {
    const body: unknown = JSON.parse(await file.text());
    return isTemplate(body) ? { body } : { fault: t.notTemplate };
  } catch {
    return { fault: t.notTemplate };
  }
}

/** The settings that a template sets. */
export const settingsOf = ({ bank }: Readonly<Record<string, unknown>>): string[] =>
  isObject(bank) ? Object.keys(bank).filter((name) => bank[name] !== null) : [];

/** The names of the mental models of a template by id. */
export function modelNamesOf({ mental_models: models }: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const given = Array.isArray(models) ? models.filter(isObject) : [];
  return new Map(given.map(({ id, name }) => [String(id), String(name ?? id)]));
}
