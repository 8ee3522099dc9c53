import { shared } from '#lib/base/once-per-process';
import type { AppendState, StoredChunk, StoredDocument } from '#lib/memory/retain/store-read';

/**
 * An append that is too large for one transaction is written in passes, behind what is there. Whoever repeats it would append it twice, so
 * until its last pass the document keeps what it was before: what stands behind that is nobody's text, and goes before anything else is
 * appended. Only who is at work on it right now is waited for.
 */

/** What something is appended to. */
export interface Base extends Omit<AppendState, 'by' | 'hash'> {
  readonly hash: string;
  readonly last: StoredChunk | undefined;
}

/** null: there is nothing to append to. */
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

/** What stands behind that. */
export const restOf = ({ settled, chunks }: StoredDocument): StoredChunk[] =>
  settled ? chunks.filter(({ index }) => index >= settled.chunks) : [];

/** Passes follow each other within a second or two; of another process nothing else is known. */
const SILENT_MS = 15_000;

const writers = shared('retain.writers', () => ({ process: crypto.randomUUID(), names: new Set<string>() }));

/** Runs the work of one retain under a name of its own, by which others know that it is at work. */
export async function asWriter<T>(work: (name: string) => Promise<T>): Promise<T> {
  const name = `${writers.process} ${crypto.randomUUID()}`;
  writers.names.add(name);
  try {
    return await work(name);
  } finally {
    writers.names.delete(name);
  }
}

/** Whether the writer of this name may still go on; `silentMs`: since it wrote last. */
export const isAtWork = (name: string, silentMs: number): boolean =>
  name.startsWith(writers.process) ? writers.names.has(name) : silentMs < SILENT_MS;
