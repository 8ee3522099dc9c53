import { pacer } from '#lib/base/pacer';
import type { ReadUnit } from '#lib/memory/retain/read';
import { directionText } from '#lib/memory/retain/store-units';
import type { Embedder } from '#lib/models/embeddings/port';

/** Texts per call of the embedder: a reasonable request to a remote one. */
const EMBED_BATCH = 256;

/**
 * Sets the vectors of the units. `onProgress` gets the number of embedded units. Throws the reason
 * of `signal`, which also ends a request of the embedder.
 */
export async function embedUnits(
  units: readonly ReadUnit[],
  embedder: Embedder,
  signal: AbortSignal,
  onProgress?: (done: number) => void,
): Promise<void> {
  for (let from = 0; from < units.length; from += EMBED_BATCH) {
    const batch = units.slice(from, from + EMBED_BATCH);
    const vectors = await embedder.embed(
      batch.map(({ searched }) => searched),
      { signal },
    );
    signal.throwIfAborted();
    batch.forEach((unit, i) => {
      unit.vector = vectors[i] ?? null;
    });
    onProgress?.(from + batch.length);
  }
}

/**
 * Sets the directions of embedded units. Call it before the transaction that stores them, because
 * a thousand vectors need pauses. Not for all units of a long text: their directions are larger
 * than their vectors.
 */
export async function encodeUnits(units: Iterable<ReadUnit>, pause = pacer()): Promise<void> {
  for (const unit of units) {
    await pause();
    unit.direction = unit.vector && directionText(unit.vector);
  }
}
