'use client';

import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { parseAsTested } from '#components/shell/address';
import { KEY_ORIGINS, KEY_STATUSES } from '#lib/access/keys/literals';
import { isUuid } from '#lib/base/ids';

/** The filters are part of the URL, so that a link shows the same list. */

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
  /** Only keys that need attention. */
  review: parseAsBoolean.withDefault(false),
  /** Families whose folding differs from the default. */
  fold: parseAsArrayOf(parseAsString).withDefault([]),
  /** The form for a new key is open. */
  create: parseAsBoolean.withDefault(false).withOptions({ history: 'push' }),
  /** The key whose drawer is open. */
  key: parseAsTested(isUuid).withOptions({ history: 'push' }),
};

export const useKeyFilters = () => useQueryStates(parsers);
export type KeyFilters = ReturnType<typeof useKeyFilters>[0];

/** Clears everything that may hide a key. */
export const CLEAR = { q: null, bank: null, origin: null, review: null } as const;

export const statusesOf = (choice: StatusChoice) => (choice === 'all' ? KEY_STATUSES : ([choice] as const));
