/**
 * The server: `node scripts/serve.mjs` in the project, `node serve.mjs` in the standalone output. It owns the socket: limits, time-outs,
 * what must be refused before the framework sees it, and the end of the process.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import module from 'node:module';
import path from 'node:path';
import { announce } from './announce.mjs';
import { packedFiles } from './packed.mjs';

const MAX_URL = 8192;
const MAX_HEADERS = 16 * 1024;
const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;
const IDLE_MS = 60_000;
const CHECK_MS = 1000;
const DRAIN_MS = 10_000;
/** How long the rest of a refused request is read and thrown away, so that its sender sees the answer before the connection ends. */
const LINGER_MS = 2000;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Where `lib/api/boot.ts`, which lies in bundles that cannot be imported from here, hands over the running application. */
const BOOTED = Symbol.for('memory-bank.booted');
/** By which it asks for the port, between opening the store and making anything in it. */
const LISTEN = Symbol.for('memory-bank.listen');

/** Emptied by every build. */
const COMPILED = '.cache/compiled';

const here = import.meta.dirname;
const root = existsSync(path.join(here, '.next')) ? here : path.dirname(here);

/** The form of every error of the API (`lib/api/errors.ts`). */
const errorBody = (detail, code, id) => JSON.stringify({ detail, code, request_id: id });

const REFUSALS = {
  400: ['Bad Request', 'bad_request'],
  404: ['Not Found', 'not_found'],
  405: ['Method Not Allowed', 'method_not_allowed'],
  408: ['Request Timeout', 'request_timeout'],
  413: ['Content Too Large', 'too_large'],
  414: [`The address is longer than ${MAX_URL} bytes`, 'uri_too_long'],
  431: ['The header fields are too large', 'headers_too_large'],
};

const requestId = (req) => {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : crypto.randomUUID();
};

const refuse = (req, res, status, detail, code, headers = {}) => {
  const id = requestId(req);
  const body = errorBody(detail, code, id);
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Request-Id': id,
    Connection: 'close',
    ...headers,
  });
  if (req.method === 'HEAD' || !hasBody(req)) return res.end(req.method === 'HEAD' ? undefined : body);
  // A connection that is closed on bytes still unread is reset, and the answer may be lost with it.
  res.write(body);
  const end = () => {
    clearTimeout(timer);
    res.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  req.once('end', end).once('close', end).resume();
};

const hasBody = ({ headers }) => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const count = (rawHeaders, name) => {
  let found = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i].length === name.length && rawHeaders[i].toLowerCase() === name) found++;
  return found;
};

const isDecodable = (text) => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/** A dot segment, plain or encoded, and an empty one would be resolved on the way and reach another resource than the one named. */
const AMBIGUOUS = /(^|\/)(\.|%2e){1,2}(\/|$)|\/\/|\\/i;

/** Paths that route files serve; the framework's pages are the rest, which are only read. */
const API = /^\/(?:(?:v1|api|mcp)\/[^?]|(?:health(?:\/live|\/ready)?|version|metrics|openapi\.json|mcp)\/?(?:\?|$))/;

const isRead = (method) => method === 'GET' || method === 'HEAD';

/**
 * What is wrong with the request line and the headers: `[status, detail, code, headers]`, or null. The framework would read the body of
 * whatever is sent to a page; in development its own tools write to paths of their own.
 */
function objection(req, dev) {
  const { url, method } = req;
  if (url.length > MAX_URL) return [414, ...REFUSALS[414]];
  if (!METHODS.has(method)) return [405, ...REFUSALS[405], { Allow: [...METHODS].join(', ') }];
  if (!url.startsWith('/')) return [400, 'The request target must be a path', 'bad_request'];
  const target = url.split('?', 1)[0];
  if (target.includes('%') && !isDecodable(target)) return [400, 'The path holds a malformed percent-encoding', 'bad_request'];
  if (AMBIGUOUS.test(target)) return [404, ...REFUSALS[404]];
  if (!dev && !isRead(method) && !API.test(url)) return [405, ...REFUSALS[405], { Allow: 'GET, HEAD' }];
  return null;
}

/** Of a person who mistyped an address: gets the page that says so, not JSON. */
const NOWHERE = '/not-there';
const isMistyped = (req, status) =>
  (status === 400 || status === 404) && req.method === 'GET' && !API.test(req.url) && req.headers.accept?.includes('text/html') === true;

/** How the framework's own pages talk to it. On the API such a header would be answered with a redirection or worse. */
const FRAMEWORK_HEADER = /^(rsc|next-.+|x-(nextjs|middleware|invoke|now|matched)-.+)$/;

/** Which of several keys is meant nobody knows: it is none, and counts as one that failed. */
function refuseSeveralKeys(req) {
  if (count(req.rawHeaders, 'authorization') > 1) req.headers.authorization = 'several';
}

function hideFrameworkHeaders(req) {
  if (API.test(req.url)) for (const name of Object.keys(req.headers)) if (FRAMEWORK_HEADER.test(name)) delete req.headers[name];
}

/**
 * Who is at the other end of the socket; read by `lib/api/origin.ts`. Nobody else may say so, and nobody may tell the framework another
 * host than the one that was asked: behind a proxy that is said by NEXTAUTH_URL.
 */
function notePeer(req) {
  req.headers['x-peer-address'] = req.socket.remoteAddress ?? '';
  for (const name of ['x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port']) delete req.headers[name];
}

/** What the framework would drop, under names that it lets pass; see `lib/api/encoding.ts`. */
const BODY_HEADERS = { 'x-body-length': 'Content-Length', 'x-body-encoding': 'Content-Encoding' };

function restoreBodyHeaders(res) {
  const { setHeader } = res;
  res.setHeader = (name, value) => {
    const restored = BODY_HEADERS[name];
    // The framework sends its headers before it reads the body, which is there already: one write for both.
    if (restored === 'Content-Length') res.flushHeaders = () => {};
    return setHeader.call(res, restored ?? name, restored ? String(value) : value);
  };
}

/** Omits `Keep-Alive: timeout=60`, which some clients report as a timeout. Connections stay open as before. */
function hideIdleTime(req, res) {
  if (req.httpVersion !== '1.1') return;
  const { writeHead } = res;
  res.writeHead = (...args) => {
    if (res.shouldKeepAlive && !res.hasHeader('connection')) res.setHeader('Connection', 'keep-alive');
    return writeHead.apply(res, args);
  };
}

/** Callers that do not read HTML get the framework's own error pages as JSON. */
function jsonErrors(req, res) {
  if (req.headers.accept?.includes('text/html')) return;
  const { writeHead, write, end } = res;
  let replacement = null;
  res.writeHead = (status, ...rest) => {
    const type = res.getHeader('content-type');
    if (status >= 400 && (type === undefined || String(type).startsWith('text/html'))) {
      const id = requestId(req);
      const [detail, code] = REFUSALS[status] ?? ['Internal Server Error', 'internal'];
      replacement = errorBody(detail, code, id);
      for (const name of res.getHeaderNames()) if (name !== 'connection' && name !== 'date') res.removeHeader(name);
      const headers = {
        'Content-Type': 'application/json',
        'Cache-Control': 'no-store',
        'X-Request-Id': id,
        'Content-Length': Buffer.byteLength(replacement),
      };
      return writeHead.call(res, status, headers);
    }
    return writeHead.call(res, status, ...rest);
  };
  res.write = (...args) => {
    if (!res.headersSent) res.writeHead(res.statusCode);
    return replacement === null ? write.apply(res, args) : true;
  };
  res.end = (...args) => {
    if (!res.headersSent && res.statusCode >= 400) res.writeHead(res.statusCode);
    return replacement === null ? end.apply(res, args) : end.call(res, req.method === 'HEAD' ? undefined : replacement);
  };
}

/** Answers what is not HTTP, or too slow or too large to be read as such. */
function onClientError(error, socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code] ?? 400;
  const [detail, code] = REFUSALS[status];
  const id = crypto.randomUUID();
  const body = errorBody(detail, code, id);
  socket.end(
    `HTTP/1.1 ${status} ${detail}\r\nContent-Type: application/json\r\nX-Request-Id: ${id}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Stops accepting, lets running requests finish for 10 seconds, closes the store, ends with 0. */
function stopOn(server, running) {
  const underWay = new Set();
  server.on('request', (_, res) => {
    underWay.add(res);
    res.once('close', () => underWay.delete(res));
  });
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // Background work can be taken up by others at once; whoever waits for an answer is served first.
    const quiet = running.quiet();
    const drained = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    // A connection that its client keeps open behind the last answer would hold up the end.
    for (const res of underWay) res.shouldKeepAlive = false;
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    await drained;
    clearTimeout(timer);
    await quiet;
    await running.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** The configuration that the build worked out; the standalone output has no configuration file to read it from. */
function builtConfig() {
  const file = path.join(root, '.next', 'required-server-files.json');
  return JSON.parse(readFileSync(file, 'utf8')).config;
}

/** Read before the framework does, which then takes it from its cache instead of telling the terminal how long the reading took. */
async function readConfigQuietly() {
  const { default: config } = await import('next/dist/server/config.js');
  await config.default('phase-production-server', root, {});
}

/**
 * Whoever read what this process writes may go away before it. Unheard, the error of one line that nobody takes any more would be reported
 * on the same closed pipe, which is the next error, without end.
 */
export function outliveReaders() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** The application, its store open and its background work begun. `listen` takes its port, where it is to have one. */
export async function open({ dev = false, listen } = {}) {
  outliveReaders();
  process.chdir(root);
  if (existsSync('.env')) process.loadEnvFile('.env');
  process.env.NEXT_TELEMETRY_DISABLED = '1';
  process.env.NODE_ENV = dev ? 'development' : 'production';
  const host = process.env.SERVICE_API_HOST || '127.0.0.1';
  const port = Number(process.env.PORT || 3000);
  if (!dev) process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(builtConfig());

  // What a start before this one compiled is read: a fifth of a start. Where nothing can be written it is compiled anew.
  if (!dev) module.enableCompileCache(path.join(root, COMPILED));
  const { default: next } = await import('next');
  const app = next({ dev, dir: root, hostname: host, port });
  const booted = new Promise((resolve) => {
    globalThis[BOOTED] = resolve;
  });
  if (listen) globalThis[LISTEN] = () => listen(port, host);
  if (!dev) await readConfigQuietly();
  await app.prepare();
  return { app, host, running: await booted };
}

/** Until the application is open there is nobody to answer: a probe tries again. */
const STARTING = [503, 'The server is starting.', 'unavailable', { 'Retry-After': '1' }];

const PORT_REASONS = {
  EADDRINUSE: 'is in use; stop who uses it or set PORT to another',
  EACCES: 'is not open to this user; set PORT to another',
};

/** Takes the port; gives back why it cannot, else null. */
const listen = (server, port, host) =>
  new Promise((resolve) => {
    server.once('error', ({ code }) => resolve(`Port ${port} on ${host} ${PORT_REASONS[code] ?? `cannot be opened (${code})`}.`));
    server.listen(port, host, () => resolve(null));
  });

/** Opens the application behind its port; resolves with the server when requests are answered. */
export async function serve({ dev = false, begun = performance.now() } = {}) {
  let answer = (req, res) => refuse(req, res, ...STARTING);
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADERS,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: IDLE_MS,
      // How exactly the three are kept; the standard is half a minute.
      connectionsCheckingInterval: CHECK_MS,
      // Nothing here is upgraded: such a request is answered as if it had not asked.
      shouldUpgradeCallback: () => dev,
    },
    (req, res) => answer(req, res),
  );
  server.on('clientError', onClientError);

  const { app, host, running } = await open({ dev, listen: (port, name) => listen(server, port, name) });
  // The framework's own copy: it knows how its streams are flushed.
  const { default: compression } = await import('next/dist/compiled/compression/index.js');
  const compressPage = compression();
  const packed = await packedFiles(root);
  const handle = app.getRequestHandler();
  stopOn(server, running);
  if (dev) server.on('upgrade', app.getUpgradeHandler());
  answer = (req, res) => {
    const found = objection(req, dev);
    if (found && !isMistyped(req, found[0])) return refuse(req, res, ...found);
    if (found) req.url = NOWHERE;
    refuseSeveralKeys(req);
    hideFrameworkHeaders(req);
    notePeer(req);
    restoreBodyHeaders(res);
    hideIdleTime(req, res);
    jsonErrors(req, res);
    packed(req, res, () => {
      if (!API.test(req.url) || req.url.startsWith('/openapi.json')) compressPage(req, res, () => {});
      handle(req, res);
    });
  };
  await announce({ host, port: server.address().port, running, milliseconds: performance.now() - begun, hasScripts: root !== here });
  return server;
}

if (process.argv[1] === import.meta.filename) await serve({ dev: process.argv.includes('--dev') });
