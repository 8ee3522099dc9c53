import { setImmediate } from 'node:timers/promises';
import type { ReadUnit } from '#lib/memory/retain/read';
import type { Embedder } from '#lib/models/embeddings/port';

/** Texts for one call of the embedder: a few milliseconds of the built-in one, a fair batch for a remote one. */
const EMBED_BATCH = 256;

/** Gives the units their vectors, letting other requests through in between. */
export async function embedUnits(units: readonly ReadUnit[], embedder: Embedder, told?: (done: number) => void): Promise<void> {
  for (let from = 0; from < units.length; from += EMBED_BATCH) {
    if (from > 0) await setImmediate();
    const batch = units.slice(from, from + EMBED_BATCH);
    const vectors = await embedder.embed(batch.map(({ searched }) => searched));
    batch.forEach((unit, i) => {
      unit.vector = vectors[i] ?? null;
    });
    told?.(from + batch.length);
  }
}
