import { ENGLISH, languageOf } from '#lib/base/text/languages/of';
import { EnglishVectors } from '#lib/models/embeddings/english';
import { MultilingualVectors } from '#lib/models/embeddings/multilingual';
import type { Embedder } from '#lib/models/embeddings/port';

/**
 * Two tables share one space and this name. That of English gave the name; its vectors never
 * change, so that a bank of English texts needs no re-embedding.
 */
export const BUILTIN_MODEL = 'builtin/static-en-256';

class StaticEmbedder implements Embedder {
  readonly model = BUILTIN_MODEL;
  readonly dimensions = 256;
  private english: EnglishVectors | null = null;
  private multilingual: MultilingualVectors | null = null;

  async embed(texts: readonly string[]): Promise<(Float32Array | null)[]> {
    return texts.map((text) => this.tableOf(text).vector(text));
  }

  /** The rows of all tokens of a text; public for the comparison with the model's test vectors. */
  tokenRows(text: string): number[] {
    return this.tableOf(text).rowsOf(text);
  }

  /** Each table is loaded at the first text that needs it. */
  private tableOf(text: string): EnglishVectors | MultilingualVectors {
    if (languageOf(text) === ENGLISH) {
      this.english ??= new EnglishVectors();
      return this.english;
    }
    this.multilingual ??= new MultilingualVectors();
    return this.multilingual;
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
