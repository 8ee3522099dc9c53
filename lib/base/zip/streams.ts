/** Reads a stream of the platform as a generator. */

/** The failure of the work behind a stream; null: it succeeded. */
export type StreamEnd = { readonly error: unknown } | null;

export const endOf = (work: Promise<unknown>): Promise<StreamEnd> =>
  work.then(
    () => null,
    (error: unknown) => ({ error }),
  );

/**
 * Yields what a stream contains, and throws the failure of the work that fills it: a failure need
 * not end the stream. If the caller stops, the stream is canceled.
 */
export async function* chunksOf(readable: ReadableStream<Uint8Array>, end: Promise<StreamEnd>): AsyncGenerator<Uint8Array> {
  const reader = readable.getReader();
  // Not by a race of promises: the one of the failure would refer to all chunks.
  void end.then((failed) => failed && reader.cancel().catch(() => undefined));
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
  const failed = await end;
  if (failed) throw failed.error;
}
