/** How often the parent is looked for. Nothing reports its end to a process that does not own its output. */
const CHECK_MS = 500;

/**
 * Calls `end` once the process that started this one has exited. If a signal ends npm 11 alone, its command keeps
 * running without a parent and occupies the port.
 * @param {() => void} end
 */
export function onParentEnd(end) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, CHECK_MS);
  timer.unref();
}
