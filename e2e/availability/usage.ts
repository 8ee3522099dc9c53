import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** The resource usage of a process, as Linux reports it. */

const TICK_MS = 10;
const LOOK_MS = 60;
/** Share of a processor. A process that is only polled uses 0.2; a busy one uses 1. */
const RESTING_SHARE = 0.6;

/** Returns the processor time of a process, in milliseconds. */
function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Returns whether the process becomes idle within that time. */
export async function comesToRest(pid: number, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (performance.now() < end) {
    const before = cpuMs(pid);
    await delay(LOOK_MS);
    if (cpuMs(pid) - before <= LOOK_MS * RESTING_SHARE) return true;
  }
  return false;
}

/** Returns the current and the peak memory of a process, in bytes. */
export function memoryOf(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1024;
  return { now: field('VmRSS'), peak: field('VmHWM') };
}
