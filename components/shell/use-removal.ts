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
 * Disables the queries of an item until the deletion fails, or until it is deleted and no page
 * shows it. Its id may be reused (authors choose document ids), so its cached data is removed.
 */
export function leave(client: QueryClient, org: string, bankId: string, id: string) {
  const name = nameOf(['', org, bankId, '', id]);
  const isOfIt = ({ queryKey }: { queryKey: QueryKey }): boolean => nameOf(queryKey) === name;
  leaving.add(name);
  void client.cancelQueries({ predicate: isOfIt });
  return {
    stay: (): void => void leaving.delete(name),
    finish: (): void => {
      const cache = client.getQueryCache();
      const look = (): void => {
        const known = cache.findAll({ predicate: isOfIt });
        if (known.some((query) => query.getObserversCount() > 0)) return;
        stop();
        leaving.delete(name);
        for (const query of known) cache.remove(query);
      };
      const stop = cache.subscribe(({ type }) => type === 'observerRemoved' && look());
      look();
    },
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
