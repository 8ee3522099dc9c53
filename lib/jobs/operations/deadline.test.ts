import { describe, expect, test } from 'vitest';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { eventually, jobApp, quickRunner } from '#e2e/fixtures/jobs';
import { reaches, statusOf as status, withRunners } from '#e2e/fixtures/runners';
import { sql } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import { Deferred, type JobHandler, type NewOperation } from '#lib/jobs/operations/port';
import { reap } from '#lib/jobs/operations/reaper';
import { enqueue, enqueueBatch, listOperations, registerHandler, retryOperation } from '#lib/jobs/operations/service';
import { LlmError } from '#lib/models/llm/port';

/** Every waiting operation ends: after its time limit comes one last attempt. */

const HOURS = 3_600_000;

withTestBank();
const running = withRunners();

const run = async (): Promise<void> => void running.push(await quickRunner(jobApp(db)));
const handle = (work: JobHandler['run']): void => registerHandler({ type: 'a', deadlineSeconds: 60, maxAttempts: 4, run: work });
const ask = async (more: Partial<NewOperation> = {}): Promise<string> =>
  (await db.transaction((tx) => enqueue(tx, scope, { type: 'a', subject: null, payload: {}, ...more }))).operationId;
const endsAt = (id: string, seconds: number) =>
  db.query(sql`
    update operations set retry_until = now() + make_interval(secs => ${seconds}) where bank_uid = ${scope.bankUid} and id = ${id}`);
const hoursLeft = async (id: string): Promise<number> =>
  Math.round((Date.parse((await status(id)).retry_until ?? '') - Date.now()) / HOURS);

const AWAY = new LlmError('transient', 'canary of a provider');

describe('work that waits for a provider', () => {
  test.each([
    ['that says when', new LlmError('transient', 'canary of a provider', 86_400)],
    ['that does not', AWAY],
    ['by itself', new Deferred(3_000, 'The language model was not available.')],
  ])('%s: its attempts do not count, after its time limit it fails with a plain message, and can be retried', async (_, error) => {
    const attempts: number[] = [];
    let isAway = true;
    handle(async ({ attempt }) => {
      attempts.push(attempt);
      if (isAway) throw error;
      return { result: { done: true } };
    });
    const id = await ask({ payload: { n: 1 } });
    expect(await hoursLeft(id)).toBe(24);
    await endsAt(id, 1.5);
    await run();
    const failed = await reaches(id, 'failed');
    expect(attempts.length).toBeGreaterThan(1);
    expect(new Set(attempts)).toEqual(new Set([1]));
    expect(failed).toMatchObject({
      error_message:
        'The language model was not available. It could not be done in 24 hours; nothing of it is lost, and it can be tried again.',
      retry_until: null,
      next_retry_at: null,
      task_payload: { n: 1 },
    });
    isAway = false;
    await Promise.all(running.splice(0).map((runner) => runner.stop()));
    await retryOperation(db, scope, id);
    expect(await hoursLeft(id)).toBe(24);
    await run();
    expect(await reaches(id, 'completed')).toMatchObject({ result_metadata: { done: true }, retry_until: null });
  });

  test('reports its deadline, and when it begins again', async () => {
    handle(async () => {
      throw new Deferred(3_000, 'Later.');
    });
    const id = await ask();
    await run();
    await eventually(async () => (await status(id)).next_retry_at, 'the wait');
    const { operations } = await listOperations(db, scope, { limit: 1, offset: 0, exclude_parents: false });
    expect(operations[0]).toMatchObject({ status: 'pending', error_message: 'Later.', retry_until: (await status(id)).retry_until });
    expect(await hoursLeft(id)).toBe(24);
  });

  test('that is done at its last attempt is done', async () => {
    let runs = 0;
    handle(async () => {
      if (++runs === 1) throw AWAY;
      return {};
    });
    const id = await ask();
    await endsAt(id, 1);
    await run();
    await reaches(id, 'completed');
    expect(runs).toBe(2);
  });
});

describe('the time limit for retries', () => {
  test('starts when the operation is due', async () => {
    expect(await hoursLeft(await ask({ startAfter: new Date(Date.now() + 10 * HOURS) }))).toBe(34);
  });

  test('restarts with each completed share of long work', async () => {
    let runs = 0;
    handle(async () => {
      if (++runs < 4) throw new Deferred(1, 'It goes on in a moment.', true);
      return {};
    });
    const id = await ask();
    await endsAt(id, -60);
    await run();
    await eventually(async () => (await status(id)).error_message, 'the first share');
    expect(await hoursLeft(id)).toBe(24);
    await reaches(id, 'completed');
  });

  test('leaves one attempt to an operation that was never tried, because the server may have been down', async () => {
    handle(async () => ({}));
    const id = await ask();
    await endsAt(id, -60);
    await run();
    await reaches(id, 'completed');
  });

  test('leaves no second attempt after a failure', async () => {
    let runs = 0;
    handle(async () => {
      runs++;
      throw new Error('no');
    });
    const id = await ask();
    await endsAt(id, -60);
    await run();
    await reaches(id, 'failed');
    expect(runs).toBe(1);
  });

  test('of a parent is that of its last part', async () => {
    handle(async () => ({}));
    const id = newId();
    const part = { type: 'a', payload: {}, itemsCount: 1, documentId: null, lanes: [] };
    await db.transaction((tx) =>
      enqueueBatch(tx, scope, { id, type: 'whole', itemsCount: 2, documentId: null, result: {}, parts: [part, part] }),
    );
    for (const number of [0, 1])
      await db.query(sql`
        update operations set retry_until = now() + make_interval(hours => ${30 + number}) where parent_id = ${id} and part = ${number}`);
    expect(await hoursLeft(id)).toBe(31);
    await run();
    expect(await reaches(id, 'completed')).toMatchObject({ retry_until: null });
  });

  test('ends operations that no process can execute', async () => {
    const id = await ask({ type: 'of-a-newer-version' });
    await db.query(sql`delete from job_queue.job`);
    await db.query(sql`update operations set delivery_id = null, updated_at = now() - interval '1 minute' where id = ${id}`);
    await endsAt(id, -60);
    await reap(jobApp(db));
    expect(await status(id)).toMatchObject({ status: 'failed', error_message: 'No process can execute this operation.' });
  });
});
