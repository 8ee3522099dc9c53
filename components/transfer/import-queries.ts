'use client';

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { BankExists, isTaken } from '#components/banks/queries';
import { operationsKey } from '#components/operations/queries';
import { watchOperation } from '#components/operations/watched';
import type { ImportPlan } from '#components/transfer/import-plan';
import { call } from '#lib/api/call';
import { importBank, importDocuments, listBanks } from '#lib/api/calls';
import { upload } from '#lib/api/upload';
import { present } from '#lib/base/defined';
import type { ImportPreview } from '#lib/memory/transfer/contract';

/** A file that a user chose. */
export interface ChosenFile {
  /** A new one for each choice. */
  readonly key: string;
  readonly file: File;
}

type OnProgress = (share: number) => void;

/** What an import of the file into a bank would do. A missing bank is not created. */
export const previewQuery = (org: string, bankId: string, chosen: ChosenFile | null, onProgress: OnProgress) =>
  queryOptions({
    queryKey: ['import-preview', org, bankId, chosen?.key],
    queryFn: async ({ signal }) => {
      const { file } = present(chosen);
      const options = { org, bankId, query: { dry_run: true }, signal };
      // A dry run answers with a preview.
      return (await upload(importDocuments, { file, onProgress }, options)) as unknown as ImportPreview;
    },
    enabled: chosen !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** A bank that lists a restore, if the organization has none. */
export const HOST = 'imports';

/** The bank that lists a restore: the oldest one, which is least likely to be deleted soon. */
export const hostQuery = (org: string) =>
  queryOptions({
    queryKey: ['banks', org, 'host'],
    queryFn: async ({ signal }) => {
      const { banks } = await call(listBanks, { org, query: { sort: 'created_at', order: 'asc', limit: 1, offset: 0 }, signal });
      return banks[0]?.bank_id ?? null;
    },
  });

/** Whether a bank has this id. */
export const takenQuery = (org: string, bankId: string) =>
  queryOptions({ queryKey: ['banks', org, 'taken', bankId], queryFn: () => isTaken(org, bankId), staleTime: 0 });

interface ImportRequest {
  readonly file: File;
  readonly plan: ImportPlan;
  readonly onProgress: OnProgress;
  readonly signal: AbortSignal;
}

/** Fails with `BankExists` instead of importing into a bank that was to be new. */
export function useImport(org: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, plan: { kind, bankId, conflict }, onProgress, signal }: ImportRequest) => {
      if (kind !== 'add' && (await isTaken(org, bankId))) throw new BankExists();
      const sent = { file, onProgress };
      if (kind === 'restore') {
        const host = (await client.fetchQuery({ ...hostQuery(org), staleTime: 0 })) ?? HOST;
        const query = { mode: 'restore', target_bank_id: bankId } as const;
        const { operation_id: id } = await upload(importBank, sent, { org, bankId: host, query, signal });
        return { id, host };
      }
      const { operation_id: id } = await upload(importDocuments, sent, { org, bankId, query: { on_conflict: conflict }, signal });
      return { id, host: bankId };
    },
    onSuccess: ({ id, host }, { plan: { bankId } }) => {
      watchOperation({ org, bankId: host, id, into: bankId });
      void client.invalidateQueries({ queryKey: operationsKey(org, host) });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['banks', org] }),
  });
}
