import type { Db } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import { newId } from '#lib/base/ids';
import type { LlmFailure } from '#lib/base/literals';
import type { Log } from '#lib/base/log';
import { countLostCall, countSideCall } from '#lib/base/metrics';
import { NO_USAGE } from '#lib/base/usage';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';
import type { Embedder, EmbeddingPurpose, EmbedOptions } from '#lib/models/embeddings/port';
import { Breaker } from '#lib/models/llm/breaker';
import { malformed, timedOut } from '#lib/models/llm/classify';
import { bookCall } from '#lib/models/llm/ledger';
import { beforeRetry, PATIENCE, type Patience } from '#lib/models/llm/patience';
import { LlmError } from '#lib/models/llm/port';
import { SdkModel } from '#lib/models/llm/sdk';
import type { LlmProviderSettings } from '#lib/models/llm/settings';

/**
 * Embeddings of a provider. Batches are sent one after the other: a caller with many texts waits,
 * because providers limit the request rate.
 */

/** The smallest batch limit of the providers. */
const BATCH = 96;
/**
 * Below the input limit of most embedding models; a memory is a sentence or two. Models with a
 * smaller limit refuse some texts of this length.
 */
const MAX_CHARACTERS = 8_000;
/** Every model accepts this: if it refuses, the reason is not the length. */
const FITS_CHARACTERS = 100;
/** The ledger of requests. */
interface Ledger {
  readonly db: Db;
  readonly log: Log;
}

const NEVER = new AbortController().signal;

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Scales a vector to length 1; throws if the provider's values are not numbers. */
function unit(values: readonly number[], dimensions: number): Float32Array | null {
  if (values.length === 0 || values.length !== dimensions || !values.every(Number.isFinite)) throw malformed();
  const length = Math.hypot(...values);
  return length === 0 ? null : Float32Array.from(values, (value) => value / length);
}

/** One request as the ledger records it. */
export interface EmbeddingCall extends EmbeddingPurpose {
  readonly provider: string;
  readonly model: string;
  readonly failure: LlmFailure | null;
  readonly attempt: number;
  readonly tokens: number;
  readonly durationMs: number;
  readonly startedAt: Date;
}

export class ProviderEmbedder implements Embedder {
  readonly model: string;
  dimensions: number | null = null;
  private readonly settings: LlmProviderSettings;
  private readonly book: (call: EmbeddingCall) => Promise<void>;
  private readonly client: SdkModel;
  private readonly patience: Patience;
  private readonly breaker = new Breaker();

  /** `book` never throws. */
  constructor(
    settings: LlmProviderSettings,
    patience: Partial<Patience> = {},
    book: (call: EmbeddingCall) => Promise<void> = async () => undefined,
  ) {
    this.settings = settings;
    this.book = book;
    this.model = `${settings.provider}/${settings.model}`;
    this.client = new SdkModel(settings);
    this.patience = { ...PATIENCE, ...patience };
  }

  async embed(texts: readonly string[], options: EmbedOptions = {}): Promise<(Float32Array | null)[]> {
    const vectors = new Array<Float32Array | null>(texts.length).fill(null);
    const places = texts.flatMap((text, place) => (hasWords(text) ? [place] : []));
    for (let from = 0; from < places.length; from += BATCH) {
      const batch = places.slice(from, from + BATCH);
      const found = await this.batch(
        batch.map((place) => defined(texts[place]).slice(0, MAX_CHARACTERS)),
        options,
      );
      for (const [i, place] of batch.entries()) vectors[place] = defined(found[i]);
    }
    return vectors;
  }

  bookedTo(work: EmbeddingPurpose): Embedder {
    const whole = this;
    return {
      model: this.model,
      get dimensions() {
        return whole.dimensions;
      },
      embed: (texts, options) => whole.embed(texts, { ...options, work }),
    };
  }

  /**
   * If the model refuses a batch as too long, its halves are sent, down to the single text. A text
   * that is too long is cut to its first half.
   */
  private async batch(texts: readonly string[], options: EmbedOptions): Promise<(Float32Array | null)[]> {
    try {
      return await this.retried(texts, options);
    } catch (error) {
      // A query has one try.
      if (options.deadlineMs !== undefined || !(error instanceof LlmError) || error.failure !== 'too_long') throw error;
      if (texts.length > 1) {
        const half = texts.length >> 1;
        return [...(await this.batch(texts.slice(0, half), options)), ...(await this.batch(texts.slice(half), options))];
      }
      const text = defined(texts[0]);
      if (text.length <= FITS_CHARACTERS) throw error;
      return this.batch([text.slice(0, text.length >> 1)], options);
    }
  }

  private async retried(texts: readonly string[], options: EmbedOptions): Promise<(Float32Array | null)[]> {
    const { signal = NEVER, deadlineMs } = options;
    for (let retries = 0; ; retries++) {
      try {
        return await this.request(texts, signal, options, retries + 1);
      } catch (error) {
        if (deadlineMs !== undefined || !(error instanceof LlmError)) throw error;
        await beforeRetry(error, retries, this.patience, signal);
      }
    }
  }

  private async request(
    texts: readonly string[],
    signal: AbortSignal,
    { deadlineMs, work }: EmbedOptions,
    attempt: number,
  ): Promise<(Float32Array | null)[]> {
    const wait = this.breaker.wait(Date.now());
    if (wait > 0)
      throw new LlmError('transient', 'The embedding model is paused after repeated failures', Math.ceil(wait / 1000), 'paused');
    const scope = deadlineMs === undefined ? 'memories' : 'query';
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(timedOut()), deadlineMs ?? this.patience.timeoutMs);
    const startedAt = new Date();
    const begun = performance.now();
    let tokens = 0;
    let failure: LlmFailure | null = null;
    try {
      const { vectors, tokens: spent } = await this.client.embed(texts, AbortSignal.any([signal, late.signal]));
      tokens = spent;
      if (vectors.length !== texts.length) throw malformed();
      const dimensions = this.dimensions ?? defined(vectors[0]).length;
      const units = vectors.map((values) => unit(values, dimensions));
      this.dimensions = dimensions;
      this.breaker.succeeded();
      countSideCall(scope, null);
      return units;
    } catch (error) {
      if (signal.aborted) {
        failure = 'aborted';
        this.breaker.abandoned();
        throw signal.reason;
      }
      const cause = late.signal.aborted ? timedOut() : error;
      failure = cause instanceof LlmError ? cause.failure : 'unreachable';
      throw this.noted(cause, scope);
    } finally {
      clearTimeout(timer);
      const { provider, model } = this.settings;
      const call = { provider, model: model ?? '', failure, attempt, tokens, durationMs: Math.round(performance.now() - begun), startedAt };
      const booked = work && this.book({ ...work, ...call });
      // A query does not wait for the ledger.
      if (deadlineMs === undefined) await booked;
    }
  }

  private noted(error: unknown, scope: 'memories' | 'query'): unknown {
    if (!(error instanceof LlmError)) {
      this.breaker.abandoned();
      return error;
    }
    countSideCall(scope, error.failure);
    if (error.kind === 'transient')
      this.breaker.failed(Date.now(), error.retryAfterSeconds === null ? null : error.retryAfterSeconds * 1000);
    else this.breaker.succeeded();
    return error;
  }
}

/** The embedder of new banks. Nothing is loaded before the first text. */
export const createEmbedder = (settings: LlmProviderSettings, ledger?: Ledger): Embedder =>
  settings.provider === 'builtin'
    ? builtinEmbedder()
    : new ProviderEmbedder(settings, {}, ledger && ((call) => bookEmbedding(ledger, call)));

/** Never throws: vectors are not discarded because of a ledger error, but the loss is logged. */
async function bookEmbedding({ db, log }: Ledger, { scope, tokens, ...call }: EmbeddingCall): Promise<void> {
  try {
    await bookCall(db, scope, {
      ...call,
      id: newId(),
      use: 'embedding',
      operationId: call.operationId ?? null,
      documentId: null,
      configuration: 'embedding',
      usage: { ...NO_USAGE, inputTokens: tokens, totalTokens: tokens },
    });
  } catch (error) {
    countLostCall();
    log.warn({ use: 'embedding', tokens, error: (error as Error).name }, 'a model call is missing in the ledger');
  }
}
