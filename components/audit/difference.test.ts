import { describe, expect, it } from 'vitest';
import { changesOf } from '#components/audit/difference';

describe('changes of an entry', () => {
  it('reports a replaced value', () => {
    expect(changesOf({ before: { role: 'member' }, after: { role: 'admin' } })).toEqual([
      { kind: 'replaced', field: 'role', before: 'member', after: 'admin' },
    ]);
  });

  it('reports added, removed and unchanged members of a set', () => {
    expect(changesOf({ before: { allowed_bank_ids: ['a', 'b'] }, after: { allowed_bank_ids: ['b', 'c'] } })).toEqual([
      { kind: 'set', field: 'allowed_bank_ids', added: ['c'], removed: ['a'], unchanged: ['b'], wasAll: false, isAll: false },
    ]);
  });

  it('treats null as all members', () => {
    expect(changesOf({ before: { allowed_bank_ids: null }, after: { allowed_bank_ids: ['a'] } })).toEqual([
      { kind: 'set', field: 'allowed_bank_ids', added: ['a'], removed: [], unchanged: [], wasAll: true, isAll: false },
    ]);
  });

  it('reports new and deleted values', () => {
    expect(changesOf({ before: null, after: { expires_at: null, children: ['x'] } })).toEqual([
      { kind: 'stated', field: 'expires_at', value: null },
      { kind: 'stated', field: 'children', value: ['x'] },
    ]);
    expect(changesOf({ before: { role: 'member' }, after: null })).toEqual([{ kind: 'deleted', field: 'role', value: 'member' }]);
  });

  it('formats nested values as JSON and returns nothing for an empty change', () => {
    expect(changesOf({ before: null, after: { code: { a: 1 } } })).toEqual([{ kind: 'stated', field: 'code', value: '{"a":1}' }]);
    expect(changesOf({ before: null, after: null })).toEqual([]);
  });
});
