'use client';

import { parseAsArrayOf, parseAsBoolean, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { parseAsUuid } from '#components/shell/address';
import { OBSERVATION_SORTS } from '#lib/memory/observations/literals';

/** The filters are part of the URL, so that a link shows the same list. */

export const DRAWER_TABS = ['sources', 'history', 'json'] as const;

export const parsers = {
  q: parseAsString.withDefault(''),
  /** A scope: exactly these tags. */
  tags: parseAsArrayOf(parseAsString).withOptions({ history: 'push' }),
  /** The scope without tags. */
  global: parseAsBoolean.withDefault(false).withOptions({ history: 'push' }),
  sort: parseAsStringLiteral(OBSERVATION_SORTS).withDefault('updated_at'),
  order: parseAsStringLiteral(['desc', 'asc']).withDefault('desc'),
  offset: parseAsInteger.withDefault(0).withOptions({ history: 'push' }),
  /** The observation whose drawer is open. */
  open: parseAsUuid.withOptions({ history: 'push' }),
  tab: parseAsStringLiteral(DRAWER_TABS).withDefault('sources'),
};

export const useObservationFilters = () => useQueryStates(parsers);
export type ObservationFilters = ReturnType<typeof useObservationFilters>[0];
export type SetObservationFilters = ReturnType<typeof useObservationFilters>[1];

export const CLEAR = { q: null, tags: null, global: null, offset: null } as const;

/** Null for all scopes. */
export const scopeOf = ({ tags, global }: Pick<ObservationFilters, 'tags' | 'global'>): readonly string[] | null =>
  tags !== null && tags.length > 0 ? tags : global ? [] : null;

export const toScope = (tags: readonly string[]) => ({
  tags: tags.length > 0 ? [...tags] : null,
  global: tags.length === 0 ? true : null,
  offset: null,
});
