import { beforeAll, describe, expect, it } from 'vitest';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { seedOrg } from '#e2e/fixtures/database';
import {
  auditedActions,
  freshEmail,
  grantTo,
  HERE,
  join,
  memberScope,
  openSessionOf,
  type Person,
  roleOf,
  seedMember,
  seedPerson,
} from '#e2e/fixtures/people';
import { revokeEveryGrantOf, usableGrantKey } from '#lib/access/keys/granted';
import { createInvitation } from '#lib/access/people/invitations/service';
import { makeResetLink } from '#lib/access/people/links';
import { hashPassword } from '#lib/access/people/password';
import { getReset } from '#lib/access/people/service';
import { type Admission, type ProviderProfile, signInWithProvider } from '#lib/access/people/sign-in';
import { isLivingSession } from '#lib/access/sessions/service';
import { sql } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import type { OrgScope } from '#lib/base/scope';

let orgId: string;
let owner: OrgScope;
withTestDatabase();
beforeAll(async () => {
  ({ orgId } = await seedOrg(db));
  owner = memberScope(orgId, await seedMember(db, orgId, 'owner'), 'owner');
});

const caller = { ...HERE, userAgent: 'Test/1.0' };
const profile = (email: string | null, more: Partial<ProviderProfile> = {}): ProviderProfile => ({
  provider: 'oidc',
  subject: newId(),
  email,
  isVerified: true,
  name: 'Pat Provider',
  ...more,
});
const come = (as: ProviderProfile): Promise<Admission> =>
  signInWithProvider(db, { profile: as, caller, endApplications: revokeEveryGrantOf });
const userOf = async (admission: Admission): Promise<string> => {
  if (!('sessionId' in admission)) return admission.refused;
  const [row] = await db.query<{ user_id: string }>(sql`select user_id from sessions where id = ${admission.sessionId}`);
  return row!.user_id;
};
const count = async (email: string): Promise<number> =>
  (await db.query<{ n: number }>(sql`select count(*) as n from users where email = ${email}`))[0]!.n;

describe('a provider', () => {
  it('signs in no unknown person, and changes nothing', async () => {
    const email = freshEmail('unknown');
    expect(await come(profile(email))).toEqual({ refused: 'no_account' });
    expect(await count(email)).toBe(0);
  });

  it('signs in an account of an address that it has verified, and from then on by its own id of the person', async () => {
    const person = await seedPerson(db);
    const first = profile(person.email.toUpperCase());
    expect(await userOf(await come(first))).toBe(person.userId);
    expect(await userOf(await come({ ...first, email: freshEmail('changed'), isVerified: false }))).toBe(person.userId);
    expect(await userOf(await come({ ...first, email: null }))).toBe(person.userId);
  });

  it('ends the password, sessions and applications of an account whose address was not verified, once', async () => {
    const passwordHash = await hashPassword('the password of a squatter');
    const person = await seedPerson(db, freshEmail('squatted'), passwordHash);
    const team = await seedOrg(db);
    await join(db, team.orgId, person, 'member');
    const squatters = await openSessionOf(db, person);
    const application = await grantTo(db, team.orgId, person);
    const { token } = await makeResetLink(db, person.userId, null);
    const passwordOf = async () =>
      (await db.query<{ password_hash: string | null }>(sql`select password_hash from users where id = ${person.userId}`))[0]!
        .password_hash;

    expect(await come(profile(person.email, { isVerified: false }))).toEqual({ refused: 'unverified' });
    expect(await passwordOf()).toBe(passwordHash);
    const first = await come(profile(person.email));
    expect(await userOf(first)).toBe(person.userId);
    expect(await passwordOf()).toBeNull();
    expect(await isLivingSession(db, squatters)).toBe(false);
    expect(await usableGrantKey(db, application)).toBe(false);
    expect(await isLivingSession(db, (first as { sessionId: string }).sessionId)).toBe(true);
    await expect(getReset(db, token)).rejects.toMatchObject({ code: 'not_found' });
    expect(await auditedActions(db, team.orgId)).toEqual(['key.create', 'key.revoke', 'account.password', 'session.sign_in']);

    // Chosen by a person with a verified address: another provider does not change it.
    await db.query(sql`update users set password_hash = ${passwordHash} where id = ${person.userId}`);
    const own = await grantTo(db, team.orgId, person);
    expect(await userOf(await come(profile(person.email, { provider: 'github' })))).toBe(person.userId);
    expect(await passwordOf()).toBe(passwordHash);
    expect(await usableGrantKey(db, own)).toBe(true);
  });

  it.each([
    ['does not vouch for', { isVerified: false }],
    ['does not tell', { email: null }],
  ])('signs in nobody by an address that it %s, known or invited', async (_, more) => {
    const person = await seedPerson(db);
    const invited = freshEmail('invited');
    await createInvitation(db, owner, { email: invited, role: 'member' });
    for (const email of [person.email, invited]) expect(await come(profile(email, more))).toEqual({ refused: 'unverified' });
    expect(await count(invited)).toBe(0);
  });

  it('signs in an invited person: creates the account and accepts every open invitation of the address', async () => {
    const other = await seedOrg(db);
    const there = memberScope(other.orgId, await seedMember(db, other.orgId, 'owner'), 'owner');
    const email = freshEmail('invited');
    await createInvitation(db, owner, { email, role: 'admin' });
    await createInvitation(db, there, { email, role: 'member' });
    const userId = await userOf(await come(profile(email)));
    const person: Person = { userId, email };
    expect(await roleOf(db, orgId, person)).toBe('admin');
    expect(await roleOf(db, other.orgId, person)).toBe('member');
    const [row] = await db.query(sql`select name, password_hash from users where id = ${userId}`);
    expect(row).toEqual({ name: 'Pat Provider', password_hash: null });
    expect(await auditedActions(db, other.orgId)).toEqual(['member.invite', 'member.join', 'session.sign_in']);
  });

  it.each([
    ['cancelled', sql`cancelled_at = now()`],
    ['too old', sql`expires_at = now() - interval '1 second'`],
    ['accepted', sql`accepted_at = now()`],
  ])('signs in nobody whose invitation is %s', async (_, change) => {
    const email = freshEmail('late');
    await createInvitation(db, owner, { email, role: 'member' });
    await db.query(sql`update invitations set ${change} where email = ${email}`);
    expect(await come(profile(email))).toEqual({ refused: 'no_account' });
  });

  it('signs in nobody who has taken over the address of a known person', async () => {
    const person = await seedPerson(db);
    await come(profile(person.email));
    expect(await come(profile(person.email))).toEqual({ refused: 'other_identity' });
    // A person with an unverified address does not learn that there is an account.
    expect(await come(profile(person.email, { isVerified: false }))).toEqual({ refused: 'unverified' });
    expect(await userOf(await come(profile(person.email, { provider: 'github' })))).toBe(person.userId);
  });

  it('creates one account for concurrent sign-ins of a person', async () => {
    for (let round = 0; round < 20; round++) {
      const email = freshEmail('hasty');
      await createInvitation(db, owner, { email, role: 'member' });
      const as = profile(email);
      const came = await Promise.all(Array.from({ length: 5 }, () => come(as)));
      expect(new Set(await Promise.all(came.map(userOf))).size).toBe(1);
      expect(await count(email)).toBe(1);
    }
  });
});
