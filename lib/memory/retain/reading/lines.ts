import { defined } from '#lib/base/defined';
import { mapInSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/** A text as lines, and which of them are code. */
export interface Line {
  readonly start: number;
  /** offset after the line break */
  readonly end: number;
  /** without the line break */
  readonly text: string;
}

/** Line breaks in steps of this number of characters. */
const PIECE = 16_384;
const BREAKS = /\r+\n?|[\u2028\u2029]/g;
const isBreakCode = (code: number): boolean => code === 10 || code === 13;

/**
 * The text with a line feed in place of each break that has none: the carriage return of old Macs
 * and the separators of Unicode. The result has the same length; it is `content` if it is equal.
 */
export function* withLineFeeds(content: string): Steps<string> {
  if (!/[\r\u2028\u2029]/.test(content)) return content;
  const pieces: string[] = [];
  let hasChanged = false;
  const isStep = stepMeter();
  for (let from = 0; from < content.length; ) {
    let to = Math.min(content.length, from + PIECE);
    while (to < content.length && isBreakCode(content.charCodeAt(to))) to++;
    if (isStep(to - from)) yield;
    pieces.push(
      content.slice(from, to).replace(BREAKS, (found) => {
        if (found.endsWith('\n')) return found;
        hasChanged = true;
        return '\n'.repeat(found.length);
      }),
    );
    from = to;
  }
  return hasChanged ? pieces.join('') : content;
}

export function* linesOf(content: string): Steps<Line[]> {
  const lines: Line[] = [];
  const isStep = stepMeter();
  for (let start = 0; start < content.length; ) {
    const feed = content.indexOf('\n', start);
    const end = feed < 0 ? content.length : feed + 1;
    if (isStep(end - start)) yield;
    const to = feed < 0 ? end : feed;
    lines.push({ start, end, text: content.slice(start, to > start && content[to - 1] === '\r' ? to - 1 : to) });
    start = end;
  }
  return lines;
}

export const isBlank = ({ text }: Line): boolean => text.trim() === '';

const FENCE = /^ {0,3}(```|~~~)/;

/** The first line from `from` on that is not blank; -1 if all are. */
export function* firstFilled(lines: readonly Line[], from = 0): Steps<number> {
  const isStep = stepMeter();
  for (let i = from; i < lines.length; i++) {
    if (isStep(defined(lines[i]).text.length)) yield;
    if (!isBlank(defined(lines[i]))) return i;
  }
  return -1;
}

/** For every line, whether it belongs to a fenced code block. An unclosed fence is ignored. */
export function* fenced(lines: readonly Line[]): Steps<boolean[]> {
  const inside = yield* mapInSteps(lines, () => false);
  const isStep = stepMeter();
  let open: { readonly mark: string; readonly at: number } | null = null;
  for (let i = 0; i < lines.length; i++) {
    if (isStep(0)) yield;
    const mark = FENCE.exec(defined(lines[i]).text)?.[1];
    if (mark === undefined) continue;
    if (open === null) open = { mark, at: i };
    else if (open.mark === mark) {
      inside.fill(true, open.at, i + 1);
      open = null;
    }
  }
  return inside;
}
