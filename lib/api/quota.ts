import type { Quota } from '#lib/base/quota';

/**
 * The fields of draft-ietf-httpapi-ratelimit-headers: limits and remaining calls. Empty without
 * limits.
 */
export const quotaHeaders = (quotas: readonly Quota[]): Record<string, string> =>
  quotas.length === 0
    ? {}
    : {
        'RateLimit-Policy': quotas.map(({ name, points, window }) => `"${name}";q=${points};w=${window}`).join(', '),
        RateLimit: quotas.map(({ name, remaining, seconds }) => `"${name}";r=${remaining};t=${seconds}`).join(', '),
      };
