import { type InProcessRecall, recallInside } from '#bench/support/in-process';
import { batchesOf, inTurn, type Latency, time, timeEach } from '#bench/support/measure';
import { type BankPlan, type BySize, WARM_UP } from '#bench/support/plan';
import { familyCpuMs } from '#bench/support/processes';
import { array, type Db, sql, vectorText } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

/**
 * Measures the database alone through the product's own driver: the reference values of the report.
 */
export interface DatabaseBaseline {
  readonly version: string;
  /** recalls from the middle bank in this process */
  readonly inside: InProcessRecall;
  readonly rowsPerSecond: number;
  readonly storage: Storage;
}

/** `batch`: rows in one insert. */
export async function measureBare(db: Db, { middle }: BySize<BankPlan>, batch: number): Promise<DatabaseBaseline> {
  const inside = await recallInside(db, middle);
  const storage = await measureStorage(db);
  const rowsPerSecond = await insertBareRows(
    db,
    middle.sessions.flatMap((session) => session.turns),
    batch,
  );
  return { version: await databaseVersion(db), inside, storage, rowsPerSecond };
}

/**
 * Vectors have length 1, so the inner product orders like the cosine at a lower cost. Values are
 * hidden from the planner, as in recall. Otherwise it would scan the whole table if one bank had a
 * fifth of the rows or more, and the reference would grow with other banks.
 */
const NEAREST = `with p as materialized (
  select $1::bigint as bank, $2::text as model, $3::vector as q,
    '00000000-0000-0000-0000-000000000000'::uuid as lo, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid as hi)
select e.memory_id, e.distance from p, lateral (
  select memory_id, embedding <#> p.q as distance from memory_embeddings
  where bank_uid = p.bank and memory_id between p.lo and p.hi and model = p.model and live order by distance limit 10) e`;

const embed = async (texts: readonly string[]): Promise<string[]> =>
  (await builtinEmbedder().embed(texts)).filter((vector) => vector !== null).map(vectorText);

/**
 * Each call finds the exact nearest neighbors of the bank's next question. The questions are
 * embedded here, before any clock starts.
 */
export async function nearestNeighbors(db: Db, bank: BankPlan): Promise<() => Promise<unknown>> {
  const [row] = await db.query<{ uid: number }>(sql`select uid from banks where id = ${bank.name}`);
  const { model } = builtinEmbedder();
  const next = inTurn(await embed(bank.questions));
  return () => db.query({ name: 'bench_nearest', text: NEAREST, values: [row!.uid, model, next()] });
}

export async function timeNearest(db: Db, bank: BankPlan): Promise<Latency> {
  return timeEach(bank.questions, WARM_UP, await nearestNeighbors(db, bank));
}

/** The same without a server, for a database that belongs to one process at a time. */
export async function nearestAlone(db: Db, banks: BySize<BankPlan>): Promise<BySize<Latency>> {
  return {
    small: await timeNearest(db, banks.small),
    middle: await timeNearest(db, banks.middle),
    large: await timeNearest(db, banks.large),
  };
}

/**
 * Inserts rows of an id, a text and a vector into a table with only a primary key, in statements of
 * `batch` rows. Returns rows per second.
 */
async function insertBareRows(db: Db, texts: readonly string[], batch: number): Promise<number> {
  const vectors = await embed(texts);
  const rows = vectors.map((vector, index) => ({ id: newId(), text: texts[index]!, vector }));
  await db.query(sql`create table bench_rows (id uuid primary key, text text not null, embedding vector not null)`);
  const milliseconds = await time(async () => {
    for (const part of batchesOf(rows, batch)) {
      const column = (name: 'id' | 'text' | 'vector') => part.map((row) => row[name]);
      await db.query(sql`insert into bench_rows select id, text, embedding::vector from unnest(
        ${array(column('id'), 'uuid[]')}, ${array(column('text'), 'text[]')}, ${array(column('vector'), 'text[]')}) as row (id, text, embedding)`);
    }
  });
  await db.query(sql`drop table bench_rows`);
  return rows.length / (milliseconds / 1000);
}

export interface Storage {
  readonly units: number;
  /**
   * bytes per memory: all tables with their indexes, the text and the vector of the memory, and the
   * rest
   */
  readonly total: number;
  readonly text: number;
  readonly vector: number;
  readonly overhead: number;
  /** the largest tables, bytes per memory, indexes included */
  readonly tables: readonly { readonly name: string; readonly bytes: number }[];
}

async function measureStorage(db: Db): Promise<Storage> {
  const [sums] = await db.query<{ units: number; text: number; vector: number }>(sql`
    select (select count(*) from memories) as units,
           (select sum(octet_length(text)) from memories) as text,
           (select sum(pg_column_size(embedding)) from memory_embeddings) as vector`);
  const tables = await db.query<{ name: string; bytes: number }>(sql`
    select c.relname as name, pg_total_relation_size(c.oid) as bytes
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by bytes desc`);
  const { units, text, vector } = sums!;
  const total = tables.reduce((sum, table) => sum + table.bytes, 0);
  return {
    units,
    total: total / units,
    text: text / units,
    vector: vector / units,
    overhead: (total - text - vector) / units,
    tables: tables.slice(0, 6).map(({ name, bytes }) => ({ name, bytes: bytes / units })),
  };
}

export async function databaseVersion(db: Db): Promise<string> {
  const [row] = await db.query<{ version: string }>(sql`select current_setting('server_version') as version`);
  return row!.version;
}

/** Process ids of the connections to the database, including those of this process. */
export const backends = async (db: Db): Promise<number[]> =>
  (await db.query<{ pid: number }>(sql`select pid from pg_stat_activity where datname = current_database()`)).map(({ pid }) => pid);

/**
 * Processor time of the whole PostgreSQL server on this machine so far, in milliseconds: all its
 * processes, also those that have ended.
 */
export async function postgresCpuMs(db: Db): Promise<number> {
  const [own] = await db.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  return familyCpuMs(own!.pid);
}
