/**
 * The state of a bank in the cache of this process:
 * - `cached`: recall searches it without a statement.
 * - `reading`: it is being read; the database answers meanwhile.
 * - `no_room`: it does not fit beside the banks in use; each recall searches the database.
 * - `unused`: recall has not needed it: the bank is empty, has no vectors or was not queried
 *   lately, or the cache is turned off.
 */
export const CACHE_STATES = ['cached', 'reading', 'no_room', 'unused'] as const;
export type CacheState = (typeof CACHE_STATES)[number];

/** The states of banks that recall wanted in the cache. */
export const WANTED_STATES = ['no_room', 'reading', 'cached'] as const satisfies readonly CacheState[];
