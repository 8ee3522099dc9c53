import { expect, it } from 'vitest';
import { stepsOf } from '#components/access/rule-thread';

const statesOf = (...question: Parameters<typeof stepsOf>) => stepsOf(...question).map(({ step, state }) => `${step} ${state}`);

it('passes every rule where the key is allowed', () => {
  expect(stepsOf('bank_in_scope', { isChild: true, action: 'bank.read' }).every(({ state }) => state === 'passed')).toBe(true);
  expect(stepsOf('all_banks', { isChild: false, action: 'bank.read' })).toHaveLength(5);
});

it('stops at the rule that refuses', () => {
  expect(statesOf('bank_outside_key', { isChild: false, action: 'bank.read' })).toEqual([
    'organization_suspended passed',
    'key_revoked passed',
    'key_expired passed',
    'bank_outside_key decided',
    'kind_not_permitted notAsked',
  ]);
});

it('checks the parent only for a child key', () => {
  expect(statesOf('parent_revoked', { isChild: true, action: 'bank.read' })).toContain('parent_revoked decided');
  expect(statesOf('key_expired', { isChild: false, action: 'bank.read' }).join()).not.toContain('parent');
});

it('checks the capability before the bank when a child key is created', () => {
  expect(statesOf('capability_missing', { isChild: false, action: 'key.mint' })).toEqual([
    'organization_suspended passed',
    'key_revoked passed',
    'key_expired passed',
    'capability_missing decided',
    'bank_outside_key notAsked',
    'kind_not_permitted notAsked',
  ]);
});
