import { isRemote, schemaOf } from '#lib/base/db/cells';
import { type Queryable, sql } from '#lib/base/db/db';

/**
 * Invariants between tables, checked while no work is in progress. Each query counts the rows that
 * violate one.
 */
const CHECKS: Readonly<Record<string, string>> = {
  'unit without its vector': `select count(*) from memories m where not exists
    (select from memory_embeddings e where e.bank_uid = m.bank_uid and e.memory_id = m.id)`,
  'unit without a document or chunk': `select count(*) from memories m where m.fact_type <> 'observation' and (m.document_uid is null or m.chunk_id is null)`,
  'unit of a chunk of another document': `select count(*) from memories m join chunks c on c.bank_uid = m.bank_uid and c.id = m.chunk_id
    where c.document_uid <> m.document_uid`,
  'unit of a deleted chunk': `select count(*) from memories m where m.chunk_id is not null and not exists
    (select from chunks c where c.bank_uid = m.bank_uid and c.id = m.chunk_id)`,
  'vector that says another type or state than its unit': `select count(*) from memory_embeddings e join memories m on m.bank_uid = e.bank_uid and m.id = e.memory_id
    where e.fact_type <> m.fact_type or e.live <> (m.state = 'valid')`,
  'document whose chunks are not its text': `select count(*) from documents d where d.text_length <>
    (select coalesce(sum(length(c.text)), 0) from chunks c where c.bank_uid = d.bank_uid and c.document_uid = d.uid)`,
  'document whose chunks are not counted from 0': `select count(*) from (
    select max(c.index) + 1 as last, count(*) as n, count(distinct c.index) as distinct_n from chunks c group by c.bank_uid, c.document_uid) x
    where last <> n or n <> distinct_n`,
  'bank with a wrong count of units': `select count(*) from banks b where b.unit_count <>
    (select count(*) from memories m where m.bank_uid = b.uid and m.state = 'valid')`,
  'bank with a wrong count of terms': `select count(*) from banks b where b.term_count <>
    (select coalesce(sum(m.term_count), 0) from memories m where m.bank_uid = b.uid and m.state = 'valid')`,
  'bank with a speaker of whom nothing is live': `select count(*) from banks b where exists (select from unnest(b.speakers) s
    where not exists (select from memories m where m.bank_uid = b.uid and m.speaker = s and m.state = 'valid'))`,
  'unit with a wrong count of sources': `select count(*) from memories m where m.fact_type <> 'observation' and m.proof_count <>
    1 + (select count(*) from memory_evidence e where e.bank_uid = m.bank_uid and e.memory_id = m.id)`,
  'row from after the last write of its bank': `select count(*) from banks b join documents d on d.bank_uid = b.uid where d.revision > b.revision`,
  'entity with a wrong count of mentions': `select count(*) from entities e where e.mention_count <>
    (select count(*) from memory_entities l where l.bank_uid = e.bank_uid and l.entity_id = e.id)`,
  'operation whose counts are not its parts': `select count(*) from operations p join lateral (
    select count(*) as total, count(*) filter (where c.status = 'completed') as done, count(*) filter (where c.status = 'failed') as failed,
      count(*) filter (where c.status = 'cancelled') as cancelled
    from operations c where c.bank_uid = p.bank_uid and c.parent_id = p.id) x on true
    where p.children_total > 0
      and (p.children_total, p.children_done, p.children_failed, p.children_cancelled) <> (x.total, x.done, x.failed, x.cancelled)`,
  'entity without a name': `select count(*) from entities e where not exists
    (select from entity_aliases a where a.bank_uid = e.bank_uid and a.entity_id = e.id)`,
};

/** Tables of the cell that have a column `bank_uid`, according to the catalog. */
async function bankTables(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.column_name = 'bank_uid' and c.table_schema = ${schemaOf(db)} and t.table_type = 'BASE TABLE' order by 1`);
  // Scopes of keys are in the directory.
  return rows.map((row) => row.name).filter((name) => name !== 'api_key_banks' || !isRemote(db));
}

const count = async (db: Queryable, text: string): Promise<number> => Number((await db.query<{ count: number }>(sql.raw(text)))[0]!.count);

/** Returns each violated invariant with its number of rows; empty if there is none. */
export async function brokenRules(db: Queryable): Promise<string[]> {
  const found: string[] = [];
  for (const [name, query] of Object.entries(CHECKS)) {
    const rows = await count(db, query);
    if (rows > 0) found.push(`${name}: ${rows}`);
  }
  for (const table of await bankTables(db)) {
    const rows = await count(
      db,
      `with known as materialized (select uid from banks)
       select count(*) from ${table} x where not exists (select from known b where b.uid = x.bank_uid)`,
    );
    if (rows > 0) found.push(`${table} of a deleted bank: ${rows}`);
  }
  return found;
}

/**
 * Returns the number of rows in all bank tables together, for tests that end with an empty store.
 */
export async function rowsLeft(db: Queryable): Promise<number> {
  let rows = 0;
  for (const table of await bankTables(db)) rows += await count(db, `select count(*) from ${table}`);
  return rows;
}
