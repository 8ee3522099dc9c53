import { defined } from '#lib/base/defined';
import { firstFilled, isBlank, type Line } from '#lib/memory/retain/reading/lines';
import { fieldIn } from '#lib/memory/retain/reading/mail/field-names';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/** Mailboxes (RFC 4155): mails after each other, each below a line "From address date". */

const FROM_LINE = /^From \S{1,200} {1,4}.{0,40}\d{1,2}:\d{2}.{0,30}$/;

/** A mail in a mailbox, as a range of lines, with its "From " line. */
export interface MailboxEntry {
  readonly from: number;
  readonly to: number;
}

/** The time at which a mail was delivered, in UTC, as its "From " line states it. */
export const dateOfFromLine = (line: string): string => line.replace(/^From \S{1,200}\s{1,4}/, '').slice(0, 60);

function isFromLine(lines: readonly Line[], at: number): boolean {
  const next = lines[at + 1];
  return next !== undefined && FROM_LINE.test(defined(lines[at]).text) && fieldIn(next.text.slice(0, 200)) !== null;
}

/** The mails of a mailbox, in order; null if the text is not one. */
export function* mailboxEntries(lines: readonly Line[]): Steps<MailboxEntry[] | null> {
  const first = yield* firstFilled(lines);
  if (first < 0 || !isFromLine(lines, first)) return null;
  const starts = [first];
  const isStep = stepMeter();
  for (let i = first + 1; i < lines.length; i++) {
    if (isStep(0)) yield;
    if (defined(lines[i]).text.startsWith('From ') && isBlank(defined(lines[i - 1])) && isFromLine(lines, i)) starts.push(i);
  }
  return starts.map((from, i) => ({ from, to: starts[i + 1] ?? lines.length }));
}
