'use client';

import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/api/call';
import { deleteBank, listBanks, putBank } from '#lib/api/calls';

const ofOrganization = (org: string) => ['banks', org] as const;

export const banksQuery = (org: string, q: string, offset: number, limit: number) =>
  queryOptions({
    queryKey: [...ofOrganization(org), 'list', q, offset, limit],
    queryFn: ({ signal }) => call(listBanks, { org, query: { limit, offset, ...(q !== '' && { q }) }, signal }),
    placeholderData: keepPreviousData,
  });

export function useCreateBank(org: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ bankId, name }: { bankId: string; name: string }) => call(putBank, { org, bankId, body: name === '' ? {} : { name } }),
    onSettled: () => client.invalidateQueries({ queryKey: ofOrganization(org) }),
  });
}

export function useDeleteBank(org: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (bankId: string) => call(deleteBank, { org, bankId }),
    onSettled: () => client.invalidateQueries({ queryKey: ofOrganization(org) }),
  });
}
