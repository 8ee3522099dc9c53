'use client';

import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Move } from '#components/knowledge/moves';
import { watchOperation } from '#components/operations/watched';
import { renewModels } from '#components/shell/renew';
import { useRemoval } from '#components/shell/use-removal';
import { MINUTE_MS } from '#components/ui/durations';
import { every } from '#components/ui/refetch';
import { type BodyOf, call, download } from '#lib/api/call';
import {
  createKnowledgeFolder,
  createKnowledgePage,
  deleteKnowledgeNode,
  exportKnowledgeZip,
  getKnowledgeBaseTree,
  searchKnowledgeBase,
  updateKnowledgeNode,
} from '#lib/api/calls';
import type { KnowledgeNode, KnowledgeTree } from '#lib/memory/knowledge/contract';

export const knowledgeKey = (org: string, bankId: string) => ['knowledge', org, bankId] as const;

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
  return useMutation({ mutationFn: act, onSettled: () => renewModels(client, org, bankId) });
}

const ofNode = (id: string) => ({ node_id: id });

export const useCreateFolder = (org: string, bankId: string) =>
  useChange(org, bankId, (body: BodyOf<typeof createKnowledgeFolder>) => call(createKnowledgeFolder, { org, bankId, body }));

/** Creates a page. The tray follows the operation that generates its text. */
export const useCreatePage = (org: string, bankId: string) =>
  useChange(org, bankId, async (body: BodyOf<typeof createKnowledgePage>) => {
    const made = await call(createKnowledgePage, { org, bankId, body });
    if (made.operation_id) watchOperation({ org, bankId, id: made.operation_id, about: body?.name ?? null });
    return made;
  });

export const useRename = (org: string, bankId: string) =>
  useChange(org, bankId, ({ id, name }: { id: string; name: string }) =>
    call(updateKnowledgeNode, { org, bankId, params: ofNode(id), body: { name } }),
  );

interface DeletedNode {
  readonly id: string;
  /** The mental model of the open page, if it is deleted too: it is not read again. */
  readonly openModelId: string | null;
}

export const useDelete = (org: string, bankId: string) =>
  useRemoval(org, bankId, {
    act: ({ id }: DeletedNode) => call(deleteKnowledgeNode, { org, bankId, params: ofNode(id) }),
    idOf: ({ id, openModelId }) => openModelId ?? id,
    renew: (client) => renewModels(client, org, bankId),
  });

/** Shows a changed tree until it is read again. */
export function useShownTree(org: string, bankId: string) {
  const client = useQueryClient();
  return (changed: (roots: readonly KnowledgeNode[]) => KnowledgeNode[]) => {
    const { queryKey } = treeQuery(org, bankId);
    void client.cancelQueries({ queryKey });
    client.setQueryData<KnowledgeTree>(queryKey, (tree) => tree && { ...tree, roots: changed(tree.roots) });
  };
}

export const exportZip = (org: string, bankId: string) => download(exportKnowledgeZip, { org, bankId });

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
