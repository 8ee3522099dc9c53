import { defined } from '#lib/base/defined';
import { weightOf } from '#lib/memory/memories/weight';
import type { Cut } from '#lib/memory/retain/cut';
import type { Layout } from '#lib/memory/retain/layout';
import type { Draft } from '#lib/memory/retain/plan';
import type { ReadChunk } from '#lib/memory/retain/read';
import type { Chunk } from '#lib/memory/retain/reading/chunk';

/**
 * Chooses how much of a retain one transaction writes. Pure. On the embedded store a transaction
 * blocks all callers, and on any store all writers of the bank. A large request is therefore
 * written in passes, document by document; a document that is larger than a pass is written from
 * its beginning to its end. Until its last pass, such a document has a hash that equals no text.
 * After an interruption, retaining it again writes the rest.
 */

export interface PassLimits {
  /**
   * maximum number of memories of a request that is written in one pass; many names count as
   * additional memories
   */
  readonly whole: number;
  /** the same for one pass of a larger request, rounded to whole chunks */
  readonly pass: number;
}

/**
 * A pass of 150 takes about 50 ms on the embedded store: other callers wait for one or two passes.
 */
const LIMITS: PassLimits = { whole: 1000, pass: 150 };

/** The progress of a request. Written chunks are removed from `reads`. */
export interface RetainProgress {
  readonly drafts: readonly Draft[];
  readonly cuts: ReadonlyMap<Draft, { readonly cut: Cut }>;
  readonly reads: ReadonlyMap<Chunk, ReadChunk>;
  readonly written: ReadonlyMap<Chunk, string>;
  readonly done: ReadonlySet<Draft>;
}

/** Whether something is stored. */
export const isBegun = ({ written, done }: Pick<RetainProgress, 'written' | 'done'>): boolean => written.size > 0 || done.size > 0;

export interface Pass {
  /** whole documents, or a part of one */
  readonly drafts: readonly Draft[];
  /** their chunks in this pass */
  readonly chunks: ReadonlySet<Chunk>;
  /** the draft that continues in the next pass */
  readonly unfinished: Draft | null;
  /** nothing remains after this pass */
  readonly isLast: boolean;
}

const sizeOf = ({ units }: ReadChunk): number => units.reduce((sum, { mentions }) => sum + weightOf(mentions.length), 0);

const sizeOfAll = (reads: Iterable<ReadChunk>): number => {
  let sum = 0;
  for (const read of reads) sum += sizeOf(read);
  return sum;
};

/**
 * Chooses the next pass. `isWhole`: whether a document must be written in one pass, regardless of
 * its size.
 */
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

/** The part of a layout that a pass writes: unchanged chunks and the chunks of the pass. */
export function partOf(layout: Layout, { chunks, unfinished }: Pass): Layout {
  const placed = layout.placed.filter(({ unchanged, chunk }) => unchanged !== null || chunks.has(chunk));
  return { ...layout, placed, isWhole: layout.draft !== unfinished };
}
