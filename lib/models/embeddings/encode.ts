import { vectorText } from '#lib/base/db/db';
import { mapPaced } from '#lib/base/pacer';
import type { Embedder, EmbedOptions } from '#lib/models/embeddings/port';

/**
 * Embeds texts for a statement that stores their vectors: returns each in pgvector's text form.
 * Call it before the transaction: a vector has up to thousands of numbers, so their texts need
 * pauses. Throws the errors of the embedder.
 */
export const encodedVectors = async (embedder: Embedder, texts: readonly string[], options?: EmbedOptions): Promise<(string | null)[]> =>
  mapPaced(await embedder.embed(texts, options), (vector) => vector && vectorText(vector));
