import { readdirSync, readFileSync } from 'node:fs';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  readonly bytes: number;
}

/** npm and the shell between `npm start` and the server, which are not measured. */
const isWrapper = ({ command }: Process): boolean => /^(npm|sh|\/bin\/sh)\b|npm-cli\.js/.test(command);

/**
 * Resident memory of a process and all its descendants, without npm. Shared pages count in each.
 * null: this system has no /proc.
 */
export const serverBytes = (root: number): number | null => serverProcesses(root)?.reduce((sum, { bytes }) => sum + bytes, 0) ?? null;

function serverProcesses(root: number): Process[] | null {
  const all = readProcesses();
  return all && tree(all, root).filter((process) => !isWrapper(process));
}

function tree(all: readonly Process[], root: number): Process[] {
  const found = all.filter((process) => process.pid === root);
  // The list grows during the loop, so that grandchildren are found too.
  for (const { pid } of found) found.push(...all.filter((process) => process.parent === pid));
  return found;
}

function readProcesses(): Process[] | null {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(readProcess);
  } catch {
    return null;
  }
}

/** Returns nothing for a process that has ended. */
function readProcess(pid: string): Process[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return [{ pid: Number(pid), parent: field('PPid'), command, bytes: field('VmRSS') * 1024 }];
  } catch {
    return [];
  }
}

/** The value of Linux. */
const TICKS_A_SECOND = 100;

/**
 * Processor time of these processes so far, in milliseconds; processes of another machine count as
 * zero. null: this system has no /proc.
 */
export function cpuMs(pids: readonly number[]): number | null {
  if (!readProcesses()) return null;
  return pids.reduce((sum, pid) => sum + readCpu(pid), 0);
}

/** `of`: 2 adds user and system time, 4 also those of its children that have ended. */
function readCpu(pid: number, of: 2 | 4 = 2): number {
  try {
    // The fields after the name, which is in brackets and may contain anything: state, 10 other
    // fields, then the times.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const ticks = fields.slice(11, 11 + of).reduce((sum, field) => sum + Number(field), 0);
    return (ticks * 1000) / TICKS_A_SECOND;
  } catch {
    return 0;
  }
}

/**
 * Processor time so far of the parent of this process and of all its children, also of those that
 * have ended, in milliseconds. Throws if the process does not run on this machine.
 */
export function familyCpuMs(pid: number): number {
  const all = readProcesses() ?? [];
  const parent = all.find((process) => process.pid === pid)?.parent;
  if (parent === undefined) throw new Error('The processor time of the database is only known on its own machine, on Linux');
  return all.filter((process) => process.parent === parent).reduce((sum, child) => sum + readCpu(child.pid), readCpu(parent, 4));
}

/** Processor time so far, in milliseconds. */
export interface ServerCpu {
  readonly server: number;
  /** of the thread that runs the embedded database; 0 if the database is elsewhere */
  readonly database: number;
}

/**
 * The name that Node gives to a worker. The database is the server's only worker thread. Garbage
 * collection and compilation count for the server, on both sides.
 */
const DATABASE_THREAD = 'WorkerThread';

/**
 * Processor time of a process and all its descendants, without npm. null: this system has no /proc.
 */
export function serverCpu(root: number): ServerCpu | null {
  const threads = serverProcesses(root)?.flatMap(({ pid }) => readThreads(pid));
  if (!threads) return null;
  const spent = (isDatabase: boolean): number =>
    threads.filter(({ name }) => (name === DATABASE_THREAD) === isDatabase).reduce((sum, { ms }) => sum + ms, 0);
  return { server: spent(false), database: spent(true) };
}

const NANOSECONDS = 1e6;

function readThreads(pid: number): { name: string; ms: number }[] {
  const folder = `/proc/${pid}/task`;
  return readdirSync(folder).flatMap((thread) => {
    try {
      const name = readFileSync(`${folder}/${thread}/comm`, 'utf8').trim();
      const [ran] = readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ');
      return { name, ms: Number(ran) / NANOSECONDS };
    } catch {
      // ended in the meantime
      return [];
    }
  });
}
