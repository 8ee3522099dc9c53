import { defined } from '#lib/base/defined';
import { htmlBlocks } from '#lib/memory/retain/reading/html/blocks';
import type { Line } from '#lib/memory/retain/reading/lines';
import type { MimePart } from '#lib/memory/retain/reading/mail/mime-parts';
import { type DecodedText, decodedText, isEncoded } from '#lib/memory/retain/reading/mail/transfer';
import { mapInSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/** The text of a mail of any encoding as lines, with the depth of quotation of each. */

/**
 * A line as it is shown. `start` and `end` are the range of the content that it comes from. The
 * text occurs there exactly unless the part is encoded or HTML.
 */
export interface BodyLine extends Line {
  /** 0: by the sender; 1: in the mail that is answered; … */
  readonly depth: number;
}

const MAX_DEPTH = 100;
/** "From " at the start of a line, as mailboxes and servers escape it */
const ESCAPED_FROM = /^>{1,100}From /;

/** Separates the signs of quotation from a line. */
export function quotedLine({ text: written, start, end }: Line, around = 0): BodyLine {
  const text = ESCAPED_FROM.test(written) ? written.slice(1) : written;
  let depth = 0;
  let at = 0;
  while (depth < MAX_DEPTH) {
    const mark = text[at] === ' ' ? at + 1 : at;
    if (text[mark] !== '>') break;
    depth++;
    at = mark + 1;
  }
  if (depth > 0 && text[at] === ' ') at++;
  return { text: text.slice(at), start, end, depth: depth + around };
}

const SIGNATURE = /^-- ?$/;

/** Joins the lines that a mail program has wrapped (RFC 3676). */
function* flowedLines(lines: readonly BodyLine[]): Steps<BodyLine[]> {
  const joined: BodyLine[] = [];
  let open: string[] = [];
  const isStep = stepMeter();
  for (const [i, line] of lines.entries()) {
    if (isStep(line.text.length)) yield;
    const next = lines[i + 1];
    open.push(line.text);
    const continues = line.text.endsWith(' ') && !SIGNATURE.test(line.text) && next?.depth === line.depth && next.text !== '';
    if (continues) continue;
    const first = defined(lines[i + 1 - open.length]);
    joined.push(open.length === 1 ? line : { ...line, text: open.join(''), start: first.start });
    open = [];
  }
  return joined;
}

/** The lines of a decoded text, with their ranges in the mail. */
function* linesOfText({ text, offsetOf }: DecodedText, start: number): Steps<Line[]> {
  const lines: Line[] = [];
  const isStep = stepMeter();
  let from = start;
  for (let at = 0; at < text.length; ) {
    const feed = text.indexOf('\n', at);
    const end = feed < 0 ? text.length : feed + 1;
    if (isStep(end - at)) yield;
    const to = offsetOf(end);
    lines.push({ text: text.slice(at, feed < 0 ? end : feed).replace(/\r$/, ''), start: from, end: to });
    from = to;
    at = end;
  }
  return lines;
}

/**
 * The lines of HTML: one for each block and for each line break in it, with blank lines between
 * blocks that have a margin.
 */
function* linesOfHtml({ text, offsetOf }: DecodedText, start: number): Steps<BodyLine[]> {
  const lines: BodyLine[] = [];
  const isStep = stepMeter();
  let from = start;
  for (const { text: block, quotes, isApart, kind, end } of yield* htmlBlocks(text, { hasPlainPre: true })) {
    if (isStep(block.length)) yield;
    if (kind === 'title') continue;
    const to = offsetOf(end);
    if (isApart && lines.length > 0) lines.push({ text: '', start: from, end: from, depth: Math.min(quotes, defined(lines.at(-1)).depth) });
    const parts = block.split('\n');
    for (const [i, line] of parts.entries()) {
      const lineEnd = i + 1 === parts.length ? to : from + Math.floor((to - from) / (parts.length - i));
      lines.push(quotedLine({ text: line.trim(), start: from, end: lineEnd }, quotes));
      from = lineEnd;
    }
    from = to;
  }
  return lines;
}

/** The lines of a text part. */
export function* bodyLines(content: string, lines: readonly Line[], part: MimePart): Steps<BodyLine[]> {
  const own = lines.slice(part.from, part.to);
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last) return [];
  const isHtml = part.type === 'text/html';
  if (!isEncoded(part.encoding, part.charset) && !isHtml) {
    const quoted = yield* mapInSteps(own, (line) => quotedLine(line), lengthOf);
    return part.isFlowed ? yield* flowedLines(quoted) : quoted;
  }
  const text = isEncoded(part.encoding, part.charset)
    ? yield* decodedText(content, own, part.encoding, part.charset)
    : { text: content.slice(first.start, last.end), offsetOf: (at: number) => first.start + at };
  if (isHtml) return yield* linesOfHtml(text, first.start);
  const quoted = yield* mapInSteps(yield* linesOfText(text, first.start), (line) => quotedLine(line), lengthOf);
  return part.isFlowed ? yield* flowedLines(quoted) : quoted;
}

const lengthOf = ({ text }: Line): number => text.length;
