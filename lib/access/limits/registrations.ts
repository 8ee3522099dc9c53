import { networkOf } from '#lib/access/limits/network';
import { count, type Limit } from '#lib/access/limits/store';
import type { Db } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';

/**
 * Anybody may register an application with the OAuth server, so a network may not do so without
 * end.
 */
const REGISTRATIONS: Limit = { name: 'oauth-register', points: 60, seconds: 3600 };

/**
 * Counts a registration from an address, in the database and so over all processes. `address` null:
 * unknown; all unknown addresses share a counter. Throws `too_many_requests`.
 */
export async function countRegistration(db: Db, address: string | null): Promise<void> {
  const { isAllowed, seconds } = await count(db, REGISTRATIONS, address === null ? 'unknown' : networkOf(address));
  if (!isAllowed)
    throw new ServiceError('too_many_requests', 'Too many applications were registered from this address', { retryAfterSeconds: seconds });
}
