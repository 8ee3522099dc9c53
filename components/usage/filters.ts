'use client';

import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { GROUPS, MEASURES, PERIODS } from '#components/usage/sums';
import { CALL_SORTS, LEDGER_PERIODS } from '#lib/models/llm/literals';

export const VIEWS = ['sums', 'calls'] as const;
export const FORMS = ['groups', 'days'] as const;
export const CALL_STATUSES = ['success', 'error'] as const;

/** The filters are part of the URL, so that a link shows the same list. */
export const parsers = {
  view: parseAsStringLiteral(VIEWS).withDefault('sums'),
  period: parseAsStringLiteral(PERIODS).withDefault('30d'),
  by: parseAsStringLiteral(GROUPS).withDefault('operation'),
  measure: parseAsStringLiteral(MEASURES).withDefault('tokens'),
  rows: parseAsStringLiteral(FORMS).withDefault('groups'),
  bank: parseAsString,
  /** The period of the calls. */
  last: parseAsStringLiteral(LEDGER_PERIODS).withDefault('7d'),
  end: parseAsStringLiteral(CALL_STATUSES),
  work: parseAsString,
  sort: parseAsStringLiteral(CALL_SORTS).withDefault('started_at'),
  order: parseAsStringLiteral(['desc', 'asc']).withDefault('desc'),
  offset: parseAsInteger.withDefault(0),
};

export const useUsageFilters = () => useQueryStates(parsers, { history: 'push' });
export type UsageFilters = ReturnType<typeof useUsageFilters>[0];
export type SetUsageFilters = ReturnType<typeof useUsageFilters>[1];

/** Props of the views. */
export interface ViewProps {
  slug: string;
  filters: UsageFilters;
  set: SetUsageFilters;
}
