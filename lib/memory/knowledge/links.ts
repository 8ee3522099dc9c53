import { linkTo } from '#lib/memory/knowledge/markdown';

/** Links from texts to the pages that they name. Pure. */

interface Target {
  readonly id: string;
  readonly path: string;
}

/** A word of names, with the words that follow it. */
interface NameNode {
  readonly next: Map<string, NameNode>;
  /** the pages whose name ends here, by their whole name */
  readonly pages: Map<string, Target>;
}

const newNode = (): NameNode => ({ next: new Map(), pages: new Map() });

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const wordsIn = (text: string): { readonly word: string; readonly start: number; readonly end: number }[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ word, start: index, end: index + word.length }));

/** Fewer letters are rather another word, such as "I" or "no". */
const LEAST_LETTERS = 3;
/** A name of one or two of these characters is an ordinary one. */
const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const isShort = (words: readonly { readonly word: string }[]): boolean => {
  const letters = words.map(({ word }) => word).join('');
  return !DENSE.test(letters) && [...letters].length < LEAST_LETTERS;
};

/**
 * Names of pages, by their words. A text is read once for all pages. A name of one or two letters
 * or without any is never found. Of several pages with one name, the first is.
 */
export class PageNames {
  readonly #root = newNode();

  add(name: string, page: Target): void {
    const words = wordsIn(name);
    const [first, last] = [words[0], words.at(-1)];
    if (!first || !last || isShort(words)) return;
    let node = this.#root;
    for (const { word } of words) {
      const next = node.next.get(word) ?? newNode();
      node.next.set(word, next);
      node = next;
    }
    const spelling = name.slice(first.start, last.end);
    if (!node.pages.has(spelling)) node.pages.set(spelling, page);
  }

  /**
   * The text with a link at the first mention of each other page, as its name is written. `from`:
   * the page of the text. Lines with a heading, a link, an address or code are unchanged.
   */
  linked(text: string, from: Target): string {
    const seen = new Set([from.id]);
    return text
      .split('\n')
      .map((line) => (isPlain(line) ? this.#linkedLine(line, from, seen) : line))
      .join('\n');
  }

  #linkedLine(line: string, from: Target, seen: Set<string>): string {
    const words = wordsIn(line);
    let linked = '';
    let done = 0;
    for (let i = 0; i < words.length; i++) {
      const start = words[i]?.start ?? 0;
      if (start < done) continue;
      const found = this.#longestAt(line, words, i);
      if (!found || seen.has(found.page.id)) continue;
      seen.add(found.page.id);
      linked += line.slice(done, start) + linkTo(line.slice(start, found.end), relative(from.path, found.page.path));
      done = found.end;
    }
    return linked + line.slice(done);
  }

  #longestAt(line: string, words: ReturnType<typeof wordsIn>, at: number): { readonly page: Target; readonly end: number } | null {
    let found: { page: Target; end: number } | null = null;
    let node: NameNode | undefined = this.#root;
    const start = words[at]?.start ?? 0;
    for (let i = at; i < words.length; i++) {
      const { word, end } = words[i] ?? { word: '', end: 0 };
      node = node.next.get(word);
      if (!node) break;
      const page = node.pages.get(line.slice(start, end));
      if (page) found = { page, end };
    }
    return found;
  }
}

const isPlain = (line: string): boolean => !line.trimStart().startsWith('#') && !/`|\]\(|:\/\//.test(line);

/** The way from one file to another. */
function relative(from: string, to: string): string {
  const [here, there] = [from.split('/').slice(0, -1), to.split('/')];
  let shared = 0;
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared]) shared++;
  return [...here.slice(shared).map(() => '..'), ...there.slice(shared)].join('/');
}
