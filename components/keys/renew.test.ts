import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { connectionsQuery } from '#components/account/queries';
import { activeKeysQuery, keyQuery, renewKeys } from '#components/keys/queries';
import { memberKeysQuery, membersChanged } from '#components/members/queries';

const OF_KEYS = [keyQuery('org', 'key'), activeKeysQuery('org'), memberKeysQuery('org', 'ana')].map(({ queryKey }) => queryKey);
const CONNECTIONS = connectionsQuery().queryKey;
const ELSEWHERE = activeKeysQuery('other').queryKey;

it.each([
  ['a changed key', renewKeys, [...OF_KEYS, CONNECTIONS]],
  ['a removed member, whose applications lose their keys', membersChanged, OF_KEYS],
])('what shows keys is read again after %s', async (_, renew, stale) => {
  const client = new QueryClient();
  const all = [...OF_KEYS, CONNECTIONS, ELSEWHERE];
  for (const queryKey of all) client.setQueryData<unknown>(queryKey, { items: [] });
  await renew(client, 'org');
  expect(all.filter((queryKey) => client.getQueryState(queryKey)?.isInvalidated)).toEqual(stale);
});
