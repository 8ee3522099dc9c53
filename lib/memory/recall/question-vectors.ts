import type { Queryable } from '#lib/base/db/db';
import { inSnapshot } from '#lib/base/db/read-only';
import { scopeAt } from '#lib/base/db/revision';
import type { LlmFailure } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import type { Embedder } from '#lib/models/embeddings/port';
import { LlmError } from '#lib/models/llm/port';

/** The vectors of a question, which is planned again if the bank changes before it is read. */

/**
 * An answer from words alone now is better than a better answer later: a provider gets one attempt
 * and this long.
 */
const EMBED_MS = 1_500;

export interface EmbeddedText {
  /** null: the model knows no word of the text, or `unembedded` says why there is none */
  readonly vector: Float32Array | null;
  readonly unembedded: LlmFailure | 'not_configured' | null;
}

/** `embedder` null: the model of the bank's vectors is no longer configured. */
export type EmbedText = (embedder: Embedder | null, text: string, deadlineMs?: number) => Promise<EmbeddedText>;

export const embedText: EmbedText = async (embedder, text, deadlineMs = EMBED_MS) => {
  if (embedder === null) return { vector: null, unembedded: 'not_configured' };
  try {
    const [vector = null] = await embedder.embed([text], { deadlineMs });
    return { vector, unembedded: null };
  } catch (error) {
    if (!(error instanceof LlmError)) throw error;
    return { vector: null, unembedded: error.failure };
  }
};

/** A text that must be embedded before it can be searched. */
class MissingVector extends Error {
  readonly embed: () => Promise<EmbeddedText>;
  constructor(embed: () => Promise<EmbeddedText>) {
    super('A text of the question was not embedded yet');
    this.embed = embed;
  }
}

const keyOf = (embedder: Embedder | null, text: string): string => JSON.stringify([embedder?.model ?? null, text]);

/** The vectors of one question. Each text is embedded once, also if it is planned again. */
export class QuestionVectors {
  private readonly vectors = new Map<string, Promise<EmbeddedText>>();

  readonly embed: EmbedText = (embedder, text, deadlineMs) => {
    const key = keyOf(embedder, text);
    const known = this.vectors.get(key) ?? embedText(embedder, text, deadlineMs);
    this.vectors.set(key, known);
    return known;
  };

  /** Calls no provider: throws for a text that was not embedded, so that `inSnapshot` does. */
  private readonly known: EmbedText = (embedder, text, deadlineMs) => {
    const known = this.vectors.get(keyOf(embedder, text));
    if (known) return known;
    throw new MissingVector(() => this.embed(embedder, text, deadlineMs));
  };

  /**
   * Plans and reads in one snapshot, with the bank of that snapshot in the scope. `work` calls no
   * provider except by the `EmbedText` that it gets. A text that it misses is embedded outside the
   * snapshot, and then `work` runs again in a new one. Only a write of a speaker whom the question
   * names makes another text, so there are few.
   */
  async inSnapshot<T>(
    db: Queryable,
    scope: BankScope,
    work: (at: Queryable, scope: BankScope, embed: EmbedText) => Promise<T>,
  ): Promise<T> {
    for (;;) {
      try {
        return await inSnapshot(db, async (at) => work(at, await scopeAt(at, scope), this.known));
      } catch (error) {
        if (!(error instanceof MissingVector)) throw error;
        await error.embed();
      }
    }
  }
}
