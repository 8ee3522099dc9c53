'use client';

import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { knowledgeKey } from '#components/knowledge/queries';
import { watchOperation } from '#components/operations/watched';
import { renewModels } from '#components/shell/renew';
import { useRemoval } from '#components/shell/use-removal';
import { MINUTE_MS } from '#components/ui/durations';
import { type BodyOf, call } from '#lib/api/call';
import {
  clearMentalModel,
  createMentalModel,
  decideOnBlock,
  deleteMentalModel,
  dryRunRefreshMentalModel,
  getMentalModel,
  getMentalModelVersion,
  listBlockDecisions,
  listMentalModels,
  listMentalModelVersions,
  listTags,
  refreshMentalModel,
  restoreMentalModel,
  undoBlockDecision,
  updateMentalModel,
} from '#lib/api/calls';
import type { MentalModel } from '#lib/memory/mental-models/contract';
import type { MentalModelSort, MentalModelTagMode } from '#lib/memory/mental-models/literals';

/** Key of all queries about the mental models of a bank. */
export const mentalModelsKey = (org: string, bankId: string) => ['mental-models', org, bankId] as const;

export const PAGE = 50;
export const VERSIONS_SHOWN = 100;
const TAGS = 200;
/** Poll interval while one is being generated. */
const WORKING_MS = 2500;
/**
 * Poll interval for changes by others. Hidden pages do not poll, and read immediately when they
 * become visible.
 */
const OTHERS_MS = 15_000;

const isWorkedOn = (model: Pick<MentalModel, 'operation_id'>): boolean => (model.operation_id ?? null) !== null;

export interface MentalModelListFilter {
  readonly tags: readonly string[];
  readonly tags_match: MentalModelTagMode;
  readonly sort: MentalModelSort;
  readonly order: 'asc' | 'desc';
  readonly offset: number;
}

/** Includes the content, for its size, but not the last refresh responses. */
export const mentalModelsQuery = (org: string, bankId: string, { tags, tags_match, sort, order, offset }: MentalModelListFilter) =>
  queryOptions({
    queryKey: [...mentalModelsKey(org, bankId), 'list', { tags, tags_match, sort, order, offset }],
    queryFn: ({ signal }) =>
      call(listMentalModels, {
        org,
        bankId,
        query: {
          detail: 'content',
          sort,
          order,
          limit: PAGE,
          offset,
          ...((tags.length > 0 || tags_match === 'exact') && { tags: [...tags], tags_match }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.items.some(isWorkedOn) ? WORKING_MS : MINUTE_MS),
  });

/** Tags of mental models, with counts. */
export const mentalModelTagsQuery = (org: string, bankId: string) =>
  queryOptions({
    queryKey: [...mentalModelsKey(org, bankId), 'tags'],
    queryFn: ({ signal }) => call(listTags, { org, bankId, query: { limit: TAGS, source: 'mental_models' }, signal }),
  });

/** One mental model with all fields. Polls faster while a refresh runs or waits. */
export const mentalModelQuery = (org: string, bankId: string, id: string) =>
  queryOptions({
    queryKey: [...mentalModelsKey(org, bankId), 'one', id],
    queryFn: ({ signal }) => call(getMentalModel, { org, bankId, params: { mental_model_id: id }, query: { detail: 'full' }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isWorkedOn(data) ? WORKING_MS : OTHERS_MS),
  });

/** Reads the current state. A request that is already running may return an older one. */
export async function rereadMentalModel(client: QueryClient, ...of: Parameters<typeof mentalModelQuery>): Promise<MentalModel> {
  const query = mentalModelQuery(...of);
  await client.cancelQueries({ queryKey: query.queryKey });
  return client.fetchQuery(query);
}

/** All versions, newest first, without their content. */
export const versionsQuery = (org: string, bankId: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [...mentalModelsKey(org, bankId), 'versions', id],
    initialPageParam: 0,
    queryFn: ({ signal, pageParam: offset }) =>
      call(listMentalModelVersions, {
        org,
        bankId,
        params: { mental_model_id: id },
        query: { limit: VERSIONS_SHOWN, offset },
        signal,
      }),
    getNextPageParam: ({ total }, pages) => {
      const read = pages.reduce((sum, { items }) => sum + items.length, 0);
      return read < total ? read : undefined;
    },
  });

/** The content of a version never changes; the state of its sources does. */
export const versionQuery = (org: string, bankId: string, id: string, version: number) =>
  queryOptions({
    queryKey: [...mentalModelsKey(org, bankId), 'version', id, version],
    queryFn: ({ signal }) =>
      call(getMentalModelVersion, { org, bankId, params: { mental_model_id: id, version: String(version) }, signal }),
    staleTime: MINUTE_MS,
  });

/**
 * Like `versionQuery`, for the current version: its sources may be deleted while it is visible. The
 * version before it remains visible until it is read.
 */
export const currentVersionQuery = (...of: Parameters<typeof versionQuery>) =>
  queryOptions({ ...versionQuery(...of), staleTime: 0, refetchInterval: OTHERS_MS, placeholderData: keepPreviousData });

/** What people decided about blocks, and what happened to their evidence since. */
export const decisionsQuery = (org: string, bankId: string, id: string) =>
  queryOptions({
    queryKey: [...mentalModelsKey(org, bankId), 'decisions', id],
    queryFn: ({ signal }) => call(listBlockDecisions, { org, bankId, params: { mental_model_id: id }, signal }),
    staleTime: 0,
    refetchInterval: OTHERS_MS,
  });

/** Runs a change and then reads the models again, even if it failed. */
function useChange<Arguments, Answer>(org: string, bankId: string, act: (variables: Arguments) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: act, onSettled: () => renewModels(client, org, bankId) });
}

const ofModel = (id: string) => ({ mental_model_id: id });

/** Creates a mental model. The tray follows the operation that generates its content. */
export const useCreate = (org: string, bankId: string) =>
  useChange(org, bankId, async (body: BodyOf<typeof createMentalModel>) => {
    const made = await call(createMentalModel, { org, bankId, body });
    watchOperation({ org, bankId, id: made.operation_id, about: body?.name ?? null });
    return made;
  });

/**
 * A trigger is sent as a whole, so the body is based on the current model and not on the one this
 * page last read.
 */
export const useUpdate = (org: string, bankId: string) =>
  useChange(org, bankId, async ({ id, bodyOf }: { id: string; bodyOf: (now: MentalModel) => BodyOf<typeof updateMentalModel> }) => {
    const params = ofModel(id);
    const now = await call(getMentalModel, { org, bankId, params, query: { detail: 'content' } });
    return call(updateMentalModel, { org, bankId, params, body: bodyOf(now) });
  });

export const useDelete = (org: string, bankId: string) =>
  useRemoval(org, bankId, {
    act: (id: string) => call(deleteMentalModel, { org, bankId, params: ofModel(id) }),
    idOf: (id) => id,
    renew: (client) => {
      // A cached tree would open the deleted page until it is read again.
      client.removeQueries({ queryKey: knowledgeKey(org, bankId), type: 'inactive' });
      return renewModels(client, org, bankId);
    },
  });

/** Queues a refresh, which the tray follows. */
export const useRefresh = (org: string, bankId: string) =>
  useChange(org, bankId, async ({ id, name }: Pick<MentalModel, 'id' | 'name'>) => {
    const queued = await call(refreshMentalModel, { org, bankId, params: ofModel(id) });
    watchOperation({ org, bankId, id: queued.operation_id, about: name });
    return queued;
  });

export const useClear = (org: string, bankId: string) =>
  useChange(org, bankId, (id: string) => call(clearMentalModel, { org, bankId, params: ofModel(id) }));

export const useRestore = (org: string, bankId: string) =>
  useChange(org, bankId, ({ id, version }: { id: string; version: number }) =>
    call(restoreMentalModel, { org, bankId, params: ofModel(id), body: { version } }),
  );

/** Decides about a block of the current version. */
export const useDecide = (org: string, bankId: string, id: string) =>
  useChange(org, bankId, (body: BodyOf<typeof decideOnBlock>) => call(decideOnBlock, { org, bankId, params: ofModel(id), body }));

export const useUndo = (org: string, bankId: string, id: string) =>
  useChange(org, bankId, (body: BodyOf<typeof undoBlockDecision>) => call(undoBlockDecision, { org, bankId, params: ofModel(id), body }));

/** Writes nothing, so no query is invalidated. Aborted when the page is left. */
export const dryRun = (org: string, bankId: string, id: string, signal: AbortSignal) =>
  call(dryRunRefreshMentalModel, { org, bankId, params: ofModel(id), signal });
