import { ServiceError } from '#lib/base/errors';
import { pacer } from '#lib/base/pacer';
import { storable } from '#lib/base/text/storable';
import { isNestedTooDeeply, MAX_NESTING } from '#lib/memory/transfer/archive/nesting';

/**
 * Splits a file of JSON or JSON lines into elements as it arrives, so that it may be larger than
 * memory. Linear: each character is looked at once, and each element is parsed once.
 */

/** A member of the outermost object, an item of one of its lists, or an item of the root list. */
export interface JsonElement {
  /** the name of the member; null: the file is a list, or lines */
  readonly key: string | null;
  readonly value: unknown;
  /** where it is, such as `results[3]` or `line 4` */
  readonly path: string;
}

/** In characters: an element is parsed as a whole, which takes about 0.1 s. */
const MAX_ELEMENT = 16 * 2 ** 20;
/** The beginning of a file that decides whether it consists of lines, in characters. */
const MAX_HEAD = 2 ** 20;

/** Of names that are in messages, in characters. */
const MAX_NAME = 100;

/** The file cannot be read, and why. It contains names of members, never their content. */
export const formatFault = (why: string): ServiceError => new ServiceError('bad_request', `The file cannot be read: ${storable(why)}`);

/** Throws `bad_request`. `path`: where the text is */
export function parsedJson(text: string, path: string): unknown {
  if (isNestedTooDeeply(text)) throw formatFault(`${path || 'it'} has more than ${MAX_NESTING} levels of lists and objects`);
  try {
    return JSON.parse(text);
  } catch {
    throw formatFault(`${path || 'it'} is not valid JSON`);
  }
}

/** Collects the text of one element over several pieces of the file. */
class Piece {
  readonly #maxLength: number;
  #text = '';

  constructor(maxLength = MAX_ELEMENT) {
    this.#maxLength = maxLength;
  }

  add(text: string): void {
    this.#text += text;
    if (this.#text.length > this.#maxLength) throw formatFault(`an element has more than ${this.#maxLength} characters`);
  }

  take(): string {
    const text = this.#text.trim();
    this.#text = '';
    return text;
  }
}

/** Splits one object or list. */
class Splitter {
  readonly #piece: Piece;
  #root: 'object' | 'list' | null = null;
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  /** of the present member */
  #key: string | null = null;
  /** whether the value of the present member is a list */
  #isInList = false;
  #index = 0;

  constructor(maxLength?: number) {
    this.#piece = new Piece(maxLength);
  }

  get isAtEnd(): boolean {
    return this.#root !== null && this.#depth === 0;
  }

  *push(text: string): Generator<JsonElement> {
    let from = 0;
    for (let i = 0; i < text.length; i++) {
      const character = text.charAt(i);
      if (this.#isText) {
        this.#inText(character);
        continue;
      }
      if (character === '"') this.#isText = true;
      else if (character === '{' || character === '[') {
        const isContainer = this.#opens(character, text.slice(from, i));
        if (isContainer) from = i + 1;
      } else if (character === ':' && this.#isBeforeValue) {
        this.#piece.add(text.slice(from, i));
        from = i + 1;
        this.#key = String(parsedJson(this.#piece.take(), 'a name'));
      } else if (character === ',' || character === '}' || character === ']') {
        if (this.#depth > this.#elementDepth) {
          if (character !== ',') this.#depth -= 1;
          continue;
        }
        this.#piece.add(text.slice(from, i));
        from = i + 1;
        yield* this.#element();
        if (character !== ',') this.#closes();
        else if (!this.#isInList) this.#key = null;
      }
    }
    if (!this.isAtEnd) this.#piece.add(text.slice(from));
    else if (text.slice(from).trim() !== '') throw formatFault('text follows its end');
  }

  #inText(character: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (character === '\\') this.#isEscaped = true;
    else if (character === '"') this.#isText = false;
  }

  /** of the present member, for messages */
  get #name(): string {
    return (this.#key ?? '').slice(0, MAX_NAME);
  }

  get #elementDepth(): number {
    return this.#isInList ? 2 : 1;
  }

  get #isBeforeValue(): boolean {
    return this.#root === 'object' && this.#depth === 1 && this.#key === null;
  }

  /** Whether a container of elements begins here, after `before` in its piece. */
  #opens(character: '{' | '[', before: string): boolean {
    this.#depth += 1;
    if (this.#depth === 1) {
      this.#piece.add(before);
      if (this.#root !== null || this.#piece.take() !== '') throw formatFault('it is no object, no list and no lines of objects');
      this.#root = character === '{' ? 'object' : 'list';
      return true;
    }
    if (
      character === '[' &&
      this.#depth === 2 &&
      this.#root === 'object' &&
      this.#key !== null &&
      !this.#isInList &&
      before.trim() === ''
    ) {
      if (this.#piece.take() !== '') throw formatFault(`${this.#name} is not valid JSON`);
      this.#isInList = true;
      this.#index = 0;
      return true;
    }
    return false;
  }

  #closes(): void {
    this.#depth -= 1;
    if (this.#isInList) this.#isInList = false;
  }

  *#element(): Generator<JsonElement> {
    const text = this.#piece.take();
    if (text === '') return;
    if (this.#isBeforeValue) throw formatFault('a member of it has no name');
    const isItem = this.#isInList || this.#root === 'list';
    const path = `${this.#name}${isItem ? `[${this.#index}]` : ''}`;
    yield { key: this.#key, value: parsedJson(text, path), path };
    this.#index += 1;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a file that begins with `head` consists of lines with an object each. */
function isLines(head: string): boolean {
  const lines = head.split('\n').filter((line) => line.trim() !== '');
  const [first, second] = lines;
  if (first === undefined || !first.trimStart().startsWith('{')) return false;
  let record: unknown;
  try {
    record = JSON.parse(first);
  } catch {
    return false;
  }
  if (second !== undefined) return second.trimStart().startsWith('{');
  // One line may be a record, or a whole export, whose lists contain records.
  return isObject(record) && !Object.values(record).some((value) => Array.isArray(value) && value.some(isObject));
}

async function* inLines(texts: AsyncIterable<string>): AsyncGenerator<JsonElement> {
  const piece = new Piece();
  let number = 0;
  function* element(): Generator<JsonElement> {
    number += 1;
    const text = piece.take();
    const path = `line ${number}`;
    if (text !== '') yield { key: null, value: parsedJson(text, path), path };
  }
  const pace = pacer();
  for await (const text of texts) {
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      piece.add(text.slice(from, end));
      from = end + 1;
      yield* element();
      const pause = pace();
      if (pause) await pause;
    }
    piece.add(text.slice(from));
  }
  yield* element();
}

/**
 * Splits one object, or one list. Throws `bad_request` if it is none, or an element has more than
 * `maxLength` characters.
 */
export async function* objectElements(texts: AsyncIterable<string>, maxLength?: number): AsyncGenerator<JsonElement> {
  const splitter = new Splitter(maxLength);
  const pace = pacer();
  for await (const text of texts)
    for (const element of splitter.push(text)) {
      yield element;
      const pause = pace();
      if (pause) await pause;
    }
  if (!splitter.isAtEnd) throw formatFault('it is no JSON, or ends too early');
}

/** Throws `bad_request` for a file that is neither JSON nor JSON lines. */
export async function* jsonElements(texts: AsyncIterable<string>): AsyncGenerator<JsonElement> {
  const source = texts[Symbol.asyncIterator]();
  const head: string[] = [];
  let length = 0;
  let isDone = false;
  try {
    while (!isDone && length < MAX_HEAD) {
      const next = await source.next();
      isDone = next.done === true;
      if (next.done) break;
      // A mark at the beginning of a file is no part of its text.
      const text = head.length === 0 ? next.value.replace(/^\uFEFF/, '') : next.value;
      head.push(text);
      length += text.length;
    }
    const rest = async function* (): AsyncGenerator<string> {
      yield* head;
      if (!isDone) yield* { [Symbol.asyncIterator]: () => source };
    };
    yield* isLines(head.join('')) ? inLines(rest()) : objectElements(rest());
  } finally {
    await source.return?.();
  }
}
