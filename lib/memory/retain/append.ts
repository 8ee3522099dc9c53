import { shared } from '#lib/base/once-per-process';
import type { AppendState, StoredChunk, StoredDocument } from '#lib/memory/retain/store-read';

/**
 * An append that is too large for one transaction is written in batches, after the existing text.
 * Repeating a half-finished append would duplicate it, so the document records its previous state
 * until the last batch. Chunks after that state belong to an interrupted append and are deleted
 * before the next append. A writer only waits for another writer that is still at work.
 */

/** The state of the document that an append continues. */
export interface Base extends Omit<AppendState, 'by' | 'hash'> {
  readonly hash: string;
  readonly last: StoredChunk | undefined;
}

/** null: the document does not exist. */
export function baseOf(stored: StoredDocument | null): Base | null {
  if (!stored) return null;
  const { settled, chunks, contentHash, textLength } = stored;
  if (!settled) {
    const last = chunks.at(-1);
    return { hash: contentHash, chunks: last ? last.index + 1 : 0, length: textLength, last };
  }
  if (settled.hash === null) return null;
  return { ...settled, hash: settled.hash, last: chunks.findLast(({ index }) => index < settled.chunks) };
}

/** Chunks of an unfinished append. */
export const restOf = ({ settled, chunks }: StoredDocument): StoredChunk[] =>
  settled ? chunks.filter(({ index }) => index >= settled.chunks) : [];

/**
 * Milliseconds after which a writer in another process counts as dead. Batches follow each other
 * within a second or two.
 */
const SILENT_MS = 15_000;

const writers = shared('retain.writers', () => ({ process: crypto.randomUUID(), names: new Set<string>() }));

/** Runs the work of one retain under a unique writer name, which marks it as active. */
export async function asWriter<T>(work: (name: string) => Promise<T>): Promise<T> {
  const name = `${writers.process} ${crypto.randomUUID()}`;
  writers.names.add(name);
  try {
    return await work(name);
  } finally {
    writers.names.delete(name);
  }
}

/** Whether the writer of this name may still be active. `silentMs`: time since its last write. */
export const isAtWork = (name: string, silentMs: number): boolean =>
  name.startsWith(writers.process) ? writers.names.has(name) : silentMs < SILENT_MS;
