import type { LlmError } from '#lib/models/llm/port';

/** Time limits and retries, in milliseconds; tests shorten them. */
export interface Patience {
  /** of one request */
  readonly timeoutMs: number;
  /** before the first retry; doubled before the second */
  readonly backoffMs: number;
  /**
   * longest pause that a call waits for; if the provider asks for a longer one, the error contains
   * its length
   */
  readonly longestWaitMs: number;
}

export const PATIENCE: Patience = { timeoutMs: 60_000, backoffMs: 500, longestWaitMs: 8_000 };
export const RETRIES = 2;

/**
 * A request that timed out is not retried while a caller waits, because the caller has already
 * waited a minute.
 */
const RETRIED: readonly LlmError['failure'][] = ['rate_limited', 'provider_error', 'unreachable'];

/** Rejects with the signal's reason. */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });

/**
 * Waits before a retry: backs off, or as long as the provider requests. Throws the error if this
 * caller may not retry.
 */
export async function beforeRetry(error: LlmError, retries: number, patience: Patience, signal: AbortSignal): Promise<void> {
  const wait = Math.max(patience.backoffMs * 2 ** retries * (0.5 + Math.random()), (error.retryAfterSeconds ?? 0) * 1000);
  if (!RETRIED.includes(error.failure) || retries >= RETRIES || wait > patience.longestWaitMs) throw error;
  await sleep(wait, signal);
}
