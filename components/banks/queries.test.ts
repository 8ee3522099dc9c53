import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { bankDeleted, banksQuery } from '#components/banks/queries';
import { activeKeysQuery } from '#components/keys/queries';
import { statsQuery } from '#components/stats/queries';

it('the cache of a deleted bank is removed, and nothing of it is read again', async () => {
  const client = new QueryClient();
  const shown = statsQuery('org', 'bank').queryKey;
  const asked: unknown[] = [];
  const queryFn = async () => asked.push('read');
  const close = new QueryObserver(client, { queryKey: shown, queryFn, initialData: 0, staleTime: 'static' }).subscribe(() => undefined);
  const removed = [
    ['recall', 'org', 'bank', { query: 'boats' }],
    ['banks', 'org', 'profile', 'bank'],
  ];
  const lists = [
    banksQuery('org', { q: '', sort: 'name', order: 'asc', offset: 0, limit: 50 }).queryKey,
    activeKeysQuery('org').queryKey,
    ['audit', 'org', {}, 'desc'],
  ];
  const others = [
    ['recall', 'org', 'other', { query: 'boats' }],
    ['recall', 'elsewhere', 'bank', { query: 'boats' }],
  ];
  for (const queryKey of [...removed, ...lists, ...others]) client.setQueryData<unknown>(queryKey, {});

  await bankDeleted(client, 'org', 'bank');
  const invalidated = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated;
  expect(removed.map(invalidated)).toEqual([undefined, undefined]);
  expect(lists.map(invalidated)).toEqual([true, true, true]);
  expect(others.map(invalidated)).toEqual([false, false]);
  expect([client.getQueryData(shown), asked]).toEqual([0, []]);
  close();
  expect(client.getQueryState(shown)).toBeUndefined();
});
