'use client';

import { keepPreviousData, type QueryClient, type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { renewKeys } from '#components/keys/queries';
import { removeUnseen } from '#components/shell/use-removal';
import { call } from '#lib/api/call';
import { deleteBank, importTemplate, listBanks, putBank } from '#lib/api/calls';
import type { BankSort } from '#lib/memory/banks/literals';
import type { GalleryId } from '#lib/memory/templates/gallery/literals';

const ofOrganization = (org: string) => ['banks', org] as const;

export interface BankFilter {
  readonly q: string;
  readonly sort: BankSort;
  readonly order: 'asc' | 'desc';
  readonly offset: number;
  readonly limit: number;
}

export const banksQuery = (org: string, { q, ...page }: BankFilter) =>
  queryOptions({
    queryKey: [...ofOrganization(org), 'list', q, page],
    queryFn: ({ signal }) => call(listBanks, { org, query: { ...page, ...(q !== '' && { q }) }, signal }),
    placeholderData: keepPreviousData,
  });

/** Why a bank was not created: its id is in use. */
export class BankExists extends Error {}

/** Whether a bank has this id, and memories. */
export type IdUse = 'free' | 'empty' | 'filled';

/** It is not asked for by id, because that fails for a new bank. */
export async function idUseOf(org: string, bankId: string): Promise<IdUse> {
  const { banks } = await call(listBanks, { org, query: { q: bankId, limit: 100, offset: 0 } });
  const bank = banks.find(({ bank_id }) => bank_id === bankId);
  if (!bank) return 'free';
  return bank.fact_count > 0 ? 'filled' : 'empty';
}

interface NewBank {
  readonly bankId: string;
  /** Empty for the id. */
  readonly name: string;
  /** Empty for none. */
  readonly mission: string;
  readonly template: GalleryId | null;
}

/** Creates a bank, from a template in the language of the page if one was chosen. */
async function createBank(org: string, { bankId, name, mission, template }: NewBank): Promise<{ bank_id: string; name: string }> {
  if (template === null)
    return call(putBank, { org, bankId, body: { ...(name !== '' && { name }), ...(mission !== '' && { reflect_mission: mission }) } });
  const { templateBody } = await import('#components/banks/template-body');
  const body = templateBody(template, mission);
  const { bank_id } = await call(importTemplate, { org, bankId, query: { ...(name !== '' && { name }) }, body });
  return { bank_id, name: name === '' ? bank_id : name };
}

/** Fails with `BankExists` instead of changing a bank, as the same request would for its id. */
export function useCreateBank(org: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (bank: NewBank) => {
      if ((await idUseOf(org, bank.bankId)) !== 'free') throw new BankExists();
      return createBank(org, bank);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ofOrganization(org) }),
  });
}

/**
 * Removes everything about a deleted bank from the cache, because a new one may get its id.
 * Invalidates banks and keys, but nothing of the deleted bank, whose page may still be mounted.
 */
export function bankDeleted(client: QueryClient, org: string, bankId: string): Promise<unknown> {
  // A key names its bank third, or fourth after the kind of query.
  const isOfBank = ({ queryKey: [, of, ...names] }: { queryKey: QueryKey }): boolean => of === org && names.slice(0, 2).includes(bankId);
  removeUnseen(client, isOfBank);
  const lists = client.invalidateQueries({ queryKey: ofOrganization(org), predicate: (query) => !isOfBank(query) });
  return Promise.all([lists, renewKeys(client, org)]);
}

export function useDeleteBank(org: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (bankId: string) => call(deleteBank, { org, bankId }),
    onSettled: (_, __, bankId) => bankDeleted(client, org, bankId),
  });
}
