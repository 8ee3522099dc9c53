import { type QueryCacheNotifyEvent, useQueryClient } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { ME_KEY } from '#components/shell/me-key';
import { meQuery } from '#components/shell/queries';
import type { Me } from '#lib/access/people/contract';

/** Maximum age of the membership data during navigation, in milliseconds. */
const KNOWN_MS = 5000;

/** The `me` response of a cache event, or null for other events and for server-rendered data. */
function answered(event: QueryCacheNotifyEvent): Me | null {
  if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return null;
  return event.query.queryKey[0] === ME_KEY[0] ? (event.action.data as Me) : null;
}

/** Follows the user’s role in the organization, which others may change while the page is open. */
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
        // Removes everything that was loaded with another role.
        void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME_KEY[0] });
        return;
      }
      client.clear();
      window.location.reload();
    });
  }, [client, slug, role]);
}
