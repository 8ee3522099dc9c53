'use client';

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { shell as t } from '#components/strings/shell';
import type { Me } from '#lib/access/people/contract';
import { may, PERMISSIONS, type Permission } from '#lib/base/roles';

export interface Console {
  me: Me;
  /** the one of the address */
  organization: Me['organizations'][number];
  may: (permission: Permission) => boolean;
  /** for `locked` of a button: which roles may, and what one is; null where nothing stands in the way */
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

/** Who is signed in and where; inside the console's frame only. */
export function useConsole(): Console {
  const value = useContext(Context);
  if (!value) throw new Error('useConsole outside of the console');
  return value;
}

const BankContext = createContext<string | null>(null);
export const BankProvider = BankContext.Provider;

/** Id of the bank of the address; inside a bank's pages only. */
export function useBank(): string {
  const bankId = useContext(BankContext);
  if (bankId === null) throw new Error('useBank outside of a bank');
  return bankId;
}
