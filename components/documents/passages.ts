import { defined } from '#lib/base/defined';
/**
 * Finds the position of a memory in its chunk. Without a stored position (for rephrased texts or
 * texts with markup), it is the most similar passage. Pure.
 */

export interface PassageUnit {
  readonly id: string;
  readonly text: string;
  /** The stored position, if any. */
  readonly chunk_span?: { readonly start: number; readonly end: number } | null;
}

/** Start and end in UTF-16 code units of the chunk. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A piece of the chunk with the memories based on it. Empty for plain text. */
export interface Piece {
  readonly text: string;
  readonly from: number;
  readonly ids: readonly string[];
}

/** Maximum number of sentences that a memory summarizes. */
const MOST_SENTENCES = 3;
/** Below this likeness, no position is claimed. */
const LEAST_LIKENESS = 0.3;

const sentences = new Intl.Segmenter('und', { granularity: 'sentence' });
const words = new Intl.Segmenter('und', { granularity: 'word' });

const wordsOf = (text: string): string[] =>
  [...words.segment(text.normalize('NFKC').toLowerCase())].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));

interface Sentence extends TextRange {
  readonly words: readonly string[];
}

/** Sentences of each line, without surrounding whitespace. */
function sentencesOf(text: string): Sentence[] {
  const found: Sentence[] = [];
  for (const line of text.matchAll(/[^\r\n]+/g)) {
    for (const { segment, index } of sentences.segment(line[0])) {
      const trimmed = segment.trim();
      const from = line.index + index + segment.indexOf(trimmed);
      const spoken = wordsOf(trimmed);
      if (spoken.length > 0) found.push({ from, to: from + trimmed.length, words: spoken });
    }
  }
  return found;
}

/** Words that occur in few sentences of the chunk have a higher weight. */
function weigher(all: readonly Sentence[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const { words: said } of all) for (const word of new Set(said)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => Math.log(1 + all.length / (counts.get(word) ?? all.length));
}

const sum = (of: Iterable<string>, weight: (word: string) => number): number => {
  let total = 0;
  for (const word of of) total += weight(word);
  return total;
};

/**
 * Finds the run of sentences with the highest F1 likeness to a memory. The shortest run wins a tie.
 */
function nearest(unit: PassageUnit, all: readonly Sentence[], weight: (word: string) => number): TextRange | null {
  const wanted = new Set(wordsOf(unit.text));
  const wantedWeight = sum(wanted, weight);
  let best: { place: TextRange; likeness: number } | null = null;
  for (let first = 0; first < all.length; first++) {
    const said = new Set<string>();
    for (const { from, to, words: more } of all.slice(first, first + MOST_SENTENCES)) {
      for (const word of more) said.add(word);
      const shared = sum(
        [...said].filter((word) => wanted.has(word)),
        weight,
      );
      const likeness = (2 * shared) / (wantedWeight + sum(said, weight));
      if (likeness >= LEAST_LIKENESS && likeness > (best?.likeness ?? 0) + 1e-9)
        best = { place: { from: Math.min(from, defined(all[first]).from), to }, likeness };
    }
  }
  return best?.place ?? null;
}

/** The positions of the memories that have one. */
export function placesOf(text: string, units: readonly PassageUnit[]): Map<string, TextRange> {
  const places = new Map<string, TextRange>();
  if (units.length === 0) return places;
  const all = sentencesOf(text);
  const weight = weigher(all);
  for (const unit of units) {
    const at = unit.text === '' ? -1 : text.indexOf(unit.text);
    const found = () => (at >= 0 ? { from: at, to: at + unit.text.length } : nearest(unit, all, weight));
    const place = unit.chunk_span ? { from: unit.chunk_span.start, to: unit.chunk_span.end } : found();
    if (place) places.set(unit.id, place);
  }
  return places;
}

/** Splits the text at the boundaries of passages. The pieces join to the text. */
export function piecesOf(text: string, places: ReadonlyMap<string, TextRange>): Piece[] {
  const borders = new Set([0, text.length]);
  for (const { from, to } of places.values()) borders.add(from).add(to);
  const cuts = [...borders].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((from, at) => {
    const to = defined(cuts[at + 1]);
    const ids = [...places].flatMap(([id, place]) => (place.from <= from && to <= place.to ? [id] : []));
    return { text: text.slice(from, to), from, ids };
  });
}
