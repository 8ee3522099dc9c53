/**
 * Measures what a memory costs on this machine, and computes from it what up to ten billion
 * memories in up to a million banks need. npm run bench capacity -- [--database embedded|pg] [--url
 * postgres://…] [--units 8000]
 */
import { parseArgs } from 'node:util';
import { type Capacity, type CapacityAssumptions, type CapacityFigures, lineThrough, simulate } from '#bench/speed/capacity-model';
import { type Client, connect } from '#bench/support/client';
import { postgresCpuMs } from '#bench/support/database';
import { scopeOf, warmBank } from '#bench/support/in-process';
import { fillLargeBank, itemsWithEntities } from '#bench/support/large-bank';
import { batchesOf } from '#bench/support/measure';
import { databasesOf } from '#bench/support/options';
import { markdownTable, whole } from '#bench/support/report';
import { type RunningServer, startServer } from '#bench/support/server';
import { makeServerData, type OwnServerData } from '#bench/support/server-data';
import { untilCached } from '#bench/support/until-cached';
import { type Db, sql } from '#lib/base/db/db';
import { BANK_SIZES } from '#lib/memory/recall/retrieval/cached/bank';
import { compactBanks } from '#lib/memory/recall/retrieval/cached/compact';

/**
 * A bank that is filled over HTTP, and one that is large enough for pages, one byte for each number
 * of a vector, and no cached texts.
 */
const WRITTEN = 'written';
const LARGE = 'bench';
const LARGE_UNITS = 256_000;
/** Banks of one request, to see what a bank costs besides its memories. */
const SMALL_BANKS = 200;
const ITEMS_PER_RETAIN = 20;
const CACHED_RECALLS = 400;
const DATABASE_RECALLS = 60;
const WARM_UP = 40;
const COMPACTED_WITHIN_MS = 600_000;

const { values } = parseArgs({
  options: { database: { type: 'string' }, url: { type: 'string' }, units: { type: 'string', default: '8000' } },
});
const units = Number(values.units);
const items = itemsWithEntities(units);
const questions = items.slice(0, CACHED_RECALLS + WARM_UP).map(({ content }) => content.replace(/^\w+: /, ''));

const ASSUMED: CapacityAssumptions = {
  zipfExponent: 1,
  activeShare: 0.2,
  recallsPerMemoryPerDay: 0.05,
  retainsPerMemoryPerDay: 0.01,
  peak: 3,
  idleSeconds: 600,
  residentFactor: 1.3,
  utilization: 0.6,
  server: { cacheBytes: 8 * 2 ** 30, processors: 2 },
  database: { storageBytes: 4 * 2 ** 40, processors: 32 },
  replicas: 1,
  cellMemories: 20_000_000,
};
const MEMORIES = [1e6, 1e8, 1e10];
const BANKS = [1e2, 1e4, 1e6];

interface Cpu {
  readonly server: number;
  readonly database: number;
}

async function withServer<T>(
  place: OwnServerData,
  settings: Readonly<Record<string, string>>,
  work: (client: Client, server: RunningServer, cpu: () => Promise<Cpu>) => Promise<T>,
): Promise<T> {
  const server = await startServer(place, settings);
  const client = connect(server.url, place.key);
  const beside = place.databaseUrl ? await place.open() : null;
  const cpu = async (): Promise<Cpu> => {
    const own = server.cpu();
    if (!own) throw new Error('Processor times need /proc: run this on Linux');
    return { server: own.server, database: beside ? await postgresCpuMs(beside) : own.database };
  };
  try {
    return await work(client, server, cpu);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${server.log()}`, { cause: error });
  } finally {
    await beside?.close();
    client.close();
    await server.stop();
  }
}

async function spent(cpu: () => Promise<Cpu>, count: number, work: () => Promise<unknown>): Promise<Cpu> {
  const before = await cpu();
  await work();
  const after = await cpu();
  return { server: (after.server - before.server) / count, database: (after.database - before.database) / count };
}

async function inDatabase<T>(place: OwnServerData, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await place.open();
  return work(db).finally(() => db.close());
}

const tableBytes = (place: OwnServerData): Promise<number> =>
  inDatabase(place, async (db) => {
    await db.query(sql`vacuum`);
    const [sum] = await db.query<{ bytes: number }>(sql`
      select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`);
    return sum!.bytes;
  });

/** The bytes that the cache counts for a bank, its memories, and the time of reading each. */
async function cachedBank(db: Db, name: string, databaseCpu: () => Promise<number>) {
  const scope = await scopeOf(db, name);
  const [own, database] = [process.cpuUsage(), await databaseCpu()];
  const banks = await warmBank(db, scope);
  const { user, system } = process.cpuUsage(own);
  const memories = scope.bank!.unitCount;
  const reading = { server: (user + system) / 1000 / memories, database: ((await databaseCpu()) - database) / memories };
  return { memories, bytes: banks.usage().bytes, reading };
}

/** Recalls of a client from a bank, one after the other. */
async function recalls(client: Client, cpu: () => Promise<Cpu>, bank: string, count: number): Promise<Cpu> {
  for (const question of questions.slice(0, WARM_UP)) await client.recall(bank, question);
  return spent(cpu, count, async () => {
    for (const question of questions.slice(WARM_UP, WARM_UP + count)) await client.recall(bank, question);
  });
}

interface Sized {
  readonly memories: number;
  readonly cpu: Cpu;
}

const lines = (small: Sized, large: Sized) => ({
  server: lineThrough([small.memories, small.cpu.server], [large.memories, large.cpu.server]),
  database: lineThrough([small.memories, small.cpu.database], [large.memories, large.cpu.database]),
});

async function measure(place: OwnServerData, say: (line: string) => void): Promise<CapacityFigures> {
  const noWork = { SERVICE_API_RUN_WORKER: 'false', SERVICE_API_RECALL_MEMORY_MB: '1024' };
  say('an empty database');
  await withServer(place, noWork, (client) => client.retain('first', [{ content: 'Alice Chen moved to Lisbon.' }]));
  const emptyBytes = await tableBytes(place);

  say(`retaining ${whole(units)} sentences, ${ITEMS_PER_RETAIN} in a request`);
  const batches = batchesOf(items, ITEMS_PER_RETAIN);
  let retained = 0;
  const retain = await withServer(place, noWork, async (client, _server, cpu) => {
    const [first, ...more] = batches;
    await client.retain(WRITTEN, first!);
    return spent(cpu, units - ITEMS_PER_RETAIN, async () => {
      for (const batch of more) retained += await client.retain(WRITTEN, batch);
    });
  });
  say('consolidating them');
  const consolidation = await withServer(place, {}, (client, _server, cpu) => spent(cpu, retained, () => client.settled(WRITTEN)));
  const filledBytes = await tableBytes(place);
  const perMemory = (filledBytes - emptyBytes) / units;

  say(`filling ${SMALL_BANKS} small banks`);
  await withServer(place, {}, async (client) => {
    for (let n = 0; n < SMALL_BANKS; n++) await client.retain(`small-${n}`, batches[n % batches.length]!);
    for (let n = 0; n < SMALL_BANKS; n++) await client.settled(`small-${n}`);
  });
  const smallBytes = ((await tableBytes(place)) - filledBytes) / SMALL_BANKS;
  const storage = { fixed: Math.max(0, smallBytes - perMemory * ITEMS_PER_RETAIN), perMemory };

  say(`filling a bank of ${whole(LARGE_UNITS)}, by copies`);
  const { cached, first } = await inDatabase(place, async (db) => {
    const [organization] = await db.query<{ id: string }>(sql`select org_id as id from banks where id = 'first'`);
    await fillLargeBank(db, LARGE_UNITS, organization!.id);
    await db.query(sql`delete from operations`);
    await db.query(sql`update consolidation_items set status = 'done'`);
    await compactBanks(db, { milliseconds: COMPACTED_WITHIN_MS });
    const databaseCpu = async (): Promise<number> => (place.databaseUrl ? postgresCpuMs(db) : 0);
    const one = { first: await cachedBank(db, 'first', databaseCpu) };
    return { ...one, cached: { written: await cachedBank(db, WRITTEN, databaseCpu), large: await cachedBank(db, LARGE, databaseCpu) } };
  });

  say('recalls from the cache');
  const sized = (bank: 'written' | 'large', cpu: Cpu): Sized => ({ memories: cached[bank].memories, cpu });
  const fromCache = await withServer(place, noWork, async (client, server, cpu) => {
    for (const name of [WRITTEN, LARGE]) await untilCached(server, place.key, { name, questions });
    const written = await recalls(client, cpu, WRITTEN, CACHED_RECALLS);
    return { written, large: await recalls(client, cpu, LARGE, CACHED_RECALLS) };
  });
  say('recalls from the database');
  const fromDatabase = await withServer(place, { ...noWork, SERVICE_API_RECALL_MEMORY_MB: '0' }, async (client, _server, cpu) => {
    const written = await recalls(client, cpu, WRITTEN, DATABASE_RECALLS);
    return { written, large: await recalls(client, cpu, LARGE, DATABASE_RECALLS) };
  });
  return {
    storage,
    cache: {
      small: lineThrough([first.memories, first.bytes], [cached.written.memories, cached.written.bytes]),
      large: lineThrough([0, first.bytes], [cached.large.memories, cached.large.bytes]),
      largeFrom: BANK_SIZES.largeFrom,
    },
    retain,
    consolidation,
    cachedRecall: lines(sized('written', fromCache.written), sized('large', fromCache.large)),
    databaseRecall: lines(sized('written', fromDatabase.written), sized('large', fromDatabase.large)),
    reading: cached.written.reading,
  };
}

const GB = 1e9;
const number = (value: number): string =>
  value >= 100
    ? whole(value)
    : value >= 1
      ? value.toFixed(1)
      : value.toPrecision(2).replace(/e.*/, (power) => ` x 10^${Number(power.slice(1))}`);
const power = (value: number): string => `10^${Math.round(Math.log10(value))}`;
const cpuCells = ({ server, database }: Cpu): [string, string] => [number(server), number(database)];

function printMeasured(figures: CapacityFigures): void {
  const { storage, cache, cachedRecall, databaseRecall } = figures;
  const million = (perMemory: number): string => number(perMemory * 1e6);
  console.log(
    markdownTable(
      ['Measured, ms of processor time', 'server', 'database'],
      [
        ['retain, for each memory', ...cpuCells(figures.retain)],
        ['consolidation, for each memory', ...cpuCells(figures.consolidation)],
        ['recall from the cache', number(cachedRecall.server.fixed), number(cachedRecall.database.fixed)],
        ['– more for each million memories of the bank', million(cachedRecall.server.perMemory), million(cachedRecall.database.perMemory)],
        ['recall from the database', number(databaseRecall.server.fixed), number(databaseRecall.database.fixed)],
        [
          '– more for each million memories of the bank',
          million(databaseRecall.server.perMemory),
          million(databaseRecall.database.perMemory),
        ],
        ['reading a bank into the cache, for each memory', ...cpuCells(figures.reading)],
      ],
    ),
  );
  console.log();
  console.log(
    markdownTable(
      ['Measured, bytes', 'of a bank', 'of each memory'],
      [
        ['tables and indexes', whole(storage.fixed), whole(storage.perMemory)],
        [`cache, up to ${whole(cache.largeFrom)} memories`, whole(cache.small.fixed), whole(cache.small.perMemory)],
        ['cache, a larger bank', whole(cache.large.fixed), whole(cache.large.perMemory)],
      ],
    ),
  );
}

function printAssumed(assumed: CapacityAssumptions): void {
  console.log(
    markdownTable(
      ['Assumed', ''],
      [
        ['sizes of the banks', `Zipf: rank to the power of -${assumed.zipfExponent}`],
        ['used banks', `${assumed.activeShare * 100} %`],
        ['recalls of a used bank', `${assumed.recallsPerMemoryPerDay} a day for each memory`],
        ['retained memories of a used bank', `${assumed.retainsPerMemoryPerDay} a day for each memory`],
        ['busiest hour', `${assumed.peak} x the mean`],
        ['a bank leaves the cache', `${assumed.idleSeconds} s after its last recall`],
        ['resident memory', `${assumed.residentFactor} x what the cache counts`],
        ['processors in the busiest hour', `${assumed.utilization * 100} % used`],
        [
          'a server process',
          `${assumed.server.processors} processors, ${number(assumed.server.cacheBytes / 2 ** 30)} GiB of cache; one for each bank`,
        ],
        [
          'a database server',
          `${assumed.database.processors} processors, ${number(assumed.database.storageBytes / 2 ** 40)} TiB filled, ${assumed.replicas} replica`,
        ],
        ['a cell', `${whole(assumed.cellMemories / 1e6)} million memories, or one larger bank`],
      ],
    ),
  );
}

type Columns = Readonly<Record<string, (capacity: Capacity) => string>>;

const OF_WHAT: Columns = { memories: ({ memories }) => power(memories), banks: ({ banks }) => power(banks) };
const perMillion = (value: number, memories: number): string => number((value / memories) * 1e6);

const COSTS: Columns = {
  ...OF_WHAT,
  'largest bank': ({ largestBank }) => whole(largestBank),
  'storage per million, GB': ({ storageBytes, memories }) => perMillion(storageBytes / GB, memories),
  'cache per million, GB': ({ cacheBytes, memories }) => perMillion(cacheBytes / GB, memories),
  'processors per million': ({ serverProcessors, databaseProcessors, memories }) =>
    perMillion(serverProcessors + databaseProcessors, memories),
  'recalls from the database, %': ({ databaseRecallShare }) => number(databaseRecallShare * 100),
  'longest recall, s': ({ longestRecallSeconds }) => number(longestRecallSeconds),
};

const TOTALS: Columns = {
  ...OF_WHAT,
  'storage, TB': ({ storageBytes }) => number(storageBytes / 1e12),
  'cache, GB': ({ cacheBytes }) => number(cacheBytes / GB),
  'warm banks': ({ warmBanks }) => whole(warmBanks),
  '– of one process': ({ warmBanksPerServer, warmBanks }) => whole(Math.min(warmBanksPerServer, warmBanks)),
  'processors: server': ({ serverProcessors }) => number(serverProcessors),
  '– database': ({ databaseProcessors }) => number(databaseProcessors),
  'server processes': ({ servers }) => whole(servers),
  'database servers': ({ databaseServers }) => whole(databaseServers),
  cells: ({ cells }) => whole(cells),
};

function printResults(results: readonly Capacity[], columns: Columns): void {
  const names = Object.keys(columns);
  console.log(
    markdownTable(
      names,
      results.map((result) => names.map((name) => columns[name]!(result))),
    ),
  );
}

for (const database of databasesOf(values.database ?? (values.url ? 'pg' : 'embedded'), values.url ?? null)) {
  const place = await makeServerData(database, values.url ?? null);
  try {
    const figures = await measure(place, (line) => console.error(`${database}: ${line}`));
    console.log(`\nCapacity (${database})\n`);
    printMeasured(figures);
    console.log();
    printAssumed(ASSUMED);
    console.log();
    const results = MEMORIES.flatMap((memories) => BANKS.map((banks) => simulate(memories, banks, figures, ASSUMED)));
    printResults(results, COSTS);
    console.log();
    printResults(results, TOTALS);
  } finally {
    await place.remove();
  }
}
