import type { KeyLock } from '#lib/access/keys/literals';

/**
 * Actions on a key that are impossible for every caller. The services answer them with 409, and the
 * console explains them.
 */

export interface LockFacts {
  readonly isChild: boolean;
  readonly isBootstrap: boolean;
  readonly isApplication: boolean;
  readonly isRevoked: boolean;
  readonly isExpired: boolean;
}

/**
 * Revocation is final; expired keys stay expired; keys that a program or the operator created
 * cannot be changed.
 */
export function scopeLock({ isChild, isBootstrap, isRevoked, isExpired }: LockFacts): KeyLock | null {
  if (isChild) return 'child';
  if (isBootstrap) return 'bootstrap';
  if (isRevoked) return 'revoked';
  return isExpired ? 'expired' : null;
}

/**
 * An expired key can be rotated, because its owner needs a new one; child keys are recreated by
 * their parent.
 */
export function rotateLock({ isChild, isApplication, isRevoked }: LockFacts): KeyLock | null {
  if (isChild) return 'child';
  if (isApplication) return 'application';
  return isRevoked ? 'revoked' : null;
}

export const revokeLock = ({ isRevoked }: LockFacts): KeyLock | null => (isRevoked ? 'revoked' : null);

const REASONS: Readonly<Record<KeyLock, string>> = {
  revoked: 'The key is revoked',
  expired: 'The key has expired',
  child: 'The key was created by another key and cannot be changed: create a new child key instead',
  application: 'An application connects with it: revoke it, and connect the application again',
  bootstrap: 'The key was created by the server and cannot be changed: create a key in the console instead',
};

export const lockWords = (lock: KeyLock): string => REASONS[lock];
