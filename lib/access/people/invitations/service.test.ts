import { beforeAll, describe, expect, it } from 'vitest';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { seedOrg } from '#e2e/fixtures/database';
import {
  auditedActions,
  freshEmail,
  memberScope,
  openSessionOf,
  type Person,
  personScope,
  roleOf,
  seedMember,
  seedPerson,
  visitor,
} from '#e2e/fixtures/people';
import { cancelInvitation, createInvitation, listInvitations } from '#lib/access/people/invitations/service';
import { INVITED_ROLES, type InvitationStatus, type InvitedRole } from '#lib/access/people/literals';
import { acceptInvitation, getInvitation } from '#lib/access/people/service';
import { sql } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import { ROLES, type Role } from '#lib/base/literals';
import type { OrgScope } from '#lib/base/scope';

let orgId: string;
let owner: OrgScope;
let ownerPerson: Person;
withTestDatabase();
beforeAll(async () => {
  ({ orgId } = await seedOrg(db));
  ownerPerson = await seedMember(db, orgId, 'owner');
  owner = memberScope(orgId, ownerPerson, 'owner');
});

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: { code?: string; issues?: unknown }) => error.code ?? (error.issues ? 'invalid' : String(error)),
  );

const invite = (role: InvitedRole = 'member', email = freshEmail('guest')) => createInvitation(db, owner, { email, role });
const account = { name: 'Gina', password: 'a good password' };
const signedIn = async (person: Person) => visitor(personScope(person, await openSessionOf(db, person)));

describe('the inviter', () => {
  it.each(ROLES.flatMap((own) => INVITED_ROLES.map((role) => [own, role] as const)))('%s invites a(n) %s', async (own, role) => {
    const scope = memberScope(orgId, await seedMember(db, orgId, own), own);
    const expected = own === 'owner' ? 'ok' : own === 'member' ? 'forbidden' : role === 'member' ? 'ok' : 'role_too_low';
    expect(await codeOf(createInvitation(db, scope, { email: freshEmail(), role }))).toBe(expected);
  });

  it.each(ROLES)('%s cancels the invitation of an Admin', async (own: Role) => {
    const { id } = await invite('admin');
    const scope = memberScope(orgId, await seedMember(db, orgId, own), own);
    expect(await codeOf(cancelInvitation(db, scope, id))).toBe({ owner: 'ok', admin: 'role_too_low', member: 'forbidden' }[own]);
  });

  it('cannot be a person who has lost the role meanwhile', async () => {
    const person = await seedMember(db, orgId, 'member');
    expect(await codeOf(createInvitation(db, memberScope(orgId, person, 'owner'), { email: freshEmail(), role: 'member' }))).toBe(
      'forbidden',
    );
  });

  it('gets an error if the person is already a member', async () => {
    expect(await codeOf(invite('member', ownerPerson.email.toUpperCase()))).toBe('conflict');
  });
});

describe('an invitation', () => {
  it('creates an account of its address and a membership, once', async () => {
    const email = freshEmail('Guest');
    const { token, ...shown } = await invite('admin', email.toUpperCase());
    expect(shown).toMatchObject({ email: email.toLowerCase(), role: 'admin', status: 'open', invited_by: ownerPerson.email });
    const days = (Date.parse(shown.expires_at) - Date.parse(shown.created_at)) / 86_400_000;
    expect(days).toBeCloseTo(7, 3);
    expect(await getInvitation(db, token, visitor())).toMatchObject({ next: 'create_account', invitation: { email: email.toLowerCase() } });
    expect(await codeOf(acceptInvitation(db, token, {}, visitor()))).toBe('invalid');
    expect(await acceptInvitation(db, token, account, visitor())).toMatchObject({
      email: email.toLowerCase(),
      organization: { id: orgId, role: 'admin' },
    });
    const [user] = await db.query<{ id: string; name: string }>(sql`select id, name from users where email = ${email.toLowerCase()}`);
    expect(user!.name).toBe('Gina');
    expect(await roleOf(db, orgId, { userId: user!.id, email })).toBe('admin');
    expect(await codeOf(acceptInvitation(db, token, account, visitor()))).toBe('gone');
    expect(await codeOf(getInvitation(db, token, visitor()))).toBe('gone');
  });

  it('is accepted by a person who is signed in with its address', async () => {
    const person = await seedPerson(db);
    const { token } = await invite('member', person.email);
    expect((await getInvitation(db, token, visitor())).next).toBe('sign_in');
    expect(await codeOf(acceptInvitation(db, token, account, visitor()))).toBe('unauthorized');
    const me = await signedIn(person);
    expect((await getInvitation(db, token, me)).next).toBe('accept');
    expect(await acceptInvitation(db, token, {}, me)).toMatchObject({ organization: { role: 'member' } });
    expect(await roleOf(db, orgId, person)).toBe('member');
    expect(await getInvitation(db, token, me)).toMatchObject({ next: 'joined', invitation: { email: person.email, orgId } });
    expect(await codeOf(acceptInvitation(db, token, {}, me))).toBe('gone');
    expect(await codeOf(getInvitation(db, token, await signedIn(await seedPerson(db))))).toBe('gone');
    await db.query(sql`delete from memberships where org_id = ${orgId} and user_id = ${person.userId}`);
    expect(await codeOf(getInvitation(db, token, me))).toBe('gone');
  });

  it('looks missing to another person', async () => {
    const { token } = await invite();
    const other = await signedIn(await seedPerson(db));
    const details: string[] = [];
    for (const work of [
      () => getInvitation(db, token, other),
      () => acceptInvitation(db, token, account, other),
      () => getInvitation(db, 'no such token', visitor()),
      () => acceptInvitation(db, 'no such token', account, other),
    ])
      details.push(
        await work().then(
          () => 'ok',
          (error: { code: string; message: string }) => `${error.code} ${error.message}`,
        ),
      );
    expect(new Set(details)).toEqual(new Set(['not_found Invitation not found']));
  });

  it('does not lower the role of a person who accepts it', async () => {
    const { token } = await invite('member');
    const forged = { ...account, role: 'owner', org_id: newId() };
    expect(await acceptInvitation(db, token, forged, visitor())).toMatchObject({ organization: { id: orgId, role: 'member' } });
  });

  it('does not change the role of a person who is already a member', async () => {
    const person = await seedPerson(db);
    const { token } = await invite('member', person.email);
    await db.query(sql`insert into memberships (org_id, user_id, role) values (${orgId}, ${person.userId}, 'admin')`);
    expect(await acceptInvitation(db, token, {}, await signedIn(person))).toMatchObject({ organization: { role: 'admin' } });
  });

  it.each([
    ['cancelled', (id: string) => cancelInvitation(db, owner, id)],
    ['too old', (id: string) => db.query(sql`update invitations set expires_at = now() - interval '1 second' where id = ${id}`)],
  ])('ends when it is %s', async (_, end) => {
    const { id, token } = await invite();
    await end(id);
    expect(await codeOf(getInvitation(db, token, visitor()))).toBe('gone');
    expect(await codeOf(acceptInvitation(db, token, account, visitor()))).toBe('gone');
  });

  it('is missing while its organization is suspended', async () => {
    const other = await seedOrg(db);
    const boss = await seedMember(db, other.orgId, 'owner');
    const { token } = await createInvitation(db, memberScope(other.orgId, boss, 'owner'), { email: freshEmail(), role: 'member' });
    await db.query(sql`update organizations set suspended_at = now() where id = ${other.orgId}`);
    expect(await codeOf(getInvitation(db, token, visitor()))).toBe('not_found');
  });

  it('stops working when the same address is invited again', async () => {
    const email = freshEmail();
    const first = await invite('member', email);
    const second = await invite('admin', email);
    expect(await codeOf(getInvitation(db, first.token, visitor()))).toBe('gone');
    expect(await acceptInvitation(db, second.token, account, visitor())).toMatchObject({ organization: { role: 'admin' } });
    const third = freshEmail();
    await invite('member', third);
    await db.query(sql`update invitations set expires_at = now() - interval '1 second' where email = ${third}`);
    expect(await codeOf(invite('member', third))).toBe('ok');
  });

  it('is reported as ended to any visitor of the link, and an open one is hidden from other people', async () => {
    const { token } = await invite();
    const other = await signedIn(await seedPerson(db));
    expect(await codeOf(getInvitation(db, token, other))).toBe('not_found');
    await acceptInvitation(db, token, account, visitor());
    expect(await codeOf(getInvitation(db, token, other))).toBe('gone');
    expect(await codeOf(acceptInvitation(db, token, {}, other))).toBe('gone');
  });

  it('is accepted once by concurrent requests', async () => {
    for (let round = 0; round < 10; round++) {
      const { token } = await invite();
      const settled = await Promise.allSettled(Array.from({ length: 6 }, () => acceptInvitation(db, token, account, visitor())));
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });

  it('is replaced by the next one for its address, which is logged in the same transaction', async () => {
    const { orgId: other } = await seedOrg(db);
    const scope = memberScope(other, await seedMember(db, other, 'owner'), 'owner');
    const email = freshEmail('guest');
    const first = await createInvitation(db, scope, { email, role: 'admin' });
    const second = await createInvitation(db, scope, { email, role: 'member' });
    expect(await codeOf(acceptInvitation(db, first.token, account, visitor()))).toBe('gone');
    const lines = await db.query(sql`
      select action, target_id, target_label, before, after from audit_log where org_id = ${other} order by at, id`);
    expect(lines).toEqual([
      { action: 'member.invite', target_id: first.id, target_label: email, before: null, after: { role: 'admin' } },
      { action: 'member.invite_cancel', target_id: first.id, target_label: email, before: { role: 'admin' }, after: { by: 'new link' } },
      { action: 'member.invite', target_id: second.id, target_label: email, before: null, after: { role: 'member' } },
    ]);
    // A failure leaves neither the withdrawal nor its audit entry.
    const admin = memberScope(other, await seedMember(db, other, 'admin'), 'admin');
    await createInvitation(db, scope, { email, role: 'admin' });
    expect(await codeOf(createInvitation(db, admin, { email, role: 'member' }))).toBe('role_too_low');
    expect((await auditedActions(db, other)).slice(3)).toEqual(['member.invite_cancel', 'member.invite']);
    expect((await listInvitations(db, scope)).map(({ role }) => role)).toEqual(['admin']);
    // An expired one blocks nobody.
    await db.query(sql`update invitations set expires_at = now() - interval '1 second' where org_id = ${other}`);
    expect(await codeOf(createInvitation(db, admin, { email, role: 'member' }))).toBe('ok');
  });

  it('is either accepted or canceled', async () => {
    for (let round = 0; round < 10; round++) {
      const person = await seedPerson(db);
      const { id, token } = await invite('member', person.email);
      const me = await signedIn(person);
      const [accepted, cancelled] = await Promise.allSettled([acceptInvitation(db, token, {}, me), cancelInvitation(db, owner, id)]);
      expect([accepted.status, cancelled.status].sort()).toEqual(['fulfilled', 'rejected']);
      expect(await roleOf(db, orgId, person)).toBe(accepted.status === 'fulfilled' ? 'member' : null);
    }
  });

  it('is stored as a hash and logged', async () => {
    const other = await seedOrg(db);
    const scope = memberScope(other.orgId, await seedMember(db, other.orgId, 'owner'), 'owner');
    const { id, token } = await createInvitation(db, scope, { email: freshEmail(), role: 'member' });
    await cancelInvitation(db, scope, id);
    await cancelInvitation(db, scope, id);
    const again = await createInvitation(db, scope, { email: freshEmail(), role: 'member' });
    await acceptInvitation(db, again.token, account, visitor());
    expect(await auditedActions(db, other.orgId)).toEqual(['member.invite', 'member.invite_cancel', 'member.invite', 'member.join']);
    for (const table of ['invitations', 'audit_log', 'users']) {
      const rows = await db.query<{ text: string }>(sql`select t::text as text from ${sql.identifier(table)} t`);
      expect(rows.map(({ text }) => text).join()).not.toContain(token);
    }
  });
});

describe('the list', () => {
  it('contains the invitations of the organization by status, newest first', async () => {
    const { orgId: fresh } = await seedOrg(db);
    const scope = memberScope(fresh, await seedMember(db, fresh, 'owner'), 'owner');
    const make = async () => createInvitation(db, scope, { email: freshEmail(), role: 'member' });
    const [open, cancelled, expired, accepted] = [await make(), await make(), await make(), await make()];
    await cancelInvitation(db, scope, cancelled.id);
    await db.query(sql`update invitations set expires_at = now() - interval '1 second' where id = ${expired.id}`);
    await acceptInvitation(db, accepted.token, account, visitor());
    const ids = async (...statuses: InvitationStatus[]) => (await listInvitations(db, scope, statuses)).map(({ id }) => id);
    expect((await listInvitations(db, scope)).map(({ id }) => id)).toEqual([open.id]);
    expect(await ids('cancelled')).toEqual([cancelled.id]);
    expect(await ids('expired')).toEqual([expired.id]);
    expect(await ids('accepted')).toEqual([accepted.id]);
    expect(await ids('open', 'accepted')).toEqual([accepted.id, open.id]);
    expect(await codeOf(cancelInvitation(db, owner, open.id))).toBe('not_found');
    expect(await codeOf(cancelInvitation(db, scope, accepted.id))).toBe('conflict');
  });
});
