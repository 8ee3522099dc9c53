import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createThreadPool,
  ThreadFailure,
  type ThreadPool,
  type ThreadPoolSettings,
  type ThreadSession,
} from '#lib/base/threads/thread-pool';

interface Task {
  readonly name: string;
  /** [0]: opens the gate; [1]: the number of tasks that have reached it */
  readonly gate?: Int32Array;
  readonly act?: 'spin' | 'throw' | 'fill';
}
interface Answer {
  readonly name: string;
  readonly ofSession: number;
  readonly ofThread: number;
  readonly sessions: number;
}

const file = path.resolve('e2e/fixtures/thread.mjs');
const never = new AbortController().signal;
const open: ThreadPool<Task, Answer>[] = [];

function poolOf(settings: Partial<ThreadPoolSettings> = {}): ThreadPool<Task, Answer> {
  const pool = createThreadPool<Task, Answer>({ file, size: 1, limitMs: 60_000, heapMb: 64, ...settings });
  open.push(pool);
  return pool;
}

const gateOf = (): Int32Array => new Int32Array(new SharedArrayBuffer(8));
function openGate(gate: Int32Array): void {
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
}
const reached = (gate: Int32Array) => expect.poll(() => Atomics.load(gate, 1)).toBe(1);

/** Runs tasks in order, as a session must; `order` collects the answers of all sessions. */
async function all(session: ThreadSession<Task, Answer>, names: readonly string[], order: string[]): Promise<void> {
  for (const name of names) {
    await session.run({ name });
    order.push(name);
  }
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()));
});

describe('turns', () => {
  it('gives each session in a thread one task in turn, however many the others have', async () => {
    const pool = poolOf();
    const gate = gateOf();
    const first = pool.session(never).run({ name: 'first', gate });
    await reached(gate);
    const order: string[] = [];
    const works = [
      all(pool.session(never), ['a1', 'a2', 'a3', 'a4', 'a5'], order),
      all(pool.session(never), ['b1', 'b2'], order),
      all(pool.session(never), ['c1'], order),
    ];
    openGate(gate);
    await Promise.all([first, ...works]);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4', 'a5']);
  });

  it('leaves a session in its thread, and starts a further thread if all have sessions', async () => {
    const pool = poolOf({ size: 2 });
    const gate = gateOf();
    const busy = pool.session(never);
    const held = busy.run({ name: 'held', gate });
    await reached(gate);
    const other = pool.session(never);
    expect(await other.run({ name: 'other' })).toMatchObject({ ofSession: 1, ofThread: 1 });
    expect(await other.run({ name: 'other' })).toMatchObject({ ofSession: 2, ofThread: 2 });
    openGate(gate);
    expect(await held).toMatchObject({ ofSession: 1, ofThread: 1 });
    expect(await busy.run({ name: 'again' })).toMatchObject({ ofSession: 2, ofThread: 2 });
  });

  it('lets a thread forget a session that has ended', async () => {
    const pool = poolOf();
    const first = pool.session(never);
    await first.run({ name: 'a' });
    first.end();
    first.end();
    expect(await pool.session(never).run({ name: 'b' })).toMatchObject({ sessions: 1, ofThread: 2 });
  });
});

describe('a caller that disconnects', () => {
  it('leaves the queue at once, and its running task has no effect on others', async () => {
    const pool = poolOf();
    const gate = gateOf();
    const caller = new AbortController();
    const running = pool.session(caller.signal).run({ name: 'running', gate });
    await reached(gate);
    const waiting = pool.session(caller.signal).run({ name: 'waiting' });
    const other = pool.session(never).run({ name: 'other' });
    caller.abort(new Error('hung up'));
    await expect(running).rejects.toThrow('hung up');
    await expect(waiting).rejects.toThrow('hung up');
    openGate(gate);
    expect(await other).toMatchObject({ name: 'other', ofThread: 2 });
    await expect(pool.session(caller.signal).run({ name: 'late' })).rejects.toThrow('hung up');
  });
});

describe('a task that does not end', () => {
  it('fails when its time is over; the others continue in a new thread', async () => {
    const pool = poolOf({ limitMs: 1_000 });
    const survivor = pool.session(never);
    expect(await survivor.run({ name: 'before' })).toMatchObject({ ofSession: 1, ofThread: 1 });
    const spinning = pool.session(never).run({ name: 'spin', act: 'spin' });
    const next = survivor.run({ name: 'after' });
    await expect(spinning).rejects.toMatchObject({ name: 'ThreadFailure', timedOut: true });
    expect(await next).toMatchObject({ name: 'after', ofSession: 1, ofThread: 1 });
  });

  it.each(['throw', 'fill'] as const)('fails when its thread dies (%s), and never the process', async (act) => {
    const pool = poolOf({ heapMb: 32 });
    const dying = pool.session(never).run({ name: act, act });
    const next = pool.session(never).run({ name: 'next' });
    const failure = await dying.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ThreadFailure);
    expect(failure).toMatchObject({ timedOut: false });
    expect(await next).toMatchObject({ name: 'next', ofThread: 1 });
  });
});

it('fails every waiting task if a thread cannot be started, each time', async () => {
  const pool = poolOf({ file: path.resolve('e2e/fixtures/no-such-thread.mjs') });
  await expect(pool.session(never).run({ name: 'a' })).rejects.toThrow('cannot be started');
  await expect(pool.session(never).run({ name: 'b' })).rejects.toThrow('cannot be started');
});

it('fails running, waiting and later tasks when it is closed', async () => {
  const pool = poolOf();
  const session = pool.session(never);
  const running = session.run({ name: 'spin', act: 'spin' });
  const waiting = pool.session(never).run({ name: 'waiting' });
  const failures = Promise.allSettled([running, waiting]);
  await pool.close();
  expect((await failures).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(session.run({ name: 'late' })).rejects.toThrow('closed');
});

it('prevents its process from ending while a task runs, and not when it is idle', () => {
  const script = `
    import { createThreadPool } from '#lib/base/threads/thread-pool';
    const pool = createThreadPool({ file: ${JSON.stringify(file)}, limitMs: 60_000, heapMb: 64 });
    const { name } = await pool.session(new AbortController().signal).run({ name: 'done' });
    console.log(name);`;
  // the process ends by itself, or this throws
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', timeout: 60_000 })).toBe('done\n');
});
