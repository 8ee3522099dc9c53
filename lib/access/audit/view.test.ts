import { expect, it } from 'vitest';
import { fromCursor, toCsv, toCursor } from '#lib/access/audit/view';

it('writes a header and one line per entry', () => {
  const entry = {
    id: '1',
    at: '2026-11-21T10:00:00+00:00',
    actor: { kind: 'user' as const, id: 'u', label: 'olga@example.test' },
    action: 'key.revoke' as const,
    target: { kind: 'key' as const, id: 'k', label: '=cmd (mbk_12345678…)' },
    before: null,
    after: { revoked: 2 },
    request_id: 'r',
    address: null,
  };
  expect(toCsv([entry])).toBe(
    'at,actor_kind,actor_id,actor,action,target_kind,target_id,target,before,after,request_id,address\r\n' +
      `2026-11-21T10:00:00+00:00,user,u,olga@example.test,key.revoke,key,k,"'=cmd (mbk_12345678…)",,"{""revoked"":2}",r,\r\n`,
  );
});

it('decodes its own cursors and rejects everything else', () => {
  const place = { at: new Date('2026-11-21T10:00:00.123Z'), id: '01a00000-0000-7000-8000-00000000dead' };
  expect(fromCursor(toCursor(place))).toEqual(place);
  for (const text of ['', 'x', 'AAAA', Buffer.from('1 2').toString('base64url'), Buffer.from(`1 ${'-'.repeat(36)}`).toString('base64url')])
    expect(fromCursor(text)).toBeNull();
});
