'use client';

import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { parseAsUuid } from '#components/shell/address';
import { OPERATION_SORTS, OPERATION_STATUSES } from '#lib/jobs/operations/literals';

/** The filters are part of the URL, so that a link shows the same list. */
export const parsers = {
  status: parseAsStringLiteral(OPERATION_STATUSES).withOptions({ history: 'push' }),
  kind: parseAsString.withOptions({ history: 'push' }),
  sort: parseAsStringLiteral(OPERATION_SORTS).withDefault('created_at'),
  order: parseAsStringLiteral(['desc', 'asc']).withDefault('desc'),
  offset: parseAsInteger.withDefault(0).withOptions({ history: 'push' }),
  /** Operations whose parts are shown. */
  unfold: parseAsArrayOf(parseAsString).withDefault([]),
  /** The operation whose drawer is open. */
  op: parseAsUuid.withOptions({ history: 'push' }),
};

export const useOperationFilters = () => useQueryStates(parsers);
export type OperationFilters = ReturnType<typeof useOperationFilters>[0];
export type SetOperationFilters = ReturnType<typeof useOperationFilters>[1];

/** Clears everything that may hide an operation. */
export const CLEAR = { status: null, kind: null, offset: null } as const;

/** The types that the filter offers: values of `task_type` at the top level of the list. */
export const KINDS = ['batch_retain', 'retain', 'consolidation', 'refresh_mental_model', 'reembedding'] as const;
