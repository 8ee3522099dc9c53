#!/usr/bin/env node
/**
 * Connects an MCP client that starts a command (stdio) to a running server (HTTP).
 *
 *   # the server of `npm start`, every bank of the key
 *   node scripts/mcp.mjs --key mbk_...
 *   # one bank of another server; the key is in MEMORY_BANK_KEY
 *   node scripts/mcp.mjs --url https://memory.example --bank ann
 *
 * Options: --url (or MEMORY_BANK_URL), --key (or MEMORY_BANK_KEY), --bank, --tools NAME,NAME. The
 * environment does not appear in the list of processes, so it is the better place for a key.
 * Each line of the input is one message, each line of the output one answer. Errors are printed
 * to the error output. Plain JavaScript without dependencies: the file can be copied anywhere.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { url: { type: 'string' }, key: { type: 'string' }, bank: { type: 'string' }, tools: { type: 'string' } },
});
const server = values.url ?? process.env.MEMORY_BANK_URL ?? 'http://127.0.0.1:3000';
const key = values.key ?? process.env.MEMORY_BANK_KEY;
if (!URL.canParse(server)) {
  console.error(`Not an address: ${server}. Name the server with --url or MEMORY_BANK_URL.`);
  process.exit(2);
}
const endpoint = new URL(values.bank === undefined ? '/mcp' : `/mcp/${encodeURIComponent(values.bank)}`, server);
if (values.tools !== undefined) endpoint.searchParams.set('tools', values.tools);

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
      else if (id !== undefined) fail(id, `${message.error ?? response.status}`);
      else console.error(`${message.error ?? response.status}`);
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
