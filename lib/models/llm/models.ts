import type { Db } from '#lib/base/db/db';
import { present } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import type { Log } from '#lib/base/log';
import { countLostCall, observeModelCall } from '#lib/base/metrics';
import type { BankScope } from '#lib/base/scope';
import { KeyedSemaphore } from '#lib/base/semaphore';
import { addUsage, NO_USAGE, type Usage } from '#lib/base/usage';
import { Breaker } from '#lib/models/llm/breaker';
import { timedOut } from '#lib/models/llm/classify';
import { bookCall } from '#lib/models/llm/ledger';
import { beforeRetry, PATIENCE, type Patience, sleep } from '#lib/models/llm/patience';
import {
  type CallFor,
  type LanguageModel,
  type LlmAnswer,
  LlmError,
  type LlmModels,
  type LlmQuestion,
  type LlmUse,
  type Step,
  type StepAnswer,
} from '#lib/models/llm/port';
import { type LlmOutcome, SdkModel } from '#lib/models/llm/sdk';
import { BUILTIN, fingerprint, type LlmConfiguration, type LlmSettings } from '#lib/models/llm/settings';

export interface LlmServices {
  readonly db: Db;
  readonly log: Log;
  /** awaited before each request; at the first one, starts telemetry */
  readonly prepare?: () => Promise<unknown>;
}

/** The source of a bank's choice of a model. */
export type ChoiceSource = 'bank' | 'use' | 'default';

export interface Choice {
  readonly configuration: LlmConfiguration;
  readonly source: ChoiceSource;
}

/** The models of this process, with their shared breakers and concurrency limits. */
export interface LlmSet extends LlmModels {
  readonly settings: LlmSettings;
  /** the configuration that a bank uses, including `builtin` */
  choiceOf(use: LlmUse, scope: BankScope): Choice;
  /**
   * Sends one small request, without retries and independent of the breaker. Throws `LlmError`.
   */
  probe(configuration: LlmConfiguration, question: LlmQuestion<unknown>, use: LlmUse, call: CallFor, timeoutMs: number): Promise<void>;
}

/** Calls of one organization that this process sends at once. */
const CALLS_AT_ONCE = 4;

const BUILTIN_CHOICE: LlmConfiguration = { name: BUILTIN, provider: BUILTIN, model: null, apiKey: null, baseUrl: null };

const find = ({ named }: LlmSettings, wanted: unknown): LlmConfiguration | undefined =>
  wanted === BUILTIN ? BUILTIN_CHOICE : named.find(({ name }) => name === wanted);

/** Throws `bad_request` for a name that the operator does not offer. */
function findOnce(settings: LlmSettings, use: LlmUse, wanted: string): LlmConfiguration {
  const offered = [BUILTIN, ...settings.named.map(({ name }) => name)].join(', ');
  const found = find(settings, wanted);
  if (!found) throw new ServiceError('bad_request', `${use}_llm: the operator offers ${offered}`);
  return found;
}

/** A name that the operator has removed counts as not chosen. */
function choose(settings: LlmSettings, use: LlmUse, { bank }: BankScope): Choice {
  const chosen = find(settings, bank?.config[`${use}_llm`]);
  if (chosen) return { configuration: chosen, source: 'bank' };
  const configuration = settings.byUse[use];
  return { configuration, source: configuration.name === use ? 'use' : 'default' };
}

const correctionOf = (problems: readonly string[]): string =>
  `Your last answer did not fit the schema (${problems.join('; ')}). Answer again, with nothing but JSON that fits it.`;

/** One endpoint: its client and its breaker, shared by all equal configurations. */
interface Endpoint {
  readonly client: SdkModel;
  readonly breaker: Breaker;
}

/** A call of an endpoint; `correction` is appended to it. */
type EndpointCall<T> = (client: SdkModel, correction: string | null, signal: AbortSignal) => Promise<LlmOutcome<T>>;

const asking =
  <T>(question: LlmQuestion<T>): EndpointCall<T> =>
  (client, correction, signal) =>
    client.ask(question, correction, signal);

const stepping =
  (step: Step): EndpointCall<StepAnswer> =>
  (client, correction, signal) =>
    client.step(step, correction, signal);

class LlmCall<T> {
  private readonly services: LlmServices & { readonly calls: KeyedSemaphore; readonly patience: Patience };
  private readonly endpoint: Endpoint;
  private readonly configuration: LlmConfiguration;
  private readonly use: LlmUse;
  private readonly ask: EndpointCall<T>;
  private readonly call: CallFor;
  private attempts = 0;

  constructor(given: {
    services: LlmServices & { readonly calls: KeyedSemaphore; readonly patience: Patience };
    endpoint: Endpoint;
    configuration: LlmConfiguration;
    use: LlmUse;
    ask: EndpointCall<T>;
    call: CallFor;
  }) {
    this.services = given.services;
    this.endpoint = given.endpoint;
    this.configuration = given.configuration;
    this.use = given.use;
    this.ask = given.ask;
    this.call = given.call;
  }

  async answer(): Promise<LlmAnswer<T>> {
    let usage = NO_USAGE;
    let correction: string | null = null;
    let retries = 0;
    for (;;) {
      const outcome = await this.guarded(correction);
      usage = addUsage(usage, outcome.usage);
      if ('value' in outcome) return { value: outcome.value, usage };
      const { error, problems } = outcome;
      error.usage = usage;
      if (error.failure === 'malformed' && correction === null) correction = correctionOf(problems);
      else await beforeRetry(error, retries++, this.services.patience, this.call.signal);
    }
  }

  /** One request, when the breaker and the concurrency limit of the organization allow it. */
  private async guarded(correction: string | null): Promise<LlmOutcome<T>> {
    const { endpoint, services, call } = this;
    await this.whenOpen();
    try {
      const outcome = await services.calls.run(call.scope.orgId, () => this.request(correction, services.patience.timeoutMs), call.signal);
      this.note(outcome);
      return outcome;
    } catch (error) {
      endpoint.breaker.abandoned();
      throw error;
    }
  }

  /**
   * Waits out a short pause, so that one "retry later" does not fail concurrent calls; throws for a
   * long one.
   */
  private async whenOpen(): Promise<void> {
    const { breaker } = this.endpoint;
    for (let wait = breaker.wait(Date.now()); wait > 0; wait = breaker.wait(Date.now())) {
      if (wait > this.services.patience.longestWaitMs) {
        observeModelCall(this.use, 'paused', 0, NO_USAGE);
        throw new LlmError('transient', 'The language model is paused after repeated failures', Math.ceil(wait / 1000), 'paused');
      }
      await sleep(wait, this.call.signal);
    }
  }

  /** Sends one request and writes its row of the ledger. Throws only the caller's own abort. */
  async request(correction: string | null, timeoutMs: number): Promise<LlmOutcome<T>> {
    const { call } = this;
    await this.services.prepare?.();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(timedOut()), timeoutMs);
    const startedAt = new Date();
    const begun = performance.now();
    this.attempts++;
    let outcome: LlmOutcome<T>;
    try {
      outcome = await this.ask(this.endpoint.client, correction, AbortSignal.any([call.signal, late.signal]));
      // The SDK may wrap an abort in any way; here it is known what ended the request.
      if ('error' in outcome && late.signal.aborted) outcome = { ...outcome, error: timedOut() };
    } finally {
      clearTimeout(timer);
    }
    const failure = 'error' in outcome ? (call.signal.aborted ? 'aborted' : outcome.error.failure) : null;
    const durationMs = Math.round(performance.now() - begun);
    await this.book(outcome.usage, failure, startedAt, durationMs);
    call.onAttempt?.({ number: this.attempts, startedAt: begun, durationMs, failure, usage: outcome.usage });
    if (failure === 'aborted') throw call.signal.reason;
    return outcome;
  }

  private note(outcome: LlmOutcome<T>): void {
    const { breaker } = this.endpoint;
    if ('value' in outcome || outcome.error.kind !== 'transient') breaker.succeeded();
    else breaker.failed(Date.now(), outcome.error.retryAfterSeconds === null ? null : outcome.error.retryAfterSeconds * 1000);
  }

  /** Never throws: an answer is not discarded because of a ledger error, but the loss is logged. */
  private async book(usage: Usage, failure: LlmError['failure'] | null, startedAt: Date, durationMs: number): Promise<void> {
    const { call, configuration, services } = this;
    observeModelCall(this.use, failure, durationMs / 1000, usage);
    try {
      await bookCall(services.db, call.scope, {
        id: newId(),
        use: this.use,
        operation: call.operation,
        operationId: call.operationId ?? null,
        documentId: call.documentId ?? null,
        configuration: configuration.name,
        provider: configuration.provider,
        model: present(configuration.model),
        failure,
        attempt: this.attempts,
        usage,
        durationMs,
        startedAt,
      });
    } catch (error) {
      countLostCall();
      services.log.warn(
        { use: this.use, tokens: usage.totalTokens, error: (error as Error).name },
        'a model call is missing in the ledger',
      );
    }
  }
}

/** Nothing is loaded or connected before the first question. */
export function createModels(services: LlmServices, settings: LlmSettings, patience: Partial<Patience> = {}): LlmSet {
  const shared = { ...services, calls: new KeyedSemaphore(CALLS_AT_ONCE), patience: { ...PATIENCE, ...patience } };
  const endpoints = new Map<string, Endpoint>();
  const endpointOf = (configuration: LlmConfiguration): Endpoint => {
    const id = fingerprint(configuration);
    const endpoint = endpoints.get(id) ?? { client: new SdkModel(configuration), breaker: new Breaker() };
    endpoints.set(id, endpoint);
    return endpoint;
  };
  const choiceOf = (use: LlmUse, scope: BankScope): Choice => choose(settings, use, scope);
  const callOf = <T>(configuration: LlmConfiguration, use: LlmUse, ask: EndpointCall<T>, call: CallFor): LlmCall<T> =>
    new LlmCall({ services: shared, endpoint: endpointOf(configuration), configuration, use, ask, call });
  return {
    settings,
    choiceOf,
    of(use, scope, once): LanguageModel | null {
      const configuration = once ? findOnce(settings, use, once) : choiceOf(use, scope).configuration;
      if (configuration.provider === BUILTIN) return null;
      return {
        id: `${configuration.provider}/${configuration.model}`,
        generate: (question, call) => callOf(configuration, use, asking(question), call).answer(),
        step: (step, call) => callOf(configuration, use, stepping(step), call).answer(),
      };
    },
    async probe(configuration, question, use, call, timeoutMs) {
      const outcome = await callOf(configuration, use, asking(question), call).request(null, timeoutMs);
      if ('error' in outcome) throw outcome.error;
    },
  };
}
