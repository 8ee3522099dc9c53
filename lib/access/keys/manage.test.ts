import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { bankScope, deleteBank, seedOrg } from '#e2e/fixtures/database';
import { listAudit } from '#lib/access/audit/service';
import { generateKey } from '#lib/access/keys/codec';
import { createKey as createContract, MAX_KEYS, createScopedKey as mintOperation } from '#lib/access/keys/contract';
import { ACCESS_ACTIONS, KEY_EXPIRIES, KEY_LIFETIMES, KEY_STATUSES } from '#lib/access/keys/literals';
import { type CreateRequest, checkAccess, createKey, editKeyBanks, getKey, listKeys, revokeKey, rotateKey } from '#lib/access/keys/manage';
import { createScopedKey } from '#lib/access/keys/scoped';
import { createKey as bootstrapKey, createServerKey, verifyKey } from '#lib/access/keys/service';
import { authenticate, authorize } from '#lib/api/guards';
import { operation } from '#lib/base/contract/operation';
import { sql } from '#lib/base/db/db';
import { countStatements } from '#lib/base/db/observe';
import type { ErrorCode } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import { mintOrgScope, type OrgScope } from '#lib/base/scope';

let scope: OrgScope;
let foreign: OrgScope;
const EMAIL = 'olga@example.test';

async function ownerOf(orgId: string, email: string): Promise<OrgScope> {
  const userId = newId();
  await db.query(sql`insert into users (id, email, name) values (${userId}, ${email}, 'Olga')`);
  await db.query(sql`insert into memberships (org_id, user_id, role) values (${orgId}, ${userId}, 'owner')`);
  return mintOrgScope({
    orgId,
    actor: { kind: 'owner', keyId: null, userId, label: email },
    bankUids: null,
    request: { id: 'request-1', address: '192.0.2.7' },
  });
}

withTestDatabase();
beforeAll(async () => {
  scope = await ownerOf((await seedOrg(db, 'One')).orgId, EMAIL);
  foreign = await ownerOf((await seedOrg(db, 'Two')).orgId, 'paul@example.test');
  for (const id of ['a', 'b', 'c']) await bankScope(db, scope.orgId, id);
  await bankScope(db, foreign.orgId, 'z');
});

const REQUEST: CreateRequest = { name: 'Agent', expires_in: 'never', allowed_bank_ids: null, create_scoped_keys: false };
const make = (more: Partial<CreateRequest> = {}, as: OrgScope = scope) => createKey(db, as, { ...REQUEST, ...more });
const keyScope = async (key: string): Promise<OrgScope> =>
  authorize(await authenticate(db, null, `Bearer ${key}`, null), mintOperation, null) as OrgScope;
const childOf = async (key: string, name = 'Child', banks = ['a']) =>
  createScopedKey(db, await keyScope(key), { name, allowed_bank_ids: banks, expires_in_days: 1, metadata: {} });
const failure = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: { code?: ErrorCode; issues?: { loc: unknown[] }[] }) => error.code ?? error.issues!.map(({ loc }) => loc.join('.')).join(' '),
  );
const works = (key: string, bank: string | null = null) => failure(verifyKey(db, `Bearer ${key}`, bank));
const audit = (keyId: string) =>
  db.query<{ action: string; before: unknown; after: unknown }>(sql`
    select action, before, after, actor_kind, actor_id, actor_label, request_id, address from audit_log where target_id = ${keyId} order by at, id`);
const expire = (id: string) => db.query(sql`update api_keys set expires_at = now() - interval '1 second' where id = ${id}`);

describe('creating', () => {
  it('returns a working key, with a record that contains everything but the key', async () => {
    const made = await make({ create_scoped_keys: true });
    expect(made).toMatchObject({
      name: 'Agent',
      prefix: made.key.slice(0, 12),
      origin: 'console',
      status: 'active',
      allowed_bank_ids: null,
      create_scoped_keys: true,
      parent: null,
      child_count: 0,
      created_by: EMAIL,
      last_used_at: null,
      expires_at: null,
      revoked_at: null,
      revoked_by: null,
      metadata: {},
      locks: { scope: null, rotate: null, revoke: null },
    });
    expect(await works(made.key)).toBe('ok');
    expect(await audit(made.id)).toEqual([
      {
        action: 'key.create',
        before: null,
        after: { allowed_bank_ids: null, create_scoped_keys: true, expires_at: null },
        actor_kind: 'user',
        actor_id: scope.actor.userId,
        actor_label: EMAIL,
        request_id: 'request-1',
        address: '192.0.2.7',
      },
    ]);
  });

  it.each(KEY_EXPIRIES.filter((expiry) => expiry !== 'custom'))('has the chosen lifetime: %s', async (expires_in) => {
    const { created_at, expires_at } = await make({ expires_in });
    const seconds = KEY_LIFETIMES[expires_in];
    expect(expires_at && (Date.parse(expires_at) - Date.parse(created_at)) / 1000).toBe(seconds);
  });

  it.each([1, 3650])('lives %i days with a custom lifetime', async (expires_in_days) => {
    const { created_at, expires_at } = await make({ expires_in: 'custom', expires_in_days });
    expect(Date.parse(expires_at!) - Date.parse(created_at)).toBe(expires_in_days * 86_400_000);
  });

  it.each([
    [{ expires_in: 'custom' }, false],
    [{ expires_in: 'custom', expires_in_days: 0 }, false],
    [{ expires_in: 'custom', expires_in_days: 3651 }, false],
    [{ expires_in: 'custom', expires_in_days: '7' }, false],
    [{ expires_in: '7_days', expires_in_days: 7 }, false],
    [{ expires_in: '2_days' }, false],
    [{ expires_in: 'never', allowed_bank_ids: [] }, false],
    [{ expires_in: 'never', allowed_bank_ids: undefined }, false],
    [{ expires_in: 'never', name: ' ' }, false],
    [{ expires_in: 'never', name: 'x'.repeat(201) }, false],
    [{ expires_in: 'never', name: 'Agent mbk_qgCsV7vC' }, false],
    [{ expires_in: 'never', name: `mbs_${'4'.repeat(30)}` }, false],
    [{ expires_in: 'never', name: 'Rotates mbk_ and mbs_abc' }, true],
    [{ expires_in: 'never', expires_in_days: null }, true],
    [{ expires_in: '1_year', name: ` ${'x'.repeat(200)} ` }, true],
  ])('the form %j is valid: %s', (more, isGood) => {
    expect(createContract.body!.safeParse({ name: 'Agent', allowed_bank_ids: null, ...more }).success).toBe(isGood);
  });

  it('accepts chosen banks, and names the missing ones', async () => {
    expect((await make({ allowed_bank_ids: ['b', 'a', 'a'] })).allowed_bank_ids).toEqual(['a', 'b']);
    expect(await failure(make({ allowed_bank_ids: ['a', 'z', 'nowhere'] }))).toBe('body.allowed_bank_ids.1 body.allowed_bank_ids.2');
  });

  it(`stops at ${MAX_KEYS} active keys of the organization`, async () => {
    const full = await ownerOf((await seedOrg(db, 'Full')).orgId, 'full@example.test');
    for (let n = 0; n < MAX_KEYS - 2; n++) await make({}, full);
    const results = await Promise.all(Array.from({ length: 6 }, () => failure(make({}, full))));
    expect(results.filter((result) => result === 'ok')).toHaveLength(2);
    expect(results.filter((result) => result === 'conflict')).toHaveLength(4);
    const { items } = await listKeys(db, full, { sort: 'created_at', limit: 1, offset: 0 });
    expect(await failure(rotateKey(db, full, items[0]!.id, undefined))).toBe('conflict');
    await expire(items[0]!.id);
    expect(await failure(make({}, full))).toBe('ok');
  });
});

describe('listing', () => {
  let own: OrgScope;
  const names = async (query: Partial<Parameters<typeof listKeys>[2]> = {}) =>
    (await listKeys(db, own, { sort: 'created_at', limit: 100, offset: 0, ...query })).items.map(({ name }) => name);

  beforeAll(async () => {
    own = await ownerOf((await seedOrg(db, 'Listing')).orgId, 'list@example.test');
    await bankScope(db, own.orgId, 'a');
    const alpha = await make({ name: 'alpha', expires_in: '90_days', create_scoped_keys: true }, own);
    await childOf(alpha.key, 'alpha child');
    const beta = await make({ name: 'Beta', expires_in: '7_days' }, own);
    await db.query(sql`update api_keys set last_used_at = now() where id = ${beta.id}`);
    const revoked = await make({ name: 'gone' }, own);
    await revokeKey(db, own, revoked.id, 'gone');
    await expire((await make({ name: 'old', expires_in: '1_hour' }, own)).id);
    await bootstrapKey(db, { orgId: own.orgId, name: 'first', bankIds: null, createdBy: 'bootstrap' });
  });

  it('shows active keys by default, and others on request', async () => {
    expect(await names()).toEqual(['first', 'Beta', 'alpha child', 'alpha']);
    expect(await names({ status: ['revoked'] })).toEqual(['gone']);
    expect(await names({ status: ['expired', 'revoked'] })).toEqual(['old', 'gone']);
    expect(await names({ status: KEY_STATUSES })).toHaveLength(6);
  });

  it('counts every status, independent of the filter', async () => {
    const page = await listKeys(db, own, { sort: 'created_at', limit: 2, offset: 1, status: ['active', 'revoked'] });
    expect(page).toMatchObject({ total: 5, limit: 2, offset: 1, counts: { active: 4, revoked: 1, expired: 1 } });
    expect(page.items).toHaveLength(2);
  });

  it('searches names ignoring case and prefixes from their start', async () => {
    expect(await names({ q: 'ALPHA' })).toEqual(['alpha child', 'alpha']);
    const { prefix } = (await listKeys(db, own, { sort: 'name', limit: 1, offset: 0 })).items[0]!;
    expect(await names({ q: prefix })).toEqual(['alpha']);
    expect(await names({ q: '%' })).toEqual([]);
    expect((await listKeys(db, own, { sort: 'name', limit: 0, offset: 0, q: 'alpha' })).counts).toEqual({
      active: 2,
      revoked: 0,
      expired: 0,
    });
  });

  it('sorts, with unused or non-expiring keys last in both directions', async () => {
    expect(await names({ sort: 'name' })).toEqual(['alpha', 'alpha child', 'Beta', 'first']);
    expect(await names({ sort: 'name', order: 'desc' })).toEqual(['first', 'Beta', 'alpha child', 'alpha']);
    expect((await names({ sort: 'last_used_at' }))[0]).toBe('Beta');
    expect((await names({ sort: 'last_used_at', order: 'asc' }))[0]).toBe('Beta');
    expect(await names({ sort: 'expires_at' })).toEqual(['alpha child', 'Beta', 'alpha', 'first']);
    expect(await names({ sort: 'expires_at', order: 'desc' })).toEqual(['alpha', 'Beta', 'alpha child', 'first']);
  });

  it('includes the origin of each key and its impossible actions', async () => {
    const { items } = await listKeys(db, own, { sort: 'name', limit: 10, offset: 0, status: KEY_STATUSES });
    const of = (name: string) => items.find((item) => item.name === name)!;
    expect(of('first')).toMatchObject({
      origin: 'bootstrap',
      created_by: 'bootstrap',
      locks: { scope: 'bootstrap', rotate: null, revoke: null },
    });
    const { id, name, prefix } = of('alpha');
    expect(of('alpha')).toMatchObject({ child_count: 1, created_by: 'list@example.test' });
    expect(of('alpha child')).toMatchObject({
      origin: 'child',
      created_by: `alpha (${prefix}…)`,
      parent: { id, name, prefix, status: 'active' },
      locks: { scope: 'child', rotate: 'child', revoke: null },
    });
    expect(of('old').locks).toEqual({ scope: 'expired', rotate: null, revoke: null });
    expect(of('gone')).toMatchObject({
      revoked_by: 'list@example.test',
      locks: { scope: 'revoked', rotate: 'revoked', revoke: 'revoked' },
    });
    expect(await names({ parent_id: id })).toEqual(['alpha child']);
  });

  it('costs two statements, for any number of keys', async () => {
    const { statements } = await countStatements(() => listKeys(db, own, { sort: 'created_at', limit: 100, offset: 0 }));
    expect(statements).toHaveLength(2);
  });

  it('shows nothing of another organization', async () => {
    const { items } = await listKeys(db, foreign, { sort: 'created_at', limit: 100, offset: 0, status: KEY_STATUSES });
    expect(items).toEqual([]);
  });
});

describe('the detail', () => {
  it('shows the children and the effects of revoking', async () => {
    const parent = await make({ create_scoped_keys: true, allowed_bank_ids: ['a', 'b'], name: 'Parent' });
    const first = await childOf(parent.key, 'First');
    await childOf(parent.key, 'Second');
    const third = await childOf(parent.key, 'Third');
    await revokeKey(db, scope, third.id, 'Third');
    await db.query(sql`update api_keys set last_used_at = now() - interval '1 hour' where id = ${parent.id}`);
    await db.query(sql`update api_keys set last_used_at = now() where id = ${first.id}`);
    const found = await getKey(db, scope, parent.id);
    expect(found.children.map(({ name, status }) => `${name} ${status}`)).toEqual(['Second active', 'First active', 'Third revoked']);
    expect(found).toMatchObject({ child_count: 2, consequences: { keys: 3, bank_ids: ['a', 'b'], last_used_name: 'First' } });
    expect(found.consequences.last_used_at).toBe(found.children[1]!.last_used_at);
    await revokeKey(db, scope, parent.id, 'Parent');
    expect((await getKey(db, scope, parent.id)).consequences).toMatchObject({ keys: 0, last_used_at: null });
  });

  it('contains no key of another organization', async () => {
    const { id } = await make({}, foreign);
    for (const work of [
      () => getKey(db, scope, id),
      () => editKeyBanks(db, scope, id, null),
      () => revokeKey(db, scope, id, 'Agent'),
      () => rotateKey(db, scope, id, undefined),
      () => checkAccess(db, scope, { key_id: id, bank_id: 'a', action: 'bank.read' }),
    ])
      expect(await failure(work())).toBe('not_found');
    expect((await getKey(db, foreign, id)).status).toBe('active');
  });
});

describe('editing the banks', () => {
  it('takes effect with the next call, and is logged with the previous banks', async () => {
    const { id, key } = await make({ allowed_bank_ids: ['a', 'b'] });
    expect((await editKeyBanks(db, scope, id, ['b', 'c'])).allowed_bank_ids).toEqual(['b', 'c']);
    const reach = async (bank: string) => (await verifyKey(db, `Bearer ${key}`, bank)).own.reachesBank;
    expect([await reach('a'), await reach('b'), await reach('c')]).toEqual([false, true, true]);
    expect((await editKeyBanks(db, scope, id, null)).allowed_bank_ids).toBeNull();
    expect([await reach('a'), await reach('nowhere')]).toEqual([true, true]);
    expect((await editKeyBanks(db, scope, id, ['a'])).allowed_bank_ids).toEqual(['a']);
    await editKeyBanks(db, scope, id, ['a']);
    expect((await audit(id)).slice(1).map(({ before, after }) => [before, after])).toEqual([
      [{ allowed_bank_ids: ['a', 'b'] }, { allowed_bank_ids: ['b', 'c'] }],
      [{ allowed_bank_ids: ['b', 'c'] }, { allowed_bank_ids: null }],
      [{ allowed_bank_ids: null }, { allowed_bank_ids: ['a'] }],
    ]);
  });

  it('removes banks from the children too, and adds none', async () => {
    const parent = await make({ allowed_bank_ids: ['a', 'b'], create_scoped_keys: true });
    const child = await childOf(parent.key, 'Child', ['a']);
    await editKeyBanks(db, scope, parent.id, ['b', 'c']);
    expect((await getKey(db, scope, child.id)).allowed_bank_ids).toEqual([]);
    await editKeyBanks(db, scope, parent.id, null);
    expect((await getKey(db, scope, child.id)).allowed_bank_ids).toEqual(['a']);
  });

  it('lists the banks of a child that its parent no longer reaches, until it reaches them again', async () => {
    const later = `later-${newId().slice(-8)}`;
    await bankScope(db, scope.orgId, later);
    const parent = await make({ allowed_bank_ids: ['a', later], create_scoped_keys: true });
    const child = await childOf(parent.key, 'Child', [later]);
    const bankIdsOfChild = async () => {
      const { allowed_bank_ids, withheld_bank_ids } = await getKey(db, scope, child.id);
      return [allowed_bank_ids, withheld_bank_ids];
    };
    expect(await bankIdsOfChild()).toEqual([[later], []]);
    await editKeyBanks(db, scope, parent.id, ['a']);
    expect(await bankIdsOfChild()).toEqual([[], [later]]);
    expect((await getKey(db, scope, parent.id)).withheld_bank_ids).toEqual([]);
    await editKeyBanks(db, scope, parent.id, ['a', later]);
    expect(await bankIdsOfChild()).toEqual([[later], []]);
    await editKeyBanks(db, scope, parent.id, ['a']);
    await deleteBank(db, scope.orgId, later);
    expect(await bankIdsOfChild()).toEqual([[], []]);
  });

  it('is refused for revoked, expired, child and bootstrap keys', async () => {
    const parent = await make({ create_scoped_keys: true, name: 'P' });
    const child = await childOf(parent.key);
    const first = await bootstrapKey(db, { orgId: scope.orgId, name: 'First', bankIds: null, createdBy: 'bootstrap' });
    const old = await make({ expires_in: '1_hour' });
    await expire(old.id);
    const revoked = await make({ name: 'Gone' });
    await revokeKey(db, scope, revoked.id, 'Gone');
    for (const id of [child.id, first.id, old.id, revoked.id]) expect(await failure(editKeyBanks(db, scope, id, ['a']))).toBe('conflict');
  });

  it('changes nothing if a bank does not exist', async () => {
    const { id } = await make({ allowed_bank_ids: ['a'] });
    expect(await failure(editKeyBanks(db, scope, id, ['b', 'z']))).toBe('body.allowed_bank_ids.1');
    expect((await getKey(db, scope, id)).allowed_bank_ids).toEqual(['a']);
  });
});

describe('a key of the server', () => {
  it('is logged once, when it is new', async () => {
    const { orgId } = await seedOrg(db);
    const key = generateKey('key');
    const made = await createServerKey(db, { orgId, name: 'Bootstrap key', key });
    expect(await createServerKey(db, { orgId, name: 'Bootstrap key', key })).toMatchObject({ isNew: false });
    const first = await createServerKey(db, { orgId, name: 'First key' });
    expect(await works(first.key)).toBe('ok');
    const line = (name: string, { prefix }: { prefix: string }) => ({
      action: 'key.create',
      actor_kind: 'system',
      actor_label: 'server',
      target_label: `${name} (${prefix}…)`,
      after: { allowed_bank_ids: null, create_scoped_keys: true, expires_at: null },
    });
    expect(
      await db.query(
        sql`select action, actor_kind, actor_label, target_label, after from audit_log where org_id = ${orgId} order by at, id`,
      ),
    ).toEqual([line('Bootstrap key', made), line('First key', first)]);
  });
});

describe('revoking', () => {
  it('revokes the children too, counts them, and is logged once', async () => {
    const parent = await make({ name: 'Parent', create_scoped_keys: true });
    const children = [await childOf(parent.key, 'One'), await childOf(parent.key, 'Two')];
    expect(await failure(revokeKey(db, scope, parent.id, 'parent'))).toBe('body.name');
    expect(await works(parent.key)).toBe('ok');
    expect(await revokeKey(db, scope, parent.id, 'Parent')).toMatchObject({ revoked: 3, key: { status: 'revoked', revoked_by: EMAIL } });
    for (const { key } of [parent, ...children]) expect(await works(key)).toBe('key_revoked');
    expect(await revokeKey(db, scope, parent.id, 'Parent')).toMatchObject({ revoked: 0 });
    const [, revoked, ...more] = await audit(parent.id);
    expect(more).toEqual([]);
    expect(revoked).toMatchObject({ action: 'key.revoke', before: { status: 'active' }, after: { status: 'revoked', revoked: 3 } });
    expect((revoked!.after as { children: string[] }).children.sort()).toEqual(
      children.map((child) => `${child.name} (${child.prefix}…)`).sort(),
    );
    for (const child of children)
      expect((await audit(child.id)).map(({ action, after }) => [action, after]).slice(1)).toEqual([
        ['key.revoke', { status: 'revoked', parent: `Parent (${parent.prefix}…)` }],
      ]);
  });

  it('revokes only the child', async () => {
    const parent = await make({ name: 'Parent', create_scoped_keys: true });
    const child = await childOf(parent.key);
    expect(await revokeKey(db, scope, child.id, 'Child')).toMatchObject({ revoked: 1 });
    expect([await works(parent.key), await works(child.key)]).toEqual(['ok', 'key_revoked']);
  });
});

describe('rotating', () => {
  it('creates a key with the same banks, capability and lifetime; the old key stays', async () => {
    const old = await make({ name: 'Agent', allowed_bank_ids: ['a', 'c'], create_scoped_keys: true, expires_in: '30_days' });
    await db.query(
      sql`update api_keys set created_at = now() - interval '20 days', expires_at = now() + interval '10 days' where id = ${old.id}`,
    );
    const made = await rotateKey(db, scope, old.id, undefined);
    expect(made).toMatchObject({
      name: 'Agent (2)',
      allowed_bank_ids: ['a', 'c'],
      create_scoped_keys: true,
      metadata: { rotated_from: old.id },
    });
    expect(Date.parse(made.expires_at!) - Date.parse(made.created_at)).toBe(30 * 86_400_000);
    expect([await works(old.key), await works(made.key)]).toEqual(['ok', 'ok']);
    expect((await audit(made.id))[0]).toMatchObject({ action: 'key.rotate', before: { key: `Agent (${old.prefix}…)`, key_id: old.id } });
    const ofOld = await listAudit(db, scope, { limit: 10, target: old.id });
    expect(ofOld.items.map(({ action, target }) => [action, target.id])).toEqual([
      ['key.rotate', made.id],
      ['key.create', old.id],
    ]);
    expect((await rotateKey(db, scope, old.id, undefined)).name).toBe('Agent (3)');
    expect((await rotateKey(db, scope, made.id, 'Named')).name).toBe('Named');
  });

  it('gives no banks if the old key has none left', async () => {
    await bankScope(db, scope.orgId, 'short-lived');
    const old = await make({ allowed_bank_ids: ['short-lived'] });
    await deleteBank(db, scope.orgId, 'short-lived');
    expect((await rotateKey(db, scope, old.id, undefined)).allowed_bank_ids).toEqual([]);
  });

  it('works for active and expired keys of the console, not for revoked keys and children', async () => {
    const parent = await make({ create_scoped_keys: true, name: 'P', expires_in: '90_days' });
    const child = await childOf(parent.key);
    expect(await failure(rotateKey(db, scope, child.id, undefined))).toBe('conflict');
    await expire(parent.id);
    expect(await failure(rotateKey(db, scope, parent.id, undefined))).toBe('ok');
    await revokeKey(db, scope, parent.id, 'P');
    expect(await failure(rotateKey(db, scope, parent.id, undefined))).toBe('conflict');
  });
});

describe('the access simulator', () => {
  const ask = async (key_id: string, bank_id: string, action: (typeof ACCESS_ACTIONS)[number] = 'bank.read') => {
    const { allowed, rule, status, code } = await checkAccess(db, scope, { key_id, bank_id, action });
    return `${allowed ? 'yes' : 'no'} ${rule} ${status} ${code}`;
  };

  it('returns the rule', async () => {
    const all = await make();
    const some = await make({ allowed_bank_ids: ['a', 'b'], create_scoped_keys: true, name: 'Some' });
    const child = await childOf(some.key);
    expect(await ask(all.id, 'a')).toBe('yes all_banks 200 null');
    expect(await ask(all.id, 'nowhere')).toBe('yes unknown_bank_empty 200 null');
    expect(await ask(all.id, 'nowhere', 'bank.write')).toBe('yes unknown_bank_created 200 null');
    expect(await ask(all.id, 'nowhere', 'bank.delete')).toBe('yes unknown_bank_untouched 200 null');
    expect(await ask(some.id, 'a', 'bank.delete')).toBe('yes bank_in_scope 200 null');
    expect(await ask(some.id, 'c')).toBe('no bank_outside_key 403 bank_out_of_scope');
    expect(await ask(some.id, 'nowhere')).toBe('no bank_outside_key 403 bank_out_of_scope');
    expect(await ask(some.id, 'a', 'bank.configure')).toBe('no kind_not_permitted 403 forbidden');
    expect(await ask(child.id, 'a', 'bank.delete')).toBe('no kind_not_permitted 403 forbidden');
    expect(await ask(child.id, 'a', 'bank.write')).toBe('yes bank_in_scope 200 null');
    await editKeyBanks(db, scope, some.id, ['b']);
    expect(await ask(child.id, 'a')).toBe('no bank_outside_parent 403 bank_out_of_scope');
    await revokeKey(db, scope, some.id, 'Some');
    expect(await ask(some.id, 'b')).toBe('no key_revoked 401 key_revoked');
    await expire(all.id);
    expect(await ask(all.id, 'a')).toBe('no key_expired 401 key_expired');
  });

  it('predicts the result of a call for every key, bank and action', async () => {
    const all = await make();
    const some = await make({ allowed_bank_ids: ['a', 'b'], create_scoped_keys: true });
    const child = await childOf(some.key);
    const old = await make({ expires_in: '1_hour' });
    await expire(old.id);
    const path = '/v1/default/banks/{bank_id}';
    for (const action of ACCESS_ACTIONS) {
      const asked = operation({
        id: 'x',
        method: 'GET',
        path,
        tag: 'Banks',
        summary: 'x',
        auth: 'key',
        permission: action,
        response: z.object({}),
      });
      for (const { id, key } of [all, some, child, old])
        for (const bank of ['a', 'b', 'c', 'nowhere']) {
          const met = await failure(authenticate(db, null, `Bearer ${key}`, bank).then((principal) => authorize(principal, asked, bank)));
          const { allowed, code } = await checkAccess(db, scope, { key_id: id, bank_id: bank, action });
          expect([allowed, code ?? 'ok'], `${id} ${bank} ${action}`).toEqual([met === 'ok', met]);
        }
    }
  });

  it('costs one statement and returns only the decision', async () => {
    const { id, key } = await make();
    const { result, statements } = await countStatements(() =>
      checkAccess(db, scope, { key_id: id, bank_id: 'nowhere', action: 'bank.read' }),
    );
    expect(statements).toHaveLength(1);
    expect(result).toMatchObject({ bank: { id: 'nowhere', exists: false }, key: { id, status: 'active' } });
    expect(JSON.stringify(result)).not.toContain(key);
  });
});
