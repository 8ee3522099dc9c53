import { setImmediate as nextTurn } from 'node:timers/promises';
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

class StaticEmbedder implements Embedder {
  readonly model = BUILTIN_MODEL;
  readonly dimensions = 256;
  private english: EnglishVectors | null = null;
  private multilingual: MultilingualVectors | null = null;
  private loads = 0;

  async embed(texts: readonly string[]): Promise<(Float32Array | null)[]> {
    const vectors: (Float32Array | null)[] = [];
    const pause = pacer();
    for (const text of texts) {
      await pause();
      await prepareLanguage(text);
      const before = this.loads;
      const table = this.tableOf(text);
      // Loading takes a tenth of a second, so other requests come before the work that follows.
      if (this.loads > before) await nextTurn();
      vectors.push(table.vector(text));
    }
    return vectors;
  }

  /** The rows of all tokens of a text; public for the comparison with the model's test vectors. */
  tokenRows(text: string): number[] {
    return this.tableOf(text).rowsOf(text);
  }

  /** Each table is loaded at the first text that needs it. */
  private tableOf(text: string): EnglishVectors | MultilingualVectors {
    if (languageOf(text) === ENGLISH) {
      this.english ??= this.load(() => new EnglishVectors());
      return this.english;
    }
    this.multilingual ??= this.load(() => new MultilingualVectors());
    return this.multilingual;
  }

  private load<Table>(read: () => Table): Table {
    this.loads++;
    return read();
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
