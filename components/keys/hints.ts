import { DAY_MS } from '#components/ui/durations';
import type { ConsoleKey } from '#lib/access/keys/contract';

export const UNUSED_DAYS = 90;

/**
 * Hints about a key, based only on recorded data. The banks that a key has used are not recorded.
 */
export interface Hints {
  /** Whole days since the last use, or since creation of an unused key. Null below 90. */
  readonly unusedDays: number | null;
  readonly wasNeverUsed: boolean;
  readonly neverEnds: boolean;
  /** All its banks were deleted. */
  readonly reachesNone: boolean;
}

/** Null if the key needs no attention or no longer works. `now` in milliseconds. */
export function hintsOf(key: ConsoleKey, now: number): Hints | null {
  if (key.status !== 'active') return null;
  const idle = Math.floor((now - Date.parse(key.last_used_at ?? key.created_at)) / DAY_MS);
  const unusedDays = idle >= UNUSED_DAYS ? idle : null;
  const neverEnds = key.expires_at === null;
  const reachesNone = key.allowed_bank_ids?.length === 0;
  if (unusedDays === null && !neverEnds && !reachesNone) return null;
  return { unusedDays, wasNeverUsed: key.last_used_at === null, neverEnds, reachesNone };
}
