import { array, arrayText, type Queryable, type Row, sql, type Tx } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';

/**
 * The vectors of a bank by model, and its index terms. The rows themselves show the progress, so
 * any process can continue at any point.
 */

export interface UnembeddedMemory extends Row {
  id: string;
  revision: number;
  text: string;
  speaker: string | null;
}

const without = (scope: BankScope, model: string, since: number) => sql`
  m.bank_uid = ${scope.bankUid} and m.revision > ${since}::bigint and not exists (
    select from memory_embeddings e where e.bank_uid = m.bank_uid and e.memory_id = m.id and e.model = ${model})`;

/**
 * Memories without a vector of the model that were written after a revision, ordered by id. `after`
 * null: from the start.
 */
export const readUnembedded = (
  db: Queryable,
  scope: BankScope,
  { model, since, after, limit }: { model: string; since: number; after: string | null; limit: number },
): Promise<UnembeddedMemory[]> =>
  db.query<UnembeddedMemory>(sql`
    select m.id, m.revision, m.text, m.speaker from memories m
    where ${without(scope, model, since)} ${after === null ? sql`` : sql`and m.id > ${after}::uuid`} order by m.id limit ${limit}::int`);

/** The number of these memories, at most `most`. */
export async function countUnembedded(
  db: Queryable,
  scope: BankScope,
  { model, since, most }: { model: string; since: number; most: number },
): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`
    select count(*) as n from (select from memories m where ${without(scope, model, since)} limit ${most}::int) u`);
  return defined(row).n;
}

export interface ReembeddingState extends Row {
  revision: number;
  embedding_model: string | null;
  memories: number;
  embedded: number;
}

/** The progress of a bank for a model, in one statement. null: the bank was deleted. */
export async function readProgress(db: Queryable, scope: BankScope, model: string): Promise<ReembeddingState | null> {
  const [row] = await db.query<ReembeddingState>(sql`
    select revision, embedding_model, (select count(*) from memories where bank_uid = ${scope.bankUid}) as memories,
      (select count(*) from memory_embeddings where bank_uid = ${scope.bankUid} and model = ${model}) as embedded
    from banks where uid = ${scope.bankUid} and org_id = ${scope.orgId}`);
  return row ?? null;
}

/**
 * Inserts a vector for each memory that has not changed since it was read. Call it under the lock
 * of the bank, so that type, state and tags are current. If the bank already uses this model, the
 * memories become searchable by it: they get `revision`, so that bank caches read them. Returns
 * whether any got it.
 */
export async function insertVectors(
  tx: Tx,
  scope: BankScope,
  { model, revision }: { model: string; revision: number },
  rows: readonly { readonly id: string; readonly revision: number; readonly vector: string }[],
): Promise<boolean> {
  const [stamped] = await tx.query<{ n: number }>({
    name: 'reembedding_insert',
    text: `with made as (
        insert into memory_embeddings (bank_uid, memory_id, model, fact_type, live, tags, embedding)
        select m.bank_uid, m.id, $2, m.fact_type, m.state = 'valid', m.tags, v.embedding::vector
        from unnest($3::uuid[], $4::bigint[], $5::text[]) v(id, revision, embedding)
        join memories m on m.bank_uid = $1 and m.id = v.id and m.revision = v.revision
        on conflict do nothing returning memory_id),
      stamped as (
        update memories set revision = $6 where bank_uid = $1 and id in (select memory_id from made)
          and exists (select from banks where uid = $1 and embedding_model = $2) returning 1)
      select count(*) as n from stamped`,
    values: [
      scope.bankUid,
      model,
      rows.map(({ id }) => id),
      rows.map(({ revision }) => revision),
      rows.map(({ vector }) => vector),
      revision,
    ],
  });
  return defined(stamped).n > 0;
}

/**
 * Deletes the vectors of all other models for at most `limit` memories. Returns the id to continue
 * after; null: none are left.
 */
export async function dropOthers(
  tx: Tx,
  scope: BankScope,
  { model, after, limit }: { model: string; after: string | null; limit: number },
): Promise<string | null> {
  const rows = await tx.query<{ memory_id: string }>(sql`
    select distinct memory_id from memory_embeddings
    where bank_uid = ${scope.bankUid} and model <> ${model} ${after === null ? sql`` : sql`and memory_id > ${after}::uuid`}
    order by memory_id limit ${limit}::int`);
  const ids = rows.map(({ memory_id }) => memory_id);
  if (ids.length === 0) return null;
  await tx.query(sql`
    delete from memory_embeddings where bank_uid = ${scope.bankUid} and memory_id = any(${array(ids, 'uuid[]')}) and model <> ${model}`);
  return defined(ids.at(-1));
}

export async function isUnderWay(db: Queryable, scope: BankScope, type: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from operations where bank_uid = ${scope.bankUid} and type = ${type} and status in ('pending', 'processing') limit 1`);
  return rows.length > 0;
}

export interface Outdated extends Row {
  uid: number;
  org_id: string;
  id: string;
}

/**
 * Banks of all organizations with another embedding model or older index terms, and no running or
 * queued re-embedding.
 */
export const readOutdated = (
  db: Queryable,
  { model, version, type, after, limit }: { model: string; version: number; type: string; after: number; limit: number },
): Promise<Outdated[]> =>
  db.query<Outdated>(sql`
    select b.uid, b.org_id, b.id from banks b
    where b.org_id is not null and b.uid > ${after}::bigint and (b.embedding_model <> ${model} or b.terms_version < ${version}::int) and not exists (
      select from operations o where o.bank_uid = b.uid and o.type = ${type} and o.status in ('pending', 'processing'))
    order by b.uid limit ${limit}::int`);

/** A memory with what its index terms are made of. */
export interface IndexedMemory extends Row {
  id: string;
  revision: number;
  text: string;
  speaker: string | null;
  context: string;
  terms: string[];
}

/** Memories with their terms, ordered by id. `after` null: from the start. */
export const readIndexed = (
  db: Queryable,
  scope: BankScope,
  { after, limit }: { after: string | null; limit: number },
): Promise<IndexedMemory[]> =>
  db.query<IndexedMemory>(sql`
    select id, revision, text, speaker, context, tsvector_to_array(search) as terms from memories
    where bank_uid = ${scope.bankUid} ${after === null ? sql`` : sql`and id > ${after}::uuid`} order by id limit ${limit}::int`);

/** null: the bank was deleted. */
export async function readIndexState(
  db: Queryable,
  scope: BankScope,
): Promise<{ readonly embedding_model: string | null; readonly terms_version: number } | null> {
  const [row] = await db.query<{ embedding_model: string | null; terms_version: number }>(sql`
    select embedding_model, terms_version from banks where uid = ${scope.bankUid} and org_id = ${scope.orgId}`);
  return row ?? null;
}

/**
 * Stores new terms of each memory that has not changed since it was read. Returns the ids of those,
 * and the change of the number of terms of valid memories. Call it under the lock of the bank.
 */
export async function setTerms(
  tx: Tx,
  scope: BankScope,
  revision: number,
  rows: readonly { readonly id: string; readonly revision: number; readonly lexemes: readonly string[]; readonly count: number }[],
): Promise<{ readonly ids: readonly string[]; readonly termDelta: number }> {
  const changed = await tx.query<{ id: string; delta: number }>({
    name: 'reindexing_terms',
    text: `with given as materialized (
        select v.id, v.revision, v.terms::text[] as terms, v.count from unnest($2::uuid[], $3::bigint[], $4::text[], $5::int[]) v(id, revision, terms, count)),
      before as materialized (
        select m.id, case when m.state = 'valid' then v.count - m.term_count else 0 end as delta
        from memories m join given v on m.id = v.id and m.revision = v.revision where m.bank_uid = $1),
      updated as (
        update memories m set search = array_to_tsvector(v.terms), term_count = v.count, revision = $6
        from given v where m.bank_uid = $1 and m.id = v.id and m.revision = v.revision returning m.id)
      select b.id, b.delta from before b join updated using (id)`,
    values: [
      scope.bankUid,
      rows.map(({ id }) => id),
      rows.map((row) => row.revision),
      rows.map(({ lexemes }) => arrayText(lexemes)),
      rows.map(({ count }) => count),
      revision,
    ],
  });
  return { ids: changed.map(({ id }) => id), termDelta: changed.reduce((sum, { delta }) => sum + delta, 0) };
}

/**
 * Stores vectors of a model; null: the model knows no word of the memory. Call it under the lock of
 * the bank.
 */
export async function setVectors(
  tx: Tx,
  scope: BankScope,
  model: string,
  rows: readonly { readonly id: string; readonly vector: string | null }[],
): Promise<void> {
  const unknown = rows.filter(({ vector }) => vector === null).map(({ id }) => id);
  const known = rows.flatMap(({ id, vector }) => (vector ? [{ id, vector }] : []));
  await tx.query(sql`
    delete from memory_embeddings where bank_uid = ${scope.bankUid} and model = ${model} and memory_id = any(${array(unknown, 'uuid[]')})`);
  await tx.query({
    name: 'reindexing_vectors',
    text: `insert into memory_embeddings (bank_uid, memory_id, model, fact_type, live, tags, embedding)
      select m.bank_uid, m.id, $2, m.fact_type, m.state = 'valid', m.tags, v.embedding::vector
      from unnest($3::uuid[], $4::text[]) v(id, embedding) join memories m on m.bank_uid = $1 and m.id = v.id
      on conflict (bank_uid, memory_id, model) do update set embedding = excluded.embedding`,
    values: [scope.bankUid, model, known.map(({ id }) => id), known.map(({ vector }) => vector)],
  });
}
