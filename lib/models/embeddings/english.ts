import { addRow, readTable, toUnitLength, type VectorTable } from '#lib/models/embeddings/table';

/** The table of English, `static-en-256`: the tokens of its source model's word pieces. */

/** as in the source model's tokenizer: longer words are unknown */
const MAX_WORD = 100;
const WORD_CACHE_LIMIT = 50_000;

/** A word of the tokenizer that names nothing: alone, it has no vector. */
const SIGN = /^[\p{P}$+<=>^`|~]$/u;
const WORD = /[\p{P}$+<=>^`|~]|\p{Script=Han}|[^\s\p{P}$+<=>^`|~\p{Script=Han}]+/gu;
const ASCII_WORD = /[!-/:-@[-`{-~]|[^\s!-/:-@[-`{-~]+/g;
/** Printable ASCII and white space need no clean-up. */
const PLAIN = /^[\t\n\r\x20-\x7e]*$/;

/**
 * Splits a text into words like the source model's tokenizer: no accents, lower case; each
 * punctuation mark and Han character is a word.
 */
export function splitWords(text: string): string[] {
  if (PLAIN.test(text)) return text.toLowerCase().match(ASCII_WORD) ?? [];
  const plain = text
    .normalize('NFD')
    .replace(/\p{Mn}+/gu, '')
    .replace(/[\p{Cc}\p{Cf}\ufffd]/gu, (character) => (/\s/.test(character) ? ' ' : ''))
    .toLowerCase();
  return plain.match(WORD) ?? [];
}

/** Rows of the longest known pieces from the left; empty if a remainder is not a known piece. */
function pieces(word: string, vocabulary: ReadonlyMap<string, number>): number[] {
  if (word.length > MAX_WORD) return [];
  const found: number[] = [];
  let start = 0;
  while (start < word.length) {
    let end = word.length;
    let row: number | undefined;
    for (; end > start && row === undefined; end--) row = vocabulary.get(start === 0 ? word.slice(0, end) : `##${word.slice(start, end)}`);
    if (row === undefined) return [];
    found.push(row);
    start = end + 1;
  }
  return found;
}

/** Vectors of English texts. */
export class EnglishVectors {
  private readonly table: VectorTable;
  private readonly vocabulary: ReadonlyMap<string, number>;
  private readonly words = new Map<string, readonly number[]>();

  private constructor(table: VectorTable, vocabulary: ReadonlyMap<string, number>) {
    this.table = table;
    this.vocabulary = vocabulary;
  }

  /** Reads the table (about 30 ms, 25 MB). */
  static async read(): Promise<EnglishVectors> {
    const { table, lines } = await readTable('static-en-256', 'vocab.txt');
    return new EnglishVectors(table, new Map(lines.map((token, row) => [token, row])));
  }

  /** The rows of all tokens of a text. */
  rowsOf(text: string): number[] {
    return splitWords(text).flatMap((word) => [...this.rowsOfWord(word)]);
  }

  /** Of length 1; null: the text contains no known word, or only signs. */
  vector(text: string): Float32Array | null {
    const sum = new Float32Array(this.table.dimensions);
    let isKnown = false;
    for (const word of splitWords(text)) {
      const rows = this.rowsOfWord(word);
      isKnown ||= rows.length > 0 && !SIGN.test(word);
      for (const row of rows) addRow(this.table, row, sum);
    }
    return isKnown ? toUnitLength(sum) : null;
  }

  private rowsOfWord(word: string): readonly number[] {
    const known = this.words.get(word);
    if (known) return known;
    if (this.words.size >= WORD_CACHE_LIMIT) this.words.clear();
    const rows = pieces(word, this.vocabulary);
    this.words.set(word, rows);
    return rows;
  }
}
