'use client';

import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { TagChoice } from '#components/documents/filters';
import type { Draft } from '#components/documents/intake';
import { operationQuery, operationsKey } from '#components/operations/queries';
import { isOpen, viewOfStatus } from '#components/operations/view';
import { watchOperation } from '#components/operations/watched';
import { renewAfterChange } from '#components/shell/renew';
import { useRemoval } from '#components/shell/use-removal';
import { ApiError, call } from '#lib/api/call';
import {
  deleteDocument,
  getDocument,
  listDocumentChunks,
  listDocuments,
  listMemories,
  listTags,
  reprocessDocument,
  retainMemories,
  updateDocument,
} from '#lib/api/calls';
import type { DocumentSort } from '#lib/memory/documents/literals';

export const PAGE = 50;
/** Number of chunks per request: about 150 kB of text. */
export const CHUNKS = 50;
/** Maximum number of marked memories in a document. */
export const MARKED = 2000;
const TAGS = 50;

const ofBank = (org: string, bankId: string) => ['documents', org, bankId] as const;

export interface DocumentQuestion {
  readonly q: string;
  readonly tags: readonly string[];
  readonly match: TagChoice;
  readonly sort: DocumentSort;
  readonly order: 'asc' | 'desc';
  readonly offset: number;
}

export const documentsQuery = (org: string, bankId: string, { q, tags, match, sort, order, offset }: DocumentQuestion) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'list', { q, tags, match, sort, order, offset }],
    queryFn: ({ signal }) =>
      call(listDocuments, {
        org,
        bankId,
        query: {
          limit: PAGE,
          offset,
          sort,
          order,
          ...(q !== '' && { q }),
          ...(tags.length > 0 && { tags: [...tags], tags_match: `${match}_strict` }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const tagsQuery = (org: string, bankId: string) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'tags'],
    queryFn: ({ signal }) => call(listTags, { org, bankId, query: { limit: TAGS }, signal }),
  });

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
const retry = (failures: number, error: unknown): boolean => failures < 2 && !isMissing(error);

export const documentQuery = (org: string, bankId: string, id: string) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'one', id],
    queryFn: ({ signal }) => call(getDocument, { org, bankId, params: { document_id: id }, signal }),
    retry,
  });

export const chunksQuery = (org: string, bankId: string, id: string, offset: number) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'chunks', id, offset],
    queryFn: ({ signal }) =>
      call(listDocumentChunks, { org, bankId, params: { document_id: id }, query: { limit: CHUNKS, offset }, signal }),
    placeholderData: keepPreviousData,
    retry,
  });

/** The valid memories of the document. */
export const unitsQuery = (org: string, bankId: string, id: string) =>
  queryOptions({
    queryKey: ['memories', org, bankId, 'of-document', id],
    queryFn: ({ signal }) =>
      call(listMemories, {
        org,
        bankId,
        query: { document_id: id, sort: 'created_at', order: 'asc', limit: MARKED, offset: 0 },
        signal,
      }),
  });

function useRenew(org: string, bankId: string) {
  const client = useQueryClient();
  return () => void renewAfterChange(client, org, bankId);
}

/** The operation that processes a document. Queries about documents are invalidated at its end. */
export function useProcessing(org: string, bankId: string, id: string) {
  const renew = useRenew(org, bankId);
  const { data, isError } = useQuery(operationQuery(org, bankId, id));
  const operation = data && viewOfStatus(data);
  const hasEnded = operation ? !isOpen(operation) : false;
  const act = useRef(renew);
  act.current = renew;
  useEffect(() => {
    if (hasEnded) act.current();
  }, [hasEnded]);
  return { data, isError, operation };
}

/**
 * Retains a text in the background. Returns the id of the operation, which the caller and the tray
 * follow.
 */
export function useRetain(org: string, bankId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ draft, key }: { draft: Draft; key: string }): Promise<string> => {
      const { documentId, content, context, tags, when } = draft;
      const item = {
        content,
        tags: [...tags],
        ...(documentId !== '' && { document_id: documentId }),
        ...(context !== '' && { context }),
        ...(when !== '' && { timestamp: when }),
      };
      const { operation_id } = await call(retainMemories, { org, bankId, body: { items: [item], async: true, operation_id: key } });
      const id = operation_id ?? key;
      watchOperation({ org, bankId, id });
      return id;
    },
    onSettled: () => client.invalidateQueries({ queryKey: operationsKey(org, bankId) }),
  });
}

export function useDeleteDocument(org: string, bankId: string) {
  const renew = useRenew(org, bankId);
  return useRemoval(org, bankId, {
    act: ({ id, purge }: { id: string; purge: boolean }) =>
      call(deleteDocument, { org, bankId, params: { document_id: id }, query: { purge } }),
    idOf: ({ id }) => id,
    renew,
  });
}

/** Deletions of one document after another. Queries are invalidated by `renew`, after the last. */
export function useDocumentBatch(org: string, bankId: string) {
  const renew = useRenew(org, bankId);
  return {
    remove: (id: string) => call(deleteDocument, { org, bankId, params: { document_id: id }, query: { purge: false } }),
    renew,
  };
}

export function useReprocess(org: string, bankId: string) {
  const renew = useRenew(org, bankId);
  return useMutation({
    mutationFn: async (id: string) => {
      const answer = await call(reprocessDocument, { org, bankId, params: { document_id: id } });
      watchOperation({ org, bankId, id: answer.operation_id });
      return answer;
    },
    onSettled: renew,
  });
}

export function useSetTags(org: string, bankId: string) {
  const renew = useRenew(org, bankId);
  return useMutation({
    mutationFn: ({ id, tags }: { id: string; tags: string[] }) =>
      call(updateDocument, { org, bankId, params: { document_id: id }, body: { tags } }),
    onSettled: renew,
  });
}

export function useSetExpiry(org: string, bankId: string) {
  const renew = useRenew(org, bankId);
  return useMutation({
    mutationFn: ({ id, expires_at }: { id: string; expires_at: string }) =>
      call(updateDocument, { org, bankId, params: { document_id: id }, body: { expires_at } }),
    onSettled: renew,
  });
}
