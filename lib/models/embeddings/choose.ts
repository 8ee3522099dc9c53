import { BUILTIN_MODEL, builtinEmbedder } from '#lib/models/embeddings/builtin';
import type { BookedWork, Embedder } from '#lib/models/embeddings/port';

/**
 * The embedder of a bank. A bank keeps the model that its vectors are of until it is embedded anew, whatever the operator configures
 * meanwhile: vectors of two models say nothing about each other. The built-in model is always there. null: the bank's model is configured no more.
 */
export function embedderOf(configured: Embedder, bankModel: string | null | undefined): Embedder | null {
  if (bankModel == null || bankModel === configured.model) return configured;
  return bankModel === BUILTIN_MODEL ? builtinEmbedder() : null;
}

/** For writing: where a bank's model is gone, its new memories get vectors of the configured one, which count once it has changed over. */
export const writingEmbedder = (configured: Embedder, bankModel: string | null | undefined): Embedder =>
  embedderOf(configured, bankModel) ?? configured;

/** Whatever it costs stands in the ledger. */
export const bookedTo = (embedder: Embedder, work: BookedWork): Embedder => embedder.bookedTo?.(work) ?? embedder;
