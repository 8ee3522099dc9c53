import { defined } from '#lib/base/defined';
import { isDenied } from '#lib/base/text/denial';
import { readSentences } from '#lib/base/text/sentences';
import { plainTerms } from '#lib/base/text/word-forms';
import { bodyOf } from '#lib/memory/observations/rules/claims';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { quoteOf, quoteOfModel } from '#lib/memory/reflect/rules/quotes';
import type { ReflectQuestion } from '#lib/memory/reflect/rules/reflect-question';
import { once } from '#lib/memory/reflect/rules/sentence-cache';
import { sayingTerms } from '#lib/memory/reflect/rules/verbs';

/** What of the evidence may be quoted for a question, what each is worth, and the most valuable of it. Pure. */

/** What says it plainly goes before what is only near. */
const PLAIN = 1;
/** Whoever asks who somebody is, or something of somebody, wants to hear of nobody else first. */
const NAMED = 0.5;
/** As alike as this, two statements say the same. */
const ALIKE = 0.6;
/** How much likeness to what is chosen already costs. */
const REPEATS = 0.4;
const EARLIER_MARK = /\. Earlier \(/;

/** One thing that may be quoted. */
export interface QuotableStatement {
  readonly evidence: Evidence;
  readonly quote: string;
  /** of few of them they are wanted */
  readonly terms: () => ReadonlySet<string>;
  readonly value: number;
  /** share of the question's words that it holds, 0 to 1; 1 where it says it plainly */
  readonly share: number;
  /** says what is asked, in plain words or in those of the question, and not only something near to it */
  readonly isHeld: boolean;
  /** in plain words */
  readonly isPlain: boolean;
  /** that, or of a question that asks for nothing but whom or when: anything about them */
  readonly isSaid: boolean;
  /** holds a word of the question, or is said by whom it names; what it was said about says less than that */
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

export function statementsOf(items: readonly Evidence[], asked: ReflectQuestion): QuotableStatement[] {
  const names = namesOf(items);
  const wanted = new Set(asked.terms);
  return items.flatMap((evidence) => {
    const body = bodyOf(evidence.text, evidence.speaker);
    return statementOf(
      evidence,
      body,
      isOfModel(evidence) ? quoteOfModel(evidence.text, asked.coverage) : quoteOf(body, names, wanted),
      asked,
    );
  });
}

/** Of mental models what nothing else says itself: a document is made of memories, and whoever asks wants to hear each once. */
export function withoutRepeated(statements: readonly QuotableStatement[], asked: ReflectQuestion): QuotableStatement[] {
  if (!statements.some(({ evidence }) => isOfModel(evidence))) return [...statements];
  const isTold = toldBy(statements.filter(({ evidence }) => !isOfModel(evidence)));
  return statements.flatMap((one) => {
    const { evidence } = one;
    return isOfModel(evidence) ? statementOf(evidence, evidence.text, quoteOfModel(evidence.text, asked.coverage, isTold), asked) : one;
  });
}

/** "(Ana, 5 March 2026)" behind what she said, and the mark before what held earlier. */
const TELLING = /(?<!\S)Earlier(?: \([^()]*\))?: |\((?:[^()]*, )?\d{1,2} \p{L}+ \d{4}\)/gu;

/** Whether these say all of it, each sentence in its own words. Who said it when is not compared. */
function toldBy(statements: readonly QuotableStatement[]): (text: string) => boolean {
  const sentencesOf = (text: string) =>
    readSentences(text).map(({ start, end }) => {
      const sentence = text.slice(start, end);
      return { terms: new Set(sayingTerms(sentence)), isDenied: isDenied(sentence) };
    });
  const said = statements.flatMap(({ quote }) => sentencesOf(quote));
  return (text) => {
    const own = sentencesOf(text.replace(TELLING, ' '));
    const isSaid = (one: (typeof own)[number]): boolean =>
      said.some((other) => other.isDenied === one.isDenied && [...one.terms].every((term) => other.terms.has(term)));
    return own.length > 0 && own.every(isSaid);
  };
}

function statementOf(evidence: Evidence, body: string, quote: string, asked: ReflectQuestion): QuotableStatement[] {
  const isModel = isOfModel(evidence);
  if (quote === '') return [];
  const own = new Set(asked.read(quote));
  // What was found for a question in it, which is left out, answers nothing.
  if (!isModel && asked.coverage(own) === 0 && asked.coverage(new Set(asked.read(body))) > 0) return [];
  const coverage = asked.coverage(new Set([...own, ...plainTerms(`${evidence.context} ${evidence.name}`)]));
  const isNear = asked.coverage(new Set([...own, ...plainTerms(evidence.speaker ?? '')])) > 0 && !asked.denies(quote);
  const hasTime = asked.isTemporal && evidence.occurredStart !== null;
  const value = evidence.score * (0.6 + 0.4 * coverage) * (hasTime ? 1.25 : 1);
  const isPlain = asked.isPlainIn(quote, evidence);
  const isHeld = isPlain || asked.isHeldIn(quote, evidence);
  const isSaid = isHeld || asked.isOnlyWhom || asked.isOnlyWhen;
  const lift = isPlain ? PLAIN : (isSaid && asked.isPlain) || (isHeld && asked.isOfSomebody && !asked.isTemporal) ? NAMED : 0;
  return [
    {
      evidence,
      quote,
      terms: once(() => new Set(sayingTerms(quote))),
      value: value + lift,
      share: isPlain ? 1 : coverage,
      isHeld,
      isPlain,
      isSaid,
      isNear,
    },
  ];
}

/**
 * An observation and what it rests on say the same: where it tells an earlier state too it stands for them and is worth what they are, else they
 * stand for it.
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
      isHeld: all.some(({ isHeld }) => isHeld),
      isPlain: all.some(({ isPlain }) => isPlain),
      isSaid: all.some(({ isSaid }) => isSaid),
      isNear: all.some(({ isNear }) => isNear),
    });
  }
  return statements.flatMap((one) => (dropped.has(one.evidence.id) ? [] : (lifted.get(one.evidence.id) ?? one)));
}

/** It says the other's words again, with no number of its own, and denies no less. */
const repeats = (one: QuotableStatement, other: QuotableStatement): boolean =>
  overlap(one.terms(), other.terms()) >= ALIKE + 0.3 &&
  isDenied(one.quote) === isDenied(other.quote) &&
  [...one.terms()].every((term) => !/\p{N}/u.test(term) || other.terms().has(term));

/** How much of what one place says is left for each that is chosen from there already. */
const SAME_PLACE = 0.5;

/** The most valuable that do not repeat one another; where `placeOf` says from where, each place gets its say. */
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
