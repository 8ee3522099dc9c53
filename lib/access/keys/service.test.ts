import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { bankScope, deleteBank, seedOrg, seedOrgWithBanks } from '#e2e/fixtures/database';
import { seedMember } from '#e2e/fixtures/people';
import { reachOf } from '#lib/access/keys/access';
import { generateKey, hashKey, keyPrefix } from '#lib/access/keys/codec';
import { createKey, hashToken, type KeyRequest, keyOfHeader, verifyKey } from '#lib/access/keys/service';
import { findKey, touchKey } from '#lib/access/keys/store';
import { authenticate, authorize } from '#lib/api/guards';
import { operation } from '#lib/base/contract/operation';
import { cellOf, DEFAULT_CELL } from '#lib/base/db/cells';
import { sql } from '#lib/base/db/db';
import { countStatements } from '#lib/base/db/observe';
import type { ErrorCode } from '#lib/base/errors';

let orgId: string;
let otherOrgId: string;

withTestDatabase();
beforeAll(async () => {
  orgId = await seedOrgWithBanks(db, 'One', ['a', 'b']);
  otherOrgId = await seedOrgWithBanks(db, 'Two', ['a']);
});

const DAY_MS = 86_400_000;
const make = (more: Partial<KeyRequest> = {}) => createKey(db, { orgId, name: 'Test', bankIds: null, createdBy: 'test', ...more });
const makeChild = (parentId: string, bankIds: string[]) => make({ parentId, bankIds, expiresAt: new Date(Date.now() + DAY_MS) });
const verify = (key: string, bankId: string | null = null) => verifyKey(db, `Bearer ${key}`, bankId);
const codeOf = async (work: Promise<unknown>): Promise<ErrorCode | 'ok'> =>
  work.then(
    () => 'ok' as const,
    (error: { code: ErrorCode }) => error.code,
  );

it('a revoked key stays revoked under any statement', async () => {
  const { id, key } = await make();
  await db.query(sql`update api_keys set revoked_at = now() where id = ${id}`);
  for (const value of [sql`null`, sql`now() + interval '1 day'`])
    await expect(db.query(sql`update api_keys set revoked_at = ${value} where id = ${id}`)).rejects.toThrow(/stays revoked/);
  await db.query(sql`update api_keys set revoked_at = revoked_at, name = 'Renamed' where id = ${id}`);
  expect(await codeOf(verify(key))).toBe('key_revoked');
});

describe('keyOfHeader', () => {
  const key = generateKey('key');

  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('accepts the word %s', (word) => {
    expect(keyOfHeader(`${word} ${key}`)).toBe(key);
  });

  it.each([null, ''])('reports %j as a missing key', (header) => {
    expect(() => keyOfHeader(header)).toThrowError(expect.objectContaining({ code: 'unauthorized' }));
  });

  it.each([
    'Bearer',
    'Bearer ',
    key,
    `Bearer  ${key}`,
    `Bearer\t${key}`,
    `Bearer ${key} x`,
    `Bearer ${key}\n`,
    `Basic ${key}`,
    `Bearer ${key}, Bearer ${key}`,
    `Bearer ${'x'.repeat(8192)}`,
    `Bearer mbk_\u0000${'0'.repeat(48)}`,
    'Bearer mbk_é',
    `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
  ])('reports %j as an invalid key', (header) => {
    expect(() => keyOfHeader(header)).toThrowError(expect.objectContaining({ code: 'invalid_key' }));
  });
});

describe('verification', () => {
  it('sends no statement for a malformed key, and one for any other', async () => {
    const { key } = await make();
    const statements = async (header: string | null) => (await countStatements(() => codeOf(verifyKey(db, header, 'a')))).statements.length;
    expect(await statements(null)).toBe(0);
    expect(await statements('Bearer mbk_wrong')).toBe(0);
    expect(await statements(`Bearer ${generateKey('key')}`)).toBe(1);
    expect(await statements(`Bearer ${key}`)).toBe(cellOf(db) === DEFAULT_CELL ? 1 : 2);
  });

  it('also reads the bank of the path', async () => {
    const { key } = await make();
    expect((await verify(key, 'a')).bank).toMatchObject({ id: 'a', unitCount: 0, termCount: 0, speakers: [], config: {} });
    expect((await verify(key, 'absent')).bank).toBeNull();
    expect((await verify(key)).bank).toBeNull();
  });

  it('rejects an unknown key and a key of a suspended organization alike', async () => {
    const { orgId: third } = await seedOrg(db, 'Three');
    const { key } = await make({ orgId: third });
    expect(await codeOf(verify(key))).toBe('ok');
    await db.query(sql`update organizations set suspended_at = now() where id = ${third}`);
    expect(await codeOf(verify(key))).toBe('invalid_key');
    expect(await codeOf(verify(generateKey('key')))).toBe('invalid_key');
  });

  it('rejects a revoked key', async () => {
    const { key, id } = await make();
    await db.query(sql`update api_keys set revoked_at = now() where id = ${id}`);
    expect(await codeOf(verify(key))).toBe('key_revoked');
  });

  it('rejects a key from the moment of its expiry, on the clock of the database', async () => {
    const { key, id } = await make();
    // Inside one transaction now() is constant, so the boundary can be tested exactly.
    const at = (offset: string) =>
      db.transaction(async (tx) => {
        await tx.query(sql`update api_keys set expires_at = now() + ${offset}::interval where id = ${id}`);
        return (await findKey(tx, hashKey(key), null))!.own.isExpired;
      });
    expect(await at('1 millisecond')).toBe(false);
    expect(await at('-1 millisecond')).toBe(true);
    // Stored times have milliseconds: a whole one is compared with itself.
    const same = await db.transaction(async (tx) => {
      await tx.query(sql`update api_keys set expires_at = date_trunc('milliseconds', now()) where id = ${id}`);
      return (await findKey(tx, hashKey(key), null))!.own.isExpired;
    });
    expect(same).toBe(true);
  });

  it('accepts an access token at its address until its expiry, or that of its key', async () => {
    const address = 'https://memory.example/mcp';
    const { id } = await make({ expiresAt: new Date(Date.now() + DAY_MS) });
    const { userId } = await seedMember(db, orgId, 'member');
    await db.query(sql`update api_keys set grant_id = 'a grant', granted_by = ${userId} where id = ${id}`);
    const token = randomBytes(32).toString('base64url');
    await db.query(sql`
      insert into oauth_records (kind, id, payload, grant_id, expires_at)
      values ('AccessToken', ${hashToken(token)}, ${JSON.stringify({ aud: address })}::jsonb, 'a grant', now() + interval '1 hour')`);
    const verifyAt = (resource: string | null) => codeOf(verifyKey(db, `Bearer ${token}`, 'a', resource));
    expect(await verifyAt(address)).toBe('ok');
    for (const other of [`${address}/a`, 'https://memory.example', null]) expect(await verifyAt(other)).toBe('invalid_key');
    await db.query(sql`update api_keys set expires_at = now() - interval '1 second' where id = ${id}`);
    expect(await verifyAt(address)).toBe('key_expired');
    await db.query(sql`update api_keys set expires_at = now() + interval '1 hour' where id = ${id}`);
    await db.query(sql`update oauth_records set expires_at = now() - interval '1 second' where id = ${hashToken(token)}`);
    expect(await verifyAt(address)).toBe('invalid_key');
  });

  it('rejects a child with its parent: revoked, expired', async () => {
    const parent = await make({ canMint: true });
    const child = await makeChild(parent.id, ['a']);
    expect(await codeOf(verify(child.key))).toBe('ok');
    await db.query(sql`update api_keys set expires_at = now() - interval '1 second' where id = ${parent.id}`);
    expect(await codeOf(verify(child.key))).toBe('key_expired');
    await db.query(sql`update api_keys set expires_at = null, revoked_at = now() where id = ${parent.id}`);
    expect(await codeOf(verify(child.key))).toBe('key_revoked');
  });

  it('gives a child the intersection: a narrowed parent removes banks, a widened one adds none', async () => {
    const parent = await make({ bankIds: ['a', 'b'], canMint: true });
    const child = await makeChild(parent.id, ['a']);
    const reaches = async (bankId: string) => reachOf(await verify(child.key, bankId)) === 'bank_in_scope';
    expect([await reaches('a'), await reaches('b')]).toEqual([true, false]);
    const own = (await verify(child.key)).bankUids;
    expect(own).toHaveLength(1);
    await db.query(sql`delete from api_key_banks where key_id = ${parent.id} and bank_uid = ${own![0]!}`);
    expect([await reaches('a'), (await verify(child.key)).bankUids]).toEqual([false, []]);
    await db.query(sql`update api_keys set scope_kind = 'all' where id = ${parent.id}`);
    expect([await reaches('a'), await reaches('b')]).toEqual([true, false]);
  });

  it('never interprets missing rows as all banks', async () => {
    const { key, id } = await make({ bankIds: ['a'] });
    await db.query(sql`delete from api_key_banks where key_id = ${id}`);
    expect(reachOf(await verify(key, 'a'))).toBe('bank_outside_key');
    expect((await verify(key)).bankUids).toEqual([]);
  });

  it('does not reach a bank of another organization, nor one that was recreated under the old name', async () => {
    const { key } = await make({ orgId: otherOrgId, bankIds: ['a'] });
    const before = await verify(key, 'a');
    const home = await make();
    expect((await verify(home.key, 'a')).bank!.uid).not.toBe(before.bank!.uid);
    await deleteBank(db, otherOrgId, 'a');
    await bankScope(db, otherOrgId, 'a');
    const found = await verify(key, 'a');
    expect([reachOf(found), found.bank!.id]).toEqual(['bank_outside_key', 'a']);
  });
});

describe('authorize', () => {
  const on = (permission: 'bank.read' | 'bank.write' | 'bank.configure' | 'bank.delete') =>
    operation({
      id: 'x',
      method: 'GET',
      path: '/v1/default/banks/{bank_id}',
      tag: 'Banks',
      summary: 'x',
      auth: 'key',
      permission,
      response: z.object({}),
    });
  const call = async (key: string, bankId: string, permission: Parameters<typeof on>[0] = 'bank.read') =>
    authorize(await authenticate(db, null, `Bearer ${key}`, bankId), on(permission), bankId);

  it('gives an unrestricted key every bank, and a missing one as uid 0', async () => {
    const { key } = await make();
    expect(await call(key, 'a')).toMatchObject({ orgId, bankId: 'a', actor: { kind: 'unrestricted_key' } });
    expect(await call(key, 'absent', 'bank.write')).toMatchObject({ bankUid: 0, bank: null });
  });

  it('refuses a restricted key outside its scope before anything else, whether the bank exists or not', async () => {
    const { key } = await make({ bankIds: ['a'] });
    expect(await codeOf(call(key, 'a', 'bank.write'))).toBe('ok');
    for (const bankId of ['b', 'absent', 'x'.repeat(513), 'a\u0000'])
      for (const permission of ['bank.read', 'bank.write', 'bank.configure'] as const)
        expect(await codeOf(call(key, bankId, permission))).toBe('bank_out_of_scope');
  });

  it('refuses by kind of key inside the scope', async () => {
    const parent = await make({ bankIds: ['a'], canMint: true });
    const child = await makeChild(parent.id, ['a']);
    expect(await codeOf(call(parent.key, 'a', 'bank.configure'))).toBe('forbidden');
    expect(await codeOf(call(parent.key, 'a', 'bank.delete'))).toBe('ok');
    expect(await codeOf(call(child.key, 'a', 'bank.delete'))).toBe('forbidden');
    expect(await codeOf(call(child.key, 'a', 'bank.write'))).toBe('ok');
  });

  it('refuses anonymous calls, unless the operator opened the organization', async () => {
    expect(await codeOf(authenticate(db, null, null, 'a'))).toBe('unauthorized');
    const open = await authenticate(db, orgId, null, 'a');
    expect(authorize(open, on('bank.configure'), 'a')).toMatchObject({ orgId, bankId: 'a', actor: { kind: 'anonymous', keyId: null } });
    expect(await codeOf(authenticate(db, orgId, 'Bearer wrong', 'a'))).toBe('invalid_key');
  });
});

describe('createKey', () => {
  it('stores the hash and the prefix, never the key', async () => {
    const { key, id, prefix } = await make({ metadata: { for: 'test' } });
    const [row] = await db.query<{ stored: string }>(sql`select to_jsonb(k) as stored from api_keys k where id = ${id}`);
    const stored = JSON.stringify(row);
    expect(prefix).toBe(keyPrefix(key));
    expect(stored).toContain(prefix);
    for (const secret of [key, key.slice(4), Buffer.from(key).toString('base64')]) expect(stored).not.toContain(secret);
  });

  it('does not change a given key that exists already, even a revoked one', async () => {
    const key = generateKey('key');
    expect(await make({ key })).toMatchObject({ key, isNew: true });
    await db.query(sql`update api_keys set revoked_at = now() where hash = ${hashKey(key)}`);
    expect(await make({ key })).toMatchObject({ isNew: false });
    expect(await codeOf(verify(key))).toBe('key_revoked');
  });

  it('rejects a malformed key and a missing bank, and writes nothing', async () => {
    expect(await codeOf(make({ key: 'mbk_short' }))).toBe('unprocessable');
    const key = generateKey('key');
    expect(await codeOf(make({ key, bankIds: ['a', 'absent'] }))).toBe('not_found');
    expect(await codeOf(verify(key))).toBe('invalid_key');
  });
});

describe('touchKey', () => {
  it('writes at most once a minute', async () => {
    const { id } = await make();
    const lastUsed = async () =>
      (await db.query<{ at: Date | null }>(sql`select last_used_at as at from api_keys where id = ${id}`))[0]!.at;
    expect(await lastUsed()).toBeNull();
    await touchKey(db, orgId, id);
    const first = await lastUsed();
    await touchKey(db, orgId, id);
    expect(await lastUsed()).toEqual(first);
    await db.query(sql`update api_keys set last_used_at = now() - interval '61 seconds' where id = ${id}`);
    await touchKey(db, orgId, id);
    expect((await lastUsed())!.getTime()).toBeGreaterThanOrEqual(first!.getTime());
  });
});
