import { defined } from '#lib/base/defined';
import {
  type BankSettings,
  bankSettings,
  DEFAULT_SETTINGS,
  PROFILE_SETTINGS,
  SETTING_NAMES,
  type SettingName,
} from '#lib/memory/settings/contract';

/**
 * The effective settings of a bank: its own values, else those of the server, else the defaults.
 * Pure.
 */

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name;
type ProfileSetting = (typeof PROFILE_SETTINGS)[number];
/** Mission and disposition are columns of the bank's row, not part of its configuration. */
export type BankConfig = { readonly [Name in Exclude<SettingName, ProfileSetting> as Camel<Name>]: BankSettings[Name] };

/** The settings of the server for banks that do not override them. */
export interface BankDefaults {
  readonly bankDefaults: Readonly<Partial<BankSettings>>;
}

const isProfile = (name: string): boolean => (PROFILE_SETTINGS as readonly string[]).includes(name);
const CONFIG_NAMES = SETTING_NAMES.filter((name) => !isProfile(name));
const KEYS = new Map(CONFIG_NAMES.map((name) => [name, name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())]));

const inherited = new WeakMap<object, BankConfig>();

function inheritedOf({ bankDefaults }: BankDefaults): BankConfig {
  const known = inherited.get(bankDefaults);
  if (known) return known;
  const values: Record<string, unknown> = { ...DEFAULT_SETTINGS, ...bankDefaults };
  const config = Object.fromEntries(CONFIG_NAMES.map((name) => [defined(KEYS.get(name)), values[name]])) as BankConfig;
  inherited.set(bankDefaults, config);
  return config;
}

/** The valid overrides of a bank. A value that this version does not accept counts as not set. */
export function overridesOf(stored: Readonly<Record<string, unknown>>): Partial<BankSettings> {
  const valid = Object.entries(stored).flatMap(([name, value]) => {
    if (!Object.hasOwn(bankSettings.shape, name) || isProfile(name)) return [];
    const parsed = bankSettings.shape[name as SettingName].safeParse(value);
    return parsed.success ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(valid) as Partial<BankSettings>;
}

const renamed = (settings: Readonly<Record<string, unknown>>): Partial<BankConfig> =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => {
      const key = KEYS.get(name as (typeof CONFIG_NAMES)[number]);
      return key === undefined || value === undefined ? [] : [[key, value]];
    }),
  );

/** The settings of the strategy with this name; empty if the name is null or unknown. */
export const strategyOf = ({ retainStrategies }: BankConfig, name: string | null): Partial<BankConfig> =>
  name !== null && Object.hasOwn(retainStrategies, name) ? renamed(defined(retainStrategies[name])) : {};

const NO_DEFAULTS: BankDefaults = { bankDefaults: {} };

/**
 * The effective settings. `env` contains the settings of the server, if any. `bank` is the state in
 * the caller's scope, null for a bank that does not exist. Cheap: called for every request.
 */
export function configOf(env: BankDefaults | undefined, bank: { readonly config: Readonly<Record<string, unknown>> } | null): BankConfig {
  const base = inheritedOf(env ?? NO_DEFAULTS);
  if (bank === null) return base;
  const own = overridesOf(bank.config);
  return Object.keys(own).length === 0 ? base : { ...base, ...renamed(own) };
}
