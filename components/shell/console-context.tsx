'use client';

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { shell as t } from '#components/strings/shell';
import type { Me } from '#lib/access/people/contract';
import { may, PERMISSIONS, type Permission } from '#lib/base/roles';

export interface Console {
  me: Me;
  /** The organization of the URL. */
  organization: Me['organizations'][number];
  may: (permission: Permission) => boolean;
  /** Why the user’s role does not permit an action, for `locked` of buttons. Null if it does. */
  lockedBy: (permission: Permission) => string | null;
}

const Context = createContext<Console | null>(null);

export function ConsoleProvider({ me, organization, children }: Pick<Console, 'me' | 'organization'> & { children: ReactNode }) {
  const value = useMemo<Console>(() => {
    const { role } = organization;
    return {
      me,
      organization,
      may: (permission) => may(role, permission),
      lockedBy: (permission) => (may(role, permission) ? null : t.locked(PERMISSIONS[permission], role)),
    };
  }, [me, organization]);
  return <Context.Provider value={value}>{children}</Context.Provider>;
}

/** The signed-in user and the organization. Only within the console frame. */
export function useConsole(): Console {
  const value = useContext(Context);
  if (!value) throw new Error('useConsole outside of the console');
  return value;
}

const BankContext = createContext<string | null>(null);
export const BankProvider = BankContext.Provider;

/** Id of the bank in the URL. Only within bank pages. */
export function useBank(): string {
  const bankId = useContext(BankContext);
  if (bankId === null) throw new Error('useBank outside of a bank');
  return bankId;
}
