import { ServiceError } from '#lib/base/errors';

/** So many at once, so many in wait, the rest is sent away. */
export interface Turns {
  readonly atOnce: number;
  readonly maxWaiting: number;
  running: number;
  readonly waiting: (() => void)[];
}

// One for the process: the bundler gives every route file a module instance of its own.
const KEY = Symbol.for('memory-bank.turns');
const holder = globalThis as { [KEY]?: Map<string, Turns> };

/** The turns of this name in this process. */
export function turns(name: string, atOnce: number, maxWaiting: number): Turns {
  holder[KEY] ??= new Map();
  const known = holder[KEY].get(name) ?? { atOnce, maxWaiting, running: 0, waiting: [] };
  holder[KEY].set(name, known);
  return known;
}

/** First come, first served. Throws `unavailable` when too many wait already. */
export async function inTurn<T>(own: Turns, work: () => Promise<T>): Promise<T> {
  if (own.waiting.length >= own.maxWaiting)
    throw new ServiceError('unavailable', 'Too many people are signing in at the moment; try again', { retryAfterSeconds: 2 });
  if (own.running >= own.atOnce) await new Promise<void>((resolve) => own.waiting.push(resolve));
  else own.running++;
  try {
    return await work();
  } finally {
    const next = own.waiting.shift();
    if (next) next();
    else own.running--;
  }
}
