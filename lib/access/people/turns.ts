import { ServiceError } from '#lib/base/errors';
import { shared } from '#lib/base/once-per-process';
import { Semaphore } from '#lib/base/semaphore';

/** A limit on concurrent work for people in this process, and on the number of waiting requests. */
export interface Turns {
  readonly semaphore: Semaphore;
  readonly maxWaiting: number;
}

/** The turns of this name in this process. */
export const turns = (name: string, atOnce: number, maxWaiting: number): Turns => ({
  semaphore: shared(`people.turns.${name}`, () => new Semaphore(atOnce)),
  maxWaiting,
});

/** First come, first served. Throws `unavailable` if too many wait already. */
export async function inTurn<T>({ semaphore, maxWaiting }: Turns, work: () => Promise<T>): Promise<T> {
  if (semaphore.waiting >= maxWaiting)
    throw new ServiceError('unavailable', 'Too many people are signing in at the moment; try again', { retryAfterSeconds: 2 });
  return semaphore.run(work);
}
