import { describe, expect, it } from 'vitest';
import { dayName, firstsOfDays, sentenceOf, sentenceText, summaryOf, valueText } from '#components/audit/words';
import type { AuditEntryView } from '#lib/access/audit/contract';

const entry = (more: Partial<AuditEntryView>): AuditEntryView => ({
  id: '1',
  at: '2026-11-21T09:41:03+00:00',
  actor: { kind: 'user', id: 'u', label: 'priya@example.org' },
  action: 'member.role',
  target: { kind: 'user', id: 'v', label: 'hal@example.org' },
  before: null,
  after: null,
  request_id: null,
  address: null,
  ...more,
});

describe('audit entry texts', () => {
  it('names actor, action and target', () => {
    expect(sentenceOf(entry({}))).toEqual({
      text: '{actor} changed the role of {target}',
      actor: 'priya@example.org',
      target: 'hal@example.org',
    });
    expect(sentenceText(entry({}))).toBe('priya@example.org changed the role of hal@example.org');
  });

  it.each([
    [
      { action: 'bank.document_delete', before: { document_id: 'chat-1', units: 2 } },
      { kind: 'bank', id: 'tg', label: 'tg' },
      'tg / chat-1',
    ],
    [{ action: 'bank.clear', before: { units: 2 } }, { kind: 'bank', id: 'tg', label: 'tg' }, 'tg'],
    [
      { action: 'access.denied', after: { code: 'bank_out_of_scope', bank_id: 'tg' } },
      { kind: 'operation', id: 'get_stats', label: 'GET /v1/default/banks/{bank_id}/stats' },
      'GET /v1/default/banks/tg/stats',
    ],
  ] as const)('names the document and the bank in %o', (more, target, text) => {
    expect(sentenceOf(entry({ ...more, target })).target).toBe(text);
  });

  it('does not repeat a person', () => {
    const target = { kind: 'session', id: 's', label: 'priya@example.org' } as const;
    expect(sentenceOf(entry({ action: 'session.sign_in', target })).target).toBeNull();
  });

  it.each([
    [{ before: { role: 'member' }, after: { role: 'admin' } }, 'Member → Admin'],
    [{ before: { allowed_bank_ids: ['a'] }, after: { allowed_bank_ids: ['b'] } }, '+ b  − a'],
    [{ before: { allowed_bank_ids: null }, after: { allowed_bank_ids: ['b', 'c'] } }, 'all banks → b, c'],
    [{ before: null, after: { allowed_bank_ids: null, expires_at: null } }, 'all banks'],
    [{ before: null, after: { revoked: 3 } }, 'Keys revoked: 3'],
    [{ before: null, after: null }, ''],
  ])('sums up %o as %s', (change, text) => {
    expect(summaryOf(entry(change))).toBe(text);
  });

  it('formats null per field', () => {
    expect([valueText('expires_at', null), valueText('allowed_bank_ids', null), valueText('other', null)]).toEqual([
      'never',
      'all banks',
      'none',
    ]);
    expect(valueText('expires_at', '2026-11-21T09:41:03+00:00')).toBe('21 Nov 2026, 09:41 UTC');
  });

  it('names days in UTC', () => {
    const now = Date.parse('2026-11-21T00:10:00Z');
    expect(dayName('2026-11-21T00:05:00+00:00', now)).toBe('Today');
    expect(dayName('2026-11-20T23:59:00+00:00', now)).toBe('Yesterday');
    expect(dayName('2026-11-19T23:59:00+00:00', now)).toBe('19 Nov 2026');
  });

  it('finds the first entry of each day', () => {
    const at = (id: string, time: string) => ({ id, at: time });
    const days = firstsOfDays([at('a', '2026-11-21T09:00:00Z'), at('b', '2026-11-21T08:00:00Z'), at('c', '2026-11-20T08:00:00Z')]);
    expect([...days]).toEqual(['a', 'c']);
  });
});
