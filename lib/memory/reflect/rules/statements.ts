import { defined } from '#lib/base/defined';
import { isDenied } from '#lib/base/text/denial';
import { ENGLISH, languageOf } from '#lib/base/text/languages/of';
import { readSentences } from '#lib/base/text/sentences';
import { fold } from '#lib/base/text/terms';
import { plainTerms } from '#lib/base/text/word-forms';
import { bodyOf } from '#lib/memory/observations/rules/claims';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { quoteOf, quoteOfModel, quoteWhole } from '#lib/memory/reflect/rules/quotes';
import type { ReflectQuestion } from '#lib/memory/reflect/rules/reflect-question';
import { once } from '#lib/memory/reflect/rules/sentence-cache';
import { sayingTerms } from '#lib/memory/reflect/rules/verbs';

/** Selects quotable statements for a question by their value. Pure. */

/** Added to the value of a statement that gives the answer explicitly. */
const PLAIN = 1;
/** Added to the value of a statement about the person that the question names. */
const NAMED = 0.5;
/** Overlap of terms from which two statements are repeats. */
const ALIKE = 0.6;
/** Share of value lost by overlap with a chosen statement. */
const REPEATS = 0.4;
const EARLIER_MARK = /\. Earlier \(/;

/** A statement that can be quoted. */
export interface QuotableStatement {
  readonly evidence: Evidence;
  readonly quote: string;
  /** false: only its words are compared, because the rules read English */
  readonly isEnglish: boolean;
  /** computed on demand, because only few are needed */
  readonly terms: () => ReadonlySet<string>;
  readonly value: number;
  /** share of the question's terms, 0 to 1; 1 for an explicit answer */
  readonly share: number;
  /** answers the question, explicitly or in its words, instead of being only related */
  readonly isAnswer: boolean;
  /** explicitly */
  readonly isPlain: boolean;
  /** answers it or, for a question about persons or a time only, is about them */
  readonly isRelevant: boolean;
  /**
   * contains a term of the question, or is by a person that it names; the context alone does not
   * count
   */
  readonly isNear: boolean;
}

const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let common = 0;
  for (const term of a) if (b.has(term)) common++;
  return common / Math.max(1, Math.min(a.size, b.size));
};

const namesOf = (items: readonly Evidence[]): ReadonlySet<string> =>
  new Set(items.flatMap(({ speaker }) => (speaker === null ? [] : plainTerms(speaker))));

const isOfModel = ({ kind }: Evidence): boolean => kind === 'mental_model';

export function statementsOf(items: readonly Evidence[], question: ReflectQuestion): QuotableStatement[] {
  const names = namesOf(items);
  const wanted = new Set(question.terms);
  return items.flatMap((evidence) => {
    const body = bodyOf(evidence.text, evidence.speaker);
    if (isOfModel(evidence)) return statementOf(evidence, body, quoteOfModel(evidence.text, coverageBy(question)), question);
    return statementOf(evidence, body, isInEnglish(body) ? quoteOf(body, names, wanted) : quoteWhole(body), question);
  });
}

const isInEnglish = (text: string): boolean => languageOf(text) === ENGLISH;

const coverageBy =
  ({ coverage }: ReflectQuestion) =>
  (sentence: string): number =>
    coverage(new Set(plainTerms(sentence)));

/**
 * Omits from mental models what other evidence states itself: documents are made of memories, and
 * each should be quoted once.
 */
export function withoutRepeated(statements: readonly QuotableStatement[], question: ReflectQuestion): QuotableStatement[] {
  if (!statements.some(({ evidence }) => isOfModel(evidence))) return [...statements];
  const isQuoted = coveredBy(statements.filter(({ evidence }) => !isOfModel(evidence)));
  return statements.flatMap((one) => {
    const { evidence } = one;
    return isOfModel(evidence)
      ? statementOf(evidence, evidence.text, quoteOfModel(evidence.text, coverageBy(question), isQuoted), question)
      : one;
  });
}

/** Attributions such as "(Ana, 5 March 2026)", and the mark before an earlier state. */
const ANNOTATIONS = /(?<!\S)Earlier(?: \([^()]*\))?: |\((?:[^()]*, )?\d{1,2} \p{L}+ \d{4}\)/gu;

/**
 * Whether these statements contain all of a text, each sentence in its own words. Attributions are
 * not compared.
 */
function coveredBy(statements: readonly QuotableStatement[]): (text: string) => boolean {
  const sentencesOf = (text: string) =>
    readSentences(text).map(({ start, end }) => {
      const sentence = text.slice(start, end);
      return { terms: new Set(sayingTerms(sentence)), isDenied: isDenied(sentence) };
    });
  const sentences = statements.flatMap(({ quote }) => sentencesOf(quote));
  return (text) => {
    const own = sentencesOf(text.replace(ANNOTATIONS, ' '));
    const isCovered = (one: (typeof own)[number]): boolean =>
      sentences.some((other) => other.isDenied === one.isDenied && [...one.terms].every((term) => other.terms.has(term)));
    return own.length > 0 && own.every(isCovered);
  };
}

function statementOf(evidence: Evidence, body: string, quote: string, question: ReflectQuestion): QuotableStatement[] {
  const isModel = isOfModel(evidence);
  if (quote === '') return [];
  const isEnglish = isInEnglish(body);
  const own = new Set(question.read(quote));
  // If the only words of the question are in an omitted part, the quote answers nothing.
  if (!isModel && question.coverage(own) === 0 && question.coverage(new Set(question.read(body))) > 0) return [];
  const coverage = question.coverage(new Set([...own, ...plainTerms(`${evidence.context} ${evidence.name}`)]));
  const isNear = question.coverage(new Set([...own, ...plainTerms(evidence.speaker ?? '')])) > 0 && !(isEnglish && question.denies(quote));
  const hasTime = question.isTemporal && evidence.occurredStart !== null;
  const value = evidence.score * (0.6 + 0.4 * coverage) * (hasTime ? 1.25 : 1);
  const isPlain = isEnglish && question.isPlainIn(quote, evidence);
  const isAnswer = isPlain || (isEnglish && question.isAnsweredIn(quote, evidence));
  const isRelevant = isAnswer || question.isOnlyWhom || question.isOnlyWhen;
  const lift = isPlain
    ? PLAIN
    : (isRelevant && question.isPlain) || (isAnswer && question.isOfSomebody && !question.isTemporal)
      ? NAMED
      : 0;
  return [
    {
      evidence,
      quote,
      isEnglish,
      terms: once(() => new Set(sayingTerms(quote))),
      value: value + lift,
      share: isPlain ? 1 : coverage,
      isAnswer,
      isPlain,
      isRelevant,
      isNear,
    },
  ];
}

/**
 * An observation and its evidence say the same. An observation with an earlier state replaces its
 * evidence and gets its value. Otherwise the evidence replaces it.
 */
export function withoutEchoes(statements: readonly QuotableStatement[]): QuotableStatement[] {
  const byId = new Map(statements.map((one) => [one.evidence.id, one]));
  const dropped = new Set<string>();
  const lifted = new Map<string, QuotableStatement>();
  for (const one of statements) {
    const sources = one.evidence.sourceIds.flatMap((id) => byId.get(id) ?? []);
    if (sources.length === 0) continue;
    const isStory = EARLIER_MARK.test(one.evidence.text);
    for (const { evidence } of isStory ? sources : [one]) dropped.add(evidence.id);
    if (!isStory) continue;
    const all = [one, ...sources];
    lifted.set(one.evidence.id, {
      ...one,
      value: Math.max(...all.map(({ value }) => value)),
      share: Math.max(...all.map(({ share }) => share)),
      isAnswer: all.some(({ isAnswer }) => isAnswer),
      isPlain: all.some(({ isPlain }) => isPlain),
      isRelevant: all.some(({ isRelevant }) => isRelevant),
      isNear: all.some(({ isNear }) => isNear),
    });
  }
  return statements.flatMap((one) => (dropped.has(one.evidence.id) ? [] : (lifted.get(one.evidence.id) ?? one)));
}

/** A text as it is compared with others: without marks, in small letters. */
const plainText = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/**
 * Whether a statement repeats another one: the same words, no new number, the same negation. Only
 * English has a rule for negations, so other statements repeat each other in equal words only.
 */
function repeats(one: QuotableStatement, other: QuotableStatement): boolean {
  if (!one.isEnglish || !other.isEnglish) return plainText(one.quote) === plainText(other.quote);
  return (
    overlap(one.terms(), other.terms()) >= ALIKE + 0.3 &&
    isDenied(one.quote) === isDenied(other.quote) &&
    [...one.terms()].every((term) => !/\p{N}/u.test(term) || other.terms().has(term))
  );
}

/** Share of the value that remains for each statement already chosen from the same place. */
const SAME_PLACE = 0.5;

/**
 * The most valuable statements without repeats. With `placeOf`, statements of different places take
 * turns.
 */
export function choose(
  statements: readonly QuotableStatement[],
  limit: number,
  placeOf?: (one: QuotableStatement) => string,
): QuotableStatement[] {
  const left = [...statements];
  const chosen: QuotableStatement[] = [];
  const turn = (one: QuotableStatement): number =>
    placeOf ? SAME_PLACE ** chosen.filter((other) => placeOf(other) === placeOf(one)).length : 1;
  const worth = (one: QuotableStatement): number =>
    one.value * turn(one) * (1 - REPEATS * chosen.reduce((most, other) => Math.max(most, overlap(one.terms(), other.terms())), 0));
  while (left.length > 0 && chosen.length < limit) {
    const place = left.reduce((top, one, i) => (worth(one) > worth(defined(left[top])) ? i : top), 0);
    const [next] = left.splice(place, 1);
    if (!chosen.some((other) => repeats(defined(next), other))) chosen.push(defined(next));
  }
  return chosen;
}
