import { describe, expect, it } from 'vitest';
import { gainsOf, locksOf, namesOfWho, ownersOf, personalPermissions } from '#components/members/rights';
import type { Role } from '#lib/base/literals';

const other = (role: Role) => ({ role, is_self: false });
const self = (role: Role) => ({ role, is_self: true });

describe('locks of member actions', () => {
  it.each([
    ['owner', other('owner'), 2, { role: null, remove: null, reset: null }],
    ['owner', other('admin'), 1, { role: null, remove: null, reset: null }],
    ['owner', self('owner'), 2, { role: null, remove: null, reset: 'ownPassword' }],
    ['owner', self('owner'), 1, { role: 'lastOwner', remove: 'lastOwner', reset: 'ownPassword' }],
    ['admin', other('owner'), 1, { role: 'above', remove: 'above', reset: 'above' }],
    ['admin', other('admin'), 1, { role: 'above', remove: 'above', reset: 'above' }],
    ['admin', other('member'), 1, { role: 'roles', remove: null, reset: null }],
    ['admin', self('admin'), 1, { role: 'above', remove: null, reset: 'ownPassword' }],
    ['member', other('member'), 1, { role: 'roles', remove: 'notManager', reset: 'notManager' }],
    ['member', self('member'), 1, { role: 'roles', remove: null, reset: 'ownPassword' }],
  ] as const)('as %s on %o with %i owners', (own, member, owners, locks) => {
    expect(locksOf(own, member, owners)).toEqual(locks);
  });

  it('counts Owners', () => {
    expect(ownersOf([other('owner'), other('admin'), other('owner')])).toBe(2);
  });
});

describe('role texts', () => {
  it('omits permissions of keys', () => {
    expect(personalPermissions()).not.toContain('key.mint');
    expect(personalPermissions()).toContain('audit.view');
  });

  it('lists gained and lost permissions', () => {
    expect(gainsOf('admin', 'owner')).toEqual(['admin.manage', 'organization.manage']);
    expect(gainsOf('owner', 'admin')).toEqual([]);
    expect(gainsOf('member', 'admin')).toEqual([
      'bank.delete',
      'bank.configure',
      'usage.view',
      'key.manage',
      'audit.view',
      'member.manage',
    ]);
    expect(gainsOf(null, 'member')).toContain('bank.read');
  });

  it('names the permitted members', () => {
    const people = [
      { role: 'owner', name: 'Priya' },
      { role: 'admin', name: 'Hal' },
      { role: 'member', name: 'Ines' },
    ] as const;
    expect(namesOfWho(people, 'audit.view')).toEqual(['Priya', 'Hal']);
    expect(namesOfWho(people, 'organization.manage')).toEqual(['Priya']);
  });
});
