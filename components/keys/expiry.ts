import { KEY_LIFETIMES, type KeyExpiry } from '#lib/access/keys/literals';
import { MAX_CHILD_DAYS, MAX_CUSTOM_DAYS } from '#lib/base/bounds';

const DAY_SECONDS = 86_400;

/** When a key that is created at `now` (milliseconds) stops working. null: never. undefined: the days are none that are possible. */
export function endOf(expiry: KeyExpiry, days: number | null | undefined, now: number): Date | null | undefined {
  if (expiry !== 'custom') {
    const seconds = KEY_LIFETIMES[expiry];
    return seconds === null ? null : new Date(now + seconds * 1000);
  }
  const isPossible = typeof days === 'number' && Number.isInteger(days) && days > 0 && days <= MAX_CUSTOM_DAYS;
  return isPossible ? new Date(now + days * DAY_SECONDS * 1000) : undefined;
}

/**
 * The most whole days that such a key can give a child. A child is made after its parent and may not outlive it, so a key of n days gives
 * less than n. 0: no child fits at all. null: the days are none that are possible.
 */
export function childDaysOf(expiry: KeyExpiry, days: number | null | undefined): number | null {
  const end = endOf(expiry, days, 0);
  if (end === undefined) return null;
  return end === null ? MAX_CHILD_DAYS : Math.min(MAX_CHILD_DAYS, Math.ceil(end.getTime() / (DAY_SECONDS * 1000)) - 1);
}
