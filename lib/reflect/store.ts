import { array, type Queryable, type Row, sql } from '#lib/db/db';
import type { FactType } from '#lib/literals';
import type { Chunk, Evidence } from '#lib/reflect/evidence';
import type { BankScope } from '#lib/scope';

/** Reads of what was found; nothing here writes. */

interface UnitRow extends Row {
  id: string;
  fact_type: FactType;
  text: string;
  context: string;
  speaker: string | null;
  occurred_start: Date | null;
  occurred_end: Date | null;
  mentioned_at: Date | null;
  revision: number;
  tags: string[];
  tokens: number;
  document: string | null;
  chunk_id: string | null;
  position: number;
  entities: string[];
  sources: string[];
}

/** In the order of `ids`; what went meanwhile, or was invalidated, is left out. */
export async function readUnits(db: Queryable, scope: BankScope, ids: readonly string[]): Promise<Omit<Evidence, 'score'>[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<UnitRow>(sql`
    select m.id, m.fact_type, m.text, m.context, m.speaker, m.occurred_start, m.occurred_end, m.mentioned_at, m.revision, m.tags, m.tokens,
      d.id as document, m.chunk_id, m.position,
      array(select s.memory_id from observation_sources s join memories v on v.bank_uid = s.bank_uid and v.id = s.memory_id and v.state = 'valid'
        where s.bank_uid = m.bank_uid and s.observation_id = m.id order by v.mentioned_at, v.id)::text[] as sources,
      array(select e.canonical_name from (
          select x.entity_id from memory_entities x where x.bank_uid = m.bank_uid and x.memory_id = m.id
          union select x.entity_id from observation_sources s join memory_entities x on x.bank_uid = s.bank_uid and x.memory_id = s.memory_id
          where s.bank_uid = m.bank_uid and s.observation_id = m.id) n
        join entities e on e.bank_uid = m.bank_uid and e.id = n.entity_id order by e.mention_count desc, e.canonical_name) as entities
    from unnest(${array(ids, 'uuid[]')}) with ordinality as w(id, ord)
    join memories m on m.bank_uid = ${scope.bankUid} and m.id = w.id and m.state = 'valid'
    left join documents d on d.bank_uid = m.bank_uid and d.uid = m.document_uid
    order by w.ord`);
  return rows.map(unitOf);
}

const unitOf = (row: UnitRow): Omit<Evidence, 'score'> => ({
  id: row.id,
  kind: row.fact_type,
  text: row.text,
  name: '',
  context: row.context,
  speaker: row.speaker,
  occurredStart: row.occurred_start,
  occurredEnd: row.occurred_end,
  mentionedAt: row.mentioned_at,
  revision: row.revision,
  tags: row.tags,
  document: row.document === null ? null : { id: row.document, chunkId: row.chunk_id, position: row.position },
  entities: row.entities,
  sourceIds: row.sources,
  tokens: row.tokens,
});

/** For a reranker. */
export async function readTexts(db: Queryable, scope: BankScope, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; text: string }>(
    sql`select id, text from memories where bank_uid = ${scope.bankUid} and id = any(${array(ids, 'uuid[]')})`,
  );
  return new Map(rows.map(({ id, text }) => [id, text]));
}

interface ChunkRow extends Row {
  id: string;
  document: string;
  text: string;
  index: number;
}

/** In the order of `ids`, as long as those before hold fewer than `characters`. */
export async function readChunks(db: Queryable, scope: BankScope, ids: readonly string[], characters: number): Promise<Chunk[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<ChunkRow>(sql`
    select id, document, text, index from (
      select c.id, d.id as document, c.text, c.index, w.ord, sum(length(c.text)) over (order by w.ord) - length(c.text) as before
      from unnest(${array(ids, 'uuid[]')}) with ordinality as w(id, ord)
      join chunks c on c.bank_uid = ${scope.bankUid} and c.id = w.id
      join documents d on d.bank_uid = c.bank_uid and d.uid = c.document_uid) c
    where before < ${characters}::bigint order by ord`);
  return rows.map(({ id, document, text, index }) => ({ id, documentId: document, text, index }));
}

/**
 * Live units around others: those of the same chunks or documents, or so many places at most behind one of them, in the order of the text, and the
 * evidence of observations.
 */
export async function readAround(
  db: Queryable,
  scope: BankScope,
  ids: readonly string[],
  depth: 'chunk' | 'document' | { readonly behind: number },
  limit: number,
): Promise<Omit<Evidence, 'score'>[]> {
  const within =
    depth === 'document'
      ? sql``
      : depth === 'chunk'
        ? sql`and n.chunk_id = m.chunk_id`
        : sql`and n.position between m.position + 1 and m.position + ${depth.behind}::int`;
  const rows = await db.query<{ id: string }>(sql`
    select id from (
      select distinct n.id, n.document_uid, n.position from unnest(${array(ids, 'uuid[]')}) as w(id)
      join memories m on m.bank_uid = ${scope.bankUid} and m.id = w.id
      join memories n on n.bank_uid = m.bank_uid and n.state = 'valid' and n.document_uid = m.document_uid ${within}
      union
      select n.id, n.document_uid, n.position from unnest(${array(ids, 'uuid[]')}) as w(id)
      join observation_sources s on s.bank_uid = ${scope.bankUid} and s.observation_id = w.id
      join memories n on n.bank_uid = s.bank_uid and n.id = s.memory_id and n.state = 'valid') around
    order by document_uid, position, id limit ${limit}::int`);
  return readUnits(
    db,
    scope,
    rows.map(({ id }) => id),
  );
}
