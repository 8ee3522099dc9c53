import { newBankUid, relistBank, unlistBank } from '#lib/base/db/bank-listing';
import { array, sql, type Tx } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import { deleteOwn } from '#lib/base/purge/purge';
import type { BankScope } from '#lib/base/scope';
import { ARCHIVE_FIELDS } from '#lib/memory/archives/literals';

/**
 * A bank is deleted in two steps. One statement removes it from its organization, which hides it
 * from all callers. Then its content is purged in small batches, so that other operations can run
 * in between.
 */

export interface BankContentCounts {
  readonly units: number;
  readonly entities: number;
  readonly documents: number;
}

export async function countContent(tx: Tx, scope: BankScope): Promise<BankContentCounts> {
  const [row] = await tx.query<{ units: number; entities: number; documents: number }>(sql`
    select (select coalesce(sum(t.units), 0) from memory_tallies t where t.bank_uid = ${scope.bankUid}) as units,
      (select count(*) from entities e where e.bank_uid = ${scope.bankUid}) as entities,
      (select count(*) from documents d where d.bank_uid = ${scope.bankUid}) as documents`);
  return defined(row);
}

/**
 * Soft-deletes the bank and all its data. The caller must have locked it against every other
 * writer.
 */
export async function softDelete(tx: Tx, scope: BankScope): Promise<void> {
  // Scopes of keys are deleted with it.
  await unlistBank(tx, scope.orgId, scope.bankUid);
  await deleteOwn(tx, scope.bankUid);
  await leave(tx, scope, null);
}

const leave = (tx: Tx, scope: BankScope, continuedBy: number | null): Promise<unknown> =>
  tx.query(sql`
    update banks set org_id = null, continued_by = ${continuedBy}::bigint where uid = ${scope.bankUid} and org_id = ${scope.orgId}`);

/** The latest ended operations, parts included, which remain in a cleared bank. */
export const LATEST_OPERATIONS = 1_000;

/**
 * Clears a bank: a new row with its id takes over its settings, keys, knowledge base, mental
 * models, directives, open operations and the latest that have ended. Concurrent writers find their
 * row missing and continue with the new one. Running operations wait again, or are canceled if
 * another of the same kind and subject waits. Archives are deleted. Items of operations may expire,
 * so the next expiry moves too. The caller must have locked the bank for `revision`.
 */
export async function recreateEmpty(tx: Tx, scope: BankScope, revision: number): Promise<void> {
  const { bankUid: old, orgId } = scope;
  // Scopes of keys change with it.
  const uid = await newBankUid(tx);
  await relistBank(tx, orgId, old, uid);
  await tx.query(sql`
    with old as materialized (select b.* from banks b where b.uid = ${old} and b.org_id = ${orgId})
    insert into banks (uid, org_id, id, name, mission, skepticism, literalism, empathy, config, revision, backlog_revision, embedding_model,
      terms_version, created_at, updated_at, last_document_at, next_expires_at)
    select ${uid}::bigint, org_id, gen_random_uuid()::text, name, mission, skepticism, literalism, empathy, config, ${revision}::bigint,
      backlog_revision + 1, embedding_model, terms_version, created_at, updated_at, last_document_at, next_expires_at from old`);
  const toNewBank = sql`bank_uid = ${uid}`;
  const before = sql`bank_uid = ${old}`;
  await tx.query(sql`
    with latest as materialized (
        select id, created_at, children_total from operations
        where ${before} and parent_id is null and status not in ('pending', 'processing') order by created_at desc, id desc limit ${LATEST_OPERATIONS}
      ),
      counted as materialized (select id, sum(1 + children_total) over (order by created_at desc, id desc) as rows from latest),
      roots as materialized (
        select id from counted where rows <= ${LATEST_OPERATIONS}
        union select coalesce(parent_id, id) from operations where ${before} and status in ('pending', 'processing')
      ),
      taken as materialized (
        select id, type, subject, status from operations where ${before} and id = any(array(select id from roots))
        union all select id, type, subject, status from operations where ${before} and parent_id = any(array(select id from roots))
      ),
      next as materialized (
        select r.id, now() as now, case when r.status <> 'processing' then r.status when w.id is null then 'pending' else 'cancelled' end as status
        from taken r left join taken w on w.type = r.type and w.subject = r.subject and w.status = 'pending' and r.status = 'processing'
      ),
      folders as (update knowledge_folders set ${toNewBank} where ${before}),
      models as (update mental_models set ${toNewBank} where ${before}),
      versions as (update mental_model_versions set ${toNewBank} where ${before}),
      sources as (update model_block_sources set ${toNewBank} where ${before}),
      decisions as (update block_decisions set ${toNewBank} where ${before}),
      rules as (update directives set ${toNewBank} where ${before}),
      tombstones as (update memory_tombstones set ${toNewBank} where ${before}),
      archives as (delete from archive_blocks where ${before}),
      imports as (delete from imported_items where ${before}),
      restores as (update banks set restored_by = null where restored_for = ${old})
    update operations o set ${toNewBank}, result = o.result - ${array(ARCHIVE_FIELDS, 'text[]')}, status = n.status, lease_token = null, lease_until = null, attempt_until = null, delivery_id = null,
      error_message = case when n.status = o.status or n.status = 'pending' then o.error_message else 'The bank was cleared; the next operation does this work.' end,
      error_code = case when n.status = o.status or n.status = 'pending' then o.error_code else 'cancelled' end,
      completed_at = case when n.status = 'cancelled' then coalesce(o.completed_at, n.now) else o.completed_at end
    from next n where o.bank_uid = ${old} and o.id = n.id`);
  // As the triggers of memories do for every deleted memory.
  await tx.query(sql`
    with deleted as materialized (
      select distinct m.fact_type, m.tags from memories m
      where m.bank_uid = ${old} and m.state = 'valid' and exists (select from mental_models k where k.bank_uid = ${uid})
    )
    insert into memory_tombstones (bank_uid, revision, fact_type, tag_key, tags)
    select ${uid}::bigint, ${revision}::bigint, d.fact_type, md5(array_to_string(d.tags, chr(31)))::uuid, d.tags from deleted d
    on conflict do nothing`);
  // The new bank no longer knows what the old one contained.
  await tx.query(sql`
    with tallies as materialized (
      select t.fact_type, t.state, t.missing + case when t.units = 0 then '{}'::tstzmultirange
        else tstzmultirange(tstzrange(least((select min(m.created_at) from memories m where m.bank_uid = t.bank_uid), now()), now())) end as missing
      from memory_tallies t where t.bank_uid = ${old}
    )
    insert into memory_tallies (bank_uid, fact_type, state, units, missing)
    select ${uid}::bigint, t.fact_type, t.state, 0, t.missing from tallies t`);
  await leave(tx, scope, uid);
  await tx.query(sql`update banks set id = ${scope.bankId}, last_write_at = now() where uid = ${uid}`);
}
