import { KEY_LIFETIMES, type KeyExpiry } from '#lib/access/keys/literals';
import { MAX_CHILD_DAYS, MAX_CUSTOM_DAYS } from '#lib/base/bounds';

const DAY_SECONDS = 86_400;

/**
 * When a key created at `now` (milliseconds) expires. Null: never. Undefined: invalid number of
 * days.
 */
export function endOf(expiry: KeyExpiry, days: number | null | undefined, now: number): Date | null | undefined {
  if (expiry !== 'custom') {
    const seconds = KEY_LIFETIMES[expiry];
    return seconds === null ? null : new Date(now + seconds * 1000);
  }
  const isPossible = typeof days === 'number' && Number.isInteger(days) && days > 0 && days <= MAX_CUSTOM_DAYS;
  return isPossible ? new Date(now + days * DAY_SECONDS * 1000) : undefined;
}

/**
 * The maximum number of whole days of a child key. A child is created after its parent and must
 * expire before it, so a key of n days allows less than n. 0: no child key is possible. Null:
 * invalid number of days.
 */
export function childDaysOf(expiry: KeyExpiry, days: number | null | undefined): number | null {
  const end = endOf(expiry, days, 0);
  if (end === undefined) return null;
  return end === null ? MAX_CHILD_DAYS : Math.min(MAX_CHILD_DAYS, Math.ceil(end.getTime() / (DAY_SECONDS * 1000)) - 1);
}
