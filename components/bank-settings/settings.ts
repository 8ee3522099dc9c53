import type { core } from 'zod';
import { bankSettings as t } from '#components/strings/bank-settings';
import { number, numberFormat } from '#components/strings/counted';
import { ui } from '#components/strings/ui';
import { defined } from '#lib/base/defined';
import {
  type BankConfigResponse,
  type BankSettings,
  bankSettings,
  DEFAULT_SETTINGS,
  INHERITED,
  SETTING_NAMES,
  type SettingName,
} from '#lib/memory/settings/contract';

/** Formats and edits the settings of a bank. Pure. */

export const GROUPS = {
  retain: [
    ...(['retain_mission', 'retain_extraction_mode', 'retain_custom_instructions', 'retain_extract_causal_links'] as const),
    ...(['retain_chunk_size', 'retain_structured_chunk_size', 'entity_labels', 'entities_allow_free_form', 'llm_output_language'] as const),
    ...(['retain_strategies', 'retain_default_strategy', 'store_document_text', 'retain_ttl_seconds'] as const),
  ],
  observations: [
    ...(['enable_observations', 'enable_auto_consolidation', 'observations_mission', 'max_observations_per_scope'] as const),
    ...([
      'observation_scope_limits',
      'default_observation_scopes',
      'consolidation_llm_batch_size',
      'consolidation_max_memories_per_round',
    ] as const),
  ],
  recall: [
    ...([
      'recall_max_tokens',
      'recall_abstains',
      'recall_prefer_observations',
      'recall_fact_fallback',
      'recall_include_chunks',
      'recall_chunks_max_tokens',
    ] as const),
    ...([
      'enable_text_search',
      'enable_temporal_retrieval',
      'enable_graph_retrieval',
      'enable_reranking',
      'recall_budget_function',
    ] as const),
    ...(['recall_budget_fixed_low', 'recall_budget_fixed_mid', 'recall_budget_fixed_high'] as const),
    ...(['recall_budget_adaptive_low', 'recall_budget_adaptive_mid', 'recall_budget_adaptive_high'] as const),
    ...(['recall_budget_min', 'recall_budget_max'] as const),
  ],
  reflect: [
    ...(['reflect_mission', 'disposition_skepticism', 'disposition_literalism', 'disposition_empathy'] as const),
    'knowledge_page_default_trigger',
  ],
  models: ['retain_llm', 'consolidation_llm', 'reflect_llm'],
  mcp: ['mcp_enabled_tools'],
} as const satisfies Record<string, readonly SettingName[]>;
export type SettingGroup = keyof typeof GROUPS;
export const GROUP_NAMES = Object.keys(GROUPS) as SettingGroup[];

export const isSetting = (name: string): name is SettingName => (SETTING_NAMES as readonly string[]).includes(name);
export const groupOf = (name: SettingName): SettingGroup =>
  GROUP_NAMES.find((group) => (GROUPS[group] as readonly SettingName[]).includes(name)) ?? 'retain';

export type Kind = 'text' | 'word' | 'switch' | 'choice' | 'number' | 'model' | 'json';

const CHOICES: Partial<Record<SettingName, readonly string[]>> = {
  retain_extraction_mode: bankSettings.shape.retain_extraction_mode.options,
  recall_budget_function: bankSettings.shape.recall_budget_function.options,
};
export const choicesOf = (name: SettingName): readonly string[] => CHOICES[name] ?? [];

/** Settings whose default does not show that they are lists or objects. */
const JSON_SETTINGS: readonly SettingName[] = [
  ...(['default_observation_scopes', 'retain_strategies', 'knowledge_page_default_trigger', 'mcp_enabled_tools'] as const),
];

export function kindOf(name: SettingName): Kind {
  const defaultValue = DEFAULT_SETTINGS[name];
  if (CHOICES[name]) return 'choice';
  if (typeof defaultValue === 'boolean') return 'switch';
  if (Array.isArray(defaultValue) || JSON_SETTINGS.includes(name)) return 'json';
  if (typeof defaultValue === 'number' || name === 'retain_structured_chunk_size') return 'number';
  if ((GROUPS.models as readonly SettingName[]).includes(name)) return 'model';
  return name === 'llm_output_language' || name === 'retain_default_strategy' ? 'word' : 'text';
}

export type Origin = 'default' | 'environment' | 'bank';

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export interface EffectiveSetting {
  readonly name: SettingName;
  readonly value: unknown;
  /** The effective value if the bank does not override it. */
  readonly inherited: unknown;
  readonly origin: Origin;
  /** A value of the bank that is not effective: a model that is no longer offered. */
  readonly idle: string | null;
}

export function effectiveSetting({ config, overrides, inherited, not_in_force }: BankConfigResponse, name: SettingName): EffectiveSetting {
  const below = inherited[name];
  const origin = name in overrides ? 'bank' : isSame(below, DEFAULT_SETTINGS[name]) ? 'default' : 'environment';
  const idle = not_in_force && name in not_in_force ? String(overrides[name]) : null;
  return { name, value: config[name], inherited: below, origin, idle };
}

export const ownOf = (config: BankConfigResponse, names: readonly SettingName[] = SETTING_NAMES): SettingName[] =>
  names.filter((name) => name in config.overrides);

export const variableOf = (name: SettingName): string | null =>
  (INHERITED as readonly SettingName[]).includes(name) ? `SERVICE_API_${name.toUpperCase()}` : null;

const settingNumber = numberFormat({ maximumFractionDigits: 6 });

/** Formats a value with its unit. */
export function valueText(name: SettingName, value: unknown): string {
  const { unit } = t.settings[name];
  const kind = kindOf(name);
  if (kind === 'model') return value === null ? t.operatorModel : value === 'builtin' ? t.builtin : String(value);
  if (value === null || value === undefined || value === '') return t.notSet;
  if (typeof value === 'boolean') return value ? t.on : t.off;
  if (typeof value === 'object') return t.entries(Object.keys(value).length);
  if (name === 'max_observations_per_scope' && value === -1) return t.noLimit;
  if (typeof value === 'number') {
    const text = settingNumber(value);
    return unit ? t.valueWithUnit(text, unit) : text;
  }
  return t.modes[String(value)] ?? String(value);
}

/** The initial value of a form field. */
export function draftOf(name: SettingName, value: unknown): string {
  if (value === null || value === undefined) return '';
  return kindOf(name) === 'json' ? JSON.stringify(value, null, 2) : String(value);
}

export type ParsedSetting = { readonly value: unknown } | { readonly error: string };

function plainOf(name: SettingName, text: string): ParsedSetting {
  switch (kindOf(name)) {
    case 'switch':
      return { value: text === 'true' };
    case 'number':
      if (text.trim() === '') return { value: null };
      return Number.isFinite(Number(text)) ? { value: Number(text) } : { error: t.badNumber };
    case 'json':
      try {
        return { value: text.trim() === '' ? DEFAULT_SETTINGS[name] : JSON.parse(text) };
      } catch (error) {
        const [, line, column] = /line (\d+) column (\d+)/.exec(String(error)) ?? [];
        return { error: line && column ? t.badJsonAt(Number(line), Number(column)) : t.badJson };
      }
    default:
      return { value: text.trim() === '' ? (DEFAULT_SETTINGS[name] === '' ? '' : null) : text.trim() };
  }
}

const boundOf = (origin: string, bound: number | bigint): string => {
  const n = Number(bound);
  return origin === 'string' ? t.letters(n) : origin === 'array' ? t.entriesOf(n) : number(n);
};

/** The error message, with the violated bound. */
function faultOf(issue: core.$ZodIssue): string {
  if (issue.code === 'too_small') return (issue.inclusive === false ? t.moreThan : t.atLeast)(boundOf(issue.origin, issue.minimum));
  if (issue.code === 'too_big') return t.atMost(boundOf(issue.origin, issue.maximum));
  if (issue.code === 'invalid_type' && issue.expected === 'int') return t.wholeNumber;
  if (issue.code === 'invalid_type') return issue.input === undefined ? t.missing : (t.shouldBe[issue.expected] ?? t.wrongKind);
  if (issue.code === 'invalid_value') return t.oneOf(issue.values.map(String));
  return issue.message.replace(/^Value error, /, '');
}

/** "Entry 2, values 1, description": the position in a list of objects. */
const placeOf = (path: readonly PropertyKey[]): string =>
  ui.series(
    path.flatMap((part, at) => {
      if (typeof part === 'number') return typeof path[at - 1] === 'string' ? [] : [t.entry(part)];
      const next = path[at + 1];
      return [typeof next === 'number' ? t.entryOfList(String(part), next) : String(part)];
    }),
  );

/**
 * Validates with the schema of the server. Null resets to the inherited value, even if the schema
 * does not allow null.
 */
export function readDraft(name: SettingName, text: string): ParsedSetting {
  const plain = plainOf(name, text);
  if ('error' in plain || plain.value === null) return plain;
  const parsed = bankSettings.shape[name].safeParse(plain.value, { reportInput: true });
  if (parsed.success) return { value: parsed.data as BankSettings[SettingName] };
  const issue = defined(parsed.error.issues[0]);
  const words = faultOf(issue);
  return { error: issue.path.length > 0 ? t.faultAt(placeOf(issue.path), words) : words };
}

/** Whether saving would change the value of the bank or the effective value. */
export const changes = (setting: EffectiveSetting, value: unknown): boolean =>
  value === null ? setting.origin === 'bank' : !isSame(value, setting.value);
