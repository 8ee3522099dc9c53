import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdOf } from '#lib/api/request-id';
import { bodyOf, refusalOf } from '#lib/api/server/refusals';

/** Replaces the framework's own error pages by JSON for callers that do not read HTML. */
export function sendErrorsAsJson(req: IncomingMessage, res: ServerResponse): void {
  if (req.headers.accept?.includes('text/html')) return;
  const writeHead = res.writeHead.bind(res);
  const write = res.write.bind(res);
  const end = res.end.bind(res);
  let replacement: string | null = null;
  res.writeHead = (status: number, ...rest: never[]) => {
    const type = res.getHeader('content-type');
    if (status < 400 || (type !== undefined && !String(type).startsWith('text/html'))) return writeHead(status, ...rest);
    const id = requestIdOf(req.headers['x-request-id']);
    replacement = bodyOf(refusalOf(status), id);
    for (const name of res.getHeaderNames()) if (name !== 'connection' && name !== 'date') res.removeHeader(name);
    return writeHead(status, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Request-Id': id,
      'Content-Length': Buffer.byteLength(replacement),
    });
  };
  res.write = (...args: unknown[]) => {
    if (!res.headersSent) res.writeHead(res.statusCode);
    return replacement === null ? write(...(args as Parameters<typeof write>)) : true;
  };
  res.end = (...args: unknown[]) => {
    if (!res.headersSent && res.statusCode >= 400) res.writeHead(res.statusCode);
    if (replacement === null) return end(...(args as Parameters<typeof end>));
    return req.method === 'HEAD' ? end() : end(replacement);
  };
}
