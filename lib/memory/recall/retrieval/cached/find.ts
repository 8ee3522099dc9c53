import { FACT_TYPES } from '#lib/base/literals';
import { passing as passingTags } from '#lib/base/tags/filter';
import { containsQuote, leastOfQuote } from '#lib/memory/recall/quote';
import { activate } from '#lib/memory/recall/retrieval/cached/activation';
import type { CachedBank } from '#lib/memory/recall/retrieval/cached/bank';
import { Highest, highest } from '#lib/memory/recall/retrieval/cached/highest';
import { returnArrays, type SearchArrays, takeArrays } from '#lib/memory/recall/retrieval/cached/search-arrays';
import {
  B,
  BESIDE,
  INSTRUCTION_CAP,
  inverseFrequency,
  K1,
  rounded,
  SEED_DIGITS,
  SEED_POWER,
  SEEDS,
  WINDOW_CAP,
  WINDOW_SCAN,
} from '#lib/memory/recall/retrieval/parameters';
import type { Candidate, CandidateQuery, RetrievalResult, Supersession } from '#lib/memory/recall/retrieval/port';

interface CachedResult extends Omit<RetrievalResult, 'revision' | 'snapshot'> {
  /** candidates that contain the words of the quotation, in a bank without texts */
  readonly unread: readonly string[];
  /** false: a unit that was chosen has been removed since the search began */
  readonly isWhole: boolean;
}

/** By slot: cosines of whole vectors. */
export type ExactCosines = ReadonlyMap<number, number>;

/** The nearest memories of the default budget, for which a few spare ones must suffice. */
const USUAL = 150;
const USUAL_SPARE = 50;
const SPARE_SHARE = 0.9;

/**
 * The number of memories of a very large bank to be found by meaning, whose cosines are then
 * computed exactly, so that the nearest `most` are among them. In a bank of 1,000,000, those of 180
 * questions were all there for the nearest 500 and 1,000. Of the nearest 150, a tenth of the
 * questions missed one, which 60 more would have found: they cost a tenth of the time of a recall.
 */
export const withSpare = (most: number): number => most + USUAL_SPARE + Math.ceil(SPARE_SHARE * Math.max(0, most - USUAL));

/**
 * A search of a cached bank. `arrays` must not be used before it ends. Units that a large bank gets
 * meanwhile are no part of it.
 */
export interface CachedSearch {
  /** The candidates: those that the statement in `database/statement.ts` finds. */
  found(exact?: ExactCosines): CachedResult;
  /**
   * In a very large bank, cosines are known to the third digit. With the exact ones of these slots
   * and of those that the graph adds, `found` gives the candidates.
   */
  readonly pool: readonly number[];
  /** The best slots of the pool by meaning and words, until they have this number of tokens. */
  likely(tokens: number): readonly number[];
  /** Further slots. `quotable`: of all, those that may contain the words of the quotation. */
  addGraph(): { readonly added: readonly number[]; readonly quotable: readonly number[] };
}

/** Searches a cached bank with the parameters of `database/statement.ts`. */
export function searchCached(bank: CachedBank, query: CandidateQuery, arrays: SearchArrays): CachedSearch {
  const { size, byId, hasVector } = bank;
  const passes = passing(bank, query, arrays);
  const meaning = query.vector && bank.compare(query.vector);
  const number = bank.hasExactVectors ? (most: number) => most : withSpare;
  const nearest: FindNearest = (most, among) => meaning?.nearest(number(most), { passes: among, hasVector, size }, byId) ?? none;
  // Threads compare vectors while this one reads words.
  const near = nearest(query.cap, passes);
  const corpus = corpusOf(bank, query);
  const words = wordsIn(bank, { ...query, ...corpus }, passes, arrays);
  const byWords = words.highest(query.cap, byId);
  const found = {
    words,
    units: corpus.units,
    byWords,
    near: near(),
    inWindow: query.window ? inWindow(bank, query, passes, { nearest, inside: arrays.flags(size) }) : { near: [], others: [] },
    instructions: latest(
      [...bank.instructions].filter((slot) => passes[slot] === 1),
      INSTRUCTION_CAP,
      byId,
    ),
    spoken: query.speech ? spoken(bank, query, passes) : [],
  };
  const chosenWith = (exact?: ExactCosines): ChosenSlots => {
    const cosineOf = (slot: number): number => exact?.get(slot) ?? meaning?.cosine(slot) ?? 0;
    const nearestOf = (slots: readonly number[], most: number): readonly number[] =>
      exact ? slots.toSorted((a, b) => cosineOf(b) - cosineOf(a) || byId(a, b)).slice(0, most) : slots;
    return chosenOf(bank, query, { ...found, passes, cosineOf, nearestOf });
  };
  const pool = poolOf(found, { nearestOf: (slots) => slots, cap: query.cap });
  return {
    found: (exact) => candidatesOf(bank, query, { ...found, ...chosenWith(exact) }),
    pool,
    likely: (tokens) => {
      const { nearness } = nearnessOf(pool, words, (slot) => meaning?.cosine(slot) ?? 0);
      const best = highest(nearness, pool.length, (a, b) => byId(pool[a]!, pool[b]!));
      let [count, used] = [0, 0];
      for (; count < best.length && used < tokens; count++) used += bank.units.tokensOf(pool[best[count]!]!);
      return bySlot(pool, best.slice(0, count));
    },
    addGraph: () => {
      const { chosen, keywords } = chosenWith();
      const slots = [...chosen];
      return { added: slots.slice(keywords.length), quotable: query.quote ? slots.filter(quoting(query, words)) : [] };
    },
  };
}

/**
 * As `nearest` of `Comparison`, among the slots that are 1 in `among`. In a very large bank, with
 * spare ones.
 */
type FindNearest = (most: number, among: Uint8Array) => () => readonly number[];
const none = (): readonly number[] => [];

interface FoundSlots {
  readonly passes: Uint8Array;
  readonly words: KeywordMatches;
  /** N of BM25 */
  readonly units: number;
  readonly byWords: readonly number[];
  readonly near: readonly number[];
  readonly inWindow: { readonly near: readonly number[]; readonly others: readonly number[] };
  readonly instructions: readonly number[];
  readonly spoken: readonly number[];
  readonly cosineOf: (slot: number) => number;
  /** The nearest of slots that were found by meaning; if their cosines are not exact, all. */
  readonly nearestOf: (slots: readonly number[], most: number) => readonly number[];
}

/** The slots of candidates, and what choosing them computed. */
interface ChosenSlots {
  readonly chosen: ReadonlySet<number>;
  /** of the first ones, the pool */
  readonly keywords: Float64Array;
  readonly cosines: Float64Array;
  readonly heats: ReadonlyMap<number, number>;
  readonly cosineOf: (slot: number) => number;
}

/** What all retrievers but the graph found, each slot once. */
function poolOf(
  {
    byWords,
    near,
    instructions,
    inWindow: { near: nearInWindow, others },
    spoken: said,
  }: Omit<FoundSlots, 'cosineOf' | 'nearestOf' | 'passes'>,
  { nearestOf, cap }: Pick<FoundSlots, 'nearestOf'> & Pick<CandidateQuery, 'cap'>,
): number[] {
  return [...new Set([...byWords, ...nearestOf(near, cap), ...instructions, ...nearestOf(nearInWindow, WINDOW_CAP), ...others, ...said])];
}

function chosenOf(bank: CachedBank, query: CandidateQuery, found: FoundSlots): ChosenSlots {
  const { units, byId } = bank;
  const { passes, words, cosineOf, nearestOf } = found;
  const pool = poolOf(found, { nearestOf, cap: query.cap });
  const chosen = new Set(pool);
  const { keywords, cosines, nearness } = nearnessOf(pool, words, cosineOf);
  const best = highest(nearness, query.expand, (a, b) => byId(pool[a]!, pool[b]!));
  const most = Math.max(1e-9, nearness[best[0]!] ?? 0);
  const seeds =
    query.graph === false
      ? []
      : seedsOf(
          best,
          (at) => rounded(Math.max(0, nearness[at]!) / most, SEED_DIGITS),
          (a, b) => byId(pool[a]!, pool[b]!),
        );
  const heats = activate(bank, new Map(seeds.map(([at, heat]) => [pool[at]!, heat])), { passes, matchesTags: tagTest(bank, query) });
  for (const slot of heats.keys()) chosen.add(slot);
  for (const slot of units.neighborsOf(bySlot(pool, best), BESIDE)) if (passes[slot] === 1) chosen.add(slot);

  return { chosen, keywords, cosines, heats, cosineOf };
}

/** The scores of the pool, and the sum of both, each divided by its maximum. */
function nearnessOf(
  pool: readonly number[],
  words: KeywordMatches,
  cosineOf: (slot: number) => number,
): Pick<ChosenSlots, 'keywords' | 'cosines'> & { readonly nearness: Float64Array } {
  // Loops, because `from` and `map` of typed arrays are several times as slow.
  const [keywords, cosines] = [new Float64Array(pool.length), new Float64Array(pool.length)];
  const top = { keyword: 1e-9, cosine: 0 };
  for (let i = 0; i < pool.length; i++) {
    keywords[i] = words.scoreOf(pool[i]!);
    cosines[i] = cosineOf(pool[i]!);
    top.keyword = Math.max(top.keyword, keywords[i]!);
    top.cosine = Math.max(top.cosine, cosines[i]!);
  }
  const nearness = new Float64Array(pool.length);
  for (let i = 0; i < pool.length; i++) nearness[i] = keywords[i]! / top.keyword + (top.cosine > 0 ? cosines[i]! / top.cosine : 0);
  return { keywords, cosines, nearness };
}

function candidatesOf(
  bank: CachedBank,
  query: CandidateQuery,
  {
    words,
    units: count,
    instructions,
    chosen,
    keywords,
    cosines,
    heats,
    cosineOf,
  }: ChosenSlots & Pick<FoundSlots, 'words' | 'units' | 'instructions'>,
): CachedResult {
  const { ids, units } = bank;
  const permanent = new Set(instructions);
  const mayQuote = quoting(query, words);
  const unread: string[] = [];
  const isQuoted = (slot: number, id: string): boolean => {
    if (!query.quote || !mayQuote(slot)) return false;
    if (bank.contents !== null) return containsQuote(bank.contents.at(slot).text, query.quote);
    unread.push(id);
    return false;
  };
  const isAsked = units.spokenBy(query.asked);
  const sources = new Map<string, readonly string[]>();
  const candidates = [...chosen].flatMap((slot, i): Candidate | [] => {
    if (units.isLost(slot)) return [];
    const id = ids.at(slot);
    const features = units.at(slot);
    if (features.type === 'observation') sources.set(id, bank.sourcesOf(id));
    return {
      id,
      mask: words.maskOf(slot),
      keyword: keywords[i] ?? words.scoreOf(slot),
      cosine: cosines[i] ?? cosineOf(slot),
      heat: heats.get(slot) ?? null,
      quoted: isQuoted(slot, id),
      asked: isAsked(slot),
      ...features,
      isInstruction: permanent.has(slot),
    };
  });
  const superseded = supersededIn(bank, query, candidates);
  const isWhole = candidates.length === chosen.size;
  return { candidates, frequencies: words.frequencies, sources, superseded, units: count, unread, isWhole };
}

/**
 * Ids of the `cap` memories nearest in meaning that pass the filters, highest first: of a bank that
 * is not complete, of those that were read. In a very large bank, of a few more. Pure.
 */
export function findNearest(bank: CachedBank, query: CandidateQuery): string[] {
  const meaning = query.vector && bank.compare(query.vector);
  if (!meaning) return [];
  const { hasVector, hasExactVectors, size, byId, ids } = bank;
  const arrays = takeArrays();
  const passes = passing(bank, query, arrays);
  const slots = meaning.nearest(hasExactVectors ? query.cap : withSpare(query.cap), { passes, hasVector, size }, byId)();
  returnArrays(arrays);
  return slots.map((slot) => ids.at(slot));
}

/** What replaced the candidates, as far as the tag filter shows it. */
function supersededIn(bank: CachedBank, { tags }: CandidateQuery, candidates: readonly Candidate[]): Map<string, Supersession> {
  const superseded = new Map<string, Supersession>();
  if (!bank.hasSupersessions) return superseded;
  const isSet = tags && bank.units.tagSetsThat(passingTags(tags));
  const isVisible = (slot: number): boolean => !isSet || isSet[bank.units.tagSetOf(slot)]!;
  for (const { id } of candidates) {
    const found = bank.supersessionOf(id, isVisible);
    if (found) superseded.set(id, found);
  }
  return superseded;
}

/** Whether a unit contains enough words of the question to contain it word for word. */
function quoting({ terms }: CandidateQuery, words: KeywordMatches): (slot: number) => boolean {
  const least = leastOfQuote(terms);
  return (slot) => bitCount(words.maskOf(slot)) >= least;
}

/** By slot: 1 where a unit passes the filters. Later slots are not in it. */
function passing({ units, isLive, size }: CachedBank, { types, tags, revisions }: CandidateQuery, arrays: SearchArrays): Uint8Array {
  if (types === null && tags === null && !revisions) return isLive.subarray(0, size);
  const isType = FACT_TYPES.map((type) => types === null || types.includes(type));
  const isSet = tags && units.tagSetsThat(passingTags(tags));
  const { after, upTo } = revisions ?? { after: Number.NEGATIVE_INFINITY, upTo: null };
  const passes = arrays.passes(size).subarray(0, size);
  for (let slot = 0; slot < size; slot++) {
    const revision = units.revisionOf(slot);
    const isMeant = isLive[slot] === 1 && isType[units.typeIndexOf(slot)] && revision > after && (upTo === null || revision <= upTo);
    passes[slot] = isMeant && (isSet === null || isSet[units.tagSetOf(slot)]) ? 1 : 0;
  }
  return passes;
}

/** Whether the unit of a slot matches the tag filter; null: no filter. */
function tagTest({ units }: CachedBank, { tags }: CandidateQuery): ((slot: number) => boolean) | null {
  if (tags === null) return null;
  const isSet = units.tagSetsThat(passingTags(tags));
  return (slot) => isSet[units.tagSetOf(slot)] === true;
}

/** The statistics of BM25: of the whole bank, or of its units that match a tag filter. */
function corpusOf(
  { units: table, isLive, size }: CachedBank,
  { tags, units: all, meanLength }: CandidateQuery,
): Pick<CandidateQuery, 'units' | 'meanLength'> {
  if (tags === null) return { units: all, meanLength };
  const isSet = table.tagSetsThat(passingTags(tags));
  let [units, terms] = [0, 0];
  for (let slot = 0; slot < size; slot++) {
    if (isLive[slot] === 0 || !isSet[table.tagSetOf(slot)]) continue;
    units++;
    terms += table.termCountOf(slot);
  }
  return { units, meanLength: Math.max(1, terms / Math.max(1, units)) };
}

interface KeywordMatches {
  readonly frequencies: readonly number[];
  /** The slots with the `most` highest scores. */
  highest(most: number, before: (a: number, b: number) => number): number[];
  /** BM25; 0 without a word of the question */
  scoreOf(slot: number): number;
  maskOf(slot: number): number;
}

/** Units that contain a word of the question, with BM25 of frequencies among those that pass. */
function wordsIn(
  { words, units, size }: CachedBank,
  { terms, units: all, meanLength }: CandidateQuery,
  passes: Uint8Array,
  arrays: SearchArrays,
): KeywordMatches {
  const masks = arrays.masks(size);
  const hits = arrays.hits(size);
  const lists = terms.map((term) => words.unitsWith(term));
  const lengths = lists.map((runs) => runs.reduce((sum, { start, end }) => sum + end - start, 0));
  // Rare words first: what a common word finds first contains none of them.
  const order = [...terms.keys()].sort((a, b) => lengths[a]! - lengths[b]!);
  let found = 0;
  const countOf = (ord: number): number => {
    const bit = 1 << ord;
    let count = 0;
    for (const { base, offsets, start, end } of lists[ord]!)
      for (let i = start; i < end; i++) {
        const slot = base + offsets[i]!;
        const mask = masks[slot]!;
        if (passes[slot] === 0 || (mask & bit) > 0) continue;
        if (mask === 0) hits[found++] = slot;
        masks[slot] = mask | bit;
        count++;
      }
    return count;
  };
  const frequencies = terms.map(() => 0);
  const ends = order.map((ord) => {
    frequencies[ord] = countOf(ord);
    return found;
  });
  const sums = sumsByMask(frequencies.map((frequency) => inverseFrequency(all, frequency)));
  const scoreOf = (slot: number): number =>
    (sums[masks[slot]!]! * (K1 + 1)) / (1 + K1 * (1 - B) + (K1 * B * units.termCountOf(slot)) / meanLength);
  return {
    frequencies,
    highest(most, before) {
      const best = new Highest(most, before);
      let bits = (1 << terms.length) - 1;
      for (let rank = 0, i = 0; rank < order.length && sums[bits]! * MOST_OF_SUM >= best.lowest; rank++) {
        for (; i < ends[rank]!; i++) {
          const slot = hits[i]!;
          // The length of most units need not be read: even as short ones they would score too low.
          if (sums[masks[slot]!]! * MOST_OF_SUM >= best.lowest) best.offer(slot, scoreOf(slot));
        }
        bits &= ~(1 << order[rank]!);
      }
      return best.sorted();
    },
    scoreOf: (slot) => (masks[slot]! > 0 ? scoreOf(slot) : 0),
    maskOf: (slot) => masks[slot]!,
  };
}

/** More than the score of any unit, as a multiple of the sum of its weights. */
const MOST_OF_SUM = (K1 + 1) / (1 + K1 * (1 - B)) + 1e-9;

/** By mask, the sum of the weights whose bits are set. */
function sumsByMask(weights: readonly number[]): Float64Array {
  const sums = new Float64Array(1 << weights.length);
  for (const [ord, weight] of weights.entries()) {
    const bit = 1 << ord;
    for (let mask = 0; mask < bit; mask++) sums[mask | bit] = sums[mask]! + weight;
  }
  return sums;
}

/** Units that overlap the window: the nearest in meaning, and the latest if those are too few. */
function inWindow(
  { units, byId, size }: CachedBank,
  { window, scan = WINDOW_SCAN }: CandidateQuery,
  passes: Uint8Array,
  { nearest, inside }: { nearest: FindNearest; inside: Uint8Array },
): FoundSlots['inWindow'] {
  const from = window?.start ? window.start.getTime() / 1000 : Number.NEGATIVE_INFINITY;
  const to = window?.end ? window.end.getTime() / 1000 : Number.POSITIVE_INFINITY;
  const begins = (slot: number): boolean => units.effective(slot) >= from;
  let [begun, overlapping] = [0, 0];
  for (let slot = 0; slot < size; slot++) {
    const at = units.effective(slot);
    const isInside = passes[slot] === 1 && ((at >= from && at < to) || (at < from && units.occurredEnd(slot) >= from));
    inside[slot] = isInside ? 1 : 0;
    if (!isInside) continue;
    if (at >= from) begun++;
    else overlapping++;
  }
  const keepHighest = (isMeant: (slot: number) => boolean, scoreOf: (slot: number) => number): void => {
    const chosen = new Highest(scan, byId);
    const meant = (slot: number): boolean => inside[slot] === 1 && isMeant(slot);
    // Later slots are mostly later memories: most others are only compared with the lowest.
    for (let slot = size - 1; slot >= 0; slot--) if (meant(slot)) chosen.offer(slot, scoreOf(slot));
    for (let slot = 0; slot < size; slot++) if (meant(slot)) inside[slot] = 0;
    for (const slot of chosen.items) inside[slot] = 1;
  };
  if (begun > scan) keepHighest(begins, (slot) => units.effective(slot));
  if (overlapping > scan)
    keepHighest(
      (slot) => !begins(slot),
      (slot) => -units.occurredEnd(slot),
    );
  const near = nearest(WINDOW_CAP, inside)();
  if (near.length >= WINDOW_CAP) return { near, others: [] };
  const late = new Highest(WINDOW_CAP, byId);
  for (let slot = size - 1; slot >= 0; slot--) if (inside[slot] === 1) late.offer(slot, units.effective(slot));
  const known = new Set(near);
  const others = late
    .sorted()
    .filter((slot) => !known.has(slot))
    .sort(byId);
  return { near, others: others.slice(0, WINDOW_CAP - near.length) };
}

/** The latest units of the speakers whom the question asks about. */
function spoken({ units, byId, size }: CachedBank, { asked, cap }: CandidateQuery, passes: Uint8Array): number[] {
  const isAsked = units.spokenBy(asked);
  const latestSlots = new Highest(cap, (a, b) => byId(b, a));
  for (let slot = size - 1; slot >= 0; slot--)
    if (passes[slot] === 1 && isAsked(slot)) latestSlots.offer(slot, orNever(units.effective(slot)));
  return latestSlots.sorted();
}

/** Before every time. */
const NEVER = -1e15;
const orNever = (time: number): number => (Number.isNaN(time) ? NEVER : time);

const latest = (slots: number[], most: number, byId: (a: number, b: number) => number): number[] =>
  slots.length <= most ? slots : slots.sort((a, b) => byId(b, a)).slice(0, most);

const bySlot = (slots: ArrayLike<number>, places: readonly number[]): number[] => places.map((at) => slots[at]!);

/** Where activation begins, with the heat of each. */
function seedsOf(
  best: readonly number[],
  shareOf: (at: number) => number,
  before: (a: number, b: number) => number,
): [at: number, heat: number][] {
  return best
    .map((at): [at: number, share: number] => [at, shareOf(at)])
    .sort(([a, share], [b, other]) => other - share || before(a, b))
    .slice(0, SEEDS)
    .map(([at, share]) => [at, share ** SEED_POWER]);
}

function bitCount(mask: number): number {
  let count = 0;
  for (let left = mask; left > 0; left &= left - 1) count++;
  return count;
}
