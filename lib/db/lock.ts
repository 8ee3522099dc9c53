import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { DatabaseRefusal } from '#lib/db/errors';

/**
 * One process per data directory. PGlite has no lock of its own: two processes on the same files lose acknowledged rows.
 * Heartbeats cannot tell a dead holder from a busy one (the thread stands still inside WebAssembly), so a holder counts as dead only
 * when its process is gone, and a live one is never robbed.
 */
export interface Holder {
  readonly id: string;
  readonly pid: number;
  /** when the process started, in the system's own words: tells a process from a later one with the same number */
  readonly processStart: string | null;
  /** another boot of the machine, or another container's view of process numbers, gives them another meaning */
  readonly bootId: string | null;
  readonly pidNamespace: string | null;
  readonly command: string;
  readonly since: string;
  /** where the holder takes backups */
  readonly controlSocket: string | null;
}

export interface Lock {
  readonly holder: Holder;
  release(): void;
}

/**
 * Takes `<dataDir>/lock`, replacing that of a dead process.
 * @throws DatabaseRefusal naming the live holder
 */
export async function acquireLock(dataDir: string, controlSocket: string | null = null): Promise<Lock> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = path.join(dataDir, 'lock');
  const holder = thisProcess(controlSocket);
  const taken = await take(file, holder);
  if (taken !== true) throw new DatabaseRefusal(`The data directory ${dataDir} is in use by ${describe(taken)}. Stop that process first.`);
  const release = (): void => {
    process.off('exit', release);
    if (readHolder(file)?.id === holder.id) rmSync(file, { force: true });
  };
  process.on('exit', release);
  return { holder, release };
}

/** Who holds the directory now; null when nobody does or the holder is dead. */
export async function liveHolder(dataDir: string): Promise<Holder | null> {
  const holder = readHolder(path.join(dataDir, 'lock'));
  return holder && (await isAlive(holder)) ? holder : null;
}

export const describe = ({ pid, command, since }: Holder): string => `process ${pid} (${command}, since ${since})`;

/** @returns true, or the live holder that is in the way */
async function take(file: string, mine: Holder): Promise<true | Holder> {
  for (;;) {
    if (create(file, mine)) return true;
    const other = readHolder(file);
    if (!other) continue; // released in between
    if (await isAlive(other)) return other;
    await replaceDead(file, other, mine);
    const now = readHolder(file);
    if (now?.id === mine.id) return true;
  }
}

/**
 * Two starters may find the same dead holder. Whoever gets the second lock, beside the first, looks again before it replaces: without
 * that, the slower one would replace the faster one's living lock. The second lock's own holder may die too; then it is replaced the same way.
 */
async function replaceDead(file: string, dead: Holder, mine: Holder): Promise<void> {
  const guard = `${file}.takeover`;
  if ((await take(guard, { ...mine, id: randomUUID() })) !== true) return pause();
  try {
    if (readHolder(file)?.id === dead.id) renameSync(draft(file, mine), file);
  } finally {
    rmSync(guard, { force: true });
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

/** Appears whole or not at all: a link to a written file, which fails when the name exists. */
function create(file: string, holder: Holder): boolean {
  const written = draft(file, holder);
  try {
    linkSync(written, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    return createWithoutLinks(file, holder, error);
  } finally {
    rmSync(written, { force: true });
  }
}

/** File systems without hard links: readers of a half-written file see no holder and look again. */
function createWithoutLinks(file: string, holder: Holder, reason: unknown): boolean {
  const { code } = reason as NodeJS.ErrnoException;
  if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EOPNOTSUPP') throw reason;
  try {
    writeFileSync(file, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function draft(file: string, holder: Holder): string {
  const name = `${file}.${holder.pid}.${randomUUID()}`;
  writeFileSync(name, JSON.stringify(holder), { mode: 0o600 });
  return name;
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}

function thisProcess(controlSocket: string | null): Holder {
  return {
    id: randomUUID(),
    pid: process.pid,
    processStart: processStart(process.pid),
    bootId: readText('/proc/sys/kernel/random/boot_id'),
    pidNamespace: pidNamespace(),
    command: [path.basename(process.argv[0] ?? ''), ...process.argv.slice(1, 2).map((script) => path.basename(script))].join(' '),
    since: new Date().toISOString(),
    controlSocket,
  };
}

async function isAlive(holder: Holder): Promise<boolean> {
  if (holder.bootId !== readText('/proc/sys/kernel/random/boot_id')) return false;
  // Another container on the same machine: its process numbers mean nothing here, but its socket answers as long as it lives.
  if (holder.pidNamespace !== pidNamespace()) return answers(holder.controlSocket);
  if (!processExists(holder.pid)) return false;
  const start = processStart(holder.pid);
  return start === null || holder.processStart === null || start === holder.processStart;
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Linux: field 22 of `stat`, counted behind the command, which may hold spaces. Elsewhere: `ps`. Null when the system does not tell. */
function processStart(pid: number): string | null {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat) return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  if (process.platform === 'win32' || process.platform === 'linux') return null;
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

const readText = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
};

const pidNamespace = (): string | null => {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
};

/** The kernel accepts for a process that is busy; it refuses for one that is gone. */
function answers(socket: string | null): Promise<boolean> {
  if (!socket) return Promise.resolve(false);
  return new Promise((resolve) => {
    const probe = connect(socket);
    const end = (alive: boolean) => {
      probe.destroy();
      resolve(alive);
    };
    probe.once('connect', () => end(true));
    probe.once('error', () => end(false));
  });
}
