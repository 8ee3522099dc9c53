import { isIP } from 'node:net';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { networkOf } from '#lib/access/limits/network';
import { isRefusal } from '#lib/access/limits/store';
import { ServiceError } from '#lib/base/errors';
import { shared } from '#lib/base/once-per-process';

/**
 * Anybody can make the OAuth server fetch the document of a client, so a network may not do so
 * without end. Counts in the memory of this process; documents are cached.
 */
const limiter = shared('limits.documents', () => new RateLimiterMemory({ points: 60, duration: 3600 }));

/**
 * Counts a fetch for a request from an address; all unknown addresses share a counter. Throws
 * `too_many_requests`.
 */
export async function countDocumentFetch(address: string): Promise<void> {
  try {
    await limiter.consume(isIP(address) ? networkOf(address) : 'unknown');
  } catch (refused) {
    // Recognized by its shape: the limiter may come from another bundle, with its own class.
    if (!isRefusal(refused)) throw refused;
    throw new ServiceError('too_many_requests', 'Too many documents of clients were fetched for this address', {
      retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)),
    });
  }
}
