import { expect, it } from 'vitest';
import { stepsOf } from '#components/access/rule-thread';

const statesOf = (...question: Parameters<typeof stepsOf>) => stepsOf(...question).map(({ step, state }) => `${step} ${state}`);

it('passes every rule where the key is allowed', () => {
  expect(stepsOf('bank_in_scope', true).every(({ state }) => state === 'passed')).toBe(true);
  expect(stepsOf('all_banks', false)).toHaveLength(5);
});

it('stops at the rule that refuses', () => {
  expect(statesOf('bank_outside_key', false)).toEqual([
    'organization_suspended passed',
    'key_revoked passed',
    'key_expired passed',
    'bank_outside_key decided',
    'kind_not_permitted notAsked',
  ]);
});

it('asks about the parent of a child alone', () => {
  expect(statesOf('parent_revoked', true)).toContain('parent_revoked decided');
  expect(statesOf('key_expired', false).join()).not.toContain('parent');
});
