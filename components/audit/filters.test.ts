import { describe, expect, it } from 'vitest';
import { actionGroups, fromField, queryOf, toField } from '#components/audit/filters';
import { AUDIT_ACTIONS } from '#lib/access/audit/literals';

const NOTHING = { q: '', actor: '', target: '', action: [], from: '', to: '' } as const;

describe('audit filters', () => {
  it('omits empty filters', () => {
    expect(queryOf(NOTHING)).toEqual({});
    expect(queryOf({ ...NOTHING, q: 'x', action: ['key.create'] })).toEqual({ q: 'x', action: ['key.create'] });
  });

  it('assigns every action to one group', () => {
    expect(actionGroups().flatMap(([, actions]) => actions)).toEqual(expect.arrayContaining([...AUDIT_ACTIONS]));
    expect(actionGroups().map(([group]) => group)).toEqual(['key', 'member', 'organization', 'session', 'account', 'bank', 'access']);
  });

  it.each([
    ['2026-11-21T09:30Z', '2026-11-21T09:30'],
    ['2026-11-21T10:30:00+01:00', '2026-11-21T09:30'],
    ['2026-11-21', '2026-11-21T00:00'],
    ['no date', ''],
    ['', ''],
  ])('shows %s in a field as %s', (at, field) => {
    expect(toField(at)).toBe(field);
  });

  it('interprets a field as UTC', () => {
    expect(fromField('2026-11-21T09:30')).toBe('2026-11-21T09:30Z');
    expect(fromField('')).toBe('');
  });
});
