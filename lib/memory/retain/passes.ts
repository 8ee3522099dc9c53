import { defined } from '#lib/base/defined';
import { weightOf } from '#lib/memory/memories/weight';
import type { Cut } from '#lib/memory/retain/cut';
import type { Layout } from '#lib/memory/retain/layout';
import type { Draft } from '#lib/memory/retain/plan';
import type { ReadChunk } from '#lib/memory/retain/read';
import type { Chunk } from '#lib/memory/retain/reading/chunk';

/**
 * How much of a retain one transaction writes: pure. Everybody else waits for a transaction on the embedded store, and every writer of the
 * bank on any, so a large request is written in passes: some documents, the next ones; a document that is larger than a pass from its
 * beginning to its end. Until its last pass such a document has a hash that equals no text, so whatever happens, retaining it again writes
 * what is missing.
 */

export interface PassLimits {
  /** memories of a request that is written in one pass; many names count as further memories */
  readonly whole: number;
  /** the same of a pass of a larger one, give or take those of a chunk */
  readonly pass: number;
}

/** A pass of 150 takes the embedded store some fifty milliseconds: whoever asks for something else waits for one or two of them. */
const LIMITS: PassLimits = { whole: 1000, pass: 150 };

/** How far a request has come. Chunks that are written are not in `reads` any more. */
export interface RetainProgress {
  readonly drafts: readonly Draft[];
  readonly cuts: ReadonlyMap<Draft, { readonly cut: Cut }>;
  readonly reads: ReadonlyMap<Chunk, ReadChunk>;
  readonly written: ReadonlyMap<Chunk, string>;
  readonly done: ReadonlySet<Draft>;
}

/** Something is stored. */
export const isBegun = ({ written, done }: Pick<RetainProgress, 'written' | 'done'>): boolean => written.size > 0 || done.size > 0;

export interface Pass {
  /** whole documents, or a part of one */
  readonly drafts: readonly Draft[];
  /** what is written of them */
  readonly chunks: ReadonlySet<Chunk>;
  /** the one of which more is to come */
  readonly unfinished: Draft | null;
  /** nothing is left then */
  readonly isLast: boolean;
}

const sizeOf = ({ units }: ReadChunk): number => units.reduce((sum, { mentions }) => sum + weightOf(mentions.length), 0);

const sizeOfAll = (reads: Iterable<ReadChunk>): number => {
  let sum = 0;
  for (const read of reads) sum += sizeOf(read);
  return sum;
};

/** The next pass. `isWhole`: documents that are not written in parts, however large they are. */
export function nextPass(
  { drafts, cuts, reads, written, done }: RetainProgress,
  isWhole: (draft: Draft) => boolean,
  { whole, pass }: PassLimits = LIMITS,
): Pass {
  const most = !isBegun({ written, done }) && sizeOfAll(reads.values()) <= whole ? Number.POSITIVE_INFINITY : pass;
  const left = drafts.filter((draft) => !done.has(draft));
  const taken: Draft[] = [];
  const chunks = new Set<Chunk>();
  let size = 0;
  for (const draft of left) {
    const pending = defined(cuts.get(draft)).cut.chunks.filter((chunk) => reads.has(chunk));
    if (taken.length > 0 && size + sizeOfAll(pending.map((chunk) => defined(reads.get(chunk)))) > most) break;
    taken.push(draft);
    for (const chunk of pending) {
      if (size >= most && !isWhole(draft)) return { drafts: taken, chunks, unfinished: draft, isLast: false };
      chunks.add(chunk);
      size += sizeOf(defined(reads.get(chunk)));
    }
  }
  return { drafts: taken, chunks, unfinished: null, isLast: taken.length === left.length };
}

/** What a pass writes of a layout: what is stored already, and the chunks that are its own. */
export function partOf(layout: Layout, { chunks, unfinished }: Pass): Layout {
  const placed = layout.placed.filter(({ kept, chunk }) => kept !== null || chunks.has(chunk));
  return { ...layout, placed, isWhole: layout.draft !== unfinished };
}
