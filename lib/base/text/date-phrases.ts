import { defined } from '#lib/base/defined';
import { shared } from '#lib/base/once-per-process';
import { pacer } from '#lib/base/pacer';
import { yearOf, yearSpan } from '#lib/base/text/calendar';
import { FEASTS } from '#lib/base/text/date-phrases-feasts';
import { NAMED } from '#lib/base/text/date-phrases-named';
import { PARTS } from '#lib/base/text/date-phrases-parts';
import { PERIODS } from '#lib/base/text/date-phrases-periods';
import { RELATIVE } from '#lib/base/text/date-phrases-relative';
import type { DateRule, Phrase, ReadingClock } from '#lib/base/text/date-rules';

/**
 * The single phrases of the date grammar: "May 5", "last spring", "3 weeks ago". How phrases
 * combine ("between … and …", "since …") is in `dates.ts`. Every pattern is linear: no unbounded
 * repetition inside another, white space of at most four characters.
 */

/** If two phrases have the same start and end, the earlier rule's counts. */
const RULES = shared('text.date-rules', (): readonly DateRule[] => [...NAMED, ...PARTS, ...PERIODS, ...FEASTS, ...RELATIVE]);

/**
 * Compiles the patterns, one after the other with pauses: the first texts would wait for it, 0.2 s
 * in three pieces. An engine compiles a pattern at its first use, again at the next ones, and
 * separately for texts with characters beyond Latin-1.
 */
export async function loadPhrases(): Promise<void> {
  const pause = pacer();
  for (const { pattern } of RULES)
    for (const text of ['-', '-', '–', '–']) {
      pattern.lastIndex = 0;
      pattern.exec(text);
      await pause();
    }
}

export interface ParsedDates {
  readonly phrases: readonly Phrase[];
  /**
   * text that looks like a date but is none ("may 5 times", "every Friday"): no other rule may read
   * it as one
   */
  readonly refused: readonly { readonly index: number; readonly end: number }[];
}

/**
 * All phrases of a text, in order, without overlaps: the earliest, and the longest of those with
 * the same start. `momentAt` returns how the words at a place are to be read.
 */
export function findPhrases(text: string, momentAt: MomentAt): ParsedDates {
  const { phrases, refused } = matchRules(RULES, text, momentAt);
  return { phrases: withYears(text, phrases), refused };
}

export type MomentAt = (index: number, end: number) => ReadingClock;

/** The same by any rules; phrases do not yet get the year beside them. */
export function matchRules(rules: readonly DateRule[], text: string, momentAt: MomentAt): ParsedDates {
  const found: Phrase[] = [];
  const refused: { index: number; end: number }[] = [];
  for (const rule of rules) {
    rule.pattern.lastIndex = 0;
    for (let match = rule.pattern.exec(text); match; match = rule.pattern.exec(text)) {
      const place = { index: match.index, end: match.index + match[0].length };
      const phrase = rule.read(match, momentAt(place.index, place.end), text);
      if (phrase) found.push({ ...phrase, ...place });
      else if (phrase === null) refused.push(place);
      if (match[0].length === 0) rule.pattern.lastIndex++;
    }
  }
  found.sort((a, b) => a.index - b.index || b.end - a.end);
  const chosen: Phrase[] = [];
  for (const phrase of found) {
    const last = chosen[chosen.length - 1];
    if (!last || phrase.index >= last.end) chosen.push(phrase);
    else if (phrase.end - phrase.index > last.end - last.index) chosen[chosen.length - 1] = phrase;
  }
  return { phrases: chosen, refused };
}

const BEHIND = /^\s{1,4}(?:(?:of|in)\s{1,4})?(?:the\s{1,4})?$/i;
const BEFORE = /^,?\s{1,4}(?:(?:in|on|at|over|during|between|from)\s{1,4})?(?:the\s{1,4})?$/i;

/**
 * "on 15 May of the year before last", "last year at Easter": a phrase without a year gets the year
 * beside it.
 */
function withYears(text: string, phrases: readonly Phrase[]): readonly Phrase[] {
  const folded: Phrase[] = [];
  for (const phrase of phrases) {
    const last = folded.at(-1);
    const gap = last && text.slice(last.end, phrase.index);
    const one = last?.isYearly && BEHIND.test(defined(gap)) ? ofYear(last, phrase) : null;
    const other = last && phrase.isYearly && BEFORE.test(defined(gap)) ? ofYear(phrase, last) : null;
    const both = one ?? other;
    if (both) folded[folded.length - 1] = { ...both, index: defined(last).index, end: phrase.end };
    else folded.push(phrase);
  }
  return folded;
}

/** Gives a phrase the year of another one; null: the other phrase is not a year of the calendar. */
export function ofYear(phrase: Phrase, { grain, rolling, span }: Phrase): Phrase | null {
  const whole = grain === 'year' && !rolling ? span() : null;
  const year = whole && yearOf(whole.start);
  return year !== null && whole?.end === yearSpan(year).end ? { ...phrase, year, isYearly: false, span: () => phrase.span(year) } : null;
}
