import type { Query } from '@tanstack/react-query';

/** When a query is read again because the network is back or the page has become visible. */

type Refetch = (query: Pick<Query, 'state'>) => boolean | 'always';

/** After a failure only, for results that must not change while they are read. */
export const afterFailure: Refetch = ({ state }) => (state.status === 'error' ? 'always' : false);

/** After a failure, or if the data is stale. */
export const ifStale: Refetch = ({ state }) => (state.status === 'error' ? 'always' : true);
