import { array, type Queryable, type Row, type SQL, sql, type Tx } from '#lib/base/db/db';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { memories } from '#lib/base/db/schema/memories';
import { defined } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';
import { type FactSource, MAX_SOURCES } from '#lib/memory/observations/plan';
import type { Scope } from '#lib/memory/observations/scopes';

/** Work items: a memory that is to be consolidated in a scope. */

export interface WorkItem {
  readonly memoryId: string;
  readonly scopes: readonly Scope[];
}

/** The columns of an item that is to be consolidated again. */
const FRESH = sql.raw(`status = 'pending', attempts = 0, last_error = null, without_room = false, updated_at = now()`);

/** Inserts the items of new memories, in one statement for any number. */
export async function enlist(tx: Tx, scope: BankScope, entries: readonly WorkItem[]): Promise<void> {
  const scopes = new Map(entries.flatMap((entry) => entry.scopes.map((one) => [one.key, one] as const)));
  const memoryIds: string[] = [];
  const keys: string[] = [];
  for (const entry of entries) {
    for (const { key } of entry.scopes) {
      memoryIds.push(entry.memoryId);
      keys.push(key);
    }
  }
  if (keys.length === 0) return;
  await tx.query({
    name: 'observations_enlist',
    text: `with known as (
             insert into observation_scopes (bank_uid, scope_key, tags)
             select $1::bigint, s.key, array(select jsonb_array_elements_text(s.tags::jsonb)) from unnest($2::uuid[], $3::text[]) as s(key, tags)
             on conflict do nothing
           )
           insert into consolidation_items (bank_uid, memory_id, scope_key)
           select $1, i.memory_id, i.key from unnest($4::uuid[], $5::uuid[]) as i(memory_id, key)
           on conflict (bank_uid, memory_id, scope_key) do update set status = 'pending', attempts = 0, last_error = null, without_room = false, updated_at = excluded.updated_at`,
    values: [scope.bankUid, [...scopes.keys()], [...scopes.values()].map(({ tags }) => JSON.stringify(tags)), memoryIds, keys],
  });
}

export interface QueuedSource extends FactSource {
  readonly attempts: number;
}

export interface Batch {
  readonly scope: Scope;
  readonly facts: readonly QueuedSource[];
}

export const SOURCE_COLUMNS =
  'm.id, m.text, m.speaker, m.fact_type, m.context, m.occurred_start, m.occurred_end, m.mentioned_at, m.revision';
export interface ConsolidationSourceRow
  extends Row,
    ColumnsOf<typeof memories, 'id' | 'text' | 'speaker' | 'context' | 'occurred_start' | 'occurred_end' | 'mentioned_at' | 'revision'> {
  fact_type: FactSource['factType'];
}
export const sourceOf = (row: ConsolidationSourceRow): FactSource => ({
  id: row.id,
  text: row.text,
  speaker: row.speaker,
  factType: row.fact_type,
  context: row.context,
  occurredStart: row.occurred_start,
  occurredEnd: row.occurred_end,
  mentionedAt: row.mentioned_at,
  revision: row.revision,
});

type TagScopes = readonly (readonly string[])[] | null;

const isWithin = (within: TagScopes): SQL =>
  within
    ? sql`and exists (select from jsonb_array_elements(${JSON.stringify(within)}::jsonb) w(tags)
          where m.tags @> array(select jsonb_array_elements_text(w.tags)))`
    : sql``;

/**
 * The oldest pending memories of the first scope that has any. `within`: only memories that have
 * all tags of one of these lists; null: all.
 */
export async function readBatch(
  db: Queryable,
  scope: BankScope,
  args: { readonly limit: number; readonly within: TagScopes; readonly without: readonly string[] },
): Promise<Batch | null> {
  const wanted = isWithin(args.within);
  const skipped = args.without.length > 0 ? sql`and i.memory_id <> all(${array(args.without, 'uuid[]')})` : sql``;
  // Item by item along the index of pending items: the cost depends on the size of the batch, not
  // of the bank.
  const pending = sql`from consolidation_items i cross join lateral (
      select m.* from memories m where m.bank_uid = ${scope.bankUid} and m.id = i.memory_id and m.state = 'valid' ${wanted} offset 0) m
    where i.bank_uid = ${scope.bankUid} and i.status = 'pending' ${skipped}`;
  const rows = await db.query<ConsolidationSourceRow & { attempts: number; scope_key: string; tags: string[] }>(sql`
    with next as materialized (select i.scope_key ${pending} order by i.scope_key, i.memory_id limit 1)
    select b.*, s.tags from next n cross join lateral (
      select ${sql.raw(SOURCE_COLUMNS)}, i.attempts, i.scope_key ${pending} and i.scope_key = n.scope_key order by i.memory_id limit ${args.limit}::bigint) b
    join observation_scopes s on s.bank_uid = ${scope.bankUid} and s.scope_key = b.scope_key order by b.id`);
  const first = rows[0];
  if (!first) return null;
  return { scope: { key: first.scope_key, tags: first.tags }, facts: rows.map((row) => ({ ...sourceOf(row), attempts: row.attempts })) };
}

/** Pending items: a memory has one for each of its scopes. */
export async function countPending(db: Queryable, scope: BankScope): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    sql`select count(*) as n from consolidation_items where bank_uid = ${scope.bankUid} and status = 'pending'`,
  );
  return defined(row).n;
}

/** The memories among these that are still pending in the scope, in their current state. */
export async function reread(db: Queryable, scope: BankScope, scopeKey: string, memoryIds: readonly string[]): Promise<QueuedSource[]> {
  const rows = await db.query<ConsolidationSourceRow & { attempts: number }>(sql`
    select ${sql.raw(SOURCE_COLUMNS)}, i.attempts from unnest(${array(memoryIds, 'uuid[]')}) w(id)
    cross join lateral (
      select attempts from consolidation_items where bank_uid = ${scope.bankUid} and memory_id = w.id and scope_key = ${scopeKey} and status = 'pending' offset 0) i
    cross join lateral (select * from memories where bank_uid = ${scope.bankUid} and id = w.id and state = 'valid' offset 0) m
    order by m.id`);
  return rows.map((row) => ({ ...sourceOf(row), attempts: row.attempts }));
}

/** The valid memories among these that are no observations. */
export async function readSources(db: Queryable, scope: BankScope, memoryIds: readonly string[]): Promise<FactSource[]> {
  if (memoryIds.length === 0) return [];
  const rows = await db.query<ConsolidationSourceRow>(sql`
    select ${sql.raw(SOURCE_COLUMNS)} from unnest(${array(memoryIds, 'uuid[]')}) w(id)
    cross join lateral (
      select * from memories where bank_uid = ${scope.bankUid} and id = w.id and state = 'valid' and fact_type <> 'observation' offset 0) m
    order by m.id`);
  return rows.map(sourceOf);
}

export const insertScope = async (tx: Tx, scope: BankScope, { key, tags }: Scope): Promise<void> =>
  void (await tx.query(sql`
    insert into observation_scopes (bank_uid, scope_key, tags) values (${scope.bankUid}, ${key}, ${array(tags, 'text[]')}) on conflict do nothing`));

/** For each claim, the latest memories of the scope that were read before. */
export async function readClaimants(db: Queryable, scope: BankScope, scopeKey: string, claims: readonly bigint[]): Promise<FactSource[]> {
  if (claims.length === 0) return [];
  const rows = await db.query<ConsolidationSourceRow>(sql`
    select distinct on (m.id) ${sql.raw(SOURCE_COLUMNS)} from unnest(${array(claims, 'bigint[]')}) w(claim)
    cross join lateral (
      select m.* from consolidation_claims c
      cross join lateral (select * from memories where bank_uid = ${scope.bankUid} and id = c.memory_id and state = 'valid' offset 0) m
      where c.bank_uid = ${scope.bankUid} and c.scope_key = ${scopeKey} and c.claim = w.claim
      order by m.mentioned_at desc nulls last, m.text collate "C" desc, m.id desc limit ${MAX_SOURCES}::int) m
    order by m.id`);
  return rows.map(sourceOf);
}

/** The results of the items of a batch. */
export interface ItemResults {
  readonly scopeKey: string;
  readonly done: readonly string[];
  /** slots by memory id */
  readonly claims: ReadonlyMap<string, readonly bigint[]>;
}

export async function settle(tx: Tx, scope: BankScope, { scopeKey, done, claims }: ItemResults): Promise<void> {
  const pairs = done.flatMap((id) => (claims.get(id) ?? []).map((claim) => ({ id, claim })));
  await tx.query({
    name: 'observations_settle',
    text: `with new_claims as (
             insert into consolidation_claims (bank_uid, scope_key, claim, memory_id)
             select $1::bigint, $2::uuid, c.claim, c.id from unnest($4::uuid[], $5::bigint[]) as c(id, claim) on conflict do nothing
           )
           update consolidation_items set status = 'done', last_error = null, without_room = false, updated_at = now()
           where bank_uid = $1 and memory_id = any($3::uuid[]) and scope_key = $2`,
    values: [scope.bankUid, scopeKey, done, pairs.map(({ id }) => id), pairs.map(({ claim }) => claim)],
  });
}

/**
 * Counts an unusable answer; after `most` of them the item fails. Returns the number of failed
 * items.
 */
export async function countFailure(
  tx: Tx,
  scope: BankScope,
  args: { readonly scopeKey: string; readonly memoryIds: readonly string[]; readonly code: string; readonly most: number },
): Promise<number> {
  const rows = await tx.query<{ status: string }>(sql`
    update consolidation_items set attempts = attempts + 1, last_error = ${args.code}, updated_at = now(),
      status = case when attempts + 1 >= ${args.most}::int then 'failed' else status end
    where bank_uid = ${scope.bankUid} and scope_key = ${args.scopeKey} and memory_id = any(${array(args.memoryIds, 'uuid[]')}) and status = 'pending'
    returning status`);
  return rows.filter(({ status }) => status === 'failed').length;
}

/** Sets failed items back to pending. Returns the number of memories. */
export async function recover(tx: Tx, scope: BankScope): Promise<number> {
  const rows = await tx.query<{ memory_id: string }>(sql`
    update consolidation_items set status = 'pending', attempts = 0, last_error = null, updated_at = now()
    where bank_uid = ${scope.bankUid} and status = 'failed' returning memory_id`);
  return new Set(rows.map(({ memory_id }) => memory_id)).size;
}

export interface UnlistedMemory extends Row {
  id: string;
  tags: string[];
  observation_scopes: unknown;
}

const UNLISTED = sql.raw(`not exists (select from consolidation_items i where i.bank_uid = m.bank_uid and i.memory_id = m.id offset 0)`);
const CONSOLIDATED = sql.raw(`m.fact_type <> 'observation' and m.state = 'valid'`);

/** The memories after an id, in the order of ids. Needs no lock. */
export const readPage = (db: Queryable, scope: BankScope, after: string, limit: number): Promise<{ id: string; is_unlisted: boolean }[]> =>
  db.query<Row & { id: string; is_unlisted: boolean }>(sql`
    select m.id, ${UNLISTED} as is_unlisted from memories m
    where m.bank_uid = ${scope.bankUid} and m.id > ${after}::uuid and ${CONSOLIDATED}
    order by m.id limit ${limit}::bigint`);

/**
 * The memories among these without an item: from before observations were enabled, and copies that
 * other writes made.
 */
export const readUnlisted = (tx: Tx, scope: BankScope, memoryIds: readonly string[]): Promise<UnlistedMemory[]> =>
  tx.query<UnlistedMemory>(sql`
    select m.id, m.tags, m.observation_scopes from unnest(${array(memoryIds, 'uuid[]')}) w(id)
    cross join lateral (select * from memories where bank_uid = ${scope.bankUid} and id = w.id offset 0) m
    where ${CONSOLIDATED} and ${UNLISTED}`);

/** The memories among these that have items. */
export const readListed = (tx: Tx, scope: BankScope, memoryIds: readonly string[]): Promise<(UnlistedMemory & { is_live: boolean })[]> =>
  tx.query<UnlistedMemory & { is_live: boolean }>(sql`
    select m.id, m.tags, m.observation_scopes, m.state = 'valid' as is_live from unnest(${array(memoryIds, 'uuid[]')}) w(id)
    cross join lateral (select * from memories where bank_uid = ${scope.bankUid} and id = w.id offset 0) m
    where exists (select from consolidation_items i where i.bank_uid = ${scope.bankUid} and i.memory_id = m.id offset 0)`);

export async function copyItems(
  tx: Tx,
  scope: BankScope,
  { ids, copies }: { readonly ids: readonly string[]; readonly copies: readonly string[] },
): Promise<void> {
  await tx.query(sql`
    with copied as materialized (
      select i.bank_uid, p.copy, i.scope_key from unnest(${array(ids, 'uuid[]')}, ${array(copies, 'uuid[]')}) p(id, copy)
      join consolidation_items i on i.bank_uid = ${scope.bankUid} and i.memory_id = p.id
    )
    insert into consolidation_items (bank_uid, memory_id, scope_key) select c.bank_uid, c.copy, c.scope_key from copied c on conflict do nothing`);
}

/**
 * Completes the items of invalidated memories. The items remain, so that the memories are
 * consolidated again once they are valid.
 */
export async function completeItems(tx: Tx, scope: BankScope, memoryIds: readonly string[]): Promise<void> {
  if (memoryIds.length === 0) return;
  await tx.query(
    sql`update consolidation_items set status = 'done' where bank_uid = ${scope.bankUid} and memory_id = any(${array(memoryIds, 'uuid[]')})`,
  );
}

export async function removeItems(tx: Tx, scope: BankScope, memoryIds: readonly string[]): Promise<void> {
  await tx.query(sql`delete from consolidation_items where bank_uid = ${scope.bankUid} and memory_id = any(${array(memoryIds, 'uuid[]')})`);
}

/**
 * Marks items whose observations found no room in the scope. They are done, but are reopened when
 * there is room.
 */
export async function postponeForRoom(
  tx: Tx,
  scope: BankScope,
  { scopeKey, memoryIds }: { readonly scopeKey: string; readonly memoryIds: readonly string[] },
): Promise<void> {
  if (memoryIds.length === 0) return;
  await tx.query(sql`
    update consolidation_items set without_room = true where bank_uid = ${scope.bankUid} and scope_key = ${scopeKey}
      and memory_id = any(${array(memoryIds, 'uuid[]')}) and status = 'done'`);
}

/** A scope that rejected memories, and its number of observations. */
export interface FullScope extends Scope {
  readonly observationCount: number;
}

export async function readCrowded(db: Queryable, scope: BankScope): Promise<FullScope[]> {
  const rows = await db.query<{ scope_key: string; tags: string[]; observation_count: number }>(sql`
    select s.scope_key, s.tags, (select count(*) from observations o where o.bank_uid = ${scope.bankUid} and o.scope_key = s.scope_key) as observation_count
    from (select distinct scope_key from consolidation_items where bank_uid = ${scope.bankUid} and without_room) i
    join observation_scopes s on s.bank_uid = ${scope.bankUid} and s.scope_key = i.scope_key`);
  return rows.map(({ scope_key, tags, observation_count }) => ({ key: scope_key, tags, observationCount: observation_count }));
}

/**
 * Sets the oldest rejected memories of these scopes back to pending. Returns whether there were
 * any.
 */
export async function readmit(
  tx: Tx,
  scope: BankScope,
  { scopeKeys, within, most }: { readonly scopeKeys: readonly string[]; readonly within: TagScopes; readonly most: number },
): Promise<boolean> {
  const rows = await tx.query<{ memory_id: string }>(sql`
    update consolidation_items i set ${FRESH} from (
      select w.memory_id, w.scope_key from consolidation_items w
      where w.bank_uid = ${scope.bankUid} and w.without_room and w.scope_key = any(${array(scopeKeys, 'uuid[]')})
        and exists (select from memories m where m.bank_uid = w.bank_uid and m.id = w.memory_id and m.state = 'valid' ${isWithin(within)} offset 0)
      order by w.scope_key, w.memory_id limit ${most}::int) w
    where i.bank_uid = ${scope.bankUid} and i.memory_id = w.memory_id and i.scope_key = w.scope_key returning i.memory_id`);
  return rows.length > 0;
}

/** The number of memories that wait for room. */
export async function countWithoutRoom(db: Queryable, scope: BankScope): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`
    select count(distinct i.memory_id) as n from consolidation_items i
    join memories m on m.bank_uid = i.bank_uid and m.id = i.memory_id and m.state = 'valid'
    where i.bank_uid = ${scope.bankUid} and i.without_room`);
  return defined(row).n;
}

/** Whether the item `i` is of a valid memory and is not pending. */
const IS_CLOSED = sql.raw(`i.status <> 'pending' and exists (
  select from memories m where m.bank_uid = i.bank_uid and m.id = i.memory_id and m.state = 'valid' offset 0)`);

/**
 * Sets the items of the evidence of observations back to pending, including their surplus. Call it
 * before the observations are deleted.
 */
export async function reopenEvidence(tx: Tx, scope: BankScope, observationIds: readonly string[]): Promise<void> {
  if (observationIds.length === 0) return;
  const bank = scope.bankUid;
  await tx.query(sql`
    with evidence as materialized (
      select o.scope_key, s.memory_id from unnest(${array(observationIds, 'uuid[]')}) w(id)
      join observations o on o.bank_uid = ${bank} and o.memory_id = w.id
      cross join lateral (
        select memory_id from observation_sources where bank_uid = ${bank} and observation_id = w.id
        union select memory_id from observation_surplus where bank_uid = ${bank} and observation_id = w.id) s
      group by o.scope_key, s.memory_id)
    update consolidation_items i set ${FRESH} from evidence e
    where i.bank_uid = ${bank} and i.memory_id = e.memory_id and i.scope_key = e.scope_key and ${IS_CLOSED}`);
}

export interface ItemKey {
  readonly memoryId: string;
  readonly scopeKey: string;
}

/**
 * Sets those of the next `limit` items after `after` back to pending that have not changed since
 * `until`, a time of the database. Returns the last of these items; null: there are no more.
 */
export async function reopenNext(
  tx: Tx,
  scope: BankScope,
  { after, until, limit }: { readonly after: ItemKey; readonly until: string; readonly limit: number },
): Promise<ItemKey | null> {
  const [last] = await tx.query<{ memory_id: string; scope_key: string; count: number }>(sql`
    with page as materialized (
      select memory_id, scope_key from consolidation_items
      where bank_uid = ${scope.bankUid} and (memory_id, scope_key) > (${after.memoryId}::uuid, ${after.scopeKey}::uuid)
      order by memory_id, scope_key limit ${limit}::int
    ), reopened as (
      update consolidation_items i set ${FRESH} from page p
      where i.bank_uid = ${scope.bankUid} and i.memory_id = p.memory_id and i.scope_key = p.scope_key
        and i.updated_at <= ${until}::text::timestamptz and ${IS_CLOSED}
    )
    select memory_id, scope_key, count(*) over () as count from page order by memory_id desc, scope_key desc limit 1`);
  return last?.count === limit ? { memoryId: last.memory_id, scopeKey: last.scope_key } : null;
}

/** Sets items back to pending. */
export async function reopen(tx: Tx, scope: BankScope, items: readonly ItemKey[]): Promise<void> {
  if (items.length === 0) return;
  const ids = array(
    items.map(({ memoryId }) => memoryId),
    'uuid[]',
  );
  const keys = array(
    items.map(({ scopeKey }) => scopeKey),
    'uuid[]',
  );
  await tx.query(sql`
    update consolidation_items i set ${FRESH} from unnest(${ids}, ${keys}) w(id, key)
    where i.bank_uid = ${scope.bankUid} and i.memory_id = w.id and i.scope_key = w.key`);
}

export interface ItemCounts {
  readonly pending: number;
  readonly done: number;
  readonly failed: number;
}

/** Counts memories, each by the worst state of its items. */
export async function countItems(db: Queryable, scope: BankScope): Promise<ItemCounts> {
  const bank = scope.bankUid;
  const isValid = sql`not exists (select from memories m where m.bank_uid = ${bank} and m.id = i.memory_id and m.state = 'invalidated')`;
  const [row] = await db.query<{ pending: number; failed: number; done: number }>(sql`
    with failure as materialized (
      select distinct i.memory_id from consolidation_items i where i.bank_uid = ${bank} and i.status = 'failed' and ${isValid}),
    counted as (
      select (select count(*) from failure) as failed,
        (select count(distinct i.memory_id) from consolidation_items i where i.bank_uid = ${bank} and i.status = 'pending' and ${isValid}
          and not exists (select from failure f where f.memory_id = i.memory_id)) as pending,
        (select count(*) from (select distinct memory_id from consolidation_items where bank_uid = ${bank}) i where ${isValid}) as units)
    select pending, failed, units - pending - failed as done from counted`);
  return defined(row);
}

/**
 * The number of pending memories for which a language model has returned only unusable answers so
 * far.
 */
export async function countRetrying(db: Queryable, scope: BankScope): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`
    select count(distinct memory_id) as n from consolidation_items where bank_uid = ${scope.bankUid} and status = 'pending' and attempts > 0`);
  return defined(row).n;
}
