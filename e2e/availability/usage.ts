import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** What a process uses, as Linux counts it. */

const TICK_MS = 10;
const LOOK_MS = 60;
/** A process that is only polled uses a fifth of a processor, one that works uses one. */
const RESTING_SHARE = 0.6;

/** Milliseconds of processor that a process has used. */
function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Whether the process comes to rest within that time. */
export async function comesToRest(pid: number, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (performance.now() < end) {
    const before = cpuMs(pid);
    await delay(LOOK_MS);
    if (cpuMs(pid) - before <= LOOK_MS * RESTING_SHARE) return true;
  }
  return false;
}

/** Bytes of memory that a process has, and the most it ever had. */
export function memoryOf(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1024;
  return { now: field('VmRSS'), peak: field('VmHWM') };
}
