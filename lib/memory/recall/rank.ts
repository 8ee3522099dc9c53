import { defined } from '#lib/base/defined';
import type { DateGrain } from '#lib/base/literals';
import type { Speech } from '#lib/memory/recall/plan';
import { inverseFrequency } from '#lib/memory/recall/retrieval/parameters';
import type { Candidate, CandidateSet } from '#lib/memory/recall/retrieval/port';

export interface RankContext {
  /** valid memories of the bank, under a tag filter those that match it */
  readonly units: number;
  readonly window: TimeWindow | null;
  /** the question names a speaker of the bank: it always counts as on topic */
  readonly namesSpeaker: boolean;
  /** the question only names a person; null or omitted: it asks for more */
  readonly speech?: Speech | null;
  readonly minScores: MinScores;
  /** return all candidates in order, however low their scores */
  readonly isWhole?: boolean;
  /** the question is in a language other than English */
  readonly isForeign?: boolean;
  /** counts the cl100k tokens of the question, if a candidate is a question too */
  readonly countTokens?: () => number;
  /** returns nothing when no candidate matches the query well */
  readonly abstains?: boolean;
}

/** Seconds since 1970; `end` is exclusive, null is open. */
export interface TimeWindow {
  readonly start: number | null;
  readonly end: number | null;
  readonly grain: DateGrain;
  /** seconds that the caller's time zone is ahead of UTC */
  readonly offset?: number;
}

/**
 * Shifts a mention time (epoch seconds) into the caller's zone. Date-only mentions stay unchanged.
 */
export const inCallerZone = (offset: number | undefined, mentionedAt: number | null): number | null =>
  mentionedAt === null || !offset || mentionedAt % DAY === 0 ? mentionedAt : mentionedAt + offset;

/** Minimum scores of the semantic and keyword retrievers; null: no minimum. */
export interface MinScores {
  readonly semantic: number | null;
  readonly keyword: number | null;
}

export interface RankedCandidate {
  readonly candidate: Candidate;
  /** relative to the best result, scaled by how well the best one answers; 0 to 1 */
  readonly final: number;
  /** share of the question's weighted terms that the memory contains, 0 to 1 */
  readonly coverage: number;
  readonly parts: ScoreParts;
}

/** Factors of a memory's value: `(own + near) * every factor`. */
export interface ScoreParts {
  readonly own: number;
  readonly near: number;
  readonly document: number;
  readonly asked: number;
  readonly date: number;
  readonly opening: number;
  readonly question: number;
  readonly standing: number;
  readonly recency: number;
  readonly quote: number;
}

/** For a memory that is ranked by its position only. */
export const NO_PARTS: ScoreParts = {
  own: 0,
  near: 0,
  document: 1,
  asked: 1,
  date: 1,
  opening: 1,
  question: 1,
  standing: 1,
  recency: 1,
  quote: 1,
};

/**
 * The weights, each with its reason. They are few and round on purpose: finer weights overfit the
 * conversations on which they were tuned.
 */
export const WEIGHTS = {
  /**
   * The answer often comes next to the sentence that shares words with the question. The scores of
   * neighbors count, halved with each step.
   */
  near: [0.5, 0.25],
  /**
   * Activation finds memories that neither words nor meaning find. It is a guess: alone it never
   * outranks a memory that half answers.
   */
  heat: 0.1,
  /**
   * Exception: a memory covers terms that the nearest one lacks, and both mention an entity that
   * few others mention. It then completes the answer.
   */
  secondHop: 2.5,
  /**
   * A document that covers more of the question is more likely the right one. Squared, because
   * common words cover a third of any document.
   */
  document: 0.3,
  /**
   * "What did Ann say" and "what is my" identify the speaker. A higher weight would hide answers
   * that others gave about them.
   */
  asked: 1.6,
  /**
   * If the question only names a person, their own words answer it: ranked before memories that
   * mention them, or after.
   */
  speech: { first: 1.5, after: 0.5 },
  /** A named time is the strongest hint there is, but it only affects the order. */
  date: 2,
  /**
   * If a question says little besides its time ("what happened in June?"), a memory in that time is
   * itself an answer.
   */
  inTime: 0.5,
  /** The first turn of a document usually introduces its topic. */
  opening: 1.3,
  /** A short question requests information and rarely contains any. */
  question: 0.7,
  shortQuestion: 20,
  /** A permanent instruction of the user belongs in the answer if it is on topic. */
  standing: 1.5,
  /**
   * Of two equal statements the newer one is valid, unless the question names a time. It only
   * decides between near equals.
   */
  recency: 0.02,
  /**
   * A memory that contains the whole question ranks above the best of the others, by this share of
   * its value.
   */
  quote: 0.01,
} as const;

/** Heat of a memory that shares with the nearest one an entity that four memories mention. */
const NEAR_HEAT = 1 / Math.log(6);
/**
 * How closely a memory is linked to the nearest one, 0 to 1. Cubed, because entities that many
 * memories mention mislead.
 */
const kinship = ({ heat }: Candidate): number => Math.min(1, (heat ?? 0) / NEAR_HEAT) ** 3;

/** A memory that covers a third of the open terms counts as covering what is asked. */
const ENOUGH = 1 / 3;

/**
 * Most things are mentioned on their day or soon after. A mention counts less with each day, and
 * not at all after two weeks. In seconds.
 */
const DAY = 86_400;
const MENTION_RANGE = 14 * DAY;
const MENTION_DECAY = 7 * DAY;
/** A day earlier also counts, for other time zones and for the evening before. In seconds. */
const EARLY = DAY;

/**
 * A question is off-topic if no memory reaches either figure, none is in the time that it names,
 * and it names no speaker. With abstaining on, an off-topic question finds nothing. Of 807
 * questions with an answer, none is below both figures. Of questions about something else, a tenth
 * are. Unrelated sentences have cosines up to 0.2 with the built-in model. In other languages, and
 * across languages, related sentences have lower ones.
 */
export const FLOOR = { coverage: 0.25, cosine: 0.25, foreignCosine: 0.2 } as const;

/**
 * Whether a memory is on topic by its meaning or its words. `isForeign`: the question is not
 * English.
 */
export const reachesFloor = (unit: Candidate, coverage: number, isForeign: boolean): boolean =>
  unit.cosine >= (isForeign || unit.isForeign ? FLOOR.foreignCosine : FLOOR.cosine) || coverage >= FLOOR.coverage;

const bits = (mask: number, weights: readonly number[]): number => {
  let sum = 0;
  for (let i = 0; mask >> i > 0; i++) if ((mask >> i) & 1) sum += weights[i] ?? 0;
  return sum;
};

/**
 * "This year" and "since June" match half of a bank, so they say little about which memory is
 * wanted.
 */
const HINT: Record<DateGrain, number> = { instant: 1, day: 1, week: 1, month: 1, quarter: 0.6, season: 0.6, year: 0.3, decade: 0.3 };
const OPEN_HINT = 0.3;

/** 1 inside the window, less for mentions after it and in wide windows, 0 outside. */
export function dateMatch(unit: Candidate, window: TimeWindow): number {
  const open = window.start === null || window.end === null;
  return Math.min(HINT[window.grain], open ? OPEN_HINT : 1) * nearness(unit, window);
}

function nearness(unit: Candidate, window: TimeWindow): number {
  const start = window.start ?? Number.NEGATIVE_INFINITY;
  const end = window.end ?? Number.POSITIVE_INFINITY;
  if (unit.occurredStart !== null && unit.occurredStart < end && (unit.occurredEnd ?? unit.occurredStart) >= start) return 1;
  const mentionedAt = inCallerZone(window.offset, unit.mentionedAt);
  if (mentionedAt === null || mentionedAt < start - EARLY) return 0;
  if (mentionedAt < end) return unit.occurredStart === null ? 1 : Math.exp(-1);
  return mentionedAt - end <= MENTION_RANGE ? Math.exp(-(mentionedAt - end) / MENTION_DECAY) : 0;
}

/**
 * Extends a window to the range in which memories can match it. The temporal retriever reads that
 * range.
 */
export const reach = ({ start, end }: { start: Date | null; end: Date | null }): { start: Date | null; end: Date | null } => ({
  start: start && new Date(start.getTime() - EARLY * 1000),
  end: end && new Date(end.getTime() + MENTION_RANGE * 1000),
});

/** More than the positions of one document: separates the positions of two documents. */
const PLACES = 2 ** 32;

/**
 * Sums the scores of a memory's neighbors in its document. A key combines the document's number and
 * the position in it.
 */
function neighborScores(candidates: readonly Candidate[], owns: readonly number[]): (unit: Candidate) => number {
  const numbers = new Map<string, number>();
  for (const { document } of candidates) if (document !== null && !numbers.has(document)) numbers.set(document, numbers.size);
  const byPlace = new Map<number, number>();
  candidates.forEach(({ document, position }, i) => {
    if (document !== null) byPlace.set(defined(numbers.get(document)) * PLACES + position, defined(owns[i]));
  });
  return ({ document, position }) => {
    if (document === null) return 0;
    const place = defined(numbers.get(document)) * PLACES + position;
    const at = (offset: number): number => (position + offset < 0 ? 0 : (byPlace.get(place + offset) ?? 0));
    return WEIGHTS.near.reduce((sum, weight, i) => sum + weight * (at(-i - 1) + at(i + 1)), 0);
  };
}

/**
 * Sorts the candidates, best first. Both scores are divided by their maximum over the candidates of
 * this question. They then weigh the same, whatever the scale of the embedder and the bank. Ranks
 * instead of scores lose three points of evidence recall.
 */
export function rank({ candidates, frequencies }: CandidateSet, context: RankContext): RankedCandidate[] {
  const weights = frequencies.map((frequency) => inverseFrequency(context.units, frequency));
  const allWeights = weights.reduce((sum, weight) => sum + weight, 0);
  const coverages = new Map<number, number>();
  const coverageOf = (mask: number): number => {
    const known = coverages.get(mask);
    if (known !== undefined) return known;
    const coverage = allWeights > 0 ? bits(mask, weights) / allWeights : 0;
    coverages.set(mask, coverage);
    return coverage;
  };
  const maximum = (value: (unit: Candidate) => number): number => candidates.reduce((best, unit) => Math.max(best, value(unit)), 0);
  const best = { keyword: maximum((u) => u.keyword), cosine: maximum((u) => u.cosine), heat: maximum((u) => u.heat ?? 0) };
  const gate = context.abstains && !context.namesSpeaker && !context.isWhole;
  if (gate && !candidates.some((unit) => onTopic(unit, context, coverageOf))) return [];

  const share = (value: number, of: number): number => (of > 0 ? Math.max(value, 0) / of : 0);
  const closest = Math.min(
    1,
    maximum((u) => closeness(u, coverageOf(u.mask))),
  );
  const inTime = WEIGHTS.inTime * (1 - closest);
  const byItself = (u: Candidate): number => share(u.keyword, best.keyword) + share(u.cosine, best.cosine);
  const completes = completion(candidates, byItself, { weights, frequencies });
  const owns = candidates.map(
    (u) =>
      byItself(u) +
      WEIGHTS.heat * share(u.heat ?? 0, best.heat) +
      WEIGHTS.secondHop * completes(u) * kinship(u) +
      (context.window ? inTime * dateMatch(u, context.window) : 0) +
      inSpeech(u, context),
  );
  const nearOf = neighborScores(candidates, owns);
  const documents = documentCoverage(candidates, coverageOf);
  const bestDocument = Math.max(0, ...documents.values());
  const newest = maximum((u) => u.mentionedAt ?? 0);
  const oldest = candidates.reduce((least, u) => Math.min(least, u.mentionedAt ?? least), newest);
  const span = newest - oldest;

  const valued = candidates.map((unit, i) => {
    const parts: ScoreParts = {
      own: defined(owns[i]),
      near: nearOf(unit),
      document: 1 + WEIGHTS.document * share(unit.document === null ? 0 : defined(documents.get(unit.document)), bestDocument) ** 2,
      asked: unit.asked ? WEIGHTS.asked : 1,
      date: context.window ? 1 + WEIGHTS.date * dateMatch(unit, context.window) : 1,
      opening: unit.document !== null && unit.turn === 0 ? WEIGHTS.opening : 1,
      question: unit.question && unit.tokens < WEIGHTS.shortQuestion ? WEIGHTS.question : 1,
      standing: unit.isInstruction ? WEIGHTS.standing : 1,
      recency: context.window || span === 0 ? 1 : 1 + (WEIGHTS.recency * ((unit.mentionedAt ?? oldest) - oldest)) / span,
      quote: 1,
    };
    const { own, near, document, asked, date, opening, question, standing: instruction, recency } = parts;
    const value = (own + near) * document * asked * date * opening * question * instruction * recency;
    return { candidate: unit, final: value, coverage: coverageOf(unit.mask), parts };
  });
  const ranked = questionsLast(quotesFirst(valued), context.countTokens);
  const answering = ranked.some(({ candidate, final }) => !candidate.onlyAsks && final > 0)
    ? ranked.filter(({ candidate }) => !candidate.onlyAsks)
    : ranked;
  const sure = answering.reduce((most, unit) => (unit.final > 0 ? Math.max(most, certainty(unit, context)) : most), 0);
  return relative(ranked, Math.min(1, sure)).filter(
    (unit) => context.isWhole || ((unit.final > 0 || !context.abstains) && passes(unit, context.minScores)),
  );
}

/**
 * How much of the terms missing in the nearest memory another one covers, 0 to 1, by the weights of
 * the terms. Example: "in which town does the leader of Halcyon have a home?" One memory names the
 * leader, and another one names her home.
 */
function completion(
  candidates: readonly Candidate[],
  nearness: (unit: Candidate) => number,
  { weights, frequencies }: { weights: readonly number[]; frequencies: readonly number[] },
): (unit: Candidate) => number {
  // Of two equally near memories the older one, independent of the order of reading.
  const byNearness = (a: Candidate, b: Candidate): number => nearness(b) - nearness(a) || (a.id < b.id ? -1 : 1);
  const nearest = candidates.reduce<Candidate | null>((most, unit) => (most && byNearness(most, unit) < 0 ? most : unit), null);
  // A term that no memory contains is not missing in any.
  const known = weights.map((weight, i) => (defined(frequencies[i]) > 0 ? weight : 0));
  const open = ~(nearest?.mask ?? 0);
  const lacking = bits(open & (2 ** weights.length - 1), known);
  return ({ mask }) => (lacking > 0 ? Math.min(1, bits(mask & open, known) / (ENOUGH * lacking)) : 0);
}

/**
 * A memory that contains the whole question comes first. The others keep their scores relative to
 * the best.
 */
function quotesFirst(units: readonly RankedCandidate[]): readonly RankedCandidate[] {
  if (!units.some(({ candidate }) => candidate.quoted && !candidate.onlyAsks)) return units;
  const top = units.reduce((most, { final }) => Math.max(most, final), 0);
  return units.map((unit) => {
    if (!unit.candidate.quoted || unit.candidate.onlyAsks || unit.final <= 0) return unit;
    const quote = top / unit.final + WEIGHTS.quote;
    return { ...unit, final: unit.final * quote, parts: { ...unit.parts, quote } };
  });
}

/**
 * Ranks short questions, and those that repeat the query, behind every statement, because they
 * answer nothing. Keeps their order.
 */
function questionsLast(units: readonly RankedCandidate[], countTokens: RankContext['countTokens']): readonly RankedCandidate[] {
  if (!units.some(({ candidate }) => candidate.onlyAsks)) return units;
  const longest = LONGER * (countTokens?.() ?? 0) + LABEL;
  const asks = ({ candidate: { onlyAsks, tokens }, coverage }: RankedCandidate) =>
    onlyAsks && (tokens <= SHORT || (coverage >= REPEATS && tokens <= longest));
  const asking = units.filter(asks);
  if (asking.length === 0) return units;
  const least = units.reduce(
    (low, { candidate, final }) => (candidate.onlyAsks || final <= 0 ? low : Math.min(low, final)),
    Number.POSITIVE_INFINITY,
  );
  const most = asking.reduce((top, { final }) => Math.max(top, final), 0);
  if (most <= 0 || least === Number.POSITIVE_INFINITY || most < least) return units;
  const share = (BEHIND * least) / most;
  return units.map((unit) =>
    asks(unit) ? { ...unit, final: unit.final * share, parts: { ...unit.parts, question: unit.parts.question * share } } : unit,
  );
}
const BEHIND = 0.99;
/** A repeated question contains most of the query's terms and few others. */
const REPEATS = 0.75;
const LONGER = 1.6;
/** Tokens of the label of a speaker before it. */
const LABEL = 3;
/** In tokens. A longer question also contains information. */
const SHORT = 10;

/** A typical cosine of two statements on the same topic with the built-in model. */
export const CLOSE = 0.6;

/**
 * How well a memory answers by its words or its meaning, independent of the others; 1 or more is
 * good.
 */
const closeness = ({ cosine }: Candidate, coverage: number): number => Math.max(coverage, cosine / CLOSE);

/** The score of a question's best result, so that weak answers show as weak. */
const certainty = ({ candidate, coverage }: RankedCandidate, context: RankContext): number =>
  Math.max(closeness(candidate, coverage), context.window ? dateMatch(candidate, context.window) : 0, inSpeech(candidate, context));

const inSpeech = ({ asked }: Candidate, { speech }: RankContext): number => (speech && asked ? WEIGHTS.speech[speech] : 0);

const onTopic = (unit: Candidate, { window, isForeign = false }: RankContext, coverageOf: (mask: number) => number): boolean =>
  reachesFloor(unit, coverageOf(unit.mask), isForeign) || (window !== null && dateMatch(unit, window) > 0);

/** By document: the share of the question that its found memories cover together. */
function documentCoverage(candidates: readonly Candidate[], coverageOf: (mask: number) => number): Map<string, number> {
  const masks = new Map<string, number>();
  for (const { document, mask } of candidates) if (document !== null) masks.set(document, (masks.get(document) ?? 0) | mask);
  return new Map([...masks].map(([document, mask]) => [document, coverageOf(mask)]));
}

/**
 * Best first. Equal values are sorted by id, newest last, so the result never depends on the order
 * of reading.
 */
export const byValue = (a: { final: number; candidate: Candidate }, b: { final: number; candidate: Candidate }): number =>
  b.final - a.final || (a.candidate.id < b.candidate.id ? -1 : 1);

/** Sorts by value and scales the scores so that the best scores `best`. */
function relative(units: readonly RankedCandidate[], best: number): RankedCandidate[] {
  const top = units.reduce((most, unit) => Math.max(most, unit.final), 0);
  return units.map((unit) => ({ ...unit, final: top > 0 ? (best * unit.final) / top : 0 })).sort(byValue);
}

function passes({ candidate, coverage }: RankedCandidate, least: MinScores): boolean {
  if (least.semantic === null && least.keyword === null) return true;
  const bySemantic = candidate.cosine > 0 && candidate.cosine >= (least.semantic ?? 0);
  const byKeyword = candidate.keyword > 0 && coverage >= (least.keyword ?? 0);
  return bySemantic || byKeyword;
}
