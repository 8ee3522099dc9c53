import { defined } from '#lib/base/defined';
import { MONTH, WEEKDAY } from '#lib/base/text/date-words';
import { fold } from '#lib/base/text/terms';
import { plainTerms } from '#lib/base/text/word-forms';
import { isPrice, pricedIn } from '#lib/memory/reflect/rules/prices';
import { sentencesIn } from '#lib/memory/reflect/rules/sentence-cache';
import { Talk } from '#lib/memory/reflect/rules/talk';
import type { Plain } from '#lib/memory/reflect/rules/utterances';

/**
 * Whether a sentence has the form of an answer. Only the form is checked, so false means nothing.
 * Pure.
 * - a person: "Leo is the apprentice", "my nephew Kacper"
 * - an age: "Leo is 19"
 * - a count: "two ovens"
 * - a price: "the rye is 5.40"
 */

const WHO = /^\s*who(?:\s+(?:is|was|are|were)|['’]s)\s+(?<whom>.+)$/i;
const HOW_OLD = /^\s*how old (?:is|was|are|were)\s+(?<whom>.+)$/i;
const HOW_MANY =
  /^\s*how many (?<what>.+?)(?<verb>\s+(?:are|is|were|was|do|does|did|have|has|had|can|could|will|would|should|may|might|must)\b.*)?[?\s]*$/i;

/** "What is the name of the oven?", "who named the oven?", "what is the cobbler called?" */
const CALLED =
  /^\s*who (?:named|called|christened) (?<named>.+)$|^\s*what(?:(?: is| was| are| were|['’]s)(?: the)? names? of (?<of>.+)| (?:is|was|are|were) (?<called>.+?) (?:called|named)\b.*| (?:is|was) (?<whose>.+?)['’]s? name\b.*|(?: do| does| did) .{1,40}? (?:call|name) (?<given>.+))$/i;
const CALLS = /^(?:call(?:ed|s)?|named?|names|christened)$/;

const IS = new Set(['is', 'was', 'are', 'were', 'became', 'becomes']);
const WHOSE = new Set(['my', 'our', 'his', 'her', 'their', 'your']);
const ARTICLES = new Set(['a', 'an', 'the']);
const NUMBERS = new Set(
  `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty
  thirty forty fifty sixty seventy eighty ninety hundred thousand dozen both`.split(/\s+/),
);
/** "Two new deck ovens". */
const BETWEEN = 3;
const ARTICLE = /^(?:an?|the|my|our|your|his|her|their)\s/i;
const END = /^[.!?;:]$/;
const AGES = new Set(['am', 'turn', 'turns', 'turned', 'be']);
const AFTER_AGE = new Set(['year', 'years', 'now', 'and', 'but', 'in', 'on', 'next', 'this', 'today', 'tomorrow', ',']);
const FIRST_PERSON = new Set(['i', "i'm", 'im']);

const wordsOf = (text: string): string[] => (fold(text).match(/[\p{L}\p{N}]+(?:['’.,][\p{L}\p{N}]+)*|[.,!?;:]/gu) ?? []).map(plainWord);
const plainWord = (word: string): string => word.replaceAll('’', "'");
const termOf = (word: string): string => plainTerms(word)[0] ?? '';
const isNumber = (word: string): boolean => NUMBERS.has(word) || /^\d/.test(word);
const never: Plain = () => false;

/**
 * The check for the form that a question asks for; null if it asks for none. `talk` contains the
 * surrounding conversation.
 */
export function plainOf(query: string, talk: Talk = Talk.NONE): Plain | null {
  const who = WHO.exec(query)?.groups?.whom;
  // "Who is a musician?" asks for anybody who is.
  if (who && !/^an?\s/i.test(who)) return isWho(new Set(plainTerms(who)), !ARTICLE.test(who));
  const old = HOW_OLD.exec(query)?.groups?.whom;
  if (old) return isAge(new Set(plainTerms(old)));
  const priced = pricedIn(query);
  if (priced) return isPrice(priced, talk);
  const called = calledIn(query);
  if (called) return isNaming(called);
  const { what, verb } = HOW_MANY.exec(query)?.groups ?? {};
  if (what === undefined) return null;
  // "Delivery vans are there", "people work here".
  const things = plainTerms(what);
  return isCount((verb ? things.at(-1) : things[0]) ?? '');
}

const CALENDAR = new RegExp(`^(?:${MONTH}|${WEEKDAY})$`, 'i');
const OF_TIME = new Set(['in', 'on', 'since', 'until', 'by', 'from', 'of', 'to', 'next', 'last', 'this']);
/** "6 June", "in June": a time, not a person. */
const isTime = (words: readonly string[], i: number): boolean =>
  CALENDAR.test(defined(words[i])) && (isNumber(words[i - 1] ?? '') || isNumber(words[i + 1] ?? '') || OF_TIME.has(words[i - 1] ?? ''));

/**
 * Matches a name with a predicate or a possessor: "Leo is", "we have an apprentice", "my nephew
 * Kacper".
 */
function isWho(whom: ReadonlySet<string>, isName: boolean): Plain {
  if (whom.size === 0) return never;
  return (quote) => {
    if (![...whom].every((term) => plainTerms(quote).includes(term))) return false;
    const words = wordsOf(quote);
    return words.some((word, i) => {
      if (!whom.has(termOf(word)) || isTime(words, i)) return false;
      const [two = '', one = '', next = ''] = [words[i - 2], words[i - 1], words[i + 1]];
      const isCalled = WHOSE.has(one) || (WHOSE.has(two) && termOf(one) !== '');
      return IS.has(next) || isCalled || (ARTICLES.has(one) && !isName);
    });
  };
}

/** The terms of the thing whose name is asked for; null for other questions. */
function calledIn(query: string): ReadonlySet<string> | null {
  const { named, of, called, whose, given } = CALLED.exec(query)?.groups ?? {};
  const thing = plainTerms(named ?? of ?? called ?? whose ?? given ?? '');
  return thing.length > 0 ? new Set(thing) : null;
}

/**
 * "I have called the oven Henning", "the inspector is called Ms. Feld", "my nephew Kacper": a term
 * of the thing, followed by a name.
 */
function isNaming(thing: ReadonlySet<string>): Plain {
  return (quote) =>
    sentencesIn(quote).some(({ start, end }) => {
      const words = quote.slice(start, end).match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*|[,;:]/gu) ?? [];
      const isName = (word = ''): boolean => /^\p{Lu}/u.test(word) && !thing.has(termOf(word)) && !/^I(?:['’]\p{L}+)?$/u.test(word);
      const at = words.findIndex((word) => thing.has(termOf(fold(word))));
      if (at < 0) return false;
      if (WHOSE.has(fold(words[at - 1] ?? '')) && isName(words[at + 1])) return true;
      const from = words.findIndex((word) => CALLS.test(fold(word)));
      return from >= 0 && words.slice(from + 1, from + 2 + 2 * BETWEEN).some(isName);
    });
}

/**
 * "Leo is 19", "my nephew Kacper, who is 23", "I turn forty on Sunday": not a number of something
 * else.
 */
function isAge(whom: ReadonlySet<string>): Plain {
  return (quote, { speaker }) => {
    const words = wordsOf(quote);
    const isSelf = plainTerms(speaker ?? '').some((term) => whom.has(term));
    return words.some((word, i) => {
      const isMeant = whom.has(termOf(word)) || (isSelf && FIRST_PERSON.has(word));
      if (!isMeant) return false;
      const rest = words.slice(i + 1, i + 2 + BETWEEN);
      const at = rest.findIndex(isNumber);
      const [before, next = '.'] = [rest.slice(0, at), words[i + 2 + at]];
      const isAged = /^i'?m$/.test(word) || before.some((one) => IS.has(one) || AGES.has(one));
      return at >= 0 && isAged && (END.test(next) || AFTER_AGE.has(next));
    });
  };
}

/**
 * Whether a person is the subject of a sentence. A name further back is only mentioned, unless the
 * sentence ends with it and the next one continues about the person ("For the weekends I found
 * Noor. She studies pharmacy").
 */
export function isSubjectIn(quote: string, whom: ReadonlySet<string>): boolean {
  const sentences = sentencesIn(quote).map(({ start, end }) => wordsOf(quote.slice(start, end)));
  return sentences.some((words, i) => {
    const isIntroduced = CONTINUES.test(sentences[i + 1]?.[0] ?? '') && whom.has(termOf(words.findLast((word) => !END.test(word)) ?? ''));
    return isIntroduced || words.slice(0, 1 + BETWEEN).some((word, j) => whom.has(termOf(word)) && !isTime(words, j));
  });
}
const CONTINUES = /^(?:he|she|they|it)(?:'s|'re)?$/;

/**
 * The person whose identity, age or name is asked for: only a statement of that form answers. null
 * for other questions.
 */
export function personIn(query: string): { readonly asks: 'who' | 'age' | 'name'; readonly whom: ReadonlySet<string> } | null {
  const who = WHO.exec(query)?.groups?.whom;
  // "Who is a musician?" asks for anybody who is.
  if (who && !/^an?\s/i.test(who)) return { asks: 'who', whom: new Set(plainTerms(who)) };
  const old = HOW_OLD.exec(query)?.groups?.whom;
  if (old) return { asks: 'age', whom: new Set(plainTerms(old)) };
  const called = calledIn(query);
  return called && { asks: 'name', whom: called };
}

/** A number, followed by the thing within a few words. */
function isCount(thing: string): Plain {
  if (thing === '' || thing === 'time') return never;
  return (quote) => {
    const words = wordsOf(quote);
    return words.some((word, i) => {
      const rest = isNumber(word) ? words.slice(i + 1, i + 1 + BETWEEN) : [];
      const at = rest.findIndex((next) => termOf(next) === thing);
      return at >= 0 && !rest.slice(0, at).some((next) => END.test(next));
    });
  };
}
