/**
 * Answers of the built-in rules to questions about the sample conversation, for a person to read.
 * Also measures an answer against a recall of the same question, alternating, without HTTP.
 *
 *   npm run bench answers -- [--database embedded|pg] [--url postgres://…] [--units 10000]
 *     [--only WORDS]              only questions that contain these words
 *     [--locomo ../shared/bench]  annotated conversations instead of the sample: the share of cited
 *                                 evidence, and the doubted answers
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { RetainItem } from '#bench/support/client';
import { conversation, questions } from '#bench/support/generate';
import { warmBank } from '#bench/support/in-process';
import { batchesOf, inTurn, timeInTurn } from '#bench/support/measure';
import type { BenchDatabase } from '#bench/support/options';
import { markdownTable, p50p95, times } from '#bench/support/report';
import { makeServerData } from '#bench/support/server-data';
import { jobApp, jobOf } from '#e2e/fixtures/jobs';
import { type Db, sql } from '#lib/base/db/db';
import { migrate } from '#lib/base/db/migrate';
import { newId } from '#lib/base/ids';
import { type BankScope, mintBankScope } from '#lib/base/scope';
import { ensureBank } from '#lib/memory/banks/service';
import { consolidationHandler } from '#lib/memory/observations/consolidate';
import { recallBody } from '#lib/memory/recall/contract';
import { recall } from '#lib/memory/recall/service';
import { reflectBody } from '#lib/memory/reflect/contract';
import { type ReflectServices, reflect } from '#lib/memory/reflect/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

const ROUNDS = 200;
const WARM_UP = 40;
const BATCH = 25;

type Item = Required<RetainItem> & { readonly context?: string };

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
/** A question, and the truth as a person reads it in the conversation. */
const QUESTIONS = read('./answers.json') as readonly (readonly [question: string, truth: string])[];

function sample(): Item[] {
  const { sessions } = read('../../scripts/demo/conversation.json') as {
    sessions: { id: string; timestamp: string; context: string; turns: string[] }[];
  };
  return sessions.map(({ id, timestamp, context, turns }) => ({ document_id: id, timestamp, context, content: turns.join('\n') }));
}

async function fill(services: ReflectServices, bankId: string, requests: readonly (readonly Item[])[]): Promise<BankScope> {
  const { db, embedder } = services;
  const orgId = newId();
  await db.query(sql`insert into organizations (id, slug, name) values (${orgId}, ${bankId}, ${bankId})`);
  const actor = { kind: 'unrestricted_key', keyId: null, label: 'benchmark' } as const;
  const scope = mintBankScope({ orgId, actor, bankId, bankUid: 0, bank: null });
  for (const items of requests) await retain({ db, embedder }, await ensureBank(db, scope), retainBody.parse({ items }));
  const known = await ensureBank(db, scope);
  await consolidationHandler.run(jobOf(jobApp(db, { embedder }), known, { automatic: false, sweep: false, within: null }));
  await db.query(sql`vacuum analyze`);
  return ensureBank(db, scope);
}

const ask = (services: ReflectServices, scope: BankScope, query: string, include: Readonly<Record<string, unknown>> = {}) =>
  reflect(services, scope, reflectBody.parse({ query, include }), { signal: new AbortController().signal });

async function answers(services: ReflectServices, scope: BankScope, only: string): Promise<void> {
  for (const [query, truth] of QUESTIONS) {
    if (!query.toLowerCase().includes(only.toLowerCase())) continue;
    const { text } = await ask(services, scope, query);
    console.log(`**${query}** (${truth})\n\n${text.replace(/^/gm, '> ')}\n`);
  }
}

async function speed(services: ReflectServices, bank: string, scope: BankScope, asked: readonly string[]): Promise<string[]> {
  const [next, again] = [inTurn(asked), inTurn(asked)];
  const taken = await timeInTurn(
    {
      recall: () => recall(services, scope, recallBody.parse({ query: next() })),
      reflect: () => ask(services, scope, again()),
    },
    { rounds: ROUNDS, warmUp: WARM_UP },
  );
  return [bank, ...p50p95(taken.recall), ...p50p95(taken.reflect), times(taken.reflect.p50, taken.recall.p50)];
}

/**
 * The parts of the benchmark's own script that are used here. The script and its data are outside
 * the project.
 */
interface Locomo {
  loadLocomo(file: string): { readonly convs: readonly Conversation[] };
  itemsFor(conversation: Conversation, granularity: 'turn'): readonly (readonly Item[])[];
  Mapper: new (conversation: Conversation) => { map(memory: { text: string; document_id: string | null }): readonly string[] };
}
interface Conversation {
  readonly id: string;
  readonly questions: readonly { readonly question: string; readonly evidence: readonly string[]; readonly adversarial: boolean }[];
}

interface Outcome {
  readonly isAdversarial: boolean;
  readonly isAnswered: boolean;
  readonly isDoubted: boolean;
  /** share of the evidence that is cited */
  readonly cited: number;
  readonly citations: number;
}

/** The start of an answer that expresses doubt. */
const DOUBT = /though it may not answer|^Nothing that is stored names|^Nothing is counted/;

async function outcomesOf(services: ReflectServices, benchDir: string): Promise<Outcome[]> {
  const folder = path.resolve(benchDir);
  const locomo = (await import(pathToFileURL(path.join(folder, 'locomo-http.mjs')).href)) as Locomo;
  const outcomes: Outcome[] = [];
  for (const conversation of locomo.loadLocomo(path.join(folder, 'data/locomo-dev.json')).convs) {
    const scope = await fill(services, conversation.id, locomo.itemsFor(conversation, 'turn'));
    const mapper = new locomo.Mapper(conversation);
    for (const { question, evidence, adversarial } of conversation.questions) {
      if (evidence.length === 0) continue;
      const { text, outcome, based_on } = await ask(services, scope, question, { facts: {} });
      const memories = based_on?.memories ?? [];
      const turns = new Set(memories.flatMap(({ text, document_id = null }) => mapper.map({ text, document_id })));
      outcomes.push({
        isAdversarial: adversarial,
        isAnswered: outcome === 'answered',
        isDoubted: DOUBT.test(text.split('\n')[0]!),
        cited: evidence.filter((turn) => turns.has(turn)).length / evidence.length,
        citations: memories.length,
      });
    }
  }
  return outcomes;
}

function evidenceTable(outcomes: readonly Outcome[]): string {
  const row = (name: string, all: readonly Outcome[]): string[] => {
    const mean = (of: readonly Outcome[], value: (one: Outcome) => number) =>
      of.length === 0 ? '' : (of.reduce((sum, one) => sum + value(one), 0) / of.length).toFixed(3);
    const answered = all.filter(({ isAnswered }) => isAnswered);
    const [doubted, sure] = [answered.filter(({ isDoubted }) => isDoubted), answered.filter(({ isDoubted }) => !isDoubted)];
    const isCited = ({ cited }: Outcome): number => Number(cited > 0);
    return [
      ...[name, String(all.length), String(all.length - answered.length), String(doubted.length), String(sure.length)],
      ...[mean(all, ({ cited }) => cited), mean(doubted, isCited), mean(sure, isCited), mean(answered, ({ citations }) => citations)],
    ];
  };
  return markdownTable(
    ['questions', 'all', 'without answer', 'doubting', 'sure', 'evidence cited', 'doubting: any', 'sure: any', 'citations'],
    [
      row(
        'answered in the conversation',
        outcomes.filter(({ isAdversarial }) => !isAdversarial),
      ),
      row(
        'about somebody else',
        outcomes.filter(({ isAdversarial }) => isAdversarial),
      ),
    ],
  );
}

async function run(database: BenchDatabase, adminUrl: string | null, units: number, only: string, locomo: string | null): Promise<void> {
  const place = await makeServerData(database, adminUrl);
  const db: Db = await place.open();
  try {
    await migrate(db);
    const services: ReflectServices = { db, embedder: builtinEmbedder(), models: { of: () => null } };
    if (locomo !== null) return console.log(evidenceTable(await outcomesOf(services, locomo)));
    const scope = await fill(services, 'sample', [sample()]);
    await answers(services, scope, only);
    if (only !== '') return;
    const lines = [
      await speed(
        services,
        'sample',
        scope,
        QUESTIONS.map(([query]) => query),
      ),
    ];
    const sessions = conversation({ seed: 3, sentences: units, turnsPerSession: 20 });
    const items = sessions.map(({ id, timestamp, turns }) => ({ document_id: id, timestamp, content: turns.join('\n') }));
    const own = await fill(services, 'generated', batchesOf(items, BATCH));
    const warm = { ...services, cachedBanks: await warmBank(db, own) };
    lines.push(await speed(warm, `${units} units`, own, questions(sessions, 3, WARM_UP + ROUNDS)));
    console.log(markdownTable(['bank', 'recall p50 ms', 'p95', 'reflect p50 ms', 'p95', 'reflect / recall'], lines));
  } finally {
    await db.close();
    await place.remove();
  }
}

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { database: text, url: text, units: text, only: text, locomo: text } });
const { database = 'embedded', url = null, units = '10000', only = '', locomo = null } = values;
await run(database as BenchDatabase, url, Number(units), only, locomo);
