'use client';

import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/** What is being deleted, and what was and is still in sight: `[org, bankId, id]` as text. */
const leaving = new Set<string>();

/** Keys of what one thing of a bank tells are `[area, org, bankId, what, id, …]`. */
const nameOf = ([, org, bankId, , id]: QueryKey): string => JSON.stringify([org, bankId, id]);

/** False for what is not to be asked for, because it goes: the `enabled` of every query. */
export const isStaying = ({ queryKey }: { queryKey: QueryKey }): boolean => leaving.size === 0 || !leaving.has(nameOf(queryKey));

/**
 * From now on it is not asked for, until it is told to stay, or is gone and no page shows it any more. Its name may be used again then (a
 * document's id is its author's), so all that was known of it is forgotten.
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
  /** What is read again, whatever came of it. */
  renew: (client: QueryClient) => unknown;
}

/**
 * Deletes one thing of a bank. Its page stays in sight until the answer has led away from it, and work that ends in the background, or a
 * tab that comes back, makes open pages read again meanwhile: what leaves is not asked for.
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
