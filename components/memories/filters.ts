'use client';

import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { FILTERS_OFF, GROUPS, VIEWS } from '#components/memories/ask';
import { parseAsTime, parseAsUuid } from '#components/shell/address';
import { CONSOLIDATION_STATES, FACT_TYPES, MEMORY_STATES, TAG_MODES, TIME_FIELDS } from '#lib/base/literals';
import { MEMORY_SORTS } from '#lib/memory/memories/literals';

/** The filters are part of the URL, so that a link shows the same list. */
export const parsers = {
  q: parseAsString.withDefault(''),
  type: parseAsArrayOf(parseAsStringLiteral(FACT_TYPES)).withDefault([]).withOptions({ history: 'push' }),
  state: parseAsStringLiteral(MEMORY_STATES).withDefault('valid').withOptions({ history: 'push' }),
  consolidation_state: parseAsStringLiteral(CONSOLIDATION_STATES).withOptions({ history: 'push' }),
  document: parseAsString.withOptions({ history: 'push' }),
  entity: parseAsUuid.withOptions({ history: 'push' }),
  /** A memory: lists the observations based on it. */
  source: parseAsUuid.withOptions({ history: 'push' }),
  expires: parseAsStringLiteral(['soon']).withOptions({ history: 'push' }),
  tags: parseAsArrayOf(parseAsString).withDefault([]).withOptions({ history: 'push' }),
  tags_match: parseAsStringLiteral(TAG_MODES).withDefault('any_strict'),
  time_field: parseAsStringLiteral(TIME_FIELDS).withDefault('mentioned_at'),
  from: parseAsTime,
  to: parseAsTime,
  as_of: parseAsTime,
  valid_at: parseAsTime,
  sort: parseAsStringLiteral(MEMORY_SORTS).withDefault('mentioned_at'),
  order: parseAsStringLiteral(['desc', 'asc']).withDefault('desc'),
  view: parseAsStringLiteral(VIEWS).withDefault('list'),
  group: parseAsStringLiteral(GROUPS).withDefault('day'),
  /** The memory whose drawer is open. */
  memory: parseAsUuid.withOptions({ history: 'push' }),
};

export const useMemoryFilters = () => useQueryStates(parsers);
export type SetMemoryFilters = ReturnType<typeof useMemoryFilters>[1];

/** Clears everything that may hide a memory. */
export const CLEAR = FILTERS_OFF;
