import type { CachedBank } from '#lib/memory/recall/retrieval/cached/bank';
import { findCached } from '#lib/memory/recall/retrieval/cached/find';
import { cachedPayload } from '#lib/memory/recall/retrieval/cached/payload';
import type { CandidateSource, PayloadOptions } from '#lib/memory/recall/retrieval/port';

/**
 * Searches a cached bank. A search is synchronous: its answer comes from one revision of the bank.
 */
export const cachedSource = (bank: CachedBank): CandidateSource => ({
  async find(query) {
    const { revision } = bank;
    const snapshot = {
      revision,
      isCurrent: () => bank.revision === revision,
      payload: (ids: readonly string[], options: PayloadOptions) => cachedPayload(bank, ids, options),
    };
    return { ...findCached(bank, query), revision, snapshot };
  },
});
