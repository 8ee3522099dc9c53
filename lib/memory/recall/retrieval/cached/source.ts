import { containsQuote } from '#lib/memory/recall/quote';
import type { CachedBank } from '#lib/memory/recall/retrieval/cached/bank';
import { findCached } from '#lib/memory/recall/retrieval/cached/find';
import { cachedPayload } from '#lib/memory/recall/retrieval/cached/payload';
import type { CandidateSource, PayloadOptions } from '#lib/memory/recall/retrieval/port';

/**
 * Searches a cached bank. A search is synchronous: its answer comes from one revision of the bank.
 * Only a large bank reads texts with `readTexts`, of the few units that contain the words of a
 * quotation.
 */
export const cachedSource = (
  bank: CachedBank,
  readTexts: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): CandidateSource => ({
  async find(query) {
    const { revision } = bank;
    const snapshot = {
      revision,
      isCurrent: () => bank.revision === revision,
      payload: (ids: readonly string[], options: PayloadOptions) => cachedPayload(bank, ids, options),
    };
    const { unread, ...found } = findCached(bank, query);
    const { quote } = query;
    if (unread.length === 0 || !quote) return { ...found, revision, snapshot };
    const texts = await readTexts(unread);
    const candidates = found.candidates.map((one) => ({ ...one, quoted: containsQuote(texts.get(one.id) ?? '', quote) }));
    return { ...found, candidates, revision, snapshot };
  },
});
