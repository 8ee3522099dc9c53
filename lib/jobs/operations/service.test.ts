import { describe, expect, test } from 'vitest';
import { db, orgId, scope, setScope, withTestBank } from '#e2e/fixtures/bank';
import { waitsForLock } from '#e2e/fixtures/citus';
import { bankScope } from '#e2e/fixtures/database';
import { eventually, jobApp, quickRunner } from '#e2e/fixtures/jobs';
import { OTHER_CELL } from '#e2e/fixtures/moving';
import { reaches, statusOf as status, withRunners } from '#e2e/fixtures/runners';
import { createKey } from '#lib/access/keys/service';
import { type Env, parseEnv } from '#lib/api/env';
import { DEFAULT_CELL, inCell } from '#lib/base/db/cells';
import { sql } from '#lib/base/db/db';
import { migrateCells } from '#lib/base/db/migrate';
import { newId } from '#lib/base/ids';
import { type BankScope, mintBankScope } from '#lib/base/scope';
import { hasten } from '#lib/jobs/operations/enqueue';
import {
  Deferred,
  type Job,
  type JobHandler,
  type NewOperation,
  PermanentFailure,
  type QueuedOperation,
  Superseded,
} from '#lib/jobs/operations/port';
import { reap, recover } from '#lib/jobs/operations/reaper';
import {
  cancelOperation,
  deleteOperation,
  enqueue,
  enqueueBatch,
  getOperation,
  listOperations,
  type Runner,
  type RunnerSettings,
  registerHandler,
  retryOperation,
} from '#lib/jobs/operations/service';
import { park } from '#lib/jobs/operations/store-runs';
import { currentBank, deleteBank, emptyBank } from '#lib/memory/banks/service';

withTestBank();
const running = withRunners();

const run = async (settings: Partial<RunnerSettings> = {}, env: Partial<Env> = {}): Promise<Runner> => {
  const runner = await quickRunner(jobApp(db, { env: { ...parseEnv({}), ...env } }), settings);
  running.push(runner);
  return runner;
};
const handle = (type: string, work: JobHandler['run'], more: Partial<JobHandler> = {}): void =>
  registerHandler({ type, deadlineSeconds: 60, maxAttempts: 4, run: work, ...more });
const ask = (type: string, more: Partial<NewOperation> = {}, by: BankScope = scope): Promise<QueuedOperation> =>
  db.transaction((tx) => enqueue(tx, by, { type, subject: null, payload: {}, ...more }));
const jobs = async (): Promise<number> => (await db.query<{ n: number }>(sql`select count(*) as n from job_queue.job`))[0]!.n;

/** A promise that one part of a test awaits and another resolves. */
function signalled() {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

/** A handler whose runs wait until they are released. */
function gated(type: string, more: Partial<JobHandler> = {}) {
  const seen: Job[] = [];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  handle(
    type,
    async (job) => {
      seen.push(job);
      await Promise.race([gate, new Promise((_, reject) => job.signal.addEventListener('abort', () => reject(job.signal.reason)))]);
      return { result: { ran: true } };
    },
    more,
  );
  return { seen, open: () => open() };
}

describe('requesting work', () => {
  test('the row and its job are committed with the transaction, or neither is', async () => {
    await expect(
      db.transaction(async (tx) => {
        await enqueue(tx, scope, { type: 'a', subject: null, payload: {} });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await jobs()).toBe(0);
    const { operationId } = await ask('a');
    expect(await jobs()).toBe(1);
    expect(await status(operationId)).toMatchObject({ status: 'pending', retry_count: 0, operation_type: 'a' });
  });

  test('for one subject one operation waits: a further request joins it, other subjects and other banks do not', async () => {
    const first = await ask('a', { subject: 's' });
    expect(await ask('a', { subject: 's' })).toEqual({ operationId: first.operationId, deduplicated: true });
    expect((await ask('a', { subject: 't' })).deduplicated).toBe(false);
    expect((await ask('b', { subject: 's' })).deduplicated).toBe(false);
    const other = await bankScope(db, orgId, 'other');
    expect((await ask('a', { subject: 's' }, other)).deduplicated).toBe(false);
  });

  test('concurrent requests of many callers become one operation', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => ask('a', { subject: 's' })));
    expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(1);
    expect(all.filter(({ deduplicated }) => !deduplicated)).toHaveLength(1);
    expect(await jobs()).toBe(1);
  });
});

describe('a run', () => {
  test('begins at once, gets its payload, and leaves its result but not its payload', async () => {
    const seen: Job[] = [];
    handle('a', async (job) => {
      seen.push(job);
      await job.progress('half', 1, 2);
      return { result: { facts: 3 }, details: { outcome: 'fine' } };
    });
    await run();
    const { operationId } = await ask('a', { payload: { secret: 'words' }, itemsCount: 2, documentId: 'd' });
    const done = await reaches(operationId, 'completed');
    expect(done).toMatchObject({ result_metadata: { facts: 3 }, details: { outcome: 'fine' }, progress: { stage: 'half', total: 2 } });
    expect(done).toMatchObject({ task_payload: null, error_message: null, retry_count: 0 });
    expect(seen[0]).toMatchObject({ payload: { secret: 'words' }, attempt: 1, operationId });
    expect(seen[0]!.scope).toMatchObject({ bankUid: scope.bankUid, bankId: 'bank', orgId });
    expect(await jobs()).toBe(0);
  });

  test('that fails is retried until its attempts are used up; the error is not revealed', async () => {
    let tries = 0;
    handle('a', async () => {
      tries++;
      throw new Error('canary of a driver');
    });
    await run();
    const { operationId } = await ask('a');
    const failed = await reaches(operationId, 'failed');
    expect(tries).toBe(4);
    expect(failed).toMatchObject({ retry_count: 3 });
    expect(failed.error_message).not.toContain('canary');
    expect(await jobs()).toBe(0);
  });

  test('that cannot succeed is not retried, and says why', async () => {
    handle('a', async () => {
      throw new PermanentFailure('no_such_thing', 'The thing is not there.');
    });
    await run();
    expect(await reaches((await ask('a')).operationId, 'failed')).toMatchObject({
      error_message: 'The thing is not there.',
      retry_count: 0,
    });
  });

  test('that is put off does not count as an attempt, but as a retry; a manual retry starts from zero', async () => {
    const attempts: number[] = [];
    handle('a', async ({ attempt }) => {
      attempts.push(attempt);
      if (attempts.length < 3) throw new Deferred(attempts.length === 2 ? 3_000 : 1, 'The provider said later.');
      return {};
    });
    await run();
    const { operationId } = await ask('a');
    await eventually(async () => attempts.length === 2 && (await status(operationId)).status === 'pending', 'the long wait');
    expect(await status(operationId)).toMatchObject({ status: 'pending', retry_count: 2 });
    await cancelOperation(db, scope, operationId);
    await retryOperation(db, scope, operationId);
    expect(await reaches(operationId, 'completed')).toMatchObject({ retry_count: 0 });
    expect(attempts).toEqual([1, 1, 1]);
  });

  test('beyond its deadline is stopped, and counts as a failed attempt', async () => {
    const { seen } = gated('a', { deadlineSeconds: 1, maxAttempts: 2 });
    await run();
    const failed = await reaches((await ask('a')).operationId, 'failed');
    expect(failed.error_message).toBe('The operation exceeded its time limit of 1 s. Split the request.');
    expect(seen.map(({ attempt }) => attempt)).toEqual([1, 2]);
  });

  test("may not exceed the operator's limit for any run", async () => {
    const { seen } = gated('a', { maxAttempts: 2 });
    await run({}, { maxOperationSeconds: 1 });
    const failed = await reaches((await ask('a')).operationId, 'failed');
    expect(failed.error_message).toBe(
      'The operation exceeded its time limit of 1 s. Split the request or raise SERVICE_API_MAX_OPERATION_SECONDS.',
    );
    expect(seen).toHaveLength(2);
  });

  test('in a bank that is cleared continues at once, without the reaper', async () => {
    const { seen, open } = gated('a');
    await run({ reapMs: 3_600_000 });
    const { operationId } = await ask('a');
    await eventually(async () => seen.length === 1, 'the first run');
    await emptyBank(db, scope);
    setScope((await currentBank(db, scope))!);
    await eventually(async () => seen.length === 2, 'the second run');
    open();
    await reaches(operationId, 'completed');
  });

  test('that is stopped before its work begins ends as well', async () => {
    handle('a', () => new Promise(() => undefined), { deadlineSeconds: 0, maxAttempts: 1 });
    await run();
    expect(await reaches((await ask('a')).operationId, 'failed')).toMatchObject({
      error_message: 'The operation exceeded its time limit of 0 s. Split the request.',
    });
  });

  test('that ignores being stopped cannot write any more', async () => {
    let late: Promise<unknown> = Promise.resolve();
    handle(
      'a',
      (job) =>
        new Promise(() => {
          job.signal.addEventListener('abort', () => {
            late = db
              .transaction((tx) => job.fence(tx))
              .then(
                () => 'wrote',
                (error: unknown) => error,
              );
          });
        }),
      { deadlineSeconds: 1, maxAttempts: 1 },
    );
    await run();
    await reaches((await ask('a')).operationId, 'failed');
    expect(await late).toBeInstanceOf(Superseded);
  });

  test('of one subject runs alone; the waiting one begins when it has ended', async () => {
    const { seen, open } = gated('a');
    await run({ places: 4, upkeepPlaces: 4 });
    const first = await ask('a', { subject: 's' });
    await reaches(first.operationId, 'processing');
    const second = await ask('a', { subject: 's' });
    expect(second.deduplicated).toBe(false);
    expect(await ask('a', { subject: 's' })).toEqual({ operationId: second.operationId, deduplicated: true });
    await eventually(async () => (await jobs()) === 1, 'parking');
    expect(seen).toHaveLength(1);
    open();
    await reaches(second.operationId, 'completed');
    expect(seen.map(({ operationId }) => operationId)).toEqual([first.operationId, second.operationId]);
  });

  test('in a lane waits for earlier ones, in their order', async () => {
    const order: string[] = [];
    handle('retain', async ({ payload, attempt }) => {
      if (payload.n === '0' && attempt === 1) throw new Error('once');
      order.push(String(payload.n));
      return {};
    });
    const ids: string[] = [];
    for (let n = 0; n < 5; n++)
      ids.push((await ask('retain', { lanes: [`d${n === 3 ? 'other' : ''}`, `x${n}`], payload: { n: String(n) } })).operationId);
    await run();
    for (const id of ids) await reaches(id, 'completed');
    expect(order.filter((n) => n !== '3')).toEqual(['0', '1', '2', '4']);
  });
});

describe('the requester', () => {
  const byKey = async (expiresAt: Date | null = null): Promise<{ id: string; by: BankScope }> => {
    const { id } = await createKey(inCell(db, DEFAULT_CELL), { orgId, name: 'k', bankIds: null, createdBy: 'bootstrap', expiresAt });
    return { id, by: mintBankScope({ ...scope, actor: { kind: 'unrestricted_key', keyId: id, label: 'k' } }) };
  };

  test('with a key that was revoked meanwhile is refused', async () => {
    handle('a', async () => ({}));
    const { id, by } = await byKey();
    const { operationId } = await ask('a', {}, by);
    await db.query(sql`update api_keys set revoked_at = now() where id = ${id}`);
    await run();
    const failed = await reaches(operationId, 'failed');
    expect(failed.error_message).toBe('The key that asked for this may no longer write: The key has been revoked.');
  });

  test("does not matter if the work is the bank's", async () => {
    handle('a', async () => ({}), { authority: 'bank' });
    const { id, by } = await byKey();
    const { operationId } = await ask('a', {}, by);
    await db.query(sql`update api_keys set revoked_at = now() where id = ${id}`);
    await run();
    await reaches(operationId, 'completed');
  });

  test('with a session of a person who has left the organization is refused', async () => {
    handle('a', async () => ({}));
    const by = mintBankScope({ ...scope, actor: { kind: 'member', keyId: null, userId: newId(), label: 'x@y.z' } });
    const { operationId } = await ask('a', {}, by);
    await run();
    expect((await reaches(operationId, 'failed')).error_message).toContain('no longer write in the organization');
  });
});

describe('canceling', () => {
  test('a waiting operation', async () => {
    const { operationId } = await ask('a');
    expect(await cancelOperation(db, scope, operationId)).toMatchObject({ success: true, operation_id: operationId });
    expect(await status(operationId)).toMatchObject({ status: 'cancelled' });
    expect(await jobs()).toBe(0);
    await expect(cancelOperation(db, scope, operationId)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('a running operation stops it, and nothing of it is written from then on', async () => {
    const { seen } = gated('a');
    await run();
    const { operationId } = await ask('a');
    await eventually(async () => seen.length === 1);
    await cancelOperation(db, scope, operationId);
    expect(await status(operationId)).toMatchObject({ status: 'cancelled' });
    await eventually(async () => seen[0]!.signal.aborted, 'the signal');
    await expect(db.transaction((tx) => seen[0]!.fence(tx))).rejects.toBeInstanceOf(Superseded);
  });

  test('an unknown operation or one of another bank', async () => {
    await expect(cancelOperation(db, scope, newId())).rejects.toMatchObject({ code: 'not_found' });
    const other = await bankScope(db, orgId, 'other');
    const { operationId } = await ask('a', {}, other);
    await expect(cancelOperation(db, scope, operationId)).rejects.toMatchObject({ code: 'not_found' });
    expect(await status(operationId)).toEqual({ operation_id: operationId, status: 'not_found' });
  });
});

describe('afterwards', () => {
  test('a failed one is retried with its payload; a completed one is not', async () => {
    let fails = true;
    handle('a', async ({ payload }) => {
      if (fails) throw new PermanentFailure('x', 'Not yet.');
      return { result: payload };
    });
    await run();
    const { operationId } = await ask('a', { payload: { n: 1 } });
    await reaches(operationId, 'failed');
    fails = false;
    await retryOperation(db, scope, operationId);
    expect(await reaches(operationId, 'completed')).toMatchObject({ result_metadata: { n: 1 }, error_message: null });
    await expect(retryOperation(db, scope, operationId)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('its record can be deleted, but not before it has ended', async () => {
    const { operationId } = await ask('a');
    await expect(deleteOperation(db, scope, operationId)).rejects.toMatchObject({ code: 'conflict' });
    await cancelOperation(db, scope, operationId);
    await deleteOperation(db, scope, operationId);
    expect(await status(operationId)).toMatchObject({ status: 'not_found' });
    await expect(deleteOperation(db, scope, operationId)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('the list filters and counts', async () => {
    const { operationId } = await ask('a');
    await ask('b');
    await cancelOperation(db, scope, operationId);
    const all = { limit: 20, offset: 0, exclude_parents: false };
    expect(await listOperations(db, scope, { ...all, limit: 1 })).toMatchObject({ total: 2, operations: [{ task_type: 'b' }] });
    expect(await listOperations(db, scope, { ...all, limit: 1, order: 'asc' })).toMatchObject({ operations: [{ task_type: 'a' }] });
    expect(await listOperations(db, scope, { ...all, status: 'cancelled' })).toMatchObject({ total: 1, operations: [{ id: operationId }] });
    expect(await listOperations(db, scope, { ...all, type: 'none' })).toMatchObject({ total: 0, operations: [] });
  });
});

describe('a parent', () => {
  const batch = async (payloads: object[]): Promise<string> => {
    const id = newId();
    const parts = payloads.map((payload) => ({ type: 'part', payload: { ...payload }, itemsCount: 1, documentId: null, lanes: [] }));
    const made = { id, type: 'whole', itemsCount: payloads.length, documentId: null, result: { n: payloads.length }, parts };
    expect(await db.transaction((tx) => enqueueBatch(tx, scope, made))).toBe(true);
    expect(await db.transaction((tx) => enqueueBatch(tx, scope, made))).toBe(false);
    return id;
  };
  const bad = async ({ payload }: Job) => {
    if (payload.bad) throw new PermanentFailure('x', 'It was bad.');
    return {};
  };

  test('has the number of retries of its most retried part', async () => {
    let puts = 0;
    handle('part', async ({ payload }) => {
      if (payload.away) throw new Deferred(puts++ === 0 ? 1 : 3_000, 'The provider said later.');
      return {};
    });
    const id = await batch([{}, { away: true }]);
    await run();
    await eventually(async () => puts === 2 && (await status(id)).next_retry_at, 'the long wait');
    expect(await status(id)).toMatchObject({ status: 'pending', retry_count: 2 });
    const { operations } = await listOperations(db, scope, { limit: 1, offset: 0, exclude_parents: false, exclude_parts: true });
    expect(operations).toMatchObject([{ id, retry_count: 2 }]);
  });

  test('is done when its parts are', async () => {
    handle('part', bad);
    const id = await batch([{}, {}, {}]);
    expect(await status(id)).toMatchObject({ status: 'pending', progress: { processed: 0, total: 3 } });
    await run();
    const done = await reaches(id, 'completed');
    expect(done.child_operations).toMatchObject([
      { sub_batch_index: 0, status: 'completed' },
      { sub_batch_index: 1 },
      { sub_batch_index: 2 },
    ]);
    expect(done.result_metadata).toMatchObject({ is_parent: true, n: 3 });
  });

  test('fails by one part, says so, and succeeds when that part is retried successfully', async () => {
    let isBad = true;
    handle('part', (job) => (isBad ? bad(job) : Promise.resolve({})));
    await run();
    const id = await batch([{}, { bad: true }]);
    expect(await reaches(id, 'failed')).toMatchObject({ error_message: '1 of 2 parts failed: It was bad.' });
    const single = await batch([{ bad: true }]);
    expect(await reaches(single, 'failed')).toMatchObject({ error_message: 'It was bad.' });
    isBad = false;
    await retryOperation(db, scope, id);
    await reaches(id, 'completed');
  });

  test('waits as its parts wait: until when, and why', async () => {
    handle('part', async ({ payload }) => {
      if (payload.later) throw new Deferred(600, 'The model was away.');
      return {};
    });
    await run();
    const id = await batch([{}, { later: true }]);
    const waits = await eventually(async () => {
      const seen = await status(id);
      return seen.next_retry_at != null && seen;
    });
    expect(waits).toMatchObject({ status: 'pending', error_message: 'The model was away.' });
    expect(waits.child_operations).toMatchObject([{ status: 'completed' }, { status: 'pending', next_retry_at: waits.next_retry_at }]);
    const { operations } = await listOperations(db, scope, { limit: 9, offset: 0, exclude_parents: false, exclude_parts: true });
    expect(operations).toMatchObject([{ id, next_retry_at: waits.next_retry_at, error_message: 'The model was away.' }]);
  });

  test('began when the first of its parts began', async () => {
    const { seen, open } = gated('part');
    const id = await batch([{}, {}]);
    expect((await status(id)).started_at).toBeNull();
    await run();
    await eventually(async () => seen.length > 0);
    open();
    const { created_at, started_at, completed_at } = await reaches(id, 'completed');
    expect(created_at! <= started_at! && started_at! <= completed_at!).toBe(true);
  });

  test('is canceled with its parts; a canceled part counts as ended', async () => {
    const whole = await batch([{}, {}]);
    await cancelOperation(db, scope, whole);
    expect((await status(whole)).child_operations).toMatchObject([{ status: 'cancelled' }, { status: 'cancelled' }]);
    handle('part', bad);
    const id = await batch([{}, {}]);
    const [first] = (await status(id)).child_operations!;
    await cancelOperation(db, scope, first!.operation_id);
    await run();
    expect(await reaches(id, 'cancelled')).toMatchObject({ error_message: '1 of 2 parts was canceled' });
    await expect(deleteOperation(db, scope, first!.operation_id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(id),
    });
    await retryOperation(db, scope, id);
    await reaches(id, 'completed');
  });

  test('runs while one of its parts does, in a list without parts', async () => {
    const { seen, open } = gated('part');
    const id = await batch([{}, {}]);
    const tops = { limit: 9, offset: 0, exclude_parents: false, exclude_parts: true };
    expect(await listOperations(db, scope, { ...tops, status: 'processing' })).toMatchObject({ total: 0, counts: { pending: 1 } });
    await run();
    await eventually(async () => seen.length > 0, 'a part that runs');
    expect(await listOperations(db, scope, { ...tops, status: 'processing' })).toMatchObject({
      total: 1,
      counts: { pending: 0, processing: 1 },
      operations: [{ id, status: 'pending', parent_id: null, parts: { total: 2, completed: 0, failed: 0 } }],
    });
    open();
    await reaches(id, 'completed');
    const { operations } = await listOperations(db, scope, { ...tops, exclude_parts: false });
    expect(operations.filter(({ parent_id }) => parent_id === id)).toHaveLength(2);
    expect(await listOperations(db, scope, tops)).toMatchObject({ total: 1, operations: [{ parts: { total: 2, completed: 2 } }] });
  });

  test('is sorted by kind or state in a list', async () => {
    const waiting = await batch([{}]);
    const { operationId: first } = await ask('a');
    await cancelOperation(db, scope, first);
    const { operationId: second } = await ask('b');
    const sorted = async (sort: 'task_type' | 'status', order: 'asc' | 'desc') =>
      (await listOperations(db, scope, { limit: 9, offset: 0, exclude_parents: false, exclude_parts: true, sort, order })).operations.map(
        ({ id }) => id,
      );
    expect(await sorted('status', 'asc')).toEqual([second, waiting, first]);
    expect(await sorted('status', 'desc')).toEqual([first, second, waiting]);
    expect((await sorted('task_type', 'asc')).slice(0, 2)).toEqual([first, second]);
  });

  test('is excluded from the list on request', async () => {
    await batch([{}]);
    expect(await listOperations(db, scope, { limit: 9, offset: 0, exclude_parents: true })).toMatchObject({
      total: 1,
      operations: [{ task_type: 'part' }],
    });
  });
});

describe('if processes or jobs are lost', () => {
  test('a lost job is delivered again, a duplicate has no effect', async () => {
    let runs = 0;
    handle('a', async () => {
      runs++;
      return {};
    });
    const { operationId } = await ask('a');
    await db.query(sql`delete from job_queue.job`);
    const twice = await ask('a');
    await db.query(
      sql`insert into job_queue.job (name, data, group_id, start_after) select name, data, group_id, start_after from job_queue.job`,
    );
    await db.query(sql`update operations set updated_at = now() - interval '1 minute' where bank_uid = ${scope.bankUid}`);
    await run();
    await reaches(operationId, 'completed');
    await reaches(twice.operationId, 'completed');
    await eventually(async () => (await jobs()) === 0, 'an empty queue');
    expect(runs).toBe(2);
  });

  test('a job that is visible before its operation is not dropped', async () => {
    handle('a', async () => ({}));
    const directory = inCell(db, DEFAULT_CELL);
    await migrateCells(directory, [OTHER_CELL]);
    const far = inCell(directory, OTHER_CELL);
    const there = await bankScope(far, orgId, 'far');
    const { operationId } = await far.transaction((tx) => enqueue(tx, there, { type: 'a', subject: null, payload: {} }));
    const delivered = async (id: string): Promise<void> =>
      void (await far.query(sql`update operations set delivery_id = ${id} where bank_uid = ${there.bankUid} and id = ${operationId}`));
    const [job] = await far.query<{ id: string }>(sql`select id from job_queue.job where data->>'operation' = ${operationId}`);
    // The row as others see it before the commit of a worker of Citus.
    await delivered(newId());
    running.push(await quickRunner(jobApp(directory), { reapMs: 3_600_000 }));
    await eventually(async () => (await far.query(sql`select 1 from job_queue.job where id = ${job!.id} and state = 'active'`)).length > 0);
    await delivered(job!.id);
    await eventually(async () => (await getOperation(far, there, operationId, { include_payload: false })).status === 'completed');
  });

  test('a new operation whose job is not visible yet is not delivered twice', async () => {
    handle('a', async () => ({}));
    const { operationId } = await ask('a');
    const deliveryOf = () => db.query(sql`select delivery_id from operations where bank_uid = ${scope.bankUid} and id = ${operationId}`);
    const delivery = await deliveryOf();
    await db.query(sql`delete from job_queue.job`);
    await reap(jobApp(db));
    expect(await deliveryOf()).toEqual(delivery);
    await db.query(sql`update operations set updated_at = now() - interval '1 minute' where bank_uid = ${scope.bankUid}`);
    await reap(jobApp(db));
    expect(await deliveryOf()).not.toEqual(delivery);
    await run();
    await reaches(operationId, 'completed');
  });

  test('a run of a dead process is taken over by another', async () => {
    const { operationId } = await ask('a');
    const die = () =>
      db.query(sql`
        update operations set status = 'processing', attempt = attempt + 1, lease_token = ${newId()}, lease_until = now() - interval '1 second'
        where id = ${operationId} and bank_uid = ${scope.bankUid}`);
    await die();
    const attempts: number[] = [];
    handle('a', async ({ attempt }) => {
      attempts.push(attempt);
      return {};
    });
    await run();
    await reaches(operationId, 'completed');
    expect(attempts).toEqual([2]);
  });

  /** The process that runs it ends, and another one starts. */
  const die = async (id: string): Promise<{ wait: number; status: string }> => {
    await db.query(sql`
      update operations set status = 'processing', attempt = attempt + 1, lease_token = ${newId()}, lease_until = now()
      where id = ${id} and bank_uid = ${scope.bankUid}`);
    await recover(jobApp(db));
    const [row] = await db.query<{ wait: number; status: string }>(sql`
      select extract(epoch from run_after - now())::float8 as wait, status from operations where id = ${id} and bank_uid = ${scope.bankUid}`);
    return row!;
  };

  test('an operation whose processes keep dying waits longer each time, then fails and says why', async () => {
    const { operationId } = await ask('a');
    const deaths = [await die(operationId), await die(operationId), await die(operationId), await die(operationId)];
    expect(deaths.map((death) => death.status)).toEqual(['pending', 'pending', 'pending', 'failed']);
    const waits = deaths.map(({ wait }) => wait);
    expect(waits[0]).toBeLessThanOrEqual(0);
    expect(waits[1]).toBeGreaterThan(20);
    expect(waits[2]).toBeGreaterThan(80);
    expect(await status(operationId)).toMatchObject({
      error_message: 'The server process ended 4 times while this operation ran.',
      retry_count: 3,
    });
    await retryOperation(db, scope, operationId);
    expect(await die(operationId)).toMatchObject({ status: 'pending' });
  });

  test('while one waits after such an end, the others run first', async () => {
    const { operationId } = await ask('a');
    for (let i = 0; i < 2; i++) await die(operationId);
    const other = await ask('a');
    const seen: string[] = [];
    handle('a', async (job) => {
      seen.push(job.operationId);
      return {};
    });
    await run();
    await reaches(other.operationId, 'completed');
    expect(await status(operationId)).toMatchObject({ status: 'pending' });
    expect(seen).toEqual([other.operationId]);
  });

  test('after the first end it is due at once, behind those that already wait', async () => {
    const { operationId } = await ask('a');
    const other = await ask('a');
    await die(operationId);
    const seen: string[] = [];
    handle('a', async (job) => {
      seen.push(job.operationId);
      return {};
    });
    // One at a time: only then the order of the runs is the order of the queue.
    await run({ places: 1 });
    await reaches(operationId, 'completed');
    expect(seen).toEqual([other.operationId, operationId]);
  });

  test('a shutdown does not count as such an end', async () => {
    const { operationId } = await ask('a');
    for (let i = 0; i < 5; i++) {
      const { seen } = gated('a');
      const runner = await run();
      await eventually(async () => seen.length === 1);
      await runner.stop();
    }
    const [row] = await db.query<{ deaths: number }>(sql`
      select deaths from operations where id = ${operationId} and bank_uid = ${scope.bankUid}`);
    expect(row!.deaths).toBe(0);
  });

  test('the pause also applies to a waiting operation of the subject, and to a new request for it', async () => {
    const first = await ask('a', { subject: 's' });
    for (let i = 0; i < 2; i++) await die(first.operationId);
    await db.query(sql`
      update operations set status = 'processing', lease_token = ${newId()}, lease_until = now(), delivery_id = null
      where id = ${first.operationId} and bank_uid = ${scope.bankUid}`);
    const second = await ask('a', { subject: 's' });
    await recover(jobApp(db));
    expect(await status(first.operationId)).toMatchObject({ status: 'cancelled' });
    await db.transaction((tx) => hasten(tx, scope, second.operationId, {}));
    const seen: string[] = [];
    handle('a', async (job) => {
      seen.push(job.operationId);
      return {};
    });
    const other = await ask('a');
    await run();
    await reaches(other.operationId, 'completed');
    expect(seen).toEqual([other.operationId]);
    expect(await die(second.operationId)).toMatchObject({ status: 'failed' });
  });

  test('a bank with much work leaves a place to the others', async () => {
    const { seen, open } = gated('retain');
    for (let i = 0; i < 8; i++) await ask('retain');
    const other = await bankScope(db, orgId, 'other');
    const { operationId } = await ask('retain', {}, other);
    await run();
    const isRunning = () => seen.some((job) => job.operationId === operationId);
    await eventually(async () => isRunning(), 'the run of the other bank');
    expect(seen.filter(({ scope: { bankUid } }) => bankUid === scope.bankUid).length).toBeLessThan(8);
    open();
    await eventually(async () => (await jobs()) === 0, 'the end of all');
    expect(seen).toHaveLength(9);
  });

  test('jobs that a process took and could not drop do not block their bank', async () => {
    handle('a', async () => ({}));
    await ask('a');
    const taken = (id: string | null) =>
      db.query(sql`
        insert into job_queue.job (name, data, group_id, state, started_on)
        select name, jsonb_set(data, '{operation}', coalesce(to_jsonb(${id}::text), data->'operation')), group_id, 'active', now() - interval '2 minutes'
        from job_queue.job where state = 'created' limit 1`);
    for (const id of [null, newId(), newId()]) await taken(id);
    await run();
    expect((await listOperations(db, scope, { limit: 1, offset: 0, exclude_parents: false })).operations).toHaveLength(1);
    await eventually(async () => (await jobs()) === 0, 'an empty queue');
  });

  test('a process that was suspended takes nothing from others before they could renew their leases', async () => {
    const { operationId } = await ask('a');
    await db.query(sql`
      update operations set status = 'processing', attempt = 1, lease_token = ${newId()}, lease_until = now() - interval '1 second'
      where id = ${operationId} and bank_uid = ${scope.bankUid}`);
    await reap(jobApp(db), false);
    expect(await status(operationId)).toMatchObject({ status: 'processing' });
    await reap(jobApp(db));
    expect(await status(operationId)).toMatchObject({
      status: 'pending',
      error_message: 'The process that ran this operation ended before the operation did.',
    });
  });

  test('an operation that should run again while one of its subject waits leaves the work to that one', async () => {
    const { seen, open } = gated('a', { maxAttempts: 2, deadlineSeconds: 0.3 });
    await run();
    const first = await ask('a', { subject: 's' });
    await eventually(async () => seen.length === 1);
    const second = await ask('a', { subject: 's' });
    expect(await reaches(first.operationId, 'cancelled')).toMatchObject({ error_message: expect.stringContaining(second.operationId) });
    open();
    await reaches(second.operationId, 'completed');
  });

  test('a stopped runner puts back its runs, uncounted', async () => {
    const { seen } = gated('a');
    const runner = await run();
    const { operationId } = await ask('a');
    await eventually(async () => seen.length === 1);
    await runner.stop();
    expect(await status(operationId)).toMatchObject({ status: 'pending', retry_count: 0 });
    handle('a', async ({ attempt }) => ({ result: { attempt } }));
    await run();
    expect(await reaches(operationId, 'completed')).toMatchObject({ result_metadata: { attempt: 1 } });
  });

  test('a deleted bank deletes its operations, and their runs end', async () => {
    const { seen } = gated('a');
    await run();
    await ask('a');
    await eventually(async () => seen.length === 1);
    await deleteBank(db, scope);
    await eventually(async () => seen[0]!.signal.aborted, 'the signal');
    await expect(db.transaction((tx) => seen[0]!.fence(tx))).rejects.toBeInstanceOf(Superseded);
  });

  test('an effect that ends its operation is written once, and without it nothing ends', async () => {
    const seen: number[] = [];
    handle('a', async (job) => {
      await db.transaction(async (tx) => {
        await job.fence(tx);
        seen.push(job.attempt);
        await job.complete(tx, { result: { effects: seen.length } });
        if (job.attempt === 1) throw new Error('before the commit');
      });
      throw new Error('after the effect');
    });
    await run();
    expect(await reaches((await ask('a')).operationId, 'completed')).toMatchObject({ result_metadata: { effects: 2 }, retry_count: 1 });
    await eventually(async () => (await jobs()) === 0, 'an empty queue');
    expect(seen).toEqual([1, 2]);
  });

  test('an operation that is parked behind another while that one ends is still delivered', async () => {
    handle('brief', async () => ({}));
    const { operationId: first } = await ask('brief', { subject: 's' });
    await db.query(
      sql`update operations set status = 'processing', lease_token = ${newId()}, lease_until = now() + interval '1 minute', attempt_until = now() + interval '1 minute' where id = ${first}`,
    );
    const { operationId: second } = await ask('brief', { subject: 's' });
    const [row] = await db.query<{ delivery_id: string }>(sql`select delivery_id from operations where id = ${second}`);
    let isOver = false;
    const waits = async (): Promise<boolean> => isOver || (await waitsForLock(db, 'operations'));
    const [begin, letGo] = [signalled(), signalled()];
    const ending = db.transaction(async (tx) => {
      await tx.query(
        sql`update operations set status = 'completed', lease_token = null, lease_until = null, attempt_until = null where id = ${first}`,
      );
      begin.give();
      await letGo.given;
    });
    await begin.given;
    const parked = park(db, scope.bankUid, second, row!.delivery_id).finally(() => {
      isOver = true;
    });
    // The embedded database is sequential anyway.
    if (db.kind !== 'embedded') await eventually(waits, 'the other waits');
    letGo.give();
    await ending;
    expect(await parked).toBe(false);
  });

  test('an operation that a dead process took, and that must wait, is delivered when the one before it ends', async () => {
    const { seen, open } = gated('retain');
    await run({ reapMs: 3_600_000, pollMs: 50 });
    const first = await ask('retain', { lanes: ['doc'] });
    await eventually(async () => seen.length === 1);
    await running.splice(0)[0]!.stop();
    const second = await ask('retain', { lanes: ['doc'] });
    await db.query(sql`update job_queue.job set state = 'active', started_on = now() where data->>'operation' = ${second.operationId}`);
    await recover(jobApp(db));
    open();
    await run({ reapMs: 3_600_000, pollMs: 50 });
    await reaches(first.operationId, 'completed');
    await reaches(second.operationId, 'completed');
  });

  test('an operation that a dead process put off is done in time by a process that is not notified', async () => {
    handle('a', async () => ({}));
    const { operationId } = await ask('a', { startAfter: new Date(Date.now() + 1_500) });
    await run({ reapMs: 3_600_000, pollMs: null });
    await reaches(operationId, 'completed');
  });
});
