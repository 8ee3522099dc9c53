import { type QueryCacheNotifyEvent, useQueryClient } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { ME_KEY } from '#components/shell/me-key';
import { meQuery } from '#components/shell/queries';
import type { Me } from '#lib/access/people/contract';

/** On the way from page to page, what is known of the person is not older than this. */
const KNOWN_MS = 5000;

/** What the server has just said of the person; null for everything else, and for what a page that was drawn anew brought along. */
function answered(event: QueryCacheNotifyEvent): Me | null {
  if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return null;
  return event.query.queryKey[0] === ME_KEY[0] ? (event.action.data as Me) : null;
}

/** Follows what the person may do in the organisation, which others change while the page is open. */
export function useMembership(organization: Pick<Me['organizations'][number], 'slug' | 'role'> | null): void {
  const client = useQueryClient();
  const pathname = usePathname();
  const { slug, role } = organization ?? {};

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it is about
  useEffect(() => {
    void client.prefetchQuery({ ...meQuery(), staleTime: KNOWN_MS });
  }, [client, pathname]);

  useEffect(() => {
    if (slug === undefined) return;
    return client.getQueryCache().subscribe((event) => {
      const me = answered(event);
      const now = me?.organizations.find((each) => each.slug === slug);
      if (!me || now?.role === role) return;
      if (now) {
        // Nothing stays that was read with another role.
        void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME_KEY[0] });
        return;
      }
      client.clear();
      window.location.reload();
    });
  }, [client, slug, role]);
}
