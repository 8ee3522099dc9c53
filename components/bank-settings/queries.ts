'use client';

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/api/call';
import {
  getBankConfig,
  getBankModels,
  getStats,
  patchBank,
  postBackground,
  resetBankConfig,
  testBankLlm,
  updateBankConfig,
} from '#lib/api/calls';
import type { BankConfigResponse, SettingName } from '#lib/memory/settings/contract';

const ofBank = (org: string, bankId: string) => ['bank-settings', org, bankId] as const;

export const configQuery = (org: string, bankId: string) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'config'],
    queryFn: ({ signal }) => call(getBankConfig, { org, bankId, signal }),
  });

/** For Owners and Admins. Others receive a 403. */
export const bankModelsQuery = (org: string, bankId: string) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'models'],
    queryFn: ({ signal }) => call(getBankModels, { org, bankId, signal }),
  });

/** The content that is deleted with a bank. */
export const sizeQuery = (org: string, bankId: string) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'size'],
    queryFn: ({ signal }) => call(getStats, { org, bankId, signal }),
    staleTime: 0,
  });

/** The response of a change is the configuration. Models and profile are invalidated. */
function useTake(org: string, bankId: string) {
  const client = useQueryClient();
  return (config: BankConfigResponse) => {
    client.setQueryData(configQuery(org, bankId).queryKey, config);
    void client.invalidateQueries({ queryKey: bankModelsQuery(org, bankId).queryKey });
    void client.invalidateQueries({ queryKey: ['banks', org] });
    void client.invalidateQueries({ queryKey: ['audit', org] });
  };
}

export function useUpdateSetting(org: string, bankId: string) {
  const take = useTake(org, bankId);
  return useMutation({
    mutationFn: ({ name, value }: { name: SettingName; value: unknown }) =>
      call(updateBankConfig, { org, bankId, body: { updates: { [name]: value } } }),
    onSuccess: take,
  });
}

export function useResetSettings(org: string, bankId: string) {
  const take = useTake(org, bankId);
  return useMutation({ mutationFn: () => call(resetBankConfig, { org, bankId }), onSuccess: take });
}

/** Name and mission are part of the profile, the list of banks and the configuration. */
function useChanged(org: string, bankId: string) {
  const client = useQueryClient();
  return () => Promise.all([ofBank(org, bankId), ['banks', org], ['audit', org]].map((queryKey) => client.invalidateQueries({ queryKey })));
}

export function useRenameBank(org: string, bankId: string) {
  const onSuccess = useChanged(org, bankId);
  return useMutation({ mutationFn: (name: string) => call(patchBank, { org, bankId, body: { name } }), onSuccess });
}

export function useAddBackground(org: string, bankId: string) {
  const onSuccess = useChanged(org, bankId);
  return useMutation({ mutationFn: (content: string) => call(postBackground, { org, bankId, body: { content } }), onSuccess });
}

export const useTestModels = (org: string, bankId: string) =>
  useMutation({
    mutationFn: async () => ({ at: new Date().toISOString(), ...(await call(testBankLlm, { org, bankId })) }),
  });
