'use client';

import { useConsole } from '#components/shell/console-context';
import { keys as t } from '#components/strings/keys';
import type { ConsoleKey } from '#lib/access/keys/contract';
import type { KeyLock } from '#lib/access/keys/literals';

/** Not everything that locks a scope keeps a key from being rotated. */
const ROTATE: Partial<Record<KeyLock, string>> = t.locks.rotate;

/** Why an action on a key is not open: for this person's role, and for anybody. null: it is. */
export interface KeyReasons {
  readonly scope: string | null;
  readonly rotate: string | null;
  readonly revoke: string | null;
}

export function useKeyReasons(): (key: Pick<ConsoleKey, 'locks'>) => KeyReasons {
  const { lockedBy } = useConsole();
  const role = lockedBy('key.manage');
  // Whoever may change nothing hears that first: what the key itself forbids reads like advice that the person could follow.
  return ({ locks }) => ({
    scope: role ?? (locks.scope && t.locks.scope[locks.scope]),
    rotate: role ?? (locks.rotate && (ROTATE[locks.rotate] ?? null)),
    revoke: role ?? (locks.revoke && t.locks.revoke[locks.revoke]),
  });
}
