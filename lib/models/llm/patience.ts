import type { ModelError } from '#lib/models/llm/port';

/** How long and how often; tests shorten it. Milliseconds. */
export interface Patience {
  /** of one request */
  readonly timeoutMs: number;
  /** before the first retry; doubled before the second */
  readonly backoffMs: number;
  /** a provider that wants a longer pause is left alone, and the caller told for how long */
  readonly longestWaitMs: number;
}

export const PATIENCE: Patience = { timeoutMs: 60_000, backoffMs: 500, longestWaitMs: 8_000 };
export const RETRIES = 2;

/** A request that hung is not tried again while the caller waits: it has waited a minute already. */
const RETRIED: readonly ModelError['failure'][] = ['rate_limited', 'provider_error', 'unreachable'];

/** Rejects with the signal's reason. */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const gone = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', gone);
      resolve();
    }, ms);
    signal.addEventListener('abort', gone, { once: true });
  });

/** Waits before another try: backs off, or as long as the provider wants. Throws the error where trying again is not for this caller. */
export async function beforeRetry(error: ModelError, retries: number, patience: Patience, signal: AbortSignal): Promise<void> {
  const wait = Math.max(patience.backoffMs * 2 ** retries * (0.5 + Math.random()), (error.retryAfterSeconds ?? 0) * 1000);
  if (!RETRIED.includes(error.failure) || retries >= RETRIES || wait > patience.longestWaitMs) throw error;
  await sleep(wait, signal);
}
