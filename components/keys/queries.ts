'use client';

import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { CONNECTIONS_KEY } from '#components/account/queries';
import { MINUTE_MS } from '#components/ui/durations';
import { every } from '#components/ui/refetch';
import type { KeyStatus } from '#lib/access/keys/literals';
import { type BodyOf, call } from '#lib/api/call';
import { createKey, editKeyBanks, getKey, listBanks, listKeys, revokeKey, rotateKey } from '#lib/api/calls';

/**
 * Queries about keys. Secrets are never cached: they exist only in the mutation that created them,
 * until its dialog closes.
 */

/** Interval while a page waits for the first call of a client. */
export const FIRST_CALL_MS = 3000;
const PAGE = 1000;
const BANKS_SHOWN = 100;

export interface KeyFilter {
  readonly status: readonly KeyStatus[];
  readonly q: string;
  readonly sort: 'created_at' | 'name' | 'last_used_at' | 'expires_at';
  readonly order: 'asc' | 'desc';
}

/** Key of all queries about the keys of an organization. */
export const keysKey = (org: string) => ['keys', org] as const;

export const keysQuery = (org: string, { status, q, sort, order }: KeyFilter) =>
  infiniteQueryOptions({
    queryKey: [...keysKey(org), 'list', { status, q, sort, order }],
    queryFn: ({ signal, pageParam }) =>
      call(listKeys, { org, query: { status: [...status], sort, order, limit: PAGE, offset: pageParam, ...(q !== '' && { q }) }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ offset, items, total }) => (offset + items.length < total && items.length > 0 ? offset + items.length : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: every(MINUTE_MS),
  });

export const keyQuery = (org: string, id: string) =>
  queryOptions({
    queryKey: [...keysKey(org), 'one', id],
    queryFn: ({ signal }) => call(getKey, { org, params: { key_id: id }, signal }),
    refetchInterval: every(MINUTE_MS),
  });

/** Active keys, the newest first, among them those of connected applications. */
export const activeKeysQuery = (org: string) =>
  queryOptions({
    queryKey: [...keysKey(org), 'active'],
    queryFn: ({ signal }) => call(listKeys, { org, query: { sort: 'created_at', limit: PAGE }, signal }),
    refetchInterval: every(MINUTE_MS),
  });

/**
 * When a new key was first used; null until then. Polls until the first call and then stays, so its
 * query key is not among those that changes of keys invalidate.
 */
export const firstCallQuery = (org: string, id: string) =>
  queryOptions({
    queryKey: ['first-call', org, id],
    queryFn: async ({ signal }) => (await call(getKey, { org, params: { key_id: id }, signal })).last_used_at,
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state }) => (state.data ? false : FIRST_CALL_MS),
  });

/** Active keys whose name or prefix matches, for pickers. */
export const keyChoicesQuery = (org: string, q: string) =>
  queryOptions({
    queryKey: [...keysKey(org), 'choices', q],
    queryFn: ({ signal }) =>
      call(listKeys, {
        org,
        query: { status: ['active', 'expired', 'revoked'], sort: 'last_used_at', limit: BANKS_SHOWN, ...(q !== '' && { q }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const bankChoicesQuery = (org: string, q: string) =>
  queryOptions({
    queryKey: ['banks', org, 'choices', q],
    queryFn: ({ signal }) => call(listBanks, { org, query: { limit: BANKS_SHOWN, ...(q !== '' && { q }) }, signal }),
    placeholderData: keepPreviousData,
  });

/** Invalidates everything about keys, including the audit log and connected applications. */
export const renewKeys = (client: QueryClient, org: string): Promise<unknown> =>
  Promise.all([keysKey(org), ['audit', org], CONNECTIONS_KEY].map((queryKey) => client.invalidateQueries({ queryKey })));

function useRenew(org: string) {
  const client = useQueryClient();
  return () => renewKeys(client, org);
}

/** The response contains the secret, so it is removed as soon as the dialog is reset. */
const SECRET = { gcTime: 0 } as const;

/** `onCreated` completes before the response is shown. */
export function useCreateKey(org: string, onCreated: () => Promise<unknown>) {
  const renew = useRenew(org);
  return useMutation({
    ...SECRET,
    mutationFn: (body: BodyOf<typeof createKey>) => call(createKey, { org, body }),
    onSuccess: () => {
      void renew();
      return onCreated();
    },
  });
}

export function useRotateKey(org: string) {
  const renew = useRenew(org);
  return useMutation({
    ...SECRET,
    mutationFn: ({ id, name }: { id: string; name: string | undefined }) =>
      call(rotateKey, { org, params: { key_id: id }, body: { name } }),
    onSuccess: () => void renew(),
  });
}

/** Not optimistic: it counts as revoked when the server confirms it. */
export function useRevokeKey(org: string) {
  const renew = useRenew(org);
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) => call(revokeKey, { org, params: { key_id: id }, body: { name } }),
    onSettled: renew,
  });
}

/** Revokes one key after another. Queries are invalidated by `renew`, after the last. */
export function useKeyBatch(org: string) {
  const renew = useRenew(org);
  return {
    revoke: ({ id, name }: { id: string; name: string }) => call(revokeKey, { org, params: { key_id: id }, body: { name } }),
    renew,
  };
}

export function useEditBanks(org: string) {
  const renew = useRenew(org);
  return useMutation({
    mutationFn: ({ id, banks }: { id: string; banks: readonly string[] | null }) =>
      call(editKeyBanks, { org, params: { key_id: id }, body: { allowed_bank_ids: banks === null ? null : [...banks] } }),
    onSuccess: renew,
  });
}
