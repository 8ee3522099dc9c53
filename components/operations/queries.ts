'use client';

import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { openCount, pollAfter, quietOf } from '#components/operations/poll';
import { isOpen, viewOfStatus } from '#components/operations/view';
import { useHydrated } from '#components/ui/use-hydrated';
import { call } from '#lib/api/call';
import { cancelOperation, deleteOperation, getOperation, listOperations, retryOperation } from '#lib/api/calls';
import type { OperationSort, OperationStatus } from '#lib/jobs/operations/literals';

/**
 * Key of all queries about the operations of a bank. Invalidate it after a call that queues work.
 */
export const operationsKey = (org: string, bankId: string) => ['operations', org, bankId] as const;

export const PAGE = 50;
/** Agents also queue work, without notifying the page. */
const OTHERS_MS = 10_000;

export interface OperationFilter {
  readonly status: OperationStatus | null;
  readonly type: string | null;
  readonly sort?: OperationSort;
  readonly order: 'asc' | 'desc';
  readonly offset: number;
}

/** The tray uses the same filter, so both share one response. */
export const EVERYTHING: OperationFilter = { status: null, type: null, order: 'desc', offset: 0 };

/**
 * The operations of a bank without their parts. Polls less and less often while nothing changes,
 * and never in a hidden page.
 */
export const operationsQuery = (org: string, bankId: string, { status, type, sort = 'created_at', order, offset }: OperationFilter) =>
  queryOptions({
    queryKey: [...operationsKey(org, bankId), 'list', { status, type, sort, order, offset }],
    queryFn: ({ signal }) =>
      call(listOperations, {
        org,
        bankId,
        query: {
          exclude_parts: true,
          sort,
          order,
          limit: PAGE,
          offset,
          ...(status !== null && { status }),
          ...(type !== null && { type }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && openCount(data) > 0 ? pollAfter(quietOf(data, Date.now())) : OTHERS_MS),
    refetchOnWindowFocus: 'always',
  });

/**
 * The same list and counts as on the page of operations, for other pages of the bank. Returns
 * nothing until the page is hydrated, because the tray may have its response earlier.
 */
export function useOperations(org: string, bankId: string) {
  const query = useQuery(operationsQuery(org, bankId, EVERYTHING));
  const isHydrated = useHydrated();
  return { ...query, data: isHydrated && !query.isPlaceholderData ? query.data : undefined };
}

/** One operation with its parts and results. */
export const operationQuery = (org: string, bankId: string, id: string) =>
  queryOptions({
    queryKey: [...operationsKey(org, bankId), 'one', id],
    queryFn: ({ signal }) => call(getOperation, { org, bankId, params: { operation_id: id }, signal }),
    refetchInterval: ({ state: { data } }) => {
      const view = data && viewOfStatus(data);
      return view && isOpen(view) ? pollAfter(quietOf(data, Date.now())) : false;
    },
  });

export type OperationAction = 'cancel' | 'retry' | 'remove';
const CALLS = { cancel: cancelOperation, retry: retryOperation, remove: deleteOperation } as const;

export const actOn = (org: string, bankId: string, act: OperationAction, id: string) =>
  call(CALLS[act], { org, bankId, params: { operation_id: id } });

/** The operation to act on, and its name for messages. */
export interface Target {
  readonly id: string;
  readonly name: string;
}

interface ActCallbacks {
  readonly onSuccess?: (one: Target) => void;
  readonly onError?: (error: unknown, one: Target) => void;
}

/**
 * Cancels, retries or deletes an operation, then always reads the operations again.
 * `callbacks` also run if the page was left before the response arrived.
 */
export function useAct(org: string, bankId: string, act: OperationAction, callbacks: ActCallbacks = {}) {
  const client = useQueryClient();
  /** The second click of a double click arrives before the page is re-rendered. */
  const asked = useRef(new Set<string>());
  const mutation = useMutation({
    mutationFn: ({ id }: Target) => actOn(org, bankId, act, id),
    onSuccess: (_, one) => callbacks.onSuccess?.(one),
    onError: (error, one) => callbacks.onError?.(error, one),
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
