import type { z } from 'zod';
import { appIfReady } from '#lib/api/app';
import { errorResponse } from '#lib/api/errors';
import { EVENT_STREAM } from '#lib/api/event-reader';
import type { Operation } from '#lib/base/contract/operation';
import { nullFiller, nullPruner, Streamed, wantsNulls } from '#lib/base/contract/reply';

/**
 * A reply as server-sent events: progress events, then `result` with the plain reply, or `error`
 * with the body of its error.
 */

/** Whether the caller requests events. */
export const wantsEvents = (headers: Headers): boolean =>
  (headers.get('accept') ?? '')
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .some(([type, ...parameters]) => type === EVENT_STREAM && !parameters.some((one) => /^q\s*=\s*0(?:\.0*)?$/.test(one)));

export type SendEvent = (event: string, data: unknown) => void;

/** Proxies close a connection that is silent for longer. */
const BEAT_MS = 15_000;
const BEAT = ': waiting\n\n';

const eventText = (event: string, data: unknown): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** Texts between a producer and a consumer; the producer calls `waken`. */
class Queue {
  private readonly parts: string[] = [];
  private waken: () => void = () => undefined;
  private isClosed = false;

  push(part: string): void {
    this.parts.push(part);
    this.waken();
  }

  close(): void {
    this.isClosed = true;
    this.waken();
  }

  /** Returns a heartbeat if there is nothing for a while; null at the end. */
  async next(): Promise<string | null> {
    if (this.parts.length === 0 && !this.isClosed) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.waken = resolve;
        timer = setTimeout(resolve, BEAT_MS);
      });
      clearTimeout(timer);
    }
    const part = this.parts.shift();
    return part ?? (this.isClosed ? null : BEAT);
  }
}

interface EventClient {
  readonly id: string;
  readonly signal: AbortSignal;
  readonly headers: Headers;
}

/**
 * The signal of `work` aborts when the caller disconnects. A failure before the first event is a
 * plain error.
 */
export function events<Op extends Operation>(
  operation: Op,
  client: EventClient,
  work: (sendEvent: SendEvent, signal: AbortSignal) => Promise<z.input<Op['response']>>,
): Streamed {
  return new Streamed(parts(operation, client, work), EVENT_STREAM);
}

async function* parts<Op extends Operation>(
  operation: Op,
  { id, signal, headers }: EventClient,
  work: (sendEvent: SendEvent, signal: AbortSignal) => Promise<z.input<Op['response']>>,
): AsyncGenerator<string> {
  const queue = new Queue();
  const disconnected = new AbortController();
  let hasSent = false;
  let early: { readonly error: unknown } | null = null;
  const sendEvent: SendEvent = (event, data) => {
    hasSent = true;
    queue.push(eventText(event, data));
  };
  const done = work(sendEvent, AbortSignal.any([signal, disconnected.signal]))
    .then((result) => {
      const body = operation.response.parse(result);
      const rewrite = wantsNulls(headers) ? nullFiller : nullPruner;
      rewrite(operation.response)(body);
      sendEvent('result', body);
    })
    .catch(async (error: unknown) => {
      if (!hasSent) early = { error };
      else if (!signal.aborted && !disconnected.signal.aborted) sendEvent('error', await errorBody(error, id));
    })
    .finally(() => queue.close());
  try {
    for (let part = await queue.next(); part !== null; part = await queue.next()) {
      // After the first part, the status cannot change any more.
      hasSent = true;
      yield part;
    }
    await done;
    if (early) throw (early as { error: unknown }).error;
  } finally {
    disconnected.abort(new Error('The caller hung up'));
  }
}

/** The body contains the Retry-After value, because headers are already sent. */
async function errorBody(error: unknown, id: string): Promise<unknown> {
  const response = errorResponse(error, { id, acceptEncoding: null }, appIfReady()?.log);
  const seconds = response.headers.get('retry-after');
  const body = (await response.json()) as object;
  return seconds === null ? body : { ...body, retry_after: Number(seconds) };
}
