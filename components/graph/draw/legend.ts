import type { Ink } from '#components/graph/draw/ink';
import { escaped, n, shape } from '#components/graph/draw/mark';
import { isOutlined, type Mark } from '#components/ui/outline';
import type { EdgeKind } from '#lib/memory/graph/literals';

/** The text below a picture in a file: the meaning of colors, shapes and lines, and the filters. */

interface Swatch {
  readonly color: string;
  readonly text: string;
}

/** Colors mean types, communities or recency. */
export type Colors =
  | 'kinds'
  | readonly Swatch[]
  | { readonly low: string; readonly high: string; readonly from: string; readonly to: string; readonly rest: readonly Swatch[] };

export interface Legend {
  readonly colors: Colors;
  readonly legend: readonly { readonly mark: Mark; readonly text: string }[];
  readonly lines: readonly { readonly kind: EdgeKind; readonly text: string }[];
  readonly caption: readonly string[];
  readonly ink: Ink;
}

const MARGIN = 16;
const ROW = 20;
const LETTER = 7;

interface Entry {
  readonly width: number;
  readonly draw: (x: number, y: number) => string;
}

/** Has as many rows as its entries need. */
export function legendOf(of: Legend, width: number, top: number): { parts: string[]; height: number } {
  const { ink, caption } = of;
  let [x, row] = [MARGIN, 0];
  const entries = entriesOf(of).map((entry) => {
    if (x > MARGIN && x + entry.width > width - MARGIN) [x, row] = [MARGIN, row + 1];
    const part = entry.draw(x, top + 16 + row * ROW);
    x += entry.width;
    return part;
  });
  const below = top + ROW * (row + 1);
  const lines = caption.map(
    (line, i) => `<text x="${MARGIN}" y="${n(below + 20 + i * 15)}" font-size="11" fill="${ink.text3}">${escaped(line)}</text>`,
  );
  const edge = `<line x1="0" x2="100%" y1="${n(top)}" y2="${n(top)}" stroke="${ink.line}"/>`;
  return { parts: [edge, ...entries, ...lines], height: ROW * (row + 1) + 44 };
}

function entriesOf({ colors, legend, lines, ink }: Legend): Entry[] {
  const words = (x: number, y: number, text: string): string =>
    `<text x="${n(x)}" y="${n(y + 4)}" font-size="12" fill="${ink.text2}">${escaped(text)}</text>`;
  const wide = (text: string): number => text.length * LETTER;
  const marks = legend.map(({ mark, text }): Entry => {
    // If colors have another meaning, only shapes show types.
    const color = colors === 'kinds' ? ink[mark] : ink.control;
    const look = `fill="${isOutlined(mark) ? ink.ground : color}" stroke="${color}" stroke-width="1.4"`;
    return { width: 34 + wide(text), draw: (x, y) => shape(mark, 11, x + 6, y, look) + words(x + 18, y, text) };
  });
  const strokes = lines.map(({ kind, text }): Entry => {
    const dash = kind === 'proves' ? ' stroke-dasharray="4 3"' : '';
    const line = (x: number, y: number) =>
      `<line x1="${n(x)}" y1="${n(y)}" x2="${n(x + 20)}" y2="${n(y)}" stroke="${ink.control}"${dash}/>`;
    return { width: 42 + wide(text), draw: (x, y) => line(x, y) + words(x + 26, y, text) };
  });
  return [...colored(colors, words, wide), ...marks, ...strokes];
}

function colored(colors: Colors, words: (x: number, y: number, text: string) => string, wide: (text: string) => number): Entry[] {
  if (colors === 'kinds') return [];
  const swatch = ({ color, text }: Swatch): Entry => ({
    width: 34 + wide(text),
    draw: (x, y) => `<rect x="${n(x)}" y="${n(y - 5)}" width="11" height="11" rx="3" fill="${color}"/>${words(x + 18, y, text)}`,
  });
  if (!('low' in colors)) return colors.map(swatch);
  const { low, high, from, to, rest } = colors;
  const before = wide(from) + 6;
  const scale = (x: number, y: number): string =>
    `<linearGradient id="recency"><stop stop-color="${low}"/><stop offset="1" stop-color="${high}"/></linearGradient>` +
    `<rect x="${n(x + before)}" y="${n(y - 4)}" width="80" height="8" rx="4" fill="url(#recency)"/>`;
  const both: Entry = {
    width: before + 86 + wide(to) + 16,
    draw: (x, y) => words(x, y, from) + scale(x, y) + words(x + before + 86, y, to),
  };
  return [both, ...rest.map(swatch)];
}
