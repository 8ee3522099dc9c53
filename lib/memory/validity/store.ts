import { array, type Queryable, type Row, sql, type Tx } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { actorValues, recordedBefore } from '#lib/memory/validity/image';
import type { ValiditySource } from '#lib/memory/validity/literals';

/** The statements about validity. The caller must hold the lock of the bank to write. */

/** A memory as the derivation reads it. */
export interface DatedMemory {
  readonly id: string;
  readonly text: string;
  readonly speaker: string | null;
  readonly tags: readonly string[];
  readonly mentionedAt: Date | null;
  readonly occurredStart: Date | null;
  readonly revision: number;
  readonly isValid: boolean;
  readonly supersededBy: string | null;
  readonly validFrom: Date | null;
  readonly validTo: Date | null;
  readonly source: ValiditySource | null;
}

interface DatedRow extends Row {
  id: string;
  text: string;
  speaker: string | null;
  tags: string[];
  mentioned_at: Date | null;
  occurred_start: Date | null;
  revision: number;
  is_valid: boolean;
  superseded_by: string | null;
  valid_from: Date | null;
  valid_to: Date | null;
  validity_source: ValiditySource | null;
}

const COLUMNS = sql.raw(`m.id, m.text, m.speaker, m.tags, m.mentioned_at, m.occurred_start, m.revision, m.state = 'valid' as is_valid,
  m.superseded_by, m.valid_from, m.valid_to, m.validity_source`);

const memoryOf = (row: DatedRow): DatedMemory => ({
  id: row.id,
  text: row.text,
  speaker: row.speaker,
  tags: row.tags,
  mentionedAt: row.mentioned_at,
  occurredStart: row.occurred_start,
  revision: row.revision,
  isValid: row.is_valid,
  supersededBy: row.superseded_by,
  validFrom: row.valid_from,
  validTo: row.valid_to,
  source: row.validity_source,
});

/**
 * The revision up to which validity was derived, negative if none was; null: the bank was deleted.
 */
export async function readDerivedRevision(db: Queryable, scope: BankScope): Promise<number | null> {
  const [row] = await db.query<{ validity_revision: number }>(sql`select validity_revision from banks where uid = ${scope.bankUid}`);
  return row?.validity_revision ?? null;
}

export interface WrittenCursor {
  readonly revision: number;
  readonly id: string;
}

/** Facts written after a place, in the order in which they were written. */
export async function readWritten(db: Queryable, scope: BankScope, after: WrittenCursor, limit: number): Promise<DatedMemory[]> {
  const rows = await db.query<DatedRow>(sql`
    select ${COLUMNS} from memories m
    where m.bank_uid = ${scope.bankUid} and (m.revision, m.id) > (${after.revision}::bigint, ${after.id}::uuid) and m.fact_type <> 'observation'
    order by m.revision, m.id limit ${limit}::bigint`);
  return rows.map(memoryOf);
}

/** Facts by id, in their current state. */
export async function readByIds(db: Queryable, scope: BankScope, ids: readonly string[]): Promise<DatedMemory[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<DatedRow>(sql`
    select ${COLUMNS} from unnest(${array(ids, 'uuid[]')}) w(id)
    cross join lateral (select * from memories where bank_uid = ${scope.bankUid} and id = w.id and fact_type <> 'observation' offset 0) m`);
  return rows.map(memoryOf);
}

/** A memory, and those of the requested keys that it has. */
export interface Partner {
  readonly memory: DatedMemory;
  readonly keys: readonly bigint[];
}

/**
 * Valid facts with one of these keys, the latest `most` of each key: further ones are not read. The
 * planner does not see the bank: its keys were written by the same transaction, so that statistics
 * would say that it has none, and every key would be looked for in the whole bank. The
 * look-up of a memory contains no condition of the indexes of all valid ones either.
 */
export async function readPartners(
  db: Queryable,
  scope: BankScope,
  { keys, ends, most }: { readonly keys: readonly bigint[]; readonly ends: boolean; readonly most: number },
): Promise<Partner[]> {
  if (keys.length === 0) return [];
  const rows = await db.query<DatedRow & { keys: string[] }>(sql`
    with p as materialized (select ${scope.bankUid}::bigint as bank),
    latest as materialized (
      select k.memory_id, array_agg(w.key::text) as keys from p cross join unnest(${array(keys, 'bigint[]')}) w(key)
      cross join lateral (
        select v.memory_id from validity_keys v
        cross join lateral (select state from memories where bank_uid = p.bank and id = v.memory_id offset 0) m
        where v.bank_uid = p.bank and v.key = w.key and v.ends = ${ends} and m.state = 'valid'
        order by v.mentioned_at desc nulls last, v.memory_id desc limit ${most}::bigint) k
      group by k.memory_id)
    select ${COLUMNS}, l.keys from p cross join latest l
    cross join lateral (select * from memories where bank_uid = p.bank and id = l.memory_id offset 0) m order by m.id`);
  return rows.map((row) => ({ memory: memoryOf(row), keys: row.keys.map(BigInt) }));
}

/** Facts whose derived end has lost its memory: deleted, invalidated, or of other tags now. */
export async function readUnsupported(db: Queryable, scope: BankScope, limit: number): Promise<DatedMemory[]> {
  const rows = await db.query<DatedRow>(sql`
    select ${COLUMNS} from memories m
    left join memories s on s.bank_uid = m.bank_uid and s.id = m.superseded_by and s.state = 'valid' and s.tags @> m.tags and s.tags <@ m.tags
    where m.bank_uid = ${scope.bankUid} and m.superseded_by is not null and m.validity_source = 'derived' and s.id is null
    order by m.id limit ${limit}::bigint`);
  return rows.map(memoryOf);
}

export interface KeyPair {
  readonly memoryId: string;
  readonly key: bigint;
  readonly ends: boolean;
  /** of the memory */
  readonly mentionedAt: Date | null;
}

/** Replaces the keys of these memories. */
export async function writeKeys(tx: Tx, scope: BankScope, memoryIds: readonly string[], pairs: readonly KeyPair[]): Promise<void> {
  await tx.query({
    name: 'validity_keys_write',
    text: `with outdated as (
             delete from validity_keys v where v.bank_uid = $1::bigint and v.memory_id = any($2::uuid[])
               and not exists (select from unnest($3::uuid[], $4::bigint[], $5::boolean[]) as k(id, key, ends)
                 where k.id = v.memory_id and k.key = v.key and k.ends = v.ends))
           insert into validity_keys (bank_uid, memory_id, key, ends, mentioned_at)
           select $1, k.id, k.key, k.ends, k.at
           from unnest($3::uuid[], $4::bigint[], $5::boolean[], $6::timestamptz[]) as k(id, key, ends, at) on conflict do nothing`,
    values: [
      scope.bankUid,
      memoryIds,
      pairs.map(({ memoryId }) => memoryId),
      pairs.map(({ key }) => key),
      pairs.map(({ ends }) => ends),
      pairs.map(({ mentionedAt }) => mentionedAt?.toISOString() ?? null),
    ],
  });
}

/** The derived end of a memory; without a memory that ended it, it is true again. */
export interface DerivedEnd {
  readonly id: string;
  readonly supersededBy: string | null;
  readonly validTo: Date | null;
  readonly reason: string | null;
}

/**
 * The source of a memory without a derived end. Rules end a memory of which only the start was
 * given, and never change the start.
 */
const SOURCE_WITHOUT_END = `case when m.valid_from is not null then 'given' end`;

/**
 * Stores derived ends, and a revision of each memory that changes. What was given or set by hand
 * does not change. Returns the changed ids.
 */
export async function writeEnds(tx: Tx, scope: BankScope, revision: number, ends: readonly DerivedEnd[]): Promise<string[]> {
  if (ends.length === 0) return [];
  const rows = await tx.query<{ id: string }>({
    name: 'validity_ends_write',
    text: `with new as (
             select * from unnest($3::uuid[], $4::uuid[], $5::timestamptz[], $6::text[]) as e(id, superseded_by, valid_to, reason)
           ), hit as (
             select m.* from new e cross join lateral (select * from memories where bank_uid = $1::bigint and id = e.id offset 0) m
             where (coalesce(m.validity_source, 'derived') = 'derived' or m.validity_source = 'given' and m.valid_to is null)
               and (m.superseded_by, m.valid_to, m.validity_reason) is distinct from (e.superseded_by, e.valid_to, e.reason)
           ), ${recordedBefore('hit', 'derive', { revision: '$2', actor: ['$7', '$8', '$9'] })}
           update memories m set superseded_by = e.superseded_by, valid_to = e.valid_to, validity_reason = e.reason,
             validity_source = case when e.superseded_by is not null then 'derived' else ${SOURCE_WITHOUT_END} end, revision = $2::bigint, updated_at = now()
           from hit h join new e on e.id = h.id where m.bank_uid = $1 and m.id = h.id
           returning m.id`,
    values: [
      scope.bankUid,
      revision,
      ends.map(({ id }) => id),
      ends.map(({ supersededBy }) => supersededBy),
      ends.map(({ validTo }) => validTo?.toISOString() ?? null),
      ends.map(({ reason }) => reason),
      ...actorValues(scope.actor),
    ],
  });
  return rows.map(({ id }) => id);
}

/** Stores the revision up to which validity was derived. Returns the number of live memories. */
export async function noteDerived(tx: Tx, scope: BankScope, revision: number): Promise<number> {
  const [row] = await tx.query<{ unit_count: number }>(sql`
    update banks set validity_revision = greatest(validity_revision, ${revision}::bigint) where uid = ${scope.bankUid} returning unit_count`);
  return row?.unit_count ?? 0;
}

/**
 * Facts that were edited, moved to other tags or are about to change otherwise: nothing derived
 * from them remains. They are compared again later. Returns the number of changed memories.
 */
export async function clearDerived(tx: Tx, scope: BankScope, revision: number, memoryIds: readonly string[]): Promise<number> {
  const rows = await tx.query<{ id: string }>({
    name: 'validity_clear',
    text: `with hit as (
             select m.* from memories m where m.bank_uid = $1::bigint and m.validity_source = 'derived' and m.id = any(array(
               select unnest($3::uuid[])
               union select s.id from memories s where s.bank_uid = $1 and s.superseded_by = any($3::uuid[])))
           ), ${recordedBefore('hit', 'derive', { revision: '$2', actor: ['$4', '$5', '$6'] })}
           update memories m set superseded_by = null, valid_to = null, validity_reason = null, validity_source = ${SOURCE_WITHOUT_END}, revision = $2::bigint, updated_at = now()
           from hit h where m.bank_uid = $1 and m.id = h.id
           returning m.id`,
    values: [scope.bankUid, revision, memoryIds, ...actorValues(scope.actor)],
  });
  return rows.length;
}
