import { defined } from '#lib/base/defined';
import { DAY, dayAt, type TimeSpan, yearOf } from '#lib/base/text/calendar';
import { patternBuilder } from '#lib/base/text/date-languages/pattern';
import type { DateLanguage } from '#lib/base/text/date-languages/table';
import { coarser, type DateMatch, third } from '#lib/base/text/date-match';
import { ofYear } from '#lib/base/text/date-phrases';
import type { Phrase } from '#lib/base/text/date-rules';

/**
 * Combines the phrases of a text: a weekday with its week, a month with its year, ranges, open ends
 * and parts of a period. The counterpart of `dates.ts` for other languages.
 */

const RELATIONS = ['before', 'after', 'until', 'since'] as const;
const PARTS = ['early', 'mid', 'late'] as const;
const CONTEXT = 32;

/** The words between and around phrases, compiled. */
export interface Links {
  readonly relations: readonly Link<(typeof RELATIONS)[number]>[];
  readonly parts: readonly Link<(typeof PARTS)[number]>[];
  readonly to: RegExp;
  readonly and: RegExp;
  readonly between: RegExp;
  readonly joint: RegExp;
}

interface Link<Name extends string> {
  readonly name: Name;
  readonly before: RegExp;
  readonly after: RegExp;
}

export function linksOf(table: DateLanguage): Links {
  const build = patternBuilder(table);
  const link = <Name extends (typeof RELATIONS)[number] | (typeof PARTS)[number]>(name: Name): Link<Name> => ({
    name,
    before: build.before(table[name].before),
    after: build.after(table[name].after),
  });
  const parts = PARTS.map((name) => table[name].before);
  const part = parts.some((words) => words !== undefined) ? `(?: ?${build.any(...parts)})?` : '';
  return {
    relations: RELATIONS.map(link),
    parts: PARTS.map(link),
    to: build.between(`${build.any('[-~]', table.to)}${part}`),
    and: build.between(table.and),
    between: build.before(table.between),
    joint: build.between(`(?:${table.joint ?? '(?!)'})?`),
  };
}

/** The words before and after a phrase that belong to it. */
interface ResolvedPhrase {
  readonly span: TimeSpan;
  readonly grain: Phrase['grain'];
  readonly index: number;
  readonly stop: number;
  readonly isLoose: boolean;
}

export interface LanguageMatch extends DateMatch {
  readonly isLoose: boolean;
}

const textBefore = (text: string, index: number): string => text.slice(Math.max(0, index - CONTEXT), index);
const textAfter = (text: string, end: number): string => text.slice(end, end + CONTEXT);

function resolve(text: string, phrase: Phrase, { parts }: Links, year?: number): ResolvedPhrase | null {
  const span = phrase.span(year);
  if (!span) return null;
  const { grain, index, end } = phrase;
  const plain = { span, grain, index, stop: end, isLoose: phrase.isLoose === true };
  if (phrase.rolling || grain === 'day' || grain === 'instant') return plain;
  for (const { name, before, after } of parts) {
    const lead = before.exec(textBefore(text, index));
    const tail = lead ? null : after.exec(textAfter(text, end));
    if (lead || tail)
      return { ...third(span, grain, name), index: index - (lead?.[0].length ?? 0), stop: end + (tail?.[0].length ?? 0), isLoose: true };
  }
  return plain;
}

/** The end after the start: a phrase without a year takes that of the other one. */
function rangeOf(text: string, first: Phrase, second: Phrase, links: Links): ResolvedPhrase | null {
  let from = resolve(text, first, links);
  let to = resolve(text, second, links);
  if (second.year !== null && first.isYearly) {
    from = resolve(text, first, links, second.year);
    if (from && to && from.span.start > to.span.start) from = resolve(text, first, links, second.year - 1);
  } else if (first.year !== null && second.isYearly) {
    to = resolve(text, second, links, first.year);
    if (from && to && to.span.start < from.span.start) to = resolve(text, second, links, first.year + 1);
  } else if (from && to && from.span.start > to.span.start && first.isYearly) {
    from = resolve(text, first, links, yearOf(from.span.start) - 1);
  } else if (from && to && from.span.start > to.span.start && first.weekday !== undefined) {
    from = { ...from, span: dayAt(from.span.start - 7 * DAY) };
  }
  if (!from || !to || from.span.start > to.span.start) return null;
  return {
    span: { start: from.span.start, end: Math.max(from.span.end, to.span.end) },
    grain: coarser(from.grain, to.grain),
    index: from.index,
    stop: to.stop,
    isLoose: from.isLoose || to.isLoose,
  };
}

const whole = (text: string, first: Phrase, second: Phrase, gap: RegExp): boolean => gap.test(text.slice(first.end, second.index));

/** "Tuesday of last week": the day of a plain weekday in the week beside it. */
function dayOfWeek(weekday: Phrase, week: Phrase): Omit<Phrase, 'index' | 'end'> | null {
  const { weekday: day } = weekday;
  if (day === undefined || week.grain !== 'week' || week.rolling) return null;
  return {
    grain: 'day',
    year: null,
    span: () => {
      const span = week.span();
      return span && dayAt(span.start + day * DAY);
    },
  };
}

const joinedOf = (first: Phrase, second: Phrase): Omit<Phrase, 'index' | 'end'> | null =>
  dayOfWeek(first, second) ??
  dayOfWeek(second, first) ??
  (first.isYearly ? ofYear(first, second) : null) ??
  (second.isYearly ? ofYear(second, first) : null);

/** Whether the second of two neighbors names the time alone. */
const replaces = (first: Phrase, second: Phrase): boolean =>
  first.rolling
    ? !second.rolling && second.grain !== 'day'
    : first.weekday !== undefined && second.weekday === undefined && second.grain === 'day';

/** Joins neighbors that name one time, and drops those that need a week or year and have none. */
export function joinPhrases(text: string, phrases: readonly Phrase[], { joint }: Links): readonly Phrase[] {
  const joined: Phrase[] = [];
  for (const phrase of phrases) {
    const last = joined.at(-1);
    const isJoint = last !== undefined && whole(text, last, phrase, joint);
    const both = isJoint ? joinedOf(last, phrase) : null;
    // "the last week of February" does not end now; "Tuesday, 12.5.2026" is that day
    if (isJoint && replaces(last, phrase)) joined[joined.length - 1] = phrase;
    else if (last && both) joined[joined.length - 1] = { ...both, isWeak: false, index: last.index, end: phrase.end };
    else joined.push(phrase);
  }
  return joined.filter(({ isWeak }) => !isWeak);
}

function openEnd(name: (typeof RELATIONS)[number], span: TimeSpan): Pick<DateMatch, 'start' | 'end' | 'relation'> {
  switch (name) {
    case 'since':
      return { start: span.start, end: null, relation: 'since' };
    case 'before':
      return { start: null, end: span.start, relation: 'before' };
    case 'after':
      return { start: span.end, end: null, relation: 'after' };
    case 'until':
      return { start: null, end: span.end, relation: 'until' };
  }
}

/** One date with the word that opens one of its ends: "since May", "vor dem 3. Mai", 5月まで. */
function withRelation(text: string, resolved: ResolvedPhrase, isClosed: boolean, { relations }: Links): LanguageMatch {
  const { span, ...rest } = resolved;
  for (const { name, before, after } of isClosed ? [] : relations) {
    const lead = before.exec(textBefore(text, rest.index));
    const tail = lead ? null : after.exec(textAfter(text, rest.stop));
    if (lead || tail)
      return {
        ...rest,
        ...openEnd(name, span),
        index: rest.index - (lead?.[0].length ?? 0),
        stop: rest.stop + (tail?.[0].length ?? 0),
      };
  }
  return { ...rest, ...span, relation: 'in' };
}

/** The first date of a folded text. */
export function firstMatch(text: string, phrases: readonly Phrase[], links: Links): LanguageMatch | null {
  for (let i = 0; i < phrases.length; i++) {
    const phrase = defined(phrases[i]);
    const next = phrases[i + 1];
    if (next) {
      const isBetween = links.between.test(textBefore(text, phrase.index)) && whole(text, phrase, next, links.and);
      const range = isBetween || whole(text, phrase, next, links.to) ? rangeOf(text, phrase, next, links) : null;
      if (range) {
        const { span, ...rest } = range;
        return { ...rest, ...span, relation: 'in' };
      }
    }
    const resolved = resolve(text, phrase, links);
    if (resolved) return withRelation(text, resolved, phrase.rolling === true || phrase.isRange === true, links);
  }
  return null;
}
