import { pacer } from '#lib/base/pacer';
import { ENGLISH, languageOf, prepareLanguage } from '#lib/base/text/languages/of';
import { EnglishVectors } from '#lib/models/embeddings/english';
import { MultilingualVectors } from '#lib/models/embeddings/multilingual';
import type { Embedder } from '#lib/models/embeddings/port';

/**
 * Two tables share one space and this name. That of English gave the name; its vectors never
 * change, so that a bank of English texts needs no re-embedding.
 */
export const BUILTIN_MODEL = 'builtin/static-en-256';

/** Reads at the first call, and again after a failure. */
function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | null = null;
  return () => {
    value ??= read().catch((error: unknown) => {
      value = null;
      throw error;
    });
    return value;
  };
}

class StaticEmbedder implements Embedder {
  readonly model = BUILTIN_MODEL;
  readonly dimensions = 256;
  /** Each table is read at the first text that needs it. */
  private readonly english = once(EnglishVectors.read);
  private readonly multilingual = once(MultilingualVectors.read);

  async embed(texts: readonly string[]): Promise<(Float32Array | null)[]> {
    const vectors: (Float32Array | null)[] = [];
    const pause = pacer();
    for (const text of texts) {
      await pause();
      await prepareLanguage(text);
      const table = await (languageOf(text) === ENGLISH ? this.english() : this.multilingual());
      vectors.push(table.vector(text));
    }
    return vectors;
  }
}

let shared: StaticEmbedder | null = null;

/**
 * The embedder that needs no download and no key: one per process. Nothing is loaded before the
 * first text.
 */
export function builtinEmbedder(): StaticEmbedder {
  shared ??= new StaticEmbedder();
  return shared;
}
