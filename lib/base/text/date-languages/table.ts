import type { CalendarUnit } from '#lib/base/text/calendar';

/**
 * The words with which a language names times, for the grammar in `rules.ts`. Each text is part of
 * a regular expression for folded text (`folding.ts`): lower case, without accents. A table may be
 * written with accents, because it is folded like the text. A blank matches any short white space.
 *
 * Templates contain placeholders: `{n}` a number in digits or words, `{n?}` the same or nothing for
 * one, `{unit}`, `{pair}` two of a unit in one word, `{month}`, `{m}` the number of a month,
 * `{weekday}`, `{season}`, `{d}` and `{d2}` days of a month, `{y}` a year after a month or
 * a word for "year", `{year}` a year that may also be another number.
 */
export interface DateLanguage {
  readonly code: string;
  /** words follow each other without blanks */
  readonly isUnspaced?: true;
  /** blanks between words are often omitted, as in Korean */
  readonly hasLooseBlanks?: true;
  /** letters differ by their marks, as in Vietnamese: folding leaves them */
  readonly keepsMarks?: true;
  /** numerals of Chinese characters count as digits before a unit */
  readonly hasHanNumerals?: true;
  /** letters that are attached to the start of a word, such as the Arabic article */
  readonly prefix?: string;
  /** particles and case endings that are attached to the end of a word */
  readonly suffix?: string;
  /** 3/4/2025 is 3 April or March 4 */
  readonly order: 'day first' | 'month first';

  /** January first */
  readonly months: readonly string[];
  /** abbreviations, which only count beside a day; January first */
  readonly shortMonths?: readonly string[];
  /** Monday first */
  readonly weekdays: readonly string[];
  /** spring, summer, autumn, winter */
  readonly seasons: readonly string[];
  /** all forms of each, plurals too */
  readonly units: Partial<Record<TimeUnit, string>>;
  /** plurals among the units: "in the last years" is no year */
  readonly plurals?: string;
  /** two of a unit in one word, as in Arabic */
  readonly pairs?: Partial<Record<TimeUnit, string>>;
  readonly numbers: readonly (readonly [words: string, value: number])[];
  /** ordinals as days of a month: "premier mai" */
  readonly dayWords?: readonly (readonly [words: string, value: number])[];
  /** months of the Persian solar calendar, which then also counts years and months */
  readonly solarMonths?: readonly string[];

  /** yesterday, tomorrow: days from today */
  readonly days: readonly (readonly [offset: number, words: string])[];
  /** words that mean a day before or after today, as the verb decides */
  readonly eitherDays?: readonly (readonly [distance: number, words: string])[];
  /** words for a whole period: 去年, "torik" */
  readonly relative?: readonly (readonly [unit: CalendarUnit, offset: number, words: string])[];
  readonly last: Around;
  readonly this: Around;
  readonly next: Around;
  /**
   * `next`: "next Friday" is the Friday of next week; `coming`: the first one after today; `week`:
   * "last" and "this" also name the week, as in 上周五
   */
  readonly nextWeekday: 'next' | 'coming' | 'week';
  /** words of `next` that always mean the first such weekday after today */
  readonly comingWeekday?: string;

  readonly ago: readonly string[];
  /** the same if the verb is in the past; else a duration until now */
  readonly agoIfPast?: readonly string[];
  /** "in three days"; after a verb in the past it is none */
  readonly ahead: readonly string[];
  /** the same, if the verb is in the future; else a duration */
  readonly within?: readonly string[];
  /** "in the last three weeks" */
  readonly recent: readonly string[];
  /** "in the next three weeks" */
  readonly coming?: readonly string[];

  /** follows the number of a day: "1er", "3." */
  readonly ordinal?: string;
  /** words between day and month */
  readonly of?: string;
  /** words between month and year */
  readonly ofYear?: string;
  /** follows a year: "2024 года" */
  readonly yearTail?: string;
  /** templates of a day, and of a month with its year, which replace the default */
  readonly dayTemplates?: readonly string[];
  readonly monthTemplates?: readonly string[];
  /** templates of a month that needs no `in` */
  readonly bareMonths?: readonly string[];
  readonly yearTemplates: readonly string[];
  /** words that make a month or a season after (or before) them a time */
  readonly in: Around;
  /** words before a day in figures without a year: "am 3.5." */
  readonly on?: string;
  /** a weekday is one only after these words, or before those of `weekdayTail` */
  readonly weekdayLead?: string;
  readonly weekdayTail?: string;
  /** the weekdays that need these words; without this list, all */
  readonly weakWeekdays?: string;
  /** a capital letter distinguishes a weekday from an ordinal, as in Vietnamese */
  readonly capitalWeekdays?: true;
  /** "over the weekend" */
  readonly weekend?: string;

  readonly since: Around;
  /**
   * the words of `since` whose time has begun ("seit Montag"); the others are like "from Monday
   * on". Without them, each word of `since` may be either
   */
  readonly sincePast?: Around;
  readonly before: Around;
  readonly after: Around;
  readonly until: Around;
  /** between the ends of a range; with `between` before its first end, `and` */
  readonly to: string;
  readonly and?: string;
  readonly between?: string;
  readonly early: Around;
  readonly mid: Around;
  readonly late: Around;
  /** "every", before a recurring time, which is no date */
  readonly every: string;
  /** between a weekday and its week, or a month and its year */
  readonly joint?: string;
  /**
   * Words of predicates in the past or the future: they give an incomplete date its direction. A
   * form that may also be a present, a noun or a name is in neither list.
   */
  readonly past: string;
  readonly future: string;
  /** predicates in the present: a plan, unless the clause has another one */
  readonly present?: string;
}

export type TimeUnit = CalendarUnit | 'hour' | 'minute';

/** Words before or after the word that they belong to. */
export interface Around {
  readonly before?: string;
  readonly after?: string;
}

/** The items of a text, separated by a comma and a blank. */
export const list = (items: string): string[] => items.split(', ');

const splitPair = (pair: string): readonly [words: string, value: number] => {
  const at = pair.lastIndexOf(' = ');
  return [pair.slice(0, at), Number(pair.slice(at + 3))];
};

/** Words with their numbers: "one = 1, two = 2". */
export const numbered = (pairs: string): (readonly [words: string, value: number])[] => list(pairs).map(splitPair);

/** Words with their distances from today, in days: "yesterday = -1, today = 0". */
export const offsets = (pairs: string): (readonly [days: number, words: string])[] => numbered(pairs).map(([words, days]) => [days, words]);
