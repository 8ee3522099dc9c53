import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Program, start } from '#e2e/fixtures/programs/process';
import { isGate } from '#e2e/fixtures/runs';
import { openControl } from '#lib/base/db/control';
import { acquireLock as acquire, type Lock, type LockHolder, liveHolder, STALE_MS } from '#lib/base/db/lock';

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
  const program = start('hold-lock.ts', [dataDir]);
  programs.push(program);
  return program;
};
const outcome = (program: Program): Promise<string> => program.line((line) => /^(held|refused)/.test(line));
const lockFile = (): string => path.join(dataDir, 'lock');
const readLock = (): LockHolder => JSON.parse(readFileSync(lockFile(), 'utf8')) as LockHolder;
const writeLock = (holder: Partial<LockHolder>): void => writeFileSync(lockFile(), JSON.stringify({ ...readLock(), ...holder }));

describe('two processes', () => {
  test('the second is refused, ends with 1 and names the first', async () => {
    const first = hold();
    expect(await outcome(first)).toBe(`held ${first.child.pid}`);
    const second = hold();
    expect(await outcome(second)).toContain(`is in use by process ${first.child.pid} (node hold-lock.ts, since `);
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

  test('of many processes that find a dead holder at the same time, one gets the lock', async () => {
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

/**
 * Runs like a container, with its own process numbers and mounts. Requires root and kernel support.
 */
const CONTAINER = ['unshare', '--pid', '--fork', '--kill-child', '--mount', '--mount-proc'];
const hasContainers = spawnSync(CONTAINER[0]!, [...CONTAINER.slice(1), 'true']).status === 0;

test.skipIf(!hasContainers)('of two containers with one directory the second is refused, under any path', async () => {
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'memory-bank-mounted-'));
  const mounted = ['sh', '-c', `mount --bind '${dataDir}' '${elsewhere}' && exec "$@"`, 'sh'];
  try {
    const first = start('hold-lock.ts', [elsewhere], [...CONTAINER, ...mounted]);
    programs.push(first);
    expect(await outcome(first)).toMatch(/^held/);
    const second = start('hold-lock.ts', [dataDir], CONTAINER);
    programs.push(second);
    expect(await outcome(second)).toMatch(/^refused .* is in use by process \d+ .* in another container/);
    expect(await outcome(hold())).toMatch(/^refused .* in another container/);
  } finally {
    await Promise.all(programs.map((program) => program.kill()));
    rmSync(elsewhere, { recursive: true, force: true });
  }
});

/**
 * What a crash at the worst moment may leave; each is called while the directory has the lock of a
 * dead holder.
 */
const LEFT: Readonly<Record<string, () => void>> = {
  'the lock of a dead holder': () => undefined,
  'an empty lock': () => tear(lockFile(), 0),
  'a torn lock': () => tear(lockFile(), 9),
  'a dead takeover': () => copyFileSync(lockFile(), `${lockFile()}.takeover`),
  'a torn takeover': () => {
    copyFileSync(lockFile(), `${lockFile()}.takeover`);
    tear(`${lockFile()}.takeover`, 9);
  },
  nothing: () => rmSync(lockFile()),
};

const IS_FULL = Number(process.env.FAULT_ROUNDS ?? 1) >= 20;
const ROUNDS = IS_FULL ? 1_000 : Object.keys(LEFT).length;

test(`starts, kills and torn locks, ${ROUNDS} rounds: one holder each time, and no process waits forever`, {
  timeout: 30_000 + ROUNDS * 10_000,
}, async () => {
  const dead = hold();
  await outcome(dead);
  await dead.kill();
  const ways = Object.entries(LEFT);
  for (let round = 0; round < ROUNDS; round++) {
    const [name, leave] = ways[round % ways.length]!;
    leave();
    const starters = [hold(), hold()];
    // A starter that is killed while it takes the lock.
    const killed = hold();
    const kill = delay((round * 37) % 120).then(() => killed.kill());
    const outcomes = await Promise.all(starters.map(outcome));
    await kill;
    const held = outcomes.filter((line) => line.startsWith('held'));
    const others = killed.lines.filter((line) => line.startsWith('held'));
    // The killed process may have had the lock. Then another process replaced it, or both found it
    // alive.
    expect(held.length, `${name}: ${outcomes.join(' | ')}`).toBeLessThanOrEqual(1);
    expect(held.length + others.length, `${name}: ${outcomes.join(' | ')}`).toBeGreaterThanOrEqual(1);
    if (held.length === 1) expect(held).toEqual([`held ${readLock().pid}`]);
    await Promise.all(starters.map((starter) => starter.kill()));
    for (const program of [...starters, killed]) programs.splice(programs.indexOf(program), 1);
  }
  for (const file of readdirSync(dataDir)) expect(file).toMatch(/^lock/);
});

function tear(file: string, bytes: number): void {
  truncateSync(file, bytes);
  const time = new Date(Date.now() - STALE);
  utimesSync(file, time, time);
}

/** Creates a socket file without a listener, as a killed process leaves it. */
async function leaveSocket(socket: string): Promise<void> {
  const script = `require('node:net').createServer().listen(${JSON.stringify(socket)}, () => process.kill(process.pid, 'SIGKILL'))`;
  const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
  await new Promise((resolve) => child.once('exit', resolve));
  expect(existsSync(socket)).toBe(true);
}

const age = (milliseconds: number): void => {
  const time = new Date(Date.now() - milliseconds);
  utimesSync(lockFile(), time, time);
};
const STALE = STALE_MS + 1_000;
const ELSEWHERE = { pidNamespace: 'pid:[1]' };

describe('a holder counts as dead', () => {
  beforeEach(async () => {
    await acquireLock(dataDir);
  });
  test('not while its process lives, even if the lock is old', async () => {
    age(STALE);
    await expect(acquireLock(dataDir)).rejects.toThrow(`process ${process.pid}`);
    expect(readLock().pid).toBe(process.pid);
  });
  test('when its number belongs to a process that started at another time', async () => {
    writeLock({ processStart: '1' });
    await acquireLock(dataDir);
  });
  test('when it was killed and its parent has not reaped it', async () => {
    // A shell that never waits for its child keeps it as a zombie.
    const parent = spawn('sh', ['-c', 'sleep 0.01 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const pid = Number(await new Promise<string>((resolve) => parent.stdout.once('data', (part: Buffer) => resolve(part.toString()))));
      await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0], { timeout: 20_000 }).toBe('Z');
      writeLock({ pid, processStart: null });
      await acquireLock(dataDir);
    } finally {
      parent.kill('SIGKILL');
    }
  });
  test('before the last start of the machine, once its lock is old', async () => {
    writeLock({ bootId: 'another' });
    await expect(acquireLock(dataDir)).rejects.toThrow(/on another machine, which renewed \S+\/lock \d+ s ago\..* try again in a minute/);
    age(STALE);
    await acquireLock(dataDir);
  });
  const DAY = 86_400_000;
  test('not on a machine with a clock that is ahead, while it renews its lock', async () => {
    writeLock({ bootId: 'another' });
    let ahead = DAY;
    age(-ahead);
    const renewing = setInterval(() => {
      ahead += 1_000;
      age(-ahead);
    }, 100);
    try {
      await expect(acquireLock(dataDir)).rejects.toThrow('on another machine');
    } finally {
      clearInterval(renewing);
    }
  });
  // Takes as long as a living holder may be silent.
  test.skipIf(isGate)('on a machine with a clock that was ahead, once nobody renews it', { timeout: 120_000 }, async () => {
    // This process renews the lock in `dataDir`.
    const left = mkdtempSync(path.join(tmpdir(), 'memory-bank-lock-'));
    const file = path.join(left, 'lock');
    writeFileSync(file, JSON.stringify({ ...readLock(), bootId: 'another' }));
    const ahead = new Date(Date.now() + DAY);
    utimesSync(file, ahead, ahead);
    const lock = await acquireLock(left);
    lock.release();
    rmSync(left, { recursive: true });
  });
  test('in another container, once its lock is old and its socket is not visible', async () => {
    writeLock({ ...ELSEWHERE, controlSocket: path.join('/somewhere/else', 'control.sock') });
    await expect(acquireLock(dataDir)).rejects.toThrow(lockFile());
    age(STALE);
    await acquireLock(dataDir);
  });
  test('in another container on this machine, at once if nobody listens on its socket', async () => {
    const socket = path.join(dataDir, 'left.sock');
    await leaveSocket(socket);
    writeLock({ ...ELSEWHERE, controlSocket: 'left.sock' });
    await acquireLock(dataDir);
    writeLock({ ...ELSEWHERE, bootId: 'another', controlSocket: 'left.sock' });
    await expect(acquireLock(dataDir)).rejects.toThrow('another machine');
  });
  test('not in another container whose socket answers, under any mount path of the directory there', async () => {
    const control = await openControl(dataDir);
    writeLock({ ...ELSEWHERE, controlSocket: path.basename(control!.socket) });
    age(STALE);
    await expect(acquireLock(dataDir)).rejects.toThrow('is in use');
    expect((await liveHolder(dataDir))?.controlSocket).toBe(control!.socket);
    control!.close();
  });
  test('when the process that was replacing a dead one died too', async () => {
    writeLock({ processStart: '1' });
    writeFileSync(`${lockFile()}.takeover`, readFileSync(lockFile()));
    await acquireLock(dataDir);
    expect(existsSync(`${lockFile()}.takeover`)).toBe(false);
  });
});

describe.each([
  ['empty', ''],
  ['torn', '{"id":"1","pi'],
  ['of nobody', '{}'],
])('a lock file that is %s', (_, text) => {
  beforeEach(() => writeFileSync(lockFile(), text));

  test('is named in a refusal while it may still be written', async () => {
    await expect(acquireLock(dataDir)).rejects.toThrow(`The lock file ${lockFile()} is empty or torn.`);
    expect(readFileSync(lockFile(), 'utf8')).toBe(text);
  });
  test('is replaced automatically once it is old', async () => {
    age(STALE);
    await acquireLock(dataDir);
    expect(readLock().pid).toBe(process.pid);
  });
});

test("the lock contains its socket's path relative to itself", async () => {
  const lock = await acquire(dataDir, path.join(dataDir, 'control-1.sock'));
  locks.push(lock);
  expect(readLock().controlSocket).toBe('control-1.sock');
  expect((await liveHolder(dataDir))?.controlSocket).toBe(path.join(dataDir, 'control-1.sock'));
});

test('releasing deletes the lock, and never that of another process', async () => {
  const lock = await acquireLock(dataDir);
  lock.release();
  expect(existsSync(lockFile())).toBe(false);
  const next = await acquireLock(dataDir);
  lock.release();
  expect(readLock().id).toBe(next.holder.id);
  next.release();
});
