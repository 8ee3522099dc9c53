import { array, type Queryable, type Row, sql, type Tx } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';
import type { KnownObservation } from '#lib/memory/observations/plan';
import { type ConsolidationSourceRow, SOURCE_COLUMNS, sourceOf } from '#lib/memory/observations/store-items';

/** Observations with their evidence, as consolidation reads and writes them. */

interface KnownRow extends Row {
  observation_id: string;
  observation_text: string;
  slot: string | null;
  method: string;
  observation_revision: number;
  embedded: boolean;
  scope_key: string;
}

export interface ScopedObservation extends KnownObservation {
  readonly scopeKey: string;
}

const KNOWN = sql.raw(`o.memory_id as observation_id, o.slot::text as slot, o.scope_key, x.text as observation_text, x.extractor as method,
  x.revision as observation_revision, ${SOURCE_COLUMNS}`);

function knownOf(rows: readonly (KnownRow & ConsolidationSourceRow)[]): ScopedObservation[] {
  const byId = new Map<string, ScopedObservation & { sources: KnownObservation['sources'][number][] }>();
  for (const row of rows) {
    const known = byId.get(row.observation_id) ?? {
      id: row.observation_id,
      text: row.observation_text,
      slot: row.slot === null ? null : BigInt(row.slot),
      method: row.method,
      revision: row.observation_revision,
      isEmbedded: row.embedded,
      scopeKey: row.scope_key,
      sources: [],
    };
    byId.set(known.id, known);
    known.sources.push(sourceOf(row));
  }
  return [...byId.values()];
}

/**
 * Observations with all their evidence; `chosen` is a query of their ids. Each step is looked up by
 * the result of the step before it (`offset 0` prevents the planner from joining them). For a bank
 * without planner statistics, every table seems to contain one row, and a free join would multiply
 * whole banks with each other.
 */
async function readKnown(db: Queryable, scope: BankScope, model: string, chosen: ReturnType<typeof sql>): Promise<ScopedObservation[]> {
  const rows = await db.query<KnownRow & ConsolidationSourceRow>(sql`
    with chosen as materialized (${chosen})
    select ${KNOWN}, exists (select from memory_embeddings e where e.bank_uid = ${scope.bankUid} and e.memory_id = c.id and e.model = ${model}) as embedded
    from chosen c
    cross join lateral (select * from observations where bank_uid = ${scope.bankUid} and memory_id = c.id offset 0) o
    cross join lateral (select * from memories where bank_uid = ${scope.bankUid} and id = c.id offset 0) x
    cross join lateral (select memory_id from observation_sources where bank_uid = ${scope.bankUid} and observation_id = c.id offset 0) s
    cross join lateral (select * from memories where bank_uid = ${scope.bankUid} and id = s.memory_id offset 0) m
    order by o.memory_id, m.id`);
  return knownOf(rows);
}

export const readBySlot = async (
  db: Queryable,
  scope: BankScope,
  args: { scopeKey: string; slots: readonly bigint[]; model: string },
): Promise<ScopedObservation[]> =>
  args.slots.length === 0
    ? []
    : readKnown(
        db,
        scope,
        args.model,
        sql`select memory_id as id from observations where bank_uid = ${scope.bankUid} and scope_key = ${args.scopeKey} and slot = any(${array(args.slots, 'bigint[]')})`,
      );

export const readByIds = (db: Queryable, scope: BankScope, ids: readonly string[], model: string): Promise<ScopedObservation[]> =>
  readKnown(db, scope, model, sql`select unnest(${array(ids, 'uuid[]')}) as id`);

/** Every observation that one of these memories supports. */
export const readCiting = (db: Queryable, scope: BankScope, memoryIds: readonly string[], model: string): Promise<ScopedObservation[]> =>
  readKnown(
    db,
    scope,
    model,
    sql`select distinct observation_id as id from observation_sources where bank_uid = ${scope.bankUid} and memory_id = any(${array(memoryIds, 'uuid[]')})`,
  );

/** The nearest observations of the scope for each memory, and those that already cite one. */
export const readNear = (
  db: Queryable,
  scope: BankScope,
  args: { scopeKey: string; memoryIds: readonly string[]; model: string; perMemory: number; most: number },
): Promise<ScopedObservation[]> =>
  readKnown(
    db,
    scope,
    args.model,
    sql`select id from (
      select n.id, min(n.distance) as distance from unnest(${array(args.memoryIds, 'uuid[]')}) w(id)
      cross join lateral (
        select embedding from memory_embeddings where bank_uid = ${scope.bankUid} and memory_id = w.id and model = ${args.model} offset 0) f
      cross join lateral (
        select o.memory_id as id, e.embedding <#> f.embedding as distance from observations o
        cross join lateral (
          select embedding from memory_embeddings where bank_uid = ${scope.bankUid} and memory_id = o.memory_id and model = ${args.model} offset 0) e
        where o.bank_uid = ${scope.bankUid} and o.scope_key = ${args.scopeKey} order by distance, id limit ${args.perMemory}::int) n
      group by n.id
      union all
      select o.memory_id, -2 from unnest(${array(args.memoryIds, 'uuid[]')}) w(id)
      cross join lateral (select observation_id from observation_sources where bank_uid = ${scope.bankUid} and memory_id = w.id offset 0) s
      cross join lateral (
        select memory_id from observations where bank_uid = ${scope.bankUid} and memory_id = s.observation_id and scope_key = ${args.scopeKey} offset 0) o
      group by o.memory_id
    ) n group by id order by min(distance), id limit ${args.most}::int`,
  );

/** Current revisions of memories and observations. Missing ones have been deleted. */
export async function readRevisions(tx: Tx, scope: BankScope, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ id: string; revision: number }>(sql`
    select id, revision from memories where bank_uid = ${scope.bankUid} and id = any(${array(ids, 'uuid[]')}) and state = 'valid'`);
  return new Map(rows.map(({ id, revision }) => [id, revision]));
}

export interface StoredObservation {
  readonly id: string;
  readonly slot: bigint | null;
  readonly textHash: string;
}

/**
 * Observations of the scope with one of these slots or texts, and the number of observations in the
 * scope.
 */
export async function readExisting(
  tx: Tx,
  scope: BankScope,
  args: { scopeKey: string; slots: readonly bigint[]; textHashes: readonly string[] },
): Promise<{ existing: StoredObservation[]; count: number }> {
  const inScope = sql`bank_uid = ${scope.bankUid} and scope_key = ${args.scopeKey}`;
  const rows = await tx.query<{ memory_id: string; slot: string | null; text_hash: string }>(sql`
    select memory_id, slot::text, text_hash from observations where ${inScope} and slot = any(${array(args.slots, 'bigint[]')})
    union select memory_id, slot::text, text_hash from observations where ${inScope} and text_hash = any(${array(args.textHashes, 'uuid[]')})`);
  const [counted] = await tx.query<{ n: number }>(sql`select count(*) as n from observations where ${inScope}`);
  const existing = rows.map((row) => ({ id: row.memory_id, slot: row.slot === null ? null : BigInt(row.slot), textHash: row.text_hash }));
  return { existing, count: defined(counted).n };
}

/** The memories among these that support an observation. */
export async function readCited(tx: Tx, scope: BankScope, memoryIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: 'observations_cited',
    text: `select id from unnest($2::uuid[]) m(id)
           where exists (select from observation_sources s where s.bank_uid = $1 and s.memory_id = m.id)`,
    values: [scope.bankUid, memoryIds],
  });
  return rows.map(({ id }) => id);
}

/** Memories of these chunks that support an observation. */
export async function readCitedOfChunks(tx: Tx, scope: BankScope, chunkIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: 'observations_cited_of_chunks',
    text: `select m.id from memories m where m.bank_uid = $1 and m.chunk_id = any($2::uuid[])
           and exists (select from observation_sources s where s.bank_uid = m.bank_uid and s.memory_id = m.id)`,
    values: [scope.bankUid, chunkIds],
  });
  return rows.map(({ id }) => id);
}
