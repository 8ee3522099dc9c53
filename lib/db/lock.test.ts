import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Program, start } from '#e2e/fixtures/programs/process';
import { openControl } from '#lib/db/control';
import { acquireLock as acquire, type Holder, type Lock, liveHolder } from '#lib/db/lock';

let dataDir: string;
let programs: Program[];
let locks: Lock[];
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'memory-bank-lock-'));
  programs = [];
  locks = [];
});
afterEach(async () => {
  for (const lock of locks) lock.release();
  await Promise.all(programs.map((program) => program.kill()));
  rmSync(dataDir, { recursive: true, force: true });
});

async function acquireLock(directory: string): Promise<Lock> {
  const lock = await acquire(directory);
  locks.push(lock);
  return lock;
}
const hold = (): Program => {
  const program = start('hold.ts', [dataDir]);
  programs.push(program);
  return program;
};
const outcome = (program: Program): Promise<string> => program.line((line) => /^(held|refused)/.test(line));
const lockFile = (): string => path.join(dataDir, 'lock');
const readLock = (): Holder => JSON.parse(readFileSync(lockFile(), 'utf8')) as Holder;
const writeLock = (holder: Partial<Holder>): void => writeFileSync(lockFile(), JSON.stringify({ ...readLock(), ...holder }));

describe('two processes', () => {
  test('the second is refused, ends with 1 and names the first', async () => {
    const first = hold();
    expect(await outcome(first)).toBe(`held ${first.child.pid}`);
    const second = hold();
    expect(await outcome(second)).toContain(`is in use by process ${first.child.pid} (node hold.ts, since `);
    await new Promise((resolve) => second.child.once('close', resolve));
    expect(second.child.exitCode).toBe(1);
    expect((await liveHolder(dataDir))?.pid).toBe(first.child.pid);
  });

  test('a killed holder is replaced', async () => {
    const first = hold();
    await outcome(first);
    await first.kill();
    expect(await liveHolder(dataDir)).toBeNull();
    expect(await outcome(hold())).toMatch(/^held/);
  });

  test('of many that find a dead holder at the same time, one gets it', async () => {
    for (let round = 0; round < 3; round++) {
      const dead = hold();
      await outcome(dead);
      await dead.kill();
      const racers = Array.from({ length: 5 }, hold);
      const outcomes = await Promise.all(racers.map(outcome));
      const winners = outcomes.filter((line) => line.startsWith('held'));
      expect(winners).toEqual([`held ${readLock().pid}`]);
      await Promise.all(racers.map((racer) => racer.kill()));
    }
    expect(readdirSync(dataDir)).toEqual(['lock']);
  });
});

describe('a holder counts as dead', () => {
  beforeEach(async () => {
    await acquireLock(dataDir);
  });
  test('not while its process lives', async () => {
    await expect(acquireLock(dataDir)).rejects.toThrow(`process ${process.pid}`);
    expect(readLock().pid).toBe(process.pid);
  });
  test('when its number belongs to a process that started at another time', async () => {
    writeLock({ processStart: '1' });
    await acquireLock(dataDir);
  });
  test('when the machine was started anew', async () => {
    writeLock({ bootId: 'another' });
    await acquireLock(dataDir);
  });
  test('in another container, when its socket does not answer', async () => {
    writeLock({ pidNamespace: 'pid:[1]', controlSocket: path.join(dataDir, 'gone.sock') });
    await acquireLock(dataDir);
  });
  test('not in another container whose socket answers', async () => {
    const control = await openControl(dataDir);
    writeLock({ pidNamespace: 'pid:[1]', controlSocket: control!.socket });
    await expect(acquireLock(dataDir)).rejects.toThrow('is in use');
    control!.close();
  });
  test('when whoever was replacing a dead one died too', async () => {
    writeLock({ processStart: '1' });
    writeFileSync(`${lockFile()}.takeover`, readFileSync(lockFile()));
    await acquireLock(dataDir);
    expect(existsSync(`${lockFile()}.takeover`)).toBe(false);
  });
});

test('a released lock is gone, and releasing never removes that of another', async () => {
  const lock = await acquireLock(dataDir);
  lock.release();
  expect(existsSync(lockFile())).toBe(false);
  const next = await acquireLock(dataDir);
  lock.release();
  expect(readLock().id).toBe(next.holder.id);
  next.release();
});
