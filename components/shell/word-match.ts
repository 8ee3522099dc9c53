/** Compares labels with typed words: any order, beginnings of words, no case, no accents. */

/** Letters that are not written as a letter and an accent. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđı]/g, (letter) => PLAIN[letter] ?? letter);

const wordsOf = (line: string): string[] => line.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');

/** Scripts without blanks between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/**
 * How well a label matches the typed text: 0 the same, 1 its beginning, 2 the beginnings of its
 * words in any order. Null if it does not match. An empty text matches every label.
 */
export function matchOf(label: string, text: string): 0 | 1 | 2 | null {
  const [line, typed] = [folded(label), folded(text).trim()];
  if (typed === '') return 2;
  const [words, wanted] = [wordsOf(line), wordsOf(typed)];
  const isMatch = (word: string): boolean => words.some((each) => each.startsWith(word)) || (UNSPACED.test(word) && line.includes(word));
  if (wanted.length === 0 || !wanted.every(isMatch)) return null;
  if (line === typed) return 0;
  return line.startsWith(typed) ? 1 : 2;
}

/**
 * The matching items, the best first. Equal ones stay in their order. An item whose label matches
 * only together with its synonyms comes after the others.
 */
export function bestMatches<Item>(
  items: readonly Item[],
  text: string,
  labelOf: (item: Item) => string,
  synonymsOf: (item: Item) => string = () => '',
): Item[] {
  return items
    .flatMap((item) => {
      const label = labelOf(item);
      const rank = matchOf(label, text) ?? (matchOf(`${label} ${synonymsOf(item)}`, text) === null ? null : 3);
      return rank === null ? [] : [{ item, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/** The part of a text that a search by substring is asked for: its longest word. */
export const longestWord = (text: string): string =>
  text
    .trim()
    .split(/\s+/)
    .reduce((longest, word) => (word.length > longest.length ? word : longest), '');

/**
 * The hits of a search for the longest word that contain every word, the same label first, then
 * those that begin with the text. Labels are all the texts of a hit that the search looked through.
 */
export function bestHits<Hit>(hits: readonly Hit[], text: string, labelsOf: (hit: Hit) => readonly string[]): Hit[] {
  const [typed, words] = [folded(text).trim(), folded(text).trim().split(/\s+/)];
  return hits
    .flatMap((hit) => {
      const labels = labelsOf(hit).map(folded);
      // The server found a single word by its own rules.
      if (words.length > 1 && !words.every((word) => labels.some((label) => label.includes(word)))) return [];
      const rank = labels.includes(typed) ? 0 : labels.some((label) => label.startsWith(typed)) ? 1 : 2;
      return [{ hit, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ hit }) => hit);
}
