import { createHash } from 'node:crypto';
import { networkOf } from '#lib/access/limits/network';
import { count, forget, isCounted, type Limit, uncount } from '#lib/access/limits/store';
import type { Db } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';

const WINDOW = 15 * 60;
const DAY = 24 * 60 * 60;

/** Guessing the password of one account from one place. */
const PAIR: Limit = { name: 'sign-in', points: 10, seconds: WINDOW };
/** Trying many accounts from one place; an office behind one address has room. */
const PLACE: Limit = { name: 'sign-in-place', points: 100, seconds: WINDOW };
/** That an account signed in from a place: others who fail there do not shut it out. */
const FAMILIAR: Limit = { name: 'sign-in-familiar', points: 1, seconds: 30 * DAY };
/** Trying one account from many places. */
const ACCOUNT: Limit = { name: 'sign-in-account', points: 100, seconds: WINDOW };

/** Counters say nothing about who tried what to those who read the table. */
const hidden = (text: string): string => createHash('sha256').update(text).digest('base64url');

export interface SignInAttempt {
  /** normalised address or another name of the account */
  readonly account: string;
  /** null: not known, which counts as one place */
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
  new ServiceError('too_many_requests', 'Too many attempts to sign in. Wait a while.', { retryAfterSeconds: seconds });

/**
 * Counts an attempt before it is looked at, so that attempts side by side do not pass together. Throws `too_many_requests`. Beyond the
 * bound of its place an attempt on an account that has signed in from there still passes: the bound of account and place together limits
 * guessing. Such an attempt must answer the returned error if it fails, as one that did not pass: the place must not learn which accounts
 * these are.
 */
export async function countAttempt(db: Db, attempt: SignInAttempt): Promise<ServiceError | null> {
  const [pair, place, account] = keysOf(attempt);
  const ofPair = await count(db, ...pair);
  if (!ofPair.isAllowed) throw refusal(ofPair.seconds);
  const ofPlace = await count(db, ...place);
  const isSpent = !ofPlace.isAllowed;
  if (isSpent && !(await isCounted(db, FAMILIAR, pair[1]))) throw refusal(ofPlace.seconds);
  const ofAccount = await count(db, ...account);
  if (!ofAccount.isAllowed) throw refusal(isSpent ? ofPlace.seconds : ofAccount.seconds);
  return isSpent ? refusal(ofPlace.seconds) : null;
}

/** The account has a password of now: what was tried before says nothing about it. The place stays what it was. */
export async function forgetAttempts(db: Db, attempt: SignInAttempt): Promise<void> {
  const [pair, , account] = keysOf(attempt);
  await forget(db, ...pair);
  await forget(db, ...account);
}

/**
 * An attempt that succeeded: what failed before it on the same account from the same place is forgotten, it does not count itself, and the
 * account is familiar at the place from now on.
 */
export async function forgiveAttempt(db: Db, attempt: SignInAttempt): Promise<void> {
  const [pair, place, account] = keysOf(attempt);
  await forget(db, ...pair);
  await uncount(db, ...place);
  await uncount(db, ...account);
  await count(db, FAMILIAR, pair[1]);
}
