import type { IncomingMessage, ServerResponse } from 'node:http';
import { BODY_ENCODING, BODY_LENGTH } from '#lib/api/entry-headers';

/** The framework drops these headers, so the application sends them under other names. */
const RESTORED: Readonly<Record<string, string>> = { [BODY_LENGTH]: 'Content-Length', [BODY_ENCODING]: 'Content-Encoding' };

export function restoreBodyHeaders(res: ServerResponse): void {
  const { setHeader } = res;
  res.setHeader = (name, value) => {
    const restored = RESTORED[name];
    // The framework sends its headers before it reads the body, which is complete already: one
    // write for both.
    if (restored === 'Content-Length') res.flushHeaders = () => {};
    return setHeader.call(res, restored ?? name, restored ? String(value) : value);
  };
}

/**
 * Omits `Keep-Alive: timeout=60`, which some clients report as a timeout. Connections stay open as
 * before.
 */
export function hideIdleTime(req: IncomingMessage, res: ServerResponse): void {
  if (req.httpVersion !== '1.1') return;
  const { writeHead } = res;
  res.writeHead = ((...args: Parameters<typeof writeHead>) => {
    if (res.shouldKeepAlive && !res.hasHeader('connection')) res.setHeader('Connection', 'keep-alive');
    return writeHead.apply(res, args);
  }) as typeof writeHead;
}
