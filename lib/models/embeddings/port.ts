import type { BankScope } from '#lib/base/scope';

/**
 * Turns texts into vectors of unit length. Several models may live side by side in one bank, so
 * every vector is stored with its model's name.
 */
export interface Embedder {
  /** stored with every vector, for example `builtin/static-en-256` */
  readonly model: string;
  /** null: a provider's model that has not answered yet */
  readonly dimensions: number | null;
  /**
   * Returns one vector per text, in order, each of length 1. `null` if the model knows nothing of
   * the text (another script, only punctuation): such a unit has no vector row and is found by its
   * words. A provider's model gets only the beginning of a text that is too long for it, and throws
   * `LlmError`.
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<(Float32Array | null)[]>;
  /**
   * The same embedder, with its requests in the ledger of model calls; only a provider's model has
   * costs.
   */
  bookedTo?(work: EmbeddingPurpose): Embedder;
}

/** The purpose of vectors. */
export interface EmbeddingPurpose {
  readonly scope: BankScope;
  /**
   * `retain`, `recall`, `consolidation`, `curation`, `reembedding`, `refresh_mental_model`,
   * `reflect`
   */
  readonly operation: string;
  readonly operationId?: string | null;
}

export interface EmbedOptions {
  readonly signal?: AbortSignal;
  /**
   * Limits the request to one try of this many milliseconds, for callers that wait and do not need
   * the result.
   */
  readonly deadlineMs?: number;
  readonly work?: EmbeddingPurpose;
}
