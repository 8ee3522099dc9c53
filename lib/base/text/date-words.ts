import { defined } from '#lib/base/defined';

/** The words of the date grammar: as patterns to build phrases of, and what they mean. */

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const WEEKDAYS = 'mon tue wed thu fri sat sun'.split(' ');
const NUMBERS: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  couple: 2,
  few: 3,
  several: 3,
  half: 0.5,
};
export const ORDINALS: Record<string, number> = { first: 1, second: 2, third: 3, fourth: 4, last: 4 };
export const DECADE_WORDS: Record<string, number> = {
  twenties: 20,
  thirties: 30,
  forties: 40,
  fifties: 50,
  sixties: 60,
  seventies: 70,
  eighties: 80,
  nineties: 90,
};

export const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?';
export const WEEKDAY =
  '(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday|s)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)\\b\\.?';
export const FULL_WEEKDAY = '(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)';
export const SEASON = '(?:spring|summer|autumn|fall|winter)';
export const YEAR = "(?:(?:19|20)\\d\\d|['’]\\d\\d)(?![\\d%])";
export const DAY_NUMBER = '(?:0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?(?![\\d%]|[.,/:]\\d)';
export const NUMBER = `(?:\\d{1,3}|${Object.keys(NUMBERS).join('|')})`;
export const COUNT = `(?<count>(?:a )?couple(?: of)?|a few|few|several|half (?:an?|of an?)|${NUMBER})`;
export const UNIT = '(?<unit>day|week|weekend|fortnight|month|quarter|year|decade|hour|minute|second)s?\\b';
export const WHICH = '(?:(?<which>this past|last|past|previous|this|current|next|coming|upcoming|following) )';

/** One blank in a pattern matches any short white space. */
export const phrasePattern = (source: string): RegExp => new RegExp(source.replaceAll(' ?', '\\s{0,4}').replaceAll(' ', '\\s{1,4}'), 'giu');

export const monthNumber = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase());
export const weekdayNumber = (name: string): number => WEEKDAYS.indexOf(name.slice(0, 3).toLowerCase());
export const wordsOf = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ');

export function yearNumber(text: string | undefined): number | null {
  if (!text) return null;
  const digits = Number(text.replace(/\D/g, ''));
  if (digits > 99) return digits;
  return digits < 70 ? 2000 + digits : 1900 + digits;
}

export function countOf(text: string): number {
  const words = wordsOf(text);
  if (/^\d/.test(words)) return Number.parseInt(words, 10);
  const word = defined(words.replace(/^a (?=couple|few)/, '').split(' ')[0]);
  return NUMBERS[word] ?? 1;
}

export const numberOf = (text: string | undefined): number | null => (text === undefined ? null : Number.parseInt(text, 10));
