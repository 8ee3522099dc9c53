import { schemaOf } from '#lib/base/db/cells';
import { array, type Db, sql } from '#lib/base/db/db';

/**
 * Keeps the planner's statistics of the tables accurate while they fill. The embedded database has
 * no autovacuum, and a server's runs once a minute, while a new bank can reach ten thousand units
 * in seconds. Until then every index that begins with the bank looks as good as any other, and
 * cached plans (those of foreign keys too) scan whole banks.
 */
const FIRST_LOOK = 100;
/** Statistics are updated when the tables have grown by this factor. */
const GROWTH = 1.5;
/**
 * A bank that is missing in the statistics seems to have one row, however full it is. In a large
 * database nothing else would change that for long: at this number of units it is analyzed.
 */
const NEW_BANK = 100;

interface StatisticsProgress {
  written: number;
  nextLook: number;
  /** of the banks that this process wrote to */
  readonly banks: Map<number, number>;
}
const begun = (): StatisticsProgress => ({ written: 0, nextLook: FIRST_LOOK, banks: new Map() });

const progress = new WeakMap<Db, StatisticsProgress>();
const consolidated = new WeakMap<Db, StatisticsProgress>();

const UNITS = [
  'documents',
  'chunks',
  'memories',
  'memory_embeddings',
  'memory_entities',
  'entities',
  'entity_aliases',
  'memory_evidence',
  'memory_links',
];
const OBSERVED = [
  'consolidation_items',
  'consolidation_claims',
  'validity_keys',
  'observations',
  'observation_sources',
  'observation_surplus',
  'observation_scopes',
  'observation_history',
  'observation_quotes',
];

function counted(
  all: WeakMap<Db, StatisticsProgress>,
  db: Db,
  bankUid: number,
  rows: number,
): { state: StatisticsProgress; isNew: boolean } {
  const state = all.get(db) ?? begun();
  all.set(db, state);
  state.written += rows;
  const before = state.banks.get(bankUid) ?? 0;
  state.banks.set(bankUid, before + rows);
  return { state, isNew: before < NEW_BANK && before + rows >= NEW_BANK };
}

/**
 * A bank that is missing in the statistics seems to have the average number of units of such banks;
 * below this number it is analyzed.
 */
const TOO_FEW = 10;

/**
 * Whether the planner estimates fewer than `TOO_FEW` rows for the bank, which is at most a tenth of
 * them (computed as `var_eq_const` of PostgreSQL does). True without statistics: those of a cell
 * that Citus distributes are only at its worker.
 */
async function isUnknown(db: Db, bankUid: number): Promise<boolean> {
  const [row] = await db.query<{ unknown: boolean }>(sql`
    select not ${bankUid}::bigint = any(s.named) and c.reltuples * s.rest / greatest(s.banks - cardinality(s.named), 1) < ${TOO_FEW}::float8 as unknown
    from pg_class c, lateral (
      select coalesce(most_common_vals::text::bigint[], '{}') as named,
        1 - (select coalesce(sum(f), 0) from unnest(most_common_freqs) f) as rest,
        case when n_distinct < 0 then -n_distinct * c.reltuples else n_distinct end as banks
      from pg_stats where schemaname = ${schemaOf(db)} and tablename = 'memories' and attname = 'bank_uid') s
    where c.oid = ${`${schemaOf(db)}.memories`}::regclass`);
  return row?.unknown ?? true;
}

/**
 * Longer than any other statement may take: on the embedded database, exceeding it would reject all
 * waiting callers.
 */
const ANALYZE_MS = 300_000;
const analyze = (db: Db, what: string): Promise<unknown> =>
  db.transaction((tx) => tx.query(sql.raw(`analyze ${what}`)), { statementTimeoutMs: ANALYZE_MS, isBatch: true });

/** One after the other: on the embedded database everybody waits for each. */
async function analyzeEach(db: Db, tables: readonly string[]): Promise<void> {
  for (const table of tables) await analyze(db, table);
}

/** Analyzes only the column that distinguishes banks, in a tenth of the time of all columns. */
const makeKnown = (db: Db, tables: readonly string[]): Promise<unknown> =>
  analyze(db, tables.map((table) => `${table} (bank_uid)`).join(', '));

/**
 * Repetitions and names make these tables grow much faster than units do. Their rows are not
 * counted; page counts show the growth.
 */
const UNCOUNTED = ['memory_evidence', 'memory_entities', 'entities', 'entity_aliases'];
const FEW_PAGES = 20;

/**
 * Call after a commit with the number of units, further places and mentions that it wrote. Checks
 * after 100, 150, 225 … of them in this process and analyzes only tables that grew. Any process
 * may call it at any time. Callers do not wait for it; failures are logged.
 */
export async function noteGrowth(db: Db, bankUid: number, rows: number): Promise<void> {
  const { state, isNew } = counted(progress, db, bankUid, rows);
  if (state.written >= state.nextLook) {
    state.nextLook = Math.ceil(state.written * GROWTH);
    const [row] = await db.query<{ units: number; known: number; grown: string[] }>(sql`
      select (select coalesce(sum(unit_count), 0) from banks) as units, m.reltuples as known, array(
        select c.relname::text from unnest(${array(UNCOUNTED, 'text[]')}) as t(name) join pg_class c on c.oid = (${schemaOf(db)} || '.' || t.name)::regclass
        where pg_relation_size(c.oid) / current_setting('block_size')::int >= greatest(c.relpages, ${FEW_PAGES / GROWTH}::float8) * ${GROWTH}::float8) as grown
      from pg_class m where m.oid = ${`${schemaOf(db)}.memories`}::regclass`);
    if (row && row.units >= Math.max(row.known, FIRST_LOOK / GROWTH) * GROWTH) {
      await analyzeEach(db, ['banks', ...UNITS]);
      return;
    }
    await analyzeEach(db, row?.grown ?? []);
  }
  if (isNew && (await isUnknown(db, bankUid))) await makeKnown(db, UNITS);
}

/**
 * The same for the tables of consolidation, with the number of memories that it processed. These
 * tables are narrow, so a check costs milliseconds.
 */
export async function noteConsolidation(db: Db, bankUid: number, rows: number): Promise<void> {
  const { state, isNew } = counted(consolidated, db, bankUid, rows);
  if (state.written >= state.nextLook) {
    state.nextLook = Math.ceil(state.written * GROWTH);
    await analyzeEach(db, OBSERVED);
  } else if (isNew) await makeKnown(db, OBSERVED);
}
