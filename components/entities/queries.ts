'use client';

import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { renewAfterChange } from '#components/shell/renew';
import { useRemoval } from '#components/shell/use-removal';
import { call } from '#lib/api/call';
import {
  deleteEntity,
  getEntity,
  keepEntitiesApart,
  listEntities,
  listEntityChanges,
  listEntitySuggestions,
  listMemories,
  mergeEntity,
  splitEntity,
  undoEntityChange,
  updateEntity,
} from '#lib/api/calls';
import type { FactType } from '#lib/base/literals';
import type { EntityCategory, EntitySort } from '#lib/memory/entities/literals';

export const PAGE = 100;
const TIMELINE = 20;
/** Fact types that mention entities directly. Observations are listed separately. */
export const NAMING: readonly FactType[] = ['world', 'experience'];
const FOUND = 8;

const ofBank = (org: string, bankId: string) => ['entities', org, bankId] as const;

export interface EntityFilter {
  readonly q: string;
  readonly category: EntityCategory | null;
  readonly sort?: EntitySort;
  readonly order?: 'asc' | 'desc';
  readonly offset: number;
}

const queryOf = ({ q, category, sort = 'mention_count', order = 'desc', offset }: EntityFilter, limit: number) => ({
  limit,
  offset,
  // The default order has an index.
  ...((sort !== 'mention_count' || order !== 'desc') && { sort, order }),
  ...(q !== '' && { q }),
  ...(category !== null && { category }),
});

export const entitiesQuery = (org: string, bankId: string, filter: EntityFilter) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'list', filter],
    queryFn: ({ signal }) => call(listEntities, { org, bankId, query: queryOf(filter, PAGE), signal }),
    placeholderData: keepPreviousData,
  });

/** Entities that can be a merge target. */
export const targetsQuery = (org: string, bankId: string, q: string) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'targets', q],
    queryFn: ({ signal }) => call(listEntities, { org, bankId, query: queryOf({ q, category: null, offset: 0 }, FOUND), signal }),
    placeholderData: keepPreviousData,
  });

export const entityQuery = (org: string, bankId: string, id: string) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'one', id],
    queryFn: ({ signal }) => call(getEntity, { org, bankId, params: { entity_id: id }, signal }),
  });

/** The latest memories that mention it. */
export const timelineQuery = (org: string, bankId: string, id: string) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'memories', id],
    queryFn: ({ signal }) =>
      call(listMemories, {
        org,
        bankId,
        query: { entity_id: id, type: [...NAMING], sort: 'occurred_start', limit: TIMELINE, offset: 0 },
        signal,
      }),
  });

export const changesQuery = (org: string, bankId: string, id: string) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'changes', id],
    queryFn: ({ signal }) => call(listEntityChanges, { org, bankId, params: { entity_id: id }, query: { limit: 50, offset: 0 }, signal }),
  });

export const suggestionsQuery = (org: string, bankId: string) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'suggestions'],
    queryFn: ({ signal }) => call(listEntitySuggestions, { org, bankId, query: { limit: 50 }, signal }),
  });

/** Runs a change, then invalidates all queries that name entities, even if it failed. */
function useChange<Arguments, Answer>(org: string, bankId: string, act: (given: Arguments) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: act, onSettled: () => renewAfterChange(client, org, bankId) });
}

export const useRename = (org: string, bankId: string) =>
  useChange(org, bankId, ({ id, name, kind }: { id: string; name: string; kind: string }) =>
    call(updateEntity, { org, bankId, params: { entity_id: id }, body: { canonical_name: name, kind } }),
  );

export const useMerge = (org: string, bankId: string) =>
  useRemoval(org, bankId, {
    act: ({ id, into }: { id: string; into: string }) => call(mergeEntity, { org, bankId, params: { entity_id: id }, body: { into } }),
    idOf: ({ id }) => id,
    renew: (client) => renewAfterChange(client, org, bankId),
  });

export const useDeleteEntity = (org: string, bankId: string, id: string) =>
  useRemoval(org, bankId, {
    act: ({ shared }: { shared: boolean }) => call(deleteEntity, { org, bankId, params: { entity_id: id }, query: { shared } }),
    idOf: () => id,
    renew: (client) => renewAfterChange(client, org, bankId),
  });

/** Merges and deletes single entities. `renew` invalidates the queries, after the last. */
export function useEntityBatch(org: string, bankId: string) {
  const client = useQueryClient();
  return {
    merge: (id: string, into: string) => call(mergeEntity, { org, bankId, params: { entity_id: id }, body: { into } }),
    remove: (id: string) => call(deleteEntity, { org, bankId, params: { entity_id: id }, query: { shared: false } }),
    renew: () => renewAfterChange(client, org, bankId),
  };
}

export const useSplit = (org: string, bankId: string) =>
  useChange(org, bankId, ({ id, aliases, name }: { id: string; aliases: string[]; name: string }) =>
    call(splitEntity, { org, bankId, params: { entity_id: id }, body: { aliases, ...(name !== '' && { canonical_name: name }) } }),
  );

export const useUndo = (org: string, bankId: string) =>
  useChange(org, bankId, ({ id, change }: { id: string; change: string }) =>
    call(undoEntityChange, { org, bankId, params: { entity_id: id, change_id: change } }),
  );

export const useKeepApart = (org: string, bankId: string) =>
  useChange(org, bankId, ({ id, from }: { id: string; from: string }) =>
    call(keepEntitiesApart, { org, bankId, params: { entity_id: id }, body: { from } }),
  );
