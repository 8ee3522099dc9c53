'use client';

import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { GROUPS, MEASURES, PERIODS } from '#components/usage/sums';
import { LEDGER_PERIODS } from '#lib/models/llm/literals';

export const VIEWS = ['sums', 'calls'] as const;
export const FORMS = ['groups', 'days'] as const;
export const CALL_STATUSES = ['success', 'error'] as const;

/** What is shown stands in the address, so that a link shows the same. */
export const parsers = {
  view: parseAsStringLiteral(VIEWS).withDefault('sums'),
  period: parseAsStringLiteral(PERIODS).withDefault('30d'),
  by: parseAsStringLiteral(GROUPS).withDefault('operation'),
  measure: parseAsStringLiteral(MEASURES).withDefault('tokens'),
  rows: parseAsStringLiteral(FORMS).withDefault('groups'),
  bank: parseAsString,
  /** of the single calls */
  last: parseAsStringLiteral(LEDGER_PERIODS).withDefault('7d'),
  end: parseAsStringLiteral(CALL_STATUSES),
  work: parseAsString,
  offset: parseAsInteger.withDefault(0),
};

export const useUsageFilters = () => useQueryStates(parsers, { history: 'push' });
export type UsageFilters = ReturnType<typeof useUsageFilters>[0];
export type SetUsageFilters = ReturnType<typeof useUsageFilters>[1];

/** Of a part of the page that shows what was chosen. */
export interface ViewProps {
  slug: string;
  filters: UsageFilters;
  set: SetUsageFilters;
}
