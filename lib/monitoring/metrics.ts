import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Db } from '#lib/db/db';
import type { Outcome } from '#lib/literals';

/**
 * Instruments of this process. Labels are templates and words from closed sets: never an organisation, a bank, a key or an id.
 * On the global object, because the bundler gives every route file a module instance of its own.
 */
interface Instruments {
  readonly registry: Registry;
  readonly httpRequests: Counter;
  readonly httpDuration: Histogram;
  readonly httpInProgress: Gauge;
  readonly operations: Counter;
  readonly operationDuration: Histogram;
  readonly retained: Counter;
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
      for (const [i, value] of [rss, heapUsed, heapTotal, external].entries()) this.set({ type: kinds[i]! }, value);
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
      help: 'From the arrival of a request to its answer.',
      labelNames: ['method', 'endpoint', 'status_class'],
      buckets: SECONDS,
      registers,
    }),
    httpInProgress: new Gauge({ name: 'memory_bank_http_requests_in_progress', help: 'Requests being served.', registers }),
    operations: new Counter({
      name: 'memory_bank_operation_total',
      help: 'Finished calls of operations; monitoring is left out.',
      labelNames: ['operation', 'success'],
      registers,
    }),
    operationDuration: new Histogram({
      name: 'memory_bank_operation_duration_seconds',
      help: 'Duration of operations; monitoring is left out.',
      labelNames: ['operation', 'success'],
      buckets: SECONDS,
      registers,
    }),
    retained: new Counter({
      name: 'memory_bank_retain_documents_total',
      help: 'Retained items by what became of them.',
      labelNames: ['outcome'],
      registers,
    }),
    stalls: new Counter({
      name: 'memory_bank_event_loop_stalls_total',
      help: 'Times the event loop stood still for 100 ms or more.',
      registers,
    }),
    stallSeconds: new Counter({ name: 'memory_bank_event_loop_stall_seconds_total', help: 'How long it stood still in all.', registers }),
  };
}

const KEY = Symbol.for('memory-bank.metrics');
const holder = globalThis as { [KEY]?: Instruments };

export const instruments = (): Instruments => {
  holder[KEY] ??= create();
  return holder[KEY];
};

/** The labels of an operation are its path template and its id. What has no operation counts under the endpoint `none`. */
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

/** `outcome` is one of `OUTCOMES`. */
export const countRetained = (outcome: Outcome): void => instruments().retained.inc({ outcome });

/** Pool gauges read the database handle when scraped. Called once, when it is open. */
export function watchPool(db: Db): void {
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

const TICK_MS = 500;
const STALL_MS = 100;

/** Notices when the event loop stands still. Gives back what stops it. */
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
