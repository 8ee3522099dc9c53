import { pacer } from '#lib/base/pacer';
import { compatibleForm } from '#lib/base/text/compatible-form';
import { addRow, readTable, toUnitLength, type VectorTable } from '#lib/models/embeddings/table';

/**
 * The table of all other languages, `static-multi-256`. Its space is that of the English table, so
 * vectors of both are compared as they are. Words are cut into the pieces with the highest product
 * of probabilities (a unigram language model, Kudo 2018, arXiv:1804.10959).
 */

/** Scripts without blanks: Thai, Lao, Myanmar, Khmer, kana, Han. */
const UNSPACED = String.raw`\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2ffff}`;
const WORD = new RegExp(String.raw`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\p{L}\p{M}\p{N}])+`, 'gu');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
/** Vowel signs of Arabic and Hebrew, and tatweel. */
const POINTS = /[\u064b-\u065f\u0670\u0640\u0591-\u05bd\u05bf\u05c1\u05c2\u05c7]+/g;
/** Begins a word of a script with blanks. */
const WORD_START = '\u2581';
/** Characters of a word that are cut at once. */
const MAX_RUN = 120;
const CACHED_LENGTH = 40;
const WORD_CACHE_LIMIT = 50_000;
/** How much less likely an unknown character is than the rarest piece, as a logarithm. */
const UNKNOWN = 20;

/** The words of a text as the vocabulary spells them; signs are dropped. */
function splitWords(text: string): string[] {
  const plain = compatibleForm(text).toLowerCase().normalize('NFC').replace(POINTS, '');
  return (plain.match(WORD) ?? []).map((word) => (IS_UNSPACED.test(word) ? word : WORD_START + word));
}

const runsOf = (word: string): string[] => {
  const runs: string[] = [];
  for (let at = 0; at < word.length; at += MAX_RUN) runs.push(word.slice(at, at + MAX_RUN));
  return runs;
};

/** Length in UTF-16 units of the character at an offset. */
const stepAt = (word: string, at: number): number => ((word.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/** The pieces of words that the table has. */
interface Vocabulary {
  /** by piece */
  readonly rows: ReadonlyMap<string, number>;
  /** logarithms of probabilities, by row */
  readonly chances: Float32Array;
  /** by the first two UTF-16 units of a piece: the length of the longest such piece */
  readonly longest: ReadonlyMap<string, number>;
}

/** Pieces that are read without a pause: about 1 ms. */
const PIECES_AT_ONCE = 1_000;

/**
 * Reads lines of a piece, a tab and the logarithm of its probability. Lets other requests through.
 */
async function readVocabulary(lines: readonly string[]): Promise<Vocabulary> {
  const rows = new Map<string, number>();
  const chances = new Float32Array(lines.length);
  const longest = new Map<string, number>();
  const pause = pacer();
  for (const [row, line] of lines.entries()) {
    if (row % PIECES_AT_ONCE === 0) await pause();
    const tab = line.indexOf('\t');
    const piece = line.slice(0, tab);
    chances[row] = Number(line.slice(tab + 1));
    rows.set(piece, row);
    const start = piece.slice(0, 2);
    longest.set(start, Math.max(piece.length, longest.get(start) ?? 0));
  }
  return { rows, chances, longest };
}

/** Vectors of texts in any language. */
export class MultilingualVectors {
  private readonly table: VectorTable;
  private readonly vocabulary: Vocabulary;
  private readonly unknown: number;
  private readonly words = new Map<string, readonly number[]>();

  private constructor(table: VectorTable, vocabulary: Vocabulary) {
    this.table = table;
    this.vocabulary = vocabulary;
    this.unknown = vocabulary.chances.reduce((least, chance) => Math.min(least, chance), 0) - UNKNOWN;
  }

  /** Reads the table (about 0.1 s, 54 MB), and lets other requests through meanwhile. */
  static async read(): Promise<MultilingualVectors> {
    const { table, lines } = await readTable('static-multi-256', 'vocab.tsv');
    return new MultilingualVectors(table, await readVocabulary(lines));
  }

  /** The rows of all pieces of a text. */
  rowsOf(text: string): number[] {
    return splitWords(text).flatMap((word) => runsOf(word).flatMap((run) => [...this.rowsOfRun(run)]));
  }

  /** Of length 1; null: the text contains no known piece. */
  vector(text: string): Float32Array | null {
    const sum = new Float32Array(this.table.dimensions);
    for (const row of this.rowsOf(text)) addRow(this.table, row, sum);
    return toUnitLength(sum);
  }

  private rowsOfRun(run: string): readonly number[] {
    const known = this.words.get(run);
    if (known) return known;
    const rows = this.likeliestCut(run);
    if (run.length <= CACHED_LENGTH) {
      if (this.words.size >= WORD_CACHE_LIMIT) this.words.clear();
      this.words.set(run, rows);
    }
    return rows;
  }

  /** Viterbi over the logarithms. A character that is in no piece is skipped. */
  private likeliestCut(run: string): number[] {
    const { rows: rowOf, chances, longest } = this.vocabulary;
    const best = new Float64Array(run.length + 1).fill(Number.NEGATIVE_INFINITY);
    const from = new Int32Array(run.length + 1);
    const rows = new Int32Array(run.length + 1).fill(-1);
    best[0] = 0;
    const reach = (start: number, end: number, chance: number, row: number): void => {
      const value = best[start]! + chance;
      if (value <= best[end]!) return;
      best[end] = value;
      from[end] = start;
      rows[end] = row;
    };
    for (let start = 0; start < run.length; ) {
      const next = start + stepAt(run, start);
      const last = Math.min(run.length, start + Math.max(next - start, longest.get(run.slice(start, start + 2)) ?? 0));
      for (let end = next; end <= last; end++) {
        const row = rowOf.get(run.slice(start, end));
        if (row !== undefined) reach(start, end, chances[row]!, row);
        else if (end === next) reach(start, end, this.unknown, -1);
      }
      start = next;
    }
    const cut: number[] = [];
    for (let end = run.length; end > 0; end = from[end]!) if (rows[end]! >= 0) cut.push(rows[end]!);
    return cut.reverse();
  }
}
