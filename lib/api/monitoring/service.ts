import { createHash, timingSafeEqual } from 'node:crypto';
import type { FEATURES } from '#lib/api/monitoring/contract';
import { forNobody } from '#lib/base/db/caller';
import { cellsWithoutAddress } from '#lib/base/db/cells';
import { type DatabaseKind, type Db, sql } from '#lib/base/db/db';
import { forgetFullDisk, isDiskKnownFull } from '#lib/base/db/errors';
import { ServiceError } from '#lib/base/errors';
import { instruments } from '#lib/base/metrics';
import { API_VERSION } from '#lib/base/version';
import type { BankDefaults } from '#lib/memory/banks/config';
import { DEFAULT_SETTINGS } from '#lib/memory/settings/contract';
import { isAnyModelConfigured, type LlmSettings } from '#lib/models/llm/settings';

export interface Readiness {
  readonly state: 'ready' | 'starting' | 'lost' | 'full';
  readonly acquireMs: number;
  readonly pool: ReturnType<Db['pool']>;
  /** cells whose database does not answer; undefined: all are in the one database */
  readonly unreachableCells?: readonly string[];
}

/** A busy machine is not a lost database. */
const PROBE_MS = 5000;
const NO_POOL = { max: 0, idle: 0, inUse: 0, waiting: 0 };

/**
 * After the disk was full, only a write shows that it has room again. The table is dropped with its
 * transaction.
 */
async function ask(db: Db): Promise<void> {
  if (!isDiskKnownFull()) {
    await db.query(sql`select 1`);
    return;
  }
  await db.transaction((tx) =>
    tx.query(sql`create temporary table disk_probe on commit drop as select repeat('x', 1000) as text from generate_series(1, 1000)`),
  );
  forgetFullDisk();
}

/** The result of `work`, or, if it fails or takes too long, `otherwise`. */
async function promptly<T>(work: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, PROBE_MS, otherwise);
  });
  const result = await Promise.race([work.catch(() => otherwise), late]);
  clearTimeout(timer);
  return result;
}

const probe = (db: Db): Promise<boolean> =>
  promptly(
    ask(db).then(() => true),
    false,
  );

// Concurrent probes share one query: a database that hangs does not get more and more of them.
const running = new WeakMap<Db, Promise<boolean>>();
const sharedProbe = (db: Db): Promise<boolean> => {
  // Several callers share the query: it continues when one of them disconnects.
  const current = running.get(db) ?? forNobody(() => probe(db)).finally(() => running.delete(db));
  running.set(db, current);
  return current;
};

/**
 * Whether the database answers within 5 s, and accepts writes if its disk was full before. Never
 * throws.
 */
export async function readiness(app: { readonly db: Db } | null): Promise<Readiness> {
  if (!app) return { state: 'starting', acquireMs: 0, pool: NO_POOL };
  const begun = performance.now();
  const [reachable, unreachableCells] = await Promise.all([sharedProbe(app.db), findUnreachable(app.db)]);
  return {
    state: reachable ? 'ready' : isDiskKnownFull() ? 'full' : 'lost',
    acquireMs: performance.now() - begun,
    pool: app.db.pool(),
    ...(unreachableCells && { unreachableCells }),
  };
}

/** The cells of other databases that do not answer, or whose address this process does not have. */
async function findUnreachable(db: Db): Promise<string[] | undefined> {
  const remotes = [...(db.remotes ?? [])];
  const [unknown, ...names] = await Promise.all([
    promptly(
      forNobody(() => cellsWithoutAddress(db)),
      [],
    ),
    ...remotes.map(async ([cell, remote]) => ((await sharedProbe(remote)) ? [] : [cell])),
  ]);
  return remotes.length === 0 && unknown.length === 0 ? undefined : [...unknown, ...names.flat()].sort();
}

/** Reads only the process. */
export const liveness = () => ({ status: 'alive' as const, version: API_VERSION, uptime_seconds: Math.round(process.uptime() * 10) / 10 });

/**
 * The features of this version; missing ones are false, and so are those that banks must enable.
 */
const features = (env: BankDefaults & { readonly enableBankLlmHealth: boolean }): Record<(typeof FEATURES)[number], boolean> => ({
  observations: env.bankDefaults.enable_observations ?? DEFAULT_SETTINGS.enable_observations,
  mental_models: true,
  reflect: true,
  mcp: true,
  worker: true,
  bank_config_api: true,
  bank_llm_health: env.enableBankLlmHealth,
  file_upload_api: false,
  document_export_api: true,
  document_import_api: true,
  audit_log: true,
  llm_trace: true,
  store_document_text: env.bankDefaults.store_document_text ?? DEFAULT_SETTINGS.store_document_text,
});

/** The settings that `/version` reads. */
interface VersionEnv extends BankDefaults {
  readonly enableBankLlmHealth: boolean;
  readonly models: LlmSettings;
  readonly databaseDriver: DatabaseKind;
}

export const versionInfo = (env: VersionEnv) => ({
  api_version: API_VERSION,
  features: features(env),
  llm: isAnyModelConfigured(env.models),
  storage: env.databaseDriver === 'embedded' ? ('embedded' as const) : ('postgres' as const),
});

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Returns the metrics in Prometheus text format. Throws `unauthorized` or `invalid_key` if a token
 * is set and the header does not contain it.
 */
export async function metricsText(env: { readonly metricsToken: string | null }, authorization: string | null): Promise<string> {
  if (env.metricsToken !== null) {
    if (!authorization) throw new ServiceError('unauthorized', 'A token is needed to read metrics: send Authorization: Bearer <token>');
    const token = /^bearer (.*)$/i.exec(authorization)?.[1] ?? '';
    if (!timingSafeEqual(digest(token), digest(env.metricsToken))) throw new ServiceError('invalid_key', 'The token is not valid');
  }
  return instruments().registry.metrics();
}
