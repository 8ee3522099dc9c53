import { describe, expect, it } from 'vitest';
import { CALLER_KINDS, may, PERMISSIONS, type Permission, refusalWords } from '#lib/base/roles';

/**
 * The documented table: owner, admin, member, unrestricted key, restricted key, child key,
 * application, application that may only read.
 */
const TABLE: Record<Permission, string> = {
  'bank.read': 'yes yes yes yes yes yes yes yes',
  'bank.write': 'yes yes yes yes yes yes yes no',
  'bank.list': 'yes yes yes yes yes yes yes yes',
  'bank.create': 'yes yes yes yes no no no no',
  'bank.delete': 'yes yes no yes yes no no no',
  'bank.configure': 'yes yes no yes no no no no',
  'usage.view': 'yes yes no yes no no no no',
  'key.view': 'yes yes yes no no no no no',
  'key.manage': 'yes yes no no no no no no',
  'key.mint': 'no no no yes yes no no no',
  'audit.view': 'yes yes no yes no no no no',
  'member.view': 'yes yes yes no no no no no',
  'member.manage': 'yes yes no no no no no no',
  'admin.manage': 'yes no no no no no no no',
  'organization.manage': 'yes no no no no no no no',
};

describe('roles', () => {
  it.each(Object.keys(PERMISSIONS) as Permission[])('%s', (permission) => {
    expect(CALLER_KINDS.map((kind) => (may(kind, permission) ? 'yes' : 'no')).join(' ')).toBe(TABLE[permission]);
  });

  it.each([
    ['member', 'key.manage', 'Only Owners and Admins may create, change or revoke keys'],
    ['admin', 'organization.manage', 'Only Owners may rename or delete the organization'],
    ['member', 'usage.view', 'Only Owners and Admins may see which models are used and what they cost'],
    ['owner', 'key.mint', 'Only keys may create child keys over the API'],
    ['restricted_key', 'bank.configure', 'Forbidden: a key of chosen banks may not change the settings of a bank'],
    ['child_key', 'bank.delete', 'Forbidden: a child key may not delete banks, change or export in bulk'],
    ['anonymous', 'key.mint', 'Forbidden: a call without a key may not create child keys over the API'],
    ['member', null, 'Forbidden'],
  ] as const)('%s without %s gets the message: %s', (kind, permission, words) => {
    expect(refusalWords(kind, permission)).toBe(words);
  });
});
