import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Db, Row } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';

/**
 * Counters that every process shares. One statement counts and returns the result; a window begins
 * with its first count.
 */
export interface Limit {
  /** distinguishes the counters of one limit from those of another */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** What the library asks of a PostgreSQL client. */
interface Client {
  query(q: { name?: string; text: string; values?: unknown[] }): Promise<{ rows: Row[]; rowCount: number }>;
}

const clientOf = (db: Db): Client => ({
  query: async (q) => {
    const rows = await db.query({ name: q.name ?? 'rate_limits', text: q.text, values: q.values ?? [] });
    return { rows, rowCount: rows.length };
  },
});

const known = new WeakMap<Db, Map<string, RateLimiterPostgres>>();

const create = (storeClient: Client, limit: Limit, clears = false): RateLimiterPostgres =>
  new RateLimiterPostgres({
    storeClient,
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: clears,
    keyPrefix: limit.name,
    points: limit.points,
    duration: limit.seconds,
  });

function limiterOf(db: Db, limit: Limit): RateLimiterPostgres {
  const limiters = known.get(db) ?? new Map<string, RateLimiterPostgres>();
  known.set(db, limiters);
  const id = `${limit.name} ${limit.points} ${limit.seconds}`;
  const found = limiters.get(id);
  if (found) return found;
  const made = create(clientOf(db), limit, true);
  limiters.set(id, made);
  return made;
}

export interface WindowCount {
  readonly isAllowed: boolean;
  /** how many more the window allows */
  readonly remaining: number;
  /** until the window ends */
  readonly seconds: number;
}

const toCounted = (res: RateLimiterRes, isAllowed: boolean): WindowCount => ({
  isAllowed,
  remaining: res.remainingPoints,
  seconds: Math.max(1, Math.ceil(res.msBeforeNext / 1000)),
});

/**
 * Refusals are recognized by their shape: a bundler may give two callers two classes of one name.
 */
export const isRefusal = (thrown: unknown): thrown is RateLimiterRes =>
  typeof thrown === 'object' && thrown !== null && 'msBeforeNext' in thrown;

async function consume(limiter: RateLimiterPostgres, key: string): Promise<WindowCount> {
  try {
    return toCounted(await limiter.consume(key), true);
  } catch (refused) {
    if (isRefusal(refused)) return toCounted(refused, false);
    throw refused;
  }
}

/** Counts one use of `key`. One statement. */
export const count = (db: Db, limit: Limit, key: string): Promise<WindowCount> => consume(limiterOf(db, limit), key);

interface QueuedQuery {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly answer: (result: { rows: Row[]; rowCount: number }) => void;
  readonly fail: (error: unknown) => void;
}

const shifted = (text: string, by: number): string => text.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + by}`);

/** Several statements that each return one row, sent as one; they must touch different rows. */
async function sendTogether(db: Db, asked: readonly QueuedQuery[]): Promise<void> {
  const values: unknown[] = [];
  const parts = asked.map(({ text, values: own }, i) => {
    const part = `q${i} as (${shifted(text.trim().replace(/;$/, ''), values.length)})`;
    values.push(...own);
    return part;
  });
  const results = asked.map((_, i) => `select ${i} as i, points, expire from q${i}`);
  try {
    const name = `rate_limits_together_${asked.length}`;
    const rows = await db.query({ name, text: `with ${parts.join(', ')} ${results.join(' union all ')} order by i`, values });
    for (const [i, { answer }] of asked.entries()) answer({ rows: [defined(rows[i])], rowCount: 1 });
  } catch (error) {
    for (const { fail } of asked) fail(error);
  }
}

/**
 * Counts one use of each key, in their order and in one statement. The limits must be different
 * ones.
 */
export async function countTogether(db: Db, uses: readonly (readonly [Limit, string])[]): Promise<WindowCount[]> {
  if (uses.length === 1) return [await count(db, ...defined(uses[0]))];
  const asked: QueuedQuery[] = [];
  const query = (q: { text: string; values?: unknown[] }) =>
    new Promise<{ rows: Row[]; rowCount: number }>((answer, fail) => {
      asked.push({ text: q.text, values: q.values ?? [], answer, fail });
      if (asked.length === uses.length) void sendTogether(db, asked);
    });
  return Promise.all(uses.map(([limit, key]) => consume(create({ query }, limit), key)));
}

/** Whether a use of `key` is counted in a window that is not over. */
export const isCounted = async (db: Db, limit: Limit, key: string): Promise<boolean> => (await limiterOf(db, limit).get(key)) !== null;

/** Counts one use in a window that begins now, and forgets those before. One statement. */
export async function renew(db: Db, limit: Limit, key: string): Promise<void> {
  await limiterOf(db, limit).set(key, 1, limit.seconds);
}

/** Reverts one use. */
export async function uncount(db: Db, limit: Limit, key: string): Promise<void> {
  await limiterOf(db, limit).reward(key);
}

/** Resets the counter of the key. */
export async function forget(db: Db, limit: Limit, key: string): Promise<void> {
  await limiterOf(db, limit).delete(key);
}
