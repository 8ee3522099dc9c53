import { expect, test } from 'vitest';
import { hasAgent } from '#components/overview/agents';
import type { ConsoleKey } from '#lib/access/keys/contract';

const CREATED = '2026-11-28T09:00:00Z';
const key = (fields: Partial<ConsoleKey>): ConsoleKey => ({
  id: 'k',
  name: 'Claude Code, desk',
  prefix: 'mbk_1234',
  status: 'active',
  metadata: {},
  created_at: CREATED,
  last_used_at: '2026-11-28T09:05:00Z',
  origin: 'console',
  allowed_bank_ids: ['desk'],
  withheld_bank_ids: [],
  create_scoped_keys: false,
  access: null,
  parent: null,
  child_count: 0,
  created_by: 'ann@example.com',
  expires_at: null,
  revoked_at: null,
  revoked_by: null,
  locks: { scope: null, rotate: null, revoke: null },
  ...fields,
});

test.each([
  ['a key of a client that was used', {}, true],
  ['a key of a client that was never used', { last_used_at: null }, false],
  ['a key for another bank', { allowed_bank_ids: ['shop'] }, false],
  ['a key for all banks, which agents of other banks may use', { allowed_bank_ids: null }, false],
  ['a key for all banks on a later day', { allowed_bank_ids: null, last_used_at: '2026-11-29T09:00:00Z' }, true],
  ['the key of the first steps, with which a command was tried', { name: 'curl, desk' }, false],
  ['the key of the first steps on a later day', { name: 'curl, desk', last_used_at: '2026-11-29T09:00:00Z' }, true],
] as const)('%s means an agent: %#', (_, fields, expected) =>
  expect(hasAgent([key(fields as Partial<ConsoleKey>)], 'desk', Date.parse(CREATED))).toBe(expected),
);
