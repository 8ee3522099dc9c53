import { forNobody } from '#lib/base/db/caller';

/** Tells the runner of this process, if there is one, that something is due at a time (in milliseconds); elsewhere the polling finds it. */
type Wake = (at: number) => void;

const KEY = Symbol.for('memory-bank.wake');
const holder = globalThis as { [KEY]?: Wake };

export const onWake = (work: Wake | undefined): void => {
  if (work) holder[KEY] = work;
  else delete holder[KEY];
};

/** What is begun by it outlives whoever asked for it. */
export const wake: Wake = (at) => forNobody(() => holder[KEY]?.(at));
