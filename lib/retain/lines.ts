/** A text as lines, and which of them are code. */
export interface Line {
  readonly start: number;
  /** past the line break */
  readonly end: number;
  /** without the line break */
  readonly text: string;
}

export function linesOf(content: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < content.length; ) {
    const feed = content.indexOf('\n', start);
    const end = feed < 0 ? content.length : feed + 1;
    lines.push({ start, end, text: content.slice(start, feed < 0 ? end : feed).replace(/\r$/, '') });
    start = end;
  }
  return lines;
}

export const isBlank = ({ text }: Line): boolean => text.trim() === '';

const FENCE = /^ {0,3}(```|~~~)/;

/** For every line whether it belongs to a fenced code block. A fence that is never closed opens nothing. */
export function fenced(lines: readonly Line[]): boolean[] {
  const inside = lines.map(() => false);
  for (let i = 0; i < lines.length; i++) {
    const mark = FENCE.exec(lines[i]!.text)?.[1];
    if (!mark) continue;
    let close = i + 1;
    while (close < lines.length && FENCE.exec(lines[close]!.text)?.[1] !== mark) close++;
    if (close === lines.length) break;
    inside.fill(true, i, close + 1);
    i = close;
  }
  return inside;
}
