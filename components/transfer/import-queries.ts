'use client';

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { BankExists, idUseOf } from '#components/banks/queries';
import { operationsKey } from '#components/operations/queries';
import { watchOperation } from '#components/operations/watched';
import type { ImportPlan } from '#components/transfer/import-plan';
import { importBank, importDocuments } from '#lib/api/calls';
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

/** Whether a bank has this id, and memories. */
export const idUseQuery = (org: string, bankId: string) =>
  queryOptions({ queryKey: ['banks', org, 'id-use', bankId], queryFn: () => idUseOf(org, bankId), staleTime: 0 });

interface ImportRequest {
  readonly file: File;
  readonly plan: ImportPlan;
  readonly onProgress: OnProgress;
  readonly signal: AbortSignal;
}

/**
 * Fails with `BankExists` instead of importing into a bank with memories that was to be new. An
 * empty bank may be what a failed import left.
 */
export function useImport(org: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, plan: { kind, bankId, conflict }, onProgress, signal }: ImportRequest) => {
      if (kind !== 'add' && (await idUseOf(org, bankId)) === 'filled') throw new BankExists();
      const sent = { file, onProgress };
      const restore = { mode: 'restore', target_bank_id: bankId } as const;
      return kind === 'restore'
        ? upload(importBank, sent, { org, bankId, query: restore, signal })
        : upload(importDocuments, sent, { org, bankId, query: { on_conflict: conflict }, signal });
    },
    onSuccess: ({ operation_id: id }, { plan: { bankId } }) => {
      watchOperation({ org, bankId, id, into: bankId });
      void client.invalidateQueries({ queryKey: operationsKey(org, bankId) });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['banks', org] }),
  });
}
