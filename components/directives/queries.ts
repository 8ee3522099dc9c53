'use client';

import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Ranked } from '#components/directives/order';
import { MINUTE_MS } from '#components/ui/durations';
import { every } from '#components/ui/refetch';
import { type BodyOf, call } from '#lib/api/call';
import { createDirective, deleteDirective, listDirectives, updateDirective } from '#lib/api/calls';
import type { DirectivePage } from '#lib/memory/directives/contract';
import type { DirectiveTagMode } from '#lib/memory/directives/literals';

const directivesKey = (org: string, bankId: string) => ['directives', org, bankId] as const;
const listKey = (org: string, bankId: string) => [...directivesKey(org, bankId), 'list'] as const;

/** More than a bank may have. */
const ALL = 1000;

/** All directives of a bank, in the order of the prompt. */
export const directivesQuery = (org: string, bankId: string) =>
  queryOptions({
    queryKey: listKey(org, bankId),
    queryFn: ({ signal }) => call(listDirectives, { org, bankId, query: { active_only: false, limit: ALL }, signal }),
    refetchInterval: every(MINUTE_MS),
  });

/** The active directives that a question with a tag filter follows. Without tags: untagged ones. */
export const matchingQuery = (org: string, bankId: string, tags: readonly string[], match: DirectiveTagMode) =>
  queryOptions({
    queryKey: [...directivesKey(org, bankId), 'matching', { tags, match }],
    queryFn: ({ signal }) =>
      call(listDirectives, {
        org,
        bankId,
        query: { ...(tags.length > 0 ? { tags: [...tags], tags_match: match } : { tags_match: 'exact' }), limit: ALL },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Runs a change and then reads the directives again, even if it failed. */
function useChange<Arguments, Answer>(org: string, bankId: string, act: (variables: Arguments) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: act, onSettled: () => client.invalidateQueries({ queryKey: directivesKey(org, bankId) }) });
}

const ofDirective = (id: string) => ({ directive_id: id });

export const useCreate = (org: string, bankId: string) =>
  useChange(org, bankId, (body: BodyOf<typeof createDirective>) => call(createDirective, { org, bankId, body }));

export const useUpdate = (org: string, bankId: string) =>
  useChange(org, bankId, ({ id, body }: { id: string; body: BodyOf<typeof updateDirective> }) =>
    call(updateDirective, { org, bankId, params: ofDirective(id), body }),
  );

export const useDelete = (org: string, bankId: string) =>
  useChange(org, bankId, (id: string) => call(deleteDirective, { org, bankId, params: ofDirective(id) }));

/**
 * Stores new priorities, one after another, and shows the new order at once. Several moves run in
 * their order, and the list is read again after the last.
 */
export function useMove(org: string, bankId: string) {
  const client = useQueryClient();
  const mutationKey = [...directivesKey(org, bankId), 'move'];
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join('/') },
    mutationFn: async (changes: readonly Ranked[]) => {
      for (const { id, priority } of changes) await call(updateDirective, { org, bankId, params: ofDirective(id), body: { priority } });
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries({ queryKey: directivesKey(org, bankId) });
    },
  });
}

/** Shows directives in another order, with new priorities, until they are read again. */
export function useShownOrder(org: string, bankId: string) {
  const client = useQueryClient();
  return (items: DirectivePage['items'], changes: readonly Ranked[]) => {
    const priorities = new Map(changes.map(({ id, priority }) => [id, priority]));
    const queryKey = listKey(org, bankId);
    void client.cancelQueries({ queryKey });
    client.setQueryData<DirectivePage>(
      queryKey,
      (page) => page && { ...page, items: items.map((item) => ({ ...item, priority: priorities.get(item.id) ?? item.priority })) },
    );
  };
}
