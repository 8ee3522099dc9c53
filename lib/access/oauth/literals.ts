import type { AccessLevel } from '#lib/access/keys/literals';

/** Addresses and scopes of the OAuth server. */

export const AUTHORIZE = '/oauth/authorize';
export const TOKEN = '/oauth/token';
export const REGISTER = '/oauth/register';
export const REVOKE = '/oauth/revoke';

/** How long a person may take to decide, in seconds. */
export const CONSENT_SECONDS = 1800;

export const ACCESS_SCOPES = { read: ['memory:read'], write: ['memory:read', 'memory:write'] } as const satisfies Record<
  AccessLevel,
  readonly string[]
>;
export const ALL_SCOPES = ACCESS_SCOPES.write;

/**
 * The scopes of a request, of those that exist here: writing includes reading, and a client that
 * names none of them asks for all. The person decides anyway.
 */
export function knownScopes(scope: string | null): readonly string[] {
  const given = (scope ?? '').split(' ');
  return given.includes('memory:read') && !given.includes('memory:write') ? ACCESS_SCOPES.read : ALL_SCOPES;
}

/** The lifetimes that a person can choose for an application; a part of those of keys. */
export const CONNECTION_LIFETIMES = ['1_hour', '1_day', '7_days', '30_days', '90_days', '1_year'] as const;
