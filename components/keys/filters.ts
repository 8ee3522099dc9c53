'use client';

import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { parseAsTested } from '#components/shell/address';
import { KEY_ORIGINS, KEY_STATUSES } from '#lib/access/keys/literals';
import { isUuid } from '#lib/base/ids';

/** What the list shows stands in the address, so that a link shows the same. */

export const STATUS_CHOICES = ['active', 'expired', 'revoked', 'all'] as const;
export type StatusChoice = (typeof STATUS_CHOICES)[number];
export const KEY_SORTS = ['created_at', 'name', 'last_used_at', 'expires_at'] as const;
export type KeySort = (typeof KEY_SORTS)[number];

export const parsers = {
  status: parseAsStringLiteral(STATUS_CHOICES).withDefault('active').withOptions({ history: 'push' }),
  q: parseAsString.withDefault(''),
  sort: parseAsStringLiteral(KEY_SORTS).withDefault('created_at'),
  order: parseAsStringLiteral(['asc', 'desc']).withDefault('desc'),
  bank: parseAsString,
  origin: parseAsStringLiteral(KEY_ORIGINS),
  /** only keys that are worth a look */
  review: parseAsBoolean.withDefault(false),
  /** families folded or unfolded against what they start with */
  fold: parseAsArrayOf(parseAsString).withDefault([]),
  /** the form for a new key is open */
  create: parseAsBoolean.withDefault(false).withOptions({ history: 'push' }),
  /** the key whose drawer is open */
  key: parseAsTested(isUuid).withOptions({ history: 'push' }),
};

export const useKeyFilters = () => useQueryStates(parsers);
export type KeyFilters = ReturnType<typeof useKeyFilters>[0];

/** Takes off whatever may hide a key. */
export const CLEAR = { q: null, bank: null, origin: null, review: null } as const;

export const statusesOf = (choice: StatusChoice) => (choice === 'all' ? KEY_STATUSES : ([choice] as const));
