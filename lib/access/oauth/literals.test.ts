import { expect, it } from 'vitest';
import { ALL_SCOPES, knownScopes } from '#lib/access/oauth/literals';

it.each([
  ['memory:read', ['memory:read']],
  ['memory:read offline_access', ['memory:read']],
  ['memory:write', ALL_SCOPES],
  ['memory:read memory:write', ALL_SCOPES],
  ['openid', ALL_SCOPES],
  ['', ALL_SCOPES],
  [null, ALL_SCOPES],
])('%j asks for %j', (scope, expected) => {
  expect(knownScopes(scope)).toEqual(expected);
});
