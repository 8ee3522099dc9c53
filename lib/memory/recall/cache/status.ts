import type { CacheState } from '#lib/memory/recall/cache/literals';

/** A bank in the cache of this process. */
export interface CacheStatus {
  readonly state: CacheState;
  /** share of its memories that have been read, from 0 to 1 */
  readonly progress: number;
}

/** A bank that recall wanted in the cache, with its valid memories at the last question. */
export interface WantedBank extends CacheStatus {
  readonly bankUid: number;
  readonly memories: number;
  /** memory that it takes; 0 without room */
  readonly bytes: number;
}

/** The value of the header `X-Recall-Cache`: the state, and the progress of reading. */
export const cacheHeader = ({ state, progress }: CacheStatus): string =>
  state === 'reading' ? `${state};progress=${progress.toFixed(2)}` : state;
