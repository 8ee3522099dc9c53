import { openDataDir } from '#lib/base/db/data-dir';
import { type DatabaseKind, type Db, sql } from '#lib/base/db/db';
import { DatabaseRefusal } from '#lib/base/db/errors';
import { openPg, type PoolSettings } from '#lib/base/db/pooled';

export interface DatabaseSettings {
  /** inferred when not given: a URL of Neon's domain means neon, any other URL pg, none embedded */
  readonly kind?: DatabaseKind | undefined;
  readonly url?: string | null | undefined;
  /** where the embedded database lives: files in `db`, the lock beside them */
  readonly dataDir: string;
  /** size of the pool of a server database; 10 */
  readonly maxConnections?: number;
  /** how long one statement may run; 10,000 ms */
  readonly statementTimeoutMs?: number;
  /**
   * called when the database is open and locked, before anything is created in it; if it throws,
   * the database is closed
   */
  readonly mayBegin?: () => Promise<void>;
}

export { DatabaseRefusal };

const STATEMENT_TIMEOUT_MS = 10_000;

export function databaseKind({ kind, url }: Pick<DatabaseSettings, 'kind' | 'url'>): DatabaseKind {
  if (kind) return kind;
  if (!url) return 'embedded';
  return /(^|\.)neon\.tech$/i.test(new URL(url).hostname) ? 'neon' : 'pg';
}

/** The host, port and database of a URL, without user and password. */
export const placeOf = (url: string): string => {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname || 'localhost'}:${port || 5432}${pathname}`;
};

/**
 * Opens exactly the database that the settings name, or throws; there is no fallback. Does not
 * migrate.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Db> {
  const kind = databaseKind(settings);
  if (kind === 'embedded') return openDataDir(settings.dataDir, settings.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS, settings.mayBegin);
  if (!settings.url) throw new DatabaseRefusal(`The database driver "${kind}" needs DATABASE_URL.`);
  const db = await openServer(kind, poolOf({ ...settings, url: settings.url }));
  await assertReachable(db, settings.url);
  try {
    await settings.mayBegin?.();
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}

type ServerSettings = Pick<DatabaseSettings, 'kind' | 'maxConnections' | 'statementTimeoutMs'> & { readonly url: string };

const poolOf = ({ url, maxConnections = 10, statementTimeoutMs = STATEMENT_TIMEOUT_MS }: ServerSettings): PoolSettings => ({
  url,
  maxConnections,
  statementTimeoutMs,
});

const openServer = async (kind: 'pg' | 'neon', pool: PoolSettings): Promise<Db> =>
  kind === 'neon' ? (await import('#lib/base/db/neon')).openNeon(pool) : openPg(pool);

/** Opens a further server database, such as a replica, without connecting to it. */
export const openFurther = (settings: ServerSettings): Promise<Db> => {
  const kind = databaseKind(settings);
  return openServer(kind === 'embedded' ? 'pg' : kind, poolOf(settings));
};

async function assertReachable(db: Db, url: string): Promise<void> {
  try {
    await db.query(sql`select 1`);
  } catch (error) {
    await db.close();
    throw new DatabaseRefusal(`The database at ${placeOf(url)} cannot be reached: ${reason(error)}`, error);
  }
}

/**
 * The message of the driver, appended to ours; it names host, port, user and database, never a
 * password.
 */
function reason(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (cause instanceof AggregateError) return cause.errors.map(reason).join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}
