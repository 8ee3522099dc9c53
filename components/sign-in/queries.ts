'use client';

import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/call';
import { getInvitation, getReset, getSetup, listProviders } from '#lib/api/calls';

/** Links are never cached, because a used link must not seem valid. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false } as const;

export const providersQuery = queryOptions({ queryKey: ['providers'], queryFn: ({ signal }) => call(listProviders, { signal }) });
export const setupQuery = (token: string) =>
  queryOptions({ ...ONCE, queryKey: ['setup', token], queryFn: ({ signal }) => call(getSetup, { params: { token }, signal }) });
export const resetQuery = (token: string) =>
  queryOptions({ ...ONCE, queryKey: ['reset', token], queryFn: ({ signal }) => call(getReset, { params: { token }, signal }) });
export const invitationQuery = (token: string) =>
  queryOptions({ ...ONCE, queryKey: ['invitation', token], queryFn: ({ signal }) => call(getInvitation, { params: { token }, signal }) });
