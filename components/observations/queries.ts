'use client';

import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { operationsQuery } from '#components/operations/queries';
import { isOpen, type OperationView, viewOfItem } from '#components/operations/view';
import { watchOperation } from '#components/operations/watched';
import { renewAfterChange } from '#components/shell/renew';
import { MINUTE_MS } from '#components/ui/durations';
import { every } from '#components/ui/refetch';
import { call } from '#lib/api/call';
import {
  clearMemoryObservations,
  clearObservations,
  consolidate,
  getConsolidation,
  getMemory,
  getMemoryHistory,
  listObservationScopes,
  listObservations,
  recoverConsolidation,
} from '#lib/api/calls';
import type { ObservationSort } from '#lib/memory/observations/literals';

const ofBank = (org: string, bankId: string) => ['observations', org, bankId] as const;

const WORKING_MS = 4000;
export const PAGE = 50;
export const SCOPES_SHOWN = 100;
export const FAILURES_SHOWN = 20;

export interface ObservationFilter {
  readonly q: string;
  /** Exactly these tags. Empty for the global scope, null for all scopes. */
  readonly scope: readonly string[] | null;
  readonly sort: ObservationSort;
  readonly order: 'asc' | 'desc';
  readonly offset: number;
}

export const observationsQuery = (org: string, bankId: string, { q, scope, sort, order, offset }: ObservationFilter) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'list', { q, scope, sort, order, offset }],
    queryFn: ({ signal }) =>
      call(listObservations, {
        org,
        bankId,
        query: { limit: PAGE, offset, sort, order, ...(q !== '' && { q }), ...(scope !== null && { exact: 'true', tags: [...scope] }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: every(MINUTE_MS),
  });

export const scopesQuery = (org: string, bankId: string) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'scopes'],
    queryFn: ({ signal }) => call(listObservationScopes, { org, bankId, query: { limit: SCOPES_SHOWN }, signal }),
  });

export const observationQuery = (org: string, bankId: string, id: string) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'one', id],
    queryFn: ({ signal }) => call(getMemory, { org, bankId, params: { memory_id: id }, signal }),
  });

export const historyQuery = (org: string, bankId: string, id: string) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'history', id],
    queryFn: ({ signal }) => call(getMemoryHistory, { org, bankId, params: { memory_id: id }, signal }),
  });

/** Polls faster while facts are pending, to show the progress. */
export const consolidationQuery = (org: string, bankId: string) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'state'],
    queryFn: ({ signal }) => call(getConsolidation, { org, bankId, query: { limit: FAILURES_SHOWN }, signal }),
    refetchInterval: ({ state: { data } }) => (data && data.pending > 0 ? WORKING_MS : MINUTE_MS),
  });

const OF_CONSOLIDATION = { status: null, type: 'consolidation', order: 'desc', offset: 0 } as const;

/** Waiting and running consolidations of the bank. */
export function useConsolidations(org: string, bankId: string): readonly OperationView[] {
  const { data } = useQuery(operationsQuery(org, bankId, OF_CONSOLIDATION));
  return data?.operations.map(viewOfItem).filter(isOpen) ?? [];
}

function useRenew(org: string, bankId: string) {
  const client = useQueryClient();
  return () => void renewAfterChange(client, org, bankId);
}

export function useConsolidate(org: string, bankId: string) {
  const renew = useRenew(org, bankId);
  return useMutation({
    mutationFn: async () => {
      const queued = await call(consolidate, { org, bankId, body: {} });
      watchOperation({ org, bankId, id: queued.operation_id });
      return queued;
    },
    onSettled: renew,
  });
}

export function useRecover(org: string, bankId: string) {
  const renew = useRenew(org, bankId);
  return useMutation({ mutationFn: () => call(recoverConsolidation, { org, bankId }), onSettled: renew });
}

export function useClearObservations(org: string, bankId: string) {
  const renew = useRenew(org, bankId);
  return useMutation({ mutationFn: () => call(clearObservations, { org, bankId }), onSettled: renew });
}

export function useClearOfFact(org: string, bankId: string) {
  const renew = useRenew(org, bankId);
  return useMutation({
    mutationFn: (id: string) => call(clearMemoryObservations, { org, bankId, params: { memory_id: id } }),
    onSettled: renew,
  });
}
