import { existsSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { announce } from '#lib/api/server/announce';
import { openApplication, ROOT } from '#lib/api/server/application';
import { answerClientError } from '#lib/api/server/client-errors';
import type { Address } from '#lib/api/server/environment';
import { pageCompression } from '#lib/api/server/framework';
import { sendErrorsAsJson } from '#lib/api/server/json-errors';
import { inLocale, localeOf } from '#lib/api/server/locale';
import { packedFiles } from '#lib/api/server/packed-files';
import { refuse, STARTING } from '#lib/api/server/refusals';
import { isMistyped, MISSING_PAGE, refusalFor } from '#lib/api/server/request-check';
import { sanitizeHeaders } from '#lib/api/server/request-headers';
import { limitTime, UPLOAD_MS } from '#lib/api/server/request-time';
import { hideIdleTime, restoreBodyHeaders } from '#lib/api/server/response-headers';
import { drainOnShutdown } from '#lib/api/server/shutdown';
import { isApi } from '#lib/api/surface';
import { defined } from '#lib/base/defined';

const MAX_HEADERS = 16 * 1024;
const HEADERS_MS = 10_000;
const IDLE_MS = 60_000;
const CHECK_MS = 1000;

const PORT_REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use; stop that process or set PORT to another port',
  EACCES: 'requires more privileges; set PORT to another port',
};

/** Binds the port. Returns the reason if that fails, otherwise null. */
const listen = (server: Server, { host, port }: Address): Promise<string | null> =>
  new Promise((resolve) => {
    server.once('error', ({ code = '' }: NodeJS.ErrnoException) =>
      resolve(`Port ${port} on ${host} ${PORT_REASONS[code] ?? `cannot be opened (${code})`}.`),
    );
    server.listen(port, host, () => resolve(null));
  });

/** Checks and adapts each request, then forwards it to the framework. */
function listenerOf(handle: RequestListener, dev: boolean): RequestListener {
  const compressPage = pageCompression();
  const preferPacked = dev ? () => {} : packedFiles(ROOT);
  return (req, res) => {
    const refusal = refusalFor(req, dev);
    if (refusal && !isMistyped(req, refusal)) return refuse(req, res, refusal);
    if (refusal) req.url = MISSING_PAGE;
    limitTime(req);
    sanitizeHeaders(req);
    restoreBodyHeaders(res);
    hideIdleTime(req, res);
    sendErrorsAsJson(req, res);
    preferPacked(req, res);
    const isPage = !isApi(defined(req.url));
    if (isPage || defined(req.url).startsWith('/openapi.json')) compressPage(req, res, () => {});
    if (isPage) inLocale(localeOf(req.headers), () => handle(req, res));
    else handle(req, res);
  };
}

/** Opens the application behind its port; resolves when the server answers requests. */
export async function serve({ dev = false } = {}): Promise<void> {
  let answer: RequestListener = (req, res) => refuse(req, res, STARTING);
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADERS,
      headersTimeout: HEADERS_MS,
      requestTimeout: UPLOAD_MS,
      keepAliveTimeout: IDLE_MS,
      // The precision of these timeouts; the default is half a minute.
      connectionsCheckingInterval: CHECK_MS,
      // In production nothing is upgraded: such a request is answered like any other.
      shouldUpgradeCallback: () => dev,
    },
    (req, res) => answer(req, res),
  );
  server.on('clientError', answerClientError);
  const { app, host, running } = await openApplication({ dev, listen: (address) => listen(server, address) });
  drainOnShutdown(server, running);
  if (dev) server.on('upgrade', app.getUpgradeHandler());
  answer = listenerOf(app.getRequestHandler(), dev);
  await announce({
    host,
    port: (server.address() as AddressInfo).port,
    running,
    milliseconds: performance.now(),
    hasScripts: existsSync(path.join(ROOT, 'scripts', 'demo.mjs')),
  });
}
