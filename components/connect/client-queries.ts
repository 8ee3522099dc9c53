'use client';

import { queryOptions, skipToken, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
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

/** A key for one client, or for all clients of a bank. */
type KeyFor = Client | 'any';

/** A key that was made in this tab. `at`: epoch milliseconds. */
type MadeKey = NewSecret & { readonly at: number };
type MadeKeys = Readonly<Partial<Record<KeyFor, MadeKey>>>;
const NONE: MadeKeys = {};

/**
 * The keys that were made in this tab, with their secrets. They exist only in memory: until the
 * page is reloaded, or the cache is cleared because the user signs out or the session ends.
 */
const madeKeysQuery = (org: string, bankId: string) =>
  queryOptions<MadeKeys>({
    queryKey: ['made-keys', org, bankId],
    queryFn: skipToken,
    initialData: NONE,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

export interface ClientKeys {
  /** The active key that was made in this tab for a client, or for all. */
  of: (client: KeyFor) => NewSecret | undefined;
  /** Whether that key was made for all clients. */
  isShared: (client: Client) => boolean;
  /** The newest active key for only this bank, except those of applications; null until known. */
  existing: ConsoleKey | undefined | null;
  isUsed: (id: string) => boolean;
  create: (client: KeyFor) => void;
  busy: boolean;
  error: unknown;
  forgetError: () => void;
}

/** A name that no active key has: with a number if necessary. */
function freeName(base: string, keys: readonly ConsoleKey[]): string {
  const names = new Set(keys.map(({ name }) => name));
  const numbered = (n: number): string => (n === 1 ? base : `${cut(base, MAX_KEY_NAME - 4)} ${n}`);
  let n = 1;
  while (names.has(numbered(n))) n += 1;
  return numbered(n);
}

/** Creates a key for a client or for all, and knows those that were made in this tab. */
export function useClientKeys(org: string, bankId: string): ClientKeys {
  const client = useQueryClient();
  const { data: made = NONE } = useQuery(madeKeysQuery(org, bankId));
  const active = useQuery(activeKeysQuery(org));
  const { mutate, reset, isPending, error } = useCreateKey(org, nothing);
  const once = useOnce();
  const keys = active.data?.items ?? [];
  // A key that was revoked meanwhile is not offered.
  const isActive = ({ id, at }: MadeKey): boolean => active.dataUpdatedAt < at || keys.some((key) => key.id === id);
  const own = (to: KeyFor): MadeKey | undefined => {
    const key = made[to];
    return key && isActive(key) ? key : undefined;
  };
  const create = (to: KeyFor) => {
    if (!once.take()) return;
    const name = freeName(cut(t.keyName(t.clientList[to === 'any' ? 'curl' : to].name, bankId), MAX_KEY_NAME), keys);
    mutate(
      { name, expires_in: '90_days', allowed_bank_ids: [bankId], create_scoped_keys: false },
      {
        onSuccess: (key) => {
          client.setQueryData(madeKeysQuery(org, bankId).queryKey, (before: MadeKeys = NONE) => ({
            ...before,
            [to]: { ...key, at: Date.now() },
          }));
          announce(t.created);
          reset();
        },
        onSettled: once.release,
      },
    );
  };
  return {
    of: (to) => own(to) ?? own('any'),
    isShared: (to) => own(to) === undefined && own('any') !== undefined,
    existing: active.data
      ? keys.find(({ origin, allowed_bank_ids: banks }) => origin !== 'application' && banks?.length === 1 && banks[0] === bankId)
      : null,
    isUsed: (id) => keys.some((key) => key.id === id && key.last_used_at !== null),
    create,
    busy: isPending,
    error,
    forgetError: () => error && reset(),
  };
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
