import type { IncomingMessage } from 'node:http';
import { answerClientError } from '#lib/api/server/client-errors';

/** The longest time in which a request arrives, in milliseconds. */
const REQUEST_MS = 60_000;
/** The same of an archive. Where it is read, its pauses are limited too (`lib/api/body.ts`). */
export const UPLOAD_MS = 3_600_000;

/** Operations that receive archives. */
const UPLOAD = /^\/v1\/default\/banks\/[^/?]+\/(?:document-transfer|transfer\/import)(?:\?|$)/;

const timedOut = (): NodeJS.ErrnoException => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/**
 * Ends a request whose body has not arrived after a minute, unless it brings an archive. The
 * server itself has one limit for all requests, which is that of archives.
 */
export function limitTime(req: IncomingMessage): void {
  const { headers, url = '' } = req;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody || UPLOAD.test(url)) return;
  const timer = setTimeout(() => {
    if (!req.complete) answerClientError(timedOut(), req.socket);
  }, REQUEST_MS);
  timer.unref();
  const stop = (): void => clearTimeout(timer);
  req.once('end', stop);
  req.once('close', stop);
}
