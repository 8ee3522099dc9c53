import { DAY_MS } from '#components/ui/durations';
import type { ConsoleKey } from '#lib/access/keys/contract';

/** Keys for the commands of the first steps: their names begin with the client. */
const isTrial = ({ name }: ConsoleKey): boolean => name.startsWith('curl');

/**
 * Whether an agent is connected to a bank that was begun at `begun` (epoch milliseconds): a key or
 * an application for this bank was used. A key for the commands of the first steps counts once it
 * is used on a later day, and so does a key for all banks.
 */
export const hasAgent = (keys: readonly ConsoleKey[], bankId: string, begun: number): boolean =>
  keys.some((key) => {
    const { allowed_bank_ids: banks, last_used_at: used, created_at: created } = key;
    if (used === null || (banks !== null && !banks.includes(bankId))) return false;
    if (banks === null) return Date.parse(used) - begun >= DAY_MS;
    return !isTrial(key) || Date.parse(used) - Date.parse(created) >= DAY_MS;
  });
