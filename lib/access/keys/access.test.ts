import { describe, expect, it } from 'vitest';
import {
  type AccessCaller,
  aboutUnknownBank,
  codeOfRule,
  decide,
  type KeyFacts,
  type KeyLink,
  kindOfKey,
  reachOf,
  unusable,
  wordsOfRule,
} from '#lib/access/keys/access';
import { ACCESS_ACTIONS, ACCESS_RULES } from '#lib/access/keys/literals';
import { PERMISSIONS } from '#lib/base/roles';

const FREE: KeyLink = { isRevoked: false, isExpired: false, isRestricted: false, reachesBank: true };
const BOUND: KeyLink = { ...FREE, isRestricted: true };
const facts = (more: Partial<KeyFacts> = {}): KeyFacts => ({
  isOrgActive: true,
  canMint: false,
  own: FREE,
  parent: null,
  application: null,
  ...more,
});

describe('unusable', () => {
  it.each([
    [facts(), null],
    [facts({ own: { ...FREE, isRevoked: true, isExpired: true } }), 'key_revoked'],
    [facts({ own: { ...FREE, isExpired: true } }), 'key_expired'],
    [facts({ own: BOUND, parent: { ...FREE, isRevoked: true } }), 'parent_revoked'],
    [facts({ own: BOUND, parent: { ...FREE, isExpired: true } }), 'parent_expired'],
    [facts({ own: { ...BOUND, isExpired: true }, parent: { ...FREE, isRevoked: true } }), 'parent_revoked'],
    [facts({ application: { isReadOnly: false, isGranterMember: true } }), null],
    [facts({ application: { isReadOnly: false, isGranterMember: false } }), 'granter_left'],
    [facts({ isOrgActive: false, own: { ...FREE, isRevoked: true } }), 'organization_suspended'],
  ] as const)('%# gives %s', (given, rule) => {
    expect(unusable(given)).toBe(rule);
  });
});

describe('reachOf', () => {
  it.each([
    [FREE, null, 'all_banks'],
    [BOUND, null, 'bank_in_scope'],
    [{ ...BOUND, reachesBank: false }, null, 'bank_outside_key'],
    [BOUND, FREE, 'bank_in_scope'],
    [BOUND, BOUND, 'bank_in_scope'],
    [BOUND, { ...BOUND, reachesBank: false }, 'bank_outside_parent'],
    [{ ...BOUND, reachesBank: false }, { ...BOUND, reachesBank: false }, 'bank_outside_key'],
  ] as const)('%# is %s', (own, parent, reach) => {
    expect(reachOf({ own, parent })).toBe(reach);
  });
});

it('distinguishes the kinds of keys', () => {
  expect([
    kindOfKey(facts()),
    kindOfKey(facts({ own: BOUND })),
    kindOfKey(facts({ own: BOUND, parent: FREE })),
    kindOfKey(facts({ application: { isReadOnly: false, isGranterMember: true } })),
    kindOfKey(facts({ application: { isReadOnly: true, isGranterMember: true } })),
  ]).toEqual(['unrestricted_key', 'restricted_key', 'child_key', 'application', 'reading_application']);
});

describe('decide', () => {
  const key: AccessCaller = { kind: 'unrestricted_key', canMint: false, reach: null };

  it('checks the bank before the kind of caller', () => {
    const caller = { ...key, kind: 'child_key', reach: 'bank_outside_key' } as const;
    expect(decide(caller, 'bank.delete')).toBe('bank_outside_key');
    expect(decide({ ...caller, reach: 'bank_in_scope' }, 'bank.delete')).toBe('kind_not_permitted');
  });

  it('requires the capability to create child keys of a key of any kind, and never grants it to a person', () => {
    expect(decide(key, 'key.mint')).toBe('capability_missing');
    expect(decide({ ...key, canMint: true }, 'key.mint')).toBe('kind_permitted');
    expect(decide({ ...key, kind: 'restricted_key', canMint: true }, 'key.mint')).toBe('kind_permitted');
    expect(decide({ ...key, kind: 'child_key' }, 'key.mint')).toBe('capability_missing');
    expect(decide({ ...key, kind: 'restricted_key', reach: 'bank_outside_key' }, 'key.mint')).toBe('capability_missing');
    expect(decide({ ...key, kind: 'restricted_key', reach: 'bank_outside_key', canMint: true }, 'key.mint')).toBe('bank_outside_key');
    expect(decide({ ...key, kind: 'child_key', canMint: true }, 'key.mint')).toBe('kind_not_permitted');
    for (const kind of ['owner', 'admin', 'member'] as const) expect(decide({ ...key, kind }, 'key.mint')).toBe('kind_not_permitted');
  });

  it('includes the reach if it allows a call on a bank', () => {
    expect(decide({ ...key, reach: 'all_banks' }, 'bank.configure')).toBe('all_banks');
    expect(decide({ ...key, kind: 'restricted_key', reach: 'bank_in_scope' }, 'bank.write')).toBe('bank_in_scope');
  });
});

it('has a sentence for every rule, and an error for every rule that refuses', () => {
  for (const rule of ACCESS_RULES) expect(wordsOfRule(rule)).toMatch(/\.$/);
  const permitting = ACCESS_RULES.slice(ACCESS_RULES.indexOf('kind_permitted'));
  expect(ACCESS_RULES.filter((rule) => codeOfRule(rule) === null)).toEqual(permitting);
});

describe('about a missing bank', () => {
  it.each([
    ['all_banks', 'bank.read', 'unknown_bank_empty', 'empty'],
    ['all_banks', 'bank.write', 'unknown_bank_created', 'create it'],
    ['all_banks', 'bank.create', 'unknown_bank_created', 'create it'],
    ['all_banks', 'bank.configure', 'unknown_bank_untouched', 'create nothing'],
    ['all_banks', 'bank.delete', 'unknown_bank_untouched', 'create nothing'],
    ['capability_missing', 'key.mint', 'capability_missing', 'create_scoped_keys'],
    ['bank_outside_key', 'bank.read', 'bank_outside_key', 'neither reaches nor creates'],
    ['bank_outside_parent', 'bank.write', 'bank_outside_parent', 'neither reaches nor creates'],
    ['kind_not_permitted', 'bank.delete', 'kind_not_permitted', 'kind of key'],
    ['key_revoked', 'bank.read', 'key_revoked', 'revoked'],
  ] as const)('%s and %s return %s', (rule, action, given, words) => {
    const answer = aboutUnknownBank(rule, action);
    expect(answer.rule).toBe(given);
    expect(answer.words).toContain(words);
    expect(codeOfRule(answer.rule)).toBe(codeOfRule(rule));
  });
});

it('explains that no child key is created for a missing bank', () => {
  expect(aboutUnknownBank('all_banks', 'key.mint')).toMatchObject({
    rule: 'bank_outside_key',
    words: expect.stringContaining('existing banks'),
  });
});

it('offers only existing permissions', () => {
  for (const action of ACCESS_ACTIONS) expect(Object.keys(PERMISSIONS)).toContain(action);
});
