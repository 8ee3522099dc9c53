import { FACT_TYPES } from '#lib/base/literals';
import { passing as passingTags } from '#lib/base/tags/filter';
import { containsQuote, leastOfQuote } from '#lib/memory/recall/quote';
import { activate } from '#lib/memory/recall/retrieval/cached/activation';
import type { CachedBank } from '#lib/memory/recall/retrieval/cached/bank';
import { highest } from '#lib/memory/recall/retrieval/cached/highest';
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
} from '#lib/memory/recall/retrieval/parameters';
import type { Candidate, CandidateQuery, RetrievalResult, Supersession } from '#lib/memory/recall/retrieval/port';

/**
 * Candidates from a cached bank: those that the statement in `database/statement.ts` finds, with
 * the same parameters. Pure.
 */
export function findCached(bank: CachedBank, query: CandidateQuery): Omit<RetrievalResult, 'revision' | 'snapshot'> {
  const { ids, units, size, byId } = bank;
  const passes = passing(bank, query);
  const cosines = query.vector && bank.cosines(query.vector);
  const corpus = corpusOf(bank, query);
  const words = wordsIn(bank, { ...query, ...corpus }, passes);
  const cosineOf = (slot: number): number => cosines?.[slot] ?? 0;
  const withVectors = passes === bank.isLive ? bank.hasVector : both(passes, bank.hasVector, size);

  const chosen = new Set<number>(
    bySlot(
      words.slots,
      highest(words.scores, query.cap, (a, b) => byId(words.slots[a]!, words.slots[b]!)),
    ),
  );
  if (cosines) for (const slot of highest(cosines, query.cap, byId, withVectors)) chosen.add(slot);
  const instructions = new Set(
    latest(
      [...bank.instructions].filter((slot) => passes[slot] === 1),
      INSTRUCTION_CAP,
      byId,
    ),
  );
  for (const slot of instructions) chosen.add(slot);
  if (query.window) for (const slot of inWindow(bank, query.window, passes, cosines)) chosen.add(slot);
  if (query.speech) for (const slot of spoken(bank, query, passes)) chosen.add(slot);

  const pool = [...chosen];
  const keywordOf = (slot: number): number => words.scoreOf(slot);
  const top = { keyword: 1e-9, cosine: 0 };
  for (const slot of pool) {
    top.keyword = Math.max(top.keyword, keywordOf(slot));
    top.cosine = Math.max(top.cosine, cosineOf(slot));
  }
  const nearness = Float64Array.from(pool, (slot) => keywordOf(slot) / top.keyword + (top.cosine > 0 ? cosineOf(slot) / top.cosine : 0));
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

  const isQuoted = quoting(bank, query, words);
  const isAsked = units.spokenBy(query.asked);
  const sources = new Map<string, readonly string[]>();
  const candidates = [...chosen].flatMap((slot): Candidate | [] => {
    if (units.isLost(slot)) return [];
    const id = ids[slot]!;
    const features = units.at(slot);
    if (features.type === 'observation') sources.set(id, bank.sourcesOf(id));
    return {
      id,
      mask: words.maskOf(slot),
      keyword: words.scoreOf(slot),
      cosine: cosineOf(slot),
      heat: heats.get(slot) ?? null,
      quoted: isQuoted(slot),
      asked: isAsked(slot),
      ...features,
      isInstruction: instructions.has(slot),
    };
  });
  return { candidates, frequencies: words.frequencies, sources, superseded: supersededIn(bank, query, candidates), units: corpus.units };
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

/** Whether a unit contains the whole question, word for word. */
function quoting({ contents }: CachedBank, { quote, terms }: CandidateQuery, words: KeywordMatches): (slot: number) => boolean {
  if (!quote) return () => false;
  const least = leastOfQuote(terms);
  return (slot) => bitCount(words.maskOf(slot)) >= least && containsQuote(contents.at(slot).text, quote);
}

/** By slot: 1 where a unit passes the filters. */
function passing({ units, isLive, size }: CachedBank, { types, tags, revisions }: CandidateQuery): Uint8Array {
  if (types === null && tags === null && !revisions) return isLive;
  const isType = FACT_TYPES.map((type) => types === null || types.includes(type));
  const isSet = tags && units.tagSetsThat(passingTags(tags));
  const { after, upTo } = revisions ?? { after: Number.NEGATIVE_INFINITY, upTo: null };
  const passes = new Uint8Array(size);
  for (let slot = 0; slot < size; slot++) {
    if (isLive[slot] === 0 || !isType[units.typeIndexOf(slot)] || (isSet && !isSet[units.tagSetOf(slot)])) continue;
    const revision = units.revisionOf(slot);
    if (revision > after && (upTo === null || revision <= upTo)) passes[slot] = 1;
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

function both(one: Uint8Array, other: Uint8Array, size: number): Uint8Array {
  const common = new Uint8Array(size);
  for (let slot = 0; slot < size; slot++) common[slot] = one[slot]! & other[slot]!;
  return common;
}

interface KeywordMatches {
  readonly frequencies: readonly number[];
  readonly slots: Int32Array;
  /** BM25, in the order of `slots` */
  readonly scores: Float64Array;
  scoreOf(slot: number): number;
  maskOf(slot: number): number;
}

/**
 * Units that contain a word of the question, with BM25 of the frequencies among units that pass.
 */
function wordsIn(
  { words, units, size }: CachedBank,
  { terms, units: all, meanLength }: CandidateQuery,
  passes: Uint8Array,
): KeywordMatches {
  const masks = new Uint16Array(size);
  const hits: number[] = [];
  const frequencies = terms.map((term, ord) => {
    const bit = 1 << ord;
    let count = 0;
    for (const slots of words.unitsWith(term))
      for (const slot of slots) {
        const mask = masks[slot]!;
        if (passes[slot] === 0 || (mask & bit) > 0) continue;
        if (mask === 0) hits.push(slot);
        masks[slot] = mask | bit;
        count++;
      }
    return count;
  });
  const weights = frequencies.map((frequency) => inverseFrequency(all, frequency));
  const slots = Int32Array.from(hits);
  const scores = new Float64Array(slots.length);
  const places = new Int32Array(size);
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]!;
    let sum = 0;
    for (let ord = 0, mask = masks[slot]!; mask > 0; ord++, mask >>= 1) if (mask & 1) sum += weights[ord]!;
    scores[i] = (sum * (K1 + 1)) / (1 + K1 * (1 - B) + (K1 * B * units.termCountOf(slot)) / meanLength);
    places[slot] = i;
  }
  return {
    frequencies,
    slots,
    scores,
    scoreOf: (slot) => (masks[slot]! > 0 ? scores[places[slot]!]! : 0),
    maskOf: (slot) => masks[slot]!,
  };
}

/** Units that overlap the window: the nearest in meaning, then the latest. */
function inWindow(
  { units, byId, hasVector, size }: CachedBank,
  { start, end }: NonNullable<CandidateQuery['window']>,
  passes: Uint8Array,
  cosines: Float32Array | null,
): number[] {
  const from = start ? start.getTime() / 1000 : Number.NEGATIVE_INFINITY;
  const to = end ? end.getTime() / 1000 : Number.POSITIVE_INFINITY;
  const inside: number[] = [];
  for (let slot = 0; slot < size; slot++) {
    if (passes[slot] === 0) continue;
    const at = units.effective(slot);
    if ((at >= from && at < to) || (at < from && units.occurredEnd(slot) >= from)) inside.push(slot);
  }
  const inOrder = (a: number, b: number): number => byId(inside[a]!, inside[b]!);
  const near = cosines
    ? highest(
        Float32Array.from(inside, (slot) => cosines[slot]!),
        WINDOW_CAP,
        inOrder,
        Uint8Array.from(inside, (slot) => hasVector[slot]!),
      )
    : [];
  if (near.length === WINDOW_CAP) return bySlot(inside, near);
  const late = highest(
    Float64Array.from(inside, (slot) => units.effective(slot)),
    WINDOW_CAP,
    inOrder,
  );
  const known = new Set(near);
  const others = late.filter((at) => !known.has(at)).sort(inOrder);
  return bySlot(inside, [...near, ...others].slice(0, WINDOW_CAP));
}

/** The latest units of the speakers whom the question asks about. */
function spoken({ units, byId, size }: CachedBank, { asked, cap }: CandidateQuery, passes: Uint8Array): number[] {
  const isAsked = units.spokenBy(asked);
  const spokenSlots: number[] = [];
  for (let slot = 0; slot < size; slot++) if (passes[slot] === 1 && isAsked(slot)) spokenSlots.push(slot);
  const times = Float64Array.from(spokenSlots, (slot) => orNever(units.effective(slot)));
  return bySlot(
    spokenSlots,
    highest(times, cap, (a, b) => byId(spokenSlots[b]!, spokenSlots[a]!)),
  );
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
