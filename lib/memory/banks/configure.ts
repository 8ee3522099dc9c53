import type { Db, Queryable, Tx } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';
import { type BankScope, NO_BANK } from '#lib/base/scope';
import { changeSettings } from '#lib/memory/banks/change';
import { type BankDefaults, overridesOf } from '#lib/memory/banks/config';
import { inEnsuredBank } from '#lib/memory/banks/service';
import * as store from '#lib/memory/banks/store';
import {
  type BankConfigResponse,
  type BankSettings,
  bankSettings,
  DEFAULT_SETTINGS,
  IDLE_SETTINGS,
  type IdleSetting,
  isIdleSetting,
  PROFILE_SETTINGS,
  SETTING_NAMES,
  type SettingName,
  settingName,
} from '#lib/memory/settings/contract';
import { sentenceOf } from '#lib/memory/settings/faults';
import { MCP_TOOLS, unknownTools } from '#lib/memory/settings/mcp-tools';
import { BUILTIN, type LlmSettings } from '#lib/models/llm/settings';

/** Reads and changes the configuration of a bank. */

export interface ConfigServices {
  readonly db: Db;
  readonly env: BankDefaults;
  /** the language models that the server offers to banks */
  readonly models?: { readonly settings: Pick<LlmSettings, 'named'> } | undefined;
}

type ConfigSources = Pick<ConfigServices, 'env' | 'models'>;

const modelNames = ({ models }: Pick<ConfigServices, 'models'>): string[] => [
  BUILTIN,
  ...(models?.settings.named ?? []).map(({ name }) => name),
];

const CREDENTIAL = /key|secret|password|credential|authorization|base_url|endpoint|(?:^|_)token$/;
const MODEL_SETTINGS: readonly string[] = ['retain_llm', 'consolidation_llm', 'reflect_llm'] satisfies SettingName[];

const isSetting = (name: string): name is SettingName => Object.hasOwn(bankSettings.shape, name);
const isProfile = (name: string): boolean => (PROFILE_SETTINGS as readonly string[]).includes(name);
const refuse = (message: string): never => {
  throw new ServiceError('bad_request', message);
};

function nameOf(given: string): SettingName | IdleSetting {
  const name = settingName(given);
  if (isSetting(name) || isIdleSetting(name)) return name;
  if (CREDENTIAL.test(name.toLowerCase()))
    return refuse(`'${name}' cannot be set for a bank: only the operator of the server can set credentials and addresses`);
  return refuse(`'${name}' is not a setting of a bank`);
}

/** Maximum characters of a setting without effect, as JSON. */
const MAX_IDLE = 16_384;

/** Throws `bad_request` for names of tools that do not exist; stored ones are ignored when read. */
function requireKnownTools(names: BankSettings['mcp_enabled_tools']): void {
  const unknown = unknownTools(names ?? []);
  if (unknown.length > 0) refuse(`mcp_enabled_tools: there is no tool ${unknown.join(', ')}. The tools are ${MCP_TOOLS.join(', ')}`);
}

function checked(name: SettingName | IdleSetting, given: unknown, offered: readonly string[]): unknown {
  if (isIdleSetting(name)) {
    if (JSON.stringify(given).length > MAX_IDLE) refuse(`${name} must have at most ${MAX_IDLE} characters`);
    return given;
  }
  const parsed = bankSettings.shape[name].safeParse(given, { reportInput: true });
  if (!parsed.success) return refuse(sentenceOf(name, defined(parsed.error.issues[0])));
  // The schema of this setting has just produced the value.
  if (name === 'mcp_enabled_tools') requireKnownTools(parsed.data as BankSettings['mcp_enabled_tools']);
  if (MODEL_SETTINGS.includes(name) && !offered.includes(String(parsed.data)))
    return refuse(`${name} must be one of ${offered.join(', ')}`);
  return parsed.data;
}

export interface SettingChange {
  readonly set: Readonly<Partial<BankSettings>>;
  readonly unset: readonly (SettingName | IdleSetting)[];
}

/** Validates an update. Throws `bad_request` for the first invalid entry. */
export function readUpdates(updates: Readonly<Record<string, unknown>>, offered: readonly string[] = [BUILTIN]): SettingChange {
  const set: Record<string, unknown> = {};
  const unset: (SettingName | IdleSetting)[] = [];
  for (const [given, value] of Object.entries(updates)) {
    const name = nameOf(given);
    if (name in set || unset.includes(name)) refuse(`'${name}' is given twice`);
    if (value === null || value === undefined) unset.push(name);
    else set[name] = checked(name, value, offered);
  }
  return { set: set as Partial<BankSettings>, unset };
}

const profileOf = (row: store.BankRow): Pick<BankSettings, (typeof PROFILE_SETTINGS)[number]> => ({
  reflect_mission: row.mission,
  disposition_skepticism: row.skepticism,
  disposition_literalism: row.literalism,
  disposition_empathy: row.empathy,
});

const NO_EFFECT = 'This setting has no effect in this version';

/**
 * Overrides with language models that the server no longer offers. `choose` in
 * `lib/models/llm/models.ts` selects the model used instead.
 */
function withdrawn(overrides: Partial<BankSettings>, offered: readonly string[]): Record<string, string> {
  const unavailable = Object.entries(overrides).filter(
    ([name, value]) => MODEL_SETTINGS.includes(name) && !offered.includes(String(value)),
  );
  return Object.fromEntries(
    unavailable.map(([name, value]) => [name, `The server no longer offers '${value}': the setting counts as not set`]),
  );
}

function toResponse(bankId: string, { env, models }: ConfigSources, row: store.SettingsRow | null): BankConfigResponse {
  const inherited: BankSettings = { ...DEFAULT_SETTINGS, ...env.bankDefaults };
  const profile = row ? Object.entries(profileOf(row)).filter(([name, value]) => value !== DEFAULT_SETTINGS[name as SettingName]) : [];
  const stored = Object.entries(row?.config ?? {}).filter(([name]) => isIdleSetting(name));
  const overrides: Partial<BankSettings> = {
    ...Object.fromEntries(profile),
    ...(row && overridesOf(row.config)),
    ...Object.fromEntries(stored),
  };
  const idle = { ...withdrawn(overrides, modelNames({ models })), ...Object.fromEntries(stored.map(([name]) => [name, NO_EFFECT])) };
  const config: Partial<BankSettings> = {
    ...inherited,
    ...Object.fromEntries(Object.entries(overrides).filter(([name]) => !(name in idle))),
  };
  const inOrder = (values: Partial<BankSettings>) => Object.fromEntries(SETTING_NAMES.map((name) => [name, values[name]]));
  return {
    ...{ bank_id: bankId, config: inOrder(config), overrides, inherited: inOrder(inherited) },
    ...(Object.keys(idle).length > 0 && { not_in_force: idle }),
  };
}

export async function readConfig(
  { db, env, models }: ConfigSources & { readonly db: Queryable },
  scope: BankScope,
): Promise<BankConfigResponse> {
  return toResponse(scope.bankId, { env, models }, scope.bankUid === NO_BANK ? null : await store.findSettings(db, scope));
}

/** Applies all of an update or nothing. An unknown bank is created only if the update is valid. */
export async function updateConfig(
  services: ConfigServices,
  unsure: BankScope,
  updates: Readonly<Record<string, unknown>>,
): Promise<BankConfigResponse> {
  const change = readUpdates(updates, modelNames(services));
  return inEnsuredBank(services.db, unsure, (tx, scope) => applySettings(tx, services, scope, change));
}

/** Resets all settings. A missing bank has none, so nothing is done. */
export async function resetConfig(services: ConfigServices, scope: BankScope): Promise<BankConfigResponse> {
  if (scope.bankUid === NO_BANK) return toResponse(scope.bankId, services, null);
  return services.db.transaction((tx) => applySettings(tx, services, scope, { set: {}, unset: [...SETTING_NAMES, ...IDLE_SETTINGS] }));
}

/** Validates new values by name. Throws `bad_request` for the first invalid one. */
export const readSettings = (services: Pick<ConfigServices, 'models'>, updates: Readonly<Record<string, unknown>>): SettingChange =>
  readUpdates(updates, modelNames(services));

/** Applies a valid change in a transaction. A bank that was deleted is a 404. */
export async function applySettings(
  tx: Tx,
  { env, models }: Omit<ConfigServices, 'db'>,
  scope: BankScope,
  { set, unset }: SettingChange,
): Promise<BankConfigResponse> {
  const profile = { ...Object.fromEntries(unset.filter(isProfile).map((name) => [name, DEFAULT_SETTINGS[name as SettingName]])), ...set };
  const wanted: store.BankChange = {
    mission: profile.reflect_mission,
    skepticism: profile.disposition_skepticism,
    literalism: profile.disposition_literalism,
    empathy: profile.disposition_empathy,
    config: Object.fromEntries(Object.entries(set).filter(([name]) => !isProfile(name))),
    unset,
  };
  const row = await changeSettings(tx, scope, wanted);
  if (!row) throw new ServiceError('not_found', `Bank '${scope.bankId}' not found`);
  const changed = toResponse(scope.bankId, { env, models }, row);
  assertBounds(changed.config);
  return changed;
}

/** Throws `bad_request` if settings would contradict each other after a change of `config`. */
export const requireConsistent = (config: BankConfigResponse['config'], { set }: SettingChange): void =>
  assertBounds({ ...config, ...set });

/** Validates settings that depend on each other. */
function assertBounds({ recall_budget_min: min, recall_budget_max: max }: BankConfigResponse['config']): void {
  if (Number(min) > Number(max)) refuse(`recall_budget_min (${min}) must be at most recall_budget_max (${max})`);
}
