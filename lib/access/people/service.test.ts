import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cpuOf } from '#e2e/fixtures/cpu';
import { openTestDatabase, seedOrg } from '#e2e/fixtures/database';
import {
  auditedActions,
  freshEmail,
  HERE,
  join,
  openSessionOf,
  type Person,
  personScope,
  roleOf,
  seedMember,
  seedPerson,
  visitor,
} from '#e2e/fixtures/people';
import { makeResetLink, makeSetupLink } from '#lib/access/people/links';
import { hashPassword } from '#lib/access/people/password';
import * as people from '#lib/access/people/service';
import { signInWithPassword } from '#lib/access/people/sign-in';
import { isLivingSession } from '#lib/access/sessions/service';
import { type Db, sql } from '#lib/base/db/db';
import { countStatements } from '#lib/base/db/observe';
import { isUuid, newId } from '#lib/base/ids';

const PASSWORD = 'a good password';

let db: Db;
let passwordHash: string;
beforeAll(async () => {
  db = await openTestDatabase();
  passwordHash = await hashPassword(PASSWORD);
});
/** Audit entries that could not be written after an answer. */
const unwritten: unknown[] = [];
afterAll(async () => {
  expect(unwritten).toEqual([]);
  // An entry that is still being written when the database closes is not a failure.
  await db.close();
});

/** A person with `PASSWORD` in an organization, signed in. */
async function signedIn(): Promise<{ orgId: string; person: Person; sessionId: string }> {
  const { orgId } = await seedOrg(db);
  const person = await seedPerson(db, freshEmail(), passwordHash);
  await join(db, orgId, person, 'member');
  return { orgId, person, sessionId: await openSessionOf(db, person) };
}

const caller = { ...HERE, userAgent: 'Test/1.0' };
const signIn = (email: string, password: string) =>
  signInWithPassword(db, { email, password }, caller, (error) => void unwritten.push(error));
const failure = (work: Promise<unknown>): Promise<{ code?: string; message?: string }> =>
  work.then(
    () => expect.fail('succeeded'),
    (error: { code: string; message: string }) => error,
  );

describe('signing in by password', () => {
  it('opens a session, ignoring the case of the address', async () => {
    const { person, orgId } = await signedIn();
    const id = await signIn(` ${person.email.toUpperCase()} `, PASSWORD);
    expect(isUuid(id)).toBe(true);
    const [row] = await db.query(sql`select user_id, method, user_agent, address, ended_at from sessions where id = ${id}`);
    expect(row).toEqual({ user_id: person.userId, method: 'password', user_agent: 'Test/1.0', address: HERE.address, ended_at: null });
    expect(await auditedActions(db, orgId)).toEqual(['session.sign_in']);
    const [entry] = await db.query(
      sql`select actor_kind, actor_id, actor_label, request_id, address from audit_log where org_id = ${orgId}`,
    );
    expect(entry).toEqual({
      actor_kind: 'user',
      actor_id: person.userId,
      actor_label: person.email,
      request_id: HERE.id,
      address: HERE.address,
    });
  });

  it('fails with the same message for a wrong password, no account and an account without a password', async () => {
    const { person, orgId } = await signedIn();
    const other = await seedPerson(db);
    const failures = await Promise.all(
      [person.email, freshEmail('nobody'), other.email, '', 'not an address'].map((email) => failure(signIn(email, 'wrong password'))),
    );
    expect(new Set(failures.map(({ code, message }) => `${code} ${message}`))).toEqual(
      new Set(['sign_in_failed The email address or the password is wrong']),
    );
    await expect.poll(() => auditedActions(db, orgId)).toEqual(['session.sign_in_failed']);
  });

  it('takes as long without an account as with one', async () => {
    const { person } = await signedIn();
    const time = (email: string): Promise<number> => cpuOf(() => failure(signIn(email, 'wrong password')));
    const known: number[] = [];
    const unknown: number[] = [];
    for (let i = 0; i < 8; i++) {
      known.push(await time(person.email));
      unknown.push(await time(freshEmail('nobody')));
    }
    // The minimum of each: other work of this process only adds time.
    const ratio = Math.min(...known) / Math.min(...unknown);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
    const statements = async (email: string): Promise<number> =>
      (await countStatements(() => failure(signIn(email, 'wrong password')))).statements.length;
    expect(await statements(person.email)).toBe(await statements(freshEmail('nobody')));
  });

  it('is refused after ten failures, even with the right password, with the time to wait', async () => {
    const { person } = await signedIn();
    for (let i = 0; i < 10; i++) expect(await failure(signIn(person.email, 'wrong password'))).toMatchObject({ code: 'sign_in_failed' });
    expect(await failure(signIn(person.email, PASSWORD))).toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: expect.any(Number),
    });
  });
});

describe('an account', () => {
  it('returns the person with all organizations by name', async () => {
    const { person, sessionId, orgId } = await signedIn();
    const second = await seedOrg(db, 'A first name');
    await join(db, second.orgId, person, 'owner');
    await db.query(sql`update organizations set name = 'Zebra' where id = ${orgId}`);
    expect(await people.meOf(db, personScope(person, sessionId))).toEqual({
      person: { id: person.userId, email: person.email, name: person.email.split('@')[0], has_password: true, locale: 'browser' },
      session_id: sessionId,
      method: 'password',
      organizations: [
        { id: second.orgId, slug: `test-${second.orgId}`, name: 'A first name', role: 'owner' },
        { id: orgId, slug: `test-${orgId}`, name: 'Zebra', role: 'member' },
      ],
    });
  });

  it('changes its name and its language, each without the other', async () => {
    const { person, sessionId } = await signedIn();
    const change = (changes: Parameters<typeof people.updateAccount>[2]) =>
      people.updateAccount(db, personScope(person, sessionId), changes);
    expect(await change({ name: 'Ann of Alpha' })).toMatchObject({ person: { name: 'Ann of Alpha', locale: 'browser' } });
    expect(await change({ locale: 'de' })).toMatchObject({ person: { name: 'Ann of Alpha', locale: 'de' } });
    expect(await change({})).toMatchObject({ person: { name: 'Ann of Alpha', locale: 'de' } });
  });

  it('changes its password, which ends every other session', async () => {
    const { person, sessionId, orgId } = await signedIn();
    const others = [await openSessionOf(db, person), await openSessionOf(db, person)];
    expect(await people.changePassword(db, personScope(person, sessionId), PASSWORD, 'another password')).toBe(2);
    expect(await isLivingSession(db, sessionId)).toBe(true);
    for (const id of others) expect(await isLivingSession(db, id)).toBe(false);
    expect(await failure(signIn(person.email, PASSWORD))).toMatchObject({ code: 'sign_in_failed' });
    expect(await signIn(person.email, 'another password')).toBeTruthy();
    expect(await auditedActions(db, orgId)).toContain('account.password');
  });

  it('keeps its password without the current one, and limits guesses', async () => {
    const { person, sessionId } = await signedIn();
    const scope = personScope(person, sessionId);
    for (let i = 0; i < 10; i++)
      expect(await failure(people.changePassword(db, scope, 'wrong', 'another password'))).toMatchObject({ code: 'forbidden' });
    expect(await failure(people.changePassword(db, scope, PASSWORD, 'another password'))).toMatchObject({ code: 'too_many_requests' });
  });

  it('does not accept the same password as a change, and counts no attempt', async () => {
    const { person, sessionId } = await signedIn();
    const scope = personScope(person, sessionId);
    for (let i = 0; i < 12; i++)
      await expect(people.changePassword(db, scope, PASSWORD, PASSWORD)).rejects.toMatchObject({
        issues: [{ loc: ['body', 'new_password'] }],
      });
    expect(await people.changePassword(db, scope, PASSWORD, 'another password')).toBe(0);
  });

  it('has no password to change if a provider signs in', async () => {
    const person = await seedPerson(db);
    const scope = personScope(person, await openSessionOf(db, person));
    expect(await failure(people.changePassword(db, scope, 'x', 'another password'))).toMatchObject({ code: 'conflict' });
  });

  it('accepts one of two concurrent changes', async () => {
    const { person, sessionId } = await signedIn();
    const scope = personScope(person, sessionId);
    const settled = await Promise.allSettled(
      ['first password', 'second password'].map((next) => people.changePassword(db, scope, PASSWORD, next)),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('lists its sessions, ends one, ends the others, and none of other people', async () => {
    const { person, sessionId, orgId } = await signedIn();
    const scope = personScope(person, sessionId);
    const others = [await openSessionOf(db, person), await openSessionOf(db, person), await openSessionOf(db, person)];
    const stranger = await signedIn();
    const listed = await people.listSessions(db, scope);
    expect(listed.map(({ id }) => id).sort()).toEqual([sessionId, ...others].sort());
    expect(listed.filter(({ is_current }) => is_current).map(({ id }) => id)).toEqual([sessionId]);

    expect(await people.endSession(db, scope, others[0]!)).toBe(1);
    expect(await people.endSession(db, scope, others[0]!)).toBe(0);
    for (const id of [stranger.sessionId, newId()])
      expect(await failure(people.endSession(db, scope, id))).toMatchObject({ code: 'not_found' });
    expect(await isLivingSession(db, stranger.sessionId)).toBe(true);
    expect(await people.endOtherSessions(db, scope)).toBe(2);
    expect((await people.listSessions(db, scope)).map(({ id }) => id)).toEqual([sessionId]);
    expect(await people.endOtherSessions(db, scope)).toBe(0);
    expect((await auditedActions(db, orgId)).filter((action) => action === 'session.end')).toHaveLength(2);
  });

  it('signs out once', async () => {
    const { sessionId, orgId } = await signedIn();
    await people.signOut(db, sessionId, HERE);
    await people.signOut(db, sessionId, HERE);
    await people.signOut(db, newId(), HERE);
    expect(await isLivingSession(db, sessionId)).toBe(false);
    expect(await auditedActions(db, orgId)).toEqual(['session.sign_out']);
  });
});

describe('the set-up', () => {
  const wanted = () => ({ email: freshEmail('owner').toUpperCase(), name: 'Olga', password: PASSWORD });

  it('creates the first owner, once', async () => {
    const { orgId } = await seedOrg(db);
    const { token } = await makeSetupLink(db, orgId);
    const first = wanted();
    expect(await people.getSetup(db, orgId, token)).toMatchObject({ organization: { slug: `test-${orgId}` }, expiresAt: expect.any(Date) });
    expect(await people.setUp(db, orgId, token, first, visitor())).toMatchObject({
      email: first.email.toLowerCase(),
      organization: { id: orgId, role: 'owner' },
    });
    expect(await signIn(first.email, PASSWORD)).toBeTruthy();
    expect(await auditedActions(db, orgId)).toEqual(['member.join', 'session.sign_in']);
    expect(await failure(people.getSetup(db, orgId, token))).toMatchObject({ code: 'gone' });
    expect(await failure(people.setUp(db, orgId, token, wanted(), visitor()))).toMatchObject({ code: 'gone' });
  });

  it('creates one owner of many concurrent requests, only with the newest link', async () => {
    const { orgId } = await seedOrg(db);
    const links = [await makeSetupLink(db, orgId), await makeSetupLink(db, orgId)];
    expect(await failure(people.getSetup(db, orgId, links[0]!.token))).toMatchObject({ code: 'not_found' });
    const settled = await Promise.allSettled(
      Array.from({ length: 8 }, () => people.setUp(db, orgId, links[1]!.token, wanted(), visitor())),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [row] = await db.query<{ n: number }>(sql`select count(*) as n from memberships where org_id = ${orgId}`);
    expect(row!.n).toBe(1);
  });

  it('is refused with an unknown, an expired or a reset link, and for the address of an existing account', async () => {
    const { orgId } = await seedOrg(db);
    const { person } = await signedIn();
    const { token } = await makeSetupLink(db, orgId);
    const reset = await makeResetLink(db, person.userId, { orgId, userId: person.userId });
    for (const wrong of ['x', `${token}A`, reset.token])
      expect(await failure(people.setUp(db, orgId, wrong, wanted(), visitor()))).toMatchObject({ code: 'not_found' });
    expect(await failure(people.setUp(db, orgId, token, { ...wanted(), email: person.email }, visitor()))).toMatchObject({
      code: 'conflict',
    });
    expect(await roleOf(db, orgId, person)).toBeNull();
    await db.query(sql`update account_links set expires_at = now() - interval '1 second' where org_id = ${orgId} and kind = 'setup'`);
    expect(await failure(people.setUp(db, orgId, token, wanted(), visitor()))).toMatchObject({ code: 'gone' });
  });

  it('runs unattended if there is no owner', async () => {
    const { orgId } = await seedOrg(db);
    const email = freshEmail('operator');
    const [one, two] = await Promise.all([
      people.ensureOwner(db, orgId, email.toUpperCase(), PASSWORD),
      people.ensureOwner(db, orgId, freshEmail('other'), PASSWORD),
    ]);
    expect([one, two].filter(Boolean)).toHaveLength(1);
    expect(await people.needsOwner(db, orgId)).toBe(false);
    expect(await people.ensureOwner(db, orgId, freshEmail(), PASSWORD)).toBe(false);
  });
});

describe('a reset link', () => {
  it('sets a password once and ends every session', async () => {
    const { orgId } = await seedOrg(db);
    const admin = await seedMember(db, orgId, 'admin');
    const { person, sessionId } = await signedIn();
    await db.query(sql`update memberships set org_id = ${orgId} where user_id = ${person.userId}`);
    const first = await makeResetLink(db, person.userId, { orgId, userId: admin.userId });
    const { token } = await makeResetLink(db, person.userId, { orgId, userId: admin.userId });
    expect(await failure(people.getReset(db, first.token))).toMatchObject({ code: 'not_found' });
    expect(await people.getReset(db, token)).toMatchObject({ email: person.email });
    const settled = await Promise.allSettled(
      ['one password', 'two password'].map((next) => people.resetPassword(db, token, next, visitor())),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).toEqual([
      { status: 'fulfilled', value: { email: person.email, ended: 1 } },
    ]);
    expect(await isLivingSession(db, sessionId)).toBe(false);
    expect(await failure(signIn(person.email, PASSWORD))).toMatchObject({ code: 'sign_in_failed' });
    expect(await failure(people.getReset(db, token))).toMatchObject({ code: 'gone' });
  });

  it('ends the lock-out of the person', async () => {
    const { person } = await signedIn();
    for (let i = 0; i < 10; i++) await failure(signIn(person.email, 'wrong password'));
    expect(await failure(signIn(person.email, PASSWORD))).toMatchObject({ code: 'too_many_requests' });
    const { token } = await makeResetLink(db, person.userId, null);
    await people.resetPassword(db, token, 'another password', visitor());
    expect(isUuid(await signIn(person.email, 'another password'))).toBe(true);
  });

  it('accepts every password except the address, in any case', async () => {
    const { person, sessionId } = await signedIn();
    const { token } = await makeResetLink(db, person.userId, null);
    const address = ` ${person.email.toUpperCase()}`;
    await expect(people.resetPassword(db, token, address, visitor())).rejects.toMatchObject({ issues: [{ loc: ['body', 'password'] }] });
    await expect(people.changePassword(db, personScope(person, sessionId), PASSWORD, address)).rejects.toMatchObject({
      issues: [{ loc: ['body', 'new_password'] }],
    });
    expect(await people.resetPassword(db, token, `${person.email}!`, visitor())).toMatchObject({ email: person.email });
  });

  it('is stored as a hash', async () => {
    const { orgId, person } = await signedIn();
    const { token } = await makeResetLink(db, person.userId, { orgId, userId: person.userId });
    const rows = await db.query<{ text: string }>(sql`select account_links::text as text from account_links`);
    expect(rows.map(({ text }) => text).join()).not.toContain(token);
  });
});
