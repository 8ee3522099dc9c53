import type { Log } from '#lib/base/log';

/**
 * Spans of model calls, if the operator configures an endpoint for them. Loaded with the first
 * call, like the SDK itself. They contain provider and model, but no prompts, answers, keys or
 * URLs.
 */

export interface Telemetry {
  /** flushes pending spans */
  stop(): Promise<void>;
}

/** Attributes that contain an address; the SDK sets them by default. */
const ADDRESSES = ['server.address', 'server.port', 'url.full', 'http.url'];

interface EndedSpan {
  readonly attributes: Record<string, unknown>;
}

async function start(endpoint: string): Promise<Telemetry> {
  const [
    { registerTelemetry },
    { OpenTelemetry },
    { OTLPTraceExporter },
    { resourceFromAttributes },
    { BatchSpanProcessor, NodeTracerProvider },
  ] = await Promise.all([
    import('ai'),
    import('@ai-sdk/otel'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-node'),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const batches = new BatchSpanProcessor(exporter);
  const tracers = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'memory-bank' }),
    spanProcessors: [
      {
        onStart: (span, context) => batches.onStart(span, context),
        onEnd(span) {
          for (const name of ADDRESSES) delete (span as unknown as EndedSpan).attributes[name];
          batches.onEnd(span);
        },
        forceFlush: () => batches.forceFlush(),
        shutdown: () => batches.shutdown(),
      },
    ],
  });
  registerTelemetry(new OpenTelemetry({ tracer: tracers.getTracer('memory-bank') }));
  return { stop: () => tracers.shutdown() };
}

/**
 * Only the module instance of `lib/api/boot.ts` sets it. A second registration would send every
 * span twice.
 */
let telemetry: Promise<Telemetry | null> | undefined;

/** A failed start of the telemetry is logged once and has no other effect. */
export function startTelemetry(endpoint: string, log: Log): Promise<Telemetry | null> {
  telemetry ??= start(endpoint).catch((error: unknown) => {
    log.warn({ error: (error as Error).name }, 'spans of model calls are not sent');
    return null;
  });
  return telemetry;
}

/** At the end of the process, or of a test. */
export async function stopTelemetry(): Promise<void> {
  const running = await telemetry;
  telemetry = undefined;
  await running?.stop().catch(() => undefined);
}
