import { setTimeout } from 'node:timers/promises';
import { recordAudit } from '#lib/access/audit/service';
import { countAttempt, forgiveAttempt } from '#lib/access/limits/sign-in';
import { auditPerson } from '#lib/access/people/audit';
import { normalizeEmail } from '#lib/access/people/email';
import { acceptInvitation, openInvitationsOf } from '#lib/access/people/invitations/service';
import { organizationsOf } from '#lib/access/people/memberships';
import { isPassword } from '#lib/access/people/password';
import * as store from '#lib/access/people/store';
import { inTurn, turns } from '#lib/access/people/turns';
import type { SignInMethod } from '#lib/access/sessions/literals';
import { endSessions, openSession } from '#lib/access/sessions/service';
import { afterwards } from '#lib/base/db/caller';
import type { Db, Tx } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import type { Origin } from '#lib/base/scope';
import { withoutDeceptive } from '#lib/base/text/invisible';

/**
 * Sign-in by a password, or through a provider. Both end in a session row, whose id is in the
 * cookie.
 */

export interface SignInCaller extends Origin {
  readonly userAgent: string | null;
}

const open = async (tx: Tx, user: store.User, method: SignInMethod, caller: SignInCaller): Promise<string> => {
  const id = await openSession(tx, { userId: user.id, method, userAgent: caller.userAgent, address: caller.address });
  await auditPerson(tx, { userId: user.id, email: user.email }, caller, {
    action: 'session.sign_in',
    target: { kind: 'session', id, label: user.email },
    after: { method },
  });
  return id;
};

/** One message for every failure: it must not reveal whether there is an account. */
const failed = (): ServiceError => new ServiceError('sign_in_failed', 'The email address or the password is wrong');

const MAX_TYPED = 200;
/**
 * Minimum duration of a rejection because of the client address, so that its duration does not show
 * whether a password was hashed.
 */
const REFUSAL_MS = 1000;
/** Fewer than the database has connections: many sign-ins must not take them from the API. */
const AT_ONCE = 4;
const MAX_WAITING = 500;
const own = turns('sign-ins', AT_ONCE, MAX_WAITING);

async function auditFailure(db: Db, user: store.User, caller: SignInCaller): Promise<void> {
  const label = user.email;
  for (const { id } of await organizationsOf(db, user.id))
    await recordAudit(
      db,
      { orgId: id, actor: { keyId: null, userId: null, label }, request: caller },
      { action: 'session.sign_in_failed', target: { kind: 'user', id: user.id, label }, after: { method: 'password' } },
    );
}

/**
 * Returns the id of a new session. Throws `sign_in_failed`, `too_many_requests`, `unavailable`. The
 * same statements and the same computation run whether the account exists or not. `noted` gets a
 * failure to write the audit entry after the answer.
 */
export async function signInWithPassword(
  db: Db,
  typed: { email: string; password: string },
  caller: SignInCaller,
  noted: (error: unknown) => void,
): Promise<string> {
  const earliest = setTimeout(REFUSAL_MS, undefined, { ref: false });
  try {
    return await inTurn(own, () => tryPassword(db, typed, caller, noted));
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'too_many_requests') await earliest;
    throw error;
  }
}

async function tryPassword(
  db: Db,
  typed: { email: string; password: string },
  caller: SignInCaller,
  noted: (error: unknown) => void,
): Promise<string> {
  const email = normalizeEmail(typed.email.slice(0, 2 * MAX_TYPED));
  const attempt = { account: email, address: caller.address };
  const refused = await countAttempt(db, attempt);
  const user = await store.findUserByEmail(db, email);
  const fits = await isPassword(user?.passwordHash ?? null, typed.password.slice(0, 2 * MAX_TYPED));
  if (!user || !fits) {
    if (user) afterwards(() => auditFailure(db, user, caller), noted);
    throw refused ?? failed();
  }
  const id = await db.transaction(async (tx) => {
    // A concurrent password change must not leave a session that was opened with the old password.
    const current = await store.findUser(tx, user.id, { lock: true });
    if (current?.passwordHash !== user.passwordHash) throw failed();
    return open(tx, user, 'password', caller);
  });
  await forgiveAttempt(db, attempt);
  return id;
}

/** A provider's profile of a person. */
export interface ProviderProfile {
  readonly provider: Exclude<SignInMethod, 'password'>;
  /** the provider's own id of the person, which never changes */
  readonly subject: string;
  readonly email: string | null;
  /** the provider has verified the address */
  readonly isVerified: boolean;
  readonly name: string | null;
}

/** `other_identity`: the account of the address is linked to another id at the provider. */
export type SignInRefusal = 'no_account' | 'unverified' | 'other_identity';
export type Admission = { readonly sessionId: string } | { readonly refused: SignInRefusal };

/** Ends the access of every application that the person has connected. */
export type EndApplications = (tx: Tx, person: { readonly userId: string; readonly email: string }, request: Origin) => Promise<void>;

interface ProviderSignIn {
  readonly profile: ProviderProfile;
  readonly caller: SignInCaller;
  readonly endApplications: EndApplications;
}

/**
 * Called when a provider first verifies the address of an account. Anybody with a link could have
 * created the account and chosen its password. Therefore the password, all sessions, all reset
 * links and the access of all applications are deleted.
 */
async function handOver(tx: Tx, { profile: { provider }, caller, endApplications }: ProviderSignIn, user: store.User): Promise<void> {
  await store.dropPassword(tx, user.id);
  await store.dropResetLinks(tx, user.id);
  const ended = await endSessions(tx, user.id, null);
  await endApplications(tx, { userId: user.id, email: user.email }, caller);
  await auditPerson(tx, { userId: user.id, email: user.email }, caller, {
    action: 'account.password',
    target: { kind: 'user', id: user.id, label: user.email },
    after: { by: `removed at the first sign-in through ${provider}`, sessions_ended: ended },
  });
}

/**
 * Links the person to the provider's id. Returns false if the id belongs to another person, or the
 * person has another id there: the email address then has a new owner at the provider.
 */
async function tie(tx: Tx, signIn: ProviderSignIn, { id }: store.User): Promise<boolean> {
  const { profile } = signIn;
  const user = await store.findUser(tx, id, { lock: true });
  if (!user) return false;
  const isFirst = !(await store.hasIdentity(tx, id));
  if (!(await store.insertIdentity(tx, profile.provider, profile.subject, id)))
    return (await store.findUserByIdentity(tx, profile.provider, profile.subject))?.id === id;
  if (isFirst && user.passwordHash !== null) await handOver(tx, signIn, user);
  return true;
}

/** The name of the person at the provider, or the first part of the address. */
const nameOf = ({ name }: ProviderProfile, email: string): string =>
  withoutDeceptive((name ?? '').trim().slice(0, MAX_TYPED)).trim() || defined(email.split('@')[0]).slice(0, MAX_TYPED);

/**
 * Signs in by an open invitation of the address: creates the account and accepts every such
 * invitation. Returns null if there is neither.
 */
async function joinByInvitation(tx: Tx, profile: ProviderProfile, email: string, caller: SignInCaller): Promise<store.User | null> {
  const invitations = await openInvitationsOf(tx, email);
  // Another request of this person may have accepted them since the account was looked up.
  if (invitations.length === 0) return store.findUserByEmail(tx, email);
  const user = {
    id: newId(),
    email,
    name: nameOf(profile, email),
    passwordHash: null,
    locale: 'browser',
  } as const;
  if (!(await store.insertUser(tx, user))) return store.findUserByEmail(tx, email);
  for (const invitation of invitations) await acceptInvitation(tx, invitation, { userId: user.id, email }, caller);
  return user;
}

/**
 * Signs in a known person by the provider's own id. The first time, by an address that the provider
 * has verified and that has an account here or an open invitation. A previous password of the
 * account ends, and so does what was opened with it.
 */
export function signInWithProvider(db: Db, signIn: ProviderSignIn): Promise<Admission> {
  const { profile, caller } = signIn;
  return db.transaction(async (tx) => {
    const known = await store.findUserByIdentity(tx, profile.provider, profile.subject);
    if (known) return { sessionId: await open(tx, known, profile.provider, caller) };
    if (!profile.email || !profile.isVerified) return { refused: 'unverified' };
    const email = normalizeEmail(profile.email);
    const user = (await store.findUserByEmail(tx, email)) ?? (await joinByInvitation(tx, profile, email, caller));
    if (!user) return { refused: 'no_account' };
    if (!(await tie(tx, signIn, user))) return { refused: 'other_identity' };
    return { sessionId: await open(tx, user, profile.provider, caller) };
  });
}
