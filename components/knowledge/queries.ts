'use client';

import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Move } from '#components/knowledge/moves';
import { MINUTE_MS } from '#components/ui/durations';
import { every } from '#components/ui/refetch';
import { type BodyOf, call } from '#lib/api/call';
import {
  createKnowledgeFolder,
  createKnowledgePage,
  deleteKnowledgeNode,
  getKnowledgeBaseTree,
  searchKnowledgeBase,
  updateKnowledgeNode,
} from '#lib/api/calls';

const knowledgeKey = (org: string, bankId: string) => ['knowledge', org, bankId] as const;

export const treeQuery = (org: string, bankId: string) =>
  queryOptions({
    queryKey: [...knowledgeKey(org, bankId), 'tree'],
    queryFn: ({ signal }) => call(getKnowledgeBaseTree, { org, bankId, query: {}, signal }),
    refetchInterval: every(MINUTE_MS),
  });

/** Pages that match words, best first. Disabled without words. */
export const searchQuery = (org: string, bankId: string, q: string) =>
  queryOptions({
    queryKey: [...knowledgeKey(org, bankId), 'search', q],
    queryFn: ({ signal }) => call(searchKnowledgeBase, { org, bankId, query: { q }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });

/** Runs a change and then reads the tree again, even if it failed. */
function useChange<Arguments, Answer>(org: string, bankId: string, act: (variables: Arguments) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: act, onSettled: () => client.invalidateQueries({ queryKey: knowledgeKey(org, bankId) }) });
}

const ofNode = (id: string) => ({ node_id: id });

export const useCreateFolder = (org: string, bankId: string) =>
  useChange(org, bankId, (body: BodyOf<typeof createKnowledgeFolder>) => call(createKnowledgeFolder, { org, bankId, body }));

export const useCreatePage = (org: string, bankId: string) =>
  useChange(org, bankId, (body: BodyOf<typeof createKnowledgePage>) => call(createKnowledgePage, { org, bankId, body }));

export const useRename = (org: string, bankId: string) =>
  useChange(org, bankId, ({ id, name }: { id: string; name: string }) =>
    call(updateKnowledgeNode, { org, bankId, params: ofNode(id), body: { name } }),
  );

export const useDelete = (org: string, bankId: string) =>
  useChange(org, bankId, (id: string) => call(deleteKnowledgeNode, { org, bankId, params: ofNode(id) }));

/** Moves run in their order, and the tree is read again after the last. */
export function useMove(org: string, bankId: string) {
  const client = useQueryClient();
  const mutationKey = [...knowledgeKey(org, bankId), 'move'];
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join('/') },
    mutationFn: ({ id, parentId, position }: Move) =>
      call(updateKnowledgeNode, { org, bankId, params: ofNode(id), body: { parent_id: parentId, position } }),
    onSettled: () => {
      if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries({ queryKey: knowledgeKey(org, bankId) });
    },
  });
}
