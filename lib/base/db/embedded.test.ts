import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#lib/base/db/db';
import { type EmbeddedDb, openEmbedded } from '#lib/base/db/embedded';
import { isOverrun } from '#lib/base/db/errors';
import { FairQueue, Lines } from '#lib/base/db/queue';
import { ensureDatabaseTemplate } from '#lib/base/db/template';

const folder = mkdtempSync(path.join(tmpdir(), 'memory-bank-embedded-'));
const opened: EmbeddedDb[] = [];
let template: string;
beforeAll(async () => {
  template = await ensureDatabaseTemplate();
});
afterEach(async () => {
  for (const db of opened.splice(0)) await db.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = async (files: string | null, statementTimeoutMs = 10_000): Promise<EmbeddedDb> => {
  const db = await openEmbedded({ files, template, statementTimeoutMs });
  opened.push(db);
  return db;
};
const UNAVAILABLE = { name: 'ServiceError', code: 'unavailable' };
/** Longer than a quick statement takes on a busy machine. */
const DEADLINE_MS = 3_000;
/**
 * Runs for many minutes: the server cannot be asked to stop it. A test that waits for its end
 * fails.
 */
const endless = sql`select count(*) from generate_series(1, 100000000) a, generate_series(1, 100) b`;

describe('a statement that exceeds its deadline', { timeout: 180_000 }, () => {
  test('is ended without blocking the event loop, all waiting callers get an error, and the database is available again', async () => {
    const db = await open(path.join(folder, 'deadline'), DEADLINE_MS);
    await db.query(sql`create table kept (id int)`);
    await db.query(sql`insert into kept values (1)`);
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 10);
    const answers = await Promise.allSettled([db.query(endless), db.query(sql`select 1`), db.transaction((tx) => tx.query(sql`select 1`))]);
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(10);
    for (const answer of answers) expect(answer).toMatchObject({ status: 'rejected', reason: { ...UNAVAILABLE, retryAfterSeconds: 1 } });
    // Only the caller that exceeded the deadline could succeed by requesting less.
    expect(answers.map((answer) => isOverrun((answer as PromiseRejectedResult).reason))).toEqual([true, false, false]);
    expect(await db.query(sql`select id from kept`)).toEqual([{ id: 1 }]);
  });

  test('inside a transaction takes the whole transaction with it', async () => {
    const db = await open(path.join(folder, 'deadline-tx'), DEADLINE_MS);
    await db.query(sql`create table kept (id int)`);
    const answers: unknown[] = [];
    const work = db.transaction(async (tx) => {
      await tx.query(sql`insert into kept values (1)`);
      answers.push(await tx.query(endless).catch((error) => error));
      // The files are open again soon; this statement belongs to the lost session and must not
      // reach the new one.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      answers.push(await tx.query(sql`insert into kept values (2)`).catch((error) => error));
    });
    await expect(work).rejects.toMatchObject(UNAVAILABLE);
    expect(answers).toEqual([expect.objectContaining(UNAVAILABLE), expect.objectContaining(UNAVAILABLE)]);
    expect(await db.query(sql`select id from kept`)).toEqual([]);
  });

  test('may be longer for one transaction', async () => {
    const db = await open(null, 200);
    const slow = sql`select count(*) as n from generate_series(1, 3000000)`;
    expect(await db.transaction((tx) => tx.query(slow), { statementTimeoutMs: 30_000 })).toEqual([{ n: 3_000_000 }]);
  });
});

describe('a session that is left in a bad state', () => {
  test('a bare BEGIN does not catch the next statement', async () => {
    const db = await open(path.join(folder, 'bare-begin'));
    await db.query(sql`create table kept (id int)`);
    await db.query(sql`begin`);
    await db.query(sql`insert into kept values (1)`);
    await db.query(sql`rollback`).catch(() => undefined);
    expect(await db.query(sql`select id from kept`)).toEqual([{ id: 1 }]);
  });

  test('JSON nested too deeply is an error, never a silent success', async () => {
    const db = await open(path.join(folder, 'deep'));
    await db.query(sql`create table deep (v jsonb)`);
    for (const depth of [1_000, 6_000, 50_000, 200_000]) {
      const text = '['.repeat(depth) + ']'.repeat(depth);
      const stored = await db.query(sql`insert into deep values (${text}::jsonb) returning 1 as ok`).then(
        (rows) => rows.length,
        () => 0,
      );
      const [row] = await db.query(sql`select count(*) as n from deep where length(v::text) >= ${depth}`);
      expect([depth, row?.n]).toEqual([depth, stored]);
    }
  });

  test('a deeply nested expression is an error of its own and harms nobody', async () => {
    const db = await open(null);
    const deep = sql.raw(`select ${'('.repeat(20_000)}1${')'.repeat(20_000)} as v`);
    await db.query(deep).catch(() => undefined);
    expect(await db.query(sql`select 1 as v`)).toEqual([{ v: 1 }]);
  });
});

describe('the files', () => {
  test('keep what was committed when closed and opened again', async () => {
    const files = path.join(folder, 'again');
    const first = await open(files);
    await first.query(sql`create table kept (id int)`);
    await first.query(sql`insert into kept select * from generate_series(1, 1000)`);
    await first.close();
    const second = await open(files);
    expect(await second.query(sql`select count(*) as n from kept`)).toEqual([{ n: 1_000 }]);
  });

  test('of a first start that was killed halfway are deleted', async () => {
    const files = path.join(folder, 'unfinished');
    const first = await open(files);
    await first.close();
    writeFileSync(`${files}.unfinished`, '');
    rmSync(path.join(files, 'global'), { recursive: true });
    const second = await open(files);
    expect(await second.query(sql`select count(*) as n from banks`)).toEqual([{ n: 0 }]);
    expect(existsSync(`${files}.unfinished`)).toBe(false);
  });

  test('that cannot be read are refused by name and are not changed', async () => {
    const files = path.join(folder, 'damaged');
    const first = await open(files);
    await first.close();
    rmSync(path.join(files, 'global', 'pg_control'));
    await expect(openEmbedded({ files, template, statementTimeoutMs: 1_000 })).rejects.toThrow(`in ${files} cannot be opened`);
    expect(existsSync(path.join(files, 'PG_VERSION'))).toBe(true);
  });

  test('a closed database reports that it is not available', async () => {
    const db = await open(null);
    await db.close();
    await expect(db.query(sql`select 1`)).rejects.toMatchObject(UNAVAILABLE);
    await expect(db.transaction(async () => 1)).rejects.toMatchObject(UNAVAILABLE);
    await db.close();
  });
});

test.each([
  ['empty', ''],
  ['torn', '-'],
])("a server's own lock file that a killed start left %s does not block later starts", async (_, text) => {
  const files = path.join(folder, `lock-${text.length}`);
  const first = await open(files);
  await first.query(sql`create table kept (id int)`);
  await first.close();
  writeFileSync(path.join(files, 'postmaster.pid'), text);
  const db = await open(files);
  expect(await db.query(sql`select * from kept`)).toEqual([]);
});

describe('the queue', () => {
  test('grants turns in the order of the requests', async () => {
    const queue = new FairQueue();
    const order: number[] = [];
    const end = await queue.turn();
    const rest = [1, 2, 3].map(async (n) => {
      const done = await queue.turn();
      order.push(n);
      done();
    });
    expect(queue.waiting).toBe(3);
    end();
    await Promise.all(rest);
    expect(order).toEqual([1, 2, 3]);
    expect(queue.busy).toBe(false);
  });

  test('never grants two turns at once, however turns end', async () => {
    const queue = new FairQueue();
    let inside = 0;
    await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const end = await queue.turn();
        expect(++inside).toBe(1);
        if (i % 3 === 0) await Promise.resolve();
        inside--;
        end();
        end();
      }),
    );
    expect(queue.busy).toBe(false);
  });

  test('is idle after nobody had a turn for a while: waiting for that lets a caller have all its consecutive turns', async () => {
    const queue = new FairQueue();
    const order: string[] = [];
    const end = await queue.turn();
    const part = queue.lull(250, 60_000).then(() => order.push('part'));
    end();
    for (const name of ['first', 'second']) {
      const done = await queue.turn();
      order.push(name);
      done();
    }
    await part;
    expect(order).toEqual(['first', 'second', 'part']);
  });

  test('does not make callers wait without limit for that', async () => {
    const queue = new FairQueue();
    const end = await queue.turn();
    await queue.lull(60_000, 20);
    expect(queue.busy).toBe(true);
    end();
  });

  test('can reject all waiting callers', async () => {
    const queue = new FairQueue();
    const end = await queue.turn();
    const waiting = queue.turn();
    queue.refuseAll(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    end();
    (await queue.turn())();
  });
});

describe('lines', () => {
  test('run work of one name in order, and work of different names concurrently', async () => {
    const lines = new Lines(60_000);
    const first = Promise.withResolvers<void>();
    const order: string[] = [];
    const a = lines.inTurn('a', () => first.promise);
    const next = lines.inTurn('a', async () => void order.push('second of a'));
    await lines.inTurn('b', async () => void order.push('first of b'));
    first.resolve();
    await Promise.all([a, next]);
    expect(order).toEqual(['first of b', 'second of a']);
  });

  test('continue after a failure, and reject callers that wait too long', async () => {
    const lines = new Lines(20);
    const held = Promise.withResolvers<void>();
    const holding = lines.inTurn('a', () => held.promise);
    await expect(lines.inTurn('a', async () => 1)).rejects.toMatchObject(UNAVAILABLE);
    held.reject(new Error('broken'));
    await expect(holding).rejects.toThrow('broken');
    expect(await lines.inTurn('a', async () => 2)).toBe(2);
  });
});
