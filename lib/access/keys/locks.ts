import type { KeyLock } from '#lib/access/keys/literals';

/** What cannot be done with a key whoever asks: read by the services, which answer 409, and by the console, which says why. */

export interface LockFacts {
  readonly isChild: boolean;
  readonly isBootstrap: boolean;
  readonly isRevoked: boolean;
  readonly isExpired: boolean;
}

/** Revoked is final; expired keys are dead; keys that a program or the operator made are as they were made. */
export function scopeLock({ isChild, isBootstrap, isRevoked, isExpired }: LockFacts): KeyLock | null {
  if (isChild) return 'child';
  if (isBootstrap) return 'bootstrap';
  if (isRevoked) return 'revoked';
  return isExpired ? 'expired' : null;
}

/** A sibling of an expired key is what its owner needs next; children are made anew by their parent. */
export function rotateLock({ isChild, isRevoked }: LockFacts): KeyLock | null {
  if (isChild) return 'child';
  return isRevoked ? 'revoked' : null;
}

export const revokeLock = ({ isRevoked }: LockFacts): KeyLock | null => (isRevoked ? 'revoked' : null);

const REASONS: Readonly<Record<KeyLock, string>> = {
  revoked: 'The key is revoked',
  expired: 'The key has expired',
  child: 'The key was created by another key and cannot be changed',
  bootstrap: 'The key was created by the server and cannot be changed',
};

export const lockWords = (lock: KeyLock): string => REASONS[lock];
