/** Tells the runner of this process that an operation was cancelled; runners elsewhere find out when they renew their leases. */
type Cancelled = (operationId: string) => void;

const KEY = Symbol.for('memory-bank.cancelled');
const holder = globalThis as { [KEY]?: Cancelled };

export const onCancel = (work: Cancelled | undefined): void => {
  if (work) holder[KEY] = work;
  else delete holder[KEY];
};

export const noteCancelled: Cancelled = (operationId) => holder[KEY]?.(operationId);
