import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Embedder } from '#lib/models/embeddings/port';

export const BUILTIN_MODEL = 'builtin/static-en-256';

const FOLDER = 'static-en-256';
const HEADER = 16;
/** as in the source model's tokenizer: longer words are unknown */
const MAX_WORD = 100;
const WORD_CACHE_LIMIT = 50_000;

interface TokenTable {
  readonly rows: number;
  readonly dimensions: number;
  /** factor of each row's int8 values */
  readonly scales: Float32Array;
  readonly values: Int8Array;
  readonly vocabulary: ReadonlyMap<string, number>;
}

/**
 * The table is beside this file in the source tree. In a production build this module is a bundle
 * elsewhere. The server then runs in the project's (or the standalone output's) root, so that root
 * is tried first.
 */
function modelFolder(): string {
  const candidates = [
    join(/* turbopackIgnore: true */ process.cwd(), 'lib', 'models', 'embeddings', FOLDER),
    join(dirname(fileURLToPath(import.meta.url)), FOLDER),
  ];
  const found = candidates.find((folder) => existsSync(join(folder, 'static-en-256.bin')));
  if (!found) throw new Error(`The built-in embedding table is missing. Looked in: ${candidates.join(', ')}`);
  return found;
}

/**
 * Little endian: `SEMB`, version, rows, dimensions, one float32 scale per row, then int8 values row
 * after row.
 */
function readTable(folder: string): TokenTable {
  const file = readFileSync(join(folder, 'static-en-256.bin'));
  const header = new DataView(file.buffer, file.byteOffset, HEADER);
  if (file.toString('latin1', 0, 4) !== 'SEMB' || header.getUint32(4, true) !== 1)
    throw new Error('The built-in embedding table has an unknown format: reinstall the service');
  const rows = header.getUint32(8, true);
  const dimensions = header.getUint32(12, true);
  if (file.length !== HEADER + 4 * rows + rows * dimensions)
    throw new Error('The built-in embedding table is truncated: reinstall the service');
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) scales[row] = file.readFloatLE(HEADER + 4 * row);
  const values = new Int8Array(file.buffer, file.byteOffset + HEADER + 4 * rows, rows * dimensions);
  const vocabulary = new Map<string, number>();
  for (const token of readFileSync(join(folder, 'vocab.txt'), 'utf8').split('\n')) if (token !== '') vocabulary.set(token, vocabulary.size);
  if (vocabulary.size !== rows) throw new Error(`The built-in embedding has ${vocabulary.size} tokens for ${rows} rows`);
  return { rows, dimensions, scales, values, vocabulary };
}

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

class StaticEmbedder implements Embedder {
  readonly model = BUILTIN_MODEL;
  readonly dimensions = 256;
  private table: TokenTable | null = null;
  private readonly words = new Map<string, readonly number[]>();

  async embed(texts: readonly string[]): Promise<(Float32Array | null)[]> {
    this.table ??= readTable(modelFolder());
    const table = this.table;
    return texts.map((text) => this.vector(text, table));
  }

  /** The rows of all tokens of a text; public for the comparison with the model's test vectors. */
  tokenRows(text: string): number[] {
    this.table ??= readTable(modelFolder());
    const table = this.table;
    return splitWords(text).flatMap((word) => [...this.rowsOf(word, table)]);
  }

  private rowsOf(word: string, table: TokenTable): readonly number[] {
    const known = this.words.get(word);
    if (known) return known;
    if (this.words.size >= WORD_CACHE_LIMIT) this.words.clear();
    const rows = pieces(word, table.vocabulary);
    this.words.set(word, rows);
    return rows;
  }

  private vector(text: string, table: TokenTable): Float32Array | null {
    const { dimensions, scales, values } = table;
    const sum = new Float32Array(dimensions);
    let isKnown = false;
    for (const word of splitWords(text)) {
      const rows = this.rowsOf(word, table);
      isKnown ||= rows.length > 0 && !SIGN.test(word);
      for (const row of rows) {
        const scale = scales[row]!;
        const base = row * dimensions;
        for (let i = 0; i < dimensions; i++) sum[i]! += scale * values[base + i]!;
      }
    }
    return isKnown ? toUnitLength(sum) : null;
  }
}

function toUnitLength(vector: Float32Array): Float32Array | null {
  let square = 0;
  for (let i = 0; i < vector.length; i++) square += vector[i]! * vector[i]!;
  if (square === 0) return null;
  const factor = 1 / Math.sqrt(square);
  for (let i = 0; i < vector.length; i++) vector[i]! *= factor;
  return vector;
}

let shared: StaticEmbedder | null = null;

/**
 * The embedder that needs no download and no key: one table per process, loaded at the first text
 * (about 30 ms, 25 MB).
 */
export function builtinEmbedder(): StaticEmbedder {
  shared ??= new StaticEmbedder();
  return shared;
}
