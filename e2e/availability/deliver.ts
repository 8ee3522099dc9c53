import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Hostile } from '#e2e/availability/attacks';

/**
 * The response to a hostile request. `status` is null if the client or the server closed the
 * connection first.
 */
export interface Outcome {
  readonly status: number | null;
  readonly retryAfter: string | undefined;
  readonly text: string;
  /** it was not answered within `capMs`, and was aborted */
  readonly isAbandoned: boolean;
}

const PIECE = 64 * 1024;
const SLOW_BYTES = 8;
const SLOW_MS = 60;
const SHOWN = 2000;

/** Sends the body in the given delivery mode. */
async function write(request: http.ClientRequest, body: Buffer, manner: Hostile['manner']): Promise<void> {
  const put = (part: Buffer): Promise<unknown> => new Promise((resolve) => request.write(part, resolve));
  switch (manner) {
    case 'chunked':
      for (let at = 0; at < body.length && !request.destroyed; at += PIECE) await put(body.subarray(at, at + PIECE));
      break;
    case 'aborted':
      await put(body.subarray(0, body.length / 2));
      request.destroy();
      return;
    case 'slow':
      await put(body.subarray(0, -SLOW_BYTES));
      for (const byte of body.subarray(-SLOW_BYTES)) {
        await delay(SLOW_MS);
        if (request.destroyed) return;
        await put(Buffer.of(byte));
      }
      break;
    default:
      request.end(body);
      return;
  }
  request.end();
}

/**
 * Sends one request over a new connection and waits at most `capMs` for the response. Never
 * rejects.
 */
export function deliver(base: string, { method, path, headers, body = '', manner }: Hostile, capMs: number): Promise<Outcome> {
  const { hostname, port } = new URL(base);
  const bytes = Buffer.from(body);
  return new Promise((resolve) => {
    const given = Object.fromEntries(Object.entries(headers ?? {}).filter(([, value]) => value !== undefined));
    const length = manner === 'chunked' || bytes.length === 0 ? {} : { 'content-length': bytes.length };
    const request = http.request({ agent: false, hostname, port, method, path, headers: { ...given, ...length } });
    const begun = performance.now();
    const end = (outcome: Partial<Outcome>): void => {
      clearTimeout(timer);
      request.destroy();
      const isAbandoned = outcome.status === undefined && performance.now() - begun >= capMs;
      resolve({ status: null, retryAfter: undefined, text: '', isAbandoned, ...outcome });
    };
    const timer = setTimeout(end, capMs, {});
    request.on('error', () => end({}));
    request.on('close', () => end({}));
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        if (text.length < SHOWN) text += part;
      });
      response.on('end', () => end({ status: response.statusCode ?? null, retryAfter: response.headers['retry-after'], text }));
      response.on('error', () => end({}));
    });
    write(request, bytes, manner).catch(() => end({}));
  });
}
