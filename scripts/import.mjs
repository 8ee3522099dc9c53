#!/usr/bin/env node
/**
 * Imports a file into a bank of a running server: an archive of a bank, or an export of mem0, Zep,
 * Letta or an MCP memory server. First it prints what the server recognized, then it imports.
 *
 *   SERVICE_API_KEY=mbk_... npm run import -- my-bank.zip --bank my-bank --dry-run
 *
 * Exit codes: 0 success, 1 the import failed, 2 wrong options.
 * Plain JavaScript without dependencies.
 */
import { existsSync, openAsBlob, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { serverAddress } from './demo/address.mjs';
import { contentLines, progressLine, resultLines } from './import/format.mjs';

const HELP = `Imports a file into a bank: an archive of a bank (ZIP), or an export of mem0, Zep or Graphiti, Letta
or an MCP memory server (JSON or JSON lines).

  npm run import -- FILE --bank ID [options]

  --bank ID            the bank; it is created if it does not exist
  --dry-run            print what the file contains and what would be imported; change nothing
  --mode MODE          merge adds to the bank, restore creates it from an archive with its settings;
                       default restore for an archive and a new or empty bank, else merge
  --on-conflict WHAT   of documents that the bank contains: skip (default), replace or new-id
  --url URL            the server; default SERVICE_API_URL, else that of npm start
  --json               print the answers of the server as JSON
  --help               print this text

SERVICE_API_KEY is the API key, also in .env. Exit codes: 0 success, 1 failure, 2 wrong options.`;

/** Between two reads of the progress. */
const POLL_MS = 500;
/** Between two lines of progress that are written below each other. */
const LINE_MS = 10_000;
/** A server that restarts continues the import. */
const PATIENCE_MS = 60_000;

/** A problem that the reader can fix; printed without a stack. */
class Advice extends Error {}
/** The server did not answer, or is busy: a later request may succeed. */
class Unreachable extends Advice {}

function stop(message) {
  console.error(message);
  process.exit(2);
}

function optionsOf(argv) {
  const text = { type: 'string' };
  const flag = { type: 'boolean' };
  const options = {
    ...{ bank: text, mode: text, 'on-conflict': text, url: text },
    ...{ 'dry-run': flag, json: flag, help: { ...flag, short: 'h' } },
  };
  try {
    return parseArgs({ args: argv, options, allowPositionals: true });
  } catch (error) {
    // The first sentence names the option; the others are about its syntax.
    return stop(`${error.message.split(/[.\n]/, 1)[0]}. See --help.`);
  }
}

const adviceOf = (status, detail, origin) => {
  if (status === 401)
    return process.env.SERVICE_API_KEY
      ? `${origin} does not accept the key in SERVICE_API_KEY.`
      : `${origin} requires a key: set SERVICE_API_KEY to one of "API keys" in the console.`;
  return typeof detail === 'string' ? detail : detail.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`).join('; ');
};

/** Sends a request and returns the parsed answer. Throws `Advice`. */
async function ask(url, init) {
  const key = process.env.SERVICE_API_KEY;
  let response;
  let text;
  try {
    response = await fetch(url, { ...init, headers: key ? { authorization: `Bearer ${key}` } : {} });
    text = await response.text();
  } catch (error) {
    throw new Unreachable(`No server answers at ${url.origin} (${error.cause?.code ?? error.message}). Start it, or use --url.`);
  }
  let body;
  try {
    body = text === '' ? {} : JSON.parse(text);
  } catch {
    throw new Advice(`The server at ${url.origin} answered ${response.status}, and is not a Memory Bank.`);
  }
  if (response.ok) return body;
  const advice = adviceOf(response.status, body.detail ?? text, url.origin);
  throw response.status === 429 || response.status === 503 ? new Unreachable(advice) : new Advice(advice);
}

const bankUrl = (server, bank) => `${server}/v1/default/banks/${encodeURIComponent(bank)}`;

async function upload(file, address, query) {
  const body = new FormData();
  body.set('file', await openAsBlob(file), path.basename(file));
  return ask(new URL(`${address}?${new URLSearchParams(query)}`), { method: 'POST', body });
}

/** Adds the file to a bank, for keys that may write. */
const merge = (file, address, query) => upload(file, `${address}/document-transfer`, query);

/** Creates a bank from the file, for keys that may create banks. */
const restore = (file, address, query) => upload(file, `${address}/transfer/import`, { mode: 'restore', ...query });

/** What a dry run reports. The file decides the mode if the caller does not. */
async function previewOf(file, server, { bank, mode }) {
  const address = bankUrl(server, bank);
  const restored = () => restore(file, address, { target_bank_id: bank, dry_run: 'true' });
  if (mode === 'restore') return restored();
  const merged = await merge(file, address, { dry_run: 'true' });
  if (mode === 'merge' || merged.format !== 'bank_archive') return merged;
  if (!merged.bank_exists) return restored();
  // An earlier restore may have left an empty bank, which the server lets a restore fill.
  return restored().catch((error) => {
    if (error instanceof Unreachable) throw error;
    return merged;
  });
}

/** Shows one line that replaces the last one; where that is impossible, some of them. */
function progressOn(stream) {
  let [shown, shownAt] = ['', 0];
  return (line) => {
    const isNewStage = line.split(':')[0] !== shown.split(':')[0];
    if (line === shown || (!stream.isTTY && !isNewStage && Date.now() - shownAt < LINE_MS)) return;
    stream.write(stream.isTTY ? `\r\u001b[2K${line}` : `${line}\n`);
    [shown, shownAt] = [line, Date.now()];
  };
}

/** Waits for the end of the operation and returns its result. `content`: what is imported */
async function ended(url, content) {
  const show = progressOn(process.stderr);
  let answeredAt = Date.now();
  for (; ; await sleep(POLL_MS)) {
    let operation;
    try {
      operation = await ask(url);
      answeredAt = Date.now();
    } catch (error) {
      if (!(error instanceof Unreachable) || Date.now() - answeredAt > PATIENCE_MS) throw error;
      continue;
    }
    const { status, progress, error_message: reason, result_metadata: result } = operation;
    const isOver = ['completed', 'failed', 'cancelled'].includes(status);
    if (isOver && process.stderr.isTTY) process.stderr.write('\n');
    if (status === 'completed') return result ?? {};
    if (isOver) throw new Advice(`The import ${status === 'failed' ? 'failed' : 'was canceled'}${reason ? `: ${reason}` : '.'}`);
    show(progressLine(status, progress, content));
  }
}

async function imported(file, server, { mode, target_bank_id: bank, content }, conflict) {
  const address = bankUrl(server, bank);
  const isRestore = mode === 'restore';
  const submitted = isRestore ? restore(file, address, { target_bank_id: bank }) : merge(file, address, { on_conflict: conflict });
  const { operation_id: id } = await submitted;
  console.error(`operation ${id}: it continues on the server if this program ends`);
  return ended(new URL(`${address}/operations/${id}`), content);
}

const settings = fileURLToPath(new URL('../.env', import.meta.url));
if (existsSync(settings)) process.loadEnvFile?.(settings);
const { values, positionals } = optionsOf(process.argv.slice(2));
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const { bank, mode, json, 'on-conflict': conflict = 'skip', 'dry-run': isDry } = values;
const [file, ...others] = positionals;
if (file === undefined || others.length > 0) stop('Name one file. See --help.');
if (!existsSync(file) || !statSync(file).isFile()) stop(`No such file: ${file}`);
if (!bank) stop('Name the bank with --bank. See --help.');
if (mode !== undefined && !['restore', 'merge'].includes(mode)) stop('--mode is restore or merge.');
if (!['skip', 'replace', 'new-id'].includes(conflict)) stop('--on-conflict is skip, replace or new-id.');
const server = serverAddress(values.url ? { SERVICE_API_URL: values.url } : process.env);
if (!/^https?:/.test(server) || !URL.canParse(server)) stop(`Not an address: ${server}`);
const print = (answer, lines) => console.log(json ? JSON.stringify(answer, null, 2) : lines.join('\n'));
try {
  const preview = await previewOf(file, server, { bank, mode });
  if (isDry || !json) print(preview, [`${path.basename(file)}:`, ...contentLines(preview, conflict)]);
  if (!isDry) {
    const result = await imported(file, server, preview, conflict);
    print(result, resultLines(result));
  }
} catch (error) {
  if (!(error instanceof Advice)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
