import { createHash } from 'node:crypto';
import { getConstructionPlans, getMigrationPlans, PgBoss, type Db as QueueDb } from 'pg-boss';
import { type Queryable, sql } from '#lib/base/db/db';
import { DatabaseRefusal } from '#lib/base/db/errors';

/**
 * pg-boss over this product's own connections: its schema is created and migrated with ours, and
 * its jobs are written in our transactions. It opens no connections, and none of its timers run.
 */
export const QUEUE_SCHEMA = 'job_queue';
/** All background work is delivered through one queue; its lanes are priorities. */
export const QUEUE = 'operations';

/**
 * pg-boss's own timers are off: the reaper of operations cleans up instead, because it knows what
 * should happen to a job.
 */
export const bossOver = (db: QueueDb): PgBoss =>
  new PgBoss({ db, schema: QUEUE_SCHEMA, migrate: false, supervise: false, schedule: false });

/**
 * The library sends few distinct texts, repeatedly. Each has a name, so that it is parsed once per
 * connection. The number of names is limited, because every name stays with the connection.
 */
const names = new Map<string, string>();
const MOST_NAMES = 64;

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMES) return known ?? '';
  const name = `queue_${createHash('sha1').update(text).digest('hex').slice(0, 16)}`;
  names.set(text, name);
  return name;
}

/** Sends pg-boss's statements as ours. */
export const statementsOf = (db: Queryable): QueueDb => ({
  executeSql: async (text, values = []) => ({
    rows: await db.query(values.length === 0 ? sql.raw(text) : { name: nameOf(text), text, values }),
  }),
});

/**
 * The library writes its migrations as transactions of their own; here they are part of our
 * migration's transaction, under its lock.
 */
const withinOurs = (plan: string): string => plan.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '');

/**
 * Creates the queue's schema or migrates it to the installed version of the library. Part of
 * `migrate`, under its lock.
 * @throws DatabaseRefusal if a newer version of the library has used the database
 */
export async function ensureJobQueue(tx: Queryable): Promise<void> {
  const [there] = await tx.query<{ found: boolean }>(sql`select to_regclass(${`${QUEUE_SCHEMA}.version`}) is not null as found`);
  if (!there?.found) {
    await tx.query(sql.raw(withinOurs(getConstructionPlans(QUEUE_SCHEMA))));
    const options = { retryLimit: 0, retentionSeconds: 10 * 365 * 86_400, expireInSeconds: 86_399 };
    await bossOver(statementsOf(tx)).createQueue(QUEUE, options);
    return;
  }
  await upgrade(tx);
}

/** The schema version of the installed library, which appears only in its migration script. */
const ownVersion = (): number => Number(/version\s*\(version\)\s*VALUES\s*\('?(\d+)/i.exec(getConstructionPlans(QUEUE_SCHEMA))?.[1]);

async function upgrade(tx: Queryable): Promise<void> {
  const [row] = await tx.query<{ version: number }>(sql.raw(`select version from ${QUEUE_SCHEMA}.version`));
  const known = ownVersion();
  const version = row?.version ?? known;
  if (version > known)
    throw new DatabaseRefusal(`The job queue's schema has version ${version}, which this version does not know: start the newer one.`);
  if (version < known) await tx.query(sql.raw(withinOurs(getMigrationPlans(QUEUE_SCHEMA, version))));
}
