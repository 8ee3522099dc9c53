'use client';

import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { openCount, pollAfter, quietOf } from '#components/operations/poll';
import { isOpen, toldOfStatus } from '#components/operations/words';
import { useHydrated } from '#components/ui/use-hydrated';
import { call } from '#lib/api/call';
import { cancelOperation, deleteOperation, getOperation, listOperations, retryOperation } from '#lib/api/calls';
import type { OperationStatus } from '#lib/jobs/operations/literals';

/** All that is read of the operations of a bank; invalidate it after a call that queues work. */
export const operationsKey = (org: string, bankId: string) => ['operations', org, bankId] as const;

export const PAGE = 50;
/** Agents queue work too, and nobody tells the page. */
const OTHERS_MS = 10_000;

export interface OperationFilter {
  readonly status: OperationStatus | null;
  readonly type: string | null;
  readonly offset: number;
}

/** What the tray looks at too, so that both share one answer. */
export const EVERYTHING: OperationFilter = { status: null, type: null, offset: 0 };

/** The operations of a bank without their parts; asked again, ever more seldom while nothing changes, never in a hidden page. */
export const operationsQuery = (org: string, bankId: string, { status, type, offset }: OperationFilter) =>
  queryOptions({
    queryKey: [...operationsKey(org, bankId), 'list', { status, type, offset }],
    queryFn: ({ signal }) =>
      call(listOperations, {
        org,
        bankId,
        query: { exclude_parts: true, limit: PAGE, offset, ...(status !== null && { status }), ...(type !== null && { type }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && openCount(data) > 0 ? pollAfter(quietOf(data, Date.now())) : OTHERS_MS),
    refetchOnWindowFocus: 'always',
  });

/** What the page of operations lists and counts, for other pages of the bank. Nothing until the page is taken over: the tray may have its answer before. */
export function useOperations(org: string, bankId: string) {
  const query = useQuery(operationsQuery(org, bankId, EVERYTHING));
  const isHydrated = useHydrated();
  return { ...query, data: isHydrated && !query.isPlaceholderData ? query.data : undefined };
}

/** One operation with its parts and what it did. */
export const operationQuery = (org: string, bankId: string, id: string) =>
  queryOptions({
    queryKey: [...operationsKey(org, bankId), 'one', id],
    queryFn: ({ signal }) => call(getOperation, { org, bankId, params: { operation_id: id }, signal }),
    refetchInterval: ({ state: { data } }) => {
      const told = data && toldOfStatus(data);
      return told && isOpen(told) ? pollAfter(quietOf(data, Date.now())) : false;
    },
  });

export type Act = 'cancel' | 'retry' | 'remove';
const CALLS = { cancel: cancelOperation, retry: retryOperation, remove: deleteOperation } as const;

/** What something is done with, and what it is called when that is said. */
export interface Target {
  readonly id: string;
  readonly name: string;
}

interface Said {
  readonly onSuccess?: (one: Target) => void;
  readonly onError?: (error: unknown, one: Target) => void;
}

/**
 * Cancels, tries again or deletes the record. Whatever comes of it, the truth is read again. What is `said` is said too when the page was
 * left before the answer came.
 */
export function useAct(org: string, bankId: string, act: Act, said: Said = {}) {
  const client = useQueryClient();
  /** the second click of a double click comes before the page is drawn anew */
  const asked = useRef(new Set<string>());
  const mutation = useMutation({
    mutationFn: ({ id }: Target) => call(CALLS[act], { org, bankId, params: { operation_id: id } }),
    onSuccess: (_, one) => said.onSuccess?.(one),
    onError: (error, one) => said.onError?.(error, one),
    onSettled: (_, __, { id }) => {
      asked.current.delete(id);
      return client.invalidateQueries({ queryKey: operationsKey(org, bankId) });
    },
  });
  const mutate: typeof mutation.mutate = (one, options) => {
    if (asked.current.has(one.id)) return;
    asked.current.add(one.id);
    mutation.mutate(one, options);
  };
  return { ...mutation, mutate };
}
