import { defined } from '#lib/base/defined';
import { weightOf } from '#lib/memory/memories/weight';
import type { Cut } from '#lib/memory/retain/cut';
import type { Layout } from '#lib/memory/retain/layout';
import type { Draft } from '#lib/memory/retain/plan';
import type { ReadChunk } from '#lib/memory/retain/read';
import type { Chunk } from '#lib/memory/retain/reading/chunk';

/**
 * Chooses how much of a retain one transaction writes. Pure. On the embedded database a transaction
 * blocks all callers, and on any database all writers of the bank. A large request is therefore
 * written in batches, document by document; a document that is larger than a batch is written from
 * its beginning to its end. Until its last batch, the stored hash of such a document equals no
 * text: after an interruption, the same retain does not count as a repeat, and writes the rest.
 */

export interface BatchLimits {
  /**
   * maximum number of memories of a request that is written in one batch; many names count as
   * additional memories
   */
  readonly whole: number;
  /** the same for one batch of a larger request, rounded to whole chunks */
  readonly batch: number;
}

/**
 * A batch of 150 takes about 50 ms on the embedded database: others wait for one or two batches.
 */
const LIMITS: BatchLimits = { whole: 1000, batch: 150 };

/** The progress of a request. Written chunks are removed from `reads`. */
export interface RetainProgress {
  readonly drafts: readonly Draft[];
  readonly cuts: ReadonlyMap<Draft, { readonly cut: Cut }>;
  readonly reads: ReadonlyMap<Chunk, ReadChunk>;
  readonly written: ReadonlyMap<Chunk, string>;
  readonly done: ReadonlySet<Draft>;
}

/** Whether an earlier batch of this request has been written. */
export const isBegun = ({ written, done }: Pick<RetainProgress, 'written' | 'done'>): boolean => written.size > 0 || done.size > 0;

export interface RetainBatch {
  /** whole documents, or a part of one */
  readonly drafts: readonly Draft[];
  /** their chunks in this batch */
  readonly chunks: ReadonlySet<Chunk>;
  /** the draft that continues in the next batch */
  readonly unfinished: Draft | null;
  /** nothing remains after this batch */
  readonly isLast: boolean;
}

const sizeOf = ({ units }: ReadChunk): number => units.reduce((sum, { mentions }) => sum + weightOf(mentions.length), 0);

const sizeOfAll = (reads: Iterable<ReadChunk>): number => {
  let sum = 0;
  for (const read of reads) sum += sizeOf(read);
  return sum;
};

/**
 * Chooses the next batch. `isWhole`: whether a document must be written in one batch, regardless of
 * its size.
 */
export function nextBatch(
  { drafts, cuts, reads, written, done }: RetainProgress,
  isWhole: (draft: Draft) => boolean,
  { whole, batch }: BatchLimits = LIMITS,
): RetainBatch {
  const most = !isBegun({ written, done }) && sizeOfAll(reads.values()) <= whole ? Number.POSITIVE_INFINITY : batch;
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

/** The part of a layout that a batch writes: unchanged chunks and the chunks of the batch. */
export function batchLayout(layout: Layout, { chunks, unfinished }: RetainBatch): Layout {
  const placed = layout.placed.filter(({ unchanged, chunk }) => unchanged !== null || chunks.has(chunk));
  return { ...layout, placed, isWhole: layout.draft !== unfinished };
}
