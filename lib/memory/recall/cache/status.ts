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

/**
 * The state of a bank when it was searched, given its present state: it may have been read to its
 * end since. `compared`: the share of its vectors that were compared; undefined: all.
 */
export const statusAtSearch = (now: CacheStatus, compared: number | undefined): CacheStatus =>
  compared === undefined ? now : { state: 'reading', progress: compared };

/** A share with two digits, rounded down: `1.00` means all. */
export const shareText = (share: number): string => (Math.floor(share * 100) / 100).toFixed(2);

/** The value of the header `X-Recall-Cache`: the state, and the progress of reading. */
export const cacheHeader = ({ state, progress }: CacheStatus): string =>
  state === 'reading' ? `${state};progress=${shareText(progress)}` : state;
