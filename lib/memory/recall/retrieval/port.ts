import type { FactType } from '#lib/base/literals';
import type { TagFilter } from '#lib/base/tags/filter';
import type { RecallPayload } from '#lib/memory/recall/payload';

/**
 * Retrieval, the first stage of recall: the memories of a bank that may answer a question. Four
 * retrievers (semantic, keyword, time, graph) search the bank, and `rank.ts` orders what they find.
 *
 * Two implementations answer the same query from the same bank with the same candidates:
 * - `database/source.ts` searches the database, in one statement;
 * - `cached/source.ts` searches a bank that this process caches, without a statement.
 *
 * `conformance.test.ts` runs the same cases over both.
 */
export interface CandidateSource {
  /**
   * Finds the candidates for a question, in no particular order.
   *
   * - Each candidate is valid and passes `types`, `tags` and `revisions`. No filter takes a place
   *   under a limit: limits apply to what passes.
   * - Where a limit cuts between equal scores, the older memory (the lower id) is found.
   * - Scores are exact to three digits. The cache stores vectors as integers of 16 bits, and in a
   *   large bank of 12, so two memories whose cosines differ only from the fifth digit on, or from
   *   the fourth, may change places at a limit.
   * - An empty bank has no candidates, and each of its frequencies is 0.
   *
   * A search of the database rejects with the error of the database, also if the statement exceeds
   * its deadline (`isOverrun`). A search of a cached bank fails only if it is large and the
   * database cannot be read.
   */
  find(query: CandidateQuery): Promise<RetrievalResult>;
}

/** A question to one bank, as `plan.ts` understood it. */
export interface CandidateQuery {
  /** Vector of the question, of length 1; null if the embedder knows no word of it. */
  readonly vector: Float32Array | null;
  /** Lexemes of the question, at most 16. */
  readonly terms: readonly string[];
  /**
   * Words of the question (`quoteOf`): a candidate that contains all of them in this order is
   * marked as quoted. null or omitted: none is.
   */
  readonly quote?: string | null;
  /** Valid memories of the bank: N of BM25. A source counts the matching ones under `tags`. */
  readonly units: number;
  /** Mean number of terms in a memory: the average length of BM25. The same applies. */
  readonly meanLength: number;
  /** Maximum number of candidates of the semantic and of the keyword retriever, each. */
  readonly cap: number;
  /**
   * Number of the best candidates whose neighbors in the document and in the graph become
   * candidates.
   */
  readonly expand: number;
  /** Speakers whom the question asks about. */
  readonly asked: readonly string[];
  /** true: the latest `cap` memories of these speakers are candidates. */
  readonly speech?: boolean;
  /** null: all types. */
  readonly types: readonly FactType[] | null;
  /** null: all tags. */
  readonly tags: TagFilter | null;
  /**
   * The time retriever finds memories that overlap this range; `end` is exclusive, null is open.
   * null: no time retriever.
   */
  readonly window: { readonly start: Date | null; readonly end: Date | null } | null;
  /** Memories that the time retriever compares, `WINDOW_SCAN` if omitted: see there. */
  readonly scan?: number;
  /** false: no graph retriever. */
  readonly graph?: boolean;
  /**
   * Tokens of the texts that will be sent. A very large cached bank reads likely ones from the
   * database while it searches. Omitted: none are sent.
   */
  readonly sent?: number;
  /** null or omitted: memories of all revisions. */
  readonly revisions?: RevisionWindow | null;
  /**
   * ids: the semantic retriever compares only the vectors of these memories. null or omitted: of
   * all. A cached bank compares all.
   */
  readonly compared?: readonly string[] | null;
}

/** Memories last written after one revision of the bank and up to another. */
export interface RevisionWindow {
  /** exclusive */
  readonly after: number;
  /** inclusive; null: no limit */
  readonly upTo: number | null;
}

/** Candidates, each with the features that ranking needs. */
export interface CandidateSet {
  readonly candidates: readonly Candidate[];
  /** By the index of a term: memories that contain it, of those that pass the filters. */
  readonly frequencies: readonly number[];
  /** Sources by observation, for observations among the candidates. */
  readonly sources: ReadonlyMap<string, readonly string[]>;
  /**
   * By candidate: what replaced it, or when it ends by itself. Only memories that are valid and
   * pass `tags` replace others, so nothing reveals a hidden one.
   */
  readonly superseded: ReadonlyMap<string, Supersession>;
}

/** The end of a memory's validity. */
export interface Supersession {
  /** id of the memory that replaced it; null: none did, and `validTo` was given or set by hand */
  readonly by: string | null;
  /** seconds since 1970, possibly in the future; null: not known */
  readonly validTo: number | null;
}

export interface RetrievalResult extends CandidateSet {
  /** N of BM25: valid memories of the bank, under a tag filter those that match it. */
  readonly units: number;
  /** of the bank in the state that was searched; null: the bank was deleted or cleared */
  readonly revision: number | null;
  /**
   * The cached state of the bank that was searched. null: the database was, as it was when the
   * statement ran.
   */
  readonly snapshot: CachedSnapshot | null;
  /**
   * The share of the memories whose vectors were compared, while a large bank is read into the
   * cache. Omitted: all were.
   */
  readonly compared?: number;
}

/**
 * A cached bank as it was when it was searched. What recall sends must come from the same revision.
 * Of a large bank, only what was found must not have been written since.
 */
export interface CachedSnapshot {
  /** revision of the bank when it was searched */
  readonly revision: number;
  /** false: the cached bank has been updated since */
  isCurrent(): boolean;
  /** false: only the database has the texts */
  readonly hasTexts: boolean;
  /** What a very large bank has read of likely results: as they were at `revision`. */
  readonly facts: Promise<RecallPayload['facts']>;
  /**
   * The results as they are sent, from the cached bank as it is now: check `isCurrent` afterwards.
   */
  payload(ids: readonly string[], options: PayloadOptions): CachedPayload;
}

export interface PayloadOptions {
  readonly withEntities: boolean;
  /** filter of the results: sources that do not pass it add no entity */
  readonly tags: TagFilter | null;
}

/**
 * Deleted memories are omitted. `facts` is null where only the database has the texts, `entities`
 * where only it knows the names.
 */
export interface CachedPayload {
  readonly facts: RecallPayload['facts'] | null;
  readonly entities: RecallPayload['entities'] | null;
}

/** One memory with what ranking needs to know of it; its text is not read. */
export interface Candidate {
  readonly id: string;
  readonly type: FactType;
  /** null: an observation */
  readonly document: string | null;
  readonly position: number;
  readonly turn: number;
  /** cl100k tokens of its text */
  readonly tokens: number;
  /** bit i: contains the i-th term of the question */
  readonly mask: number;
  /** BM25; 0 without a common term */
  readonly keyword: number;
  /** cosine; 0 without a vector */
  readonly cosine: number;
  /** activation; null where the graph retriever did not reach it */
  readonly heat: number | null;
  /** said by a speaker whom the question asks about */
  readonly asked: boolean;
  /** said by a speaker; false: prose, or an observation */
  readonly isSpoken: boolean;
  /** ends with a question mark */
  readonly question: boolean;
  /** contains only a question */
  readonly onlyAsks: boolean;
  /** in a language other than English */
  readonly isForeign: boolean;
  /** a permanent instruction of a user */
  readonly isInstruction: boolean;
  /** an observation that consists of sentences of its evidence */
  readonly extractive: boolean;
  /** contains the whole question, word for word */
  readonly quoted: boolean;
  /**
   * Seconds since 1970. The two others are read only for a query with a `window`; without one they
   * may be null.
   */
  readonly mentionedAt: number | null;
  readonly occurredStart: number | null;
  readonly occurredEnd: number | null;
}
