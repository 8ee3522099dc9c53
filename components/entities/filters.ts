'use client';

import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { parseAsUuid } from '#components/shell/address';
import { ENTITY_SORTS } from '#lib/memory/entities/literals';

export const VIEWS = ['list', 'same'] as const;

/** The filters are part of the URL, so that a link shows the same list. */
export const parsers = {
  view: parseAsStringLiteral(VIEWS).withDefault('list').withOptions({ history: 'push' }),
  q: parseAsString.withDefault(''),
  kind: parseAsString.withOptions({ history: 'push' }),
  sort: parseAsStringLiteral(ENTITY_SORTS).withDefault('mention_count'),
  order: parseAsStringLiteral(['desc', 'asc']).withDefault('desc'),
  offset: parseAsInteger.withDefault(0).withOptions({ history: 'push' }),
  /** The entity whose drawer is open. */
  entity: parseAsUuid.withOptions({ history: 'push' }),
};

export const useEntityFilters = () => useQueryStates(parsers);

/** Kinds of extraction. Callers may use other kinds, which are listed too. */
export const KINDS = ['PERSON', 'ORGANIZATION', 'LOCATION', 'CONCEPT'] as const;

/** Clears everything that may hide an entity. */
export const CLEAR = { q: null, kind: null, offset: null } as const;
