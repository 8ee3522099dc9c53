import { shared } from '#lib/base/once-per-process';

/**
 * Notifies the runner of this process that an operation was canceled. Runners elsewhere find out
 * when they renew their leases.
 */
type Cancelled = (operationId: string) => void;

const runner = shared<{ cancel?: Cancelled | undefined }>('jobs.cancelled', () => ({}));

export const onCancel = (work: Cancelled | undefined): void => {
  runner.cancel = work;
};

export const noteCancelled: Cancelled = (operationId) => runner.cancel?.(operationId);
