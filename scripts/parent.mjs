import { readFileSync } from 'node:fs';

/** How often the ancestors are looked for. Nothing reports their end to a process that does not own their output. */
const CHECK_MS = 500;

const SHELL = /^(?:sh|dash|ash|bash|zsh|ksh|busybox)$/;

/** Name and parent of a process; null if it has ended, or on a system without /proc. @param {number} pid */
function processOf(pid) {
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return name === undefined ? null : { name, parent: Number(parent) };
  } catch {
    return null;
  }
}

/**
 * Calls `end` once the process that started this one has ended. npm runs a command in a shell that outlives it, so of a shell the parent is
 * watched too, where the system shows it. If a signal ends npm alone, its command would otherwise keep running and occupy the port.
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
