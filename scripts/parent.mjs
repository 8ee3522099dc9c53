import { readFileSync } from 'node:fs';

/**
 * Interval between checks of the ancestors. The system does not notify a process when its ancestors
 * end.
 */
const CHECK_MS = 500;

const SHELL = /^(?:sh|dash|ash|bash|zsh|ksh|busybox)$/;

/**
 * Name and parent of a process; null if it has ended, or on a system without /proc.
 * @param {number} pid
 */
function processOf(pid) {
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return name === undefined ? null : { name, parent: Number(parent) };
  } catch {
    return null;
  }
}

/**
 * Calls `end` once the process that started this one has ended. npm runs a command in a shell that
 * outlives it, so if the parent is a shell, its parent is watched, too (only on systems with
 * /proc). Without this, the command would keep running and occupy the port after a signal ended
 * only npm.
 * @param {() => void} end
 */
export function onParentEnd(end) {
  const parent = process.ppid;
  const shell = processOf(parent);
  const starter = shell && SHELL.test(shell.name) ? shell.parent : null;
  const timer = setInterval(() => {
    if (process.ppid === parent && (starter === null || processOf(parent)?.parent === starter)) return;
    clearInterval(timer);
    end();
  }, CHECK_MS);
  timer.unref();
}
