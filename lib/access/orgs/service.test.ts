import { describe, expect, it } from 'vitest';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { bankScope, seedOrg } from '#e2e/fixtures/database';
import {
  auditedActions,
  join,
  memberScope,
  openSessionOf,
  type Person,
  personScope,
  roleOf,
  seedMember,
  seedPerson,
  visitor,
} from '#e2e/fixtures/people';
import { createKey } from '#lib/access/keys/service';
import { MAX_OWNED } from '#lib/access/orgs/contract';
import * as orgs from '#lib/access/orgs/service';
import { createInvitation, listInvitations } from '#lib/access/people/invitations/service';
import { makeResetLink } from '#lib/access/people/links';
import { getReset, resetPassword } from '#lib/access/people/service';
import { sql } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import { ROLES, type Role } from '#lib/base/literals';
import type { OrgScope } from '#lib/base/scope';

withTestDatabase();

/**
 * An organization with one person of every role, and a second owner so that the first is not the
 * last one.
 */
interface Team extends Record<Role, Person> {
  readonly orgId: string;
  readonly second: Person;
  as(role: Role): OrgScope;
}

async function team(): Promise<Team> {
  const { orgId } = await seedOrg(db);
  const [second, owner, admin, member] = [
    await seedMember(db, orgId, 'owner'),
    await seedMember(db, orgId, 'owner'),
    await seedMember(db, orgId, 'admin'),
    await seedMember(db, orgId, 'member'),
  ];
  const people = { owner, admin, member };
  return { orgId, second, ...people, as: (role) => memberScope(orgId, people[role], role) };
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: { code?: string; issues?: unknown }) => error.code ?? (error.issues ? 'invalid' : String(error)),
  );

describe('roles', () => {
  // the actor, the role of the target, and the new role
  const allowed = (own: Role, from: Role, to: Role): string => {
    if (own === 'owner') return 'ok';
    if (own === 'member') return 'forbidden';
    return from === 'member' && to === 'member' ? 'ok' : 'role_too_low';
  };
  const cases = ROLES.flatMap((own) => ROLES.flatMap((from) => ROLES.map((to) => [own, from, to] as const)));

  it.each(cases)('%s makes of a(n) %s a(n) %s', async (own, from, to) => {
    const group = await team();
    const target = await seedMember(db, group.orgId, from);
    const expected = allowed(own, from, to);
    expect(await codeOf(orgs.setRole(db, group.as(own), target.userId, to))).toBe(expected);
    expect(await roleOf(db, group.orgId, target)).toBe(expected === 'ok' ? to : from);
    expect(await auditedActions(db, group.orgId)).toEqual(expected === 'ok' && from !== to ? ['member.role'] : []);
  });

  it.each(ROLES.flatMap((own) => ROLES.map((role) => [own, role] as const)))('%s removes a(n) %s', async (own, role) => {
    const group = await team();
    const target = await seedMember(db, group.orgId, role);
    const expected = own === 'owner' ? 'ok' : own === 'member' ? 'forbidden' : role === 'member' ? 'ok' : 'role_too_low';
    expect(await codeOf(orgs.removeMember(db, group.as(own), target.userId))).toBe(expected);
    expect(await roleOf(db, group.orgId, target)).toBe(expected === 'ok' ? null : role);
  });

  it.each(ROLES)('nobody can raise their own role: %s', async (role) => {
    const group = await team();
    const code = await codeOf(orgs.setRole(db, group.as(role), group[role].userId, 'owner'));
    expect(code).toBe({ owner: 'ok', admin: 'role_too_low', member: 'forbidden' }[role]);
    expect(await roleOf(db, group.orgId, group[role])).toBe(role);
  });

  it('are read again under the lock: an actor who has just lost a role acts without it', async () => {
    const group = await team();
    await db.query(sql`update memberships set role = 'member' where org_id = ${group.orgId} and user_id = ${group.owner.userId}`);
    expect(await codeOf(orgs.removeMember(db, group.as('owner'), group.member.userId))).toBe('forbidden');
    await db.query(sql`delete from memberships where org_id = ${group.orgId} and user_id = ${group.owner.userId}`);
    expect(await codeOf(orgs.removeMember(db, group.as('owner'), group.member.userId))).toBe('not_a_member');
  });

  it('end at the organization: a person outside it is not a member', async () => {
    const [here, there] = [await team(), await team()];
    for (const userId of [there.member.userId, newId()]) {
      for (const work of [
        () => orgs.setRole(db, here.as('owner'), userId, 'admin'),
        () => orgs.removeMember(db, here.as('owner'), userId),
        () => orgs.listMemberKeys(db, here.as('owner'), userId),
        () => orgs.createResetLink(db, here.as('owner'), userId),
      ])
        expect(await codeOf(work())).toBe('not_found');
    }
    expect(await roleOf(db, there.orgId, there.member)).toBe('member');
  });
});

describe('the last Owner', () => {
  async function alone() {
    const { orgId } = await seedOrg(db);
    const owner = await seedMember(db, orgId, 'owner');
    await seedMember(db, orgId, 'admin');
    return { orgId, owner, scope: memberScope(orgId, owner, 'owner') };
  }

  it('cannot be demoted, removed or leave', async () => {
    const { orgId, owner, scope } = await alone();
    expect(await codeOf(orgs.setRole(db, scope, owner.userId, 'admin'))).toBe('last_owner');
    expect(await codeOf(orgs.removeMember(db, scope, owner.userId))).toBe('last_owner');
    expect(await codeOf(orgs.leaveOrganization(db, scope))).toBe('last_owner');
    expect(await roleOf(db, orgId, owner)).toBe('owner');
  });

  it('can be removed if there is another', async () => {
    const { orgId, owner, scope } = await alone();
    const heir = await seedMember(db, orgId, 'member');
    await orgs.setRole(db, scope, heir.userId, 'owner');
    await orgs.leaveOrganization(db, scope);
    expect(await roleOf(db, orgId, owner)).toBeNull();
    expect(await auditedActions(db, orgId)).toEqual(['member.role', 'member.leave']);
  });

  it('remains when all owners demote each other concurrently', async () => {
    const rounds = 20;
    for (let round = 0; round < rounds; round++) {
      const { orgId } = await seedOrg(db);
      const owners = [await seedMember(db, orgId, 'owner'), await seedMember(db, orgId, 'owner'), await seedMember(db, orgId, 'owner')];
      await Promise.allSettled(
        owners.flatMap((own, i) => {
          const scope = memberScope(orgId, own, 'owner');
          const next = owners[(i + 1) % owners.length]!.userId;
          return [orgs.setRole(db, scope, next, 'member'), orgs.removeMember(db, scope, next), orgs.leaveOrganization(db, scope)];
        }),
      );
      const [row] = await db.query<{ n: number }>(sql`select count(*) as n from memberships where org_id = ${orgId} and role = 'owner'`);
      expect(row!.n).toBeGreaterThanOrEqual(1);
    }
  });
});

describe('links and invitations of a member', () => {
  it.each([
    ['removed', (group: Team) => orgs.removeMember(db, memberScope(group.orgId, group.second, 'owner'), group.owner.userId), []],
    ['made a Member', (group: Team) => orgs.setRole(db, memberScope(group.orgId, group.second, 'owner'), group.owner.userId, 'member'), []],
    [
      'made an Admin',
      (group: Team) => orgs.setRole(db, memberScope(group.orgId, group.second, 'owner'), group.owner.userId, 'admin'),
      ['member'],
    ],
    ['gone', (group: Team) => orgs.leaveOrganization(db, group.as('owner')), []],
  ] as const)('stop working when the member is %s and could not create them any more', async (_, act, left) => {
    const group = await team();
    for (const role of ['admin', 'member'] as const)
      await createInvitation(db, group.as('owner'), { email: `${role}-${newId()}@example.org`, role });
    await orgs.createResetLink(db, group.as('owner'), group.member.userId);
    await act(group);
    const open = await listInvitations(db, memberScope(group.orgId, group.second, 'owner'));
    expect(open.map(({ role }) => role)).toEqual(left);
    const entries = await db.query(sql`
      select before, after from audit_log where org_id = ${group.orgId} and action = 'member.invite_cancel' order by before ->> 'role'`);
    const withdrawn = (['admin', 'member'] as const).filter((role) => !(left as readonly Role[]).includes(role));
    expect(entries).toEqual(withdrawn.map((role) => ({ before: { role }, after: { by: 'role of inviter' } })));
    const links = await db.query(sql`select 1 from account_links where org_id = ${group.orgId} and used_at is null`);
    expect(links).toHaveLength(left.length);
  });
});

describe('reset links', () => {
  it.each([
    ['owner', 'owner', 'ok'],
    ['owner', 'member', 'ok'],
    ['owner', 'admin', 'ok'],
    ['admin', 'admin', 'role_too_low'],
    ['admin', 'member', 'ok'],
    ['admin', 'owner', 'role_too_low'],
    ['member', 'member', 'forbidden'],
  ] as const)('%s for a(n) %s: %s', async (own, role, expected) => {
    const group = await team();
    const target = await seedMember(db, group.orgId, role);
    expect(await codeOf(orgs.createResetLink(db, group.as(own), target.userId))).toBe(expected);
    expect(await auditedActions(db, group.orgId)).toEqual(expected === 'ok' ? ['member.reset_link'] : []);
  });

  it('do not work for a person with other organizations', async () => {
    const [here, there] = [await team(), await team()];
    await join(db, there.orgId, here.member, 'admin');
    await expect(orgs.createResetLink(db, here.as('owner'), here.member.userId)).rejects.toThrow(/Ask the operator.*npm run reset/);
    await join(db, there.orgId, here.owner, 'member');
    expect(await codeOf(orgs.createResetLink(db, here.as('owner'), here.member.userId))).toBe('role_too_low');
    await db.query(sql`update memberships set role = 'admin' where org_id = ${there.orgId} and user_id = ${here.owner.userId}`);
    expect(await codeOf(orgs.createResetLink(db, here.as('owner'), here.member.userId))).toBe('role_too_low');
    await db.query(sql`update memberships set role = 'owner' where org_id = ${there.orgId} and user_id = ${here.owner.userId}`);
    expect(await codeOf(orgs.createResetLink(db, here.as('owner'), here.member.userId))).toBe('ok');
  });

  const setRoleOf = (orgId: string, { userId }: Person, role: Role) =>
    db.query(sql`update memberships set role = ${role} where org_id = ${orgId} and user_id = ${userId}`);

  it.each([
    ['the member is promoted', async ({ orgId, member }: Team) => setRoleOf(orgId, member, 'owner')],
    ['the member is made what the maker is', async ({ orgId, member }: Team) => setRoleOf(orgId, member, 'admin')],
    [
      'the member creates an organization',
      async ({ member }: Team) => orgs.createOrganization(db, personScope(member, await openSessionOf(db, member)), 'Own'),
    ],
    ['the member joins another', async ({ member }: Team) => join(db, (await seedOrg(db)).orgId, member, 'member')],
    ['the member is removed', async (group: Team) => orgs.removeMember(db, group.as('owner'), group.member.userId)],
    ['the maker is made less, behind everybody', async ({ orgId, admin }: Team) => setRoleOf(orgId, admin, 'member')],
    ['the maker is made less', async (group: Team) => orgs.setRole(db, group.as('owner'), group.admin.userId, 'member')],
    ['the account of the maker goes', async ({ admin }: Team) => db.query(sql`delete from users where id = ${admin.userId}`)],
  ])('expire once %s', async (_, happens) => {
    const group = await team();
    const { token } = await orgs.createResetLink(db, group.as('admin'), group.member.userId);
    expect(await getReset(db, token)).toMatchObject({ email: group.member.email });
    await happens(group);
    expect(await codeOf(getReset(db, token))).toMatch(/^(gone|not_found)$/);
    expect(await codeOf(resetPassword(db, token, 'another password', visitor()))).toMatch(/^(gone|not_found)$/);
    expect(await db.query(sql`select password_hash from users where id = ${group.member.userId}`)).toEqual([{ password_hash: null }]);
  });

  it('of an owner work once, and only for members whom the owner may still manage', async () => {
    const group = await team();
    const { token } = await orgs.createResetLink(db, group.as('owner'), group.member.userId);
    await orgs.setRole(db, group.as('owner'), group.member.userId, 'owner');
    expect(await codeOf(resetPassword(db, token, 'another password', visitor()))).toBe('ok');
    expect(await codeOf(resetPassword(db, token, 'another password', visitor()))).toBe('gone');
  });

  it('of the operator keep working when the person changes', async () => {
    const group = await team();
    const { token } = await makeResetLink(db, group.member.userId, null);
    await setRoleOf(group.orgId, group.member, 'owner');
    await join(db, (await seedOrg(db)).orgId, group.member, 'owner');
    expect(await codeOf(resetPassword(db, token, 'another password', visitor()))).toBe('ok');
  });

  it('cannot be created for oneself', async () => {
    const group = await team();
    expect(await codeOf(orgs.createResetLink(db, group.as('owner'), group.owner.userId))).toBe('conflict');
  });
});

describe('organizations', () => {
  it('are created by anybody, who owns them, with a unique slug', async () => {
    const person = await seedPerson(db);
    const scope = personScope(person, await openSessionOf(db, person));
    const name = `Søren & Co ${newId().slice(-4)}`;
    const first = await orgs.createOrganization(db, scope, name);
    const second = await orgs.createOrganization(db, scope, name);
    expect(first).toMatchObject({ name, role: 'owner', slug: expect.stringMatching(/^s-ren-co-|^soren-co-/) });
    expect(second.slug).toMatch(new RegExp(`^${first.slug}-[0-9a-f]{6}$`));
    expect(await auditedActions(db, first.id)).toEqual(['organization.create']);
  });

  it('are renamed by Owners; the slug stays', async () => {
    const group = await team();
    expect(await orgs.renameOrganization(db, group.as('owner'), 'New name')).toEqual({
      id: group.orgId,
      slug: `test-${group.orgId}`,
      name: 'New name',
      role: 'owner',
    });
    await orgs.renameOrganization(db, group.as('owner'), 'New name');
    expect(await auditedActions(db, group.orgId)).toEqual(['organization.rename']);
    expect(await codeOf(orgs.renameOrganization(db, group.as('admin'), 'x'))).toBe('forbidden');
  });

  it('are deleted by Owners who type the name, with banks and keys', async () => {
    const group = await team();
    await orgs.ensureDefaultOrganization(db);
    const { bankId } = await bankScope(db, group.orgId, 'b');
    const parent = await createKey(db, { orgId: group.orgId, name: 'k', bankIds: [bankId], createdBy: 'test', canMint: true });
    await createKey(db, {
      orgId: group.orgId,
      name: 'c',
      bankIds: [bankId],
      createdBy: 'test',
      parentId: parent.id,
      expiresAt: new Date(Date.now() + 86_400_000),
    });
    expect(await codeOf(orgs.deleteOrganization(db, group.as('admin'), 'Test'))).toBe('forbidden');
    expect(await codeOf(orgs.deleteOrganization(db, group.as('owner'), 'test'))).toBe('invalid');
    expect(await orgs.deleteOrganization(db, group.as('owner'), 'Test')).toEqual({ banks: 1, keys: 2 });
    for (const table of ['banks', 'api_keys', 'memberships', 'audit_log'])
      expect(await db.query(sql`select 1 from ${sql.identifier(table)} where org_id = ${group.orgId}`)).toEqual([]);
    expect(await codeOf(orgs.renameOrganization(db, group.as('owner'), 'x'))).toBe('not_a_member');
    const [line] = await db.query(sql`
      select o.slug, l.actor_label, l.target_label, l.before from audit_log l join organizations o on o.id = l.org_id
      where l.action = 'organization.delete' and l.target_id = ${group.orgId}`);
    expect(line).toMatchObject({ slug: 'default', actor_label: group.owner.email, target_label: 'Test', before: { banks: 1, keys: 2 } });
  });

  it('cannot be deleted if the service acts in them', async () => {
    const orgId = await orgs.ensureDefaultOrganization(db);
    const owner = await seedMember(db, orgId, 'owner');
    expect(await codeOf(orgs.deleteOrganization(db, memberScope(orgId, owner, 'owner'), 'Default'))).toBe('conflict');
  });

  it('are limited per owner, also when created concurrently', async () => {
    const person = await seedPerson(db);
    const scope = personScope(person, await openSessionOf(db, person));
    for (let n = 0; n < MAX_OWNED - 1; n++) await join(db, (await seedOrg(db)).orgId, person, 'owner');
    await join(db, (await seedOrg(db)).orgId, person, 'admin');
    const made = await Promise.all(['One', 'Two', 'Three'].map((name) => codeOf(orgs.createOrganization(db, scope, name))));
    expect(made.sort()).toEqual(['conflict', 'conflict', 'ok']);
    await expect(orgs.createOrganization(db, scope, 'Four')).rejects.toThrow(`You own ${MAX_OWNED} organizations`);
    const somebody = await seedPerson(db);
    expect(await codeOf(orgs.createOrganization(db, personScope(somebody, await openSessionOf(db, somebody)), 'Five'))).toBe('ok');
  });

  it('list their members, the highest role first, and nobody of another', async () => {
    const [group, other] = [await team(), await team()];
    const listed = await orgs.listMembers(db, group.as('admin'));
    expect(listed.map(({ role }) => role)).toEqual(['owner', 'owner', 'admin', 'member']);
    expect(listed.filter(({ is_self }) => is_self).map(({ user_id }) => user_id)).toEqual([group.admin.userId]);
    expect(listed.map(({ user_id }) => user_id)).not.toContain(other.member.userId);
  });

  it('show when a member was last seen, signed out or not', async () => {
    const group = await team();
    const seenOf = async () =>
      (await orgs.listMembers(db, group.as('owner'))).find(({ user_id }) => user_id === group.member.userId)!.last_seen_at;
    expect(await seenOf()).toBeNull();
    await openSessionOf(db, group.member);
    const seen = await seenOf();
    expect(seen).not.toBeNull();
    await db.query(sql`update sessions set ended_at = now() where user_id = ${group.member.userId}`);
    expect(await seenOf()).toBe(seen);
  });

  it('show which keys a member created, before the member is removed', async () => {
    const group = await team();
    const made = (name: string, createdBy: string) => createKey(db, { orgId: group.orgId, name, bankIds: null, createdBy });
    const old = await made('old', group.admin.userId);
    await made('kept', group.admin.userId);
    await made('not his', group.owner.userId);
    await db.query(sql`update api_keys set revoked_at = now() where id = ${old.id}`);
    const keys = await orgs.listMemberKeys(db, group.as('owner'), group.admin.userId);
    expect(keys).toMatchObject([{ name: 'kept', status: 'active', last_used_at: null }]);
    await orgs.removeMember(db, group.as('owner'), group.admin.userId);
    const [row] = await db.query(sql`select revoked_at from api_keys where name = 'kept' and org_id = ${group.orgId}`);
    expect(row).toEqual({ revoked_at: null });
  });
});
