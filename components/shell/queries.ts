'use client';

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ME_KEY } from '#components/shell/me-key';
import { call } from '#lib/api/call';
import { getMe, listBanks, listKeys } from '#lib/api/calls';

export const meQuery = () =>
  queryOptions({
    queryKey: ME_KEY,
    queryFn: ({ signal }) => call(getMe, { signal }),
    refetchInterval: 5 * 60_000,
    refetchOnWindowFocus: 'always',
  });

const SWITCHER_LIMIT = 20;

/** Banks whose id or name contains `q`, last written first. */
export const bankSearchQuery = (org: string, q: string, limit = SWITCHER_LIMIT) =>
  queryOptions({
    queryKey: ['banks', org, 'search', q, limit],
    queryFn: ({ signal }) => call(listBanks, { org, query: { limit, offset: 0, ...(q !== '' && { q }) }, signal }),
    placeholderData: keepPreviousData,
  });

export const keySearchQuery = (org: string, q: string) =>
  queryOptions({
    queryKey: ['keys', org, 'search', q],
    queryFn: ({ signal }) => call(listKeys, { org, query: { q, limit: 6, offset: 0, status: ['active', 'expired', 'revoked'] }, signal }),
    placeholderData: keepPreviousData,
  });
