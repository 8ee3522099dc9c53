'use client';

import { parseAsBoolean, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { tagParsers } from '#components/documents/tag-parsers';
import { MENTAL_MODEL_SORTS, MENTAL_MODEL_TAG_MODES } from '#lib/memory/mental-models/literals';

/** The filters are part of the URL, so that a link shows the same list. */
export const parsers = {
  ...tagParsers(MENTAL_MODEL_TAG_MODES, 'any'),
  sort: parseAsStringLiteral(MENTAL_MODEL_SORTS).withDefault('last_refreshed_at'),
  order: parseAsStringLiteral(['desc', 'asc']).withDefault('desc'),
  /** The form for a new mental model is open. */
  create: parseAsBoolean.withDefault(false),
};

export const useMentalModelFilters = () => useQueryStates(parsers);
export type MentalModelFilters = ReturnType<typeof useMentalModelFilters>[0];
export type SetMentalModelFilters = ReturnType<typeof useMentalModelFilters>[1];

export const CLEAR = { tag: null, match: null, offset: null } as const;
