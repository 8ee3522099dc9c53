import { describe, expect, it } from 'vitest';
import { CALLER_KINDS, may, PERMISSIONS, type Permission } from '#lib/orgs/roles';

/** The table as it is promised: owner, admin, member, unrestricted key, restricted key, child key. */
const TABLE: Record<Permission, string> = {
  'bank.read': 'yes yes yes yes yes yes',
  'bank.write': 'yes yes yes yes yes yes',
  'bank.list': 'yes yes yes yes yes yes',
  'bank.create': 'yes yes yes yes no no',
  'bank.delete': 'yes yes no yes yes no',
  'bank.configure': 'yes yes no yes no no',
  'key.view': 'yes yes yes no no no',
  'key.manage': 'yes yes no no no no',
  'key.mint': 'no no no yes yes no',
  'audit.view': 'yes yes no no no no',
  'member.manage': 'yes yes no no no no',
  'admin.manage': 'yes no no no no no',
  'organization.manage': 'yes no no no no no',
};

describe('roles', () => {
  it.each(Object.keys(PERMISSIONS) as Permission[])('%s', (permission) => {
    expect(CALLER_KINDS.map((kind) => (may(kind, permission) ? 'yes' : 'no')).join(' ')).toBe(TABLE[permission]);
  });
});
