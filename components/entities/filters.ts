'use client';

import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { parseAsUuid } from '#components/shell/address';

export const VIEWS = ['list', 'same'] as const;

/** What the list shows stands in the address, so that a link shows the same. */
export const parsers = {
  view: parseAsStringLiteral(VIEWS).withDefault('list').withOptions({ history: 'push' }),
  q: parseAsString.withDefault(''),
  kind: parseAsString.withOptions({ history: 'push' }),
  offset: parseAsInteger.withDefault(0).withOptions({ history: 'push' }),
  /** the entity whose drawer is open */
  entity: parseAsUuid.withOptions({ history: 'push' }),
};

export const useEntityFilters = () => useQueryStates(parsers);

/** Words of extraction; callers may give others, which show in the list all the same. */
export const KINDS = ['PERSON', 'ORGANIZATION', 'LOCATION', 'CONCEPT'] as const;

/** Takes off whatever may hide an entity. */
export const CLEAR = { q: null, kind: null, offset: null } as const;
