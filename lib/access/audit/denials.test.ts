import { beforeAll, expect, it, vi } from 'vitest';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { seedOrg } from '#e2e/fixtures/database';
import { type Denial, noteDenial } from '#lib/access/audit/denials';
import { generateKey } from '#lib/access/keys/codec';
import { sql } from '#lib/base/db/db';
import { mintOrgScope } from '#lib/base/scope';

let orgId: string;
withTestDatabase();
beforeAll(async () => {
  ({ orgId } = await seedOrg(db));
});

const scope = (keyId: string) =>
  mintOrgScope({ orgId, actor: { kind: 'restricted_key', keyId, label: keyId }, bankUids: [], request: { id: 'r', address: '192.0.2.1' } });
const denial = (id: string, bankId: string | null = null): Denial => ({
  operation: { id, method: 'GET', path: `/${id}` },
  code: 'bank_out_of_scope',
  bankId,
});
const ignored = () => expect.fail('the line should have been written');
/** Entries are written after the answers: waits for the given number. */
const lines = (count: number) =>
  vi.waitFor(async () => {
    const found = await db.query<{ actor_id: string; target_id: string; target_label: string; after: { bank_id?: string } }>(sql`
      select actor_id, target_id, target_label, after from audit_log where org_id = ${orgId} and action = 'access.denied' order by id`);
    expect(found).toHaveLength(count);
    return found;
  }, 20_000);

it('leaves one entry for each caller and operation, even if it is refused often', async () => {
  for (let n = 0; n < 100; n++) for (const key of ['a', 'b']) noteDenial(db, scope(key), denial('recall', 'elsewhere'), ignored);
  noteDenial(db, scope('a'), denial('retain'), ignored);
  const found = await lines(3);
  expect(found.map(({ actor_id, target_id }) => `${actor_id} ${target_id}`).sort()).toEqual(['a recall', 'a retain', 'b recall']);
  expect(found.find(({ target_id }) => target_id === 'recall')).toMatchObject({
    target_label: 'GET /recall',
    after: { code: 'bank_out_of_scope', bank_id: 'elsewhere' },
  });
});

it("stores only the beginning of the bank's id, and no key", async () => {
  const key = generateKey('key');
  noteDenial(db, scope('long'), denial('recall', `${key} ${'x'.repeat(500)}`), ignored);
  const { after } = (await lines(4)).find(({ actor_id }) => actor_id === 'long')!;
  expect(after.bank_id!.length).toBeLessThanOrEqual(100);
  expect(after.bank_id).not.toContain(key);
});

it('distinguishes up to twenty combinations of bank and reason', async () => {
  for (let n = 0; n < 50; n++) noteDenial(db, scope('prober'), denial('recall', `bank-${n}`), ignored);
  noteDenial(db, scope('other'), { ...denial('recall', 'elsewhere'), code: 'forbidden' }, ignored);
  noteDenial(db, scope('other'), denial('recall', 'elsewhere'), ignored);
  const found = await lines(26);
  expect(found.filter(({ actor_id }) => actor_id === 'prober').map(({ after }) => after.bank_id)).toContain('bank-19');
  expect(found.filter(({ actor_id }) => actor_id === 'other')).toHaveLength(2);
});

it('reports a failed write to its listener, and to nobody else', async () => {
  const broken = { query: () => Promise.reject(new Error('gone')) };
  const failed = await new Promise((resolve) => noteDenial(broken, scope('broken'), denial('recall'), resolve));
  expect(String(failed)).toContain('gone');
});
