'use client';

import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { parseAsUuid } from '#components/shell/address';
import { ENTITY_CATEGORIES, ENTITY_SORTS, type EntityCategory } from '#lib/memory/entities/literals';

export const VIEWS = ['list', 'same'] as const;

/** The filters are part of the URL, so that a link shows the same list. */
export const parsers = {
  view: parseAsStringLiteral(VIEWS).withDefault('list').withOptions({ history: 'push' }),
  q: parseAsString.withDefault(''),
  category: parseAsStringLiteral(ENTITY_CATEGORIES).withOptions({ history: 'push' }),
  sort: parseAsStringLiteral(ENTITY_SORTS).withDefault('mention_count'),
  order: parseAsStringLiteral(['desc', 'asc']).withDefault('desc'),
  offset: parseAsInteger.withDefault(0).withOptions({ history: 'push' }),
  /** The entity whose drawer is open. */
  entity: parseAsUuid.withOptions({ history: 'push' }),
};

export const useEntityFilters = () => useQueryStates(parsers);

/** The kind that an entity of a category gets by hand. Callers may use other kinds. */
export const KIND_OF: Readonly<Record<EntityCategory, string>> = {
  person: 'PERSON',
  organization: 'ORGANIZATION',
  place: 'LOCATION',
  date: 'DATE',
  thing: 'THING',
};

/** Clears everything that may hide an entity. */
export const CLEAR = { q: null, category: null, offset: null } as const;
