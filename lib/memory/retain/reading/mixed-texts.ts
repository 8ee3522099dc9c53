import { defined } from '#lib/base/defined';
import { isPageStart } from '#lib/memory/retain/reading/html/page';
import { isBlank, type Line } from '#lib/memory/retain/reading/lines';
import { attributionAt } from '#lib/memory/retain/reading/mail/attributions';
import { type BodyLine, quotedLine } from '#lib/memory/retain/reading/mail/body-lines';
import { fieldIn } from '#lib/memory/retain/reading/mail/field-names';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/** Texts of two formats: a mail below its answer or below a chat, and a page below other text. */

/** The most lines of the header of a mail that are read. */
const MAX_HEAD = 24;
const MAX_LINE = 400;
/** A line above the header of a mail */
const RULE = /^\s{0,3}[-_=]{3,200}/;

/** Whether the header of a mail with a sender and a date begins at a line. */
function isMailHead(lines: readonly Line[], at: number): boolean {
  const before = lines[at - 1];
  const { text } = defined(lines[at]);
  if (text.length > MAX_LINE || (before && !isBlank(before) && !RULE.test(before.text.slice(0, MAX_LINE)))) return false;
  if (fieldIn(text)?.name !== 'from') return false;
  const own: BodyLine[] = lines.slice(at, at + MAX_HEAD).map((line) => quotedLine(line));
  const source = attributionAt(own, 0)?.source;
  return source !== undefined && source.speaker !== null && source.stamp !== null;
}

/** The line below other text in which a mail begins; null if there is none. */
export function* mailBelow(content: string, lines: readonly Line[]): Steps<number | null> {
  if (content.includes('```')) return null;
  const isStep = stepMeter();
  let isFilled = false;
  for (const [i, line] of lines.entries()) {
    if (isStep(Math.min(line.text.length, MAX_LINE))) yield;
    if (isFilled && isMailHead(lines, i)) return i;
    isFilled ||= !isBlank(line) && !RULE.test(line.text.slice(0, MAX_LINE));
  }
  return null;
}

/** The line below other text in which a page in HTML begins; null if there is none. */
export function* pageBelow(content: string, lines: readonly Line[]): Steps<number | null> {
  if (!content.includes('<') || content.includes('```')) return null;
  const isStep = stepMeter();
  let isFilled = false;
  for (const [i, line] of lines.entries()) {
    if (isStep(Math.min(line.text.length, MAX_LINE))) yield;
    if (isFilled && isPageStart(line.text.slice(0, MAX_LINE))) return i;
    isFilled ||= !isBlank(line);
  }
  return null;
}
