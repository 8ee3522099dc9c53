import { type LlmUse, MODEL_USES } from '#lib/models/llm/port';

/** Which models the operator configured. Pure: `lib/api/env.ts` reads the variables and asks here what they mean. */

export const MODEL_PROVIDERS = ['builtin', 'openai', 'anthropic', 'google', 'openai-compatible'] as const;
export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

export interface LlmProviderSettings {
  readonly provider: ModelProvider;
  readonly model: string | null;
  readonly apiKey: string | null;
  readonly baseUrl: string | null;
}

/** What stands in the environment under one prefix. */
export interface GivenSettings {
  readonly provider?: ModelProvider | undefined;
  readonly model?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
}

export interface ModelConfiguration extends LlmProviderSettings {
  /** what banks, the ledger and the settings page call it: a name of the operator's, `default`, or the use that it is for */
  readonly name: string;
}

export interface ModelSettings {
  readonly byUse: Readonly<Record<LlmUse, ModelConfiguration>>;
  /** what a bank may choose beside `builtin` */
  readonly named: readonly ModelConfiguration[];
}

/** A bank that chooses it uses no model, whatever is configured. */
export const BUILTIN = 'builtin';
export const DEFAULT = 'default';
export const CONFIGURATION_NAME = /^[a-z][a-z0-9_]{0,30}$/;
const RESERVED: readonly string[] = [BUILTIN, DEFAULT, ...MODEL_USES];

export const NOTHING: LlmProviderSettings = { provider: BUILTIN, model: null, apiKey: null, baseUrl: null };

/**
 * What is not given is inherited, as far as it can mean the same: model and address only from the same provider, and a key is never sent to
 * another address than the one it was given for.
 */
export function inherit(base: LlmProviderSettings, given: GivenSettings): LlmProviderSettings {
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

const isGiven = (given: GivenSettings): boolean => Object.values(given).some((value) => value !== undefined);

/** `given` by prefix: of the default, of each use, of each name. */
export function modelSettings(
  standard: GivenSettings,
  uses: Readonly<Record<LlmUse, GivenSettings>>,
  named: ReadonlyMap<string, GivenSettings>,
): ModelSettings {
  const base = { name: DEFAULT, ...inherit(NOTHING, standard) };
  const byUse = Object.fromEntries(
    MODEL_USES.map((use) => [use, isGiven(uses[use]) ? { name: use, ...inherit(base, uses[use]) } : base]),
  ) as Record<LlmUse, ModelConfiguration>;
  return { byUse, named: [...named].map(([name, given]) => ({ name, ...inherit(base, given) })) };
}

const HOSTED: readonly ModelProvider[] = ['openai', 'anthropic', 'google'];

/** What is missing of a configuration, as lines for the operator that name settings and never values. */
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

/** Names of `SERVICE_API_LLM_NAMED` that cannot be. */
export function badNames(names: readonly string[]): string[] {
  const bad = names.filter((name) => !CONFIGURATION_NAME.test(name) || RESERVED.includes(name));
  return bad.map(
    (name) =>
      `SERVICE_API_LLM_NAMED: ${JSON.stringify(name)} cannot be a name; lower-case letters, digits and _, and not ${RESERVED.join(', ')}`,
  );
}

/** Of one model, whatever the configuration is called: configurations that are the same are probed once and break together. */
export const fingerprint = ({ provider, model, apiKey, baseUrl }: LlmProviderSettings): string =>
  JSON.stringify([provider, model, apiKey, baseUrl]);

export const isAnyModelConfigured = ({ byUse, named }: ModelSettings): boolean =>
  [...Object.values(byUse), ...named].some(({ provider }) => provider !== BUILTIN);
