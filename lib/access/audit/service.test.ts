import { beforeAll, describe, expect, it } from 'vitest';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { orgScope, seedOrg } from '#e2e/fixtures/database';
import { exportAudit, exportAuditCsv, listAudit, recordAudit, writeAudit } from '#lib/access/audit/service';
import { generateKey } from '#lib/access/keys/codec';
import { sql } from '#lib/base/db/db';
import { countStatements } from '#lib/base/db/observe';
import { ValidationFailure } from '#lib/base/errors';
import { mintOrgScope, type OrgScope } from '#lib/base/scope';

let scope: OrgScope;
let foreign: OrgScope;

const by = (orgId: string, label: string, userId: string | null, keyId: string | null): OrgScope =>
  mintOrgScope({
    orgId,
    actor: { kind: 'owner', label, userId, keyId },
    bankUids: null,
    request: { id: `from-${label}`, address: '192.0.2.1' },
  });
const bank = (id: string) => ({ kind: 'bank' as const, id, label: id });
const labels = async (query: Partial<Parameters<typeof listAudit>[2]> = {}) =>
  (await listAudit(db, scope, { limit: 200, ...query })).items.map(({ target }) => target.label);

withTestDatabase();
beforeAll(async () => {
  const { orgId } = await seedOrg(db, 'One');
  foreign = orgScope((await seedOrg(db, 'Two')).orgId);
  scope = by(orgId, 'olga@example.test', 'olga', null);
  await recordAudit(db, scope, { action: 'bank.create', target: bank('one') });
  await recordAudit(db, by(orgId, 'Agent (mbk_12345678…)', null, 'key-1'), { action: 'bank.create', target: bank('two') });
  await recordAudit(db, scope, {
    action: 'bank.delete',
    target: bank('one 100%'),
    before: { facts: 3, document_id: 'invoice-7.md' },
    after: { facts: 0 },
  });
  await recordAudit(db, orgScope(orgId), { action: 'bank.delete', target: bank('Three') });
  await recordAudit(db, foreign, { action: 'bank.create', target: bank('elsewhere') });
  const lines = await db.query<{ id: string }>(sql`select id from audit_log where org_id = ${orgId} order by id`);
  // Entries of other days, inserted directly, because written entries cannot be changed.
  await db.query(sql`alter table audit_log disable trigger audit_log_for_good`);
  for (const [i, { id }] of lines.entries())
    await db.query(sql`update audit_log set at = ${new Date(Date.UTC(2026, 0, 1 + Math.floor(i / 2)))} where id = ${id}`);
  await db.query(sql`alter table audit_log enable trigger audit_log_for_good`);
});

it('is written with the action or not at all', async () => {
  const before = await labels();
  await expect(
    db.transaction(async (tx) => {
      await recordAudit(tx, scope, { action: 'bank.create', target: bank('never') });
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await labels()).toEqual(before);
});

it('cannot be changed by any statement', async () => {
  for (const statement of [sql`update audit_log set actor_label = 'nobody'`, sql`delete from audit_log`])
    await expect(db.query(statement)).rejects.toThrow();
  expect(await labels()).toContain('one');
});

it('contains no key, wherever one was passed by mistake', async () => {
  const { orgId } = await seedOrg(db, 'Canary');
  const key = generateKey('key');
  await writeAudit(db, {
    orgId,
    actorKind: 'system',
    actorId: null,
    actorLabel: key,
    action: 'key.create',
    targetKind: 'key',
    targetId: 'k',
    targetLabel: `named ${key}`,
    before: { [key]: [key] },
    after: { name: key },
    requestId: null,
    address: null,
  });
  const [row] = await db.query<{ text: string }>(sql`select to_jsonb(a)::text as text from audit_log a where org_id = ${orgId}`);
  expect(row!.text).toContain(key.slice(0, 12));
  expect(row!.text).not.toContain(key.slice(12));
});

describe('the listing', () => {
  it('shows who did what to which target, newest first', async () => {
    const { items } = await listAudit(db, scope, { limit: 200 });
    expect(items.map(({ target }) => target.label)).toEqual(['Three', 'one 100%', 'two', 'one']);
    expect(items[1]).toEqual({
      id: items[1]!.id,
      at: '2026-01-02T00:00:00+00:00',
      actor: { kind: 'user', id: 'olga', label: 'olga@example.test' },
      action: 'bank.delete',
      target: { kind: 'bank', id: 'one 100%', label: 'one 100%' },
      before: { facts: 3, document_id: 'invoice-7.md' },
      after: { facts: 0 },
      request_id: 'from-olga@example.test',
      address: '192.0.2.1',
    });
    expect(items.map(({ actor }) => actor.kind)).toEqual(['system', 'user', 'key', 'user']);
  });

  it.each([
    [{ actor: 'key-1' }, ['two']],
    [{ actor: 'OLGA@' }, ['one 100%', 'one']],
    [{ action: ['bank.delete' as const] }, ['Three', 'one 100%']],
    [{ action: ['bank.delete' as const, 'bank.create' as const], actor: 'olga' }, ['one 100%', 'one']],
    [{ target: 'three' }, ['Three']],
    [{ target: '%' }, ['one 100%']],
    [{ from: new Date('2026-01-02T00:00:00Z') }, ['Three', 'one 100%']],
    [{ to: new Date('2026-01-02T00:00:00Z') }, ['two', 'one']],
    [{ q: 'FROM-AGENT' }, ['two']],
    [{ q: 'bank.delete' }, ['Three', 'one 100%']],
    [{ q: 'Invoice-7' }, ['one 100%']],
    [{ q: 'elsewhere' }, []],
  ])('by %j', async (query, expected) => {
    expect(await labels(query)).toEqual(expected);
  });

  it.each([
    ['desc' as const, ['Three', 'one 100%', 'two', 'one']],
    ['asc' as const, ['one', 'two', 'one 100%', 'Three']],
  ])('continues where a page ended, also within one millisecond, and costs one statement a page: %s', async (order, expected) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { result, statements } = await countStatements(() => listAudit(db, scope, { limit: 1, order, cursor }));
      expect(statements).toHaveLength(1);
      seen.push(...result.items.map(({ target }) => target.label));
      cursor = result.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(expected);
  });

  it('rejects a cursor that it has not issued', async () => {
    await expect(listAudit(db, scope, { limit: 1, cursor: 'x' })).rejects.toBeInstanceOf(ValidationFailure);
  });
});

describe('the export', () => {
  it('contains the entries that match the filter', async () => {
    const { items, truncated } = await exportAudit(db, scope, { action: ['bank.create'] });
    expect([items.length, truncated]).toEqual([2, false]);
    const lines = (await exportAuditCsv(db, scope, { action: ['bank.create'] })).split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain('Agent (mbk_12345678…)');
  });

  it('ends at 10,000 lines and says so', async () => {
    const { orgId } = await seedOrg(db, 'Long');
    await db.query(sql`
      insert into audit_log (id, org_id, actor_kind, actor_label, action, target_kind, target_label)
      select gen_random_uuid(), ${orgId}, 'system', 'x', 'bank.create', 'bank', n::text from generate_series(1, 10001) n`);
    const { items, truncated } = await exportAudit(db, orgScope(orgId), {});
    expect([items.length, truncated]).toEqual([10_000, true]);
  });
});
