/**
 * Measures how fast entities, statistics, time series and graphs are, compared with a bare indexed
 * query of the same rows in the same run. npm run bench entities -- [--database embedded|pg|both]
 * [--url postgres://…] [--units 30000]
 */
import { parseArgs } from 'node:util';
import { fillBank, fillLargeBank } from '#bench/support/large-bank';
import { type Latency, timeInTurn } from '#bench/support/measure';
import type { BenchDatabase } from '#bench/support/options';
import { markdownTable, p50p95, times } from '#bench/support/report';
import { BANK_OPTIONS, onDatabases } from '#bench/support/server-data';
import { type Db, sql } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { getEntity, getEntityGraph, listEntities, listEntitySuggestions } from '#lib/memory/entities/service';
import { exploreGraph as explored } from '#lib/memory/graph/contract';
import { exploreGraph } from '#lib/memory/graph/explore';
import { getGraph } from '#lib/memory/graph/service';
import { getStats, getTimeseries } from '#lib/memory/stats/service';

const ROUNDS = 60;
const WARM_UP = 10;
/** A larger bank is retained in part and copied by SQL, which takes a minute instead of an hour. */
const RETAINED = 100_000;

interface Form {
  /** the bare query of the same rows */
  readonly bare: (() => Promise<unknown>) | null;
  readonly ask: () => Promise<unknown>;
}

const graphOf = (query: Partial<Parameters<typeof getGraph>[2]>) => ({
  limit: 1000,
  tags_match: 'all_strict',
  edges_per_node: 5,
  ...query,
});
/** Requests the graph as the console does. */
const explore = (db: Db, scope: BankScope, query: Record<string, unknown>) => () => exploreGraph(db, scope, explored.query!.parse(query));
const listOf = (query: Partial<Parameters<typeof listEntities>[2]>) => ({ q: undefined, kind: undefined, limit: 100, offset: 0, ...query });

async function formsOf(db: Db, scope: BankScope): Promise<Record<string, Form>> {
  const bank = scope.bankUid;
  const rows = (ids: readonly string[]) => () =>
    db.query({ name: 'bench_entities', text: 'select * from entities where bank_uid = $1 and id = any($2::uuid[])', values: [bank, ids] });
  const listed = async (query: Partial<Parameters<typeof listEntities>[2]>): Promise<Form> => {
    const { items } = await listEntities(db, scope, listOf(query));
    return { bare: rows(items.map(({ id }) => id)), ask: () => listEntities(db, scope, listOf(query)) };
  };
  const series = (period: string, time_field: string, column: string): Form => ({
    bare: () =>
      db.query(
        sql`select fact_type, count(*) from memories where bank_uid = ${bank} and ${sql.raw(column)} >= ${new Date(Date.now() - 91 * 864e5)}::timestamptz and state = 'valid' group by 1`,
      ),
    ask: () => getTimeseries(db, scope, { period, time_field }),
  });
  const [hub] = await db.query<{ id: string }>(sql`select id from entities where bank_uid = ${bank} order by mention_count desc limit 1`);
  const stats = {
    bare: () => db.query(sql`select * from bank_stats where bank_uid = ${bank}`),
    ask: () => getStats({ db }, scope, { refresh: false }),
  };
  return {
    'entities, first page': await listed({}),
    'entities, first page of 1,000': await listed({ limit: 1000 }),
    'entities, page 20': await listed({ offset: 1900 }),
    'entities, behind the end': await listed({ offset: 1_000_000 }),
    'entities, part of a name': await listed({ q: 'belmir' }),
    'the most named entity': { bare: rows([hub!.id]), ask: () => getEntity(db, scope, hub!.id) },
    'entity graph, 1,000 edges': { bare: null, ask: () => getEntityGraph(db, scope, { limit: 1000, min_count: 1 }) },
    'neighbours of the most named': { bare: null, ask: () => getEntityGraph(db, scope, { limit: 1000, min_count: 1, entity_id: hub!.id }) },
    suggestions: { bare: null, ask: () => listEntitySuggestions(db, scope, { limit: 50 }) },
    'statistics, cached': stats,
    'statistics, counted anew': { bare: null, ask: () => getStats({ db }, scope, { refresh: true }) },
    'series of 90 days, all stored today': series('90d', 'created_at', 'created_at'),
    'series of an hour': series('1h', 'created_at', 'created_at'),
    'series by mentioned_at, nothing in it': series('90d', 'mentioned_at', 'mentioned_at'),
    'series by occurred_start': series('90d', 'occurred_start', 'created_at'),
    'graph, 100 nodes': { bare: null, ask: () => getGraph(db, scope, graphOf({ limit: 100 })) },
    'graph, 1,000 nodes': { bare: null, ask: () => getGraph(db, scope, graphOf({})) },
    'graph, 1,000 nodes of a word': { bare: null, ask: () => getGraph(db, scope, graphOf({ q: 'garrow' })) },
    'explorer, both, 300 nodes': { bare: null, ask: explore(db, scope, { mode: 'both' }) },
    'explorer, both, 1,000 nodes': { bare: null, ask: explore(db, scope, { mode: 'both', limit: 1000 }) },
    'explorer, memories, 1,000 nodes': { bare: null, ask: explore(db, scope, { mode: 'memories', limit: 1000 }) },
    'explorer, entities, 1,000 nodes': { bare: null, ask: explore(db, scope, { mode: 'entities', limit: 1000 }) },
    'graph, 10,000 nodes': { bare: null, ask: () => getGraph(db, scope, graphOf({ limit: 10_000 })) },
  };
}

async function measure({ bare, ask }: Form): Promise<{ bare: Latency | null; asked: Latency }> {
  const begun = performance.now();
  await ask();
  const slow = performance.now() - begun > 300;
  const { bare: least, asked } = await timeInTurn(
    { bare: bare ?? (async () => null), asked: ask },
    slow ? { rounds: 6, warmUp: 2 } : { rounds: ROUNDS, warmUp: WARM_UP },
  );
  return { bare: bare && least, asked };
}

async function run(db: Db, database: BenchDatabase, units: number): Promise<void> {
  const scope = await (database === 'pg' && units > RETAINED ? fillLargeBank(db, units) : fillBank(db, units));
  const lines: string[][] = [];
  const add = async (name: string, form: Form): Promise<void> => {
    const { bare, asked } = await measure(form);
    const compared = bare
      ? [...p50p95(bare), ...p50p95(asked), times(asked.p95, bare.p95), times(asked.p50, bare.p50)]
      : ['', '', ...p50p95(asked), '', ''];
    lines.push([name, ...compared]);
  };
  const forms = await formsOf(db, scope);
  await add('statistics, cached, all units to be consolidated', forms['statistics, cached']!);
  await db.query(sql`update consolidation_items set status = 'done' where bank_uid = ${scope.bankUid}`);
  await db.query(sql`vacuum analyze consolidation_items`);
  for (const [name, form] of Object.entries(forms)) await add(name, form);
  console.log(`\n${database}, ${units} units, ${(await listEntities(db, scope, listOf({}))).total} entities\n`);
  console.log(markdownTable(['asked', 'bare p50 ms', 'p95', 'p50 ms', 'p95', 'p95 / bare', 'p50 / bare'], lines));
}

await onDatabases(parseArgs({ options: BANK_OPTIONS }).values, run);
