import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type AuditFilters, queryOf } from '#components/audit/filters';
import { call, download } from '#lib/api/call';
import { exportAuditCsv, exportAuditJson, getPurgeReceipt, listAudit } from '#lib/api/calls';

const PAGE = 50;

export const auditQuery = (org: string, filters: AuditFilters, order: 'asc' | 'desc') =>
  infiniteQueryOptions({
    queryKey: ['audit', org, queryOf(filters), order],
    queryFn: ({ signal, pageParam }) =>
      call(listAudit, {
        org,
        query: { ...queryOf(filters), order, limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

/** A receipt never changes. */
export const purgeReceiptQuery = (org: string, id: string) =>
  queryOptions({
    queryKey: ['purge', org, id],
    queryFn: ({ signal }) => call(getPurgeReceipt, { org, params: { receipt_id: id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export type ExportFormat = 'csv' | 'json';

/**
 * Exports the filtered entries. A plain link is not possible, because the organization is in a
 * header.
 */
export const exportAudit = (org: string, filters: AuditFilters, format: ExportFormat): Promise<{ blob: Blob; filename: string }> =>
  format === 'csv'
    ? download(exportAuditCsv, { org, query: queryOf(filters) })
    : download(exportAuditJson, { org, query: queryOf(filters) });
