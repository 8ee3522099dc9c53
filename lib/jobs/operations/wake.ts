import { forNobody } from '#lib/base/db/caller';
import { shared } from '#lib/base/once-per-process';

/** Tells the runner of this process, if there is one, that something is due at a time (in milliseconds); elsewhere the polling finds it. */
type Wake = (at: number) => void;

const runner = shared<{ wake?: Wake | undefined }>('jobs.wake', () => ({}));

export const onWake = (work: Wake | undefined): void => {
  runner.wake = work;
};

/** What is begun by it outlives whoever asked for it. */
export const wake: Wake = (at) => forNobody(() => runner.wake?.(at));
