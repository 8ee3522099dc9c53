import { type App, installApp } from '#lib/app';
import { DatabaseRefusal, openDatabase } from '#lib/db/connect';
import type { Db } from '#lib/db/db';
import { migrate } from '#lib/db/migrate';
import { builtinEmbedder } from '#lib/embeddings/builtin';
import { type Env, readEnv, SettingsError } from '#lib/env';
import { isWellFormedKey } from '#lib/keys/codec';
import { createKey, isAnyKeyThere } from '#lib/keys/service';
import { createLog } from '#lib/log';
import { watchEventLoop, watchPool } from '#lib/monitoring/metrics';
import { ensureDefaultOrganization } from '#lib/orgs/service';

/** What the server entry (`scripts/serve.mjs`) needs of the application, which lies in bundles that it cannot import. */
export interface Running {
  /** the key made on the very first start, to be shown once; null ever after */
  readonly firstKey: string | null;
  readonly storage: string;
  /** Takes the services away and closes the store. Call it when no request is under way. */
  stop(): Promise<void>;
}

const BOOTED = Symbol.for('memory-bank.booted');
const holder = globalThis as { [BOOTED]?: (running: Running) => void };

async function bootstrapKey(db: Db, env: Env, orgId: string): Promise<void> {
  if (env.bootstrapKey === null) return;
  await createKey(db, { orgId, name: 'Bootstrap key', bankIds: null, canMint: true, createdBy: 'bootstrap', key: env.bootstrapKey });
}

/** Only the embedded store gets a key by itself: who starts it sits at the terminal that shows it. */
async function firstKey(db: Db, orgId: string): Promise<string | null> {
  if (db.kind !== 'embedded' || (await isAnyKeyThere(db))) return null;
  const { key } = await createKey(db, { orgId, name: 'First key', bankIds: null, canMint: true, createdBy: 'bootstrap' });
  return key;
}

/** The settings that only the key codec can judge. */
function checkedEnv(): Env {
  const env = readEnv();
  if (env.bootstrapKey !== null && !isWellFormedKey(env.bootstrapKey))
    throw new SettingsError(['SERVICE_API_BOOTSTRAP_KEY: not a well-formed key; make one with: npm run --silent key']);
  return env;
}

/** What may be set already for later versions, so that nobody believes it works today. */
const withoutEffect = (env: Env): string[] => [
  ...(env.llm.provider === 'builtin' ? [] : ['SERVICE_API_LLM_PROVIDER']),
  ...(env.embeddings.provider === 'builtin' ? [] : ['SERVICE_API_EMBEDDINGS_PROVIDER']),
  ...(env.requestsPerMinute > 0 ? ['SERVICE_API_REQUESTS_PER_MINUTE'] : []),
  ...(env.ownerEmail === null ? [] : ['SERVICE_API_OWNER_EMAIL']),
];

/**
 * Settings, store, migrations, organisation, keys: in this order, once for the process. Throws `SettingsError` or `DatabaseRefusal`,
 * whose messages are for the operator, before anything is served.
 */
export async function boot(): Promise<Running> {
  const env = checkedEnv();
  const log = createLog(env.logLevel);
  for (const setting of withoutEffect(env)) log.warn({ setting }, 'this setting has no effect in this version');
  const db = await openDatabase({ kind: env.databaseDriver, url: env.databaseUrl, dataDir: env.dataDir });
  try {
    const applied = await migrate(db);
    if (applied.length > 0) log.info({ migrations: applied }, 'schema brought up to date');
    const orgId = await ensureDefaultOrganization(db);
    await bootstrapKey(db, env, orgId);
    const shown = await firstKey(db, orgId);
    const app: App = {
      env,
      db,
      log,
      embedder: builtinEmbedder(),
      startedAt: new Date(),
      anonymousOrgId: env.anonymousAccess ? orgId : null,
    };
    watchPool(db);
    const stopWatching = watchEventLoop();
    installApp(app);
    const stop = async (): Promise<void> => {
      installApp(undefined);
      stopWatching();
      await db.close();
    };
    return { firstKey: shown, storage: db.kind, stop };
  } catch (error) {
    await db.close().catch(() => undefined);
    throw error;
  }
}

/** A wrong setting or a store that cannot be opened ends the process before anything is served, with words for the operator. */
export async function bootOrExit(): Promise<void> {
  try {
    const running = await boot();
    holder[BOOTED]?.(running);
  } catch (error) {
    const forOperator = error instanceof SettingsError || error instanceof DatabaseRefusal;
    console.error(forOperator ? `Memory Bank cannot start.\n${error.message}` : error);
    process.exit(1);
  }
}
