'use client';

import { createParser, parseAsArrayOf, parseAsBoolean, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { COLORINGS, SIZINGS } from '#components/graph/draw/look';
import { isReadable, isViewpoint, isWordOfEdge } from '#components/graph/link';
import { MOMENTS } from '#components/graph/moments';
import { parseAsTested, parseAsTime, parseAsUuid } from '#components/shell/address';
import { isPast } from '#components/ui/past';
import { FACT_TYPES, TAG_MODES } from '#lib/base/literals';
import { ENTITY_CATEGORIES } from '#lib/memory/entities/literals';
import { EDGE_KINDS, GRAPH_MODES, NODE_KINDS } from '#lib/memory/graph/literals';

export const LIMITS = [100, 300, 1000] as const;

/** A parser for integers in the URL, limited to the supported range. */
const within = (least: number, most: number) =>
  createParser({
    parse: (word) => {
      const n = Number.parseInt(word, 10);
      return Number.isNaN(n) ? null : Math.min(most, Math.max(least, n));
    },
    serialize: String,
  });

const push = { history: 'push' } as const;

/** The whole state of the picture is part of the URL, so that a link shows the same. */
export const parsers = {
  /* Parameters of the request. */
  mode: parseAsStringLiteral(GRAPH_MODES).withDefault('both').withOptions(push),
  limit: within(1, 1000).withDefault(300).withOptions(push),
  per: within(0, 20).withDefault(5),
  min: within(1, 10).withDefault(1),
  type: parseAsStringLiteral(FACT_TYPES).withOptions(push),
  q: parseAsString.withDefault(''),
  tags: parseAsArrayOf(parseAsString).withDefault([]).withOptions(push),
  tags_match: parseAsStringLiteral(TAG_MODES).withDefault('any_strict'),
  document: parseAsString.withOptions(push),
  as_of: parseAsTime.withOptions(push),
  valid_at: parseAsTime.withOptions(push),
  /* Filters of the view. */
  off: parseAsArrayOf(parseAsStringLiteral(NODE_KINDS)).withDefault([]),
  categories: parseAsArrayOf(parseAsStringLiteral(ENTITY_CATEGORIES)).withDefault([]),
  lines: parseAsArrayOf(parseAsStringLiteral(EDGE_KINDS)).withDefault([]),
  links: within(0, 10).withDefault(0),
  groups: parseAsArrayOf(parseAsString).withDefault([]),
  time: parseAsStringLiteral(MOMENTS).withDefault('mentioned'),
  from: parseAsInteger,
  to: parseAsInteger,
  only: parseAsBoolean.withDefault(false),
  /* Appearance. */
  color: parseAsStringLiteral(COLORINGS).withDefault('type'),
  size: parseAsStringLiteral(SIZINGS).withDefault('mentions'),
  hulls: parseAsBoolean.withDefault(true),
  /* Acts on the picture, and the selection. */
  acts: parseAsTested(isReadable).withDefault(''),
  sel: parseAsUuid,
  edge: parseAsTested(isWordOfEdge),
  /** The viewpoint, if the user has moved it. */
  at: parseAsTested(isViewpoint),
};

export const useGraphFilters = () => useQueryStates(parsers);
export type GraphFilters = ReturnType<typeof useGraphFilters>[0];
export type SetGraphFilters = ReturnType<typeof useGraphFilters>[1];

/** Clears the filters of the view. */
export const ALL_IN_VIEW = {
  off: null,
  categories: null,
  lines: null,
  links: null,
  groups: null,
  from: null,
  to: null,
  only: null,
} as const;

/** Clears the state that belongs to one mode. */
export const OTHER_MODE = {
  acts: null,
  sel: null,
  edge: null,
  at: null,
  off: null,
  categories: null,
  lines: null,
  links: null,
  min: null,
  groups: null,
} as const;

/** Clears the filters of the request. */
export const WIDE_OPEN = {
  type: null,
  q: null,
  tags: null,
  tags_match: null,
  document: null,
  min: null,
  as_of: null,
  valid_at: null,
} as const;

export const isNarrowed = ({ type, q, tags, tags_match, document, min, ...past }: GraphFilters): boolean =>
  isPast(past) || type !== null || q !== '' || tags.length > 0 || tags_match === 'exact' || document !== null || min > 1;
