import { BUILTIN_MODEL, builtinEmbedder } from '#lib/models/embeddings/builtin';
import type { Embedder, EmbeddingPurpose } from '#lib/models/embeddings/port';

/**
 * Returns the embedder of a bank. A bank uses the model of its vectors until it is re-embedded,
 * even if the operator configures another one meanwhile: vectors of two models cannot be compared.
 * The built-in model is always available. null: the bank's model is not configured any more.
 */
export function embedderOf(configured: Embedder, bankModel: string | null | undefined): Embedder | null {
  if (bankModel == null || bankModel === configured.model) return configured;
  return bankModel === BUILTIN_MODEL ? builtinEmbedder() : null;
}

/**
 * The embedder for writes. If a bank's model is not available any more, new memories get vectors of
 * the configured one. Those count after the bank has changed to it.
 */
export const writingEmbedder = (configured: Embedder, bankModel: string | null | undefined): Embedder =>
  embedderOf(configured, bankModel) ?? configured;

/** The same embedder, with its costs in the ledger. */
export const bookedTo = (embedder: Embedder, work: EmbeddingPurpose): Embedder => embedder.bookedTo?.(work) ?? embedder;
