import { OutboundError } from '#lib/base/outbound';
import { ModelError } from '#lib/models/llm/port';

/**
 * What went wrong with a call, told from the shape of the error: its classes come from a package that is only loaded when a model is
 * configured. Nothing that a provider wrote gets into a message.
 */

interface ApiFailure {
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
}

/** Longer ones are taken for this: a provider that says "next month" is asked again tomorrow. */
const MAX_RETRY_SECONDS = 86_400;

/** From `retry-after-ms`, `retry-after` in seconds or as a date. */
export function retryAfter(headers: Readonly<Record<string, string>> | undefined, now: number): number | null {
  const milliseconds = Number(headers?.['retry-after-ms'] ?? Number.NaN);
  const given = headers?.['retry-after'];
  const seconds = Number.isFinite(milliseconds) ? milliseconds / 1000 : Number(given ?? Number.NaN);
  const found = Number.isFinite(seconds) ? seconds : (Date.parse(given ?? '') - now) / 1000;
  return Number.isFinite(found) && found >= 0 ? Math.min(MAX_RETRY_SECONDS, Math.ceil(found)) : null;
}

const TOO_LONG = /context.{0,20}(length|window)|too (long|large|many tokens)|(maximum|max).{0,40}tokens|exceeds.{0,40}(token|limit)/i;
const FILTERED = /content.{0,3}(filter|policy|management)|safety|moderation/i;

const transient = (message: string, failure: ModelError['failure'], seconds: number | null = null): ModelError =>
  new ModelError('transient', message, seconds, failure);

const byStatus = (status: number, { responseHeaders, responseBody = '' }: ApiFailure, now: number): ModelError => {
  const seconds = retryAfter(responseHeaders, now);
  if (status === 429) return transient('The model has too much to do', 'rate_limited', seconds);
  if (status >= 500 || [408, 409, 425].includes(status)) return transient('The model failed', 'provider_error', seconds);
  if (status === 401 || status === 403) return new ModelError('configuration', 'The model refused its credentials', null, 'unauthorized');
  if (status === 413 || TOO_LONG.test(responseBody))
    return new ModelError('content', 'The text is too long for the model', null, 'too_long');
  if (FILTERED.test(responseBody)) return refused();
  return new ModelError('configuration', 'The model did not accept the request', null, 'rejected');
};

const refused = (): ModelError => new ModelError('content', 'The model declined to answer', null, 'refused');
export const timedOut = (): ModelError => transient('The model did not answer in time', 'timeout');
export const malformed = (): ModelError =>
  new ModelError('content', 'The model gave an answer that does not fit what was asked', null, 'malformed');
const cutOff = (): ModelError => new ModelError('content', 'The answer of the model was cut off by its length', null, 'cut_off');
const unreachable = (): ModelError => transient('The model cannot be reached', 'unreachable');

function* causes(error: unknown): Generator<unknown> {
  const seen = new Set<unknown>();
  for (let current = error; typeof current === 'object' && current !== null && !seen.has(current); current = (current as Error).cause) {
    seen.add(current);
    yield current;
  }
}

/** An answer that ended otherwise than a model ends by itself; null: it ended well. */
export function endedBadly(finishReason: string): ModelError | null {
  if (finishReason === 'length') return cutOff();
  return finishReason === 'content-filter' ? refused() : null;
}

/** `error` is what the SDK threw; the caller's own abort is looked at before. */
export function classify(error: unknown, now: number): ModelError {
  if (error instanceof ModelError) return error;
  for (const cause of causes(error)) {
    if (cause instanceof OutboundError)
      return cause.failure === 'redirected'
        ? new ModelError('configuration', 'The address of the model leads elsewhere', null, 'rejected')
        : new ModelError('content', 'The answer of the model is too large', null, 'malformed');
    const { name, statusCode, responseBody } = cause as Error & ApiFailure;
    if (name === 'TimeoutError' || name === 'AbortError') return timedOut();
    if (typeof statusCode === 'number' && statusCode !== 200) return byStatus(statusCode, cause as ApiFailure, now);
    // A whole reply that is no reply of a model: a page of a proxy, say.
    if (statusCode === 200 && typeof responseBody === 'string') return transient('The model failed', 'provider_error');
  }
  const { name, finishReason } = error as Error & { readonly finishReason?: string };
  if (name === 'AI_NoObjectGeneratedError') return endedBadly(finishReason ?? '') ?? malformed();
  if (name === 'AI_NoOutputGeneratedError' || name === 'AI_NoContentGeneratedError') return malformed();
  // What is left is the way there and back: no connection, or a cut one.
  return unreachable();
}
