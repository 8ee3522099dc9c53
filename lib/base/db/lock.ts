import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { DatabaseRefusal } from '#lib/base/db/errors';

/**
 * Allows one process per data directory. PGlite has no lock of its own: two processes on the same
 * files lose acknowledged rows. A holder that this machine can see counts as dead only when its
 * process has ended: a live one never loses its lock, however busy it is. For a holder on another
 * machine, before the machine's last start, or with another container's process numbers, only its
 * socket and its heartbeat are known: while it lives, it renews the time of the lock file.
 */
export interface LockHolder {
  readonly id: string;
  readonly pid: number;
  /**
   * start time of the process, as the system formats it: distinguishes it from a later process with
   * the same number
   */
  readonly processStart: string | null;
  /** in another boot of the machine, or another container, process numbers have another meaning */
  readonly bootId: string | null;
  readonly pidNamespace: string | null;
  readonly command: string;
  readonly since: string;
  /**
   * the socket for backups; the file contains its name relative to the lock, which is valid in
   * every container that mounts the directory
   */
  readonly controlSocket: string | null;
}

const BEAT_MS = 10_000;
/** The lock of a living holder is never this old. */
export const STALE_MS = 60_000;
/** A half-written lock is complete long before this. */
const TORN_MS = 2_000;
/** A takeover by another process ends long before this, or its lock becomes stale. */
const GIVE_UP_MS = STALE_MS + 15_000;
const PAUSE_MS = 20;

/** The content of a lock file. */
interface LockFile {
  readonly file: string;
  readonly text: string;
  /** null: empty or torn */
  readonly holder: LockHolder | null;
  readonly ageMs: number;
  /** the time of the last renewal according to its holder, in milliseconds since 1970 */
  readonly renewedAt: number;
}

export interface Lock {
  readonly holder: LockHolder;
  release(): void;
}

/**
 * Takes `<dataDir>/lock`, replacing that of a dead process, and renews it until it is released.
 * @throws DatabaseRefusal naming the live holder, or the file that cannot be parsed
 */
export async function acquireLock(dataDir: string, controlSocket: string | null = null): Promise<Lock> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = path.join(dataDir, 'lock');
  const holder = thisProcess(controlSocket);
  const taken = await take(file, holder);
  if (taken !== true) throw new DatabaseRefusal(refusal(dataDir, taken));
  const isMine = (): boolean => find(file)?.holder?.id === holder.id;
  const beating = setInterval(() => beat(file, isMine), BEAT_MS).unref();
  const release = (): void => {
    clearInterval(beating);
    process.off('exit', release);
    if (isMine()) rmSync(file, { force: true });
  };
  process.on('exit', release);
  return { holder, release };
}

/**
 * While a machine slept, its process may have been considered dead. Two processes must not write
 * the same files, so the one that slept ends.
 */
function beat(file: string, isMine: () => boolean): void {
  if (!isMine()) {
    console.error(`Another process has taken ${file} while this one was suspended. This process ends, so that only one writes the files.`);
    process.exit(1);
  }
  utimesSync(file, new Date(), new Date());
}

function refusal(dataDir: string, { file, holder, ageMs }: LockFile): string {
  if (!holder) return `The lock file ${file} is empty or torn. If no process uses ${dataDir}, delete that file, or try again in a minute.`;
  const inUse = `The data directory ${dataDir} is in use by ${describe(holder)}`;
  if (isFromHere(holder)) return `${inUse}. Stop that process first.`;
  return `${inUse} in another container or on another machine, which renewed ${file} ${Math.max(0, Math.round(ageMs / 1000))} s ago. Stop that process first. If it no longer runs, try again in a minute.`;
}

/** Returns the holder of the directory; null if there is none or it is dead. */
export async function liveHolder(dataDir: string): Promise<LockHolder | null> {
  const found = find(path.join(dataDir, 'lock'));
  return found && (await isAlive(found)) ? found.holder : null;
}

export const describe = ({ pid, command, since }: LockHolder): string => `process ${pid} (${command}, since ${since})`;

/** @returns true, or the living lock that blocks this one */
async function take(file: string, mine: LockHolder): Promise<true | LockFile> {
  const begun = performance.now();
  for (;;) {
    if (create(file, mine)) return true;
    const other = find(file);
    if (!other) continue; // released in between
    const waited = performance.now() - begun;
    if (waited > GIVE_UP_MS) return other;
    if (await isAlive(other)) {
      if (other.holder || waited > TORN_MS) return other;
      await pause(); // being written
      continue;
    }
    await replaceDead(other, mine);
    if (find(file)?.holder?.id === mine.id) return true;
  }
}

/**
 * Two starters may find the same dead holder. The one that gets the second lock, beside the first,
 * checks again before it replaces the first. Without that, the slower starter would replace the
 * living lock of the faster one. The holder of the second lock may die too; then it is replaced in
 * the same way.
 */
async function replaceDead({ file, text }: LockFile, mine: LockHolder): Promise<void> {
  const guard = `${file}.takeover`;
  if ((await take(guard, { ...mine, id: randomUUID() })) !== true) return pause();
  try {
    if (find(file)?.text === text) renameSync(draft(file, mine), file);
  } finally {
    rmSync(guard, { force: true });
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** Appears complete or not at all: a link to a written file, which fails if the name exists. */
function create(file: string, holder: LockHolder): boolean {
  const whole = draft(file, holder);
  try {
    linkSync(whole, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    return createWithoutLinks(file, holder, error);
  } finally {
    rmSync(whole, { force: true });
  }
}

/**
 * For file systems without hard links: readers of a half-written file see no holder and look again.
 */
function createWithoutLinks(file: string, holder: LockHolder, reason: unknown): boolean {
  const { code } = reason as NodeJS.ErrnoException;
  if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EOPNOTSUPP') throw reason;
  try {
    writeFileSync(file, written(file, holder), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function draft(file: string, holder: LockHolder): string {
  const name = `${file}.${holder.pid}.${randomUUID()}`;
  writeFileSync(name, written(file, holder), { mode: 0o600 });
  return name;
}

function written(file: string, holder: LockHolder): string {
  const socket = holder.controlSocket;
  const isBeside = socket !== null && path.dirname(socket) === path.dirname(file);
  return JSON.stringify({ ...holder, controlSocket: isBeside ? path.basename(socket) : socket });
}

/** The lock file; null when there is none. */
function find(file: string): LockFile | null {
  try {
    const text = readFileSync(file, 'utf8');
    const renewedAt = statSync(file).mtimeMs;
    return { file, text, holder: parse(file, text), ageMs: Date.now() - renewedAt, renewedAt };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code === 'EISDIR') throw new Error(`${file} is a folder where the lock file of the embedded database belongs. Remove it.`);
    throw error;
  }
}

function parse(file: string, text: string): LockHolder | null {
  try {
    const holder = JSON.parse(text) as LockHolder;
    if (typeof holder.id !== 'string' || typeof holder.pid !== 'number') return null;
    const socket = holder.controlSocket;
    return { ...holder, controlSocket: socket && path.resolve(path.dirname(file), socket) };
  } catch {
    return null;
  }
}

function thisProcess(controlSocket: string | null): LockHolder {
  return {
    id: randomUUID(),
    pid: process.pid,
    processStart: processState(process.pid)?.start ?? null,
    bootId: readText('/proc/sys/kernel/random/boot_id'),
    pidNamespace: pidNamespace(),
    command: [path.basename(process.argv[0] ?? ''), ...process.argv.slice(1, 2).map((script) => path.basename(script))].join(' '),
    since: new Date().toISOString(),
    controlSocket,
  };
}

const isFromHere = ({ bootId, pidNamespace: theirs }: LockHolder): boolean => isFromThisBoot(bootId) && theirs === pidNamespace();
const isFromThisBoot = (bootId: string | null): boolean => bootId === readText('/proc/sys/kernel/random/boot_id');

async function isAlive(found: LockFile): Promise<boolean> {
  const { holder, ageMs } = found;
  if (holder && isFromHere(holder)) return isRunning(holder);
  if (holder?.controlSocket) {
    const answer = await knock(holder.controlSocket);
    if (answer === 'open') return true;
    // On the same kernel, a refused connection means that nobody listens; on another machine's
    // directory it means nothing.
    if (answer === 'refused' && isFromThisBoot(holder.bootId)) return false;
  }
  // Its clock is ahead of ours: the time says nothing, but a change of the time does.
  if (ageMs < -STALE_MS) return isRenewed(found);
  return ageMs < STALE_MS;
}

/** Waits for one and a half renewal periods of a living holder. */
async function isRenewed({ file, renewedAt }: LockFile): Promise<boolean> {
  const until = performance.now() + 1.5 * BEAT_MS;
  while (performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, BEAT_MS / 20));
    const now = find(file);
    if (!now) return false;
    if (now.renewedAt !== renewedAt) return true;
  }
  return false;
}

function isRunning({ pid, processStart }: LockHolder): boolean {
  if (!processExists(pid)) return false;
  const found = processState(pid);
  // Killed, but not yet reaped by its parent: the process does not run any more.
  if (found?.state === 'Z' || found?.state === 'X') return false;
  return !found || processStart === null || found.start === processStart;
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/**
 * Linux: fields 3 and 22 of `stat`, counted after the command, which may contain spaces. Elsewhere:
 * `ps`. Null if the system does not report it.
 */
function processState(pid: number): { state: string; start: string } | null {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat) {
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', start: fields[19] ?? '' };
  }
  if (process.platform === 'win32' || process.platform === 'linux') return null;
  try {
    const [state = '', ...start] = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/);
    return state ? { state: state.slice(0, 1), start: start.join(' ') } : null;
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

/** The kernel accepts connections for a busy process and refuses them for one that has ended. */
function knock(socket: string): Promise<'open' | 'refused' | 'unknown'> {
  return new Promise((resolve) => {
    const probe = connect(socket);
    probe.once('connect', () => {
      probe.destroy();
      resolve('open');
    });
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'unknown'));
  });
}
