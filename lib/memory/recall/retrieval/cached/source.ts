import { setImmediate } from 'node:timers/promises';
import type { Queryable } from '#lib/base/db/db';
import { containsQuote } from '#lib/memory/recall/quote';
import type { CachedBank } from '#lib/memory/recall/retrieval/cached/bank';
import { type ExactCosines, searchCached } from '#lib/memory/recall/retrieval/cached/find';
import { cachedPayload } from '#lib/memory/recall/retrieval/cached/payload';
import { returnArrays, takeArrays } from '#lib/memory/recall/retrieval/cached/search-arrays';
import { readCosines } from '#lib/memory/recall/retrieval/cached/store';
import type { Candidate, CandidateQuery, CandidateSource, PayloadOptions } from '#lib/memory/recall/retrieval/port';
import { readTexts } from '#lib/memory/recall/store';

/**
 * A search of a large bank occupies the event loop for tens of milliseconds. One begins after the
 * other, each in a turn of the loop of its own, so that other requests are answered between them.
 */
let lastTurn: Promise<void> = Promise.resolve();
function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

/** Searches that a change of the bank may repeat; the last one does not wait for the database. */
const ATTEMPTS = 4;

/**
 * Searches a cached bank. An answer comes from one revision of the bank. Only a large bank reads
 * from the database: texts of the few units that contain the words of a quotation, and a very large
 * one the exact cosines of its candidates.
 */
export const cachedSource = (db: Queryable, bankUid: number, bank: CachedBank): CandidateSource => ({
  async find(query) {
    const { unread, ...found } = await search(db, bankUid, bank, query);
    const { revision } = found;
    const snapshot = {
      revision,
      isCurrent: () => bank.revision === revision,
      payload: (ids: readonly string[], options: PayloadOptions) => cachedPayload(bank, ids, options),
    };
    const { quote } = query;
    if (unread.length === 0 || !quote) return { ...found, snapshot };
    const texts = await readTexts(db, { bankUid }, unread);
    const candidates = found.candidates.map((one) => ({ ...one, quoted: containsQuote(texts.get(one.id) ?? '', quote) }));
    return { ...found, candidates, snapshot };
  },
});

async function search(db: Queryable, bankUid: number, bank: CachedBank, query: CandidateQuery) {
  for (let attempt = 1; ; attempt++) {
    if (bank.contents === null) await ownTurn();
    const { revision } = bank;
    const arrays = takeArrays();
    try {
      const candidatesOf = searchCached(bank, query, arrays);
      const found = candidatesOf();
      if (bank.hasExactVectors || query.vector === null || attempt === ATTEMPTS) return { ...found, revision };
      const exact = await exactCosines(db, bankUid, bank, found.candidates, query.vector);
      await ownTurn();
      if (bank.revision === revision && !bank.isPartial) return { ...candidatesOf(exact), revision };
    } finally {
      returnArrays(arrays);
    }
  }
}

/** Of the candidates that have a vector. */
async function exactCosines(
  db: Queryable,
  bankUid: number,
  bank: CachedBank,
  candidates: readonly Candidate[],
  vector: Float32Array,
): Promise<ExactCosines> {
  const ids = candidates.map(({ id }) => id);
  const exact = new Map<number, number>();
  for (const [id, cosine] of await readCosines(db, bankUid, { model: bank.model, vector, ids })) {
    const slot = bank.slotOf(id);
    if (slot !== undefined) exact.set(slot, cosine);
  }
  return exact;
}
