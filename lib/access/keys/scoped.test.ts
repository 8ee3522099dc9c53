import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { bankScope, seedOrg, seedOrgWithBanks } from '#e2e/fixtures/database';
import { runs } from '#e2e/fixtures/runs';
import { isWellFormedKey } from '#lib/access/keys/codec';
import { MAX_CHILDREN, MAX_KEYS, createScopedKey as mintOperation } from '#lib/access/keys/contract';
import { createScopedKey, listScopedKeys, revokeScopedKey, type ScopedRequest } from '#lib/access/keys/scoped';
import { createKey, type KeyRequest, verifyKey } from '#lib/access/keys/service';
import { authenticate, authorize } from '#lib/api/guards';
import { sql } from '#lib/base/db/db';
import { countStatements } from '#lib/base/db/observe';
import type { ErrorCode } from '#lib/base/errors';
import type { OrgScope } from '#lib/base/scope';

let orgId: string;
let otherOrgId: string;

withTestDatabase();
beforeAll(async () => {
  orgId = await seedOrgWithBanks(db, 'One', ['a', 'b', 'c']);
  otherOrgId = await seedOrgWithBanks(db, 'Two', ['a', 'z']);
});

const parentKey = (more: Partial<KeyRequest> = {}) =>
  createKey(db, { orgId, name: 'Parent', bankIds: null, canMint: true, createdBy: 'test', ...more });
/** The scope that the guard creates for a call with the key. */
const scopeOf = async (key: string): Promise<OrgScope> =>
  authorize(await authenticate(db, null, `Bearer ${key}`, null), mintOperation, null) as OrgScope;
const REQUEST: ScopedRequest = { name: 'Child', allowed_bank_ids: ['a'], expires_in_days: 1, metadata: {} };
const mint = async (key: string, more: Partial<ScopedRequest> = {}) => createScopedKey(db, await scopeOf(key), { ...REQUEST, ...more });
const failure = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: { code?: ErrorCode; issues?: { loc: unknown[] }[] }) => error.code ?? JSON.stringify(error.issues?.map(({ loc }) => loc)),
  );
const audit = (keyId: string) =>
  db.query<{ action: string; actor_label: string; after: unknown }>(sql`
    select action, actor_label, after from audit_log where target_id = ${keyId} order by at, id`);

describe('creating child keys', () => {
  it('returns a key of its own kind, once, with a record that contains everything else', async () => {
    const parent = await parentKey();
    const child = await mint(parent.key, { allowed_bank_ids: ['b', 'a', 'b'], expires_in_days: 365, metadata: { agent: { n: 1 } } });
    expect(isWellFormedKey(child.key)).toBe(true);
    expect(child.key.startsWith('mbs_')).toBe(true);
    const { key, created_at, expires_at, ...rest } = child;
    expect(rest).toEqual({
      id: child.id,
      name: 'Child',
      prefix: key.slice(0, 12),
      status: 'active',
      allowed_bank_ids: ['a', 'b'],
      metadata: { agent: { n: 1 } },
      parent_id: parent.id,
      last_used_at: null,
    });
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(365 * 86_400_000);
    expect(await audit(child.id)).toEqual([
      {
        action: 'key.mint',
        actor_label: `Parent (${parent.prefix}…)`,
        after: { allowed_bank_ids: ['b', 'a'], expires_in_days: 365, expires_at },
      },
    ]);
    const [stored] = await db.query<{ row: unknown }>(sql`select to_jsonb(k) as row from api_keys k where id = ${child.id}`);
    expect(JSON.stringify(stored)).not.toContain(key.slice(4));
  });

  it('is refused without the capability, to a child, and to a parent that has just been revoked or has expired', async () => {
    const plain = await parentKey({ canMint: false });
    expect(await failure(scopeOf(plain.key))).toBe('capability_missing');
    const parent = await parentKey();
    const child = await mint(parent.key);
    expect(await failure(scopeOf(child.key))).toBe('capability_missing');
    const scope = await scopeOf(parent.key);
    await db.query(sql`update api_keys set can_mint = false where id = ${parent.id}`);
    expect(await failure(createScopedKey(db, scope, REQUEST))).toBe('capability_missing');
    await db.query(sql`update api_keys set can_mint = true, expires_at = now() - interval '1 second' where id = ${parent.id}`);
    expect(await failure(createScopedKey(db, scope, REQUEST))).toBe('key_expired');
    await db.query(sql`update api_keys set revoked_at = now() where id = ${parent.id}`);
    expect(await failure(createScopedKey(db, scope, REQUEST))).toBe('key_revoked');
  });

  it("accepts exactly subsets of the parent's banks: any other set is rejected with one message and has no effect", async () => {
    const parent = await parentKey({ bankIds: ['a', 'b'] });
    const count = async () => (await db.query<{ n: number }>(sql`select count(*) as n from api_keys where parent_id = ${parent.id}`))[0]!.n;
    const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'z', 'nowhere'), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(names, async (banks) => {
        await db.query(sql`update api_keys set revoked_at = now() where parent_id = ${parent.id} and revoked_at is null`);
        const before = await count();
        const isSubset = banks.every((bank) => ['a', 'b'].includes(bank));
        expect(await failure(mint(parent.key, { allowed_bank_ids: banks }))).toBe(isSubset ? 'ok' : 'bank_out_of_scope');
        expect(await count()).toBe(before + (isSubset ? 1 : 0));
      }),
      { numRuns: runs(40) },
    );
  });

  it('reaches no bank of another organization', async () => {
    const parent = await parentKey();
    expect(await failure(mint(parent.key, { allowed_bank_ids: ['z'] }))).toBe('bank_out_of_scope');
    const abroad = await parentKey({ orgId: otherOrgId });
    const child = await mint(abroad.key, { allowed_bank_ids: ['a'] });
    expect((await verifyKey(db, `Bearer ${child.key}`, 'a')).orgId).toBe(otherOrgId);
  });

  it("limits the lifetime to the parent's, to the day", async () => {
    const days = (n: number) => new Date(Date.now() + n * 86_400_000 + 60_000);
    const parent = await parentKey({ expiresAt: days(2) });
    expect(await failure(mint(parent.key, { expires_in_days: 3 }))).toBe('[["body","expires_in_days"]]');
    expect(await failure(mint(parent.key, { expires_in_days: 2 }))).toBe('ok');
    await expect(mint(parent.key, { expires_in_days: 3 })).rejects.toMatchObject({
      issues: [{ msg: expect.stringMatching(/calling key, \d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00): at most 2 days now$/) }],
    });
    const short = await parentKey({ expiresAt: days(0.5) });
    await expect(mint(short.key, { expires_in_days: 1 })).rejects.toMatchObject({
      issues: [{ msg: expect.stringContaining('the calling key has no whole day left for a child') }],
    });
    expect(await failure(mint(short.key, { expires_in_days: 1 }))).toBe('[["body","expires_in_days"]]');
  });

  it(`stops at ${MAX_CHILDREN} active children, and goes on when one is revoked`, async () => {
    const { orgId: crowded } = await seedOrg(db, 'Crowded');
    await bankScope(db, crowded, 'a');
    const parent = await parentKey({ orgId: crowded });
    const results: string[] = [];
    // Eight at once, as many as the pool has connections: with more, the last would wait longer for
    // a turn than a busy machine allows.
    while (results.length < MAX_CHILDREN + 4)
      results.push(...(await Promise.all(Array.from({ length: 8 }, () => failure(mint(parent.key))))));
    expect(results.filter((result) => result === 'ok')).toHaveLength(MAX_CHILDREN);
    expect(results.filter((result) => result === 'conflict')).toHaveLength(4);
    const scope = await scopeOf(parent.key);
    const { items } = await listScopedKeys(db, scope, { limit: 1, offset: 0 });
    await revokeScopedKey(db, scope, items[0]!.id);
    expect(await failure(mint(parent.key))).toBe('ok');
    // With a second parent, the organization's own limit is reached first, because both parents
    // count.
    const second = await parentKey({ orgId: crowded });
    for (let n = MAX_CHILDREN + 2; n < MAX_KEYS; n++) await mint(second.key);
    expect(await failure(mint(second.key))).toBe('conflict');
  });
});

describe('listing', () => {
  it('shows a key only its own children, newest first, revoked ones only on request', async () => {
    const parent = await parentKey();
    const sibling = await parentKey();
    const first = await mint(parent.key, { name: 'First' });
    const second = await mint(parent.key, { name: 'Second' });
    await mint(sibling.key, { name: 'Of another' });
    const scope = await scopeOf(parent.key);
    await revokeScopedKey(db, scope, first.id);
    const names = async (query: Partial<Parameters<typeof listScopedKeys>[2]> = {}) => {
      const { items, total } = await listScopedKeys(db, scope, { limit: 10, offset: 0, ...query });
      return [total, ...items.map(({ name, status }) => `${name} ${status}`)];
    };
    expect(await names()).toEqual([1, 'Second active']);
    expect(await names({ status: ['revoked'] })).toEqual([1, 'First revoked']);
    expect(await names({ status: ['active', 'expired', 'revoked', 'revoked'] })).toEqual([2, 'Second active', 'First revoked']);
    expect(await names({ status: ['active', 'revoked'], limit: 1, offset: 1 })).toEqual([2, 'First revoked']);
    await db.query(sql`update api_keys set expires_at = now() - interval '1 second' where id = ${second.id}`);
    expect(await names()).toEqual([1, 'Second expired']);
    expect(JSON.stringify(await listScopedKeys(db, scope, { limit: 10, offset: 0 }))).not.toContain(second.key);
  });

  it('costs two statements', async () => {
    const scope = await scopeOf((await parentKey()).key);
    const { statements } = await countStatements(() => listScopedKeys(db, scope, { limit: 10, offset: 0 }));
    expect(statements).toHaveLength(2);
  });

  it('shows the banks that the child still reaches', async () => {
    const parent = await parentKey({ bankIds: ['a', 'b'] });
    await mint(parent.key, { allowed_bank_ids: ['a', 'b'] });
    await db.query(sql`
      delete from api_key_banks where key_id = ${parent.id} and bank_uid = (select uid from banks where org_id = ${orgId} and id = 'a')`);
    const { items } = await listScopedKeys(db, await scopeOf(parent.key), { limit: 10, offset: 0 });
    expect(items[0]!.allowed_bank_ids).toEqual(['b']);
  });
});

describe('revoking', () => {
  it('takes effect at once and permanently, and the second time changes nothing', async () => {
    const parent = await parentKey();
    const child = await mint(parent.key);
    const scope = await scopeOf(parent.key);
    expect(await failure(verifyKey(db, `Bearer ${child.key}`, 'a'))).toBe('ok');
    const first = await revokeScopedKey(db, scope, child.id);
    expect(first).toMatchObject({ id: child.id, status: 'revoked' });
    expect(first).not.toHaveProperty('key');
    expect(await failure(verifyKey(db, `Bearer ${child.key}`, 'a'))).toBe('key_revoked');
    expect(await revokeScopedKey(db, scope, child.id)).toEqual(first);
    expect((await audit(child.id)).map(({ action }) => action)).toEqual(['key.mint', 'key.revoke']);
  });

  it("finds only its own children: itself, a sibling, another key's child, another organization's and a missing one are refused alike", async () => {
    const parent = await parentKey();
    const other = await parentKey();
    const nephew = await mint(other.key);
    const abroad = await mint((await parentKey({ orgId: otherOrgId })).key);
    const scope = await scopeOf(parent.key);
    for (const id of [parent.id, other.id, nephew.id, abroad.id, '01a00000-0000-7000-8000-00000000dead'])
      expect(await failure(revokeScopedKey(db, scope, id))).toBe('not_found');
    expect(await failure(verifyKey(db, `Bearer ${nephew.key}`, 'a'))).toBe('ok');
  });
});
