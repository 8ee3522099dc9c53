import { array, json, type Queryable, type Row, sql, type Tx } from '#lib/base/db/db';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { entityChanges } from '#lib/base/db/schema/entities';
import { defined } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';
import type { EntityChangeKind } from '#lib/memory/entities/literals';

/**
 * Statements of merges, splits, renames and their undo. Every write must run in a transaction that
 * has locked the bank.
 */

/** Fields of an entity besides its spellings and memories. */
export interface EntityName {
  readonly canonical_name: string;
  readonly kind: string;
}

export interface EntityImage extends EntityName {
  readonly metadata: Record<string, unknown>;
  readonly first_seen: string | null;
  readonly last_seen: string | null;
}

export interface StoredEntity extends Row {
  id: string;
  canonical_name: string;
  kind: string;
  metadata: Record<string, unknown>;
  first_seen: Date | null;
  last_seen: Date | null;
  alias_keys: string[];
  alias_names: string[];
}

export async function readEntities(db: Queryable, scope: BankScope, ids: readonly string[]): Promise<ReadonlyMap<string, StoredEntity>> {
  const rows = await db.query<StoredEntity>(sql`
    select e.id, e.canonical_name, e.kind, e.metadata, e.first_seen, e.last_seen,
      array(select a.key::text from entity_aliases a where a.bank_uid = e.bank_uid and a.entity_id = e.id order by a.key) as alias_keys,
      array(select a.name from entity_aliases a where a.bank_uid = e.bank_uid and a.entity_id = e.id order by a.key) as alias_names
    from entities e where e.bank_uid = ${scope.bankUid} and e.id = any(${array(ids, 'uuid[]')})`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The entity that has this spelling. */
export async function ownerOf(tx: Tx, scope: BankScope, key: string): Promise<string | null> {
  const [row] = await tx.query<{ entity_id: string }>(sql`
    select a.entity_id from entity_aliases a where a.bank_uid = ${scope.bankUid} and a.key = ${key}`);
  return row?.entity_id ?? null;
}

export async function insertEntity(tx: Tx, scope: BankScope, id: string, { canonical_name, kind, ...rest }: EntityImage): Promise<void> {
  await tx.query(sql`
    insert into entities (bank_uid, id, canonical_name, kind, metadata, first_seen, last_seen)
    values (${scope.bankUid}, ${id}::uuid, ${canonical_name}, ${kind}, ${json(rest.metadata)}, ${rest.first_seen}::timestamptz, ${rest.last_seen}::timestamptz)`);
}

export async function renameEntity(tx: Tx, scope: BankScope, id: string, { canonical_name, kind }: EntityName): Promise<void> {
  await tx.query(sql`
    update entities set canonical_name = ${canonical_name}, kind = ${kind} where bank_uid = ${scope.bankUid} and id = ${id}::uuid`);
}

export async function deleteEntity(tx: Tx, scope: BankScope, id: string): Promise<void> {
  await tx.query(sql`delete from entities where bank_uid = ${scope.bankUid} and id = ${id}::uuid`);
}

export async function insertAlias(tx: Tx, scope: BankScope, alias: { key: string; name: string; entityId: string }): Promise<void> {
  await tx.query(sql`
    insert into entity_aliases (bank_uid, key, name, entity_id) values (${scope.bankUid}, ${alias.key}, ${alias.name}, ${alias.entityId}::uuid)`);
}

export async function deleteAlias(tx: Tx, scope: BankScope, alias: { key: string; entityId: string }): Promise<void> {
  await tx.query(sql`
    delete from entity_aliases where bank_uid = ${scope.bankUid} and key = ${alias.key} and entity_id = ${alias.entityId}::uuid`);
}

/**
 * Moves those of these spellings that still belong to `from`. Returns the keys of the moved ones.
 */
export async function moveAliases(
  tx: Tx,
  scope: BankScope,
  { keys, from, to }: { keys: readonly string[]; from: string; to: string },
): Promise<string[]> {
  const rows = await tx.query<{ key: string }>(sql`
    update entity_aliases set entity_id = ${to}::uuid
    where bank_uid = ${scope.bankUid} and entity_id = ${from}::uuid and key = any(${array(keys, 'text[]')}) returning key`);
  return rows.map(({ key }) => key);
}

export interface UnitText extends Row {
  id: string;
  text: string;
  context: string;
  spellings: string[];
}

/** Columns of a `UnitText`. Of an edited memory, the text decides. */
const UNIT_TEXT = sql.raw(`m.id, m.text, m.context, case when m.edited_at is null then x.spellings else '{}' end as spellings`);

/** The next texts of an entity's memories, by their ids, with the spellings that they used. */
export const readTextsOf = (
  db: Queryable,
  scope: BankScope,
  { id, after, most }: { id: string; after: string | null; most: number },
): Promise<UnitText[]> =>
  db.query<UnitText>(sql`
    select ${UNIT_TEXT} from memory_entities x join memories m on m.bank_uid = ${scope.bankUid} and m.id = x.memory_id
    where x.bank_uid = ${scope.bankUid} and x.entity_id = ${id}::uuid and (${after}::uuid is null or x.memory_id > ${after}::uuid)
    order by x.memory_id limit ${most}::int`);

/** Those of an entity's memories that were written after a revision. */
export const readTextsSince = (tx: Tx, scope: BankScope, { id, revision }: { id: string; revision: number }): Promise<UnitText[]> =>
  tx.query<UnitText>(sql`
    select ${UNIT_TEXT} from memory_entities x join memories m on m.bank_uid = ${scope.bankUid} and m.id = x.memory_id
    where x.bank_uid = ${scope.bankUid} and x.entity_id = ${id}::uuid and m.revision > ${revision} order by m.id`);

/** All memories that mention an entity. */
export async function readUnitsOf(tx: Tx, scope: BankScope, id: string): Promise<string[]> {
  const [row] = await tx.query<{ units: string[] }>(sql`
    select coalesce(array_agg(x.memory_id), '{}') as units from memory_entities x
    where x.bank_uid = ${scope.bankUid} and x.entity_id = ${id}::uuid`);
  return defined(row).units;
}

// --- changes -------------------------------------------------------------------------------------

export interface NewChange {
  readonly id: string;
  readonly entityId: string;
  readonly kind: EntityChangeKind;
  readonly otherId: string | null;
  readonly before: EntityName | EntityImage;
  readonly after: EntityName;
  readonly aliasKeys: readonly string[];
  readonly memoryIds: readonly string[];
  readonly sharedIds: readonly string[];
  readonly actor: string;
  readonly revision: number;
}

/**
 * Records a change at the current time, under the lock. The start of the transaction would be
 * before changes that it waited for.
 */
export async function insertChange(tx: Tx, scope: BankScope, change: NewChange): Promise<void> {
  const { id, entityId, kind, otherId, before, after, actor, revision } = change;
  await tx.query(sql`
    insert into entity_changes (bank_uid, id, entity_id, kind, other_id, before, after, alias_keys, memory_ids, shared_ids, actor, revision, created_at)
    values (${scope.bankUid}, ${id}::uuid, ${entityId}::uuid, ${kind}, ${otherId}::uuid, ${json(before)}, ${json(after)},
      ${array(change.aliasKeys, 'text[]')}, ${array(change.memoryIds, 'uuid[]')}, ${array(change.sharedIds, 'uuid[]')}, ${actor}, ${revision}, clock_timestamp())`);
}

export interface ChangeRow extends Row, ColumnsOf<typeof entityChanges, 'id' | 'entity_id' | 'other_id' | 'alias_keys' | 'undone_at'> {
  kind: EntityChangeKind;
  before: EntityImage;
  after: EntityName;
}

export async function findChange(tx: Queryable, scope: BankScope, args: { id: string; entityId: string }): Promise<ChangeRow | null> {
  const [row] = await tx.query<ChangeRow>(sql`
    select c.id, c.entity_id, c.kind, c.other_id, c.before, c.after, c.alias_keys, c.undone_at
    from entity_changes c where c.bank_uid = ${scope.bankUid} and c.id = ${args.id}::uuid and c.entity_id = ${args.entityId}::uuid`);
  return row ?? null;
}

/** The entity into which this one was merged; null: none. */
export async function findMergeOf(tx: Tx, scope: BankScope, id: string): Promise<string | null> {
  const [row] = await tx.query<{ entity_id: string }>(sql`
    select entity_id from entity_changes where bank_uid = ${scope.bankUid} and other_id = ${id}::uuid and kind = 'merge' and undone_at is null
    order by revision desc limit 1`);
  return row?.entity_id ?? null;
}

/** Records at the current time, under the lock, that a change is undone. */
export async function markUndone(tx: Tx, scope: BankScope, id: string): Promise<void> {
  await tx.query(sql`
    update entity_changes set undone_at = t.now from (select clock_timestamp() as now) t where bank_uid = ${scope.bankUid} and id = ${id}::uuid`);
}

/**
 * If a recorded split takes all spellings of a merged entity, that merge is closed, because
 * nothing of it could be undone.
 */
export async function closeMerges(
  tx: Tx,
  scope: BankScope,
  { id, split, keys }: { id: string; split: string; keys: readonly string[] },
): Promise<void> {
  await tx.query(sql`
    update entity_changes c set undone_at = s.created_at from entity_changes s
    where s.bank_uid = ${scope.bankUid} and s.id = ${split}::uuid and c.bank_uid = ${scope.bankUid} and c.entity_id = ${id}::uuid
      and c.kind = 'merge' and c.undone_at is null and c.alias_keys <@ ${array(keys, 'text[]')}`);
}

/** The merges that a split closed: those with its time. */
export async function reopenMerges(tx: Tx, scope: BankScope, { id, split }: { id: string; split: string }): Promise<void> {
  await tx.query(sql`
    update entity_changes c set undone_at = null from entity_changes s
    where s.bank_uid = ${scope.bankUid} and s.id = ${split}::uuid and c.bank_uid = ${scope.bankUid} and c.entity_id = ${id}::uuid
      and c.kind = 'merge' and c.undone_at = s.created_at`);
}

/** Moves the changes of a permanently deleted entity to the one that gets its memories. */
export async function adoptChanges(tx: Tx, scope: BankScope, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.query(sql`
    update entity_changes set entity_id = ${to}::uuid where bank_uid = ${scope.bankUid} and entity_id = ${from}::uuid`);
}

export interface ListedChangeRow
  extends Row,
    ColumnsOf<typeof entityChanges, 'id' | 'created_at' | 'actor' | 'other_id' | 'before' | 'after' | 'undone_at'> {
  kind: EntityChangeKind;
  units: number;
}

export async function listChanges(
  db: Queryable,
  scope: BankScope,
  { id, limit, offset }: { id: string; limit: number; offset: number },
): Promise<{ rows: ListedChangeRow[]; total: number }> {
  const where = sql`where c.bank_uid = ${scope.bankUid} and c.entity_id = ${id}::uuid`;
  const [counted] = await db.query<{ total: number }>(sql`select count(*) as total from entity_changes c ${where}`);
  const rows = await db.query<ListedChangeRow>(sql`
    select c.id, c.kind, c.created_at, c.actor, c.other_id, c.before, c.after, cardinality(c.memory_ids) as units, c.undone_at
    from entity_changes c ${where} order by c.id desc limit ${limit}::bigint offset ${offset}::bigint`);
  return { rows, total: counted?.total ?? 0 };
}

export async function insertApart(
  tx: Tx,
  scope: BankScope,
  { ids, actor }: { ids: readonly [string, string]; actor: string },
): Promise<void> {
  const [low, high] = ids.toSorted();
  await tx.query(sql`
    insert into entity_apart (bank_uid, low_id, high_id, actor) values (${scope.bankUid}, ${low}::uuid, ${high}::uuid, ${actor}) on conflict do nothing`);
}

/**
 * The first memories that name an entity. `facts`: those of them that are facts and name no other
 * one, or, with `shared`, all facts. `others`: the rest.
 */
export async function readMentionsOf(
  tx: Tx,
  scope: BankScope,
  { id, shared, most }: { id: string; shared: boolean; most: number },
): Promise<{ facts: string[]; others: string[] }> {
  const rows = await tx.query<{ id: string; is_own: boolean }>(sql`
    select m.id, m.fact_type <> 'observation' and (${shared}::boolean or not exists (
      select from memory_entities o where o.bank_uid = ${scope.bankUid} and o.memory_id = x.memory_id and o.entity_id <> x.entity_id)) as is_own
    from memory_entities x join memories m on m.bank_uid = x.bank_uid and m.id = x.memory_id
    where x.bank_uid = ${scope.bankUid} and x.entity_id = ${id}::uuid order by x.memory_id limit ${most}::int`);
  const idsOf = (isOwn: boolean): string[] => rows.filter((row) => row.is_own === isOwn).map((row) => row.id);
  return { facts: idsOf(true), others: idsOf(false) };
}

/**
 * Memories no longer mention an entity that is being deleted. Its first and last mention do not
 * change: finding them after each part would read ever more of the bank.
 */
export async function removeMentions(
  tx: Tx,
  scope: BankScope,
  { id, memoryIds, revision }: { id: string; memoryIds: readonly string[]; revision: number },
): Promise<void> {
  const these = array(memoryIds, 'uuid[]');
  await tx.query(sql`
    with touched as (
      update memories m set revision = ${revision}::bigint, updated_at = now() where m.bank_uid = ${scope.bankUid} and m.id = any(${these}) returning m.state
    ), removed as (
      delete from memory_entities x where x.bank_uid = ${scope.bankUid} and x.entity_id = ${id}::uuid and x.memory_id = any(${these})
    )
    update entities e set mention_count = e.mention_count - (select count(*) from touched where state = 'valid')
    where e.bank_uid = ${scope.bankUid} and e.id = ${id}::uuid`);
}

/**
 * Deletes an entity that no memory mentions, with its spellings and changes. Returns the number of
 * the changes.
 */
export async function forgetEntity(tx: Tx, scope: BankScope, id: string): Promise<number> {
  const [row] = await tx.query<{ n: number }>(sql`
    with changes as (
      delete from entity_changes where bank_uid = ${scope.bankUid} and (entity_id = ${id}::uuid or other_id = ${id}::uuid) returning 1
    ), dropped as (
      delete from entities where bank_uid = ${scope.bankUid} and id = ${id}::uuid
    )
    select count(*) as n from changes`);
  return defined(row).n;
}
