#!/usr/bin/env node
/**
 * Retains the sample conversation into the bank `demo` of a running server and asks it
 * five questions.
 *
 *   SERVICE_API_KEY=mbk_... npm run demo
 *   npm run demo -- mbk_...
 *   npm run demo -- mbk_... https://memory.example
 *
 * The default server is that of `npm start`, from PORT and SERVICE_API_HOST, also in `.env`.
 * SERVICE_API_URL or an address on the command line names another one. A second run replaces the
 * documents, so nothing accumulates.
 * Plain JavaScript without dependencies, as an example of the two most important calls.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { target } from './demo/address.mjs';
import { memoryLines, palette, WIDTH, wrap } from './demo/format.mjs';

const BANK = 'demo';
const SHOWN = 3;
/** The minimum score of a shown memory. No memory answers the question about an unrelated topic. */
const GOOD_ENOUGH = 0.5;
const settings = fileURLToPath(new URL('../.env', import.meta.url));
if (existsSync(settings)) process.loadEnvFile?.(settings);
const { key, server } = target(process.argv.slice(2), process.env);
const colors = palette(process.stdout, process.env);
const conversation = JSON.parse(readFileSync(new URL('./demo/conversation.json', import.meta.url), 'utf8'));
const sessions = [...conversation.sessions, ...conversation.assistant_sessions];

/** A problem that the reader can fix; printed without a stack. */
class Advice extends Error {}

/** Posts JSON to the bank and returns the parsed answer. Throws `Advice`. */
async function post(path, body) {
  let response;
  try {
    response = await fetch(`${server}/v1/default/banks/${BANK}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  } catch (error) {
    const reason = error.cause?.code ?? error.cause?.message ?? error.message;
    throw new Advice(
      `No server answers at ${server} (${reason}).\nStart one with "npm start"; if it listens elsewhere, set PORT or SERVICE_API_URL as you did for it.`,
    );
  }
  const text = await response.text();
  if (!response.ok) throw new Advice(refusal(response.status, text));
  try {
    return JSON.parse(text);
  } catch {
    throw new Advice(`The server at ${server} is not a Memory Bank.`);
  }
}

function refusal(status, text) {
  if (status === 401) return `${server} does not know this key.\nThe first start of a server prints one; it begins with "mbk_".`;
  if (status === 403) return `This key may not use the bank "${BANK}".`;
  if (status === 404) return `${server} answers, but not as a Memory Bank: 404.`;
  return `${server} answered ${status}: ${detail(text)}`;
}

function detail(text) {
  try {
    const body = JSON.parse(text);
    return typeof body.detail === 'string' ? body.detail : JSON.stringify(body.detail);
  } catch {
    return text.slice(0, 200);
  }
}

/** Retains one document for each session, with its time and its topic. */
async function retain(session) {
  const { outcomes = [] } = await post('/memories', {
    items: [
      {
        document_id: session.id,
        timestamp: session.timestamp,
        context: session.context,
        content: session.turns.join('\n'),
        tags: ['demo'],
      },
    ],
  });
  return outcomes.reduce((sum, outcome) => sum + (outcome.facts ?? 0), 0);
}

async function retainAll() {
  const started = performance.now();
  let facts = 0;
  for (const session of sessions) facts += await retain(session);
  const turns = sessions.reduce((sum, session) => sum + session.turns.length, 0);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${sessions.length} sessions, ${turns} turns, ${facts} memories retained in the bank "${BANK}" within ${seconds} s.\n`);
  console.log(colors.dim(' score  said on     memory\n'));
}

async function ask({ about, query }) {
  const started = performance.now();
  const { results } = await post('/memories/recall', { query, query_timestamp: conversation.asked_at, min_scores: { final: GOOD_ENOUGH } });
  const milliseconds = (performance.now() - started).toFixed(0);
  console.log(`${colors.bold(query)}\n${colors.dim(`about ${about}, ${milliseconds} ms`)}`);
  if (results.length === 0) console.log('        Nothing. The bank has no matching memory.');
  for (const memory of results.slice(0, SHOWN)) console.log(memoryLines(memory, colors));
  console.log();
}

async function main() {
  if (!key) throw new Advice('An API key is required: SERVICE_API_KEY=mbk_... npm run demo, or npm run demo -- mbk_...');
  console.log(`\n${colors.bold(wrap(conversation.title, WIDTH))}`);
  await retainAll();
  for (const question of conversation.questions) await ask(question);
}

main().catch((error) => {
  console.error(error instanceof Advice ? colors.bad(error.message) : error);
  process.exitCode = 1;
});
