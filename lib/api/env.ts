import { z } from 'zod';
import type { ClientCredentials, SignInProviders } from '#lib/access/people/providers';
import { CELL_NAME, DEFAULT_CELL } from '#lib/base/db/cells';
import type { RemoteSettings } from '#lib/base/db/remote';
import { defined } from '#lib/base/defined';
import { ServiceError, SettingsError } from '#lib/base/errors';
import type { BankDefaults } from '#lib/memory/banks/config';
import { type BankSettings, bankSettings, INHERITED } from '#lib/memory/settings/contract';
import { GALLERY_IDS, galleryTemplate } from '#lib/memory/templates/gallery/literals';
import { parseTemplate } from '#lib/memory/templates/manifest';
import { modelShape, type ReasoningSettings, readModels } from '#lib/models/llm/environment';

/**
 * Every setting, read once. The rest of `lib` gets an `Env` and never reads `process.env`; only the
 * server entry does, before this file is loaded (`lib/api/server/environment.ts`). Names are listed
 * with their meaning in `.env.example` and `docs/configuration.md`.
 */

const TRUE = ['true', '1', 'yes', 'on'];
const FALSE = ['false', '0', 'no', 'off'];

const flag = (defaultValue: boolean) =>
  z
    .string()
    .refine((text) => [...TRUE, ...FALSE].includes(text.toLowerCase()), { error: 'must be true or false' })
    .transform((text) => TRUE.includes(text.toLowerCase()))
    .default(defaultValue);

const whole = (defaultValue: number, min: number, max: number) =>
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
    .default(defaultValue);

const text = () => z.string().optional();
const address = () => z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional();

/**
 * A setting that banks inherit, validated like the bank's own; numbers and booleans are parsed from
 * text.
 */
const bankDefault = (name: (typeof INHERITED)[number]) =>
  z.string().transform((given, ctx) => {
    const word = given.toLowerCase();
    const spelled = TRUE.includes(word) ? true : FALSE.includes(word) ? false : undefined;
    for (const value of [given, Number(given), spelled]) {
      const parsed = bankSettings.shape[name].safeParse(value);
      if (parsed.success) return parsed.data;
    }
    ctx.issues.push({
      code: 'custom',
      input: given,
      message: defined(defined(bankSettings.shape[name].safeParse(Number(given)).error).issues[0]).message,
    });
    return z.NEVER;
  });
const bankDefaultName = (name: string): string => `SERVICE_API_${name.toUpperCase()}`;

/** The id of a template of the gallery, or a template as JSON. Boot validates its settings. */
const bankTemplate = () =>
  z.string().transform((given, ctx) => {
    const id = GALLERY_IDS.find((each) => each === given);
    if (id !== undefined) return galleryTemplate(id);
    try {
      const body = z.record(z.string(), z.unknown()).parse(JSON.parse(given));
      parseTemplate(body);
      return body;
    } catch (error) {
      const message = error instanceof ServiceError ? error.message : `must be one of ${GALLERY_IDS.join(', ')}, or a template as JSON`;
      ctx.issues.push({ code: 'custom', input: given, message });
      return z.NEVER;
    }
  });

const databaseAddress = () => z.string().regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres:// or postgresql://' });

/** Names of cells, separated by commas. */
const cellNames = () =>
  z.string().transform((given, ctx) => {
    const names = given.split(',').map((name) => name.trim());
    const wrong = names.find((name) => name !== DEFAULT_CELL && !CELL_NAME.test(name));
    if (wrong !== undefined)
      ctx.issues.push({
        code: 'custom',
        input: given,
        message: `'${wrong}' is no name of a cell: use at most 18 of a-z, 0-9 and _, and no name that PostgreSQL reserves`,
      });
    return [...new Set(names)];
  });

const CELL_URL = /^([a-z0-9_]+)=(postgres(?:ql)?:\/\/\S+)$/;

/** Whether an address has a comma that is not part of its user or password. */
const hasComma = (url: string): boolean => {
  const { hostname, pathname, search } = new URL(url);
  return `${hostname}${pathname}${search}`.includes(',');
};

/** `cell_3=postgres://…`, several separated by spaces. Addresses contain passwords. */
const cellUrls = () =>
  z.string().transform((given, ctx) => {
    const urls = new Map<string, string>();
    for (const [place, entry] of given.trim().split(/\s+/).entries()) {
      const [, cell = '', url = ''] = CELL_URL.exec(entry) ?? [];
      const refuse = (message: string) => ctx.issues.push({ code: 'custom', input: null, message });
      if (!CELL_NAME.test(cell) || !URL.canParse(url) || urls.has(cell))
        refuse(`entry ${place + 1} must be a further cell with its address, as in cell_3=postgres://host/database`);
      else if (hasComma(url)) refuse(`the address of ${cell} contains a comma. Separate addresses by spaces, or write the comma as %2C`);
      else urls.set(cell, url);
    }
    return urls;
  });

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const schema = z.object({
  PORT: whole(3000, 0, 65_535),
  SERVICE_API_HOST: z.string().default('127.0.0.1'),
  SERVICE_API_DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseAddress().optional(),
  DATABASE_REPLICA_URL: databaseAddress().optional(),
  DATABASE_CELLS: cellNames().optional(),
  DATABASE_CELLS_FOR_NEW_BANKS: cellNames().optional(),
  DATABASE_CELL_URLS: cellUrls().optional(),
  SERVICE_API_DATABASE_DRIVER: z.enum(['embedded', 'pg', 'neon']).optional(),
  SERVICE_API_DATABASE_POOL_SIZE: whole(10, 2, 200),
  SERVICE_API_BOOTSTRAP_KEY: text(),
  SERVICE_API_OWNER_EMAIL: z.email({ error: 'must be an email address' }).optional(),
  SERVICE_API_OWNER_PASSWORD: z
    .string()
    .min(8, { error: 'must have at least 8 characters' })
    .max(200, { error: 'must have at most 200 characters' })
    .optional(),
  NEXTAUTH_SECRET: z.string().min(32, { error: 'must have at least 32 characters; make one with: openssl rand -base64 32' }).optional(),
  NEXTAUTH_URL: address(),
  SERVICE_API_AUTH_GITHUB_ID: text(),
  SERVICE_API_AUTH_GITHUB_SECRET: text(),
  SERVICE_API_AUTH_GOOGLE_ID: text(),
  SERVICE_API_AUTH_GOOGLE_SECRET: text(),
  SERVICE_API_AUTH_OIDC_ISSUER: address(),
  SERVICE_API_AUTH_OIDC_ID: text(),
  SERVICE_API_AUTH_OIDC_SECRET: text(),
  ...modelShape,
  ...Object.fromEntries(INHERITED.map((name) => [bankDefaultName(name), bankDefault(name).optional()])),
  SERVICE_API_DEFAULT_BANK_TEMPLATE: bankTemplate().optional(),
  SERVICE_API_ENABLE_BANK_LLM_HEALTH: flag(true),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(),
  SERVICE_API_REQUESTS_PER_MINUTE: whole(0, 0, 1_000_000),
  SERVICE_API_LLM_REQUESTS_PER_MINUTE: whole(0, 0, 1_000_000),
  SERVICE_API_FAILED_AUTH_PER_MINUTE: whole(60, 0, 1_000_000),
  SERVICE_API_METRICS_TOKEN: text(),
  SERVICE_API_LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  SERVICE_API_TRUSTED_PROXY_HOPS: whole(0, 0, 32),
  SERVICE_API_RECALL_MEMORY_MB: whole(256, 0, 1_000_000),
  SERVICE_API_RUN_WORKER: flag(true),
  SERVICE_API_MAX_OPERATION_SECONDS: whole(1800, 1, 1800),
  SERVICE_API_MAX_STALL_SECONDS: whole(60, 0, 3600),
  SERVICE_API_SHUTDOWN_SECONDS: whole(10, 0, 3600),
  SERVICE_API_ANONYMOUS_ACCESS: flag(false),
});

/** Every name that is read, for the test that compares it with `.env.example`. */
export const SETTING_NAMES: readonly string[] = Object.keys(schema.shape);

export interface Env extends ReasoningSettings, BankDefaults, SignInProviders {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** a streaming replica of the server database, for reads of banks */
  readonly replicaUrl: string | null;
  /** cells that the database must have, beside the default one */
  readonly cells: readonly string[];
  /** cells that new banks are distributed over */
  readonly cellsForNewBanks: readonly string[];
  /** addresses of the databases of cells that are not in that of `databaseUrl` */
  readonly cellUrls: ReadonlyMap<string, string>;
  /** null: inferred from each address */
  readonly cellDriver: 'pg' | 'neon' | null;
  /** connections of this process to each server */
  readonly databasePoolSize: number;
  readonly databaseDriver: 'embedded' | 'pg' | 'neon';
  readonly bootstrapKey: string | null;
  readonly ownerEmail: string | null;
  readonly ownerPassword: string | null;
  /**
   * null: generated into the data directory of an embedded database; with a server database nobody
   * can sign in
   */
  readonly authSecret: string | null;
  /** the public origin, scheme and host; null: plain http on the host of the request */
  readonly authOrigin: string | null;
  /** endpoint for spans; null: none are sent */
  readonly traceEndpoint: string | null;
  /** the template of each new bank; null: none */
  readonly defaultBankTemplate: Readonly<Record<string, unknown>> | null;
  readonly enableBankLlmHealth: boolean;
  readonly requestsPerMinute: number;
  readonly llmRequestsPerMinute: number;
  /** per address; 0: no limit */
  readonly failedAuthPerMinute: number;
  readonly metricsToken: string | null;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly trustedProxyHops: number;
  /** the most memory of all banks that are cached for recall; 0: none is cached */
  readonly recallMemoryMb: number;
  readonly runWorker: boolean;
  /** the longest attempt of background work; kinds of work with a shorter limit use that */
  readonly maxOperationSeconds: number;
  /** how long the event loop may be blocked before the process ends; 0: no limit */
  readonly maxStallSeconds: number;
  /** the time for running requests to finish after SIGTERM */
  readonly shutdownSeconds: number;
  readonly anonymousAccess: boolean;
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

const PROVIDER_SETTINGS = [
  ['SERVICE_API_AUTH_GITHUB_ID', 'SERVICE_API_AUTH_GITHUB_SECRET'],
  ['SERVICE_API_AUTH_GOOGLE_ID', 'SERVICE_API_AUTH_GOOGLE_SECRET'],
  ['SERVICE_API_AUTH_OIDC_ISSUER', 'SERVICE_API_AUTH_OIDC_ID', 'SERVICE_API_AUTH_OIDC_SECRET'],
] as const;

const credentialsOf = (id: string | undefined, secret: string | undefined): ClientCredentials | null =>
  id && secret ? { id, secret } : null;

const oidcOf = (raw: Raw): Env['oidc'] => {
  const credentials = credentialsOf(raw.SERVICE_API_AUTH_OIDC_ID, raw.SERVICE_API_AUTH_OIDC_SECRET);
  return credentials && raw.SERVICE_API_AUTH_OIDC_ISSUER ? { ...credentials, issuer: raw.SERVICE_API_AUTH_OIDC_ISSUER } : null;
};

const contradictions = (raw: Raw): string[] => {
  const lines: string[] = [];
  const driver = driverOf(raw);
  if (driver !== 'embedded' && !raw.DATABASE_URL) lines.push(`DATABASE_URL: needed by SERVICE_API_DATABASE_DRIVER=${driver}`);
  if (driver === 'embedded' && raw.DATABASE_URL)
    lines.push('SERVICE_API_DATABASE_DRIVER: embedded, although DATABASE_URL names a server; remove one of them');
  if (driver === 'embedded' && raw.DATABASE_REPLICA_URL) lines.push('DATABASE_REPLICA_URL: needs DATABASE_URL, the address of its primary');
  if (raw.SERVICE_API_ANONYMOUS_ACCESS && !isLoopback(raw.SERVICE_API_HOST))
    lines.push('SERVICE_API_ANONYMOUS_ACCESS: only allowed when SERVICE_API_HOST is a loopback address');
  if (Boolean(raw.SERVICE_API_OWNER_EMAIL) !== Boolean(raw.SERVICE_API_OWNER_PASSWORD))
    lines.push('SERVICE_API_OWNER_EMAIL and SERVICE_API_OWNER_PASSWORD: set both or neither');
  for (const names of PROVIDER_SETTINGS) {
    const given = names.filter((name) => raw[name] !== undefined);
    if (given.length > 0 && given.length < names.length) lines.push(`${names.join(', ')}: set all or none`);
  }
  if (raw.NEXTAUTH_URL && new URL(raw.NEXTAUTH_URL).pathname !== '/')
    lines.push('NEXTAUTH_URL: scheme and host only, because the service cannot run under a path');
  const urls = raw.DATABASE_CELL_URLS ?? new Map<string, string>();
  if (driver === 'embedded' && urls.size > 0) lines.push('DATABASE_CELL_URLS: needs DATABASE_URL, which contains the list of banks');
  const unnamed = [...urls.keys()].find((name) => !cellsOf(raw).includes(name));
  if (unnamed !== undefined) lines.push(`DATABASE_CELL_URLS: DATABASE_CELLS does not contain '${unnamed}'`);
  const unknown = (raw.DATABASE_CELLS_FOR_NEW_BANKS ?? []).find((name) => name !== DEFAULT_CELL && !cellsOf(raw).includes(name));
  if (unknown !== undefined) lines.push(`DATABASE_CELLS_FOR_NEW_BANKS: DATABASE_CELLS does not contain '${unknown}'`);
  return lines;
};

const cellsOf = (raw: Raw): string[] => (raw.DATABASE_CELLS ?? []).filter((name) => name !== DEFAULT_CELL);

const bankDefaultsOf = (raw: Raw): Partial<BankSettings> => {
  const values = raw as Record<string, unknown>;
  const set = INHERITED.filter((name) => values[bankDefaultName(name)] !== undefined);
  return Object.fromEntries(set.map((name) => [name, values[bankDefaultName(name)]])) as Partial<BankSettings>;
};

/**
 * Throws `SettingsError`. An empty value counts as not set, because shells and compose files
 * produce them.
 */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(set);
  if (!parsed.success) throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  const raw = parsed.data;
  const reasoning = readModels(raw, set);
  const wrong = [...contradictions(raw), ...reasoning.wrong];
  if (wrong.length > 0) throw new SettingsError(wrong);
  return {
    port: raw.PORT,
    host: raw.SERVICE_API_HOST,
    dataDir: raw.SERVICE_API_DATA_DIR,
    databaseUrl: raw.DATABASE_URL ?? null,
    replicaUrl: raw.DATABASE_REPLICA_URL ?? null,
    cells: cellsOf(raw),
    cellsForNewBanks: raw.DATABASE_CELLS_FOR_NEW_BANKS ?? raw.DATABASE_CELLS ?? [DEFAULT_CELL],
    cellUrls: raw.DATABASE_CELL_URLS ?? new Map(),
    cellDriver: raw.SERVICE_API_DATABASE_DRIVER === 'embedded' ? null : (raw.SERVICE_API_DATABASE_DRIVER ?? null),
    databasePoolSize: raw.SERVICE_API_DATABASE_POOL_SIZE,
    databaseDriver: driverOf(raw),
    bootstrapKey: raw.SERVICE_API_BOOTSTRAP_KEY ?? null,
    ownerEmail: raw.SERVICE_API_OWNER_EMAIL ?? null,
    ownerPassword: raw.SERVICE_API_OWNER_PASSWORD ?? null,
    authSecret: raw.NEXTAUTH_SECRET ?? null,
    authOrigin: raw.NEXTAUTH_URL ? new URL(raw.NEXTAUTH_URL).origin : null,
    github: credentialsOf(raw.SERVICE_API_AUTH_GITHUB_ID, raw.SERVICE_API_AUTH_GITHUB_SECRET),
    google: credentialsOf(raw.SERVICE_API_AUTH_GOOGLE_ID, raw.SERVICE_API_AUTH_GOOGLE_SECRET),
    oidc: oidcOf(raw),
    ...reasoning.settings,
    traceEndpoint: raw.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    bankDefaults: bankDefaultsOf(raw),
    defaultBankTemplate: raw.SERVICE_API_DEFAULT_BANK_TEMPLATE ?? null,
    enableBankLlmHealth: raw.SERVICE_API_ENABLE_BANK_LLM_HEALTH,
    requestsPerMinute: raw.SERVICE_API_REQUESTS_PER_MINUTE,
    llmRequestsPerMinute: raw.SERVICE_API_LLM_REQUESTS_PER_MINUTE,
    failedAuthPerMinute: raw.SERVICE_API_FAILED_AUTH_PER_MINUTE,
    metricsToken: raw.SERVICE_API_METRICS_TOKEN ?? null,
    logLevel: raw.SERVICE_API_LOG_LEVEL,
    trustedProxyHops: raw.SERVICE_API_TRUSTED_PROXY_HOPS,
    recallMemoryMb: raw.SERVICE_API_RECALL_MEMORY_MB,
    runWorker: raw.SERVICE_API_RUN_WORKER,
    maxOperationSeconds: raw.SERVICE_API_MAX_OPERATION_SECONDS,
    // A development server compiles in its event loop.
    maxStallSeconds: source.NODE_ENV === 'production' ? raw.SERVICE_API_MAX_STALL_SECONDS : 0,
    shutdownSeconds: raw.SERVICE_API_SHUTDOWN_SECONDS,
    anonymousAccess: raw.SERVICE_API_ANONYMOUS_ACCESS,
  };
}

/** Where the cells are that are not in the database of DATABASE_URL. */
export const remoteSettings = ({ cellUrls: urls, cellDriver, databasePoolSize: maxConnections }: Env): RemoteSettings => ({
  urls,
  kind: cellDriver ?? undefined,
  maxConnections,
});

export const readEnv = (): Env => parseEnv(process.env);

/**
 * Without a configured address the sign-in library trusts the host of the request; the server entry
 * allows no other one (`lib/api/server/`). The library reads the environment itself, so the
 * environment must be set.
 */
export const setNextAuthEnv = (env: Env): void => {
  if (env.authOrigin === null) process.env.AUTH_TRUST_HOST = 'true';
};
