import { defined } from '#lib/base/defined';
import { pairOf } from '#lib/memory/retain/reading/html/blocks';
import { isBlank, type Line } from '#lib/memory/retain/reading/lines';
import { wordsOfMarkdown } from '#lib/memory/retain/reading/markdown/inline';
import { joinInSteps, mapInSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/**
 * The structure of Markdown below its headings: paragraphs, list items, rows of tables, and what is
 * no text. The reader reads the lines once. CommonMark needs several passes and a tree for
 * what memories do not need, such as nested emphasis.
 */

const FRONT_MATTER = /^(?:---|\+\+\+)\s{0,9}$/;
const FRONT_FIELD = /^(?:[\w"'-][\w .:"'-]{0,60}\s{0,3}[:=](?:\s|$)|\s{0,20}-\s|\s{1,20}\S|#|$)/;
/** The most lines of front matter. */
const MAX_FRONT = 200;

const ITEM = /^([ \t]{0,40})(?:[-*+•]|\d{1,9}[.)])[ \t]{1,8}(?:\[[ xX]\][ \t]{1,4})?/;
const QUOTE = /^[ \t]{0,3}(?:>[ \t]?){1,20}/;
const DEFINITION = /^ {0,3}\[[^[\]\n]{1,200}\]:\s{0,9}\S/;
const DELIMITER = /^[ \t]{0,3}\|?(?:[ \t]{0,40}:?-{1,200}:?[ \t]{0,40}\|){1,100}(?:[ \t]{0,40}:?-{1,200}:?[ \t]{0,40})?$/;
/** A line between two parts of the text, or below a heading */
const RULE = /^[ \t]{0,3}(?:[-=*_][ \t]{0,3}){3,200}$/;
const HAS_WORD = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;
const HEADING = /^ {0,3}#{1,6}[ \t]+\S/;
const INDENTED = /^(?: {4}|\t)/;
/** Elements whose lines are no text, and comments */
const HIDDEN_START = /^ {0,3}<(!--|(?:script|style|svg)(?=[\s>]))/i;

/** The line after the front matter; 0 if there is none. */
function frontMatterOf(lines: readonly Line[]): number {
  const mark = lines[0]?.text.trimEnd() ?? '';
  if (!FRONT_MATTER.test(mark)) return 0;
  for (let i = 1; i < Math.min(lines.length, MAX_FRONT); i++) {
    const text = defined(lines[i]).text.slice(0, 200);
    if (text.trimEnd() === mark) return i > 1 ? i + 1 : 0;
    if (!FRONT_FIELD.test(text)) return 0;
  }
  return 0;
}

/** A text in Markdown, by its lines. */
export interface MarkdownText {
  /** lines of front matter, comments, scripts and code, which are no text */
  readonly hidden: readonly boolean[];
}

/** Most texts have none of these. */
const maybeMarkdown = (text: string): boolean =>
  text.startsWith('---') || ['#', '|', '```', '~~~', '===', '+++'].some((sign) => text.includes(sign));

/** Marks the lines that are no text; null if a text is not Markdown. */
export function* markdownOf(content: string, lines: readonly Line[], code: readonly boolean[]): Steps<MarkdownText | null> {
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last || !maybeMarkdown(content.slice(first.start, last.end))) return null;
  const front = frontMatterOf(lines);
  let isMarkdown = front > 0;
  const isStep = stepMeter();
  for (let i = front; i < lines.length && !isMarkdown; i++) {
    const { text } = defined(lines[i]);
    if (isStep(Math.min(text.length, MAX_LINE))) yield;
    if (code[i]) isMarkdown = true;
    else if (text.length <= MAX_LINE) isMarkdown = isSign(lines, i);
  }
  if (!isMarkdown) return null;
  const hidden = yield* mapInSteps(lines, (_, i) => i < front || code[i] === true);
  yield* hideElements(lines, hidden);
  return { hidden };
}
const MAX_LINE = 4_000;

function isSign(lines: readonly Line[], i: number): boolean {
  const { text } = defined(lines[i]);
  const first = text.charCodeAt(0);
  if ((first === HASH || first === BLANK) && HEADING.test(text)) return true;
  if (text.includes('|') && isDelimiter(lines, i + 1) && cellsOf(text).length > 1) return true;
  return (lines[i + 1]?.text.startsWith('===') ?? false) && underlinedHeading(lines, i)?.level === 1;
}
const HASH = 35;
const BLANK = 32;

const UNDERLINE = /^ {0,3}(?:={3,200}|-{3,200})[ \t]{0,9}$/;
const MAX_UNDERLINED = 120;

/** The heading in a line that the next one underlines; null if it is not one. */
export function underlinedHeading(lines: readonly Line[], i: number): { readonly level: number; readonly title: string } | null {
  const title = lines[i]?.text.trim() ?? '';
  const under = lines[i + 1]?.text ?? '';
  if (!UNDERLINE.test(under) || !HAS_WORD.test(title) || title.length > MAX_UNDERLINED || ITEM.test(title) || title.includes('|'))
    return null;
  const isAlone = i === 0 || isBlank(defined(lines[i - 1]));
  return isAlone ? { level: under.trim().startsWith('=') ? 1 : 2, title } : null;
}

const isDelimiter = (lines: readonly Line[], i: number): boolean => {
  const text = lines[i]?.text ?? '';
  return text.includes('|') && text.length <= MAX_LINE && DELIMITER.test(text.trimEnd());
};

/** Hides comments and scripts that begin a line, up to their end. */
function* hideElements(lines: readonly Line[], hidden: boolean[]): Steps<void> {
  let end: string | null = null;
  let from = 0;
  const isStep = stepMeter();
  for (const [i, { text }] of lines.entries()) {
    if (isStep(text.length)) yield;
    if (end === null) {
      const start = hidden[i] || !text.includes('<') ? null : HIDDEN_START.exec(text);
      if (!start) continue;
      end = start[1] === '!--' ? '-->' : `</${defined(start[1]).toLowerCase()}`;
      from = i;
    }
    if (!text.toLowerCase().includes(end)) continue;
    // text may follow a comment in its line
    if (from < i || text.trimEnd().endsWith('>')) hidden.fill(true, from, i + 1);
    end = null;
  }
}

/** A part of a block that is one turn. */
export interface MarkdownPiece {
  /** without marks; empty if it is no text */
  readonly text: string;
  /** the item of a list above it that introduces it; null if there is none, or it is a sentence */
  readonly above: string | null;
  /** offset in the content after it */
  readonly end: number;
}

/** "Registration" below "User accounts" */
const MAX_LABEL = 60;
const isLabel = (text: string): boolean => text.length <= MAX_LABEL && !/[.!?。\n]/.test(text);

/** An item of a list with its depth in blanks. */
interface OuterItem {
  readonly depth: number;
  readonly text: string;
}

class PieceReader {
  readonly pieces: MarkdownPiece[] = [];
  private open: string[] = [];
  private end = 0;
  private depth: number | null = null;
  private readonly outer: OuterItem[] = [];

  *close(): Steps<void> {
    if (this.open.length === 0) return;
    const text = yield* joinInSteps(this.open, '\n');
    const words = wordsOfMarkdown(text);
    const above = this.outer.at(-1)?.text ?? '';
    this.pieces.push({
      text: HAS_WORD.test(words) ? words : '',
      above: isLabel(above) ? above.replace(/:$/, '') || null : null,
      end: this.end,
    });
    if (this.depth !== null) this.outer.push({ depth: this.depth, text: words });
    this.depth = null;
    this.open = [];
  }

  /** Begins an item that is indented by a number of blanks; null: a paragraph. */
  begin(depth: number | null): void {
    while (this.outer.length > 0 && (depth === null || defined(this.outer.at(-1)).depth >= depth)) this.outer.pop();
    this.depth = depth;
  }

  add(text: string, { end }: Line): void {
    this.open.push(text);
    this.end = end;
  }

  /**
   * Adds a piece without text for a line that is no text (a rule, code, the definition of a link,
   * the delimiter row of a table), so that the document keeps the line.
   */
  addWithoutText({ end }: Line): void {
    const last = this.pieces.at(-1);
    if (last?.text === '') this.pieces.pop();
    this.pieces.push({ text: '', above: null, end });
  }
}

/** The pieces of a block of lines, which blank lines separate from the others. */
export function* piecesOf(lines: readonly Line[], isHidden: (line: Line) => boolean, isAfterList: boolean): Steps<MarkdownPiece[]> {
  const reader = new PieceReader();
  const isCode = !isAfterList && lines.length > 0 && lines.every((line) => isBlank(line) || INDENTED.test(line.text));
  let head: readonly string[] | null = null;
  const isStep = stepMeter();
  for (const [i, line] of lines.entries()) {
    if (isStep(line.text.length)) yield;
    if (isCode || isHidden(line) || RULE.test(line.text) || DEFINITION.test(line.text.slice(0, 300))) {
      yield* reader.close();
      reader.addWithoutText(line);
      continue;
    }
    const text = line.text.replace(QUOTE, '');
    if (head !== null && text.includes('|')) {
      if (isDelimiter(lines, i)) reader.addWithoutText(line);
      else reader.add(rowText(head, cellsOf(text)), line);
      yield* reader.close();
      continue;
    }
    head = null;
    if (text.includes('|') && isDelimiter(lines, i + 1)) {
      yield* reader.close();
      head = cellsOf(text).map(wordsOfMarkdown);
      reader.addWithoutText(line);
      continue;
    }
    const item = ITEM.exec(text);
    if (item && text.length > item[0].length) {
      yield* reader.close();
      reader.begin(defined(item[1]).replaceAll('\t', '    ').length);
    }
    reader.add(item ? text.slice(item[0].length) : text.trim(), line);
  }
  yield* reader.close();
  return reader.pieces;
}

/** Whether a line begins an item of a list. */
export const isListItem = (text: string): boolean => ITEM.test(text);

const MAX_CELLS = 100;

function cellsOf(row: string): string[] {
  const cells = row
    .trim()
    .slice(0, MAX_ROW)
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .slice(0, MAX_CELLS);
  return cells.map((cell) => cell.replaceAll('\\|', '|').trim());
}
const MAX_ROW = 20_000;

const rowText = (head: readonly string[], cells: readonly string[]): string =>
  cells
    .map((cell, i) => (cell === '' ? '' : pairOf(head[i] ?? '', cell)))
    .filter((text) => text !== '')
    .join(', ');
