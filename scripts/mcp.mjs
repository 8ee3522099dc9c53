#!/usr/bin/env node
/**
 * Connects an MCP client that starts a command (stdio) to a running server (HTTP).
 *
 *   # the server of `npm start`, every bank of the key
 *   node mcp.mjs --key mbk_...
 *   # one bank of another server; the key is in MEMORY_BANK_KEY
 *   node mcp.mjs --url https://memory.example/mcp/ann
 *
 * The server serves this file at /mcp.mjs. Each line of the input is one message, each line of the
 * output one answer. Errors are printed to the error output. Plain JavaScript without dependencies:
 * the file can be copied anywhere.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const HELP = `Connects an MCP client that starts a command to a Memory Bank server.

  node mcp.mjs [options]

  --url URL         the server, or the MCP address of one bank; default MEMORY_BANK_URL, else http://127.0.0.1:3000
  --key KEY         the API key; default MEMORY_BANK_KEY, which the list of processes does not show
  --bank ID         the only bank; default: that of --url, else every bank that the key reaches
  --tools A,B       only these tools
  --help            print this text`;

function stop(message) {
  console.error(message);
  process.exit(2);
}

function optionsOf(argv) {
  const text = { type: 'string' };
  const options = { url: text, key: text, bank: text, tools: text, help: { type: 'boolean', short: 'h' } };
  try {
    return parseArgs({ args: argv, options }).values;
  } catch (error) {
    // The first sentence names the option; the others are about its syntax.
    return stop(`${error.message.split(/[.\n]/, 1)[0]}. See --help.`);
  }
}

/** The MCP address at a server; `url` may be one itself, with a bank and tools. */
function endpointOf(url, { bank, tools }) {
  if (!URL.canParse(url) || !/^https?:/.test(url)) stop(`Not an address: ${url}. Name the server with --url or MEMORY_BANK_URL.`);
  const given = new URL(url);
  const path = /^(.*?)\/mcp(?:\/([^/]+))?\/?$/.exec(given.pathname);
  const own = path?.[2];
  if (own !== undefined && bank !== undefined && own !== encodeURIComponent(bank))
    stop(`--url names the bank ${own}, and --bank names ${bank}. Omit one of them.`);
  const segment = bank === undefined ? own : encodeURIComponent(bank);
  const endpoint = new URL(given);
  endpoint.pathname = `${path ? path[1] : given.pathname.replace(/\/$/, '')}/mcp${segment === undefined ? '' : `/${segment}`}`;
  if (tools !== undefined) endpoint.searchParams.set('tools', tools);
  return endpoint;
}

const values = optionsOf(process.argv.slice(2));
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const key = values.key ?? process.env.MEMORY_BANK_KEY;
const endpoint = endpointOf(values.url ?? process.env.MEMORY_BANK_URL ?? 'http://127.0.0.1:3000', values);

const VERSION = 'io.modelcontextprotocol/protocolVersion';
/** The code of an error of this program or of HTTP. */
const FAILED = -32000;

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const print = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const fail = (id, message) => print({ jsonrpc: '2.0', id, error: { code: FAILED, message } });

/** The protocol revision that an `initialize` has negotiated. */
let negotiated;

/** A header value; one that a header cannot contain is encoded as the protocol says. */
const headerValue = (text) =>
  /^[\x21-\x7e]+$/.test(text) && !text.startsWith('=?base64?') ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;

/** Newer revisions of the protocol repeat fields of a message as headers. */
function headersOf({ method, params }) {
  const claimed = params?._meta?.[VERSION];
  const version = claimed ?? (method === 'initialize' ? undefined : negotiated);
  const name = params?.name ?? params?.uri;
  return {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(key && { authorization: `Bearer ${key}` }),
    ...(version && { 'mcp-protocol-version': version }),
    ...(claimed && { 'mcp-method': method }),
    ...(claimed && typeof name === 'string' && { 'mcp-name': headerValue(name) }),
  };
}

/** The error of the server, and how to send a key if none was sent. */
const reasonOf = ({ error }, status) =>
  status === 401 && !key ? 'No API key: set MEMORY_BANK_KEY in the environment, or pass --key.' : `${error ?? status}`;

/** The messages of an answer, as they arrive. */
async function* messagesIn(response) {
  if (!response.headers.get('content-type')?.includes('text/event-stream')) {
    const text = await response.text();
    if (text !== '') yield JSON.parse(text);
    return;
  }
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of response.body) {
    const lines = (rest + decoder.decode(part, { stream: true })).split(/\r?\n/);
    rest = lines.pop();
    for (const line of lines) if (line.startsWith('data:') && line.length > 6) yield JSON.parse(line.slice(5));
  }
}

/** Requests that wait for their answer, by id. */
const waiting = new Map();

function note(message, request) {
  if (request.method === 'initialize' && isObject(message.result)) negotiated = message.result.protocolVersion;
  print(message);
}

async function forward(request) {
  const { id, method, params } = request;
  if (method === 'notifications/cancelled') return waiting.get(params?.requestId)?.abort();
  const controller = new AbortController();
  if (id !== undefined) waiting.set(id, controller);
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: headersOf(request),
      body: JSON.stringify(request),
      signal: controller.signal,
    });
    if (!response.ok && !response.headers.get('content-type')?.includes('json')) throw new Error(`${endpoint} answered ${response.status}`);
    for await (const message of messagesIn(response)) {
      if (message.jsonrpc === '2.0') note(message, request);
      else if (id !== undefined) fail(id, reasonOf(message, response.status));
      else console.error(reasonOf(message, response.status));
    }
  } catch (error) {
    if (controller.signal.aborted) return;
    const reason = error.cause?.code ?? error.message;
    if (id === undefined) console.error(`${endpoint}: ${reason}`);
    else fail(id, `${endpoint} did not answer: ${reason}`);
  } finally {
    if (id !== undefined) waiting.delete(id);
  }
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** The handshake ends before the next message is sent, because that depends on its result. */
let handshake = Promise.resolve();
const sent = new Set();
for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  if (line.trim() === '') continue;
  const message = parsed(line);
  if (!isObject(message)) {
    print({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'The line is not a JSON object' } });
    continue;
  }
  await handshake;
  const work = forward(message).finally(() => sent.delete(work));
  sent.add(work);
  if (message.method === 'initialize') handshake = work;
}
await Promise.all(sent);
