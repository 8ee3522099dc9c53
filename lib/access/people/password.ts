import { hash, verify } from '@node-rs/argon2';
import { inTurn, turns } from '#lib/access/people/turns';

/** argon2id, 19 MiB, two iterations, parallelism 1. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/**
 * More than two at once would occupy the threads that files and look-ups need, and the processor
 * that the API needs.
 */
const own = turns('passwords', 2, 200);

export const hashPassword = (password: string): Promise<string> => inTurn(own, () => hash(password, OPTIONS));

/**
 * The hash of a random password that nobody knows, with the same parameters: it is compared if
 * there is no account, so that the answer takes the same time.
 */
export const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$afc1eWpr1m6LkuVQGtNv1g$L/8i32oeqk7Sy1IBlD/WUCu0ZKKgGy6UYgp5R5BJoWY';

/** `stored` null never matches, and takes as long as a match. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const fits = await inTurn(own, () => verify(stored ?? NOBODY, password));
  return fits && stored !== null;
}
