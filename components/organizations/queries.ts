import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/call';
import { listBanks, listKeys } from '#lib/api/calls';

/** The content that is deleted with an organization. */
export const sizeQuery = (org: string) =>
  queryOptions({
    queryKey: ['organization', org, 'size'],
    queryFn: async ({ signal }) => {
      const [banks, keys] = await Promise.all([
        call(listBanks, { org, query: { limit: 1, offset: 0 }, signal }),
        call(listKeys, { org, query: { limit: 1, offset: 0 }, signal }),
      ]);
      return { banks: banks.total, keys: keys.counts.active };
    },
  });
