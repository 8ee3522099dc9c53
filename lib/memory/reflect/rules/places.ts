import { MONTH, WEEKDAY } from '#lib/base/text/date-words';
import { readWords } from '#lib/base/text/language';
import { plainTerms } from '#lib/base/text/word-forms';
import { CLAUSE, type Plain } from '#lib/memory/reflect/rules/utterances';

/**
 * Whether a sentence states a location: "I will be with her in Arnstad", "the shop is at 14 Alder
 * Street". Pure.
 */

const WHERE = /^\s*where\s+(?:is|was|are|were|will|has|have|had)\s+(?<whom>.+?)(?:\s+(?:be|been|now|today|then))*\s*\??\s*$/i;

/** "Where is the key hidden?" asks for its location, "where was Ana born?" for that of an event. */
const LOCATED = /^(?:living|staying|lying|standing|sitting|located|situated|based|found|held|hidden|kept|left|parked|placed|put|stored)$/i;

/**
 * The terms of the person or thing whose location the question asks for; null for other questions.
 * `query` does not contain its time.
 */
export function placedIn(query: string): ReadonlySet<string> | null {
  const whom = plainTerms(WHERE.exec(query)?.groups?.whom ?? '');
  if (whom.length === 0) return null;
  const isOfEvent = readWords(query).words.some(({ value, pos }) => pos === 'VERB' && !LOCATED.test(value));
  return isOfEvent ? null : new Set(whom);
}

const BEING = String.raw`(?:am|is|are|was|were|be|been|['’](?:m|s|re)|stay(?:s|ed|ing)?|live[sd]?|living|lies|stands?|stood|sits?|sat)(?!\p{L})`;
const BEING_AT = new RegExp(
  String.raw`(?<!\p{L})${BEING}\s(?:[\p{L}'’-]+\s){0,5}?(?:in|at|near|on|behind|under|above|opposite)\s(?<place>.+)`,
  'iu',
);
/** "In May", "at the moment", "in love". */
const NO_PLACE = new RegExp(
  String.raw`^(?:${MONTH}|(?:${WEEKDAY})s?|the\s(?:end|moment|morning|evening|afternoon|night|middle|beginning|meantime|past|future|way|week|month|year|day|mood|process|\d)|time|love|fact|general)(?!\p{L})`,
  'iu',
);
/** A name, a house number, a thing. */
const PLACE = /^(?:(?:the|my|our|his|her|their)\s\p{L}|(?:No\.\s)?\p{Lu}|\d+\s\p{Lu})/u;
/** "I", "we will probably": the first person with up to three words before the verb. */
const SELF = /(?<!\p{L})(?:I|[Ww]e)(?:\s\p{L}+){0,3}\s*$/u;
const WORDS_BETWEEN = 4;

/** Whether one clause states the location of the person or thing, or a speaker states their own. */
export const isPlace =
  (whom: ReadonlySet<string>): Plain =>
  (quote, { speaker }) => {
    const isSelf = plainTerms(speaker ?? '').some((term) => whom.has(term));
    return quote.split(CLAUSE).some((clause) => {
      const being = BEING_AT.exec(clause);
      const place = being?.groups?.place ?? '';
      if (!being || NO_PLACE.test(place) || !PLACE.test(place)) return false;
      const before = clause.slice(0, being.index);
      const subject = before.split(/\s+/).filter(Boolean).slice(-WORDS_BETWEEN).join(' ');
      return plainTerms(subject).some((term) => whom.has(term)) || (isSelf && SELF.test(before));
    });
  };
