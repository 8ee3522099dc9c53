'use client';

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ME_KEY } from '#components/shell/me-key';
import type { PageCounts } from '#components/shell/pages';
import { bestHits, longestWord } from '#components/shell/word-match';
import { MINUTE_MS } from '#components/ui/durations';
import { every } from '#components/ui/refetch';
import { call } from '#lib/api/call';
import { countMemories, getMe, listBanks, listDocuments, listEntities, listKeys, listMemories, listMentalModels } from '#lib/api/calls';

export const meQuery = () =>
  queryOptions({
    queryKey: ME_KEY,
    queryFn: ({ signal }) => call(getMe, { signal }),
    refetchInterval: every(5 * 60_000),
    refetchOnWindowFocus: 'always',
  });

/**
 * The counts of the sidebar. They have a key of their own: a page that shared one could be hydrated
 * after the response, and would differ from the server’s output.
 */
export const pageCountsQuery = (org: string, bankId: string) =>
  queryOptions({
    queryKey: ['memories', org, bankId, 'sidebar'],
    queryFn: async ({ signal }): Promise<PageCounts> => {
      const { counts } = await call(countMemories, { org, bankId, body: { filters: [{}, { type: ['observation'] }] }, signal });
      const [memories = 0, observations = 0] = counts;
      return { memories, observations };
    },
    refetchInterval: every(MINUTE_MS),
  });

/** Hits that a search reads. The best of them are shown. */
const HITS = 50;
const MEMORY_HITS = 5;
const MODELS = 200;

const search = (q: string, limit = HITS) => ({ limit, offset: 0, ...(q !== '' && { q }) });

/** Banks whose id or name contains the longest word of `q`, last written first. */
export const bankSearchQuery = (org: string, q: string, limit = HITS) =>
  queryOptions({
    queryKey: ['banks', org, 'search', longestWord(q), limit],
    queryFn: ({ signal }) => call(listBanks, { org, query: search(longestWord(q), limit), signal }),
    placeholderData: keepPreviousData,
  });

/** Keys whose name or prefix contains the longest word of `q`. */
export const keySearchQuery = (org: string, q: string) =>
  queryOptions({
    queryKey: ['keys', org, 'search', longestWord(q)],
    queryFn: ({ signal }) =>
      call(listKeys, { org, query: { ...search(longestWord(q)), status: ['active', 'expired', 'revoked'] }, signal }),
    placeholderData: keepPreviousData,
  });

/** Entities with a spelling that contains `q`, and those with its longest word in one. */
export const entitySearchQuery = (org: string, bankId: string, q: string) =>
  queryOptions({
    queryKey: ['entities', org, bankId, 'search', q],
    queryFn: async ({ signal }) => {
      const read = async (text: string) => (await call(listEntities, { org, bankId, query: search(text), signal })).items;
      const word = longestWord(q);
      const [whole, partial] = await Promise.all([read(q), word === q ? [] : read(word)]);
      const known = new Set(whole.map(({ id }) => id));
      const more = bestHits(partial, q, ({ canonical_name }) => [canonical_name]).filter(({ id }) => !known.has(id));
      return word === q ? bestHits(whole, q, ({ canonical_name }) => [canonical_name]) : [...whole, ...more];
    },
    placeholderData: keepPreviousData,
  });

/** Documents whose id contains the longest word of `q`. */
export const documentSearchQuery = (org: string, bankId: string, q: string) =>
  queryOptions({
    queryKey: ['documents', org, bankId, 'search', longestWord(q)],
    queryFn: ({ signal }) => call(listDocuments, { org, bankId, query: search(longestWord(q)), signal }),
    placeholderData: keepPreviousData,
  });

/** The latest memories that contain the words. */
export const memorySearchQuery = (org: string, bankId: string, q: string) =>
  queryOptions({
    queryKey: ['memories', org, bankId, 'search', q],
    queryFn: ({ signal }) => call(listMemories, { org, bankId, query: search(q, MEMORY_HITS), signal }),
    placeholderData: keepPreviousData,
  });

/** The names of the mental models of a bank, which the palette searches itself. */
export const mentalModelNamesQuery = (org: string, bankId: string) =>
  queryOptions({
    queryKey: ['mental-models', org, bankId, 'names'],
    queryFn: ({ signal }) => call(listMentalModels, { org, bankId, query: { detail: 'metadata', limit: MODELS, offset: 0 }, signal }),
    staleTime: MINUTE_MS,
  });
