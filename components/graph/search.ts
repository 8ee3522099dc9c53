import type { GraphNode } from '#components/graph/model';
import { cut } from '#components/ui/cut';

/** What a search for a node finds, and in which order. */

export type Named = Pick<GraphNode, 'id' | 'kind' | 'label'>;

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLocaleLowerCase();
const isPartOfWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{M}\p{N}]/u.test(character);

/** How well a label answers: the name itself, how a name begins, the words as they stand, how a word begins, any part of a word. */
export function rankOf({ kind, label }: Named, words: string): number {
  const [line, wanted] = [plain(label), plain(words)];
  if (line === wanted) return 0;
  if (kind === 'entity' && line.startsWith(wanted)) return 1;
  let best = 4;
  for (let at = line.indexOf(wanted); at >= 0 && best > 2; at = line.indexOf(wanted, at + 1)) {
    if (isPartOfWord(line[at - 1])) continue;
    best = Math.min(best, isPartOfWord(line[at + wanted.length]) ? 3 : 2);
  }
  return best;
}

/** The best answers first; of equal ones names before memories, then what has more links. */
export function ranked<T extends Named>(nodes: readonly T[], words: string, links: (id: string) => number): T[] {
  return nodes
    .map((node) => ({ node, rank: rankOf(node, words) }))
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        Number(a.node.kind !== 'entity') - Number(b.node.kind !== 'entity') ||
        links(b.node.id) - links(a.node.id) ||
        (a.node.id < b.node.id ? -1 : 1),
    )
    .map(({ node }) => node);
}

/** Of what is in view, whatever holds the words. */
export function found(nodes: readonly GraphNode[], words: string, links: (id: string) => number): GraphNode[] {
  const wanted = plain(words);
  if (wanted === '') return [];
  return ranked(
    nodes.filter(({ label }) => plain(label).includes(wanted)),
    words,
    links,
  );
}

/** The part of a text in which words were found, the words apart. */
export function excerptOf(text: string, words: string, most = 44): readonly [before: string, hit: string, after: string] {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const wanted = words.trim().toLocaleLowerCase();
  // A part of several words counts where the whole does not stand as it was typed.
  const part = [wanted, ...wanted.split(' ')].find((each) => each !== '' && line.toLocaleLowerCase().includes(each));
  if (part === undefined) return [cut(line, most), '', ''];
  const at = line.toLocaleLowerCase().indexOf(part);
  const start = at + part.length <= most ? 0 : Math.max(0, line.lastIndexOf(' ', at - 12) + 1);
  return [(start > 0 ? '…' : '') + line.slice(start, at), line.slice(at, at + part.length), line.slice(at + part.length)];
}
