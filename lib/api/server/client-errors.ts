import type { Socket } from 'node:net';
import { BAD_REQUEST, bodyOf, HEADERS_TOO_LARGE, REQUEST_TIMEOUT, type Refusal, statusOf } from '#lib/api/server/refusals';
import { newId } from '#lib/base/ids';

const REASONS: Readonly<Record<string, Refusal>> = { HPE_HEADER_OVERFLOW: HEADERS_TOO_LARGE, ERR_HTTP_REQUEST_TIMEOUT: REQUEST_TIMEOUT };

/** Responds to input that is not HTTP, or that is too slow or too large to be parsed. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Pick<Socket, 'writable' | 'end'>): void {
  const { code = '' } = error;
  if (code === 'ECONNRESET' || !socket.writable) return;
  const reason = REASONS[code] ?? BAD_REQUEST;
  const id = newId();
  const body = bodyOf(reason, id);
  socket.end(
    `HTTP/1.1 ${statusOf(reason)} ${reason.detail}\r\nContent-Type: application/json\r\nX-Request-Id: ${id}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
