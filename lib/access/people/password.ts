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
 * A hash of no password: it is compared if there is no account, so that the answer takes the same
 * time.
 */
let nobody: Promise<string> | undefined;

/** `stored` null never matches, and takes as long as a match. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword(crypto.randomUUID());
  const against = stored ?? (await nobody);
  const fits = await inTurn(own, () => verify(against, password));
  return fits && stored !== null;
}
