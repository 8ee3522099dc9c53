import * as chrono from 'chrono-node/en';
import { defined, present } from '#lib/base/defined';
import type { DateGrain } from '#lib/base/literals';
import { DAY, dayAt, daySpan, MINUTE, startOfWeek, type TimeSpan, unitSpan, weekdayOf, yearOf } from '#lib/base/text/calendar';
import { isAttribute } from '#lib/base/text/date-attribute';
import { type Outlook, outlookAt } from '#lib/base/text/date-direction';
import { searchIn } from '#lib/base/text/date-languages/search';
import type { DateLanguage } from '#lib/base/text/date-languages/table';
import { dateLanguage } from '#lib/base/text/date-languages/tables';
import { coarser, type DateMatch, third } from '#lib/base/text/date-match';
import { findPhrases, type MomentAt, type ParsedDates } from '#lib/base/text/date-phrases';
import { nearestYear, type Phrase, type ReadingClock } from '#lib/base/text/date-rules';
import { languageOf } from '#lib/base/text/languages/of';

/**
 * Dates in plain English; those of other languages are read by tables (`date-languages/`). Our own
 * grammar is applied first (`date-phrases.ts` has the single phrases, this file combines them:
 * ranges, open ends, parts of a month or year), then chrono-node.
 * Weeks begin on Monday; seasons are meteorological and northern. "Yesterday" depends on the
 * speaker's clock, but a day is a calendar day: it is returned as that date in UTC. So the 11th of
 * May reads 11 May wherever it was said, and it equals everybody else's 11th of May. Only a time of
 * day keeps its offset.
 */

export interface DateOptions {
  /** minutes by which the speaker's clock is ahead of UTC; 0 if unknown */
  readonly offsetMinutes?: number;
  /** code of the language of the text; by default it is detected */
  readonly language?: string;
}

/**
 * When a fact happened. Both ends are inclusive: `end` is the last millisecond, equal to `start`
 * for a moment.
 */
export interface FactDate {
  readonly start: Date;
  readonly end: Date;
  readonly grain: DateGrain;
}

/**
 * The window a question asks for. `end` is exclusive; null is open ("since June" has no end,
 * "before 2022" no start).
 */
export interface QueryWindow {
  readonly start: Date | null;
  readonly end: Date | null;
  readonly grain: DateGrain;
  /** the words that named it, as in the question, and their place */
  readonly text: string;
  readonly index: number;
  /** "three weeks ago", "around Easter", "late May": a time shortly before or after may be meant */
  readonly isLoose: boolean;
  /** the question looks ahead ("will", "upcoming"): an open end is not today */
  readonly isAhead: boolean;
  /** "the Q3 review": the question does not ask for the time, though the thing may be of it */
  readonly isOnlyHint: boolean;
}

/**
 * Most sentences name no date: this search decides, and everything else runs only after a match.
 */
const HINT =
  /\d{4}|\d[/.-]\d|\d(?:st|nd|rd|th)\b|\d0['’]?s\b|['’]\d\d\b|\bq[1-4]\b|\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun|\w{3,6}days?|days?|nights?|tonight|today|tomorrow|morning|afternoon|evening|weeks?|weekends?|fortnights?|months?|quarters?|years?|decades?|hours?|minutes?|seconds?|springs?|summers?|autumns?|falls?|winters?|christmas|halloween|new year|easter|good friday|boxing day|pentecost|whitsun|whit monday|ascension day|thanksgiving|black friday|the other (?:day|night)|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)\b/i;

/** A question looks back unless it contains one of these. */
const QUESTION_AHEAD =
  /\b(?:will|won['’]t|shall|gonna|going to|about to|tomorrow|upcoming|plan(?:s|ning)? (?:to|on|for|a)|hop(?:e|es|ing) to|want(?:s)? to|intend(?:s)? to|look(?:s|ing)? forward|can['’]t wait|need(?:s)? to|have to|has to|must|(?:is|are|['’]s) planned|due|deadline|remind me|booked for|booked .{1,40} for|scheduled|rescheduled|see you|let['’]s|invited .{1,40} for)\b|['’]ll\b/i;

const RELATION =
  /(?<!\p{L})(since|before|prior to|after|until|till|up to(?: and including)?|by|starting|as of|from|no later than|later than|earlier than)\s{1,4}(?:(?:in|on|from|the|about|around)\s{1,4}){0,2}$/iu;
const UP_TO_SOMETHING = /^up to\s{1,4}(?:in|on|at)\s/i;
const PART = /(?<!\p{L})(early|mid|late|(?:the\s{1,4})?(?:beginning|start|middle|end) of)(?:\s{1,4}|-)(?:the\s{1,4}|in\s{1,4})?$/iu;
const BETWEEN = /(?<!\p{L})between\s{1,4}(?:the\s{1,4})?$/iu;
/** the words allowed between the word of a range and its second end */
const BEFORE_END =
  '(?:the\\s{1,4})?(?:(?:early|mid|late|(?:the\\s{1,4})?(?:beginning|start|middle|end) of)(?:\\s{1,4}|-)(?:the\\s{1,4})?)?';
const TO = new RegExp(`^\\s{0,4}(?:to|until|till|through|thru|up to|[-–—])\\s{0,4}${BEFORE_END}$`, 'i');
const AND = new RegExp(`^\\s{0,4}(?:and|or|&)\\s{0,4}(?:in\\s{1,4})?${BEFORE_END}$`, 'i');
const AROUND = /(?<!\p{L})(?:around|circa)\s{1,4}(?:the\s{1,4})?$/iu;
const AROUND_DAY =
  /(?<!\p{L})(?:the\s{1,4})?(weekend|week|month|day)\s{1,4}(of|before|after|following|prior to|starting|beginning|ending)\s{1,4}(?:on\s{1,4})?(?:the\s{1,4})?$/iu;
const ONWARDS = /^\s{1,4}(?:on|onwards?|forward)(?!\p{L}|\s{1,4}(?:the|a|my|my|our|this|that)\b)/iu;

const MOVED_FROM =
  /(?<!\p{L})(?:moved|postponed|rescheduled|pushed|shifted|slipped|slid|delayed|changed|switched|brought forward)(?!\p{L})[^.!?;\n]{0,60}(?<!\p{L})from\s{1,4}(?:the\s{1,4})?$/iu;

/** "the week before 9 June", "the weekend of July 17". */
function aroundDay(span: TimeSpan, unit: string, relation: string): { span: TimeSpan; grain: DateGrain } {
  if (unit === 'day') {
    if (relation === 'of') return { span, grain: 'day' };
    return { span: dayAt(relation === 'before' || relation === 'prior to' ? span.start - DAY : span.end), grain: 'day' };
  }
  if (relation === 'of') {
    if (unit === 'weekend') return { span: dayAt(startOfWeek(span.start) + 5 * DAY, 2), grain: 'day' };
    return unit === 'week' ? { span: dayAt(startOfWeek(span.start), 7), grain: 'week' } : { span, grain: 'day' };
  }
  if (relation === 'starting' || relation === 'beginning')
    return { span: dayAt(span.start, unit === 'week' ? 7 : unit === 'month' ? 30 : 2), grain: 'week' };
  if (relation === 'ending')
    return { span: { start: span.end - (unit === 'week' ? 7 : unit === 'month' ? 30 : 2) * DAY, end: span.end }, grain: 'week' };
  const ahead = relation === 'after' || relation === 'following';
  if (unit === 'weekend') {
    const own = unitSpan('weekend', span.start, 0);
    const other = ahead
      ? own.start > span.start
        ? own
        : unitSpan('weekend', span.start, 1)
      : own.end <= span.start
        ? own
        : unitSpan('weekend', span.start, -1);
    return { span: other, grain: 'day' };
  }
  const days = unit === 'week' ? 7 : 30;
  return {
    span: ahead ? dayAt(span.end, days) : { start: span.start - days * DAY, end: span.start },
    grain: unit === 'week' ? 'week' : 'month',
  };
}

const weekdayWords = /^(?:on\s+)?(mon|tues|wednes|thurs|fri|satur|sun)day$/i;

/** "the Sunday before 25 May": the last such weekday before that day, or the first after it. */
function weekdayBeside(text: string, phrase: Phrase, next: Phrase, day: TimeSpan): TimeSpan | null {
  if (!weekdayWords.test(text.slice(phrase.index, phrase.end))) return null;
  const gap = /^\s{1,4}(before|prior to|after|following)\s{1,4}(?:the\s{1,4})?$/i.exec(text.slice(phrase.end, next.index));
  const own = phrase.span();
  if (!gap || !own) return null;
  const wanted = weekdayOf(own.start);
  const here = weekdayOf(day.start);
  const ahead = /^(?:after|following)$/i.test(defined(gap[1]));
  const distance = ahead ? (wanted - here + 7) % 7 || 7 : -((here - wanted + 7) % 7 || 7);
  return dayAt(day.start + distance * DAY);
}

interface ResolvedDate {
  readonly span: TimeSpan;
  readonly grain: DateGrain;
  readonly index: number;
}

/** One phrase with its prefix: "late", "the week of". */
function resolve(text: string, phrase: Phrase, question: boolean, year?: number): ResolvedDate | null {
  const span = phrase.span(year);
  if (!span) return null;
  const before = text.slice(Math.max(0, phrase.index - 32), phrase.index);
  const near = question && phrase.grain === 'day' ? AROUND.exec(before) : null;
  if (near) {
    const days = (phrase.isFeast ? 7 : 3) * DAY;
    return { span: { start: span.start - days, end: span.end + days }, grain: 'week', index: phrase.index - near[0].length };
  }
  if (phrase.grain === 'day' && (phrase.isFeast || span.end - span.start === DAY)) {
    const around = AROUND_DAY.exec(before);
    if (around)
      return {
        ...aroundDay(span, defined(around[1]).toLowerCase(), defined(around[2]).toLowerCase()),
        index: phrase.index - around[0].length,
      };
  }
  const part = PART.exec(before);
  if (part && !phrase.rolling && phrase.grain !== 'day' && phrase.grain !== 'instant') {
    return { ...third(span, phrase.grain, defined(part[1])), index: phrase.index - part[0].length };
  }
  return { span, grain: phrase.grain, index: phrase.index };
}

/**
 * Two phrases as the ends of a range. A single year counts for both, and the first is before the
 * second.
 */
function rangeOf(
  text: string,
  first: Phrase,
  second: Phrase,
  question: boolean,
): { span: TimeSpan; grain: DateGrain; index: number } | null {
  let from = resolve(text, first, question);
  let to = resolve(text, second, question);
  if (second.year !== null && first.year === null) {
    from = resolve(text, first, question, second.year);
    if (from && to && from.span.start > to.span.start) from = resolve(text, first, question, second.year - 1);
  } else if (first.year !== null && second.year === null) {
    to = resolve(text, second, question, first.year);
    if (from && to && to.span.start < from.span.start) to = resolve(text, second, question, first.year + 1);
  } else if (from && to && from.span.start > to.span.start && first.year === null) {
    from = resolve(text, first, question, yearOf(from.span.start) - 1);
  }
  // "from Monday to Thursday last week": the Monday before that Thursday
  if (from && to && from.span.start > to.span.start && weekdayWords.test(text.slice(first.index, first.end)))
    from = { ...from, span: dayAt(to.span.start - ((weekdayOf(to.span.start) - weekdayOf(from.span.start) + 7) % 7) * DAY) };
  if (!from || !to || from.span.start > to.span.start) return null;
  return {
    span: { start: from.span.start, end: Math.max(from.span.end, to.span.end) },
    grain: coarser(from.grain, to.grain),
    index: from.index,
  };
}

function openEnd(word: string, span: TimeSpan, after: string): Pick<DateMatch, 'start' | 'end' | 'relation'> {
  switch (word) {
    case 'since':
    case 'starting':
    case 'as of':
      return { start: span.start, end: null, relation: 'since' };
    case 'from':
      return ONWARDS.test(after) ? { start: span.start, end: null, relation: 'since' } : { ...span, relation: 'in' };
    case 'before':
    case 'prior to':
    case 'earlier than':
      return { start: null, end: span.start, relation: 'before' };
    case 'after':
    case 'later than':
      return { start: span.end, end: null, relation: 'after' };
    case 'until':
    case 'till':
    case 'up to':
    case 'up to and including':
    case 'by':
    case 'no later than':
      return { start: null, end: span.end, relation: 'until' };
    default:
      return { ...span, relation: 'in' };
  }
}

/** The first date of a text, with its open ends; `resolvable` phrases only. */
function firstDate(text: string, phrases: readonly Phrase[], question: boolean): DateMatch | null {
  for (let i = 0; i < phrases.length; i++) {
    const phrase = defined(phrases[i]);
    const next = phrases[i + 1];
    const gap = next ? text.slice(phrase.end, next.index) : '';
    const before = text.slice(Math.max(0, phrase.index - 24), phrase.index);
    if (next) {
      const between = BETWEEN.test(before) && AND.test(gap);
      const union = question && AND.test(gap) && phrase.grain === next.grain && !RELATION.test(before);
      // "moved from Friday to Monday" names the old day and the new one
      if (!question && TO.test(gap) && MOVED_FROM.test(text.slice(Math.max(0, phrase.index - 80), phrase.index))) continue;
      if (between || union || TO.test(gap)) {
        const range = rangeOf(text, phrase, next, question);
        if (range) {
          const lead = between ? present(/between.*$/is.exec(before))[0].length : 0;
          return { ...range.span, grain: range.grain, index: range.index - lead, stop: next.end, relation: 'in' };
        }
      }
      const day = next.grain === 'day' ? next.span() : null;
      const beside = day && weekdayBeside(text, phrase, next, day);
      if (beside) return { ...beside, grain: 'day', index: phrase.index, stop: next.end, relation: 'in' };
    }
    const resolved = resolve(text, phrase, question);
    if (!resolved) continue;
    const lead = RELATION.exec(text.slice(Math.max(0, resolved.index - 32), resolved.index));
    // "What was Rosa up to in summer?" has no end of a range
    const isLead = lead !== null && !phrase.rolling && !UP_TO_SOMETHING.test(lead[0]);
    const word = isLead ? defined(lead[1]).toLowerCase().replace(/\s+/g, ' ') : '';
    const open = openEnd(word, resolved.span, text.slice(phrase.end, phrase.end + 16));
    return { ...open, grain: resolved.grain, index: word ? resolved.index - present(lead)[0].length : resolved.index, stop: phrase.end };
  }
  return null;
}

/** Longer texts are cut: a date further in belongs to another sentence. In characters. */
const MAX_LENGTH = 4000;
const CHRONO_LENGTH = 500;
const MONTH_NAME = /(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

/**
 * Dates that chrono-node finds if our grammar found none ("the twelfth of May"): only a day with
 * its month. Its other matches in ordinary text are durations ("within three months", "for 30
 * minutes") and times of day, which are not dates.
 */
function otherDate(
  text: string,
  momentAt: MomentAt,
  refused: ParsedDates['refused'],
  reference: Date | null,
  offsetMinutes: number,
): DateMatch | null {
  const known = { instant: reference ?? new Date(0), timezone: offsetMinutes };
  for (const { start, index, text: words } of chrono.casual.parse(text.slice(0, CHRONO_LENGTH), known)) {
    const stop = index + words.length;
    if (refused.some((place) => place.index < stop && index < place.end)) continue;
    if (!start.isCertain('day') || !start.isCertain('month') || !MONTH_NAME.test(words) || (reference === null && !start.isCertain('year')))
      continue;
    const [year, month, day] = [start.get('year'), start.get('month'), start.get('day')];
    if (year === null || month === null || day === null) continue;
    const span = start.isCertain('year')
      ? daySpan(year, month - 1, day)
      : nearestYear(momentAt(index, stop), undefined, (other) => daySpan(other, month - 1, day));
    if (!span) continue;
    const lead = RELATION.exec(text.slice(Math.max(0, index - 24), index));
    return { ...openEnd(lead ? defined(lead[1]).toLowerCase() : '', span, ''), grain: 'day', index: index - (lead?.[0].length ?? 0), stop };
  }
  return null;
}

/**
 * A question has one direction. In a statement, each date has that of its clause, which is computed
 * only if a rule needs it.
 */
function momentsOf(text: string, now: number | null, offset: number, question: boolean): MomentAt {
  if (question) {
    const ahead = QUESTION_AHEAD.test(text);
    const moment: ReadingClock = { now, offset, direction: ahead ? 'future' : 'past', scheduled: ahead, question };
    return () => moment;
  }
  return (index, end) => {
    let outlook: Outlook | undefined;
    const read = (): Outlook => {
      outlook ??= outlookAt(text, index, end);
      return outlook;
    };
    return {
      now,
      offset,
      question,
      get direction() {
        return read().direction;
      },
      get scheduled() {
        return read().scheduled;
      },
    };
  };
}

interface DateSearchMatch {
  readonly found: DateMatch;
  readonly offset: number;
  /** of a question: its words only specify a thing */
  readonly isOnlyHint: boolean;
  /** null: English, whose question is read by `queryWindow` */
  readonly language: Pick<QueryWindow, 'isLoose' | 'isAhead'> | null;
}

/** The same in another language than English. */
function searchForeign(
  table: DateLanguage,
  text: string,
  reference: Date | null,
  question: boolean,
  offset: number,
): DateSearchMatch | null {
  const known = reference !== null && !Number.isNaN(reference.getTime());
  const found = searchIn(table, text.slice(0, MAX_LENGTH), { now: known ? reference.getTime() + offset : null, offset, question });
  if (!found) return null;
  const { match, isAhead } = found;
  return { found: match, offset, isOnlyHint: false, language: { isLoose: match.isLoose, isAhead } };
}

function search(text: string, reference: Date | null, question: boolean, options: DateOptions): DateSearchMatch | null {
  const table = dateLanguage(options.language ?? languageOf(text));
  if (table) return searchForeign(table, text, reference, question, (options.offsetMinutes ?? 0) * MINUTE);
  if (!HINT.test(text)) return null;
  const passage = text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) : text;
  const offset = (options.offsetMinutes ?? 0) * MINUTE;
  const known = reference !== null && !Number.isNaN(reference.getTime());
  const momentAt = momentsOf(passage, known ? reference.getTime() + offset : null, offset, question);
  const { phrases, refused } = findPhrases(passage, momentAt);
  if (phrases.length === 0) {
    const found = otherDate(passage, momentAt, refused, known ? reference : null, options.offsetMinutes ?? 0);
    return found && { found, offset, isOnlyHint: false, language: null };
  }
  const times = phrases.filter((phrase) => !isAttribute(passage, phrase));
  const found = firstDate(passage, times, question);
  if (found || !question || times.length === phrases.length) return found && { found, offset, isOnlyHint: false, language: null };
  const hint = firstDate(passage, phrases, question);
  return hint && { found: hint, offset, isOnlyHint: true, language: null };
}

/** PostgreSQL or JavaScript would reject a date outside these years, and no memory needs one. */
const EARLIEST = Date.UTC(1000, 0, 1);
const LATEST = Date.UTC(9000, 0, 1);
const sane = (moment: number | null): boolean => moment === null || (moment >= EARLIEST && moment <= LATEST);

/**
 * Returns the date on which a sentence says that its fact happened, or null. Relative and
 * incomplete dates are read against `reference`, when the sentence was said; without it only
 * complete ones count. "Since" ends at the reference. "Before" and "after" describe when a thing
 * did not happen, so the result is null. A deadline ("by", "until") yields its day.
 */
export function findDate(sentence: string, reference: Date | null, options: DateOptions = {}): FactDate | null {
  const result = search(sentence, reference, false, options);
  if (!result) return null;
  const { found, offset } = result;
  if (found.relation === 'before' || found.relation === 'after') return null;
  let { start, end } = found;
  if (found.relation === 'since') end = reference ? Math.max(reference.getTime() + offset, present(start)) + 1 : null;
  if (found.relation === 'until') start = present(end) - 1 - spanBefore(found);
  if (start === null || end === null || !sane(start) || !sane(end)) return null;
  const clock = found.grain === 'instant' ? offset : 0;
  return { start: new Date(start - clock), end: new Date(end - 1 - clock), grain: found.grain };
}

/** The length of the last unit of a deadline: "by Friday" is that day, "by March" that month. */
function spanBefore(found: DateMatch): number {
  const end = present(found.end);
  switch (found.grain) {
    case 'instant':
      return 0;
    case 'day':
      return DAY - 1;
    case 'week':
      return 7 * DAY - 1;
    default: {
      const months = { month: 1, quarter: 3, season: 3, year: 12, decade: 120 }[found.grain];
      const date = new Date(end);
      return end - Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, date.getUTCDate()) - 1;
    }
  }
}

const PREPOSITION = /(?<!\p{L})(?:in|on|during|over|at|of|from|throughout|within|for|about|towards?|back in)\s{1,4}(?:the\s{1,4})?$/iu;

/**
 * "about" alone is not loose: "tell me about last week" means that week. If a number follows
 * ("about three weeks ago"), "ago" is loose.
 */
const LOOSE = /(?<!\p{L})(?:ago(?!\s{1,4}today)|back|around|circa|early|mid|late|beginning|start|middle|end)(?!\p{L})/iu;

/**
 * Returns the time window that a question names, or null. Incomplete dates mean the latest past one
 * unless the question looks ahead ("will", "upcoming").
 */
export function queryWindow(query: string, reference: Date, options: DateOptions = {}): QueryWindow | null {
  const result = search(query, reference, true, options);
  if (!result) return null;
  const { found, offset, isOnlyHint, language } = result;
  if (!sane(found.start) || !sane(found.end)) return null;
  const clock = found.grain === 'instant' ? offset : 0;
  const at = (moment: number | null): Date | null => (moment === null ? null : new Date(moment - clock));
  const lead = language ? null : PREPOSITION.exec(query.slice(Math.max(0, found.index - 24), found.index));
  const index = found.index - (lead?.[0].length ?? 0);
  const text = query.slice(index, found.stop);
  return {
    start: at(found.start),
    end: at(found.end),
    grain: found.grain,
    text,
    index,
    isLoose: language ? language.isLoose : LOOSE.test(text),
    isAhead: language ? language.isAhead : QUESTION_AHEAD.test(query),
    isOnlyHint,
  };
}
