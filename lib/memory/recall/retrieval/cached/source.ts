import { type Queryable, vectorText } from '#lib/base/db/db';
import { meanwhile } from '#lib/base/db/meanwhile';
import { NO_FACTS, readFacts } from '#lib/memory/recall/payload';
import { containsQuote } from '#lib/memory/recall/quote';
import type { CachedBank } from '#lib/memory/recall/retrieval/cached/bank';
import { searchCached } from '#lib/memory/recall/retrieval/cached/find';
import { ownTurn } from '#lib/memory/recall/retrieval/cached/own-turn';
import { cachedPayload } from '#lib/memory/recall/retrieval/cached/payload';
import { returnArrays, takeArrays } from '#lib/memory/recall/retrieval/cached/search-arrays';
import { readCosines } from '#lib/memory/recall/retrieval/cached/store';
import type { CachedSnapshot, CandidateQuery, CandidateSource, PayloadOptions } from '#lib/memory/recall/retrieval/port';
import { readTexts } from '#lib/memory/recall/store';

/** Searches that a removal may repeat; the last one does not wait for the database. */
const ATTEMPTS = 4;
/** Likely results are more than what is sent, because meaning and words are not all that ranks. */
const LIKELY = 1.2;

/**
 * Searches a cached bank. An answer comes from one revision of the bank. Only a large bank reads
 * from the database: texts of the few units that contain the words of a quotation, and a very large
 * one the exact cosines of its candidates, and meanwhile what is sent of likely results.
 */
export const cachedSource = (db: Queryable, bankUid: number, bank: CachedBank): CandidateSource => ({
  async find(query) {
    const { unread, texts, facts, isWhole: _, ...found } = await search(db, bankUid, bank, query);
    const { revision } = found;
    const snapshot = {
      revision,
      isCurrent: () => bank.revision === revision && !bank.isPartial,
      hasTexts: bank.contents !== null,
      facts,
      payload: (ids: readonly string[], options: PayloadOptions) => cachedPayload(bank, ids, options),
    };
    const { quote } = query;
    if (unread.length === 0 || !quote) return { ...found, snapshot };
    const missing = unread.filter((id) => !texts.has(id));
    const more = missing.length > 0 ? await readTexts(db, { bankUid }, missing) : NO_TEXTS;
    const isQuoted = (id: string): boolean => containsQuote(texts.get(id) ?? more.get(id) ?? '', quote);
    const candidates = found.candidates.map((one) => ({ ...one, quoted: isQuoted(one.id) }));
    return { ...found, candidates, snapshot };
  },
});

const NO_TEXTS: ReadonlyMap<string, string> = new Map();
const NOTHING_READ: CachedSnapshot['facts'] = Promise.resolve(NO_FACTS);

async function search(db: Queryable, bankUid: number, bank: CachedBank, query: CandidateQuery) {
  for (let attempt = 1; ; attempt++) {
    if (bank.contents === null) await ownTurn();
    const { revision } = bank;
    const arrays = takeArrays();
    try {
      const { found, pool, likely, addGraph } = searchCached(bank, query, arrays);
      if (bank.hasExactVectors || query.vector === null || attempt === ATTEMPTS)
        return { ...found(), revision, texts: NO_TEXTS, facts: NOTHING_READ };
      const question = { model: bank.model, vector: vectorText(query.vector), dimensions: query.vector.length };
      const idsOf = (slots: readonly number[]): string[] => slots.map((slot) => bank.ids.at(slot));
      const exactOfPool = readCosines(db, bankUid, { ...question, ids: idsOf(pool), textsOf: [] });
      const [ofPool, reading] = await meanwhile(exactOfPool, () => {
        const { added, quotable } = addGraph();
        const ofAdded = readCosines(db, bankUid, { ...question, ids: idsOf(added), textsOf: idsOf(quotable) });
        const facts = readFacts(db, bankUid, query.sent ? idsOf([...likely(LIKELY * query.sent), ...added]) : [], revision);
        // An error is thrown below, and where the facts are sent.
        for (const each of [ofAdded, facts]) each.catch(() => undefined);
        return { ofAdded, facts };
      });
      const ofAdded = await reading.ofAdded;
      const exact = new Map<number, number>();
      for (const { cosines } of [ofPool, ofAdded])
        for (const [id, cosine] of cosines) {
          const slot = bank.slotOf(id);
          if (slot !== undefined) exact.set(slot, cosine);
        }
      await ownTurn();
      if (pool.some((slot) => bank.isLive[slot] !== 1)) continue;
      const answer = found(exact);
      if (answer.isWhole) return { ...answer, revision, texts: ofAdded.texts, facts: reading.facts };
    } finally {
      returnArrays(arrays);
    }
  }
}
