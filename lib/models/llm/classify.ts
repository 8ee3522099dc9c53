import { OutboundError } from '#lib/base/outbound';
import { LlmError } from '#lib/models/llm/port';

/**
 * Classifies the error of a call by its shape, because its classes are in a package that is loaded
 * only if a model is configured. Messages never contain text of the provider.
 */

interface ApiFailure {
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
}

/** Upper limit for retry times: a provider that says "next month" is asked again tomorrow. */
const MAX_RETRY_SECONDS = 86_400;

/** Reads `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function retryAfter(headers: Readonly<Record<string, string>> | undefined, now: number): number | null {
  const milliseconds = Number(headers?.['retry-after-ms'] ?? Number.NaN);
  const given = headers?.['retry-after'];
  const seconds = Number.isFinite(milliseconds) ? milliseconds / 1000 : Number(given ?? Number.NaN);
  const found = Number.isFinite(seconds) ? seconds : (Date.parse(given ?? '') - now) / 1000;
  return Number.isFinite(found) && found >= 0 ? Math.min(MAX_RETRY_SECONDS, Math.ceil(found)) : null;
}

const TOO_LONG = /context.{0,20}(length|window)|too (long|large|many tokens)|(maximum|max).{0,40}tokens|exceeds.{0,40}(token|limit)/i;
/** The parameter of the request that limits the answer. */
const OUTPUT_LIMIT = /max_?(completion_?|output_?)?tokens/i;
/** The input and the limit of the answer together exceed the context: a shorter text fits. */
const INPUT_AND_OUTPUT = /context.{0,3}(length|limit|size)|(input|prompt).{0,10}(length|tokens)/i;
const FILTERED = /content.{0,3}(filter|policy|management)|safety|moderation/i;

const transient = (message: string, failure: LlmError['failure'], seconds: number | null = null): LlmError =>
  new LlmError('transient', message, seconds, failure);

const isTooLong = (body: string): boolean => TOO_LONG.test(body) && (!OUTPUT_LIMIT.test(body) || INPUT_AND_OUTPUT.test(body));

const byStatus = (status: number, { responseHeaders, responseBody = '' }: ApiFailure, now: number): LlmError => {
  const seconds = retryAfter(responseHeaders, now);
  if (status === 429) return transient('The model is overloaded', 'rate_limited', seconds);
  if (status >= 500 || [408, 409, 425].includes(status)) return transient('The model failed', 'provider_error', seconds);
  if (status === 401 || status === 403) return new LlmError('configuration', 'The model rejected its credentials', null, 'unauthorized');
  if (status === 413 || isTooLong(responseBody)) return new LlmError('content', 'The text is too long for the model', null, 'too_long');
  if (FILTERED.test(responseBody)) return refused();
  return new LlmError('configuration', 'The model rejected the request', null, 'rejected');
};

const refused = (): LlmError => new LlmError('content', 'The model declined to answer', null, 'refused');
export const timedOut = (): LlmError => transient('The model did not answer in time', 'timeout');
export const malformed = (): LlmError => new LlmError('content', "The model's answer has an unexpected format", null, 'malformed');
const cutOff = (): LlmError => new LlmError('content', "The model's answer was cut off at its length limit", null, 'cut_off');
const unreachable = (): LlmError => transient('The model cannot be reached', 'unreachable');

function* causes(error: unknown): Generator<unknown> {
  const seen = new Set<unknown>();
  for (let current = error; typeof current === 'object' && current !== null && !seen.has(current); current = (current as Error).cause) {
    seen.add(current);
    yield current;
  }
}

/** Returns the error for an answer with an abnormal finish reason; null if it finished normally. */
export function endedBadly(finishReason: string): LlmError | null {
  if (finishReason === 'length') return cutOff();
  return finishReason === 'content-filter' ? refused() : null;
}

/** The SDK ignores the field in which OpenAI's models decline structured answers. */
const hasRefusal = (body: unknown): boolean => {
  const refusal = (body as { choices?: { message?: { refusal?: unknown } }[] } | undefined)?.choices?.[0]?.message?.refusal;
  return typeof refusal === 'string' && refusal !== '';
};

/** `error` is the SDK's exception; the caller's own abort is checked before. */
export function classify(error: unknown, now: number): LlmError {
  if (error instanceof LlmError) return error;
  for (const cause of causes(error)) {
    if (cause instanceof OutboundError)
      return cause.failure === 'redirected'
        ? new LlmError('configuration', 'The address of the model redirects elsewhere', null, 'rejected')
        : new LlmError('content', 'The answer of the model is too large', null, 'malformed');
    const { name, statusCode, responseBody } = cause as Error & ApiFailure;
    if (name === 'TimeoutError' || name === 'AbortError') return timedOut();
    if (typeof statusCode === 'number' && statusCode !== 200) return byStatus(statusCode, cause as ApiFailure, now);
    // A successful response that is not a model's, such as a proxy's page.
    if (statusCode === 200 && typeof responseBody === 'string') return transient('The model failed', 'provider_error');
  }
  const { name, finishReason, response } = error as Error & { readonly finishReason?: string; readonly response?: { body?: unknown } };
  if (name === 'AI_NoObjectGeneratedError' && hasRefusal(response?.body)) return refused();
  if (name === 'AI_NoObjectGeneratedError') return endedBadly(finishReason ?? '') ?? malformed();
  if (name === 'AI_NoOutputGeneratedError' || name === 'AI_NoContentGeneratedError') return malformed();
  // An answer without choices: a gateway's content filter has removed them.
  if (name === 'AI_InvalidResponseDataError') return refused();
  // The rest are network errors: no connection, or a broken one.
  return unreachable();
}
