'use client';

import { keepPreviousData, type Query, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CountQuery, Filter, MemoryQuery } from '#components/memories/ask';
import { renewAfterChange } from '#components/shell/renew';
import { isStaying, useRemoval } from '#components/shell/use-removal';
import { ApiError, type BodyOf, call } from '#lib/api/call';
import {
  countMemories,
  deleteMemory,
  extendMemories,
  getChunk,
  getDocument,
  getEntity,
  getMemory,
  getMemoryHistory,
  invalidateMemories,
  listDocuments,
  listEntities,
  listMemories,
  listMemoryRevisions,
  listTags,
  restoreMemory,
  revertMemories,
  updateMemory,
} from '#lib/api/calls';
import type { MemoryState } from '#lib/base/literals';
import type { MemoryResponse } from '#lib/memory/memories/contract';

/** Page size. The list loads the visible pages. */
export const PAGE = 100;
const CHOICES = 50;
const SHOWN_OBSERVATIONS = 5;
const SHOWN_REPLACED = 20;

const all = (org: string, bankId: string) => ['memories', org, bankId] as const;

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
const retry = (failures: number, error: Error): boolean => failures < 2 && !(error instanceof ApiError && error.status < 500);

export const memoriesQuery = (org: string, bankId: string, ask: MemoryQuery, offset = 0) =>
  queryOptions({
    queryKey: [...all(org, bankId), 'list', ask, offset],
    queryFn: ({ signal }) => call(listMemories, { org, bankId, query: { ...ask, limit: PAGE, offset }, signal }),
    placeholderData: offset === 0 ? keepPreviousData : undefined,
  });

/** A deleted memory does not return, so it is not requested again. */
export const mayBeThere = (query: Pick<Query, 'queryKey' | 'state'>): boolean => query.state.data !== null && isStaying(query);

export const memoryQuery = (org: string, bankId: string, id: string) =>
  queryOptions({
    queryKey: [...all(org, bankId), 'one', id],
    queryFn: ({ signal }): Promise<MemoryResponse | null> =>
      call(getMemory, { org, bankId, params: { memory_id: id }, signal }).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    retry,
    enabled: mayBeThere,
  });

/** Observations based on a memory. */
export const restingQuery = (org: string, bankId: string, id: string) =>
  queryOptions({
    queryKey: [...all(org, bankId), 'resting', id],
    queryFn: ({ signal }) =>
      call(listMemories, { org, bankId, query: { source_id: id, sort: 'updated_at', limit: SHOWN_OBSERVATIONS, offset: 0 }, signal }),
  });

/** Memories that a memory replaced. */
export const replacedQuery = (org: string, bankId: string, id: string) =>
  queryOptions({
    queryKey: [...all(org, bankId), 'replaced', id],
    queryFn: ({ signal }) =>
      call(listMemories, { org, bankId, query: { superseded_by: id, sort: 'occurred_start', limit: SHOWN_REPLACED, offset: 0 }, signal }),
  });

export const revisionsQuery = (org: string, bankId: string, id: string) =>
  queryOptions({
    queryKey: [...all(org, bankId), 'revisions', id],
    queryFn: ({ signal }) => call(listMemoryRevisions, { org, bankId, params: { memory_id: id }, query: { limit: 100 }, signal }),
  });

export const changesQuery = (org: string, bankId: string, id: string) =>
  queryOptions({
    queryKey: [...all(org, bankId), 'changes', id],
    queryFn: ({ signal }) => call(getMemoryHistory, { org, bankId, params: { memory_id: id }, signal }),
  });

export const chunkQuery = (org: string, id: string) =>
  queryOptions({
    queryKey: ['chunks', org, id],
    queryFn: ({ signal }) => call(getChunk, { org, params: { chunk_id: id }, signal }),
    retry,
  });

/** The number of results of several filters. */
export const countsQuery = (org: string, bankId: string, filters: readonly CountQuery[]) =>
  queryOptions({
    queryKey: [...all(org, bankId), 'counts', filters],
    queryFn: async ({ signal }) => (await call(countMemories, { org, bankId, body: { filters: [...filters] }, signal })).counts,
    enabled: filters.length > 0,
  });

/** A filter option. */
export interface FilterOption {
  readonly value: string;
  readonly label: string;
}
export interface FilterOptions {
  readonly offers: readonly FilterOption[];
  readonly total: number;
}

/** A search for filter options: the best matches and the number of all. */
const offersQuery = <Item>(
  key: readonly unknown[],
  read: (signal: AbortSignal) => Promise<{ items: readonly Item[]; total: number }>,
  offerOf: (item: Item) => FilterOption,
) =>
  queryOptions({
    queryKey: key,
    queryFn: async ({ signal }): Promise<FilterOptions> => {
      const { items, total } = await read(signal);
      return { offers: items.map(offerOf), total };
    },
    placeholderData: keepPreviousData,
  });

const choicesOf = (q: string) => ({ limit: CHOICES, offset: 0, ...(q !== '' && { q }) });

export const tagsQuery = (org: string, bankId: string, q: string) =>
  offersQuery(
    [...all(org, bankId), 'tags', q],
    (signal) => call(listTags, { org, bankId, query: choicesOf(q && `*${q}*`), signal }),
    ({ tag }) => ({ value: tag, label: tag }),
  );

export const documentsQuery = (org: string, bankId: string, q: string) =>
  offersQuery(
    [...all(org, bankId), 'documents', q],
    (signal) => call(listDocuments, { org, bankId, query: choicesOf(q), signal }),
    ({ id }) => ({ value: id, label: id }),
  );

export const entitiesQuery = (org: string, bankId: string, q: string) =>
  offersQuery(
    [...all(org, bankId), 'entities', q],
    (signal) => call(listEntities, { org, bankId, query: choicesOf(q), signal }),
    ({ id, canonical_name }) => ({ value: id, label: canonical_name }),
  );

/** The name of the filtered entity, or null if it does not exist. */
export const entityNameQuery = (org: string, bankId: string, id: string) =>
  queryOptions({
    queryKey: [...all(org, bankId), 'entity', id],
    queryFn: ({ signal }) =>
      call(getEntity, { org, bankId, params: { entity_id: id }, signal }).then(
        ({ canonical_name }) => canonical_name,
        (error: unknown) => {
          if (isMissing(error)) return null;
          throw error;
        },
      ),
    retry,
  });

export const documentQuery = (org: string, bankId: string, id: string) =>
  queryOptions({
    queryKey: ['documents', org, bankId, 'one', id],
    queryFn: ({ signal }) => call(getDocument, { org, bankId, params: { document_id: id }, signal }),
    retry,
  });

function useRenew(org: string, bankId: string) {
  const client = useQueryClient();
  return () => void renewAfterChange(client, org, bankId);
}

export type MemoryEdit = BodyOf<typeof updateMemory>;

/** Edits, invalidates or reverts a memory. Returns the updated memory. */
export function useUpdateMemory(org: string, bankId: string, id: string) {
  const client = useQueryClient();
  const renew = useRenew(org, bankId);
  return useMutation({
    mutationFn: (body: MemoryEdit) => call(updateMemory, { org, bankId, params: { memory_id: id }, body }),
    onSuccess: (memory) => client.setQueryData(memoryQuery(org, bankId, id).queryKey, memory),
    onSettled: renew,
  });
}

export function useRestoreMemory(org: string, bankId: string, id: string) {
  const renew = useRenew(org, bankId);
  return useMutation({
    mutationFn: (body: BodyOf<typeof restoreMemory>) => call(restoreMemory, { org, bankId, params: { memory_id: id }, body }),
    onSettled: renew,
  });
}

export function useDeleteMemory(org: string, bankId: string, id: string) {
  const renew = useRenew(org, bankId);
  return useRemoval(org, bankId, {
    act: ({ purge }: { purge: boolean }) => call(deleteMemory, { org, bankId, params: { memory_id: id }, query: { purge } }),
    idOf: () => id,
    renew,
  });
}

/** Changes of one memory after another. Queries are invalidated by `renew`, after the last. */
export function useMemoryBatch(org: string, bankId: string) {
  const renew = useRenew(org, bankId);
  return {
    update: (id: string, body: MemoryEdit) => call(updateMemory, { org, bankId, params: { memory_id: id }, body }),
    remove: (id: string) => call(deleteMemory, { org, bankId, params: { memory_id: id }, query: { purge: false } }),
    renew,
  };
}

export const bulkOf = (to: MemoryState) => (to === 'invalidated' ? invalidateMemories : revertMemories);

/**
 * The number of memories that a bulk change affects. Never cached, because the button depends on
 * it.
 */
export const bulkCountQuery = (org: string, bankId: string, to: MemoryState, filter: Filter) =>
  queryOptions({
    queryKey: [...all(org, bankId), 'bulk', to, filter],
    queryFn: ({ signal }) => call(bulkOf(to), { org, bankId, body: { filter, all: true, dry_run: true }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

export function useBulk(org: string, bankId: string, to: MemoryState) {
  const renew = useRenew(org, bankId);
  return useMutation({
    mutationFn: ({ filter, reason, expected }: { filter: Filter; reason: string; expected: number }) =>
      call(bulkOf(to), { org, bankId, body: { filter, all: true, expected_count: expected, ...(reason !== '' && { reason }) } }),
    onSettled: renew,
  });
}

/** The number of memories whose expiry would be extended. Never cached, like other bulk counts. */
export const extendCountQuery = (org: string, bankId: string, filter: Filter, expires_at: string) =>
  queryOptions({
    queryKey: [...all(org, bankId), 'extend', filter, expires_at],
    queryFn: ({ signal }) => call(extendMemories, { org, bankId, body: { filter, all: true, expires_at, dry_run: true }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

export function useExtendAll(org: string, bankId: string) {
  const renew = useRenew(org, bankId);
  return useMutation({
    mutationFn: ({ filter, expires_at, expected }: { filter: Filter; expires_at: string; expected: number }) =>
      call(extendMemories, { org, bankId, body: { filter, all: true, expires_at, expected_count: expected } }),
    onSettled: renew,
  });
}
