'use client';

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { operationsKey } from '#components/operations/queries';
import { watchOperation } from '#components/operations/watched';
import { renewAfterChange } from '#components/shell/renew';
import { saveFile } from '#components/ui/save';
import { call, download } from '#lib/api/call';
import { cloneBank, exportBank, exportDocuments, exportTemplate, importTemplate } from '#lib/api/calls';

const EXPORTS = { bank: exportBank, documents: exportDocuments } as const;
export const EXPORT_KINDS = ['bank', 'documents'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** Starts an export, which the operations tray follows. */
export function useExport(org: string, bankId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (kind: ExportKind) => call(EXPORTS[kind], { org, bankId }),
    onSuccess: ({ operation_id: id }) => watchOperation({ org, bankId, id }),
    onSettled: () => client.invalidateQueries({ queryKey: operationsKey(org, bankId) }),
  });
}

/** Starts a copy, which the operations tray follows to the new bank. */
export function useCopyBank(org: string, bankId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (targetId: string) => call(cloneBank, { org, bankId, query: { target_bank_id: targetId } }),
    onSuccess: ({ operation_id: id }, targetId) => watchOperation({ org, bankId, id, into: targetId }),
    onSettled: () => client.invalidateQueries({ queryKey: operationsKey(org, bankId) }),
  });
}

/** Saves the template of a bank as a file. Returns the name of the file. */
export const useSaveTemplate = (org: string, bankId: string) =>
  useMutation({
    mutationFn: async () => {
      const { blob } = await download(exportTemplate, { org, bankId });
      const name = `${bankId}-template.json`;
      saveFile(new Blob([JSON.stringify(JSON.parse(await blob.text()), null, 2)], { type: 'application/json' }), name);
      return name;
    },
  });

export type TemplateBody = Readonly<Record<string, unknown>>;

/** What a template would create and update in a bank. Fails like its import. */
export const templatePreviewQuery = (org: string, bankId: string, body: TemplateBody) =>
  queryOptions({
    queryKey: ['template-preview', org, bankId, body],
    queryFn: ({ signal }) => call(importTemplate, { org, bankId, query: { dry_run: true }, body, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

export function useApplyTemplate(org: string, bankId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: TemplateBody) => call(importTemplate, { org, bankId, body }),
    onSuccess: ({ operation_ids }) => {
      for (const id of operation_ids) watchOperation({ org, bankId, id });
      void renewAfterChange(client, org, bankId);
      for (const area of ['bank-settings', 'directives']) void client.invalidateQueries({ queryKey: [area, org, bankId] });
      for (const area of ['banks', 'audit']) void client.invalidateQueries({ queryKey: [area, org] });
    },
  });
}
