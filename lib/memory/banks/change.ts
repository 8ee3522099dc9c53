import { recordAudit } from '#lib/access/audit/service';
import type { Tx } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { settingsChanged } from '#lib/jobs/operations/service';
import * as store from '#lib/memory/banks/store';

/**
 * All changes to the settings of a bank go through this module, so that each is recorded in the
 * audit log.
 */

export const targetOf = ({ bankId }: Pick<BankScope, 'bankId'>) => ({ kind: 'bank', id: bankId, label: bankId }) as const;

/**
 * Maximum characters of missions and instructions in the audit log, because they are personal
 * texts.
 */
const MAX_LOGGED = 60;

type SettingValue = string | number | boolean | null | readonly string[];

const shortened = (text: string): string =>
  text.length <= MAX_LOGGED ? text : `${text.slice(0, MAX_LOGGED).trimEnd()}… (${text.length} characters)`;

function loggedValue(value: unknown): SettingValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string') return shortened(value);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.map(shortened);
  return shortened(JSON.stringify(value));
}

const settingsOf = ({ name, mission, skepticism, literalism, empathy, config }: store.SettingsRow): Record<string, unknown> => ({
  name,
  reflect_mission: mission,
  disposition_skepticism: skepticism,
  disposition_literalism: literalism,
  disposition_empathy: empathy,
  ...config,
});

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * The changed settings for the audit log, or null if nothing changed. A setting that the bank does
 * not override is null. Pure.
 */
export function differences(
  was: store.SettingsRow,
  is: store.SettingsRow,
): { before: Record<string, SettingValue>; after: Record<string, SettingValue> } | null {
  const [old, now] = [settingsOf(was), settingsOf(is)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => !same(old[name], now[name]));
  if (names.length === 0) return null;
  const side = (values: Record<string, unknown>, others: Record<string, unknown>) =>
    Object.fromEntries(
      names.map((name) => [name, values[name] == null && Array.isArray(loggedValue(others[name])) ? [] : loggedValue(values[name])]),
    );
  return { before: side(old, now), after: side(now, old) };
}

/** Changes settings and records the change. Returns null if the bank does not exist. */
export async function changeSettings(tx: Tx, scope: BankScope, wanted: store.BankChange): Promise<store.SettingsRow | null> {
  const was = await store.findSettings(tx, scope, { lock: true });
  const is = was && (await store.updateSettings(tx, scope, wanted));
  if (!was || !is) return null;
  const changed = differences(was, is);
  await settingsChanged(tx, scope, { before: was.config, after: is.config });
  if (changed) await recordAudit(tx, scope, { action: 'bank.configure', target: targetOf(scope), ...changed });
  return is;
}
