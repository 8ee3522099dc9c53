import { describe, expect, it } from 'vitest';
import { changeOf } from '#components/keys/edit-banks';
import { childDaysOf, endOf } from '#components/keys/expiry';
import { hintsOf } from '#components/keys/hints';
import { masked, snippet } from '#components/keys/snippets';
import { OPEN_UP_TO, rowsOf } from '#components/keys/tree';
import type { ConsoleKey } from '#lib/access/keys/contract';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-21T12:00:00Z');

const key = (id: string, more: Partial<ConsoleKey> = {}): ConsoleKey => ({
  id,
  name: id,
  prefix: 'mbk_12345678',
  status: 'active',
  metadata: {},
  created_at: new Date(NOW - DAY).toISOString(),
  last_used_at: null,
  origin: 'console',
  allowed_bank_ids: null,
  withheld_bank_ids: [],
  create_scoped_keys: false,
  access: null,
  parent: null,
  child_count: 0,
  created_by: 'priya@example.com',
  expires_at: new Date(NOW + DAY).toISOString(),
  revoked_at: null,
  revoked_by: null,
  locks: { scope: null, rotate: null, revoke: null },
  ...more,
});
const child = (id: string, parent: string) =>
  key(id, { origin: 'child', parent: { id: parent, name: parent, prefix: 'mbk_12345678', status: 'active' } });

const shapeOf = (keys: ConsoleKey[], turned: string[] = []) =>
  rowsOf(keys, new Set(turned)).map((row) => `${row.key.id}${row.level}${row.isOpen ? '+' : ''}${row.isLast ? '.' : ''}`);

describe('key tree', () => {
  it('places children below their parent, in list order', () => {
    expect(shapeOf([child('c1', 'b'), key('a'), key('b'), child('c2', 'b')])).toEqual(['a1', 'b1+', 'c12', 'c22.']);
  });
  it('lists a child without its parent separately', () => {
    expect(shapeOf([child('c', 'gone'), key('a')])).toEqual(['c1', 'a1']);
  });
  it('folds large families, and applies manual changes', () => {
    const many = [key('p'), ...Array.from({ length: OPEN_UP_TO + 1 }, (_, at) => child(`c${at}`, 'p'))];
    expect(shapeOf(many)).toEqual(['p1']);
    expect(shapeOf(many, ['p'])).toHaveLength(many.length);
    expect(shapeOf([key('p'), child('c', 'p')], ['p'])).toEqual(['p1']);
  });
});

describe('hints', () => {
  it.each([
    ['used lately, with an end', {}, null],
    [
      'unused for 90 days',
      { last_used_at: new Date(NOW - 90 * DAY).toISOString() },
      { unusedDays: 90, wasNeverUsed: false, neverEnds: false, reachesNone: false },
    ],
    ['unused for less', { last_used_at: new Date(NOW - 89 * DAY).toISOString() }, null],
    [
      'old and never used',
      { created_at: new Date(NOW - 100 * DAY).toISOString() },
      { unusedDays: 100, wasNeverUsed: true, neverEnds: false, reachesNone: false },
    ],
    ['without an end', { expires_at: null }, { unusedDays: null, wasNeverUsed: true, neverEnds: true, reachesNone: false }],
    ['of a deleted bank', { allowed_bank_ids: [] }, { unusedDays: null, wasNeverUsed: true, neverEnds: false, reachesNone: true }],
    ['revoked', { expires_at: null, status: 'revoked' as const }, null],
  ])('%s', (_, more, hints) => {
    expect(hintsOf(key('a', more), NOW)).toEqual(hints);
  });
});

describe('expiry of a new key', () => {
  it.each([
    ['1_hour', null, new Date(NOW + 3_600_000)],
    ['1_year', null, new Date(NOW + 365 * DAY)],
    ['custom', 5, new Date(NOW + 5 * DAY)],
    ['custom', null, undefined],
    ['custom', 0, undefined],
    ['custom', 1.5, undefined],
    ['never', null, null],
  ] as const)('%s %s', (expiry, days, end) => {
    expect(endOf(expiry, days, NOW)).toEqual(end);
  });
});

describe('days of a child key', () => {
  it.each([
    ['1_hour', null, 0],
    ['1_day', null, 0],
    ['7_days', null, 6],
    ['1_year', null, 364],
    ['custom', 1, 0],
    ['custom', 2, 1],
    ['custom', 3650, 365],
    ['custom', 0, null],
    ['never', null, 365],
  ] as const)('%s %s', (expiry, days, most) => {
    expect(childDaysOf(expiry, days)).toBe(most);
  });
});

describe('bank changes', () => {
  it.each([
    [null, null, { gained: [], lost: [], isNothing: true }],
    [null, ['a'], { gained: [], lost: 'rest', isNothing: false }],
    [['a'], null, { gained: 'rest', lost: [], isNothing: false }],
    [['a', 'b'], ['b', 'c'], { gained: ['c'], lost: ['a'], isNothing: false }],
    [['a', 'b'], ['b', 'a'], { gained: [], lost: [], isNothing: true }],
  ])('%j to %j', (before, after, change) => {
    expect(changeOf(before, after)).toEqual(change);
  });
});

describe('first calls', () => {
  const secret = `mbk_${'x'.repeat(49)}`;
  const call = { server: 'https://memory.example', bankId: "it's/a bank", question: 'Who?' };
  it('encode the bank for shell and path', () => {
    expect(snippet('curl', call, secret)).toContain("'https://memory.example/v1/default/banks/it%27s%2Fa%20bank/memories/recall'");
  });
  it('list the banks if none is known', () => {
    const text = snippet('curl', { ...call, bankId: null }, secret);
    expect(text).toBe(`curl 'https://memory.example/v1/default/banks' \\\n  -H 'Authorization: Bearer ${secret}'`);
  });
  it('never contain the key', () => {
    expect(snippet('python', call, secret)).not.toContain(secret);
    expect(snippet('typescript', call, secret)).not.toContain(secret);
  });
  it('show only the prefix of a masked key', () => {
    expect(masked(secret, 'mbk_xxxxxxxx')).toMatch(/^mbk_x{8}•{41}$/);
  });
});
