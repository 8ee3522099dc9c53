import { isPast, type PastDays, pastOf } from '#components/ui/past';
import type { ConsolidationState, FactType, MemoryState, TagMode, TimeField } from '#lib/base/literals';
import { EXPIRING_DAYS, type MemorySort } from '#lib/memory/memories/literals';

/** Converts filters to requests. Pure. */

export const VIEWS = ['list', 'timeline'] as const;
export type MemoryView = (typeof VIEWS)[number];
export const GROUPS = ['day', 'month'] as const;
export type TimelineGroup = (typeof GROUPS)[number];

export interface MemoryFilters extends PastDays {
  readonly q: string;
  /** Empty for all types. */
  readonly type: readonly FactType[];
  readonly state: MemoryState;
  readonly consolidation_state: ConsolidationState | null;
  readonly document: string | null;
  readonly entity: string | null;
  readonly source: string | null;
  /** `soon`: within `EXPIRING_DAYS` */
  readonly expires: 'soon' | null;
  readonly tags: readonly string[];
  readonly tags_match: TagMode;
  readonly time_field: TimeField;
  readonly from: string | null;
  readonly to: string | null;
  readonly sort: MemorySort;
  readonly order: 'desc' | 'asc';
}

export const FILTERS_OFF = {
  q: null,
  type: null,
  state: null,
  consolidation_state: null,
  document: null,
  entity: null,
  source: null,
  expires: null,
  tags: null,
  tags_match: null,
  time_field: null,
  from: null,
  to: null,
  as_of: null,
  valid_at: null,
} as const;

/** The filter without order, for lists, exports and bulk changes. */
export function filterOf(filters: MemoryFilters) {
  const { type, consolidation_state, document, entity, source, expires, tags, tags_match, time_field, from, to } = filters;
  const q = filters.q.trim();
  return {
    ...(q !== '' && { q }),
    ...(type.length > 0 && { type: [...type] }),
    ...(consolidation_state && { consolidation_state }),
    ...(document && { document_id: document }),
    ...(entity && { entity_id: entity }),
    ...(source && { source_id: source }),
    ...(expires && { expires_within_days: EXPIRING_DAYS }),
    ...((tags.length > 0 || tags_match === 'exact') && { tags: [...tags], tags_match }),
    ...((from ?? to) && { time_field }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
export type Filter = ReturnType<typeof filterOf>;

export const askOf = (filters: MemoryFilters) => ({
  ...filterOf(filters),
  ...pastOf(filters),
  state: filters.state,
  sort: filters.sort,
  order: filters.order,
});
export type MemoryQuery = ReturnType<typeof askOf>;

/** The filter without order, for counts. */
export const countedOf = (filters: MemoryFilters) => ({ ...filterOf(filters), state: filters.state });
export type CountQuery = ReturnType<typeof countedOf>;

/** Whether the filter is anything but all valid memories. */
export const isFiltered = (filters: MemoryFilters): boolean =>
  isPast(filters) || filters.state !== 'valid' || Object.keys(filterOf(filters)).length > 0;

/** The time of a memory in the list. */
export function timeOf(memory: Readonly<Record<MemorySort, string | null>>, sort: MemorySort): string | null {
  return sort === 'occurred_start' ? (memory.occurred_start ?? memory.mentioned_at) : memory[sort];
}

/** The day or month of a time, in UTC, for grouping. Null without a time. */
export const groupOf = (at: string | null, group: TimelineGroup): string | null => at?.slice(0, group === 'day' ? 10 : 7) ?? null;

/**
 * The filter that counts the memories before a memory in the list. Null if it cannot be expressed:
 * the filter already has a range or is of an earlier state, or the order is by a time without a
 * range filter.
 */
export function aheadOf(ask: MemoryQuery, memory: Readonly<Record<MemorySort, string | null>>): CountQuery | null {
  const { sort, order, as_of, valid_at, ...filter } = ask;
  const at = timeOf(memory, sort);
  if (at === null || (sort !== 'mentioned_at' && sort !== 'created_at') || filter.from || filter.to || as_of || valid_at) return null;
  const range = order === 'desc' ? { from: new Date(Date.parse(at) + 1).toISOString() } : { to: at };
  return { ...filter, time_field: sort, ...range };
}
