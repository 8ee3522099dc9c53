/** Conversions between generators and the streams of the platform, which the ZIP library uses. */

/** Reads a text piece by piece, as the stream is read. A stream that is canceled ends the text. */
export function streamOfText(parts: AsyncIterable<string> | Iterable<string>): ReadableStream<Uint8Array> {
  const source = Symbol.asyncIterator in parts ? parts[Symbol.asyncIterator]() : parts[Symbol.iterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        const { done, value } = await source.next();
        if (done) return controller.close();
        if (value !== '') return controller.enqueue(encoder.encode(value));
      }
    },
    async cancel() {
      await source.return?.();
    },
  });
}

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
  const failure = new Promise<never>((_, reject) => {
    void end.then((failed) => failed && reject(failed.error));
  });
  failure.catch(() => undefined);
  const reader = readable.getReader();
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), failure]);
      if (done) break;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
  const failed = await end;
  if (failed) throw failed.error;
}
