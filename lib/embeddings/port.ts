/** Turns texts into vectors of unit length. Several models may live side by side in one bank, so every vector is stored with its model's name. */
export interface Embedder {
  /** stored beside every vector, for example `builtin/static-en-256` */
  readonly model: string;
  readonly dimensions: number;
  /**
   * One vector per text, in order, each of length 1. `null` where the model knows nothing of the text (another script, only signs):
   * such a unit has no vector row and is found by its words.
   */
  embed(texts: readonly string[]): Promise<(Float32Array | null)[]>;
}
