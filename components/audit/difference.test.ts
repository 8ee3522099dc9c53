import { describe, expect, it } from 'vitest';
import { changesOf } from '#components/audit/difference';

describe('what an entry changed', () => {
  it('puts one value in the place of another', () => {
    expect(changesOf({ before: { role: 'member' }, after: { role: 'admin' } })).toEqual([
      { kind: 'replaced', field: 'role', before: 'member', after: 'admin' },
    ]);
  });

  it('tells of a set what came, went and stayed', () => {
    expect(changesOf({ before: { allowed_bank_ids: ['a', 'b'] }, after: { allowed_bank_ids: ['b', 'c'] } })).toEqual([
      { kind: 'set', field: 'allowed_bank_ids', added: ['c'], removed: ['a'], kept: ['b'], wasAll: false, isAll: false },
    ]);
  });

  it('knows null beside a set as all of them', () => {
    expect(changesOf({ before: { allowed_bank_ids: null }, after: { allowed_bank_ids: ['a'] } })).toEqual([
      { kind: 'set', field: 'allowed_bank_ids', added: ['a'], removed: [], kept: [], wasAll: true, isAll: false },
    ]);
  });

  it('states what is new and what is gone', () => {
    expect(changesOf({ before: null, after: { expires_at: null, children: ['x'] } })).toEqual([
      { kind: 'stated', field: 'expires_at', value: null },
      { kind: 'stated', field: 'children', value: ['x'] },
    ]);
    expect(changesOf({ before: { role: 'member' }, after: null })).toEqual([{ kind: 'gone', field: 'role', value: 'member' }]);
  });

  it('writes nested values as JSON and has nothing to tell of nothing', () => {
    expect(changesOf({ before: null, after: { code: { a: 1 } } })).toEqual([{ kind: 'stated', field: 'code', value: '{"a":1}' }]);
    expect(changesOf({ before: null, after: null })).toEqual([]);
  });
});
