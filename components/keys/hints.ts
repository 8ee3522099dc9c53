import type { ConsoleKey } from '#lib/access/keys/contract';

const DAY_MS = 86_400_000;
export const UNUSED_DAYS = 90;

/** What is worth a look. Only what the data says: which banks a key has used is not recorded, so nothing is said about it. */
export interface Hints {
  /** whole days since the last use, or since the creation of a key that was never used; null below 90 */
  readonly unusedDays: number | null;
  readonly wasNeverUsed: boolean;
  readonly neverEnds: boolean;
  /** the banks that it was made for are gone */
  readonly reachesNone: boolean;
}

/** null: nothing is worth a look, or the key does not work any more. `now` in milliseconds. */
export function hintsOf(key: ConsoleKey, now: number): Hints | null {
  if (key.status !== 'active') return null;
  const idle = Math.floor((now - Date.parse(key.last_used_at ?? key.created_at)) / DAY_MS);
  const unusedDays = idle >= UNUSED_DAYS ? idle : null;
  const neverEnds = key.expires_at === null;
  const reachesNone = key.allowed_bank_ids?.length === 0;
  if (unusedDays === null && !neverEnds && !reachesNone) return null;
  return { unusedDays, wasNeverUsed: key.last_used_at === null, neverEnds, reachesNone };
}
