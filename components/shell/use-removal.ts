'use client';

import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * Items that are being deleted, or were deleted and are still shown: `[org, bankId, id]` as text.
 */
const leaving = new Set<string>();

/** Keys of queries about an item of a bank are `[area, org, bankId, kind, id, …]`. */
const nameOf = ([, org, bankId, , id]: QueryKey): string => JSON.stringify([org, bankId, id]);

/** The `enabled` of every query: false for items that are being deleted. */
export const isStaying = ({ queryKey }: { queryKey: QueryKey }): boolean => leaving.size === 0 || !leaving.has(nameOf(queryKey));

/**
 * Removes queries from the cache as soon as no page shows them, because what they are about was
 * deleted and its id may be reused. Calls `onRemoved` after the last.
 */
export function removeUnseen(client: QueryClient, isRemoved: (query: { queryKey: QueryKey }) => boolean, onRemoved?: () => void): void {
  const cache = client.getQueryCache();
  const look = (): void => {
    const known = cache.findAll({ predicate: isRemoved });
    for (const query of known) if (query.getObserversCount() === 0) cache.remove(query);
    if (known.some((query) => query.getObserversCount() > 0)) return;
    stop();
    onRemoved?.();
  };
  const stop = cache.subscribe(({ type }) => type === 'observerRemoved' && look());
  look();
}

/**
 * Disables the queries of an item until the deletion fails, or until it is deleted and no page
 * shows it. Authors choose document ids, so its cached data is removed.
 */
export function leave(client: QueryClient, org: string, bankId: string, id: string) {
  const name = nameOf(['', org, bankId, '', id]);
  const isOfIt = ({ queryKey }: { queryKey: QueryKey }): boolean => nameOf(queryKey) === name;
  leaving.add(name);
  void client.cancelQueries({ predicate: isOfIt });
  return {
    stay: (): void => void leaving.delete(name),
    finish: (): void => removeUnseen(client, isOfIt, () => leaving.delete(name)),
  };
}

interface Removal<Given, Answer> {
  act: (given: Given) => Promise<Answer>;
  idOf: (given: Given) => string;
  /** Invalidates queries afterwards, even if the deletion failed. */
  renew: (client: QueryClient) => unknown;
}

/**
 * Deletes an item of a bank. Its page stays visible until the response navigates away. Background
 * work or a returning tab may trigger refetches meanwhile, so the queries of the item are disabled.
 */
export function useRemoval<Given, Answer>(org: string, bankId: string, { act, idOf, renew }: Removal<Given, Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onMutate: (given) => leave(client, org, bankId, idOf(given)),
    onError: (_error, _given, leaver) => leaver?.stay(),
    onSuccess: (_answer, _given, leaver) => leaver.finish(),
    onSettled: () => void renew(client),
  });
}
