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

export async function readEntities(tx: Tx, scope: BankScope, ids: readonly string[]): Promise<ReadonlyMap<string, StoredEntity>> {
  const rows = await tx.query<StoredEntity>(sql`
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

/** The memories of an entity, and those of them that another one has as well. */
export async function readUnitsOf(
  tx: Tx,
  scope: BankScope,
  { id, other }: { id: string; other: string },
): Promise<{ units: string[]; both: string[] }> {
  const [row] = await tx.query<{ units: string[]; both: string[] }>(sql`
    select coalesce(array_agg(x.memory_id order by x.memory_id), '{}') as units,
      coalesce(array_agg(x.memory_id order by x.memory_id) filter (where o.memory_id is not null), '{}') as both
    from memory_entities x
    left join memory_entities o on o.bank_uid = ${scope.bankUid} and o.memory_id = x.memory_id and o.entity_id = ${other}::uuid
    where x.bank_uid = ${scope.bankUid} and x.entity_id = ${id}::uuid`);
  return defined(row);
}

export interface UnitText extends Row {
  id: string;
  text: string;
  context: string;
  spellings: string[];
}

/**
 * Texts of an entity's memories that were written after a revision, with the spellings that they
 * used. Of an edited memory, the text decides.
 */
export const readTextsOf = (tx: Tx, scope: BankScope, { id, after }: { id: string; after: number }): Promise<UnitText[]> =>
  tx.query<UnitText>(sql`
    select m.id, m.text, m.context, case when m.edited_at is null then x.spellings else '{}' end as spellings from memory_entities x join memories m on m.bank_uid = ${scope.bankUid} and m.id = x.memory_id
    where x.bank_uid = ${scope.bankUid} and x.entity_id = ${id}::uuid and m.revision > ${after} order by m.id`);

/**
 * Memories that mention `from` mention this entity too, with the same spellings; its aliases show
 * which of those are its own.
 */
export async function linkUnits(
  tx: Tx,
  scope: BankScope,
  { id, from, units }: { id: string; from: string; units: readonly string[] },
): Promise<void> {
  if (units.length === 0) return;
  await tx.query(sql`
    insert into memory_entities as old (bank_uid, memory_id, entity_id, spellings)
    select x.bank_uid, x.memory_id, ${id}::uuid, x.spellings from memory_entities x
    where x.bank_uid = ${scope.bankUid} and x.entity_id = ${from}::uuid and x.memory_id = any(${array(units, 'uuid[]')})
    on conflict (bank_uid, memory_id, entity_id) do update
      set spellings = array(select distinct s from unnest(old.spellings || excluded.spellings) s order by s)`);
}

export async function unlinkUnits(tx: Tx, scope: BankScope, { id, units }: { id: string; units: readonly string[] }): Promise<void> {
  if (units.length === 0) return;
  await tx.query(sql`
    delete from memory_entities where bank_uid = ${scope.bankUid} and entity_id = ${id}::uuid and memory_id = any(${array(units, 'uuid[]')})`);
}

/** After spellings were moved: limits the spellings of memories to those of the entity. */
export async function restrictSpellings(tx: Tx, scope: BankScope, ids: readonly string[]): Promise<void> {
  await tx.query(sql`
    update memory_entities x set spellings = array(
      select s from unnest(x.spellings) s join entity_aliases a on a.bank_uid = ${scope.bankUid} and a.key = s and a.entity_id = x.entity_id order by s)
    where x.bank_uid = ${scope.bankUid} and x.entity_id = any(${array(ids, 'uuid[]')}) and x.spellings <> '{}'`);
}

/**
 * Recalculates mentions and times from the valid memories and their further evidence; without any,
 * the times do not change.
 */
export async function recountEntities(tx: Tx, scope: BankScope, ids: readonly string[]): Promise<void> {
  await tx.query(sql`
    update entities e set mention_count = s.n, first_seen = case when s.n > 0 then s.first else e.first_seen end,
      last_seen = case when s.n > 0 then s.last else e.last_seen end
    from unnest(${array(ids, 'uuid[]')}) as t(id) cross join lateral (
      select count(distinct m.id)::int as n, least(min(m.mentioned_at), min(v.mentioned_at)) as first,
        greatest(max(m.mentioned_at), max(v.mentioned_at)) as last
      from memory_entities x join memories m on m.bank_uid = x.bank_uid and m.id = x.memory_id and m.state = 'valid'
      left join memory_evidence v on v.bank_uid = m.bank_uid and v.memory_id = m.id
      where x.bank_uid = ${scope.bankUid} and x.entity_id = t.id) s
    where e.bank_uid = ${scope.bankUid} and e.id = t.id`);
}

// --- merges in parts -----------------------------------------------------------------------------

/** A recorded merge. It is unfinished while its source exists. */
export interface EntityMerge extends Row {
  /** of the change */
  id: string;
  source: string;
  target: string;
}

/** A merge from or into one of these entities that was begun and not finished. */
export async function findUnfinishedMerge(tx: Queryable, scope: BankScope, ids: readonly string[]): Promise<EntityMerge | null> {
  const these = array(ids, 'uuid[]');
  const [row] = await tx.query<EntityMerge>(sql`
    select c.id, c.other_id as source, c.entity_id as target from entity_changes c
    join entities e on e.bank_uid = c.bank_uid and e.id = c.other_id
    where c.bank_uid = ${scope.bankUid} and (c.entity_id = any(${these}) or c.other_id = any(${these})) and c.kind = 'merge' and c.undone_at is null limit 1`);
  return row ?? null;
}

/**
 * Moves mentions of the source to the target, at most `most`, and records them. The target counts
 * them, and its times include theirs; those of the source, which will be deleted, do not change.
 * Returns their number, and the last of their memories; null: none was moved.
 */
export async function moveMentions(
  tx: Tx,
  scope: BankScope,
  { id, source, target }: EntityMerge,
  { after, most }: { after: string | null; most: number },
): Promise<{ moved: number; last: string | null }> {
  const merges = sql`entity_changes c where c.bank_uid = ${scope.bankUid} and c.entity_id = ${target}::uuid and c.id <> ${id}::uuid and c.kind = 'merge' and c.undone_at is null`;
  const rows = await tx.query<{ id: string; is_shared: boolean; is_own: boolean }>(sql`
    select x.memory_id as id, o.memory_id is not null as is_shared, o.memory_id is not null
      and (x.memory_id not in (select unnest(c.memory_ids) from ${merges}) or x.memory_id in (select unnest(c.shared_ids) from ${merges})) as is_own
    from memory_entities x
    left join memory_entities o on o.bank_uid = ${scope.bankUid} and o.memory_id = x.memory_id and o.entity_id = ${target}::uuid
    where x.bank_uid = ${scope.bankUid} and x.entity_id = ${source}::uuid
      and (${after}::uuid is null or x.memory_id > ${after}::uuid) order by x.memory_id limit ${most}::int`);
  if (rows.length === 0) return { moved: 0, last: null };
  const idsOf = (of: typeof rows) =>
    array(
      of.map((row) => row.id),
      'uuid[]',
    );
  const [units, shared] = [idsOf(rows), idsOf(rows.filter((row) => row.is_shared))];
  await tx.query(sql`
    update memory_entities o set spellings = array(select distinct s from unnest(o.spellings || x.spellings) s order by s)
    from memory_entities x where x.bank_uid = ${scope.bankUid} and x.entity_id = ${source}::uuid and x.memory_id = any(${shared})
      and o.bank_uid = ${scope.bankUid} and o.entity_id = ${target}::uuid and o.memory_id = x.memory_id`);
  await tx.query(sql`
    delete from memory_entities x where x.bank_uid = ${scope.bankUid} and x.entity_id = ${source}::uuid and x.memory_id = any(${shared})`);
  await tx.query(sql`
    update memory_entities x set entity_id = ${target}::uuid
    where x.bank_uid = ${scope.bankUid} and x.entity_id = ${source}::uuid and x.memory_id = any(${units})`);
  await tx.query(sql`
    with moved as materialized (
      select count(*)::int as n, count(*) filter (where m.id = any(${shared}))::int as shared,
        min(least(m.mentioned_at, v.first)) as first, max(greatest(m.mentioned_at, v.last)) as last
      from memories m left join lateral (
        select min(v.mentioned_at) as first, max(v.mentioned_at) as last from memory_evidence v where v.bank_uid = m.bank_uid and v.memory_id = m.id) v on true
      where m.bank_uid = ${scope.bankUid} and m.id = any(${units}) and m.state = 'valid'
    ), given as (
      update entities e set mention_count = e.mention_count - s.n from moved s where e.bank_uid = ${scope.bankUid} and e.id = ${source}::uuid
    )
    update entities e set mention_count = e.mention_count + s.n - s.shared,
      first_seen = least(case when e.mention_count > 0 then e.first_seen end, s.first),
      last_seen = greatest(case when e.mention_count > 0 then e.last_seen end, s.last)
    from moved s where e.bank_uid = ${scope.bankUid} and e.id = ${target}::uuid and s.n > 0`);
  await tx.query(sql`
    update entity_changes c set memory_ids = c.memory_ids || ${units}, shared_ids = c.shared_ids || ${idsOf(rows.filter((row) => row.is_own))}
    where c.bank_uid = ${scope.bankUid} and c.id = ${id}::uuid`);
  return { moved: rows.length, last: rows.at(-1)?.id ?? null };
}

/**
 * Moves the spellings of a source without mentions, records them, and deletes it. Returns the
 * number of moved memories.
 */
export async function endMerge(tx: Tx, scope: BankScope, { id, source, target }: EntityMerge): Promise<number> {
  const [row] = await tx.query<{ units: number }>(sql`
    with moved as (
      update entity_aliases set entity_id = ${target}::uuid where bank_uid = ${scope.bankUid} and entity_id = ${source}::uuid returning key
    )
    update entity_changes set alias_keys = array(select key::text from moved order by key)
    where bank_uid = ${scope.bankUid} and id = ${id}::uuid returning cardinality(memory_ids) as units`);
  await deleteEntity(tx, scope, source);
  return defined(row).units;
}

/** Number of memories that a change moved. */
export async function countMoved(db: Queryable, scope: BankScope, id: string): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`
    select cardinality(memory_ids) as n from entity_changes where bank_uid = ${scope.bankUid} and id = ${id}::uuid`);
  return row?.n ?? 0;
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

export async function insertChange(tx: Tx, scope: BankScope, change: NewChange): Promise<void> {
  const { id, entityId, kind, otherId, before, after, actor, revision } = change;
  await tx.query(sql`
    insert into entity_changes (bank_uid, id, entity_id, kind, other_id, before, after, alias_keys, memory_ids, shared_ids, actor, revision)
    values (${scope.bankUid}, ${id}::uuid, ${entityId}::uuid, ${kind}, ${otherId}::uuid, ${json(before)}, ${json(after)},
      ${array(change.aliasKeys, 'text[]')}, ${array(change.memoryIds, 'uuid[]')}, ${array(change.sharedIds, 'uuid[]')}, ${actor}, ${revision})`);
}

export interface ChangeRow
  extends Row,
    ColumnsOf<
      typeof entityChanges,
      'id' | 'entity_id' | 'other_id' | 'alias_keys' | 'memory_ids' | 'shared_ids' | 'revision' | 'undone_at'
    > {
  kind: EntityChangeKind;
  before: EntityImage;
  after: EntityName;
}

export async function findChange(tx: Tx, scope: BankScope, args: { id: string; entityId: string }): Promise<ChangeRow | null> {
  const [row] = await tx.query<ChangeRow>(sql`
    select c.id, c.entity_id, c.kind, c.other_id, c.before, c.after, c.alias_keys, c.memory_ids, c.shared_ids, c.revision, c.undone_at
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

export async function markUndone(tx: Tx, scope: BankScope, id: string): Promise<void> {
  await tx.query(sql`update entity_changes set undone_at = now() where bank_uid = ${scope.bankUid} and id = ${id}::uuid`);
}

/**
 * If a split takes all spellings of a merged entity, that merge is closed, because nothing of it
 * could be undone.
 */
export async function closeMerges(tx: Tx, scope: BankScope, { id, keys }: { id: string; keys: readonly string[] }): Promise<void> {
  await tx.query(sql`
    update entity_changes set undone_at = now() where bank_uid = ${scope.bankUid} and entity_id = ${id}::uuid and kind = 'merge'
      and undone_at is null and alias_keys <@ ${array(keys, 'text[]')}`);
}

/** The merges that a split closed: those with the same time, which is that of its transaction. */
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

/**
 * Memories that an entity has through merges that were not undone, and those of them that it also
 * mentioned itself.
 */
export async function readBorrowed(
  tx: Tx,
  scope: BankScope,
  { id, but }: { id: string; but: string | null },
): Promise<{ borrowed: string[]; own: string[] }> {
  const rows = await tx.query<{ memory_ids: string[]; shared_ids: string[] }>(sql`
    select c.memory_ids, c.shared_ids from entity_changes c
    where c.bank_uid = ${scope.bankUid} and c.entity_id = ${id}::uuid and c.kind = 'merge' and c.undone_at is null and c.id is distinct from ${but}::uuid`);
  return { borrowed: rows.flatMap((row) => row.memory_ids), own: rows.flatMap((row) => row.shared_ids) };
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
