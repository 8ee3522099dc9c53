import type { z } from 'zod';
import { appIfReady } from '#lib/api/app';
import { errorResponse } from '#lib/api/errors';
import { EVENT_STREAM } from '#lib/api/event-reader';
import type { Operation } from '#lib/base/contract/operation';
import { nullFiller, nullPruner, Streamed, wantsNulls } from '#lib/base/contract/reply';

/** A reply as server-sent events: what happens on the way, then `result` with the plain reply, or `error` with what would have been its error. */

/** Whether the caller would rather hear than wait. */
export const wantsEvents = (headers: Headers): boolean =>
  (headers.get('accept') ?? '')
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .some(([type, ...parameters]) => type === EVENT_STREAM && !parameters.some((one) => /^q\s*=\s*0(?:\.0*)?$/.test(one)));

export type SendEvent = (event: string, data: unknown) => void;

/** Silence for so long makes proxies hang up. */
const BEAT_MS = 15_000;
const BEAT = ': waiting\n\n';

const eventText = (event: string, data: unknown): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** Texts that one side pushes and the other takes; `waken` is called by whoever pushes. */
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

  /** A beat when nothing comes for a while; null at the end. */
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

/** `work` is ended by the signal that it is given, when the caller hangs up. What fails before anything was told is an error as usual. */
export function events<Op extends Operation>(
  operation: Op,
  asker: EventClient,
  work: (tell: SendEvent, signal: AbortSignal) => Promise<z.input<Op['response']>>,
): Streamed {
  return new Streamed(parts(operation, asker, work), EVENT_STREAM);
}

async function* parts<Op extends Operation>(
  operation: Op,
  { id, signal, headers }: EventClient,
  work: (tell: SendEvent, signal: AbortSignal) => Promise<z.input<Op['response']>>,
): AsyncGenerator<string> {
  const queue = new Queue();
  const gone = new AbortController();
  let hasTold = false;
  let early: { readonly error: unknown } | null = null;
  const tell: SendEvent = (event, data) => {
    hasTold = true;
    queue.push(eventText(event, data));
  };
  const done = work(tell, AbortSignal.any([signal, gone.signal]))
    .then((result) => {
      const body = operation.response.parse(result);
      const rewrite = wantsNulls(headers) ? nullFiller : nullPruner;
      rewrite(operation.response)(body);
      tell('result', body);
    })
    .catch(async (error: unknown) => {
      if (!hasTold) early = { error };
      else if (!signal.aborted && !gone.signal.aborted) tell('error', await errorBody(error, id));
    })
    .finally(() => queue.close());
  try {
    for (let part = await queue.next(); part !== null; part = await queue.next()) {
      // What has begun cannot be answered with another status any more.
      hasTold = true;
      yield part;
    }
    await done;
    if (early) throw (early as { error: unknown }).error;
  } finally {
    gone.abort(new Error('The caller hung up'));
  }
}

/** The header that says when to come again stands within, as there is no header any more. */
async function errorBody(error: unknown, id: string): Promise<unknown> {
  const response = errorResponse(error, { id, acceptEncoding: null }, appIfReady()?.log);
  const seconds = response.headers.get('retry-after');
  const body = (await response.json()) as object;
  return seconds === null ? body : { ...body, retry_after: Number(seconds) };
}
