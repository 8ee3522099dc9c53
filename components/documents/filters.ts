import { parseAsArrayOf, parseAsBoolean, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';

/** How several tags are matched. Both exclude documents without tags. */
export const TAG_CHOICES = ['any', 'all'] as const;
export type TagChoice = (typeof TAG_CHOICES)[number];

/** The filters are part of the URL, so that a link shows the same list. */
export const parsers = {
  q: parseAsString.withDefault(''),
  tag: parseAsArrayOf(parseAsString).withDefault([]).withOptions({ history: 'push' }),
  match: parseAsStringLiteral(TAG_CHOICES).withDefault('any').withOptions({ history: 'push' }),
  offset: parseAsInteger.withDefault(0).withOptions({ history: 'push' }),
  /** The form for a new document is open. */
  add: parseAsBoolean.withDefault(false),
};

export const useDocumentFilters = () => useQueryStates(parsers);
export type DocumentFilters = ReturnType<typeof useDocumentFilters>[0];
export type SetDocumentFilters = ReturnType<typeof useDocumentFilters>[1];

export const CLEAR = { q: null, tag: null, match: null, offset: null } as const;
