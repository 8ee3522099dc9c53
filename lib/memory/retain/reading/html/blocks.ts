import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { defined } from '#lib/base/defined';
import { type Cell, MAX_CELLS, RowSpans, type SpanningCell, spanOf } from '#lib/memory/retain/reading/html/spans';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/**
 * HTML as blocks of text. Only the tokenizer of the library is used: it takes the text in pieces,
 * needs linear time, and knows the position of each token. A tree would need one step for the whole
 * text, and recursion over its depth.
 */

export type BlockKind = 'text' | 'heading' | 'item' | 'title' | 'code';

/** A text that tags separate from the others. */
export interface HtmlBlock {
  readonly kind: BlockKind;
  /** 1 to 6; 0 unless it is a heading */
  readonly level: number;
  /** with single blanks; line breaks of `<br>` remain */
  readonly text: string;
  /** the number of quotations around it */
  readonly quotes: number;
  /** a margin separates it from the block before it, not only a new line */
  readonly isApart: boolean;
  /** the offset in the HTML after it */
  readonly end: number;
}

export interface HtmlOptions {
  /** Preformatted text is text (in mails), not code (in pages). */
  readonly hasPlainPre: boolean;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Their content is no text for readers. */
const HIDDEN = words(
  'script style template svg math noscript noembed noframes iframe object canvas audio video select button textarea nav datalist map dialog',
);
/** These begin a new line. */
const LINES = words(
  'div tr td th caption section article main header footer aside form fieldset legend address center details summary figure figcaption tbody thead tfoot body html head hgroup search label dt optgroup',
);
/** A margin separates these from the text around them. */
const MARGINS = words('p ul ol dl dd li table blockquote pre hr h1 h2 h3 h4 h5 h6 title listing xmp menu');
const VOID = words('area base br col embed hr img input link meta param source track wbr');
const OPTIONAL_END = words('li td th tr dt dd');
const HEADING = /^h[1-6]$/;
const CODE = words('pre listing xmp');

const BLANKS = /[ \t\r\n\f\u00a0]+/g;
/** Signs without width that newsletters use as filling. */
const INVISIBLE = /(?:[\u200b\u00ad\ufeff\u2060]|\u034f)+/g;
const NOT_SHOWN = /display\s{0,4}:\s{0,4}none|visibility\s{0,4}:\s{0,4}hidden|mso-hide\s{0,4}:\s{0,4}all/i;

/** Characters that the tokenizer gets at once. */
const PIECE = 8_192;
const READ_ATTRIBUTES = words('style colspan rowspan');
/** Attributes are read up to this length. */
const MAX_ATTRIBUTE = 2_000;
/** Tables inside more tables than these are read as text. */
const MAX_TABLES = 30;
/** A row with more or longer cells is layout. */
const MAX_CELL = 1_000;
/** A cell covers at most as many rows. */
const MAX_ROWS_COVERED = 1_000;
/** Rows that are read together. The first ones decide whether the table has a head. */
const MAX_ROWS = 500;

interface Row {
  readonly cells: readonly Cell[];
  readonly end: number;
  readonly quotes: number;
}

/** A table that is being read. Only the innermost one has rows; the others are layout. */
interface Table {
  isLayout: boolean;
  /** the names of the columns, as soon as they are known */
  head: readonly Cell[] | null;
  rows: Row[];
  cells: SpanningCell[];
  readonly spans: RowSpans;
  inRow: boolean;
  inCell: boolean;
  isHead: boolean;
  /** the columns and rows that the open cell covers */
  columns: number;
  rowCount: number;
  inHead: boolean;
}

class HtmlReader implements TokenizerCallbacks {
  private readonly html: string;
  private readonly options: HtmlOptions;
  private blocks: HtmlBlock[] = [];
  private text: string[] = [];
  /** the text so far ends with a blank, or is empty */
  private isBlankBefore = true;
  private isApart = true;
  private tag = '';
  private attribute = '';
  private value = '';
  private isNotShown = false;
  private columns = 1;
  private rows = 1;
  /** the element whose content is not read, and how often it is open */
  private hidden: { readonly name: string; depth: number } | null = null;
  private quotes = 0;
  private pre = 0;
  private heading = 0;
  private isTitle = false;
  /** an item of a list has begun, but has no text yet */
  private isItem = false;
  private term = '';
  private readonly tables: Table[] = [];

  constructor(html: string, options: HtmlOptions) {
    this.html = html;
    this.options = options;
  }

  /** The blocks that are complete. */
  take(): HtmlBlock[] {
    const { blocks } = this;
    this.blocks = [];
    return blocks;
  }

  ontext(start: number, end: number): void {
    this.add(this.html.slice(start, end));
  }

  ontextentity(code: number): void {
    this.add(String.fromCodePoint(code));
  }

  oncdata(start: number, end: number, offset: number): void {
    this.add(this.html.slice(start, end - offset));
  }

  onopentagname(start: number, end: number): void {
    this.tag = this.html.slice(start, Math.min(end, start + 40)).toLowerCase();
    this.isNotShown = false;
    this.columns = 1;
    this.rows = 1;
    this.attribute = '';
  }

  onattribname(start: number, end: number): void {
    this.attribute = this.html.slice(start, Math.min(end, start + 40)).toLowerCase();
    this.value = '';
  }

  onattribdata(start: number, end: number): void {
    if (READ_ATTRIBUTES.has(this.attribute) && this.value.length < MAX_ATTRIBUTE)
      this.value += this.html.slice(start, Math.min(end, start + MAX_ATTRIBUTE));
  }

  onattribentity(): void {}

  onattribend(): void {
    this.isNotShown ||= this.attribute === 'hidden' || (this.attribute === 'style' && NOT_SHOWN.test(this.value));
    if (this.attribute === 'colspan') this.columns = spanOf(this.value, MAX_CELLS);
    // 0 means all rows below
    else if (this.attribute === 'rowspan') this.rows = this.value.trim() === '0' ? MAX_ROWS_COVERED : spanOf(this.value, MAX_ROWS_COVERED);
  }

  onopentagend(end: number): void {
    this.open(end + 1);
  }

  onselfclosingtag(end: number): void {
    this.open(end + 1);
  }

  onclosetag(start: number, end: number): void {
    const name = this.html.slice(start, Math.min(end, start + 40)).toLowerCase();
    if (this.hidden === null) this.closeTag(name, this.html.indexOf('>', end) + 1 || end);
    else if (this.hidden.name === name && --this.hidden.depth === 0) this.hidden = null;
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  /** Ends the last block and the open tables. */
  finish(): HtmlBlock[] {
    this.flush(this.html.length);
    while (this.tables.length > 0) this.closeTable(this.html.length);
    return this.take();
  }

  private add(raw: string): void {
    if (this.hidden !== null) return;
    const visible = raw.replace(INVISIBLE, '');
    let text = this.pre > 0 ? visible.replace(/\r\n?/g, '\n').replaceAll('\u00a0', ' ') : visible.replace(BLANKS, ' ');
    if (this.pre === 0 && this.isBlankBefore && text.startsWith(' ')) text = text.slice(1);
    if (text === '') return;
    this.text.push(text);
    this.isBlankBefore = /\s$/.test(text.slice(-1));
  }

  private open(end: number): void {
    const { tag } = this;
    if (this.hidden !== null) {
      if (!this.isSibling(this.hidden.name, tag)) {
        if (this.hidden.name === tag) this.hidden.depth++;
        return;
      }
      this.hidden = null;
    }
    const start = this.html.lastIndexOf('<', end - 1);
    if (!VOID.has(tag) && (HIDDEN.has(tag) || this.isNotShown)) {
      if (LINES.has(tag) || MARGINS.has(tag)) this.flush(start);
      this.hidden = { name: tag, depth: 1 };
      return;
    }
    if (tag === 'br') {
      this.text.push('\n');
      this.isBlankBefore = true;
      return;
    }
    if (!LINES.has(tag) && !MARGINS.has(tag)) return;
    this.endOf(tag, end);
    this.isApart ||= MARGINS.has(tag);
    if (tag === 'blockquote') this.quotes++;
    else if (tag === 'li' || tag === 'dd') this.isItem = true;
    else if (tag === 'title') this.isTitle = true;
    else if (CODE.has(tag)) this.pre++;
    else if (HEADING.test(tag)) this.heading = Number(tag[1]);
    else if (tag === 'dt') this.term = '';
    else this.openTablePart(tag, end);
  }

  /** Whether a tag ends a hidden element that needs no end tag. */
  private isSibling(hidden: string, tag: string): boolean {
    if (hidden === 'p') return LINES.has(tag) || MARGINS.has(tag);
    return hidden === tag && OPTIONAL_END.has(tag);
  }

  /** Ends the text before a tag: a block, or a part of the text of a cell. */
  private endOf(tag: string, end: number): void {
    const table = this.tables.at(-1);
    if (table && !table.isLayout && tag !== 'table') {
      // the caption, or text in a wrong place
      if (!table.inCell) this.flush(end);
      else if (!/^t[dhr]$/.test(tag)) this.text.push('\n');
      else this.closeCell();
      this.isBlankBefore = true;
    } else this.flush(end);
  }

  private openTablePart(tag: string, end: number): void {
    if (tag === 'table') {
      const outer = this.tables.at(-1);
      if (outer) this.becomeLayout(outer);
      if (this.tables.length < MAX_TABLES)
        this.tables.push({
          isLayout: false,
          head: null,
          rows: [],
          cells: [],
          spans: new RowSpans(),
          inRow: false,
          inCell: false,
          isHead: false,
          columns: 1,
          rowCount: 1,
          inHead: false,
        });
      return;
    }
    const table = this.tables.at(-1);
    if (!table) return;
    if (/^t(?:head|body|foot)$/.test(tag)) {
      table.inHead = tag === 'thead';
      table.spans.clear();
    } else if (tag === 'tr') {
      // the end tag of the row before may be missing
      if (!table.isLayout) this.closeRow(this.html.lastIndexOf('<', end - 1));
      table.inRow = true;
    } else if (tag === 'td' || tag === 'th') {
      table.inRow = true;
      table.inCell = true;
      table.columns = this.columns;
      table.rowCount = this.rows;
      table.isHead = tag === 'th' || table.inHead;
    }
  }

  private closeTag(name: string, end: number): void {
    if (!LINES.has(name) && !MARGINS.has(name)) return;
    const table = this.tables.at(-1);
    if (name === 'table') {
      if (table) {
        if (table.isLayout) this.flush(end);
        this.closeTable(end);
      } else this.flush(end);
    } else if (table && !table.isLayout) {
      this.endOf(name, end);
      if (name === 'tr') this.closeRow(end);
      else if (name === 'thead') table.inHead = false;
    } else if (name === 'dt') {
      this.term = this.textSoFar();
      this.clear();
    } else this.flush(end);
    this.isApart ||= MARGINS.has(name);
    if (name === 'blockquote') this.quotes = Math.max(0, this.quotes - 1);
    else if (name === 'li' || name === 'dd') this.isItem = false;
    else if (name === 'title') this.isTitle = false;
    else if (CODE.has(name)) this.pre = Math.max(0, this.pre - 1);
    else if (HEADING.test(name)) this.heading = 0;
  }

  private textSoFar(): string {
    return this.text.join('').trim();
  }

  private clear(): void {
    this.text = [];
    this.isBlankBefore = true;
  }

  private flush(end: number): void {
    const text = this.textSoFar();
    // an empty line separates paragraphs in mails
    this.isApart ||= text === '' && this.text.includes('\n');
    this.clear();
    if (text === '') return;
    const isCode = this.pre > 0 && !this.options.hasPlainPre;
    const kind = isCode ? 'code' : this.isTitle ? 'title' : this.heading > 0 ? 'heading' : this.isItem ? 'item' : 'text';
    const lines = this.pre > 0 ? text : text.replace(/ ?\n ?/g, '\n');
    const named = this.term !== '' && kind === 'item' ? `${this.term}: ${lines}` : lines;
    this.blocks.push({ kind, level: this.heading, text: named, quotes: this.quotes, isApart: this.isApart, end });
    this.term = '';
    this.isItem = false;
    this.isApart = false;
  }

  private closeCell(): void {
    const table = defined(this.tables.at(-1));
    const text = this.textSoFar();
    this.clear();
    if (table.inCell && table.cells.length < MAX_CELLS)
      table.cells.push({ text, isHead: table.isHead, columns: table.columns, rows: table.rowCount });
    table.inCell = false;
  }

  private closeRow(end: number): void {
    const table = defined(this.tables.at(-1));
    const cells = table.inRow ? table.spans.place(table.cells) : [];
    table.inRow = false;
    if (cells.length > 0) table.rows.push({ cells, end, quotes: this.quotes });
    table.cells = [];
    if (table.rows.length >= MAX_ROWS) this.addRows(table);
  }

  private addRows(table: Table): void {
    const { rows, head } = rowsAsText(table.rows, table.head);
    table.rows = [];
    table.head = head;
    for (const row of rows) {
      if (row.text === null) this.addCells(row);
      else this.blocks.push({ kind: 'item', level: 0, text: row.text, quotes: row.quotes, isApart: true, end: row.end });
    }
  }

  /** A table inside a cell: the outer one only arranges the page. */
  private becomeLayout(table: Table): void {
    if (table.isLayout) return;
    table.isLayout = true;
    const open = this.text;
    for (const row of table.rows) this.addCells(row);
    this.addCells({ cells: table.cells, end: 0, quotes: this.quotes });
    table.rows = [];
    table.cells = [];
    this.text = open;
    this.flush(this.blocks.at(-1)?.end ?? 0);
  }

  private closeTable(end: number): void {
    const table = defined(this.tables.at(-1));
    if (!table.isLayout) {
      this.closeCell();
      this.closeRow(end);
      this.addRows(table);
    }
    this.clear();
    this.tables.pop();
    this.isApart = true;
  }

  private addCells({ cells, end, quotes }: Row): void {
    for (const { text } of cells)
      if (text !== '')
        this.blocks.push({ kind: 'text', level: 0, text, quotes, isApart: this.isApart, end: end || this.blocks.at(-1)?.end || 0 });
  }
}

/** "Ida" in the column "Name" is "Name: Ida". */
export function pairOf(name: string, value: string): string {
  const label = name.replace(/\s*:$/, '');
  return label === '' ? value : `${label}: ${value}`;
}

/** A row as a sentence; null if it arranges other text. */
interface RowText extends Row {
  readonly text: string | null;
}

interface TableText {
  readonly rows: readonly RowText[];
  readonly head: readonly Cell[] | null;
}

/** The rows of a table, or of its next part, with the names of the columns. */
function rowsAsText(rows: readonly Row[], known: readonly Cell[] | null): TableText {
  const isLayout = rows.some(({ cells }) => cells.some(({ text }) => text.length > MAX_CELL));
  const isHeadless = known === null && !isLayout && isPlainHead(rows);
  const result: RowText[] = [];
  let head = known;
  for (const [i, row] of rows.entries()) {
    const isHead = row.cells.length > 1 && (row.cells.every((cell) => cell.isHead) || (i === 0 && isHeadless));
    if (isHead && !isLayout) head = row.cells;
    else result.push({ ...row, text: isLayout ? null : sentenceOf(row.cells, head) });
  }
  return { rows: result, head };
}

/** Whether the first row, without head cells, names the columns. */
function isPlainHead(rows: readonly Row[]): boolean {
  const cells = rows[0]?.cells ?? [];
  const isGrid = rows.length > 2 && cells.length > 1 && rows.every((row) => row.cells.length === cells.length);
  if (!isGrid || rows.some((row) => row.cells.some((cell) => cell.isHead))) return false;
  return cells.every(({ text }) => text !== '' && text.length <= 40 && !/[\d.!?:\n]/.test(text));
}

function sentenceOf(cells: readonly Cell[], head: readonly Cell[] | null): string | null {
  const filled = cells.filter(({ text }) => text !== '');
  const line = ({ text }: Cell): string => text.replace(/\s*\n\s*/g, ' ');
  if (head !== null)
    return cells
      .map((cell, i) => (cell.text === '' ? '' : pairOf(head[i] ? line(head[i]) : '', line(cell))))
      .filter((text) => text !== '')
      .join(', ');
  const [first, ...rest] = filled;
  if (first?.isHead && rest.length > 0) return pairOf(line(first), rest.map(line).join(', '));
  return filled.length > 1 && filled.every(({ text }) => text.length <= 80 && !text.includes('\n')) ? filled.map(line).join(', ') : null;
}

/** The blocks of a text in HTML, in order. */
export function* htmlBlocks(html: string, options: HtmlOptions): Steps<HtmlBlock[]> {
  const reader = new HtmlReader(html, options);
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, reader);
  const blocks: HtmlBlock[] = [];
  const isStep = stepMeter();
  for (let from = 0; from < html.length; from += PIECE) {
    if (isStep(PIECE)) yield;
    tokenizer.write(html.slice(from, from + PIECE));
    for (const block of reader.take()) blocks.push(block);
  }
  tokenizer.end();
  for (const block of reader.finish()) blocks.push(block);
  return blocks.filter(({ text }) => text !== '');
}
