import { defined, present } from '#lib/base/defined';
/**
 * Parses the subset of Markdown that documents use into lines of styled runs. Never produces HTML;
 * unknown syntax stays text. Pure.
 */

export interface TextRun {
  readonly text: string;
  /** Offset in the parsed text. */
  readonly at: number;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
  readonly isCode?: boolean;
  readonly isStruck?: boolean;
  /** http, https or mailto. */
  readonly href?: string;
}

export type MarkdownLine =
  | { readonly is: 'text' | 'quote'; readonly runs: readonly TextRun[] }
  | { readonly is: 'heading'; readonly level: number; readonly runs: readonly TextRun[] }
  | { readonly is: 'item'; readonly depth: number; readonly marker: string | null; readonly runs: readonly TextRun[] }
  | { readonly is: 'code'; readonly runs: readonly TextRun[] }
  | { readonly is: 'row'; readonly cells: readonly (readonly TextRun[])[] };

type Style = Omit<TextRun, 'text' | 'at'>;

const LINK = /^!?\[((?:[^[\]]|\[[^[\]]*\])*)\]\(\s*<?([^\s<>()]*(?:\([^\s()]*\)[^\s<>()]*)*)>?(?:\s+"[^"]*")?\s*\)/;
const AUTOLINK = /^<?(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])>?/;
interface StyleMark {
  readonly opens: RegExp;
  readonly whole: RegExp;
  /** Length of the mark in characters. */
  readonly skip: number;
  readonly style: Style;
}
const MARKS: readonly StyleMark[] = [
  { opens: /^\*\*(?=\S)/, whole: /^\*\*(?=\S)([\s\S]*?\S)\*\*(?!\*)/, skip: 2, style: { isBold: true } },
  { opens: /^__(?=\S)/, whole: /^__(?=\S)([\s\S]*?\S)__(?![\p{L}\p{N}])/u, skip: 2, style: { isBold: true } },
  { opens: /^~~(?=\S)/, whole: /^~~(?=\S)([\s\S]*?\S)~~/, skip: 2, style: { isStruck: true } },
  { opens: /^\*(?=[^\s*])/, whole: /^\*(?=[^\s*])([\s\S]*?[^\s*])\*(?!\*)/, skip: 1, style: { isItalic: true } },
  { opens: /^_(?=[^\s_])/, whole: /^_(?=[^\s_])([\s\S]*?[^\s_])_(?![\p{L}\p{N}_])/u, skip: 1, style: { isItalic: true } },
];

/**
 * Remembers marks that have no closing mark after a position, so that the text is searched only
 * once for each.
 */
class Vain {
  readonly #ticks = new Set<number>();
  readonly #marks = new Set<StyleMark>();

  /**
   * Parses code that begins at `at` with a run of backticks. The same number of backticks ends it.
   */
  codeAt(text: string, at: number): { ticks: number; words: string | null } {
    let ticks = 1;
    while (text[at + ticks] === '`') ticks++;
    if (this.#ticks.has(ticks)) return { ticks, words: null };
    const runs = /`+/g;
    runs.lastIndex = at + ticks;
    for (let run = runs.exec(text); run !== null; run = runs.exec(text))
      if (run[0].length === ticks) return { ticks, words: text.slice(at + ticks, run.index) };
    this.#ticks.add(ticks);
    return { ticks, words: null };
  }

  markAt(rest: string): { whole: string; words: string; skip: number; style: Style } | null {
    for (const mark of MARKS) {
      if (this.#marks.has(mark) || !mark.opens.test(rest)) continue;
      const found = mark.whole.exec(rest);
      if (found) return { whole: found[0], words: defined(found[1]), skip: mark.skip, style: mark.style };
      this.#marks.add(mark);
    }
    return null;
  }
}
const DEEPEST = 6;

/** A safe link target, or null. Only the text of an unsafe link is shown. */
export function safeHref(href: string): string | null {
  if (!URL.canParse(href)) return null;
  return ['http:', 'https:', 'mailto:'].includes(new URL(href).protocol) ? href : null;
}

/** Parses a line into runs. `at` is its offset in the text. */
export function runsOf(text: string, at = 0, style: Style = {}, depth = 0): TextRun[] {
  const runs: TextRun[] = [];
  const vain = new Vain();
  let [plain, from] = ['', 0];
  const flush = (to: number) => {
    if (plain !== '') runs.push({ text: plain, at: at + from, ...style });
    plain = '';
    from = to;
  };
  const inner = (whole: string, skip: number, words: string, more: Style, i: number): number => {
    flush(i);
    runs.push(
      ...(depth < DEEPEST
        ? runsOf(words, at + i + skip, { ...style, ...more }, depth + 1)
        : [{ text: words, at: at + i + skip, ...style }]),
    );
    from = i + whole.length;
    return from;
  };
  for (let i = 0; i < text.length; ) {
    const char = defined(text[i]);
    const rest = () => text.slice(i);
    const isInside = i > 0 && /[\p{L}\p{N}]/u.test(defined(text[i - 1]));
    if (char === '\\' && /[\\`*_{}[\]()#+\-.!~|<>]/.test(text[i + 1] ?? '')) {
      flush(i + 1);
      plain = defined(text[i + 1]);
      i += 2;
      continue;
    }
    if (char === '`') {
      const { ticks, words } = vain.codeAt(text, i);
      if (words === null) plain += '`'.repeat(ticks);
      else {
        flush(i);
        runs.push({ text: words, at: at + i + ticks, ...style, isCode: true });
        from = i + words.length + 2 * ticks;
      }
      i += words === null ? ticks : words.length + 2 * ticks;
      continue;
    }
    const link = char === '[' || (char === '!' && text[i + 1] === '[') ? LINK.exec(rest()) : null;
    if (link) {
      const href = safeHref(defined(link[2]));
      i = inner(link[0], char === '!' ? 2 : 1, defined(link[1]), href === null ? {} : { href }, i);
      continue;
    }
    const auto = (char === 'h' || char === '<') && !isInside && style.href === undefined ? AUTOLINK.exec(rest()) : null;
    if (auto) {
      flush(i);
      runs.push({ text: defined(auto[1]), at: at + i + (char === '<' ? 1 : 0), ...style, href: defined(auto[1]) });
      i += auto[0].length;
      from = i;
      continue;
    }
    const mark = '*_~'.includes(char) && !(char === '_' && isInside) ? vain.markAt(rest()) : null;
    if (mark) {
      i = inner(mark.whole, mark.skip, mark.words, mark.style, i);
      continue;
    }
    plain += char;
    i++;
  }
  flush(text.length);
  return runs;
}

/**
 * Splits a text that is not Markdown into lines. List items begin with a dash. Their content is
 * literal text.
 */
export function plainLinesOf(text: string): MarkdownLine[] {
  const lines: MarkdownLine[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    if (line.startsWith('- ')) lines.push({ is: 'item', depth: 0, marker: null, runs: [{ text: line.slice(2), at: at + 2 }] });
    else if (line !== '') lines.push({ is: 'text', runs: [{ text: line, at }] });
    at += line.length + 1;
  }
  return lines;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ITEM = /^(\s*)(?:[-*+]|(\d{1,9}[.)]))\s+/;
const ROW = /^\s*\|.*\|\s*$/;
const RULE = /^\s*\|[\s:|-]+\|\s*$/;

function cellsOf(line: string, at: number): TextRun[][] {
  const cells: TextRun[][] = [];
  const inside = present(/^\s*\|/.exec(line))[0].length;
  let from = inside;
  for (let i = inside; i < line.length; i++) {
    if (line[i] !== '|' || line[i - 1] === '\\') continue;
    const cell = line.slice(from, i);
    cells.push(runsOf(cell.trim(), at + from + cell.length - cell.trimStart().length));
    from = i + 1;
  }
  return cells;
}

/** Parses a text line by line. */
export function linesOf(text: string): MarkdownLine[] {
  const lines: MarkdownLine[] = [];
  let at = 0;
  let fence: string | null = null;
  for (const line of text.split('\n')) {
    const [, mark] = FENCE.exec(line) ?? [];
    const start = at;
    at += line.length + 1;
    if (mark && (fence === null || (mark[0] === fence[0] && mark.length >= fence.length))) {
      fence = fence === null ? mark : null;
      continue;
    }
    if (fence !== null) {
      lines.push({ is: 'code', runs: [{ text: line, at: start }] });
      continue;
    }
    if (line.trim() === '' || RULE.test(line)) continue;
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    const item = ITEM.exec(line);
    const quote = /^\s*>\s?/.exec(line);
    const rest = (skip: number) => runsOf(line.slice(skip), start + skip);
    if (heading) lines.push({ is: 'heading', level: defined(heading[1]).length, runs: rest(line.length - defined(heading[2]).length) });
    else if (item)
      lines.push({
        is: 'item',
        depth: Math.min(4, Math.floor(defined(item[1]).length / 2)),
        marker: item[2] ?? null,
        runs: rest(item[0].length),
      });
    else if (ROW.test(line)) lines.push({ is: 'row', cells: cellsOf(line, start) });
    else if (quote) lines.push({ is: 'quote', runs: rest(quote[0].length) });
    else lines.push({ is: 'text', runs: rest(line.length - line.trimStart().length) });
  }
  return lines;
}

const textOf = (line: MarkdownLine): string =>
  (line.is === 'row' ? line.cells : [line.runs]).map((runs) => runs.map(({ text }) => text).join('')).join(' ');

/** The plain text on one line. A colon follows headings. */
export function plainOf(text: string): string {
  const lines = linesOf(text).map((line) => {
    const words = textOf(line).trim();
    return line.is === 'heading' && /[^\p{P}]$/u.test(words) ? `${words}:` : words;
  });
  return lines.filter((words) => words !== '').join(' ');
}

export interface Mark {
  /** Start and end offsets in the parsed text. */
  readonly from: number;
  readonly to: number;
}

/** Splits a run at the boundaries of marks. */
export function cut(run: TextRun, marks: readonly Mark[]): (TextRun & { readonly isMarked: boolean })[] {
  const pieces: (TextRun & { isMarked: boolean })[] = [];
  const end = run.at + run.text.length;
  let at = run.at;
  const take = (to: number, isMarked: boolean) => {
    if (to > at) pieces.push({ ...run, at, text: run.text.slice(at - run.at, to - run.at), isMarked });
    at = Math.max(at, to);
  };
  for (const { from, to } of marks) {
    if (to <= at || from >= end) continue;
    take(Math.max(at, from), false);
    take(Math.min(end, to), true);
  }
  take(end, false);
  return pieces;
}
