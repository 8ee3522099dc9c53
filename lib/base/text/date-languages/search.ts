import { defined } from '#lib/base/defined';
import { shared } from '#lib/base/once-per-process';
import { firstMatch, joinPhrases, type LanguageMatch, type Links, linksOf } from '#lib/base/text/date-languages/combine';
import { type FoldedText, foldWithPlaces, withHanNumbers } from '#lib/base/text/date-languages/folding';
import { patternBuilder } from '#lib/base/text/date-languages/pattern';
import { rulesOf } from '#lib/base/text/date-languages/rules';
import type { Around, DateLanguage } from '#lib/base/text/date-languages/table';
import { type MomentAt, matchRules } from '#lib/base/text/date-phrases';
import type { DateRule, Direction, Phrase, ReadingClock } from '#lib/base/text/date-rules';
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
  readonly present: RegExp | null;
  /** "since" or "from", as in Russian: see `DateLanguage.sincePast` */
  readonly openSince: Beside;
  readonly sincePast: Beside;
}

/** Patterns of words before or after a date. */
interface Beside {
  readonly before: RegExp;
  readonly after: RegExp;
}

function hintOf(table: DateLanguage): RegExp {
  const build = patternBuilder(table);
  const units = [table.units, table.pairs ?? {}].flatMap((words) => Object.values(words));
  const times = [table.days, table.eitherDays ?? []].flatMap((days) => days.map(([, words]) => words));
  const periods = (table.relative ?? []).map(([, , words]) => words);
  const named = [table.months, table.solarMonths ?? [], table.weekdays, table.seasons].flat();
  return build.inside('\\d', ...named, ...units, ...times, ...periods, table.weekend);
}

const compiled = shared('text.date-languages', () => new Map<string, CompiledLanguage>());

/** Compiled when a text in that language is first read, about 10 ms. */
function compiledOf(table: DateLanguage): CompiledLanguage {
  const known = compiled.get(table.code);
  if (known) return known;
  const predicates = patternBuilder(marksOf(table));
  const words = patternBuilder(table);
  const beside = (around: Around | undefined): Beside => ({ before: words.before(around?.before), after: words.after(around?.after) });
  const language = {
    table,
    hint: hintOf(table),
    rules: rulesOf(table),
    links: linksOf(table),
    past: predicates.anywhere(table.past),
    future: predicates.anywhere(table.future),
    present: table.present === undefined ? null : predicates.anywhere(table.present),
    openSince: beside(table.sincePast === undefined ? table.since : undefined),
    sincePast: beside(table.sincePast),
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

/** Within a sentence, a capital begins a name or a German noun. */
const CAPITALIZED = /(?<=[\p{L}\p{M}\p{N},;:)]\s{1,4})\p{Lu}\p{Ll}[\p{L}\p{M}]*/gu;

/** Blanks out names: no ending makes them a predicate. */
function withoutNames(folded: FoldedText, text: string): FoldedText {
  const names = [...text.matchAll(CAPITALIZED)].map(({ 0: name, index }) => ({ index, end: index + name.length }));
  let next = 0;
  let out = '';
  for (let i = 0; i < folded.text.length; i++) {
    const place = defined(folded.places[i]);
    while (next < names.length && defined(names[next]).end <= place) next++;
    const name = names[next];
    out += name && name.index <= place ? '_' : folded.text.charAt(i);
  }
  return { ...folded, text: out };
}

/** The longest distance between a date and its predicate, in characters. */
const REACH = 160;
/** The longest words beside a date, in characters. */
const CONTEXT = 32;
const SENTENCE_END = /[.!?…。！？।؟\n](?:\s|$)|[。！？।\n]/gu;
const CLAUSE_END = /[,;:()、，；：]|\s-{1,2}\s/gu;

/** A sentence and the place of a date in it, whose own words are blanked out. */
interface DatedSentence {
  readonly text: string;
  readonly index: number;
  readonly end: number;
}

/** The distance of the nearest match to the date, in characters. */
function distanceTo(pattern: RegExp, { text, index, end }: DatedSentence): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const { 0: words, index: at } of text.matchAll(pattern))
    nearest = Math.min(nearest, Math.max(0, at - end, index - at - words.length));
  return nearest;
}

/** The sentence around a date. Commas replace the date: its words are no predicate. */
function sentenceAround({ plain, marked }: ParsedText, first: number, last: number): DatedSentence {
  const placeOf = (place: number): number => marked.places.findIndex((original) => original >= defined(plain.places[place]));
  const [text, index, end] = [marked.text, placeOf(first), placeOf(last)];
  let start = Math.max(0, index - REACH);
  for (const border of text.slice(start, index).matchAll(SENTENCE_END))
    start = Math.max(start, Math.max(0, index - REACH) + border.index + 1);
  const next = text.slice(end, end + REACH).search(SENTENCE_END);
  const stop = next < 0 ? end + REACH : end + next;
  return { text: text.slice(start, index) + ','.repeat(end - index) + text.slice(end, stop), index: index - start, end: end - start };
}

/** The part of a sentence between the punctuation marks around its date. */
function clauseOf({ text, index, end }: DatedSentence): DatedSentence {
  let start = 0;
  for (const border of text.slice(0, index).matchAll(CLAUSE_END)) start = border.index + border[0].length;
  const next = text.slice(end).search(CLAUSE_END);
  return { text: text.slice(start, next < 0 ? text.length : end + next), index: index - start, end: end - start };
}

/** Words before or after a date. */
const isBeside = ({ before, after }: Beside, { plain: { text } }: ParsedText, index: number, end: number): boolean =>
  before.test(text.slice(Math.max(0, index - CONTEXT), index)) || after.test(text.slice(end, end + CONTEXT));

/** The direction of the nearest predicate; the present counts if there is no other. */
function directionIn({ past, future }: CompiledLanguage, present: RegExp | null, passage: DatedSentence): Direction {
  const [back, ahead] = [distanceTo(past, passage), distanceTo(future, passage)];
  if (back !== ahead) return back < ahead ? 'past' : 'future';
  return present && back === Number.POSITIVE_INFINITY && passage.text.search(present) >= 0 ? 'future' : 'either';
}

/**
 * The direction of a date in a statement: that of its own clause, or else of its sentence. A
 * present beside "since" or "from" says nothing where both are one word.
 */
function directionAt(language: CompiledLanguage, text: ParsedText, first: number, last: number): Direction {
  if (isBeside(language.sincePast, text, first, last)) return 'past';
  const present = isBeside(language.openSince, text, first, last) ? null : language.present;
  const sentence = sentenceAround(text, first, last);
  const own = directionIn(language, present, clauseOf(sentence));
  return own === 'either' ? directionIn(language, present, sentence) : own;
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

const CAPITAL = /(?:^|\s)\p{Lu}\p{Ll}+$/u;

/** A weekday in a capital letter is one, without other words that mark it as such. */
const withCapital = (phrase: Phrase, text: string, places: readonly number[]): Phrase =>
  phrase.weekday !== undefined && CAPITAL.test(text.slice(places[phrase.index], places[phrase.end]).normalize('NFC'))
    ? { ...phrase, isWeak: false }
    : phrase;

export type Clock = Pick<ReadingClock, 'now' | 'offset' | 'question'>;

export interface LanguageDate {
  readonly match: LanguageMatch;
  /** the question looks ahead */
  readonly isAhead: boolean;
}

/** Places are those of `text`. Null: no date. */
export function searchIn(table: DateLanguage, text: string, clock: Clock): LanguageDate | null {
  const language = compiledOf(table);
  const folded = parse(table, text);
  const { text: plain, places } = folded.plain;
  if (!language.hint.test(plain)) return null;
  const parsed = { ...folded, marked: withoutNames(folded.marked, text) };
  const found = matchRules(language.rules, plain, momentsOf(language, parsed, clock)).phrases;
  if (found.length === 0) return null;
  const phrases = table.capitalWeekdays ? found.map((phrase) => withCapital(phrase, text, places)) : found;
  const match = firstMatch(plain, joinPhrases(plain, phrases, language.links), language.links);
  if (!match) return null;
  return {
    match: { ...match, index: defined(places[match.index]), stop: defined(places[match.stop]) },
    isAhead: clock.question && asksAhead(language, parsed),
  };
}
