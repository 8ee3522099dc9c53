'use client';

import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { parseAsUuid } from '#components/shell/address';
import { OPERATION_STATUSES } from '#lib/jobs/operations/literals';

/** What the list shows stands in the address, so that a link shows the same. */
export const parsers = {
  status: parseAsStringLiteral(OPERATION_STATUSES).withOptions({ history: 'push' }),
  kind: parseAsString.withOptions({ history: 'push' }),
  offset: parseAsInteger.withDefault(0).withOptions({ history: 'push' }),
  /** operations whose parts are shown */
  unfold: parseAsArrayOf(parseAsString).withDefault([]),
  /** the operation whose drawer is open */
  op: parseAsUuid.withOptions({ history: 'push' }),
};

export const useOperationFilters = () => useQueryStates(parsers);
export type OperationFilters = ReturnType<typeof useOperationFilters>[0];
export type SetOperationFilters = ReturnType<typeof useOperationFilters>[1];

/** Takes off whatever may hide an operation. */
export const CLEAR = { status: null, kind: null, offset: null } as const;

/** Kinds that the filter offers: the words of `task_type` that stand at the top of the list. */
export const KINDS = ['batch_retain', 'retain', 'consolidation', 'refresh_mental_model', 'reembedding'] as const;
