import { defined } from '#lib/base/defined';
import type { Line } from '#lib/memory/retain/reading/lines';
import { wholeStamp } from '#lib/memory/retain/reading/phone-stamps';
import { plain } from '#lib/memory/retain/reading/plain';
import { readDated, type Stamp } from '#lib/memory/retain/reading/stamps';

/**
 * Lines between the parts of a text: "Session 2 (25 May 2023)", "--- 3 June ---", "Date: 12 May
 * 2024".
 */

/** A line that dates the following text or begins a new part. */
export interface Header {
  readonly stamp: Stamp | null;
  /** the text besides the date ("Session 2 (25 May 2023)"); null for a date alone */
  readonly title: string | null;
  /** recognizable as a header by a heading mark, a rule, brackets or a label */
  readonly marked: boolean;
}

/** A text as lines, with the header of each line if it is one. */
export interface Text {
  readonly content: string;
  readonly lines: readonly Line[];
  readonly headers: readonly (Header | null)[];
}

/** Limit for joined titles, in characters. They are stored with each unit below them. */
export const MAX_TITLE = 1000;

/** Joins the innermost titles that fit into `MAX_TITLE`. */
export function joinTitles(titles: readonly string[], separator: string): string {
  let from = titles.length - 1;
  let room = MAX_TITLE - (titles[from]?.length ?? 0);
  while (from > 0 && defined(titles[from - 1]).length + separator.length <= room) {
    from--;
    room -= defined(titles[from]).length + separator.length;
  }
  return titles.slice(Math.max(0, from)).join(separator).slice(0, MAX_TITLE);
}

/** A range of the lines, of the same content. */
export const partOf = ({ content, lines, headers }: Text, from: number, to: number): Text => ({
  content,
  lines: lines.slice(from, to),
  headers: headers.slice(from, to),
});

const PART = 'session|chat|conversation|meeting|call|episode|part|entry|standup|interview|transcript|log|dialogue|visit';
const PART_NUMBER = new RegExp(`^(?:${PART}|day)\\s{1,2}(?:#|no\\.?\\s?)?\\d{1,4}$`, 'i');
const PART_FIRST = new RegExp(`^(?:${PART})(?!\\p{L})`, 'iu');
const NUMBERED_PART = new RegExp(`^(?:${PART}|day)\\s{1,2}(?:#|no\\.?\\s?)?\\d{1,4}(?!\\d)`, 'i');
const HEADER_WORDS = new RegExp(
  `(?<!\\p{L})(?:${PART}|date|day|time|timestamp|on|at|of|the|from|held|started|starts|begins|recorded|dated|mon|tues?|wed|thurs?|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?!\\p{L})`,
  'giu',
);
/** items of lists, rows of tables */
const NO_HEADER = /^\s{0,8}(?:[-*+•]\s(?!.*[-*]\s{0,3}$)|\|)/;
/** 1.2.10 is a version unless the context shows that it is a day */
const VERSION = /(?<![\d.])\d{1,2}\.\d{1,2}\.\d{2}(?![\d.])/;
const BEFORE = /^[\s#=*_~<>[\]()–—-]{1,40}/;
const BEHIND = /[\s#=*_~<>[\]()–—:-]{1,40}$/;
const MAY_FOLLOW = new Set('#=*_~<>[]()–—:-');
const MAX_HEADER = 120;
/** Dates in other languages hold letters or digits outside of ASCII. */
const FOREIGN = /[\u00c0-\uffff]/;

/**
 * Removes decoration from both ends of a trimmed line. The pattern for the end would scan the whole
 * line, so it only runs if the last character is decoration.
 */
function withoutFrame(bare: string): string {
  const text = bare.replace(BEFORE, '');
  return MAY_FOLLOW.has(text.at(-1) ?? '') ? text.replace(BEHIND, '') : text;
}

/** The header of a line; null if the line is not one. A date inside a sentence is not a header. */
export function headerOf(line: string): Header | null {
  if (line.length > MAX_HEADER || !/\d|today|yesterday/i.test(line) || NO_HEADER.test(line)) return null;
  const bare = line.trim();
  const text = withoutFrame(bare);
  if (text === '') return null;
  const decorated = /^(?:[#[(]|[=*_~<>–—-]{2})/.test(bare);
  const closed = text.split(/[([]/).length > text.split(/[)\]]/).length ? `${text})` : text;
  if (PART_NUMBER.test(text)) return { stamp: null, title: text, marked: true };
  const foreign = FOREIGN.test(text) ? wholeStamp(plain(closed)) : null;
  if (foreign?.day && 'year' in foreign.day && foreign.day.year !== null) return { stamp: foreign, title: null, marked: true };
  const read = readDated(text);
  if (!read || (VERSION.test(text) && read.stamp.clock === null && !/^date\b/i.test(text))) return null;
  const other = read.rest.replace(HEADER_WORDS, ' ');
  const isPlain = !/\p{L}/u.test(other) && !/\p{N}/u.test(other.replace(/#?\d{1,4}/, ''));
  const part = NUMBERED_PART.test(text) || PART_FIRST.test(text);
  const titled = !/[.!?;]$/.test(text) && (NUMBERED_PART.test(text) || (decorated && part));
  if (!isPlain && !titled) return null;
  // a number next to the date belongs to a label, or this is not a date
  if (isPlain && !part && /\p{N}/u.test(other)) return null;
  return { stamp: read.stamp, title: part ? closed : null, marked: decorated || part || /^(?:date|day|time|timestamp)\b/i.test(text) };
}
