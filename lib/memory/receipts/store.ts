import { type Queryable, type Row, sql, type Tx } from '#lib/base/db/db';
import type { purgeReceipts } from '#lib/base/db/schema/audit';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import { defined } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';
import type { ReceiptContent } from '#lib/memory/receipts/draft';
import type { PurgeKind } from '#lib/memory/receipts/literals';

/**
 * 128 bits of the SHA-256 of a text, salted with the id of the receipt, so that receipts do not
 * reveal equal texts. `salt`: the parameter with that id.
 */
const hashed = (text: string, salt: '$2' | '$4'): string =>
  `encode(substring(sha256(convert_to(${salt}::text || (${text}), 'UTF8')) from 1 for 16), 'hex')::uuid`;

interface DeletionRow extends Row {
  memories: number;
  copies: Record<string, number>;
  ids: string[];
  /** observations that cite what is deleted */
  observation_ids: string[];
  /** memories that another passage repeats, so that they stay */
  shared: number;
  /** passages that contain the words of the memories */
  passages: number;
}

export interface CollectedRow extends DeletionRow {
  hashes: string[];
}

/**
 * What is deleted with the chunks `$2` or the memories `$3`. A memory of a chunk stays if another
 * passage repeats it.
 */
const DELETED = `
with of_chunks as materialized (
  select m.id, exists (
    select from memory_evidence e where e.bank_uid = $1 and e.memory_id = m.id and e.chunk_id not in (select unnest($2::uuid[])) offset 0) as is_shared
  from memories m where m.bank_uid = $1 and m.chunk_id = any($2::uuid[])
), dead as materialized (
  select id from of_chunks where not is_shared union select unnest($3::uuid[])
), citing as materialized (
  select distinct s.observation_id as id from observation_sources s where s.bank_uid = $1 and s.memory_id in (select id from dead)
)`;

/** The columns of a `DeletionRow`. */
const DELETION = `(select count(*) from dead) as memories, (select count(*) from of_chunks where is_shared) as shared,
  (select count(distinct p.id) from (
    select m.chunk_id as id from memories m where m.bank_uid = $1 and m.id = any($3::uuid[])
    union select e.chunk_id from memory_evidence e where e.bank_uid = $1 and e.memory_id = any($3::uuid[])) p
   join chunks c on c.bank_uid = $1 and c.id = p.id where c.text <> '') as passages,
  json_build_object(
    'chunks', cardinality($2::uuid[]),
    'vectors', (select count(*) from memory_embeddings v where v.bank_uid = $1 and v.memory_id in (select id from dead)),
    'evidence', (select count(*) from memory_evidence e where e.bank_uid = $1 and (e.memory_id in (select id from dead) or e.chunk_id in (select unnest($2::uuid[])))),
    'mentions', (select count(*) from memory_entities x where x.bank_uid = $1 and x.memory_id in (select id from dead)),
    'links', (select count(*) from memory_links l where l.bank_uid = $1 and (l.from_id in (select id from dead) or l.to_id in (select id from dead))),
    'revisions', (select count(*) from memory_revisions r where r.bank_uid = $1 and r.memory_id in (select id from dead)),
    'observations', (select count(*) from citing),
    'observation_history', (select count(*) from observation_history h where h.bank_uid = $1 and h.previous_text is not null
      and h.observation_id in (select q.observation_id from observation_quotes q where q.bank_uid = $1 and q.memory_id in (select id from dead))
      and h.previous_source_ids && array(select id from dead)),
    'quotes', (select count(*) from observation_quotes q where q.bank_uid = $1 and q.memory_id in (select id from dead))
  ) as copies,
  array(select id from dead union select unnest($2::uuid[])) as ids,
  array(select id from citing) as observation_ids`;

const COLLECT = `${DELETED}, texts as (
  select m.text from memories m where m.bank_uid = $1 and m.id in (select id from dead union select id from citing)
  union select c.text from chunks c where c.bank_uid = $1 and c.id = any($2::uuid[]) and c.text <> ''
  union select r.before->>'text' from memory_revisions r where r.bank_uid = $1 and r.memory_id in (select id from dead)
)
select ${DELETION}, array(select ${hashed('t.text', '$4')} from texts t where t.text is not null) as hashes`;

export async function collect(
  tx: Tx,
  scope: BankScope,
  args: { readonly receiptId: string; readonly chunkIds: readonly string[]; readonly memoryIds: readonly string[] },
): Promise<CollectedRow> {
  const [row] = await tx.query<CollectedRow>({
    name: 'receipts_collect',
    text: COLLECT,
    values: [scope.bankUid, args.chunkIds, args.memoryIds, args.receiptId],
  });
  return defined(row);
}

/** The same counts without a deletion. The arrays may be long. */
export async function forecast(
  db: Queryable,
  scope: BankScope,
  args: { readonly chunkIds: readonly string[]; readonly memoryIds: readonly string[] },
): Promise<DeletionRow> {
  const [row] = await db.query<DeletionRow>({
    name: 'receipts_forecast',
    text: `${DELETED} select ${DELETION}`,
    values: [scope.bankUid, args.chunkIds, args.memoryIds],
  });
  return defined(row);
}

/** Those of the ids that are observations still. */
export async function remainingOf(tx: Tx, scope: BankScope, ids: readonly string[]): Promise<number> {
  const [row] = await tx.query<{ n: number }>({
    name: 'receipts_remaining',
    text: 'select count(*) as n from memories where bank_uid = $1 and id = any($2::uuid[])',
    values: [scope.bankUid, ids],
  });
  return defined(row).n;
}

export interface ChainHead {
  /** of the last receipt; 0: there is none */
  readonly sequence: number;
  readonly digest: string | null;
  /** the time of the transaction */
  readonly now: Date;
}

/** An arbitrary constant: the lock of the chain of an organization. */
const CHAIN = 7_266_015_236;

/**
 * Locks the chain of the organization until the transaction ends. Call it after every other lock:
 * nobody waits for a lock while holding this one.
 */
export async function lockChain(tx: Queryable, orgId: string): Promise<ChainHead> {
  await tx.query(sql`select pg_advisory_xact_lock(${CHAIN}::bigint # hashtextextended(${orgId}, 0))`);
  const [row] = await tx.query<{ sequence: number; digest: string | null; now: Date }>(sql`
    select coalesce(max(sequence), 0) as sequence, (select digest from purge_receipts where org_id = ${orgId} order by sequence desc limit 1) as digest,
      date_trunc('milliseconds', now()) as now
    from purge_receipts where org_id = ${orgId}`);
  return defined(row);
}

/** Deletes pages with former states of memories, which may mention a deleted entity. */
export async function deleteStalePages(tx: Tx, scope: BankScope): Promise<void> {
  await tx.query({
    name: 'receipts_pages',
    text: 'delete from recall_pages where bank_uid = $1 and cardinality(stale) > 0',
    values: [scope.bankUid],
  });
}

export async function insertReceipt(
  at: Queryable,
  { orgId, bankUid }: { readonly orgId: string; readonly bankUid: number },
  content: ReceiptContent,
  digest: string,
): Promise<void> {
  const { id, sequence, bankId, kind, subjectId, purgedAt, removed, copies, remaining, ids, hashes, previousDigest } = content;
  await at.query({
    name: 'receipts_insert',
    text: `insert into purge_receipts (id, org_id, sequence, purged_bank, bank_id, kind, subject_id, purged_at, removed, copies, remaining, ids, hashes, previous_digest, digest)
           values ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz, $9::jsonb, $10::jsonb, $11::jsonb, $12::uuid[], $13::uuid[], $14, $15)`,
    values: [
      ...[id, orgId, sequence, bankUid, bankId, kind, subjectId, purgedAt],
      ...[removed, copies, remaining].map((counts) => JSON.stringify(counts)),
      ...[ids, hashes, previousDigest, digest],
    ],
  });
}

export interface ReceiptRow
  extends Row,
    ColumnsOf<
      typeof purgeReceipts,
      'id' | 'sequence' | 'purged_bank' | 'bank_id' | 'subject_id' | 'purged_at' | 'ids' | 'hashes' | 'previous_digest' | 'digest'
    > {
  kind: PurgeKind;
  removed: Record<string, number>;
  copies: Record<string, number>;
  remaining: Record<string, number>;
}

export async function findReceipt(db: Queryable, orgId: string, id: string): Promise<ReceiptRow | null> {
  const [row] = await db.query<ReceiptRow>(sql`select * from purge_receipts where org_id = ${orgId} and id = ${id}::uuid`);
  return row ?? null;
}

/**
 * The ids that earlier deletions of a document recorded; none: it was never deleted. Scans the
 * receipts of the organization (4 ms for 10,000), so only a purge of a missing document reads them.
 */
export async function readDeletedIds(db: Queryable, scope: BankScope, documentId: string): Promise<string[]> {
  const rows = await db.query<{ ids: string[] }>(sql`
    select ids from purge_receipts
    where org_id = ${scope.orgId} and purged_bank = ${scope.bankUid} and kind = 'document' and subject_id = ${documentId}`);
  return [...new Set(rows.flatMap(({ ids }) => ids))];
}

/** The digest of the receipt before this one; null: there is none. */
export async function findPreviousDigest(db: Queryable, orgId: string, sequence: number): Promise<string | null> {
  const [row] = await db.query<{ digest: string }>(sql`
    select digest from purge_receipts where org_id = ${orgId} and sequence = ${sequence - 1}`);
  return row?.digest ?? null;
}

/** Whether the audit log of the organization has an entry with this receipt and digest. */
export async function isInAudit(db: Queryable, orgId: string, { id, digest }: Pick<ReceiptRow, 'id' | 'digest'>): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from audit_log where org_id = ${orgId} and action = 'bank.purge' and after->>'receipt_id' = ${id} and after->>'digest' = ${digest} limit 1`);
  return rows.length > 0;
}

/** Columns with ids of memories, chunks, documents and entities, by table. */
const ID_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  memories: ['id', 'chunk_id', 'document_uid'],
  chunks: ['id', 'document_uid'],
  documents: ['uid'],
  memory_embeddings: ['memory_id'],
  memory_evidence: ['memory_id', 'chunk_id', 'document_uid'],
  memory_links: ['from_id', 'to_id'],
  memory_entities: ['memory_id', 'entity_id'],
  memory_revisions: ['memory_id'],
  curated_words: ['memory_id', 'chunk_id'],
  observation_sources: ['memory_id', 'observation_id'],
  observation_surplus: ['memory_id', 'observation_id'],
  observation_quotes: ['memory_id'],
  consolidation_items: ['memory_id'],
  consolidation_claims: ['memory_id'],
  entities: ['id'],
  entity_aliases: ['entity_id'],
  entity_changes: ['entity_id', 'other_id'],
  entity_apart: ['low_id', 'high_id'],
};

const ofTable = ([table, columns]: [string, readonly string[]]): string =>
  `select '${table}' as place, count(*) as n from ${table} t where t.bank_uid = $1 and (${columns.map((column) => `t.${column} = any($2::uuid[])`).join(' or ')})`;

/** Whether the details of a refresh name an id. */
const QUOTED = `exists (select from jsonb_path_query(t.reflect_response, '$.** ? (@.type() == "string")') b where b #>> '{}' = any($3::text[]))`;

/** Places whose rows name an id in text or JSON; `$3` are the ids as text. */
const IN_TEXT = [
  `select 'model_blocks', count(*) from model_block_sources t where t.bank_uid = $1 and t.source_id = any($3::text[])`,
  `select 'block_decisions', count(*) from block_decisions t where t.bank_uid = $1 and (t.source_ids && $3::text[]
     or exists (select from jsonb_array_elements(t.cited) b where b->>'id' = any($3::text[])))`,
  `select 'mental_models', count(*) from mental_models t where t.bank_uid = $1
     and (exists (select from jsonb_array_elements(t.based_on) b where b->>'id' = any($3::text[])) or ${QUOTED})`,
  `select 'mental_model_versions', count(*) from mental_model_versions t where t.bank_uid = $1 and (t.source_ids && $3::text[]
     or t.facts_added && $3::text[] or t.facts_dropped && $3::text[] or t.facts_kept && $3::text[]
     or exists (select from jsonb_array_elements(t.based_on) b where b->>'id' = any($3::text[])) or ${QUOTED})`,
  `select 'observation_history', count(*) from observation_history t where t.bank_uid = $1 and t.previous_text is not null and t.previous_source_ids && $2::uuid[]`,
];

const FIND_IDS = [...Object.entries(ID_COLUMNS).map(ofTable), ...IN_TEXT].join('\nunion all ');

/**
 * Placeholders for a text column that may equal a deleted text: its table, and when the row was
 * stored.
 */
const FIND_TEXTS = [
  ['memories', 'memories', 't.text'],
  ['chunks', 'chunks', 't.text'],
  ['observation_quotes', 'observation_quotes', 't.text'],
  ['observation_history', 'observation_history', 't.previous_text'],
  ['revisions', 'memory_revisions', "t.before->>'text'"],
]
  .map(
    ([place, table, text = '']) =>
      `select '${place}' as place, count(*) as n from ${table} t where t.bank_uid = $1 and ${text} is not null and ${hashed(text, '$2')} = any($3::uuid[])`,
  )
  .join('\nunion all ');

export interface PlaceCount extends Row {
  place: string;
  n: number;
}

/** Places of the bank with one of the ids. */
export const findIds = (db: Queryable, bankUid: number, ids: readonly string[]): Promise<PlaceCount[]> =>
  db.query<PlaceCount>({
    name: 'receipts_find_ids',
    text: `select * from (${FIND_IDS}) f where f.n > 0 order by f.place`,
    values: [bankUid, ids, ids],
  });

/** Places of the bank with a text that has one of the hashes. */
export const findTexts = (db: Queryable, bankUid: number, receiptId: string, hashes: readonly string[]): Promise<PlaceCount[]> =>
  db.query<PlaceCount>({
    name: 'receipts_find_texts',
    text: `select * from (${FIND_TEXTS}) f where f.n > 0 order by f.place`,
    values: [bankUid, receiptId, hashes],
  });

/**
 * The banks of the cell of `db` that may contain remains: the one of the receipt, and the one that
 * has its id now.
 */
export async function banksOf(
  db: Queryable,
  orgId: string,
  { purged_bank: uid, bank_id: id }: Pick<ReceiptRow, 'purged_bank' | 'bank_id'>,
): Promise<number[]> {
  const rows = await db.query<{ uid: number }>(sql`
    select uid from banks where uid = ${uid} or (org_id = ${orgId} and id = ${id})`);
  return rows.map((row) => row.uid);
}
