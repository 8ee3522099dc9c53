import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { defined } from '#lib/base/defined';
import type { ErrorCode } from '#lib/base/errors';
import type { Budget, LlmFailure, LlmUse, RefreshMode, RefreshOutcome, RetainOutcome } from '#lib/base/literals';
import { shared } from '#lib/base/once-per-process';
import type { Usage } from '#lib/base/usage';

/**
 * Instruments of this process. Labels are templates and words from closed sets: never an
 * organization, a bank, a key or an id.
 */
interface Instruments {
  readonly registry: Registry;
  readonly httpRequests: Counter;
  readonly httpDuration: Histogram;
  readonly httpInProgress: Gauge;
  readonly operations: Counter;
  readonly operationDuration: Histogram;
  readonly authentications: Counter;
  readonly retained: Counter;
  readonly modelCalls: Counter;
  readonly modelDuration: Histogram;
  readonly modelTokens: Readonly<Record<'input' | 'output' | 'cached_input' | 'thoughts', Counter>>;
  readonly lostModelCalls: Counter;
  readonly embeddings: Counter;
  readonly reflects: Histogram;
  readonly citationsRejected: Counter;
  readonly refreshes: Counter;
  readonly background: Counter;
  readonly replicaReads: Counter;
  readonly stalls: Counter;
  readonly stallSeconds: Counter;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

function gauges(registers: Registry[]): void {
  const kinds = ['rss', 'heap_used', 'heap_total', 'external'] as const;
  new Gauge({
    name: 'memory_bank_process_memory_bytes',
    help: 'Memory of the process.',
    labelNames: ['type'],
    registers,
    collect() {
      const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
      for (const [i, value] of [rss, heapUsed, heapTotal, external].entries()) this.set({ type: defined(kinds[i]) }, value);
    },
  });
  new Gauge({
    name: 'memory_bank_process_uptime_seconds',
    help: 'Age of the process.',
    registers,
    collect() {
      this.set(process.uptime());
    },
  });
  new Gauge({
    name: 'memory_bank_process_open_handles',
    help: 'Open sockets, timers and other active resources of the event loop.',
    registers,
    collect() {
      this.set(process.getActiveResourcesInfo().length);
    },
  });
  let last = process.cpuUsage();
  const cpu = new Counter({
    name: 'memory_bank_process_cpu_seconds_total',
    help: 'Processor time used.',
    labelNames: ['type'],
    registers,
    collect() {
      const now = process.cpuUsage();
      cpu.inc({ type: 'user' }, (now.user - last.user) / 1e6);
      cpu.inc({ type: 'system' }, (now.system - last.system) / 1e6);
      last = now;
    },
  });
}

const MODEL_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120];

/** `scope` is what a model is used for; only the ledger contains which model it is. */
function modelInstruments(registers: Registry[]) {
  const tokens = (kind: string) =>
    new Counter({
      name: `memory_bank_llm_tokens_${kind}_total`,
      help: `Tokens of language models: ${kind.replace('_', ' ')}.`,
      labelNames: ['scope'],
      registers,
    });
  return {
    modelCalls: new Counter({
      name: 'memory_bank_llm_calls_total',
      help: 'Requests to language models, by use and result.',
      labelNames: ['scope', 'success', 'outcome'],
      registers,
    }),
    modelDuration: new Histogram({
      name: 'memory_bank_llm_duration_seconds',
      help: 'Duration of requests to language models.',
      labelNames: ['scope', 'success'],
      buckets: MODEL_SECONDS,
      registers,
    }),
    modelTokens: {
      input: tokens('input'),
      output: tokens('output'),
      cached_input: tokens('cached_input'),
      thoughts: tokens('thoughts'),
    },
    lostModelCalls: new Counter({
      name: 'memory_bank_llm_ledger_lost_total',
      help: 'Requests to language models that the ledger could not store.',
      registers,
    }),
    embeddings: new Counter({
      name: 'memory_bank_embedding_calls_total',
      help: 'Requests to an embedding provider or a reranker, by result.',
      labelNames: ['scope', 'outcome'],
      registers,
    }),
  };
}

function create(): Instruments {
  const registry = new Registry();
  const registers = [registry];
  gauges(registers);
  return {
    registry,
    httpRequests: new Counter({
      name: 'memory_bank_http_requests_total',
      help: 'Answered requests.',
      labelNames: ['method', 'endpoint', 'status_code', 'status_class'],
      registers,
    }),
    httpDuration: new Histogram({
      name: 'memory_bank_http_duration_seconds',
      help: 'Time from a request to its answer.',
      labelNames: ['method', 'endpoint', 'status_class'],
      buckets: SECONDS,
      registers,
    }),
    httpInProgress: new Gauge({ name: 'memory_bank_http_requests_in_progress', help: 'Requests being served.', registers }),
    operations: new Counter({
      name: 'memory_bank_operation_total',
      help: 'Finished calls of operations; monitoring is excluded.',
      labelNames: ['operation', 'success'],
      registers,
    }),
    operationDuration: new Histogram({
      name: 'memory_bank_operation_duration_seconds',
      help: 'Duration of operations; monitoring is excluded.',
      labelNames: ['operation', 'success'],
      buckets: SECONDS,
      registers,
    }),
    authentications: new Counter({
      name: 'memory_bank_authentications_total',
      help: 'Callers of the API and of the console, by credential and result.',
      labelNames: ['method', 'outcome'],
      registers,
    }),
    retained: new Counter({
      name: 'memory_bank_retain_documents_total',
      help: 'Retained items by result.',
      labelNames: ['outcome'],
      registers,
    }),
    ...modelInstruments(registers),
    reflects: new Histogram({
      name: 'memory_bank_reflect_duration_seconds',
      help: 'Answered questions, by budget and method.',
      labelNames: ['budget', 'method'],
      buckets: MODEL_SECONDS,
      registers,
    }),
    citationsRejected: new Counter({
      name: 'memory_bank_citation_rejected_total',
      help: 'Citations of language models that named none of their sources.',
      registers,
    }),
    refreshes: new Counter({
      name: 'memory_bank_model_refresh_outcome_total',
      help: 'Refreshes of mental models by result.',
      labelNames: ['outcome', 'mode'],
      registers,
    }),
    background: new Counter({
      name: 'memory_bank_async_operations_total',
      help: 'Background operations that this process ended, also for a caller.',
      labelNames: ['operation_type', 'status'],
      registers,
    }),
    replicaReads: new Counter({
      name: 'memory_bank_replica_reads_total',
      help: 'Reads of banks by where they went: the replica, or the primary because the replica was behind or unavailable.',
      labelNames: ['read'],
      registers,
    }),
    stalls: new Counter({
      name: 'memory_bank_event_loop_stalls_total',
      help: 'Number of times the event loop was blocked for 100 ms or more.',
      registers,
    }),
    stallSeconds: new Counter({
      name: 'memory_bank_event_loop_stall_seconds_total',
      help: 'Total time for which the event loop was blocked.',
      registers,
    }),
  };
}

export const instruments = (): Instruments => shared('metrics', create);

/**
 * The labels of an operation are its path template and its id. Requests without an operation count
 * under the endpoint `none`.
 */
export function observeRequest(
  method: string,
  operation: { id: string; path: string; tag: string } | null,
  status: number,
  seconds: number,
): void {
  const { httpRequests, httpDuration, operations, operationDuration } = instruments();
  const endpoint = operation?.path ?? 'none';
  const status_class = `${Math.floor(status / 100)}xx`;
  httpRequests.inc({ method, endpoint, status_code: status, status_class });
  httpDuration.observe({ method, endpoint, status_class }, seconds);
  if (!operation || operation.tag === 'Monitoring') return;
  const labels = { operation: operation.id, success: String(status < 400) };
  operations.inc(labels);
  operationDuration.observe(labels, seconds);
}

export type AuthMethod = 'key' | 'session' | 'password' | 'provider';

/** `accepted`, or the code of the error that the caller got: words of a closed set. */
export const countAuthentication = (method: AuthMethod, outcome: 'accepted' | 'failed' | ErrorCode): void =>
  instruments().authentications.inc({ method, outcome });

/** `outcome` is one of `OUTCOMES`. */
export const countRetained = (outcome: RetainOutcome): void => instruments().retained.inc({ outcome });

/**
 * Counts one request to a language model. `failure` is one of `MODEL_FAILURES`; null: it succeeded.
 * `paused`: nothing was sent.
 */
export function observeModelCall(scope: LlmUse, failure: LlmFailure | null, seconds: number, usage: Usage): void {
  const { modelCalls, modelDuration, modelTokens } = instruments();
  const success = String(failure === null);
  modelCalls.inc({ scope, success, outcome: failure ?? 'answered' });
  if (failure !== 'paused') modelDuration.observe({ scope, success }, seconds);
  modelTokens.input.inc({ scope }, usage.inputTokens);
  modelTokens.output.inc({ scope }, usage.outputTokens);
  modelTokens.cached_input.inc({ scope }, usage.cachedTokens);
  modelTokens.thoughts.inc({ scope }, usage.thoughtsTokens);
}

export const countLostCall = (): void => instruments().lostModelCalls.inc();

/** Counts requests to other models: embeddings of memories or of a query, and reranking. */
export const countSideCall = (scope: 'memories' | 'query' | 'rerank', failure: LlmFailure | null): void =>
  instruments().embeddings.inc({ scope, outcome: failure ?? 'answered' });

/** Counts one answered question. `rejected`: number of rejected citations. */
export function observeReflect(budget: Budget, method: 'model' | 'extractive' | 'none', seconds: number, rejected: number): void {
  const { reflects, citationsRejected } = instruments();
  reflects.observe({ budget, method }, seconds);
  citationsRejected.inc(rejected);
}

/** Counts one refresh that was written, or found to be impossible. */
export const countRefresh = (outcome: RefreshOutcome, mode: RefreshMode): void => instruments().refreshes.inc({ outcome, mode });

/** `type` is one of the kinds of background work, `status` its final state. */
export const countOperation = (type: string, status: string): void => instruments().background.inc({ operation_type: type, status });

const COUNT_MS = 1_000;

/**
 * Reports the operations that wait or run, over all banks, read from the database when scraped.
 * Call it once, when the database is open.
 */
export function watchOperations(count: () => Promise<readonly { type: string; status: string; n: number }[]>): void {
  const { registry } = instruments();
  const name = 'memory_bank_async_operations';
  registry.removeSingleMetric(name);
  new Gauge({
    name,
    help: 'Waiting and running background operations.',
    labelNames: ['operation_type', 'status'],
    registers: [registry],
    async collect() {
      // An unavailable database must not delay the other metrics.
      const late = new Promise<null>((resolve) => setTimeout(resolve, COUNT_MS, null).unref());
      const counts = await Promise.race([count().catch(() => null), late]);
      if (counts === null) return;
      this.reset();
      // Several rows may have the same labels, one of each cell.
      for (const { type, status, n } of counts) this.inc({ operation_type: type, status }, n);
    },
  });
}

/** Pool gauges read the database handle when scraped. Call it once, when the database is open. */
export function watchPool(db: { pool(): Readonly<Record<'max' | 'idle' | 'inUse' | 'waiting', number>> }): void {
  const { registry } = instruments();
  const parts = { size: 'max', idle: 'idle', in_use: 'inUse', waiting: 'waiting' } as const;
  for (const [name, part] of Object.entries(parts)) {
    const metric = `memory_bank_db_pool_${name}`;
    registry.removeSingleMetric(metric);
    new Gauge({
      name: metric,
      help: `Database connections: ${name.replace('_', ' ')}.`,
      registers: [registry],
      collect() {
        this.set(db.pool()[part]);
      },
    });
  }
}

/** What the metrics of a bank cache read when scraped. */
interface WatchedCache {
  /** the state of each bank that recall wanted in the cache */
  wanted(): readonly { readonly state: string }[];
  /** memory in bytes, and its limit */
  usage(): { readonly bytes: number; readonly most: number };
}

/**
 * Reports the bank cache: the number of banks in each of these states, and its memory. Call it
 * once.
 */
export function watchCache(cache: WatchedCache, states: readonly string[]): void {
  const { registry } = instruments();
  const gauge = (name: string, help: string, collect: (this: Gauge) => void, labelNames: readonly string[] = []): void => {
    registry.removeSingleMetric(name);
    new Gauge({ name, help, labelNames, registers: [registry], collect });
  };
  const banks = 'Banks that recall wanted in the cache of this process. Recall searches those that are not cached in the database.';
  gauge(
    'memory_bank_cache_banks',
    banks,
    function () {
      const wanted = cache.wanted();
      for (const state of states) this.set({ state }, wanted.filter((bank) => bank.state === state).length);
    },
    ['state'],
  );
  gauge('memory_bank_cache_bytes', 'Memory of the bank cache, estimated.', function () {
    this.set(cache.usage().bytes);
  });
  gauge('memory_bank_cache_limit_bytes', 'Maximum memory of the bank cache; 0: it is turned off.', function () {
    this.set(cache.usage().most);
  });
}

const TICK_MS = 500;
const STALL_MS = 100;

/** Detects a blocked event loop. Returns a function that stops the watch. */
export function watchEventLoop(): () => void {
  let expected = performance.now() + TICK_MS;
  const timer = setInterval(() => {
    const late = performance.now() - expected;
    expected = performance.now() + TICK_MS;
    if (late < STALL_MS) return;
    instruments().stalls.inc();
    instruments().stallSeconds.inc(late / 1000);
  }, TICK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
