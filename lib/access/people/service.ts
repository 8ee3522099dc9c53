import { writeAudit } from '#lib/access/audit/service';
import { countAttempt, forgetAttempts, forgiveAttempt } from '#lib/access/limits/sign-in';
import { auditPerson } from '#lib/access/people/audit';
import type { Me, Session } from '#lib/access/people/contract';
import { normalizeEmail } from '#lib/access/people/email';
import {
  acceptInvitation as accept,
  acceptedInvitation,
  invitationByToken,
  type OfferedInvitation,
  organizationOf,
} from '#lib/access/people/invitations/service';
import { expiredLink, openLink, requireCreatorRights, takeLink } from '#lib/access/people/links';
import {
  countOwners,
  findOrganization,
  insertMembership,
  lockOrganization,
  lockOrganizationsOf,
  type OwnOrganization,
  organizationsOf,
} from '#lib/access/people/memberships';
import { hashPassword, isPassword } from '#lib/access/people/password';
import * as store from '#lib/access/people/store';
import { toSession } from '#lib/access/people/view';
import type { SignInMethod } from '#lib/access/sessions/literals';
import * as sessions from '#lib/access/sessions/service';
import type { Db, Queryable, Tx } from '#lib/base/db/db';
import { defined, present } from '#lib/base/defined';
import { invalid, ServiceError, ValidationFailure } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import type { LocaleChoice } from '#lib/base/literals';
import type { Origin, PersonScope, VisitorScope } from '#lib/base/scope';

const accountDeleted = (): ServiceError => new ServiceError('session_ended', 'This account no longer exists');

/** Rejects the address as password, because attackers try it first. Throws a 422 about `field`. */
function refuseAddress(email: string, password: string, field: 'password' | 'new_password'): void {
  if (normalizeEmail(password) === email) throw invalid(['body', field], 'must not be the email address of the account');
}

/**
 * The part of `GET /api/console/session` about the person; the API adds the part about the server.
 */
type Person = Omit<Me, 'version' | 'origin'>;

export async function meOf(db: Queryable, person: PersonScope): Promise<Person> {
  const user = await store.findUser(db, person.userId);
  if (!user) throw accountDeleted();
  return {
    person: { id: user.id, email: user.email, name: user.name, has_password: user.passwordHash !== null, locale: user.locale },
    session_id: person.sessionId,
    method: person.method as SignInMethod,
    organizations: await organizationsOf(db, user.id),
  };
}

/** Changes the given fields of the person's own account. */
export async function updateAccount(db: Db, person: PersonScope, changes: { name?: string; locale?: LocaleChoice }): Promise<Person> {
  if (!(await store.updateUser(db, person.userId, changes))) throw accountDeleted();
  return meOf(db, person);
}

const userTarget = (user: { id: string; email: string }) => ({ kind: 'user', id: user.id, label: user.email }) as const;

/**
 * Ends every other session of the person. The same password again is a 422. A wrong current
 * password is `forbidden` and counts like a failed sign-in, so that nobody can guess it at an open
 * console.
 */
export async function changePassword(db: Db, person: PersonScope, current: string, next: string): Promise<number> {
  if (next === current) throw invalid(['body', 'new_password'], 'must differ from the current password');
  refuseAddress(person.email, next, 'new_password');
  const attempt = { account: person.email, address: person.request.address };
  const user = await store.findUser(db, person.userId);
  if (!user) throw accountDeleted();
  if (user.passwordHash === null) throw new ServiceError('conflict', 'This account has no password: ask an Admin for a reset link');
  const refused = await countAttempt(db, attempt);
  if (!(await isPassword(user.passwordHash, current))) throw refused ?? new ServiceError('forbidden', 'The current password is wrong');
  const passwordHash = await hashPassword(next);
  const ended = await db.transaction(async (tx) => {
    // The second of two concurrent changes finds another password than the one that it has checked.
    const locked = await store.findUser(tx, user.id, { lock: true });
    if (locked?.passwordHash !== user.passwordHash) throw new ServiceError('forbidden', 'The current password is wrong');
    await store.setPasswordHash(tx, user.id, passwordHash);
    const others = await sessions.endSessions(tx, user.id, person.sessionId);
    await auditPerson(tx, person, person.request, {
      action: 'account.password',
      target: userTarget(user),
      after: { sessions_ended: others },
    });
    return others;
  });
  await forgiveAttempt(db, attempt);
  return ended;
}

export const listSessions = async (db: Db, person: PersonScope): Promise<Session[]> =>
  (await sessions.listSessions(db, person.userId)).map((row) => toSession(row, person.sessionId));

/** Throws `not_found`, with the same message for a missing session and another person's. */
export function endSession(db: Db, person: PersonScope, id: string): Promise<number> {
  return db.transaction(async (tx) => {
    const found = await sessions.endSession(tx, person.userId, id);
    if (!found) throw new ServiceError('not_found', 'Session not found');
    if (found.wasLiving)
      await auditPerson(tx, person, person.request, { action: 'session.end', target: { kind: 'session', id, label: person.email } });
    return found.wasLiving ? 1 : 0;
  });
}

export function endOtherSessions(db: Db, person: PersonScope): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await sessions.endSessions(tx, person.userId, person.sessionId);
    if (ended > 0)
      await auditPerson(tx, person, person.request, {
        action: 'session.end',
        target: { kind: 'user', id: person.userId, label: person.email },
        after: { sessions_ended: ended },
      });
    return ended;
  });
}

/** By the cookie's owner; a session that has ended is not changed. */
export function signOut(db: Db, sessionId: string, request: Origin): Promise<void> {
  return db.transaction(async (tx) => {
    const owner = await sessions.ownerOfSession(tx, sessionId);
    const ended = owner && (await sessions.endSession(tx, owner.userId, sessionId));
    if (ended?.wasLiving)
      await auditPerson(tx, present(owner), request, {
        action: 'session.sign_out',
        target: { kind: 'session', id: sessionId, label: present(owner).email },
      });
  });
}

/** Whether an organization has no owner yet. */
export const needsOwner = async (db: Queryable, orgId: string): Promise<boolean> => (await countOwners(db, orgId)) === 0;

interface NewPerson {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string | null;
}

/** Throws `taken` if an account of this address was created meanwhile. */
async function createPerson(tx: Tx, { email, name, passwordHash }: NewPerson, taken: ServiceError): Promise<store.User> {
  const user = { id: newId(), email, name, passwordHash, locale: 'browser' } as const;
  if (!(await store.insertUser(tx, user))) throw taken;
  return user;
}

const addressTaken = (): ServiceError => new ServiceError('conflict', 'This email address already has an account: choose another');

/**
 * Creates the first owner of an organization, or returns null if it has one: concurrent requests
 * wait for each other.
 */
async function makeFirstOwner(tx: Tx, orgId: string, person: NewPerson, request: Origin): Promise<store.User | null> {
  const organization = await lockOrganization(tx, orgId);
  if (!organization || !(await needsOwner(tx, orgId))) return null;
  const user = (await store.findUserByEmail(tx, person.email)) ?? (await createPerson(tx, person, addressTaken()));
  await insertMembership(tx, orgId, user.id, 'owner');
  await writeAudit(tx, {
    orgId,
    actorKind: 'user',
    actorId: user.id,
    actorLabel: user.email,
    action: 'member.join',
    targetKind: 'user',
    targetId: user.id,
    targetLabel: user.email,
    before: null,
    after: { role: 'owner' },
    requestId: request.id,
    address: request.address,
  });
  return user;
}

/** Creates the operator's owner if there is none. Returns whether one was created. */
export async function ensureOwner(db: Db, orgId: string, email: string, password: string): Promise<boolean> {
  if (!(await needsOwner(db, orgId))) return false;
  const passwordHash = await hashPassword(password);
  const address = normalizeEmail(email);
  const person = { email: address, name: defined(address.split('@')[0]), passwordHash };
  return (await db.transaction((tx) => makeFirstOwner(tx, orgId, person, { id: null, address: null }))) !== null;
}

/** Throws `not_found` or `gone`; `gone` also if somebody became owner in another way. */
export async function getSetup(db: Db, orgId: string, token: string) {
  const link = await openLink(db, 'setup', token);
  const organization = await findOrganization(db, orgId);
  if (!organization || !(await needsOwner(db, orgId))) throw expiredLink();
  return { organization: { slug: organization.slug, name: organization.name }, expiresAt: link.expiresAt };
}

export async function setUp(
  db: Db,
  orgId: string,
  token: string,
  wanted: { email: string; name: string; password: string },
  visitor: VisitorScope,
): Promise<{ email: string; organization: OwnOrganization }> {
  const link = await openLink(db, 'setup', token);
  const email = normalizeEmail(wanted.email);
  refuseAddress(email, wanted.password, 'password');
  const passwordHash = await hashPassword(wanted.password);
  return db.transaction(async (tx) => {
    await takeLink(tx, link.id);
    // An account with its own password must not become the owner for a visitor who types its
    // address.
    if (await store.findUserByEmail(tx, email)) throw addressTaken();
    const user = await makeFirstOwner(tx, orgId, { email, name: wanted.name, passwordHash }, visitor.request);
    const organization = await findOrganization(tx, orgId);
    if (!user || !organization) throw expiredLink();
    return { email, organization: { ...organization, role: 'owner' } };
  });
}

async function personOfLink(db: Queryable, link: store.AccountLink, { lock = false } = {}): Promise<store.User> {
  if (lock && link.userId !== null) await lockOrganizationsOf(db, link.userId);
  const user = link.userId === null ? null : await store.findUser(db, link.userId, { lock });
  if (!user) throw expiredLink();
  await requireCreatorRights(db, link);
  return user;
}

export async function getReset(db: Db, token: string): Promise<{ email: string; expiresAt: Date }> {
  const link = await openLink(db, 'reset', token);
  return { email: (await personOfLink(db, link)).email, expiresAt: link.expiresAt };
}

export async function resetPassword(
  db: Db,
  token: string,
  password: string,
  visitor: VisitorScope,
): Promise<{ email: string; ended: number }> {
  const link = await openLink(db, 'reset', token);
  refuseAddress((await personOfLink(db, link)).email, password, 'password');
  const passwordHash = await hashPassword(password);
  const done = await db.transaction(async (tx) => {
    const user = await personOfLink(tx, link, { lock: true });
    await takeLink(tx, link.id);
    await store.setPasswordHash(tx, user.id, passwordHash);
    const ended = await sessions.endSessions(tx, user.id, null);
    await auditPerson(tx, { userId: user.id, email: user.email }, visitor.request, {
      action: 'account.password',
      target: userTarget(user),
      after: { by: 'reset link', sessions_ended: ended },
    });
    return { email: user.email, ended };
  });
  await forgetAttempts(db, { account: done.email, address: visitor.request.address });
  return done;
}

export async function getInvitation(
  db: Db,
  token: string,
  visitor: VisitorScope,
): Promise<{ invitation: OfferedInvitation; next: 'accept' | 'sign_in' | 'create_account' | 'joined' }> {
  const accepted = visitor.person && (await acceptedInvitation(db, token, visitor.person.userId));
  if (accepted) return { invitation: accepted, next: 'joined' };
  const invitation = await invitationByToken(db, token, visitor.person?.email ?? null);
  if (visitor.person) return { invitation, next: 'accept' };
  return { invitation, next: (await store.findUserByEmail(db, invitation.email)) ? 'sign_in' : 'create_account' };
}

const missing = (field: string) => ({ type: 'missing', loc: ['body', field], msg: 'Field required' });

/**
 * Accepts an invitation: signed in with the invited address, or with a name and a password for a
 * new account. Throws `unauthorized` if the address has an account and nobody is signed in.
 */
export async function acceptInvitation(
  db: Db,
  token: string,
  account: { name?: string | undefined; password?: string | undefined },
  visitor: VisitorScope,
): Promise<{ email: string; organization: OwnOrganization }> {
  const { person, request } = visitor;
  const invitation = await invitationByToken(db, token, person?.email ?? null);
  const join = async (tx: Tx, userId: string) => {
    const role = await accept(tx, invitation, { userId, email: invitation.email }, request);
    return { email: invitation.email, organization: organizationOf(invitation, role) };
  };
  if (person) return db.transaction((tx) => join(tx, person.userId));
  const mustSignIn = new ServiceError('unauthorized', `${invitation.email} already has an account: sign in with it first`);
  const refuse = async (): Promise<never> => {
    // The first of several concurrent requests with one link has created the account: for the
    // others the link has ended.
    await invitationByToken(db, token, null);
    throw mustSignIn;
  };
  if (await store.findUserByEmail(db, invitation.email)) return refuse();
  const { name, password } = account;
  if (name === undefined || password === undefined)
    throw new ValidationFailure([
      ...(name === undefined ? [missing('name')] : []),
      ...(password === undefined ? [missing('password')] : []),
    ]);
  refuseAddress(invitation.email, password, 'password');
  const passwordHash = await hashPassword(password);
  const newcomer = { email: invitation.email, name, passwordHash };
  try {
    const joined = await db.transaction(async (tx) => join(tx, (await createPerson(tx, newcomer, mustSignIn)).id));
    await forgetAttempts(db, { account: joined.email, address: request.address });
    return joined;
  } catch (error) {
    if (error === mustSignIn) return refuse();
    throw error;
  }
}
