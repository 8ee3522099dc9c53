import { defined } from '#lib/base/defined';
import type { DateGrain } from '#lib/base/literals';
import type { Speech } from '#lib/memory/recall/plan';
import { inverseFrequency } from '#lib/memory/recall/retrieval/parameters';
import type { Candidate, CandidateSet } from '#lib/memory/recall/retrieval/port';

export interface RankContext {
  /** live units of the bank */
  readonly units: number;
  readonly window: TimeWindow | null;
  /** the question names one of the bank's speakers, who are never off-topic */
  readonly namesSpeaker: boolean;
  /** the question says nothing but who; null or left out: it says more */
  readonly speech?: Speech | null;
  readonly minScores: MinScores;
  /** everything that was found is wanted, in order, however far from the question */
  readonly isWhole?: boolean;
  /** cl100k tokens of the question */
  readonly tokens?: number;
  /** returns nothing when no candidate matches the query well */
  readonly abstains?: boolean;
}

/** Seconds since 1970; `end` is exclusive, null is open. */
export interface TimeWindow {
  readonly start: number | null;
  readonly end: number | null;
  readonly grain: DateGrain;
  /** seconds that the clock is ahead of UTC by whose days it is meant */
  readonly offset?: number;
}

/** When something was told by the clock of who asks, in seconds. What was told at no hour has its day everywhere. */
export const inCallerZone = (offset: number | undefined, told: number | null): number | null =>
  told === null || !offset || told % DAY === 0 ? told : told + offset;

/** Least scores for an arm to find a unit; null: none. */
export interface MinScores {
  readonly semantic: number | null;
  readonly keyword: number | null;
}

export interface Ranked {
  readonly candidate: Candidate;
  /** value over the value of the best, times how well any of them answers; 0 to 1 */
  readonly final: number;
  /** share of the question's weighted terms that it holds, 0 to 1 */
  readonly coverage: number;
  readonly parts: ScoreParts;
}

/** What the value of a unit is made of: `(own + near) * every factor`. */
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

/** For a unit that is ranked by its position alone. */
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
 * The weights, each with its reason. They are few and round on purpose: finer ones fit the conversations they were tried on.
 */
export const WEIGHTS = {
  /** An answer stands beside the sentence that shares words with the question: the neighbours' own scores count, half with each step. */
  near: [0.5, 0.25],
  /** Activation adds what neither words nor meaning find. It is a guess: alone it never outranks a unit that half answers. */
  heat: 0.1,
  /** Unless it says what the nearest leaves open, and both name somebody whom few others do: then it is the other half of the answer. */
  secondHop: 2.5,
  /** A document that covers more of the question is likelier the one that was meant. Squared: common words cover a third of anything. */
  document: 0.3,
  /** "What did Ann say", "what is my": whose words are meant is known. More would drown answers that others gave about them. */
  asked: 1.6,
  /** Where a question says nothing but who, their own words answer it: before those that name them, or after. */
  speech: { first: 1.5, after: 0.5 },
  /** A named time is the strongest hint there is, but it only ranks. */
  date: 2,
  /** Where a question says little beside its time ("what happened in June?"), lying in that time is itself an answer. */
  inTime: 0.5,
  /** The first turn of a document says what it is about. */
  opening: 1.3,
  /** A short question asks for something; it rarely says it. */
  question: 0.7,
  shortQuestion: 20,
  /** What a user wants kept in mind belongs in the answer where it is about the matter at all. */
  standing: 1.5,
  /** Of two equal statements the newer one holds, if the question names no time. It may only decide between near equals. */
  recency: 0.02,
  /** Whoever asks in the words of a unit wants that unit: it goes before the best of the others, by so much of its own value. */
  quote: 0.01,
} as const;

/** The heat of what shares with the nearest unit a name that four units hold. */
const NEAR_HEAT = 1 / Math.log(6);
/** How much a unit has to do with the nearest one, 0 to 1. Cubed: names that many units hold lead astray. */
const kinship = ({ heat }: Candidate): number => Math.min(1, (heat ?? 0) / NEAR_HEAT) ** 3;

/** Whoever says a third of what is left open says what is asked there. */
const ENOUGH = 1 / 3;

/** A thing is told on its day or soon after: a mention counts less by the day, and no more after two weeks. */
const DAY = 86_400;
const TOLD_WITHIN = 14 * DAY;
const TOLD_DECAY = 7 * DAY;
/** The day before, for clocks in other zones and the evening before. */
const EARLY = DAY;

/**
 * A question is off-topic, and finds nothing where abstaining is wanted, when no unit holds a quarter of its weighted terms, none is this close in meaning, none lies
 * in the time it names, and no speaker is named. Of 807 questions with an answer none falls under both figures; of questions asked of
 * conversations about something else a tenth does. Unrelated sentences have cosines up to 0.2 with the built-in model.
 */
export const FLOOR = { coverage: 0.25, cosine: 0.25 } as const;

const bits = (mask: number, weights: readonly number[]): number => {
  let sum = 0;
  for (let i = 0; mask >> i > 0; i++) if ((mask >> i) & 1) sum += weights[i] ?? 0;
  return sum;
};

/** "This year" and "since June" hold half of what a bank knows: they say little about which unit is meant. */
const HINT: Record<DateGrain, number> = { instant: 1, day: 1, week: 1, month: 1, quarter: 0.6, season: 0.6, year: 0.3, decade: 0.3 };
const OPEN_HINT = 0.3;

/** 1 inside the window, less for what was only mentioned after it and in wide windows, 0 outside. */
export function dateMatch(unit: Candidate, window: TimeWindow): number {
  const open = window.start === null || window.end === null;
  return Math.min(HINT[window.grain], open ? OPEN_HINT : 1) * nearness(unit, window);
}

function nearness(unit: Candidate, window: TimeWindow): number {
  const start = window.start ?? Number.NEGATIVE_INFINITY;
  const end = window.end ?? Number.POSITIVE_INFINITY;
  if (unit.occurredStart !== null && unit.occurredStart < end && (unit.occurredEnd ?? unit.occurredStart) >= start) return 1;
  const told = inCallerZone(window.offset, unit.mentionedAt);
  if (told === null || told < start - EARLY) return 0;
  if (told < end) return unit.occurredStart === null ? 1 : Math.exp(-1);
  return told - end <= TOLD_WITHIN ? Math.exp(-(told - end) / TOLD_DECAY) : 0;
}

/** Where units can lie that match the window at all: what the temporal arm reads. */
export const reach = ({ start, end }: { start: Date | null; end: Date | null }): { start: Date | null; end: Date | null } => ({
  start: start && new Date(start.getTime() - EARLY * 1000),
  end: end && new Date(end.getTime() + TOLD_WITHIN * 1000),
});

/** More units than one document may hold: keeps the places of two documents apart. */
const PLACES = 2 ** 32;

/** A unit's own scores by its place; a place is the document's running number and the position in it. */
function neighbourhood(candidates: readonly Candidate[], owns: readonly number[]): (unit: Candidate) => number {
  const numbers = new Map<string, number>();
  for (const { document } of candidates) if (document !== null && !numbers.has(document)) numbers.set(document, numbers.size);
  const byPlace = new Map<number, number>();
  candidates.forEach(({ document, position }, i) => {
    if (document !== null) byPlace.set(defined(numbers.get(document)) * PLACES + position, defined(owns[i]));
  });
  return ({ document, position }) => {
    if (document === null) return 0;
    const here = defined(numbers.get(document)) * PLACES + position;
    const at = (offset: number): number => (position + offset < 0 ? 0 : (byPlace.get(here + offset) ?? 0));
    return WEIGHTS.near.reduce((sum, weight, i) => sum + weight * (at(-i - 1) + at(i + 1)), 0);
  };
}

/**
 * Orders the candidates. Both scores are divided by their maximum over the candidates of this question, so that they weigh the same
 * whatever the embedder's and the bank's scale; ranks instead of scores lose three points of evidence recall.
 */
export function rank({ candidates, frequencies }: CandidateSet, context: RankContext): Ranked[] {
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
  const said = Math.min(
    1,
    maximum((u) => closeness(u, coverageOf(u.mask))),
  );
  const inTime = WEIGHTS.inTime * (1 - said);
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
  const nearOf = neighbourhood(candidates, owns);
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
      standing: unit.standing ? WEIGHTS.standing : 1,
      recency: context.window || span === 0 ? 1 : 1 + (WEIGHTS.recency * ((unit.mentionedAt ?? oldest) - oldest)) / span,
      quote: 1,
    };
    const { own, near, document, asked, date, opening, question, standing, recency } = parts;
    const value = (own + near) * document * asked * date * opening * question * standing * recency;
    return { candidate: unit, final: value, coverage: coverageOf(unit.mask), parts };
  });
  const ranked = questionsLast(quotesFirst(valued), context.tokens ?? 0);
  const answering = ranked.some(({ candidate, final }) => !candidate.onlyAsks && final > 0)
    ? ranked.filter(({ candidate }) => !candidate.onlyAsks)
    : ranked;
  const sure = answering.reduce((most, unit) => (unit.final > 0 ? Math.max(most, certainty(unit, context)) : most), 0);
  return relative(ranked, Math.min(1, sure)).filter(
    (unit) => context.isWhole || ((unit.final > 0 || !context.abstains) && passes(unit, context.minScores)),
  );
}

/**
 * How far a unit says what the nearest one leaves open, 0 to 1, by the weights of the question's terms. Of "in which town does the leader of Halcyon
 * have a home?" one unit names the leader, and one that names her too the home.
 */
function completion(
  candidates: readonly Candidate[],
  nearness: (unit: Candidate) => number,
  { weights, frequencies }: { weights: readonly number[]; frequencies: readonly number[] },
): (unit: Candidate) => number {
  // Of two that are as near the older one, in whatever order they are read.
  const byNearness = (a: Candidate, b: Candidate): number => nearness(b) - nearness(a) || (a.id < b.id ? -1 : 1);
  const nearest = candidates.reduce<Candidate | null>((most, unit) => (most && byNearness(most, unit) < 0 ? most : unit), null);
  // What no unit says leaves nothing open that one could say.
  const known = weights.map((weight, i) => (defined(frequencies[i]) > 0 ? weight : 0));
  const open = ~(nearest?.mask ?? 0);
  const lacking = bits(open & (2 ** weights.length - 1), known);
  return ({ mask }) => (lacking > 0 ? Math.min(1, bits(mask & open, known) / (ENOUGH * lacking)) : 0);
}

/** A question that a unit says word for word finds it first; the others stay as near to the best as they were. */
function quotesFirst(units: readonly Ranked[]): readonly Ranked[] {
  if (!units.some(({ candidate }) => candidate.quoted && !candidate.onlyAsks)) return units;
  const top = units.reduce((most, { final }) => Math.max(most, final), 0);
  return units.map((unit) => {
    if (!unit.candidate.quoted || unit.candidate.onlyAsks || unit.final <= 0) return unit;
    const quote = top / unit.final + WEIGHTS.quote;
    return { ...unit, final: unit.final * quote, parts: { ...unit.parts, quote } };
  });
}

/** Ranks short questions, and those that repeat the query, behind every statement, because they answer nothing. Keeps their order. */
function questionsLast(units: readonly Ranked[], length: number): readonly Ranked[] {
  const longest = LONGER * length + LABEL;
  const asks = ({ candidate: { onlyAsks, tokens }, coverage }: Ranked) =>
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
/** In tokens. A longer question also says something. */
const SHORT = 10;

/** A cosine that the built-in model gives to statements of the same matter. */
export const CLOSE = 0.6;

/** How well a unit answers by its words or its meaning, whatever the others do; 1 and more is well. */
const closeness = ({ cosine }: Candidate, coverage: number): number => Math.max(coverage, cosine / CLOSE);

/** The score of a question's best result, so that weak answers show as weak. */
const certainty = ({ candidate, coverage }: Ranked, context: RankContext): number =>
  Math.max(closeness(candidate, coverage), context.window ? dateMatch(candidate, context.window) : 0, inSpeech(candidate, context));

const inSpeech = ({ asked }: Candidate, { speech }: RankContext): number => (speech && asked ? WEIGHTS.speech[speech] : 0);

const onTopic = (unit: Candidate, { window }: RankContext, coverageOf: (mask: number) => number): boolean =>
  unit.cosine >= FLOOR.cosine || coverageOf(unit.mask) >= FLOOR.coverage || (window !== null && dateMatch(unit, window) > 0);

/** How much of the question the found units of a document cover together. */
function documentCoverage(candidates: readonly Candidate[], coverageOf: (mask: number) => number): Map<string, number> {
  const masks = new Map<string, number>();
  for (const { document, mask } of candidates) if (document !== null) masks.set(document, (masks.get(document) ?? 0) | mask);
  return new Map([...masks].map(([document, mask]) => [document, coverageOf(mask)]));
}

/** Best first; equal values by id, newest last, so that the order never depends on the order of reading. */
export const byValue = (a: { final: number; candidate: Candidate }, b: { final: number; candidate: Candidate }): number =>
  b.final - a.final || (a.candidate.id < b.candidate.id ? -1 : 1);

/** Sorted, the best scores `best`. */
function relative(units: readonly Ranked[], best: number): Ranked[] {
  const top = units.reduce((most, unit) => Math.max(most, unit.final), 0);
  return units.map((unit) => ({ ...unit, final: top > 0 ? (best * unit.final) / top : 0 })).sort(byValue);
}

function passes({ candidate, coverage }: Ranked, least: MinScores): boolean {
  if (least.semantic === null && least.keyword === null) return true;
  const bySemantic = candidate.cosine > 0 && candidate.cosine >= (least.semantic ?? 0);
  const byKeyword = candidate.keyword > 0 && coverage >= (least.keyword ?? 0);
  return bySemantic || byKeyword;
}
