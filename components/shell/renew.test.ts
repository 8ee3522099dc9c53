import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { tagsQuery } from '#components/documents/queries';
import { entityQuery } from '#components/entities/queries';
import { treeQuery } from '#components/knowledge/queries';
import { memoryQuery } from '#components/memories/queries';
import { mentalModelQuery } from '#components/mental-models/queries';
import { observationQuery } from '#components/observations/queries';
import { operationQuery } from '#components/operations/queries';
import { latestQuery } from '#components/overview/queries';
import { recallQuery } from '#components/recall/queries';
import { renewAfterChange, renewContent, renewModels } from '#components/shell/renew';
import { statsQuery } from '#components/stats/queries';

const OF = ['org', 'bank'] as const;
const MODELS = [mentalModelQuery(...OF, 'model'), treeQuery(...OF)].map(({ queryKey }) => queryKey);
const OPERATIONS = operationQuery(...OF, 'operation').queryKey;
const CONTENT = [
  memoryQuery(...OF, 'memory').queryKey,
  observationQuery(...OF, 'observation').queryKey,
  tagsQuery(...OF).queryKey,
  entityQuery(...OF, 'entity').queryKey,
  statsQuery(...OF).queryKey,
  latestQuery(...OF).queryKey,
  ...MODELS,
];
const STAYS = [recallQuery(...OF, { query: 'boats' }).queryKey, latestQuery('org', 'other').queryKey];

it.each([
  ['background work', renewContent, CONTENT],
  ['a change of what is stored', renewAfterChange, [...CONTENT, OPERATIONS]],
  ['a change of a mental model', renewModels, [...MODELS, OPERATIONS]],
])('what shows the content of a bank is read again after %s', async (_, renew, stale) => {
  const client = new QueryClient();
  const all = [...CONTENT, OPERATIONS, ...STAYS];
  for (const queryKey of all) client.setQueryData<unknown>(queryKey, {});
  await renew(client, ...OF);
  expect(all.filter((queryKey) => client.getQueryState(queryKey)?.isInvalidated)).toEqual(stale);
});
