import { bankSettings, isIdleSetting } from '#lib/memory/settings/contract';
import { archiveFault } from '#lib/memory/transfer/archive/limits';
import { BANK_ROW_NAME } from '#lib/memory/transfer/row-tables';

type Shape = typeof bankSettings.shape;
const isSetting = (name: string): name is keyof Shape => Object.hasOwn(bankSettings.shape, name);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The settings that this version knows with a valid value; others have no effect and stay out. */
function knownSettings(config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(config).filter(
      ([name, value]) => isIdleSetting(name) || (isSetting(name) && bankSettings.shape[name].safeParse(value).success),
    ),
  );
}

/** The row of a bank of an archive as JSON, with valid settings. Throws `archiveFault`. */
export function importedConfig(row: unknown): string {
  if (!isObject(row)) throw archiveFault(`${BANK_ROW_NAME} is no object`);
  return JSON.stringify({ ...row, config: isObject(row.config) ? knownSettings(row.config) : {} });
}
