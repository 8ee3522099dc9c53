import { defined } from '#lib/base/defined';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/**
 * A linear scan over a text that contains JSON values, one or many. The tape lists the values with
 * their positions, in the order of the text, so that no value is parsed before it is needed. Of cut
 * and broken values, it has the part in front of the fault.
 */

/** Number of a value on the tape. */
export type TapeNode = number;

/** The list of the top values, which has no brackets in the text. */
export const ROOT: TapeNode = 0;

export const NO_NODE: TapeNode = -1;

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const FEED = 10;

const isBlank = (code: number): boolean => code === 32 || code === FEED || code === 13 || code === 9;

/** Characters of a string between two steps. */
const STRIDE = 65_536;

/** Values in a page of memory. Pages need no copy when the tape grows. */
const PAGE = 4096;

/** Of an open value, `NEXT` is the value around it. */
const START = 0;
const END = 1;
const NEXT = 2;
const KEY = 3;
type Column = typeof START | typeof END | typeof NEXT | typeof KEY;

/** Four numbers for each value: start, end, the value after it, and the start of its key. */
class Columns {
  private readonly pages: Int32Array[] = [];
  count = 0;

  /** Adds an open value. `parent`: the open value around it. */
  add(start: number, key: number, parent: TapeNode): TapeNode {
    const node = this.count++;
    const page = Math.floor(node / PAGE);
    if (page === this.pages.length) this.pages.push(new Int32Array(PAGE * 4));
    this.set(node, START, start);
    this.set(node, NEXT, parent);
    this.set(node, KEY, key);
    return node;
  }

  /** Removes the values from `count` on. */
  truncate(count: number): void {
    this.count = count;
  }

  /** Closes a value. Returns the value around it. */
  close(node: TapeNode, end: number): TapeNode {
    const parent = this.get(node, NEXT);
    this.set(node, END, end);
    this.set(node, NEXT, this.count);
    return parent;
  }

  get(node: TapeNode, column: Column): number {
    return defined(this.pages[Math.floor(node / PAGE)])[(node % PAGE) * 4 + column] ?? 0;
  }

  private set(node: TapeNode, column: Column, value: number): void {
    defined(this.pages[Math.floor(node / PAGE)])[(node % PAGE) * 4 + column] = value;
  }
}

/** A range of the text that is no JSON. */
export interface Gap {
  readonly start: number;
  readonly end: number;
  /** the rest of a broken value, rather than text around values */
  readonly isDebris: boolean;
}

export class Tape {
  readonly text: string;
  /** in the order of the text, without those that are blank */
  readonly gaps: readonly Gap[];
  /** no value is broken */
  readonly isWhole: boolean;
  private readonly columns: Columns;

  /**
   * Scans a text. Returns null if it contains no JSON, or less JSON than other text: it is then a
   * document with an example.
   */
  static *of(text: string): Steps<Tape | null> {
    const at = firstBracket(text);
    if (at < 0) return null;
    const scanner = new Scanner(text);
    return (yield* scanner.run(at)) ? new Tape(text, scanner.columns, scanner.gaps, scanner.isWhole) : null;
  }

  private constructor(text: string, columns: Columns, gaps: readonly Gap[], isWhole: boolean) {
    this.text = text;
    this.columns = columns;
    this.gaps = gaps;
    this.isWhole = isWhole;
  }

  /** the number of values; the first one is the root */
  get size(): number {
    return this.columns.count;
  }

  startOf(node: TapeNode): number {
    return this.columns.get(node, START);
  }

  /** exclusive */
  endOf(node: TapeNode): number {
    return this.columns.get(node, END);
  }

  isObject(node: TapeNode): boolean {
    return node !== ROOT && this.text.charCodeAt(this.startOf(node)) === OPEN_OBJECT;
  }

  isList(node: TapeNode): boolean {
    return node === ROOT || this.text.charCodeAt(this.startOf(node)) === OPEN_LIST;
  }

  isString(node: TapeNode): boolean {
    return this.text.charCodeAt(this.startOf(node)) === QUOTE;
  }

  isScalar(node: TapeNode): boolean {
    return !this.isObject(node) && !this.isList(node);
  }

  /** The first member or element; `NO_NODE` if there is none. */
  first(parent: TapeNode): TapeNode {
    return this.columns.get(parent, NEXT) > parent + 1 ? parent + 1 : NO_NODE;
  }

  /** The member or element after `node`, inside `parent`; `NO_NODE` after the last one. */
  next(node: TapeNode, parent: TapeNode): TapeNode {
    const next = this.columns.get(node, NEXT);
    return next < this.columns.get(parent, NEXT) ? next : NO_NODE;
  }

  /** The key of a member, decoded; the empty string for elements. */
  keyOf(node: TapeNode): string {
    const at = this.columns.get(node, KEY);
    if (at < 0) return '';
    const end = endOfString(this.text, at + 1, Math.min(this.text.length, at + MAX_KEY));
    return decode(this.text.slice(at + 1, end));
  }

  /** About the number of characters of the key of a member. */
  keyLengthOf(node: TapeNode): number {
    const at = this.columns.get(node, KEY);
    return at < 0 ? 0 : this.startOf(node) - at - 3;
  }

  /** The raw text of a value. */
  rawOf(node: TapeNode): string {
    return this.text.slice(this.startOf(node), this.endOf(node));
  }

  /** The decoded value of a short string; longer strings are cut. */
  stringOf(node: TapeNode, limit = Number.POSITIVE_INFINITY): string {
    const start = this.startOf(node) + 1;
    return decode(this.text.slice(start, Math.min(this.insideEnd(node), start + limit)));
  }

  /** The decoded value of a string of any length. */
  *longStringOf(node: TapeNode): Steps<string> {
    const end = this.insideEnd(node);
    let at = this.startOf(node) + 1;
    if (end - at <= STRIDE) return this.stringOf(node);
    const parts: string[] = [];
    while (at < end) {
      const to = beforeEscape(this.text, at, Math.min(end, at + STRIDE));
      parts.push(decode(this.text.slice(at, to)));
      at = to;
      yield;
    }
    return parts.join('');
  }

  /** The offset of the closing quote, or the end of a cut string. */
  private insideEnd(node: TapeNode): number {
    const start = this.startOf(node);
    const end = this.endOf(node);
    return end > start + 1 && this.text.charCodeAt(end - 1) === QUOTE && !isEscaped(this.text, end - 1, start) ? end - 1 : end;
  }
}

const MAX_KEY = 1000;

/** Whether an odd number of backslashes precedes `at`. */
function isEscaped(text: string, at: number, from: number): boolean {
  let i = at - 1;
  while (i > from && text.charCodeAt(i) === BACKSLASH) i--;
  return (at - 1 - i) % 2 === 1;
}

/** The last offset up to `to` at which no escape sequence and no surrogate pair is cut. */
function beforeEscape(text: string, from: number, to: number): number {
  for (let i = to - 1; i >= Math.max(from, to - 5); i--) {
    if (text.charCodeAt(i) !== BACKSLASH) continue;
    const isStart = !isEscaped(text, i, from - 1);
    if (!isStart) break;
    const length = text[i + 1] === 'u' ? 6 : 2;
    return i + length > to && i > from ? i : to;
  }
  return to;
}

const ESCAPE = /\\(?:u([\da-f]{4})|([\s\S])|$)/gi;
const SHORT: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const CUT_ESCAPE = /\\(?:u[\da-f]{0,3})?$/i;

/** The value of a quoted text, without its quotes. A cut escape sequence at its end is dropped. */
function decode(inside: string): string {
  if (!inside.includes('\\')) return inside;
  try {
    return String(JSON.parse(`"${inside}"`));
  } catch {
    const cut = CUT_ESCAPE.exec(inside.slice(-5));
    const whole = cut && !isEscaped(inside, inside.length - cut[0].length, -1) ? inside.slice(0, inside.length - cut[0].length) : inside;
    return whole.replace(ESCAPE, (_, code: string | undefined, sign: string | undefined) => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return sign === undefined ? '' : (SHORT[sign] ?? sign);
    });
  }
}

/**
 * The offset of the quote that ends a string, of a line feed, which no string contains, or `to`.
 */
function endOfString(text: string, at: number, to: number): number {
  let i = at;
  for (; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE || code === FEED) return i;
    if (code === BACKSLASH) i++;
  }
  return i;
}

const isWordCode = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 43 || code === 45 || code === 46;

const SCALAR = /^(?:true|false|null|NaN|-?Infinity|-?\d{1,400}(?:\.\d{1,400})?(?:[eE][+-]?\d{1,5})?)$/;
const CUT_SCALAR = /^(?:t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?|-|-?\d{1,400}\.?|-?\d{1,400}(?:\.\d{1,400})?[eE][+-]?)$/;
const MAX_SCALAR = 1000;

/** What a line must begin with to be JSON behind other text. */
const VALUE_LINE = /\n[ \t]{0,8}(?=\{\s{0,40}"|\[\s{0,40}[[{"])/g;
/** a script that assigns a value */
const ASSIGNMENT = /^\s{0,8}[\w$.[\]"' ]{1,100}=\s{0,8}(?=[[{])/;

/** The offset of the first bracket that may open a value; -1 if there is none. */
function firstBracket(text: string): number {
  const first = text.search(/[^\s\ufeff]/);
  if (first < 0) return -1;
  if ('[{'.includes(text.charAt(first))) return first;
  if (!text.includes('{') && !text.includes('[')) return -1;
  return ASSIGNMENT.exec(text)?.[0].length ?? nextValue(text, 0);
}

/** The offset of the next line that begins like a value; -1 if there is none. */
function nextValue(text: string, from: number): number {
  VALUE_LINE.lastIndex = from;
  const match = VALUE_LINE.exec(text);
  return match ? match.index + match[0].length : -1;
}

/** How a value ended: closed, cut at the end of the text, or broken by something else. */
type ValueEnd = 'closed' | 'cut' | 'broken';

class Scanner {
  readonly columns = new Columns();
  readonly gaps: Gap[] = [];
  isWhole = true;
  private readonly text: string;
  private readonly isStep = stepMeter();
  private at = 0;
  /** characters of the gaps */
  private foreign = 0;
  /** keys in the current top value, and how many of them have a whole plain value */
  private keys = 0;
  private members = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Returns whether most of the text is JSON. `from`: the first bracket. */
  *run(from: number): Steps<boolean> {
    const { text, columns } = this;
    columns.add(0, -1, NO_NODE);
    this.addGap(0, from, ASSIGNMENT.test(text.slice(0, from + 1)));
    this.at = from;
    while (this.at < text.length && this.foreign * 2 <= text.length) {
      const start = this.at;
      const before = columns.count;
      this.keys = 0;
      this.members = 0;
      const end = yield* this.value();
      const hasPart = end !== 'broken' || this.keys > 0;
      if (!hasPart) columns.truncate(before);
      if (end === 'broken' && this.members === 0) this.isWhole = false;
      if (end === 'broken') this.skipTo(hasPart ? this.at : start, hasPart);
      else yield* this.skipSeparator();
    }
    columns.close(ROOT, text.length);
    return columns.count > 1 && this.foreign * 2 <= text.length;
  }

  /** Moves from the end of a top value to the next one. */
  private *skipSeparator(): Steps<void> {
    yield* this.skipBlanks();
    if (this.text.charCodeAt(this.at) === COMMA) this.at++;
    yield* this.skipBlanks();
    if (this.at < this.text.length && !'[{'.includes(this.text.charAt(this.at))) this.skipTo(this.at, false);
  }

  /** Moves to the next line that may be a value. The text from `start` on is a gap. */
  private skipTo(start: number, isDebris: boolean): void {
    const { text } = this;
    const next = nextValue(text, this.at);
    const end = next < 0 ? text.length : next;
    const paragraph = isDebris ? text.slice(start, end).indexOf('\n\n') : 0;
    const middle = paragraph < 0 ? end : start + paragraph;
    this.addGap(start, middle, true);
    this.addGap(middle, end, false);
    this.at = end;
  }

  private addGap(start: number, end: number, isDebris: boolean): void {
    if (end <= start || !/\S/.test(this.text.slice(start, end))) return;
    this.foreign += end - start;
    this.gaps.push({ start, end, isDebris });
  }

  private *skipBlanks(): Steps<void> {
    while (this.at < this.text.length && isBlank(this.text.charCodeAt(this.at))) if ((++this.at & (STRIDE - 1)) === 0) yield;
  }

  /** A finite automaton with a stack of open brackets, which it closes at the end of the value. */
  private *value(): Steps<ValueEnd> {
    const { text, columns, isStep } = this;
    let open: TapeNode = ROOT;
    let isObject = false;
    let isValueNext = true;
    let last = this.at;
    let end: ValueEnd = 'cut';
    for (;;) {
      if (isStep(this.at - last)) yield;
      last = this.at;
      while (isBlank(text.charCodeAt(this.at))) if ((++this.at & (STRIDE - 1)) === 0) yield;
      if (this.at >= text.length) break;
      const code = text.charCodeAt(this.at);
      if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
        if (isObject !== (code === CLOSE_OBJECT)) {
          end = 'broken';
          break;
        }
        this.at++;
        open = columns.close(open, this.at);
        if (open === ROOT) return 'closed';
        isObject = text.charCodeAt(columns.get(open, START)) === OPEN_OBJECT;
        isValueNext = false;
        continue;
      }
      if (!isValueNext) {
        if (code !== COMMA) {
          end = 'broken';
          break;
        }
        // what follows may be a bracket: a comma too many is common in edited files
        this.at++;
        isValueNext = true;
        continue;
      }
      let key = -1;
      if (isObject) {
        key = this.at;
        const keyEnd = this.key();
        if (keyEnd !== null) {
          end = keyEnd;
          break;
        }
        this.keys++;
      }
      isValueNext = false;
      const start = text.charCodeAt(this.at);
      if (start === OPEN_LIST || start === OPEN_OBJECT) {
        open = columns.add(this.at, key, open);
        isObject = start === OPEN_OBJECT;
        isValueNext = true;
        this.at++;
        continue;
      }
      const scalarEnd = start === QUOTE ? yield* this.string(key) : this.word(key);
      if (scalarEnd === 'closed') {
        if (key >= 0) this.members++;
        continue;
      }
      end = scalarEnd;
      break;
    }
    this.at = Math.min(this.at, text.length);
    while (open !== ROOT) {
      open = columns.close(open, this.at);
      if (isStep(0)) yield;
    }
    return end;
  }

  /** Moves behind a key and its colon. Returns how the value ends if there is none, else null. */
  private key(): ValueEnd | null {
    const { text } = this;
    if (text.charCodeAt(this.at) !== QUOTE) return 'broken';
    const limit = Math.min(text.length, this.at + MAX_KEY);
    const keyEnd = endOfString(text, this.at + 1, limit);
    if (keyEnd >= text.length) {
      this.at = text.length;
      return 'cut';
    }
    if (text.charCodeAt(keyEnd) !== QUOTE) return 'broken';
    this.at = keyEnd + 1;
    while (isBlank(text.charCodeAt(this.at))) this.at++;
    if (this.at >= text.length) return 'cut';
    if (text.charCodeAt(this.at) !== COLON) return 'broken';
    this.at++;
    while (isBlank(text.charCodeAt(this.at))) this.at++;
    return this.at >= text.length ? 'cut' : null;
  }

  private *string(key: number): Steps<ValueEnd> {
    const { text, columns } = this;
    const node = columns.add(this.at, key, ROOT);
    let i = this.at + 1;
    for (;;) {
      const to = Math.min(text.length, i + STRIDE);
      i = endOfString(text, i, to);
      if (i < to || to === text.length) break;
      yield;
    }
    const isCut = i >= text.length;
    const isClosed = !isCut && text.charCodeAt(i) === QUOTE;
    this.at = isCut ? text.length : isClosed ? i + 1 : i;
    columns.close(node, this.at);
    return isClosed ? 'closed' : isCut ? 'cut' : 'broken';
  }

  /** A number, a boolean or null. */
  private word(key: number): ValueEnd {
    const { text, columns } = this;
    let i = this.at;
    const limit = Math.min(text.length, i + MAX_SCALAR);
    while (i < limit && isWordCode(text.charCodeAt(i))) i++;
    const word = text.slice(this.at, i);
    if (SCALAR.test(word)) {
      columns.close(columns.add(this.at, key, ROOT), i);
      this.at = i;
      return 'closed';
    }
    if (i < text.length || !CUT_SCALAR.test(word)) return 'broken';
    this.at = i;
    return 'cut';
  }
}
