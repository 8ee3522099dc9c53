'use client';

import { useConsole } from '#components/shell/console-context';
import { keys as t } from '#components/strings/keys';
import type { ConsoleKey } from '#lib/access/keys/contract';
import type { KeyLock } from '#lib/access/keys/literals';

/** Why actions on a key are locked, for this user or for everyone. Null if they are not. */
export interface KeyReasons {
  readonly scope: string | null;
  readonly rotate: string | null;
  readonly revoke: string | null;
}

export function useKeyReasons(): (key: Pick<ConsoleKey, 'locks'>) => KeyReasons {
  const { lockedBy } = useConsole();
  const role = lockedBy('key.manage');
  // Some reasons that lock the scope do not lock the rotation.
  const rotation: Partial<Record<KeyLock, string>> = t.locks.rotate;
  // The user's role comes first, because the other reasons are advice that a user without the role
  // could not follow.
  return ({ locks }) => ({
    scope: role ?? (locks.scope && t.locks.scope[locks.scope]),
    rotate: role ?? (locks.rotate && (rotation[locks.rotate] ?? null)),
    revoke: role ?? (locks.revoke && t.locks.revoke[locks.revoke]),
  });
}
