import { array, type Queryable, type Row, sql, type Tx } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';
import { deleteEntity } from '#lib/memory/entities/store-curation';

/**
 * Statements that move mentions between entities, in parts. Every write must run in a transaction
 * that has locked the bank.
 */

/** A merge, split or undo that has not moved all mentions. */
export interface UnfinishedChange extends Row {
  id: string;
  kind: 'merge' | 'split';
  is_undo: boolean;
  /** the entity that remains */
  entity_id: string;
  /** the one that is merged into it, or split off from it */
  other_id: string;
}

/**
 * A change of one of these entities that was begun and not finished. The merged entity exists
 * until the end of the merge. An entity that gets mentions back has its spellings from the end on,
 * one whose split is undone until the beginning. So only the last change of an entity can be
 * unfinished.
 */
export async function findUnfinished(tx: Queryable, scope: BankScope, ids: readonly string[]): Promise<UnfinishedChange | null> {
  const these = array(ids, 'uuid[]');
  const [row] = await tx.query<UnfinishedChange>(sql`
    select c.id, c.kind, c.undone_at is not null as is_undo, c.entity_id, e.id as other_id from (
      select unnest(${these}) as id
      union select o.other_id from entity_changes o where o.bank_uid = ${scope.bankUid} and o.entity_id = any(${these}) and o.other_id is not null
    ) t join entities e on e.bank_uid = ${scope.bankUid} and e.id = t.id
    cross join lateral (
      select c.id, c.kind, c.undone_at, c.entity_id from entity_changes c where c.bank_uid = ${scope.bankUid} and c.other_id = t.id
      order by coalesce(c.undone_at, c.created_at) desc, c.id desc limit 1
    ) c
    where (c.entity_id = any(${these}) or t.id = any(${these})) and (c.kind = 'merge' and c.undone_at is null
      or not exists (select from entity_aliases a where a.bank_uid = ${scope.bankUid} and a.entity_id = t.id)) limit 1`);
  return row ?? null;
}

// --- all mentions of an entity -------------------------------------------------------------------

/** Two entities of which the first one will be deleted. */
export interface MergedPair {
  readonly source: string;
  readonly target: string;
}

/**
 * Moves mentions of the source to the target, at most `most`, and adds them to a recorded merge,
 * unless that is null. The target counts them, and its times include theirs; those of the source,
 * which will be deleted, do not change. Returns their number, and the last of their memories;
 * null: none was moved.
 */
export async function moveMentions(
  tx: Tx,
  scope: BankScope,
  { source, target }: MergedPair,
  { merge, after, most }: { merge: string | null; after: string | null; most: number },
): Promise<{ moved: number; last: string | null }> {
  const merges = sql`entity_changes c where c.bank_uid = ${scope.bankUid} and c.entity_id = ${target}::uuid and c.id <> ${merge}::uuid and c.kind = 'merge' and c.undone_at is null`;
  const isOwn =
    merge === null
      ? sql`false`
      : sql`o.memory_id is not null
      and (x.memory_id not in (select unnest(c.memory_ids) from ${merges}) or x.memory_id in (select unnest(c.shared_ids) from ${merges}))`;
  const rows = await tx.query<{ id: string; is_shared: boolean; is_own: boolean }>(sql`
    select x.memory_id as id, o.memory_id is not null as is_shared, ${isOwn} as is_own
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
  if (merge !== null)
    await tx.query(sql`
      update entity_changes c set memory_ids = c.memory_ids || ${units}, shared_ids = c.shared_ids || ${idsOf(rows.filter((row) => row.is_own))}
      where c.bank_uid = ${scope.bankUid} and c.id = ${merge}::uuid`);
  return { moved: rows.length, last: rows.at(-1)?.id ?? null };
}

/** Moves the spellings of a source without mentions, records them, and deletes it. */
export async function endMerge(tx: Tx, scope: BankScope, { merge, source, target }: MergedPair & { merge: string }): Promise<void> {
  await tx.query(sql`
    with moved as (
      update entity_aliases set entity_id = ${target}::uuid where bank_uid = ${scope.bankUid} and entity_id = ${source}::uuid returning key
    )
    update entity_changes set alias_keys = array(select key::text from moved order by key)
    where bank_uid = ${scope.bankUid} and id = ${merge}::uuid`);
  await deleteEntity(tx, scope, source);
}

/** Number of memories that a change moved. */
export async function countMoved(db: Queryable, scope: BankScope, id: string): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`
    select cardinality(memory_ids) as n from entity_changes where bank_uid = ${scope.bankUid} and id = ${id}::uuid`);
  return row?.n ?? 0;
}

/**
 * Deletes the entity whose split is undone. Only while that split is not marked as undone, stored
 * pages with its name remain: the name is a spelling of the other entity.
 */
export async function deleteSplitOff(tx: Tx, scope: BankScope, { split, id }: { split: string; id: string }): Promise<void> {
  await tx.query(sql`update entity_changes set undone_at = null where bank_uid = ${scope.bankUid} and id = ${split}::uuid`);
  await deleteEntity(tx, scope, id);
}

// --- some mentions of an entity ------------------------------------------------------------------

/** The entity of a division that loses mentions, and the one that gets them. */
export interface DividedPair {
  readonly from: string;
  readonly to: string;
}

/** What a recorded split, or a merge that is undone, moves. */
export interface RecordedMove {
  /** memories written later are not recorded */
  readonly revision: number;
  readonly keys: readonly string[];
  readonly units: ReadonlySet<string>;
  /** those of them that the remaining entity mentions as well, itself or through another merge */
  readonly stays: ReadonlySet<string>;
}

interface RecordedRow extends Row {
  id: string;
  revision: number;
  alias_keys: string[];
  /** ids with a comma between them: as an array, 140,000 would stop the event loop for 100 ms */
  memory_ids: string;
  shared_ids: string;
}

const idsOf = (joined: string): string[] => (joined === '' ? [] : joined.split(','));

export async function readRecorded(
  tx: Tx,
  scope: BankScope,
  { id, kind, entity_id }: Pick<UnfinishedChange, 'id' | 'kind' | 'entity_id'>,
): Promise<RecordedMove> {
  const rows = await tx.query<RecordedRow>(sql`
    select c.id, c.revision, c.alias_keys, array_to_string(c.memory_ids, ',') as memory_ids, array_to_string(c.shared_ids, ',') as shared_ids
    from entity_changes c where c.bank_uid = ${scope.bankUid} and (c.id = ${id}::uuid
      or ${kind} = 'merge' and c.entity_id = ${entity_id}::uuid and c.kind = 'merge' and c.undone_at is null)`);
  const own = defined(rows.find((row) => row.id === id));
  const borrowed = rows.filter((row) => row !== own).flatMap((row) => idsOf(row.memory_ids));
  const stays = new Set([...idsOf(own.shared_ids), ...borrowed]);
  return { revision: own.revision, keys: own.alias_keys, units: new Set(idsOf(own.memory_ids)), stays };
}

/**
 * Memories that mention `from` mention `to`, with those of the spellings that are its own. `from`
 * loses the mention, or, of memories that stay, these spellings. Both count their mentions.
 * Returns the number of memories that mentioned `from`. Repeating it has no effect.
 */
export async function divideMentions(
  tx: Tx,
  scope: BankScope,
  { from, to }: DividedPair,
  { units, staying, keys }: { units: readonly string[]; staying: readonly string[]; keys: readonly string[] },
): Promise<number> {
  const [those, stays, own] = [array(units, 'uuid[]'), array(staying, 'uuid[]'), array(keys, 'text[]')];
  const mentions = sql`x.bank_uid = ${scope.bankUid} and x.entity_id = ${from}::uuid and x.memory_id = any(${those})`;
  const isShared = sql`exists (select from memory_entities o where o.bank_uid = ${scope.bankUid} and o.memory_id = x.memory_id and o.entity_id = ${to}::uuid)`;
  const ownSpellings = sql`array(select s from unnest(x.spellings) s where s = any(${own}) order by s)`;
  const [counted] = await tx.query<{ n: number }>(sql`
    with moved as materialized (
      select count(*)::int as n, count(*) filter (where m.state = 'valid' and x.memory_id <> all(${stays}))::int as lost,
        count(*) filter (where m.state = 'valid' and not ${isShared})::int as got
      from memory_entities x join memories m on m.bank_uid = ${scope.bankUid} and m.id = x.memory_id where ${mentions}
    ), counts as (
      update entities e set mention_count = e.mention_count + case when e.id = ${to}::uuid then s.got else - s.lost end
      from moved s where e.bank_uid = ${scope.bankUid} and e.id in (${from}::uuid, ${to}::uuid)
    )
    select n from moved`);
  await tx.query(sql`
    insert into memory_entities as old (bank_uid, memory_id, entity_id, spellings)
    select x.bank_uid, x.memory_id, ${to}::uuid, ${ownSpellings} from memory_entities x
    where ${mentions} and (x.memory_id = any(${stays}) or ${isShared})
    on conflict (bank_uid, memory_id, entity_id) do update
      set spellings = array(select distinct s from unnest(old.spellings || excluded.spellings) s order by s)`);
  await tx.query(sql`
    update memory_entities x set spellings = array(select s from unnest(x.spellings) s where s <> all(${own}) order by s)
    where ${mentions} and x.memory_id = any(${stays}) and x.spellings && ${own}`);
  await tx.query(sql`delete from memory_entities x where ${mentions} and x.memory_id <> all(${stays}) and ${isShared}`);
  await tx.query(sql`
    update memory_entities x set entity_id = ${to}::uuid, spellings = ${ownSpellings} where ${mentions} and x.memory_id <> all(${stays})`);
  return defined(counted).n;
}

/** After spellings were moved: limits the spellings of memories to those of the entity. */
export async function restrictSpellings(tx: Tx, scope: BankScope, ids: readonly string[]): Promise<void> {
  await tx.query(sql`
    with own as materialized (
      select t.id, array(select a.key::text from entity_aliases a where a.bank_uid = ${scope.bankUid} and a.entity_id = t.id) as keys
      from unnest(${array(ids, 'uuid[]')}) as t(id)
    )
    update memory_entities x set spellings = array(select s from unnest(x.spellings) s where s = any(own.keys) order by s)
    from own where x.bank_uid = ${scope.bankUid} and x.entity_id = own.id and not x.spellings <@ own.keys`);
}
