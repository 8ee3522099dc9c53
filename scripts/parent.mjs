/** How often the parent is looked for. Nothing reports its end to a process that does not own its output. */
const CHECK_MS = 500;

/**
 * Calls `end` once the process that started this one is gone. A signal that ends npm 11 alone leaves the command that it runs without a
 * parent, and holding its port.
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
