import { defined } from '#lib/base/defined';
import type { Phrase } from '#lib/base/text/date-rules';

/**
 * Whether words that look like a time only specify a thing: "the Q3 review", "the 2024 budget",
 * "the Sunday Club", "a novel called Twelve Days in December". Such a thing need not be of that
 * time, and a question about it does not ask for the time.
 */

const words = (text: string): string => text.trim().split(/\s+/).join('|');

/**
 * Relative to the day of speaking: always a time. So is a counted day ("the 9 May meeting" was on 9
 * May).
 */
const RELATIVE =
  /(?<!\p{L})(?:last|next|this|past|previous|current|coming|upcoming|following|ago|yesterday|today|tonight|tomorrow)(?!\p{L})/iu;

const DETERMINER = /(?:^|[^\p{L}])(?:the|a|an|my|our|your|his|her|its|their|that|[\p{L}]+['’]s)\s{1,4}$/iu;
/** "in the summer", "on the Monday": a lead-in to a time */
const TIME_LEAD =
  /(?:^|[^\p{L}])(?:in|on|at|during|over|since|until|till|by|before|after|from|between|through|throughout|within|around|of)\s{1,4}$/iu;
const NEXT = /^\s{1,4}([\p{L}][\p{L}'’-]*)/u;

/** Words that may follow a time and are not a thing: function words, auxiliaries, adverbs. */
const NO_THING = new RegExp(
  `^(?:${words(`and or but nor so then than as if because while when where who whom whose which that what how why
  in on at to from with without for of by about around after before until till since during over under through between into onto off out up down near
  i you he she it we they me him us them my our your his her its their this these those the a an some any every each all both no not
  is are was were be been being am has have had do does did will would shall should can could may might must
  ever again still already only just also too very there here alone together exactly please last next ago came went got saw made took
  started began ended finished happened came passed`)}|\\p{L}+ly|\\p{L}{2,}ed)$`,
  'iu',
);
/** Nouns that a time has, rather than specifies: "the March 2025 events", "the winter months". */
const OF_TIMES = new RegExp(
  `^(?:${words(`time times day days date dates week weeks weekend weekends month months quarter quarters half season seasons year years period term
  morning mornings afternoon afternoons evening evenings night nights holiday holidays vacation break eve events event happenings news highlights summary overview recap
  onward onwards inclusive`)})$`,
  'iu',
);
const BEHIND_THING = new RegExp(
  `^\\s{0,4}(?:$|[.,;:!?)"”]|(?:${words('and or of for from with in on at to by about is are was were has have had will would can could should did does do i you he she it we they that which who')})(?!\\p{L}))`,
  'iu',
);

const TITLED = words('called named titled entitled novel book song film movie album poem musical podcast');
/**
 * A title of a work that extends to the time: "called Twelve Days in", "the novel ", an opening
 * quote.
 */
const TITLE_LEAD = new RegExp(
  `(?<!\\p{L})(?:${TITLED})\\s{1,4}["“‘«]?(?:\\p{Lu}[\\p{L}'’-]*\\s{1,4}(?:(?:\\p{Lu}[\\p{L}'’-]*|of|the|in|and|a|to|on|at|for|with)\\s{1,4}){0,6})?$`,
  'u',
);
/** The same, followed by a quotation: then it may be a whole date, or a relative one. */
const QUOTED_TITLE_LEAD = new RegExp(`(?<!\\p{L})(?:${TITLED})\\s{1,4}["“‘«]$`, 'u');
/** "the song Yesterday", "the book 1984" */
const WORK_LEAD = new RegExp(
  `(?<!\\p{L})(?:${words('the a')})\\s{1,4}(?:${words('book novel song film movie album poem musical podcast')})\\s{1,4}$`,
  'u',
);
/** "12 May Street", "monday.com" */
const ADDRESS = /^(?:\s{1,4}(?:Street|St|Road|Rd|Avenue|Lane|Drive|Square|Boulevard|Court|Place|Close|Terrace|Way)(?!\p{L})|\.[a-z]{2,})/u;
/**
 * The quotes before and after a time. Single quotes are apostrophes too, so one opens after a blank
 * and closes before a non-letter.
 */
const OPEN_QUOTE = /(?:["“«]|(?:^|[\s(])['‘])(?<inside>(?:[^"“”«»\n]{0,60}\s)?)$/u;
const CLOSE_QUOTE = /^(?<inside>[^"“”«»\n]{0,60}?)(?:["”»]|['’](?!\p{L}))/u;
/**
 * Titles are capitalized, except small words. Other quoted text is speech: "I moved in May 2019".
 */
const TITLE_WORDS = /^(?:(?:\p{Lu}[\p{L}'’]*|\p{Nd}+|of|the|in|and|an?|to|on|at|for|with|from|by)(?:[\s,:;.!?-]+|$))*$/u;

function isQuotedTitle(before: string, behind: string): boolean {
  const [open, close] = [OPEN_QUOTE.exec(before), CLOSE_QUOTE.exec(behind)];
  return (
    open !== null &&
    close !== null &&
    TITLE_WORDS.test(defined(defined(open.groups).inside)) &&
    TITLE_WORDS.test(defined(defined(close.groups).inside).trimStart())
  );
}

/** Quarters, seasons and the like may specify a thing without an article: "Q3 figures". */
const isBareThing = (before: string, next: string): boolean =>
  /\p{L}/u.test(before) && !TIME_LEAD.test(before) && !/[,;:.(]\s{0,4}$/.test(before) && /^\p{Ll}/u.test(next);

export function isAttribute(text: string, { index, end, grain }: Phrase): boolean {
  const dateText = text.slice(index, end);
  const before = text.slice(Math.max(0, index - 60), index);
  const behind = text.slice(end, end + 60);
  if (ADDRESS.test(behind) || QUOTED_TITLE_LEAD.test(before) || (/^(?:\p{Lu}\P{Nd}*|\d{4})$/u.test(dateText) && WORK_LEAD.test(before)))
    return true;
  if (RELATIVE.test(dateText) || grain === 'instant' || (grain === 'day' && /\d/.test(dateText))) return false;
  if (/^\p{Lu}/u.test(dateText) && (TITLE_LEAD.test(before) || isQuotedTitle(before, behind))) return true;
  const next = NEXT.exec(behind);
  if (next === null || NO_THING.test(defined(next[1])) || OF_TIMES.test(defined(next[1]))) return false;
  const determiner = DETERMINER.exec(before);
  if (determiner === null) return (grain === 'quarter' || grain === 'year') && isBareThing(before, defined(next[1]));
  if (!TIME_LEAD.test(before.slice(0, determiner.index + (/^\p{L}/u.test(determiner[0]) ? 0 : 1)))) return true;
  // "in the autumn catalog", but "in the summer Ann went", "over the weekend people swim"
  return /^\p{Ll}/u.test(defined(next[1])) && BEHIND_THING.test(behind.slice(next[0].length));
}
