import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { isStaying, leave } from '#components/shell/use-removal';

const OF_ANA = ['documents', 'org', 'bank', 'one', 'ana'];
const KEYS = [OF_ANA, ['documents', 'org', 'bank', 'chunks', 'ana', 0], ['documents', 'org', 'bank', 'list', { q: 'ana' }]];

let client: QueryClient;
let asked: unknown[];
let leaveSight: (() => void)[];

/** A page that shows everything. Each response echoes the request. */
async function show(): Promise<void> {
  const options = (queryKey: readonly unknown[]) => ({
    queryKey,
    enabled: isStaying,
    queryFn: async () => {
      asked.push(queryKey[3]);
      return queryKey;
    },
  });
  leaveSight = KEYS.map((key) => new QueryObserver(client, options(key)).subscribe(() => undefined));
  await expect.poll(() => client.isFetching()).toBe(0);
}

const closeAll = () => {
  for (const close of leaveSight) close();
};

const readAgain = () => client.invalidateQueries({ queryKey: ['documents', 'org', 'bank'] });

beforeEach(async () => {
  client = new QueryClient();
  asked = [];
  await show();
  asked = [];
});

it('disables queries of an item while it is deleted, and no others', async () => {
  const ana = leave(client, 'org', 'bank', 'ana');
  await readAgain();
  expect(asked).toEqual(['list']);
  ana.finish();
  await readAgain();
  expect(asked).toEqual(['list', 'list']);
  expect(client.getQueryData(OF_ANA)).toBeDefined();
  closeAll();
});

it('enables the queries again if the deletion failed', async () => {
  leave(client, 'org', 'bank', 'ana').stay();
  await readAgain();
  expect(asked).toEqual(['one', 'chunks', 'list']);
  closeAll();
});

it('clears the cache of a deleted item when its last page unmounts', async () => {
  leave(client, 'org', 'bank', 'ana').finish();
  closeAll();
  expect(client.getQueryData(OF_ANA)).toBeUndefined();
  await show();
  expect(asked).toEqual(expect.arrayContaining(['one', 'chunks']));
  closeAll();
});

it('does not affect other banks or other parts of a key', async () => {
  const ana = leave(client, 'org', 'ana', 'bank');
  await readAgain();
  expect(asked).toEqual(['one', 'chunks', 'list']);
  ana.stay();
  closeAll();
});
