/**
 * Sends requests to models, embedders and rerankers. URLs come only from the operator's settings,
 * never from a tenant, so private addresses are allowed; `public-text.ts` is for URLs of strangers.
 * Redirects are rejected, because they would lead to a host that the operator did not configure. So
 * are endless responses.
 */

/** Longer than any answer that our schemas allow, embeddings of a full batch included. */
const MAX_BYTES = 8 * 1024 * 1024;

export type OutboundFailure = 'redirected' | 'too_large';

export class OutboundError extends Error {
  readonly failure: OutboundFailure;
  constructor(failure: OutboundFailure) {
    super(failure === 'redirected' ? 'The URL answered with a redirect' : 'The answer is too large');
    this.name = 'OutboundError';
    this.failure = failure;
  }
}

function bounded(body: ReadableStream<Uint8Array>, maxBytes: number): ReadableStream<Uint8Array> {
  let bytes = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        bytes += part.byteLength;
        if (bytes > maxBytes) controller.error(new OutboundError('too_large'));
        else controller.enqueue(part);
      },
    }),
  );
}

export const outboundFetch =
  (maxBytes = MAX_BYTES): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new OutboundError('redirected');
    }
    if (!response.body) return response;
    if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
      await response.body.cancel();
      throw new OutboundError('too_large');
    }
    return new Response(bounded(response.body, maxBytes), {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };
