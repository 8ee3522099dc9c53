/**
 * Measures how fast memories are listed, compared with a bare query that reads the same rows in the
 * same run. The bare query reads by primary key, or by the index of words for a text search,
 * because no key leads from a word to its memories. npm run bench browse -- [--database
 * embedded|pg|both] [--url postgres://…] [--units 30000]
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { conversation } from '#bench/support/generate';
import { type Latency, timeInTurn } from '#bench/support/measure';
import type { BenchDatabase } from '#bench/support/options';
import { markdownTable, p50p95, times } from '#bench/support/report';
import { BANK_OPTIONS, onDatabases } from '#bench/support/server-data';
import { type Db, type SQL, sql } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import { type BankScope, mintBankScope } from '#lib/base/scope';
import { ensureBank } from '#lib/memory/banks/service';
import { listMemories as listing } from '#lib/memory/memories/contract';
import { searchOf } from '#lib/memory/memories/search';
import { listMemories } from '#lib/memory/memories/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

const ROUNDS = 120;
let revision = 1_000_000;
const WARM_UP = 20;
const TURNS = 500;

type Query = Record<string, unknown>;

const queryOf = (given: Query) => z.object(listing.query!.shape).parse(given);

/** Fills a bank with `units` sentences, one memory each. */
async function fill(db: Db, units: number): Promise<BankScope> {
  const orgId = newId();
  await db.query(sql`insert into organizations (id, slug, name) values (${orgId}, 'bench', 'Bench')`);
  const actor = { kind: 'unrestricted_key', keyId: null, label: 'benchmark' } as const;
  const scope = mintBankScope({ orgId, actor, bankId: 'bench', bankUid: 0, bank: null });
  for (const [i, { id, timestamp, turns }] of conversation({ seed: 1, sentences: units, turnsPerSession: TURNS }).entries()) {
    const item = { content: turns.join('\n'), document_id: id, timestamp, tags: [`month-${i % 12}`] };
    await retain({ db, embedder: builtinEmbedder() }, await ensureBank(db, scope), retainBody.parse({ items: [item] }));
  }
  await db.query(sql`vacuum analyze`);
  return ensureBank(db, scope);
}

/** The measured requests, by their names in the report. */
async function formsOf(db: Db, scope: BankScope, units: number): Promise<Record<string, Query>> {
  const [entity] = await db.query<{ id: string }>(
    sql`select id from entities where bank_uid = ${scope.bankUid} order by mention_count desc limit 1`,
  );
  const third = await listMemories(db, scope, queryOf({ limit: 1, offset: Math.floor(units / 3) }));
  const [day, next] = ['2024-01-20', '2024-01-22'];
  return {
    'first page': {},
    'first page of 1,000': { limit: 1000 },
    'by type': { type: ['world'] },
    'by two types': { type: ['world', 'experience'] },
    'one word': { q: 'garrow' },
    'two words': { q: 'garrow weber' },
    'five words': { q: 'garrow weber because kestrow demir' },
    'a sign': { q: ':' },
    'a document': { document_id: 'session-1-3' },
    'the most named entity': { entity_id: entity!.id },
    tags: { tags: ['month-3'], tags_match: 'any_strict' },
    'two days': { from: day, to: next },
    'by created_at': { sort: 'created_at' },
    'by updated_at': { sort: 'updated_at' },
    'by occurred_start': { sort: 'occurred_start' },
    'a third in, by offset': { offset: Math.floor(units / 3) },
    'a third in, by cursor': { cursor: third.next_cursor },
    'behind the end': { offset: units * 2 },
    'invalidated: none': { state: 'invalidated' },
  };
}

/** Reads all columns of memories by key: the least that a page of them costs. */
const BARE = 'select * from memories where bank_uid = $1 and id = any($2::uuid[])';

/**
 * Searches the index of words for the same words and nothing else: the count, and the rows of a
 * page. With more than two words, memories with any of them match.
 */
function bareQuestion(bankUid: number, q: unknown): { count: SQL; rows: SQL } | null {
  const search = searchOf(typeof q === 'string' ? q : undefined);
  if (!search) return null;
  const asked =
    search.kind === 'substring'
      ? sql`position(${search.text}::text in text) > 0`
      : sql`search @@ ${search.words.map(({ query }) => query).join(search.all ? ' & ' : ' | ')}::tsquery`;
  const where = sql`from memories where bank_uid = ${bankUid} and state = 'valid' and ${asked}`;
  return {
    count: sql`select count(*) as n ${where}`,
    rows: sql`select * ${where} order by mentioned_at desc nulls last, created_at desc nulls last, id desc nulls last limit 100`,
  };
}

const NO_ID = '00000000-0000-7000-8000-000000000000';

interface Measured {
  readonly rows: number;
  readonly total: number;
  /** the rows by their key; for a text search by its words, with the count known */
  readonly bare: Latency;
  /** the same; for a text search with the count computed */
  readonly bareFresh: Latency;
  /** the count is cached at this revision of the bank */
  readonly again: Latency;
  /** every time as after a write */
  readonly fresh: Latency;
}

async function measure(db: Db, scope: BankScope, query: Query): Promise<Measured> {
  const parsed = queryOf(query);
  const { items, total } = await listMemories(db, scope, parsed);
  const ids = items.length > 0 ? items.map(({ id }) => id) : [NO_ID];
  const asked = bareQuestion(scope.bankUid, query.q);
  const rows = () => db.query(asked ? asked.rows : { name: 'bench_rows', text: BARE, values: [scope.bankUid, ids] });
  const written = (): BankScope => mintBankScope({ ...scope, bank: { ...scope.bank!, revision: ++revision } });
  const taken = await timeInTurn(
    {
      bare: rows,
      bareFresh: async () => asked && [await db.query(asked.count), await rows()],
      again: () => listMemories(db, scope, parsed),
      fresh: () => listMemories(db, written(), parsed),
    },
    { rounds: ROUNDS, warmUp: WARM_UP },
  );
  return { rows: items.length, total, ...taken, bareFresh: asked ? taken.bareFresh : taken.bare };
}

async function run(db: Db, database: BenchDatabase, units: number): Promise<void> {
  const scope = await fill(db, units);
  const lines: string[][] = [];
  for (const [name, query] of Object.entries(await formsOf(db, scope, units))) {
    const { rows, total, bare, bareFresh, again, fresh } = await measure(db, scope, query);
    const counted = [...p50p95(again), times(again.p95, bare.p95), times(again.p50, bare.p50)];
    lines.push([
      name,
      String(rows),
      String(total),
      ...p50p95(bare),
      ...counted,
      ...p50p95(bareFresh),
      ...p50p95(fresh),
      times(fresh.p95, bareFresh.p95),
      times(fresh.p50, bareFresh.p50),
    ]);
  }
  console.log(`\n${database}, ${units} units\n`);
  console.log(
    markdownTable(
      [
        'list',
        'rows',
        'total',
        'bare p50 ms',
        'p95',
        'p50 ms',
        'p95',
        'p95 / bare',
        'p50 / bare',
        'bare with the number p50',
        'p95',
        'after a write p50',
        'p95',
        'p95 / bare',
        'p50 / bare',
      ],
      lines,
    ),
  );
}

await onDatabases(parseArgs({ options: BANK_OPTIONS }).values, run);
