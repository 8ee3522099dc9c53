'use client';

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Client } from '#components/connect/client-literals';
import { activeKeysQuery, FIRST_CALL_MS, useCreateKey } from '#components/keys/queries';
import type { NewSecret } from '#components/keys/secret-dialog';
import { connectClient as t } from '#components/strings/connect-client';
import { cut } from '#components/ui/cut';
import { announce } from '#components/ui/live';
import { useOnce } from '#components/ui/use-once';
import type { ConsoleKey } from '#lib/access/keys/contract';
import { MAX_KEY_NAME } from '#lib/base/bounds';

const nothing = async () => undefined;

export interface ClientKeys {
  /** The key that was made for a client on this page. */
  of: (client: Client) => NewSecret | undefined;
  create: (client: Client) => void;
  busy: boolean;
  error: unknown;
  forgetError: () => void;
}

/**
 * Creates a key for a client. The secrets exist only in the state of the page, which is dropped
 * when the user leaves it.
 */
export function useClientKeys(org: string, bankId: string): ClientKeys {
  const [made, setMade] = useState<Partial<Record<Client, NewSecret>>>({});
  const { mutate, reset, isPending, error } = useCreateKey(org, nothing);
  const once = useOnce();
  const create = (client: Client) => {
    if (!once.take()) return;
    const name = cut(t.keyName(t.clientList[client].name, bankId), MAX_KEY_NAME);
    mutate(
      { name, expires_in: '90_days', allowed_bank_ids: [bankId], create_scoped_keys: false },
      {
        onSuccess: (key) => {
          setMade((before) => ({ ...before, [client]: key }));
          announce(t.created);
          reset();
        },
        onSettled: once.release,
      },
    );
  };
  return { of: (client) => made[client], create, busy: isPending, error, forgetError: () => error && reset() };
}

export interface Applications {
  read: UseQueryResult<ConsoleKey[]>;
  /** The application that was connected last, since the page was opened. */
  newest: ConsoleKey | undefined;
}

/**
 * The connected applications that reach a bank. Compares with those of the first answer, because
 * the clocks of the browser and the server may differ.
 */
export function useApplications(org: string, bankId: string, isWaiting: boolean): Applications {
  const first = useRef<{ of: string; ids: ReadonlySet<string> } | null>(null);
  const hasNewest = useRef(false);
  const read = useQuery({
    ...activeKeysQuery(org),
    refetchOnMount: 'always',
    ...(isWaiting && !hasNewest.current && { refetchInterval: FIRST_CALL_MS }),
    select: ({ items }) =>
      items.filter(({ origin, allowed_bank_ids: banks }) => origin === 'application' && (banks === null || banks.includes(bankId))),
  });
  const of = `${org} ${bankId}`;
  if (first.current?.of !== of && read.data && read.isFetchedAfterMount)
    first.current = { of, ids: new Set(read.data.map(({ id }) => id)) };
  const known = first.current?.of === of ? first.current.ids : null;
  const newest = known ? read.data?.find(({ id }) => !known.has(id)) : undefined;
  hasNewest.current = newest !== undefined;
  return { read, newest };
}
