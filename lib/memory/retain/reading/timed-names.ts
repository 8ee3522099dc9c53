import { defined } from '#lib/base/defined';
import { isBlank, type Line } from '#lib/memory/retain/reading/lines';
import { exportedName } from '#lib/memory/retain/reading/speaker-names';
import { readStamp, type Stamp } from '#lib/memory/retain/reading/stamps';
import { filterInSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import type { TurnOpening } from '#lib/memory/retain/reading/turn-opening';

/**
 * Messages below a line with their time and a line with their sender, as exporters of iMessage
 * write them. Quoted answers are indented, and are repeated at their own time.
 */

const TIME = /^[A-Z][a-z]{2} {1,2}\d{1,2}, \d{4} {1,2}\d{1,2}:\d{2}:\d{2} [AP]M/;
/** `(Read by you after 2 minutes)` */
const RECEIPT = /^ \([^()]{1,160}\)\s{0,3}$/;
const MAX_NAME = 80;

interface TimeLine {
  readonly stamp: Stamp;
  /** offset of what follows the time */
  readonly end: number;
}

function timeLineOf(text: string): TimeLine | null {
  const time = TIME.exec(text.slice(0, 60));
  const stamp = time && readStamp(time[0])?.stamp;
  return time && stamp ? { stamp, end: time[0].length } : null;
}

/** The message that begins in a line; null if none does. */
function openingAt(lines: readonly Line[], i: number): TurnOpening | null {
  const { text, start } = defined(lines[i]);
  const time = timeLineOf(text);
  if (!time) return null;
  const rest = text.slice(time.end);
  const at = { line: i, stamp: time.stamp, form: 'timed' } as const;
  // "Ann named the conversation Garden."
  if (rest.trim() !== '' && !RECEIPT.test(rest)) return { ...at, speaker: null, bodyAt: time.end, isRemark: true };
  const name = lines[i + 1];
  if (!name || isBlank(name) || name.text.length > MAX_NAME) return { ...at, speaker: null, bodyAt: text.length, isRemark: true };
  return { ...at, speaker: exportedName(name.text), bodyAt: name.end - start };
}

/** The messages of a text that begins with one; empty if it does not. */
export function* timedOpenings(lines: readonly Line[], code: readonly boolean[], first: number): Steps<TurnOpening[]> {
  if (first < 0 || timeLineOf(defined(lines[first]).text) === null) return [];
  const openings: TurnOpening[] = [];
  const isStep = stepMeter();
  for (const i of lines.keys()) {
    if (isStep(0)) yield;
    const opening = code[i] ? null : openingAt(lines, i);
    if (opening) openings.push(opening);
  }
  const named = yield* filterInSteps(openings, ({ speaker }) => speaker !== null);
  return named.length * 2 >= openings.length && named.length > 0 ? openings : [];
}

const LABEL = /^(?:Tapbacks|Stickers|Sticker):\s{0,3}$/;
const NOTE = /^(?:This message responded to an earlier message\.|Sent with [\w ]{1,40})\s{0,3}$/;
const FILE = /^(?:\/|~\/|[A-Za-z]:\\|attachments\/).{1,400}\.\w{2,5}\s{0,3}$/;
const INDENTED = /^ {4}/;

/** The words of a message without quoted answers, reactions, files and notes of the exporter. */
export function withoutThreadParts(words: string): string {
  const own: string[] = [];
  let isHidden = false;
  for (const text of words.split('\n')) {
    const line = text.endsWith('\r') ? text.slice(0, -1) : text;
    if (LABEL.test(line.slice(0, 40))) isHidden = true;
    else if (INDENTED.test(line)) isHidden ||= timeLineOf(line.trimStart()) !== null;
    else if (line.trim() !== '') isHidden = false;
    if (isHidden || NOTE.test(line.slice(0, 80)) || FILE.test(line.slice(0, 500))) continue;
    own.push(line);
  }
  return own.join('\n').trim();
}
