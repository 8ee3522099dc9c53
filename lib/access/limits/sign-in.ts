import { createHash } from 'node:crypto';
import { networkOf } from '#lib/access/limits/network';
import { count, forget, isCounted, type Limit, renew, uncount } from '#lib/access/limits/store';
import type { Db } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';

const WINDOW = 15 * 60;
const DAY = 24 * 60 * 60;

/** Guessing the password of one account from one client address. */
const PAIR: Limit = { name: 'sign-in', points: 10, seconds: WINDOW };
/** Trying many accounts from one client address. An office behind one address needs room. */
const PLACE: Limit = { name: 'sign-in-place', points: 100, seconds: WINDOW };
/**
 * Marks that an account has signed in from an address, so that failures of others there do not lock
 * it out.
 */
const FAMILIAR: Limit = { name: 'sign-in-familiar', points: 1, seconds: 30 * DAY };
/** Trying one account from many client addresses. */
const ACCOUNT: Limit = { name: 'sign-in-account', points: 100, seconds: WINDOW };

/** Hashed, so that readers of the table do not see who tried what. */
const hidden = (text: string): string => createHash('sha256').update(text).digest('base64url');

export interface SignInAttempt {
  /** normalized email address or another name of the account */
  readonly account: string;
  /** null: unknown; all unknown addresses share one counter */
  readonly address: string | null;
}

const keysOf = ({ account, address }: SignInAttempt) => {
  const place = address === null ? 'unknown' : networkOf(address);
  return [
    [PAIR, hidden(`${account}\n${place}`)],
    [PLACE, hidden(place)],
    [ACCOUNT, hidden(account)],
  ] as const;
};

const refusal = (seconds: number): ServiceError =>
  new ServiceError('too_many_requests', 'Too many sign-in attempts. Try again later.', { retryAfterSeconds: seconds });

/**
 * Counts an attempt before its password is checked, so that concurrent attempts do not bypass the
 * limit. Throws `too_many_requests`. If the client address or the account is over its limit, an
 * account that has signed in from the address may still try: the limit of account and address
 * together prevents guessing. If such an attempt fails, respond with the returned error, as for a
 * rejected attempt, so that the response does not reveal which accounts these are.
 */
export async function countAttempt(db: Db, attempt: SignInAttempt): Promise<ServiceError | null> {
  const [pair, place, account] = keysOf(attempt);
  const ofPair = await count(db, ...pair);
  if (!ofPair.isAllowed) throw refusal(ofPair.seconds);
  const isFamiliar = (): Promise<boolean> => isCounted(db, FAMILIAR, pair[1]);
  const ofPlace = await count(db, ...place);
  if (!ofPlace.isAllowed && !(await isFamiliar())) throw refusal(ofPlace.seconds);
  const ofAccount = await count(db, ...account);
  if (!ofAccount.isAllowed && !(await isFamiliar())) throw refusal(ofPlace.isAllowed ? ofAccount.seconds : ofPlace.seconds);
  const spent = [ofPlace, ofAccount].find(({ isAllowed }) => !isAllowed);
  return spent ? refusal(spent.seconds) : null;
}

/**
 * The account has a new password, so earlier attempts do not count. The counters of the address
 * remain.
 */
export async function forgetAttempts(db: Db, attempt: SignInAttempt): Promise<void> {
  const [pair, , account] = keysOf(attempt);
  await forget(db, ...pair);
  await forget(db, ...account);
}

/**
 * Records a successful attempt. Earlier failures of the account from the same address are deleted,
 * and the attempt does not count. For 30 days from now, the account is known at the address.
 */
export async function forgiveAttempt(db: Db, attempt: SignInAttempt): Promise<void> {
  const [pair, place, account] = keysOf(attempt);
  await forget(db, ...pair);
  await uncount(db, ...place);
  await uncount(db, ...account);
  await renew(db, FAMILIAR, pair[1]);
}
