import { defined } from '#lib/base/defined';
import { firstMatch, joinPhrases, type LanguageMatch, type Links, linksOf } from '#lib/base/text/date-languages/combine';
import { type FoldedText, foldWithPlaces, withHanNumbers } from '#lib/base/text/date-languages/folding';
import { patternBuilder } from '#lib/base/text/date-languages/pattern';
import { rulesOf } from '#lib/base/text/date-languages/rules';
import type { DateLanguage } from '#lib/base/text/date-languages/table';
import { type MomentAt, matchRules } from '#lib/base/text/date-phrases';
import type { DateRule, Direction, ReadingClock } from '#lib/base/text/date-rules';
import { profileOf } from '#lib/base/text/languages/profiles';

/** Finds the first date of a text in another language than English, by its table. */

interface CompiledLanguage {
  readonly table: DateLanguage;
  /** most sentences name no time: this one pattern decides */
  readonly hint: RegExp;
  readonly rules: readonly DateRule[];
  readonly links: Links;
  readonly past: RegExp;
  readonly future: RegExp;
}

function hintOf(table: DateLanguage): RegExp {
  const build = patternBuilder(table);
  const units = [table.units, table.pairs ?? {}].flatMap((words) => Object.values(words));
  const times = [table.days, table.eitherDays ?? []].flatMap((days) => days.map(([, words]) => words));
  const periods = (table.relative ?? []).map(([, , words]) => words);
  const named = [table.months, table.solarMonths ?? [], table.weekdays, table.seasons].flat();
  return build.inside('\\d', ...named, ...units, ...times, ...periods, table.weekend);
}

const compiled = new Map<string, CompiledLanguage>();

/** Compiled when a text in that language is first read, about 10 ms. */
function compiledOf(table: DateLanguage): CompiledLanguage {
  const known = compiled.get(table.code);
  if (known) return known;
  const predicates = patternBuilder(marksOf(table));
  const language = {
    table,
    hint: hintOf(table),
    rules: rulesOf(table),
    links: linksOf(table),
    past: predicates.anywhere(table.past),
    future: predicates.anywhere(table.future),
  };
  compiled.set(table.code, language);
  return language;
}

const isLatin = ({ code }: DateLanguage): boolean => profileOf(code).script === 'Latin';

/** Forms of Latin verbs differ by accents: "compro", "compró". */
const marksOf = (table: DateLanguage): DateLanguage => (isLatin(table) ? { ...table, keepsMarks: true } : table);

interface ParsedText {
  /** as the rules read it */
  readonly plain: FoldedText;
  /** as the predicates are found in it */
  readonly marked: FoldedText;
}

function parse(table: DateLanguage, text: string): ParsedText {
  const plain = foldWithPlaces(text, table.keepsMarks);
  return {
    plain: table.hasHanNumerals ? withHanNumbers(plain) : plain,
    marked: !isLatin(table) || table.keepsMarks ? plain : foldWithPlaces(text, true),
  };
}

/** The longest distance between a date and its predicate, in characters. */
const REACH = 160;
const SENTENCE_END = /[.!?…。！？।؟\n](?:\s|$)|[。！？।\n]/gu;

/** The place of the nearest match to a date, in characters from it. */
function distanceTo(pattern: RegExp, sentence: string, index: number, end: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const { 0: words, index: at } of sentence.matchAll(pattern))
    nearest = Math.min(nearest, Math.max(0, at - end, index - at - words.length));
  return nearest;
}

/** The direction of a date in a statement: that of the nearest predicate in its sentence. */
function directionAt({ past, future }: CompiledLanguage, { plain, marked }: ParsedText, first: number, last: number): Direction {
  const placeOf = (place: number): number => marked.places.findIndex((original) => original >= defined(plain.places[place]));
  const [text, index, end] = [marked.text, placeOf(first), placeOf(last)];
  let start = Math.max(0, index - REACH);
  for (const border of text.slice(start, index).matchAll(SENTENCE_END))
    start = Math.max(start, Math.max(0, index - REACH) + border.index + 1);
  const next = text.slice(end, end + REACH).search(SENTENCE_END);
  const sentence = text.slice(start, next < 0 ? end + REACH : end + next);
  const [back, ahead] = [past, future].map((pattern) => distanceTo(pattern, sentence, index - start, end - start));
  if (defined(back) === defined(ahead)) return 'either';
  return defined(back) < defined(ahead) ? 'past' : 'future';
}

/**
 * A question looks back unless it has a predicate in the future. Each statement has its own
 * direction.
 */
function momentsOf(language: CompiledLanguage, text: ParsedText, clock: Clock): MomentAt {
  if (clock.question) {
    const isAhead = asksAhead(language, text);
    const moment: ReadingClock = { ...clock, direction: isAhead ? 'future' : 'past', scheduled: isAhead };
    return () => moment;
  }
  return (index, end) => {
    let direction: Direction | undefined;
    const read = (): Direction => {
      direction ??= directionAt(language, text, index, end);
      return direction;
    };
    return {
      ...clock,
      get direction() {
        return read();
      },
      get scheduled() {
        return read() === 'future';
      },
    };
  };
}

const asksAhead = ({ past, future }: CompiledLanguage, { marked: { text } }: ParsedText): boolean =>
  text.search(future) >= 0 && text.search(past) < 0;

export type Clock = Pick<ReadingClock, 'now' | 'offset' | 'question'>;

export interface LanguageDate {
  readonly match: LanguageMatch;
  /** the question looks ahead */
  readonly isAhead: boolean;
}

/** Places are those of `text`. Null: no date. */
export function searchIn(table: DateLanguage, text: string, clock: Clock): LanguageDate | null {
  const language = compiledOf(table);
  const parsed = parse(table, text);
  const { text: plain, places } = parsed.plain;
  if (!language.hint.test(plain)) return null;
  const { phrases } = matchRules(language.rules, plain, momentsOf(language, parsed, clock));
  if (phrases.length === 0) return null;
  const match = firstMatch(plain, joinPhrases(plain, phrases, language.links), language.links);
  if (!match) return null;
  return {
    match: { ...match, index: defined(places[match.index]), stop: defined(places[match.stop]) },
    isAhead: clock.question && asksAhead(language, parsed),
  };
}
