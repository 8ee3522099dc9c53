import { performance } from 'node:perf_hooks';
import { ANSWER, type AnalyzedPlan, EXECUTOR, partTimes } from '#bench/speed/query-plan';
import { scopeOf, warmBank } from '#bench/support/in-process';
import { time } from '#bench/support/measure';
import type { BankPlan } from '#bench/support/plan';
import { encode } from '#lib/api/encoding';
import { bytesOf } from '#lib/api/sending';
import { nullPruner } from '#lib/base/contract/reply';
import type { Db, NamedStatement, Queryable, Row, Statement } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { type RecallResponse, recallBody, recallMemories } from '#lib/memory/recall/contract';
import type { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import { recall } from '#lib/memory/recall/service';
import type { Phase } from '#lib/memory/recall/trace';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

/**
 * One recall in this process, stage by stage, by the product's own code. The phases are those of
 * its trace, and statements are timed on their way to the database. The statement of the retrievers
 * is run once more under `explain`.
 */

/**
 * The rows of the report, in the order of a recall. A row that begins with a dash is a part of the
 * one above.
 */
export const STAGES = {
  plan: 'question: plan and vector',
  retrievers: 'statement 1: the retrievers in the database',
  executor: '– executor start and end',
  meaning: '– meaning',
  words: '– words',
  instructions: '– permanent instructions',
  time: '– a time, if the query names one',
  speech: '– a speaker, if the query asks for nothing else',
  candidates: '– candidates of all retrievers',
  graph: '– entities and causes',
  neighbors: '– neighbors in the document',
  units: '– scores and features of all',
  answer: '– arrays as text',
  others: '– parts without a row here',
  roundTrip: '– round trip',
  decode: 'retrievers in the process; without a bank cache, statement 1 composed and decoded',
  rank: 'rank',
  pack: 'pack',
  payload: 'statement 2: the fields of the results',
  view: 'results from its rows',
  reply: 'reply: checked, without nulls, as JSON',
  check: '– the check',
  stringify: '– JSON alone',
} as const;
export type Stage = keyof typeof STAGES;
/** The stages that make up a recall, and among them the server's own work. */
export const WHOLE_STAGES = (Object.keys(STAGES) as Stage[]).filter((stage) => !STAGES[stage].startsWith('– '));
export const SERVER_STAGES = WHOLE_STAGES.filter((stage) => stage !== 'retrievers' && stage !== 'payload');

/** The parts of statement 1, by the rows of the report. */
const PARTS: Readonly<Partial<Record<Stage, readonly string[]>>> = {
  executor: [EXECUTOR],
  meaning: ['semantic'],
  words: ['term', 'hit', 'spread', 'rarity', 'keyword'],
  instructions: ['instruction'],
  time: ['edge', 'stretch', 'inside', 'timed', 'named'],
  speech: ['spoken'],
  candidates: ['found', 'candidate', 'best'],
  graph: ['seed', 'topic', 'hop1', 'front', 'topic2', 'hop2', 'activated'],
  neighbors: ['near'],
  units: ['pool', 'unit'],
  answer: ['p', ANSWER],
};
const LINE_OF = new Map(Object.entries(PARTS).flatMap(([line, parts]) => parts.map((part) => [part, line as Stage] as const)));

export function linesOfParts(parts: ReadonlyMap<string, number>): Map<Stage, number> {
  const lines = new Map<Stage, number>();
  for (const [part, ms] of parts) {
    const line = LINE_OF.get(part) ?? 'others';
    lines.set(line, (lines.get(line) ?? 0) + ms);
  }
  return lines;
}

/** Milliseconds of one recall by stage; a stage that it did not need is missing. */
export interface Sample {
  readonly stages: ReadonlyMap<Stage, number>;
  readonly planningMs: number;
  readonly gzipMs: number;
  readonly candidates: number;
  readonly results: number;
  readonly replyBytes: number;
}

export async function sampleRecalls(db: Db, bank: BankPlan): Promise<Sample[]> {
  const scope = await scopeOf(db, bank.name);
  const cachedBanks = await warmBank(db, scope);
  const samples: Sample[] = [];
  for (const query of bank.questions) samples.push(await sampleOf(db, cachedBanks, scope, query));
  return samples;
}

/** One statement, the time until its answer was read, and the answer. */
interface SentStatement {
  readonly statement: NamedStatement;
  readonly ms: number;
  readonly rows: readonly Row[];
}

/** Forwards every statement and records it. */
class Overhearing implements Queryable {
  readonly sent: SentStatement[] = [];
  readonly #db: Queryable;
  constructor(db: Queryable) {
    this.#db = db;
  }
  async query<R extends Row>(statement: Statement): Promise<R[]> {
    const started = performance.now();
    const rows = await this.#db.query<R>(statement);
    if ('text' in statement) this.sent.push({ statement, ms: performance.now() - started, rows });
    return rows;
  }
}

interface Summary {
  readonly phase_metrics: readonly Phase[];
  readonly candidates: number;
}

async function sampleOf(db: Db, cachedBanks: CachedBanks, scope: BankScope, query: string): Promise<Sample> {
  const overhearing = new Overhearing(db);
  const services = { db: overhearing, embedder: builtinEmbedder(), cachedBanks };
  const { trace, ...response } = await recall(services, scope, recallBody.parse({ query, trace: true }));
  const { phase_metrics, candidates } = (trace as { summary: Summary }).summary;
  const phase = (name: string): number => phase_metrics.find(({ phase_name }) => phase_name === name)!.duration_seconds * 1000;
  // If nothing was found, there is no second statement. For a cached bank whose query mentions no
  // entity, there is no first.
  const payload = overhearing.sent.find(({ statement }) => statement.name === 'recall_payload');
  const retrievers = overhearing.sent.find((sent) => sent !== payload);
  const [retrieversMs, payloadMs] = [retrievers?.ms ?? 0, payload?.ms ?? 0];
  const { text, ...written } = await write(response);
  const { planningMs, ...parts } = retrievers ? await takeApart(db, retrievers) : { planningMs: 0, stages: [] };
  return {
    planningMs,
    candidates,
    results: response.results.length,
    replyBytes: Buffer.byteLength(text),
    gzipMs: await time(async () => encode(text, 'gzip')),
    stages: new Map<Stage, number>([
      ['plan', phase('planning')],
      ['retrievers', retrieversMs],
      ...parts.stages,
      ['decode', phase('retrieval') - retrieversMs],
      ['rank', phase('ranking')],
      ['pack', phase('packing')],
      ['payload', payloadMs],
      ['view', phase('payload') - payloadMs],
      ...written.stages,
    ]),
  };
}

const rewrite = nullPruner(recallMemories.response);

/** The last step of a request, and two parts of it by themselves. */
async function write(response: RecallResponse): Promise<{ text: string; stages: readonly (readonly [Stage, number])[] }> {
  let text = '';
  const reply = await time(async () => {
    text = String((await bytesOf(recallMemories, { rewrite, adapt: null }, response, null)).body);
  });
  const check = await time(async () => recallMemories.response.safeParse(response));
  const stringify = await time(async () => JSON.stringify(response));
  return {
    text,
    stages: [
      ['reply', reply],
      ['check', check],
      ['stringify', stringify],
    ],
  };
}

/**
 * The round trip is the time to transfer the same answer without computing it. The rest of the
 * statement's time is divided among its parts, in the proportions of a run with a clock at every
 * step.
 */
async function takeApart(
  db: Db,
  { statement, ms, rows: [answer] }: SentStatement,
): Promise<{ planningMs: number; stages: ReadonlyMap<Stage, number> }> {
  const way = await time(() => db.query(echo(answer!)));
  const [row] = await db.query<{ 'QUERY PLAN': AnalyzedPlan[] }>({
    name: '',
    text: `explain (analyze, format json) ${statement.text}`,
    values: statement.values,
  });
  const plan = row!['QUERY PLAN'][0]!;
  return { planningMs: plan['Planning Time'], stages: new Map([...linesOfParts(partTimes(plan, ms - way)), ['roundTrip', way]]) };
}

/** All columns of the answer are text. */
const echo = (answer: Row): NamedStatement => ({
  name: `bench_echo_${Object.keys(answer).length}`,
  text: `select ${Object.keys(answer)
    .map((name, i) => `$${i + 1}::text as ${name}`)
    .join(', ')}`,
  values: Object.values(answer),
});
