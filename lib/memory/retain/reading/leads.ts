import { defined } from '#lib/base/defined';
import { HOUR } from '#lib/base/text/calendar';
import type { Line } from '#lib/memory/retain/reading/lines';
import { mayBegin, readWholeStamp, stampAt } from '#lib/memory/retain/reading/phone-stamps';
import { plain } from '#lib/memory/retain/reading/plain';
import type { Stamp } from '#lib/memory/retain/reading/stamps';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/** The stamps before the messages of a chat: `[2024-05-06 10:30] Ann: hi`, `10:30 - Ann: hi`. */
export interface Lead {
  /** offset of the text after it */
  readonly end: number;
  /** null if it is in brackets and no stamp */
  readonly stamp: Stamp | null;
  readonly isBoxed: boolean;
  /** a tab follows, as in tables */
  readonly hasTab: boolean;
}

/** Longer text before a message is no stamp. */
const MAX_LEAD = 80;
const MAX_BOX = 64;
const MAX_MARKS = 8;

/** Blanks, and the direction marks that chats put before a line. */
const isMark = (code: number): boolean =>
  code === 32 ||
  code === 9 ||
  code === 0x200e ||
  code === 0x200f ||
  code === 0xfeff ||
  (code >= 0x202a && code <= 0x202e) ||
  code === 0x2068;

const isBracket = (sign: string): boolean => sign === '[' || sign === '(' || sign === '［' || sign === '【' || sign === '（';

/** The lead of a line; null if it has none. */
export function leadOf(text: string): Lead | null {
  let at = 0;
  while (at < MAX_MARKS && isMark(text.charCodeAt(at))) at++;
  const isBoxed = isBracket(text.charAt(at));
  if (!isBoxed && !mayBegin(text, at)) return null;
  const head = plain(text.slice(0, MAX_LEAD));
  return isBoxed ? boxedLead(head, at) : plainLead(head, at);
}

/** The offset after blanks and one of the signs that separate a stamp from a name. */
function skipSeparator(head: string, at: number, signs: string): number {
  let end = at;
  let hasSign = false;
  for (; end < at + 6; end++) {
    const sign = head.charAt(end);
    const isSeparator: boolean = !hasSign && sign !== '' && signs.includes(sign);
    hasSign ||= isSeparator;
    if (sign !== ' ' && sign !== '\t' && !isSeparator) break;
  }
  // a dash that touches the name belongs to it
  return end > at && !' \t,:>|'.includes(head.charAt(end - 1)) ? end - 1 : end;
}

function boxedLead(head: string, at: number): Lead | null {
  const isSquare = head.charAt(at) === '[';
  const close = head.indexOf(isSquare ? ']' : ')', at);
  if (close < 0 || close - at < 4 || close - at > MAX_BOX) return null;
  const stamp = readWholeStamp(head.slice(at + 1, close));
  const end = skipSeparator(head, close + 1, '-:');
  if (stamp === null && (!isSquare || end === close + 1)) return null;
  return { end, stamp, isBoxed: true, hasTab: head.charAt(close + 1) === '\t' };
}

const MAX_PERIOD = 32;
/** Words in small letters, or of a script without capitals, before a dash. */
const BEFORE_DASH = /^(?!\p{sc=Han}|\p{sc=Hangul}|\p{sc=Hiragana}|\p{sc=Katakana})[\p{Ll}\p{Lo}][\p{L}\p{M}.'’ ]{0,24} - /u;
const NOON = 13 * HOUR;

/**
 * The length of an unknown word for the part of the day between a time of twelve hours and the dash
 * before the name: "2.3.2025, 6:05 në darkë - Arta". It is no part of the name.
 */
function unknownPeriod(text: string, { day, clock, halfDay }: Stamp, between: string): number {
  if (day === null || clock === null || clock >= NOON || halfDay || between.trim() !== '') return 0;
  return BEFORE_DASH.exec(text)?.[0].length ?? 0;
}

function plainLead(head: string, at: number): Lead | null {
  const found = stampAt(head, at);
  if (!found || found.value.clock === null) return null;
  const next = skipSeparator(head, found.end, '-,:|>');
  if (next === found.end) return null;
  const end = next + unknownPeriod(head.slice(next, next + MAX_PERIOD), found.value, head.slice(found.end, next));
  return { end, stamp: found.value, isBoxed: false, hasTab: head.charAt(found.end) === '\t' };
}

export interface LineLeads {
  /** the lead of each line */
  readonly leads: readonly (Lead | null)[];
  /** a line has a lead or begins with a bracket; otherwise the text is no export */
  readonly hasAny: boolean;
}

/** The leads of the lines that are `open`. */
export function* leadsIn(lines: readonly Line[], open: readonly boolean[]): Steps<LineLeads> {
  const leads: (Lead | null)[] = [];
  let hasAny = false;
  const isStep = stepMeter();
  for (let i = 0; i < lines.length; i++) {
    if (isStep(0)) yield;
    const { text } = defined(lines[i]);
    const lead = open[i] ? leadOf(text) : null;
    hasAny ||= lead !== null || text.charCodeAt(0) === 91;
    leads.push(lead);
  }
  return { leads, hasAny };
}
