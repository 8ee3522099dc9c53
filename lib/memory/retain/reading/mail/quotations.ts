import { defined } from '#lib/base/defined';
import { isBlank } from '#lib/memory/retain/reading/lines';
import { attributionAt } from '#lib/memory/retain/reading/mail/attributions';
import type { BodyLine } from '#lib/memory/retain/reading/mail/body-lines';
import { fieldIn } from '#lib/memory/retain/reading/mail/field-names';
import type { MailSource } from '#lib/memory/retain/reading/mail/header';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/** Consecutive lines of one author. */
export interface QuotedPassage {
  readonly source: MailSource;
  readonly lines: readonly BodyLine[];
  /** lines above it that name its author */
  readonly head: readonly BodyLine[];
}

const UNKNOWN: MailSource = { speaker: null, subject: null, stamp: null };

/**
 * The passages of a mail by their authors. The depth of quotation decides, so that answers between
 * quotations are the sender's. A quotation whose author is not named has no speaker: it is never
 * the sender's.
 */
export function* passagesOf(lines: readonly BodyLine[], sender: MailSource): Steps<QuotedPassage[]> {
  const passages: QuotedPassage[] = [];
  /** the author at each depth of quotation */
  let authors: MailSource[] = [sender];
  let open: BodyLine[] = [];
  let head: BodyLine[] = [];
  let source = sender;
  const close = (): void => {
    if (open.length > 0 || head.length > 0) passages.push({ source, lines: open, head });
    open = [];
    head = [];
  };
  const isStep = stepMeter();
  for (let i = 0; i < lines.length; ) {
    const line = defined(lines[i]);
    if (isStep(line.text.length)) yield;
    const attribution = attributionAt(lines, i);
    if (attribution) {
      close();
      head = lines.slice(i, i + attribution.length);
      i += attribution.length;
      const isQuoted = depthAfter(lines, i, line.depth) > line.depth;
      const depth = isQuoted || !attribution.isRule ? line.depth + 1 : line.depth;
      authors = authors.slice(0, depth);
      while (authors.length < depth) authors.push(UNKNOWN);
      authors[depth] = attribution.source;
      source = attribution.source;
      continue;
    }
    const author = authors[line.depth] ?? UNKNOWN;
    const isField = line.depth > 0 && fieldIn(line.text.slice(0, 200))?.isKnown === true;
    if (author !== source && !isBlank(line)) {
      close();
      source = author;
    }
    if (!isField) open.push(line);
    else open.push({ ...line, text: '' });
    i++;
  }
  close();
  return passages;
}

/** The depth of the next line with words; blank lines may follow an attribution. */
function depthAfter(lines: readonly BodyLine[], from: number, depth: number): number {
  for (let i = from; i < from + 4; i++) {
    const line = lines[i];
    if (line && !isBlank(line)) return line.depth;
  }
  return depth;
}
