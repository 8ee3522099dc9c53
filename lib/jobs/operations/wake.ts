import { forNobody } from '#lib/base/db/caller';
import { shared } from '#lib/base/once-per-process';

/**
 * Notifies the runner of this process, if there is one, that something is due at a time (in
 * milliseconds). Elsewhere polling finds it.
 */
type WakeCallback = (at: number) => void;

const runner = shared<{ wake?: WakeCallback | undefined }>('jobs.wake', () => ({}));

export const onWake = (work: WakeCallback | undefined): void => {
  runner.wake = work;
};

/** The started work outlives the caller. */
export const wake: WakeCallback = (at) => forNobody(() => runner.wake?.(at));
