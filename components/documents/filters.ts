import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { tagParsers } from '#components/documents/tag-parsers';
import { DOCUMENT_SORTS } from '#lib/memory/documents/literals';

/** How several tags are matched. Both exclude documents without tags. */
export const TAG_CHOICES = ['any', 'all'] as const;
export type TagChoice = (typeof TAG_CHOICES)[number];

/** The filters are part of the URL, so that a link shows the same list. */
export const parsers = {
  q: parseAsString.withDefault(''),
  ...tagParsers(TAG_CHOICES, 'any'),
  sort: parseAsStringLiteral(DOCUMENT_SORTS).withDefault('updated_at'),
  order: parseAsStringLiteral(['desc', 'asc']).withDefault('desc'),
  /** The form for a new document is open. */
  add: parseAsBoolean.withDefault(false),
};

export const useDocumentFilters = () => useQueryStates(parsers);
export type DocumentFilters = ReturnType<typeof useDocumentFilters>[0];
export type SetDocumentFilters = ReturnType<typeof useDocumentFilters>[1];

export const CLEAR = { q: null, tag: null, match: null, offset: null } as const;
