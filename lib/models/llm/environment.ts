import { z } from 'zod';
import { LLM_USES, type LlmUse } from '#lib/models/llm/port';
import {
  badNames,
  DEFAULT,
  type EnvironmentSettings,
  inherit,
  LLM_PROVIDERS,
  type LlmProviderSettings,
  type LlmSettings,
  missingSettings,
  modelSettings,
  NOTHING,
} from '#lib/models/llm/settings';

/**
 * The settings of models, embeddings and the reranker: a part of the schema of `lib/api/env.ts`.
 */

export interface RerankerSettings {
  readonly url: string;
  readonly model: string | null;
  readonly apiKey: string | null;
}

export interface ReasoningSettings {
  readonly models: LlmSettings;
  readonly embeddings: LlmProviderSettings;
  readonly reranker: RerankerSettings | null;
}

const text = () => z.string().optional();
const address = () => z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional();

const provider = (prefix: string) => ({
  [`${prefix}_PROVIDER`]: z.enum(LLM_PROVIDERS).optional(),
  [`${prefix}_MODEL`]: text(),
  [`${prefix}_API_KEY`]: text(),
  [`${prefix}_BASE_URL`]: address(),
});

const LLM = 'SERVICE_API_LLM';
const EMBEDDINGS = 'SERVICE_API_EMBEDDINGS';
const ofUse = (use: string): string => `SERVICE_API_${use.toUpperCase()}_LLM`;
const ofName = (name: string): string => `${LLM}_${name.toUpperCase()}`;

const listed = (names: string): string[] => [
  ...new Set(
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];

export const modelShape = {
  ...provider(LLM),
  ...provider(ofUse('retain')),
  ...provider(ofUse('consolidation')),
  ...provider(ofUse('reflect')),
  SERVICE_API_LLM_NAMED: z.string().optional(),
  ...provider(EMBEDDINGS),
  SERVICE_API_RERANKER_URL: address(),
  SERVICE_API_RERANKER_API_KEY: text(),
  SERVICE_API_RERANKER_MODEL: text(),
};

type EnvironmentSource = Readonly<Record<string, unknown>>;

const given = (source: EnvironmentSource, prefix: string): EnvironmentSettings => ({
  provider: source[`${prefix}_PROVIDER`] as EnvironmentSettings['provider'],
  model: source[`${prefix}_MODEL`] as string | undefined,
  apiKey: source[`${prefix}_API_KEY`] as string | undefined,
  baseUrl: source[`${prefix}_BASE_URL`] as string | undefined,
});

/** The operator chooses these names, so they are validated here and not by the schema. */
function checkNamed(source: EnvironmentSource, names: readonly string[]): string[] {
  const issues = names.flatMap((name) => z.object(provider(ofName(name))).safeParse(source).error?.issues ?? []);
  return issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

const rerankerOf = (source: EnvironmentSource): RerankerSettings | null => {
  const of = (name: string) => (source[`SERVICE_API_RERANKER_${name}`] as string | undefined) ?? null;
  const url = of('URL');
  return url === null ? null : { url, model: of('MODEL'), apiKey: of('API_KEY') };
};

/** Finds models that could never be called. */
function incomplete({ byUse, named }: LlmSettings, embeddings: LlmProviderSettings): string[] {
  const lines = [
    ...Object.values(byUse).flatMap((settings) => missingSettings(settings.name === DEFAULT ? LLM : ofUse(settings.name), settings)),
    ...named.flatMap((settings) => missingSettings(ofName(settings.name), settings)),
    ...(embeddings.provider === 'anthropic'
      ? [`${EMBEDDINGS}_PROVIDER: anthropic has no embedding models`]
      : missingSettings(EMBEDDINGS, embeddings)),
  ];
  return [...new Set(lines)];
}

/**
 * `raw` is validated by the schema, `source` contains all settings. `wrong` has a line for each
 * contradiction, without values.
 */
export function readModels(
  raw: EnvironmentSource,
  source: EnvironmentSource,
): { readonly settings: ReasoningSettings; readonly wrong: readonly string[] } {
  const names = listed((raw.SERVICE_API_LLM_NAMED as string | undefined) ?? '');
  const misnamed = [...badNames(names), ...checkNamed(source, names)];
  const uses = Object.fromEntries(LLM_USES.map((use) => [use, given(raw, ofUse(use))])) as Record<LlmUse, EnvironmentSettings>;
  const named = new Map(misnamed.length > 0 ? [] : names.map((name) => [name, given(source, ofName(name))]));
  const models = modelSettings(given(raw, LLM), uses, named);
  const embeddings = inherit(NOTHING, given(raw, EMBEDDINGS));
  return { settings: { models, embeddings, reranker: rerankerOf(raw) }, wrong: [...misnamed, ...incomplete(models, embeddings)] };
}
