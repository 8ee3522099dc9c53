'use client';

import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/call';
import { previewDeletion } from '#lib/api/calls';

/** What is deleted, and how. */
export type DeletionTarget =
  | { readonly memory_id: string; readonly purge: boolean }
  | { readonly document_id: string; readonly purge: boolean }
  | { readonly entity_id: string[]; readonly shared: boolean };

/** What a deletion would remove now. Never cached, because the user decides by it. */
export const deletionPreviewQuery = (org: string, bankId: string, target: DeletionTarget) =>
  queryOptions({
    queryKey: ['deletion', org, bankId, target],
    queryFn: ({ signal }) => call(previewDeletion, { org, bankId, query: target, signal }),
    staleTime: 0,
    gcTime: 0,
  });
