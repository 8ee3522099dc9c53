import { forNobody } from '#lib/base/db/caller';
import { shared } from '#lib/base/once-per-process';

/**
 * Notifies the runner of this process, if there is one, that something is due at a time (in
 * milliseconds). Elsewhere polling finds it.
 */
type Wake = (at: number) => void;

const runner = shared<{ wake?: Wake | undefined }>('jobs.wake', () => ({}));

export const onWake = (work: Wake | undefined): void => {
  runner.wake = work;
};

/** The started work outlives the caller. */
export const wake: Wake = (at) => forNobody(() => runner.wake?.(at));
