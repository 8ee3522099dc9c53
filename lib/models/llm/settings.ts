import { LLM_USES, type LlmUse } from '#lib/models/llm/port';

/**
 * The models that the operator configured. Pure: `lib/api/env.ts` reads the variables and
 * interprets them here.
 */

export const LLM_PROVIDERS = ['builtin', 'openai', 'anthropic', 'google', 'openai-compatible'] as const;
export type LlmProvider = (typeof LLM_PROVIDERS)[number];

export interface LlmProviderSettings {
  readonly provider: LlmProvider;
  readonly model: string | null;
  readonly apiKey: string | null;
  readonly baseUrl: string | null;
}

/** The settings of the environment with one prefix. */
export interface EnvironmentSettings {
  readonly provider?: LlmProvider | undefined;
  readonly model?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
}

export interface LlmConfiguration extends LlmProviderSettings {
  /** the name in banks, the ledger and the settings page: the operator's, `default`, or its use */
  readonly name: string;
}

export interface LlmSettings {
  readonly byUse: Readonly<Record<LlmUse, LlmConfiguration>>;
  /** what a bank may choose beside `builtin` */
  readonly named: readonly LlmConfiguration[];
}

/** A bank that chooses it uses no model, even if one is configured. */
export const BUILTIN = 'builtin';
export const DEFAULT = 'default';
export const CONFIGURATION_NAME = /^[a-z][a-z0-9_]{0,30}$/;
const RESERVED: readonly string[] = [BUILTIN, DEFAULT, ...LLM_USES];

export const NOTHING: LlmProviderSettings = { provider: BUILTIN, model: null, apiKey: null, baseUrl: null };

/**
 * A missing setting is inherited if it has the same meaning: model and address only from the same
 * provider, and a key only together with its address.
 */
export function inherit(base: LlmProviderSettings, given: EnvironmentSettings): LlmProviderSettings {
  const provider = given.provider ?? base.provider;
  const from = provider === base.provider ? base : NOTHING;
  const baseUrl = given.baseUrl ?? from.baseUrl;
  return {
    provider,
    model: given.model ?? from.model,
    baseUrl,
    apiKey: given.apiKey ?? (baseUrl === from.baseUrl ? from.apiKey : null),
  };
}

const isGiven = (given: EnvironmentSettings): boolean => Object.values(given).some((value) => value !== undefined);

/**
 * Applies inheritance to the settings of the environment: those of the default model, of each use,
 * and of each named model.
 */
export function modelSettings(
  defaultModel: EnvironmentSettings,
  uses: Readonly<Record<LlmUse, EnvironmentSettings>>,
  named: ReadonlyMap<string, EnvironmentSettings>,
): LlmSettings {
  const base = { name: DEFAULT, ...inherit(NOTHING, defaultModel) };
  const byUse = Object.fromEntries(
    LLM_USES.map((use) => [use, isGiven(uses[use]) ? { name: use, ...inherit(base, uses[use]) } : base]),
  ) as Record<LlmUse, LlmConfiguration>;
  return { byUse, named: [...named].map(([name, given]) => ({ name, ...inherit(base, given) })) };
}

const HOSTED: readonly LlmProvider[] = ['openai', 'anthropic', 'google'];

/**
 * The missing settings of a configuration, as lines for the operator that contain names and never
 * values.
 */
export function missingSettings(prefix: string, settings: LlmProviderSettings): string[] {
  const { provider, model, apiKey, baseUrl } = settings;
  if (provider === BUILTIN) return [];
  const lines: string[] = [];
  if (model === null) lines.push(`${prefix}_MODEL: needed by ${prefix}_PROVIDER=${provider}`);
  if (provider === 'openai-compatible' && baseUrl === null) lines.push(`${prefix}_BASE_URL: needed by ${prefix}_PROVIDER=${provider}`);
  if (HOSTED.includes(provider) && apiKey === null && baseUrl === null)
    lines.push(`${prefix}_API_KEY: needed by ${prefix}_PROVIDER=${provider}`);
  if (baseUrl !== null && new URL(baseUrl).username !== '')
    lines.push(`${prefix}_BASE_URL: without a user name; the key belongs into ${prefix}_API_KEY`);
  return lines;
}

/** Invalid names in `SERVICE_API_LLM_NAMED`. */
export function badNames(names: readonly string[]): string[] {
  const bad = names.filter((name) => !CONFIGURATION_NAME.test(name) || RESERVED.includes(name));
  return bad.map(
    (name) =>
      `SERVICE_API_LLM_NAMED: ${JSON.stringify(name)} cannot be a name; lower-case letters, digits and _, and not ${RESERVED.join(', ')}`,
  );
}

/**
 * Identifies one model, under any configuration name: equal configurations are probed once and
 * share a breaker.
 */
export const fingerprint = ({ provider, model, apiKey, baseUrl }: LlmProviderSettings): string =>
  JSON.stringify([provider, model, apiKey, baseUrl]);

export const isAnyModelConfigured = ({ byUse, named }: LlmSettings): boolean =>
  [...Object.values(byUse), ...named].some(({ provider }) => provider !== BUILTIN);
