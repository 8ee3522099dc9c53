import { z } from 'zod';

/**
 * Every setting, read once. The only file that looks at `process.env`; the rest gets an `Env`.
 * Names are listed with their meaning in `.env.example` and the README.
 */

const TRUE = ['true', '1', 'yes', 'on'];
const FALSE = ['false', '0', 'no', 'off'];

const flag = (standard: boolean) =>
  z
    .string()
    .refine((text) => [...TRUE, ...FALSE].includes(text.toLowerCase()), { error: 'must be true or false' })
    .transform((text) => TRUE.includes(text.toLowerCase()))
    .default(standard);

const whole = (standard: number, min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: `must be a whole number from ${min} to ${max}` })
    .transform(Number)
    .pipe(
      z
        .number()
        .min(min, { error: `must be at least ${min}` })
        .max(max, { error: `must be at most ${max}` }),
    )
    .default(standard);

const text = () => z.string().optional();
const address = () => z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional();

const PROVIDERS = ['builtin', 'openai', 'anthropic', 'google', 'openai-compatible'] as const;
const provider = (prefix: string) => ({
  [`${prefix}_PROVIDER`]: z.enum(PROVIDERS).optional(),
  [`${prefix}_MODEL`]: text(),
  [`${prefix}_API_KEY`]: text(),
  [`${prefix}_BASE_URL`]: address(),
});

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const schema = z.object({
  PORT: whole(3000, 0, 65_535),
  SERVICE_API_HOST: z.string().default('127.0.0.1'),
  SERVICE_API_DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres:// or postgresql://' })
    .optional(),
  SERVICE_API_DATABASE_DRIVER: z.enum(['embedded', 'pg', 'neon']).optional(),
  SERVICE_API_BOOTSTRAP_KEY: text(),
  SERVICE_API_OWNER_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  SERVICE_API_OWNER_PASSWORD: text(),
  NEXTAUTH_SECRET: text(),
  NEXTAUTH_URL: address(),
  SERVICE_API_AUTH_GITHUB_ID: text(),
  SERVICE_API_AUTH_GITHUB_SECRET: text(),
  SERVICE_API_AUTH_GOOGLE_ID: text(),
  SERVICE_API_AUTH_GOOGLE_SECRET: text(),
  SERVICE_API_AUTH_OIDC_ISSUER: address(),
  SERVICE_API_AUTH_OIDC_ID: text(),
  SERVICE_API_AUTH_OIDC_SECRET: text(),
  ...provider('SERVICE_API_LLM'),
  ...provider('SERVICE_API_RETAIN_LLM'),
  ...provider('SERVICE_API_CONSOLIDATION_LLM'),
  ...provider('SERVICE_API_REFLECT_LLM'),
  ...provider('SERVICE_API_EMBEDDINGS'),
  SERVICE_API_RERANKER_URL: address(),
  SERVICE_API_RERANKER_API_KEY: text(),
  SERVICE_API_RERANKER_MODEL: text(),
  SERVICE_API_ENABLE_BANK_LLM_HEALTH: flag(true),
  SERVICE_API_REQUESTS_PER_MINUTE: whole(0, 0, 1_000_000),
  SERVICE_API_LLM_REQUESTS_PER_MINUTE: whole(0, 0, 1_000_000),
  SERVICE_API_METRICS_TOKEN: text(),
  SERVICE_API_LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  SERVICE_API_TRUSTED_PROXY_HOPS: whole(0, 0, 32),
  SERVICE_API_RUN_WORKER: flag(true),
  SERVICE_API_ANONYMOUS_ACCESS: flag(false),
});

/** Every name that is read, for the test that compares it with `.env.example`. */
export const SETTING_NAMES: readonly string[] = Object.keys(schema.shape);

export type ModelProvider = (typeof PROVIDERS)[number];
export interface ProviderSettings {
  readonly provider: ModelProvider;
  readonly model: string | null;
  readonly apiKey: string | null;
  readonly baseUrl: string | null;
}

export interface Env {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly databaseDriver: 'embedded' | 'pg' | 'neon';
  readonly bootstrapKey: string | null;
  readonly ownerEmail: string | null;
  readonly ownerPassword: string | null;
  readonly llm: ProviderSettings;
  readonly embeddings: ProviderSettings;
  readonly enableBankLlmHealth: boolean;
  readonly requestsPerMinute: number;
  readonly llmRequestsPerMinute: number;
  readonly metricsToken: string | null;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly trustedProxyHops: number;
  readonly runWorker: boolean;
  readonly anonymousAccess: boolean;
}

/** What is wrong with the settings, one line for each; shown as it is before the process ends. */
export class SettingsError extends Error {
  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'SettingsError';
  }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/;
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

const isNeonHost = (url: string): boolean => {
  try {
    return new URL(url).hostname.endsWith('.neon.tech');
  } catch {
    return false;
  }
};

type Raw = z.output<typeof schema>;

const driverOf = (raw: Raw): Env['databaseDriver'] => {
  if (raw.SERVICE_API_DATABASE_DRIVER) return raw.SERVICE_API_DATABASE_DRIVER;
  if (!raw.DATABASE_URL) return 'embedded';
  return isNeonHost(raw.DATABASE_URL) ? 'neon' : 'pg';
};

const contradictions = (raw: Raw): string[] => {
  const lines: string[] = [];
  const driver = driverOf(raw);
  if (driver !== 'embedded' && !raw.DATABASE_URL) lines.push(`DATABASE_URL: needed by SERVICE_API_DATABASE_DRIVER=${driver}`);
  if (driver === 'embedded' && raw.DATABASE_URL)
    lines.push('SERVICE_API_DATABASE_DRIVER: embedded, although DATABASE_URL names a server; remove one of them');
  if (raw.SERVICE_API_ANONYMOUS_ACCESS && !isLoopback(raw.SERVICE_API_HOST))
    lines.push('SERVICE_API_ANONYMOUS_ACCESS: only allowed when SERVICE_API_HOST is a loopback address');
  if (Boolean(raw.SERVICE_API_OWNER_EMAIL) !== Boolean(raw.SERVICE_API_OWNER_PASSWORD))
    lines.push('SERVICE_API_OWNER_EMAIL and SERVICE_API_OWNER_PASSWORD: set both or neither');
  return lines;
};

const providerOf = (raw: Raw, prefix: 'SERVICE_API_LLM' | 'SERVICE_API_EMBEDDINGS'): ProviderSettings => {
  const values = raw as Record<string, unknown>;
  const get = (name: string): string | null => (values[`${prefix}_${name}`] as string | undefined) ?? null;
  return {
    provider: (get('PROVIDER') ?? 'builtin') as ModelProvider,
    model: get('MODEL'),
    apiKey: get('API_KEY'),
    baseUrl: get('BASE_URL'),
  };
};

/** Throws `SettingsError`. An empty value counts as not set, as shells and compose files produce them. */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(set);
  if (!parsed.success) throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  const raw = parsed.data;
  const wrong = contradictions(raw);
  if (wrong.length > 0) throw new SettingsError(wrong);
  return {
    port: raw.PORT,
    host: raw.SERVICE_API_HOST,
    dataDir: raw.SERVICE_API_DATA_DIR,
    databaseUrl: raw.DATABASE_URL ?? null,
    databaseDriver: driverOf(raw),
    bootstrapKey: raw.SERVICE_API_BOOTSTRAP_KEY ?? null,
    ownerEmail: raw.SERVICE_API_OWNER_EMAIL ?? null,
    ownerPassword: raw.SERVICE_API_OWNER_PASSWORD ?? null,
    llm: providerOf(raw, 'SERVICE_API_LLM'),
    embeddings: providerOf(raw, 'SERVICE_API_EMBEDDINGS'),
    enableBankLlmHealth: raw.SERVICE_API_ENABLE_BANK_LLM_HEALTH,
    requestsPerMinute: raw.SERVICE_API_REQUESTS_PER_MINUTE,
    llmRequestsPerMinute: raw.SERVICE_API_LLM_REQUESTS_PER_MINUTE,
    metricsToken: raw.SERVICE_API_METRICS_TOKEN ?? null,
    logLevel: raw.SERVICE_API_LOG_LEVEL,
    trustedProxyHops: raw.SERVICE_API_TRUSTED_PROXY_HOPS,
    runWorker: raw.SERVICE_API_RUN_WORKER,
    anonymousAccess: raw.SERVICE_API_ANONYMOUS_ACCESS,
  };
}

export const readEnv = (): Env => parseEnv(process.env);
