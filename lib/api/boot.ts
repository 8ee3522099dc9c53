import path from 'node:path';
import { isWellFormedKey } from '#lib/access/keys/codec';
import { countServerKeysOf, createServerKey, isAnyKeyThere } from '#lib/access/keys/service';
import { ensureDefaultOrganization } from '#lib/access/orgs/service';
import { makeSetupLink } from '#lib/access/people/links';
import { answerOperator } from '#lib/access/people/operator';
import { ensureOwner, needsOwner } from '#lib/access/people/service';
import { secretOf } from '#lib/access/sessions/secret';
import { type SignInSettings, signInSettings } from '#lib/access/sessions/settings';
import { type App, installApp } from '#lib/api/app';
import { type Bootstrap, entry, type RunningApp } from '#lib/api/entry';
import { type Env, readEnv, remoteSettings, setNextAuthEnv } from '#lib/api/env';
import { registerHandlers } from '#lib/api/handlers';
import { startWatchdog } from '#lib/api/monitoring/watchdog';
import { overCells, overReachableCells } from '#lib/base/db/cells';
import { DatabaseRefusal, openDatabase, openFurther } from '#lib/base/db/connect';
import type { Db } from '#lib/base/db/db';
import { fullRefusal, isDiskKnownFull, storageRefusal } from '#lib/base/db/errors';
import { migrate, migrateCells } from '#lib/base/db/migrate';
import { openRemotes } from '#lib/base/db/remote';
import { Replica } from '#lib/base/db/replica';
import { ServiceError, SettingsError } from '#lib/base/errors';
import { createLog, type Log } from '#lib/base/log';
import { instruments, watchCache, watchEventLoop, watchOperations, watchPool } from '#lib/base/metrics';
import { loadPhrases } from '#lib/base/text/date-phrases';
import { loadLanguage } from '#lib/base/text/language';
import { countOpenOperations, openQueue, startRunner } from '#lib/jobs/operations/service';
import { installSetUp, type SetUpBank } from '#lib/memory/banks/set-up';
import { startSchedule } from '#lib/memory/mental-models/schedule';
import { WANTED_STATES } from '#lib/memory/recall/cache/literals';
import { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import { reembedOutdated } from '#lib/memory/reembedding/service';
import { openReadingThreads } from '#lib/memory/retain/reading';
import { setUpFrom } from '#lib/memory/templates/service';
import { createEmbedder } from '#lib/models/embeddings/sdk';
import { createModels } from '#lib/models/llm/models';
import { startTelemetry, stopTelemetry } from '#lib/models/llm/telemetry';
import { createReranker } from '#lib/models/rerank/reranker';

/** Throws `SettingsError` for a template with settings that this server refuses. */
function setUpOf({ env, models }: Pick<App, 'env' | 'models'>): SetUpBank | undefined {
  if (env.defaultBankTemplate === null) return undefined;
  try {
    return setUpFrom({ env, models }, env.defaultBankTemplate);
  } catch (error) {
    throw error instanceof ServiceError ? new SettingsError([`SERVICE_API_DEFAULT_BANK_TEMPLATE: ${error.message}`]) : error;
  }
}

async function takePort(): Promise<void> {
  const objection = await entry.listen?.();
  if (objection) throw new SettingsError([objection]);
}

async function bootstrapKey(db: Db, env: Env, orgId: string): Promise<Bootstrap | null> {
  if (env.bootstrapKey === null) return null;
  const { prefix, isNew } = await createServerKey(db, { orgId, name: 'Bootstrap key', key: env.bootstrapKey });
  return { prefix, isNew, others: Math.max(0, (await countServerKeysOf(db, orgId)) - 1) };
}

/**
 * Only the embedded database gets a key automatically: the person who starts it uses the terminal
 * that shows it.
 */
async function firstKey(db: Db, orgId: string): Promise<string | null> {
  if (db.kind !== 'embedded' || (await isAnyKeyThere(db))) return null;
  return (await createServerKey(db, { orgId, name: 'First key' })).key;
}

/**
 * On a server database the operator configures the first key, or somebody creates it in the
 * console.
 */
const needsKey = async (db: Db, env: Env): Promise<boolean> => db.kind !== 'embedded' && !env.anonymousAccess && !(await isAnyKeyThere(db));

/**
 * Creates the owner that the operator configured. Otherwise returns a link for the person at the
 * terminal, or null if there is an owner.
 */
async function setupPath(db: Db, env: Env, orgId: string, signIn: SignInSettings): Promise<string | null> {
  if (env.ownerEmail !== null && env.ownerPassword !== null) await ensureOwner(db, orgId, env.ownerEmail, env.ownerPassword);
  if (signIn.secret === null || !(await needsOwner(db, orgId))) return null;
  return `/setup/${(await makeSetupLink(db, orgId)).token}`;
}

/** The settings that only the key codec can validate. */
function checkedEnv(): Env {
  const env = readEnv();
  if (env.bootstrapKey !== null && !isWellFormedKey(env.bootstrapKey))
    throw new SettingsError(['SERVICE_API_BOOTSTRAP_KEY: not a well-formed key; make one with: npm run --silent key']);
  return env;
}

/** Not checked here: without its replica the server reads from the primary. */
async function replicaOf(env: Env, log: Log): Promise<Replica | null> {
  if (env.replicaUrl === null) return null;
  const db = await openFurther({ kind: env.databaseDriver, url: env.replicaUrl, maxConnections: env.databasePoolSize });
  return new Replica(db, {
    count: (read) => instruments().replicaReads.inc({ read }),
    lost: (reason) => log.warn({ reason }, 'the replica cannot be used; reads go to the primary'),
  });
}

/** The embedded database belongs to the process that serves. */
function assertWorkerCanRun(env: Env): void {
  if (env.databaseDriver !== 'embedded') return;
  throw new DatabaseRefusal(
    'The embedded database belongs to one process, which does the background work itself (npm start). Separate workers need DATABASE_URL.',
  );
}

/** Only if the operator configures an endpoint, and not before the first call of a model. */
const spans = ({ traceEndpoint }: Env, log: Log) => (traceEndpoint === null ? {} : { prepare: () => startTelemetry(traceEndpoint, log) });

/** Re-embeds banks of a model that is no longer configured. Does not delay the start. */
async function followConfiguration(app: App): Promise<void> {
  try {
    const counts = await overCells(app.db, (db) => reembedOutdated({ ...app, db }));
    const count = counts.reduce((sum, banks) => sum + banks, 0);
    if (count > 0) app.log.info({ banks: count }, 're-embedding banks of another model');
  } catch (error) {
    app.log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'the look-up of banks of another embedding model failed');
  }
}

/**
 * Opens settings, database, port, migrations, organization and keys: in this order, once for the
 * process. Throws `SettingsError` or `DatabaseRefusal`, with messages for the operator, before
 * anything is served.
 */
export async function boot(): Promise<RunningApp> {
  const env = checkedEnv();
  const log = createLog(env.logLevel);
  const { isWorker } = entry;
  if (isWorker) assertWorkerCanRun(env);
  const main = await openDatabase({
    kind: env.databaseDriver,
    url: env.databaseUrl,
    maxConnections: env.databasePoolSize,
    dataDir: env.dataDir,
    mayBegin: async () => {
      await takePort();
      // Meanwhile, the thread of the embedded database opens its files.
      setImmediate(loadLanguage);
      void loadPhrases();
    },
  });
  const replica = await replicaOf(env, log);
  let db = main;
  try {
    const applied = await migrate(main);
    if (applied.length > 0) log.info({ migrations: applied }, 'schema brought up to date');
    db = await openRemotes(main, remoteSettings(env), (cells) =>
      log.warn({ cells }, 'the database of these cells cannot be reached; requests for their banks are refused until it can'),
    );
    const added = await migrateCells(db, env.cells);
    if (added.length > 0) log.info({ cells: added }, 'cells created');
    const orgId = await ensureDefaultOrganization(db);
    const bootstrap = await bootstrapKey(db, env, orgId);
    const signIn = signInSettings(env, db.kind === 'embedded' ? secretOf(env.dataDir) : null);
    const app: App = {
      env,
      db,
      replica,
      log,
      embedder: createEmbedder(env.embeddings, { db, log }),
      models: createModels({ db, log, ...spans(env, log) }, env.models),
      reranker: env.reranker && createReranker(env.reranker),
      reading: openReadingThreads({ log }),
      cachedBanks: new CachedBanks(db, { most: env.recallMemoryMb * 2 ** 20, hasOneSession: db.kind === 'embedded' }),
      startedAt: new Date(),
      defaultOrgId: orgId,
      anonymousOrgId: env.anonymousAccess ? orgId : null,
      signIn,
    };
    if (signIn.offBecause) log.warn(signIn.offBecause);
    setNextAuthEnv(env);
    const setup = isWorker ? null : await setupPath(db, env, orgId, signIn);
    watchPool(db);
    watchCache(app.cachedBanks, WANTED_STATES);
    watchOperations(async () => (await overReachableCells(db, countOpenOperations)).flat());
    installSetUp(setUpOf(app));
    registerHandlers();
    await openQueue(db);
    const stopWatching = watchEventLoop();
    const watchdog = startWatchdog(env.maxStallSeconds);
    const runsJobs = isWorker || env.runWorker;
    const runner = runsJobs ? await startRunner(app, undefined, watchdog.setRunning) : null;
    const schedule = runsJobs ? startSchedule(app) : null;
    installApp(app);
    answerOperator(db, env);
    const following = followConfiguration(app);
    const quiet = async (): Promise<void> => {
      await Promise.all([schedule?.stop(), runner?.stop()]);
    };
    const stop = async (): Promise<void> => {
      installApp(undefined);
      stopWatching();
      await watchdog.stop();
      await quiet();
      await following;
      await app.reading.close();
      await stopTelemetry();
      await replica?.close();
      await db.close();
    };
    return {
      firstKey: () => firstKey(db, orgId),
      setupPath: setup,
      storage: db.kind,
      dataDir: env.dataDir,
      origin: env.authOrigin,
      bootstrap,
      needsKey: await needsKey(db, env),
      shutdownSeconds: env.shutdownSeconds,
      isOpen: env.anonymousAccess,
      signsIn: signIn.secret !== null,
      quiet,
      stop,
    };
  } catch (error) {
    await Promise.allSettled([replica?.close(), db.close()]);
    throw isDiskKnownFull() ? fullRefusal(error) : storageRefusal(path.resolve(env.dataDir), error);
  }
}

/**
 * A wrong setting or a database that cannot be opened ends the process before anything is served,
 * with a message for the operator.
 */
export async function bootOrExit(): Promise<void> {
  try {
    const running = await boot();
    entry.onBooted?.(running);
  } catch (error) {
    const forOperator = error instanceof SettingsError || error instanceof DatabaseRefusal;
    console.error(forOperator ? `Memory Bank cannot start.\n${error.message}` : error);
    process.exit(1);
  }
}
