import type { GraphNode } from '#components/graph/model';
import { cut } from '#components/ui/cut';

/** Finds and ranks nodes by label. */

export type SearchableNode = Pick<GraphNode, 'id' | 'kind' | 'label'> & Partial<Pick<GraphNode, 'category'>>;

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLocaleLowerCase();
const isPartOfWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{M}\p{N}]/u.test(character);

/**
 * How well a label matches: exact name, prefix of the name, whole words, prefix of a word, any
 * substring.
 */
export function rankOf({ kind, label }: SearchableNode, words: string): number {
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

/** Best matches first. Ties: names before memories, then by links. */
export function ranked<T extends SearchableNode>(nodes: readonly T[], words: string, links: (id: string) => number): T[] {
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

/** Nodes in view whose label contains the words. */
export function found(nodes: readonly GraphNode[], words: string, links: (id: string) => number): GraphNode[] {
  const wanted = plain(words);
  if (wanted === '') return [];
  return ranked(
    nodes.filter(({ label }) => plain(label).includes(wanted)),
    words,
    links,
  );
}

/** The excerpt of a text around the matched words. */
export function excerptOf(text: string, words: string, most = 44): readonly [before: string, hit: string, after: string] {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const wanted = words.trim().toLocaleLowerCase();
  // Falls back to single words if the text does not contain the whole query.
  const part = [wanted, ...wanted.split(' ')].find((each) => each !== '' && line.toLocaleLowerCase().includes(each));
  if (part === undefined) return [cut(line, most), '', ''];
  const at = line.toLocaleLowerCase().indexOf(part);
  const start = at + part.length <= most ? 0 : Math.max(0, line.lastIndexOf(' ', at - 12) + 1);
  return [(start > 0 ? '…' : '') + line.slice(start, at), line.slice(at, at + part.length), line.slice(at + part.length)];
}
