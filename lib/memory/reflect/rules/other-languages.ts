import { queryWindow } from '#lib/base/text/dates';
import { MARK, termsOf } from '#lib/base/text/index-terms';
import { nameMentions } from '#lib/base/text/languages/name-forms';
import { ENGLISH, type Language, languageBeside, languageOf } from '#lib/base/text/languages/of';
import { personWordsOf } from '#lib/base/text/languages/persons';
import { bodyOf } from '#lib/memory/observations/rules/claims';
import { timeAlone } from '#lib/memory/recall/time-alone';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { type AnswerPart, FAR, nearestOf, RELATIVE_FLOOR, talkOf, worthQuoting } from '#lib/memory/reflect/rules/answer-part';
import { coverageOf } from '#lib/memory/reflect/rules/coverage';
import { peopleOf } from '#lib/memory/reflect/rules/question';
import { quoteOf, quoteOfModel, quoteWhole } from '#lib/memory/reflect/rules/quotes';
import { once } from '#lib/memory/reflect/rules/sentence-cache';
import { choose, type QuotableStatement, withoutEchoes } from '#lib/memory/reflect/rules/statements';

/**
 * Answers a question in another language than English. No rule reads its grammar, or that of the
 * evidence: its words, the names of speakers and its time decide which sentences are quoted, as
 * they are stored. Pure.
 */

/** Minimum share of the question's terms for a statement that answers it. */
const MOST = 0.6;

/** The sentences of a memory that can be quoted, verbatim. */
export const quoteIn = (text: string, speaker: string | null): string => {
  const body = bodyOf(text, speaker);
  return languageOf(body) === ENGLISH ? quoteOf(body, new Set()) : quoteWhole(body);
};

/** A question in another language than English. */
interface LanguageQuestion {
  readonly language: Language;
  /** the speakers that it names */
  readonly named: readonly string[];
  /** its terms, without words that ask for everything, such as "about" */
  readonly terms: readonly string[];
  /** its terms without those of names */
  readonly words: readonly string[];
  /** the requested time, if it asks for nothing else, perhaps of the named persons */
  readonly isInTime: ((evidence: Evidence) => boolean) | null;
}

/** The terms of a text as those of a question in `language`, unless its script is another one. */
const termsIn = (text: string, language: Language): readonly string[] => termsOf(text, languageBeside(text, language));

/** The text without the given places. */
const without = (text: string, spans: readonly { readonly start: number; readonly end: number }[]): string =>
  spans.toSorted((a, b) => b.start - a.start).reduce((left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`, text);

function readQuestion(query: string, language: Language, items: readonly Evidence[], now: Date): LanguageQuestion {
  const named = peopleOf(items).filter((name) => nameMentions(query, name, language).length > 0);
  const nameless = (text: string): string =>
    without(
      text,
      named.flatMap((name) => nameMentions(text, name, language)),
    );
  const { anything } = personWordsOf(language);
  const isMatter = (term: string): boolean => !anything.has(term.replace(MARK, ''));
  const terms = [...new Set(termsOf(query, language))].filter(isMatter);
  const words = [...new Set(termsOf(nameless(query), language))].filter(isMatter);
  const window = queryWindow(query, now);
  const rest = window ? query.replace(window.text, ' ') : query;
  const isAlone = window !== null && timeAlone(rest, nameless(rest), language) !== null;
  const isIn = (date: Date | null): boolean =>
    date !== null && window !== null && (window.start === null || date >= window.start) && (window.end === null || date < window.end);
  return {
    ...{ language, named, terms, words },
    isInTime: isAlone ? ({ occurredStart, mentionedAt }) => isIn(occurredStart ?? mentionedAt) || isIn(mentionedAt) : null,
  };
}

/** Whether a memory is by or about one of the named persons; true if the question names none. */
const isOfNamed = ({ named, language }: LanguageQuestion, { speaker, text }: Evidence): boolean =>
  named.length === 0 || named.some((name) => name === speaker || nameMentions(text, name, languageBeside(text, language)).length > 0);

function statementsOf(items: readonly Evidence[], question: LanguageQuestion): QuotableStatement[] {
  const { language, terms, words, named, isInTime } = question;
  const read = (text: string): Set<string> => new Set(termsIn(text, language));
  const coverage = coverageOf(
    terms,
    items.map(({ text }) => read(text)),
  );
  const isOpen = isInTime !== null || (words.length === 0 && named.length > 0);
  return items.flatMap((evidence): QuotableStatement[] => {
    const { kind, text, speaker, context, name, score } = evidence;
    const quote = kind === 'mental_model' ? quoteOfModel(text, (sentence) => coverage(read(sentence))) : quoteIn(text, speaker);
    if (quote === '') return [];
    const said = read(quote);
    const own = new Set([...said, ...termsIn(speaker ?? '', language)]);
    const share = coverage(new Set([...own, ...termsIn(`${context} ${name}`, language)]));
    const isWord = words.length === 0 || words.some((word) => said.has(word));
    const isAnswer = isWord && isOfNamed(question, evidence) && terms.length > 0 && coverage(own) >= MOST;
    const isRelevant = isAnswer || (isOpen && isOfNamed(question, evidence) && (isInTime?.(evidence) ?? true));
    const value = score * (0.6 + 0.4 * share);
    return [
      { evidence, quote, isEnglish: false, terms: once(() => said), value, share, isAnswer, isPlain: false, isRelevant, isNear: share > 0 },
    ];
  });
}

/** Models repeat memories: a model is quoted only for sentences that no memory contains. */
function withoutQuotedModels(statements: readonly QuotableStatement[]): QuotableStatement[] {
  const quoted = statements.filter(({ evidence: { kind } }) => kind !== 'mental_model').map(({ quote }) => quote);
  const sentence = (text: string): string => text.replace(/(?: \([^()]*\))+$/, '').trim();
  return statements.filter(
    ({ evidence: { kind }, quote }) => kind !== 'mental_model' || !quoted.some((other) => other.includes(sentence(quote))),
  );
}

/** The quotations for a question in `language`, best first. */
export function partIn(
  language: Language,
  query: string,
  found: readonly Evidence[],
  { now, limit, floor }: { readonly now: Date; readonly limit: number; readonly floor: number },
): AnswerPart {
  const least = nearestOf(found) * FAR;
  const question = readQuestion(query, language, found, now);
  const { isInTime, named } = question;
  const isNear = ({ kind, score }: Evidence): boolean => kind === 'mental_model' || score >= least;
  const inTime = isInTime ? found.filter((one) => isInTime(one) && isOfNamed(question, one)) : [];
  const statements = withoutEchoes(withoutQuotedModels(statementsOf(inTime.length > 0 ? inTime : found.filter(isNear), question)));
  const isSure = statements.some(({ evidence: { kind, score } }) => kind === 'mental_model' || score >= floor);
  const isAbout = ({ evidence }: QuotableStatement): boolean => isOfNamed(question, evidence);
  // Where the named person is found, the words of others about other matters answer nothing.
  const others = named.length > 0 && statements.some(isAbout);
  const relevant = isSure
    ? statements.filter((one) => !others || one.isRelevant || isAbout(one))
    : statements.filter(({ isRelevant, evidence }) => isRelevant || (named.length > 0 && isOfNamed(question, evidence)));
  const isTimed = inTime.length > 0;
  return {
    asks: query,
    order: isTimed ? 'time' : 'nearest',
    isCounting: false,
    timeOf: ({ occurredStart, mentionedAt }) => (occurredStart ?? mentionedAt)?.getTime() ?? 0,
    chosen: choose(worthQuoting(relevant, isTimed ? 0 : RELATIVE_FLOOR, false), limit, isTimed ? talkOf : undefined),
    changes: new Map(),
    answering: new Set(relevant.flatMap(({ isRelevant, evidence: { id } }) => (isRelevant ? id : []))),
  };
}
