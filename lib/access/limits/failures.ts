import { RateLimiterMemory } from 'rate-limiter-flexible';
import { networkOf } from '#lib/access/limits/network';
import { isRefusal } from '#lib/access/limits/store';
import { ServiceError } from '#lib/base/errors';
import { shared } from '#lib/base/once-per-process';

/**
 * Limits key guessing: counts failures by address, in the memory of this process, without a
 * statement. It is checked only after a key has failed, so no address makes a valid key fail.
 * Because it counts per process, more processes allow more attempts. The protection is the 256
 * random bits; this only reduces noise.
 */

const WINDOW = 60;
const UNKNOWN = 'unknown';

const limiters = shared('limits.failures', () => new Map<number, RateLimiterMemory>());

function limiterOf(points: number): RateLimiterMemory {
  const found = limiters.get(points) ?? new RateLimiterMemory({ points, duration: WINDOW });
  limiters.set(points, found);
  return found;
}

/**
 * Counts a failed authentication from an address. Throws `too_many_requests` beyond `perMinute`; 0:
 * no limit.
 */
export async function countFailure(perMinute: number, address: string | null): Promise<void> {
  if (perMinute === 0) return;
  try {
    await limiterOf(perMinute).consume(address === null ? UNKNOWN : networkOf(address));
  } catch (refused) {
    // Recognized by its shape: the limiter may come from another bundle, with its own class.
    if (!isRefusal(refused)) throw refused;
    throw new ServiceError('too_many_requests', 'Too many failed authentications from this address', {
      retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)),
    });
  }
}
