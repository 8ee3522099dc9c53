import type { Queryable, Row } from '#lib/db/db';
import { FACT_TYPES } from '#lib/literals';

/** Vectors of a bank in the order in which they were written, to be made codes of. */

/** The last one that was read. */
export interface Cursor {
  readonly revision: number;
  readonly id: string;
}
export const START: Cursor = { revision: -1, id: '00000000-0000-0000-0000-000000000000' };

export interface Written {
  readonly id: string;
  /** index of its type; null: it is not live, or has no vector of this model */
  readonly kind: number | null;
  readonly vector: Float32Array | null;
}

export interface Page {
  readonly units: readonly Written[];
  readonly last: Cursor;
  /** of the bank, when this page was read */
  readonly revision: number;
}

interface PageRow extends Row {
  revision: number | null;
  ids: string | null;
  revisions: string;
  kinds: string;
  vectors: string;
}

const KIND = `case fact_type ${FACT_TYPES.map((type, i) => `when '${type}' then ${i}`).join(' ')} end`;

/**
 * Units written after one, `limit` at most, in one row: arrays are decoded much faster than rows, and the binary form of a vector as base64 is a third
 * of its text. null: the bank is gone.
 */
export async function readWritten(
  db: Queryable,
  bankUid: number,
  { model, after, limit }: { model: string; after: Cursor; limit: number },
): Promise<Page | null> {
  const [row] = await db.query<PageRow>({
    name: 'recall_codes',
    text: `with page as materialized (
        select m.id, m.revision, case when e.live then ${KIND.replace('fact_type', 'e.fact_type')} end as kind,
          case when e.live then encode(vector_send(e.embedding), 'base64') else '' end as vector
        from memories m left join memory_embeddings e on e.bank_uid = m.bank_uid and e.memory_id = m.id and e.model = $2
        where m.bank_uid = $1 and (m.revision, m.id) > ($3::bigint, $4::uuid) order by m.revision, m.id limit $5)
      select (select revision from banks where uid = $1) as revision, array_agg(id)::text as ids, array_agg(revision)::text as revisions,
        array_agg(kind)::text as kinds, string_agg(vector, ',') as vectors from page`,
    values: [bankUid, model, after.revision, after.id, limit],
  });
  if (!row || row.revision === null) return null;
  if (row.ids === null) return { units: [], last: after, revision: row.revision };
  const ids = items(row.ids);
  const kinds = items(row.kinds);
  const vectors = row.vectors.split(',');
  const units = ids.map((id, i): Written => {
    const kind = kinds[i] === 'NULL' ? null : Number(kinds[i]);
    return { id, kind, vector: kind === null ? null : vectorOf(vectors[i]!) };
  });
  return { units, last: { revision: Number(items(row.revisions).at(-1)), id: ids.at(-1)! }, revision: row.revision };
}

const items = (array: string): string[] => array.slice(1, -1).split(',');

/** Bytes before the numbers: how many they are, and two of no use. */
const HEADER = 4;

/** pgvector's binary form: numbers of four bytes, the highest first. */
function vectorOf(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  const vector = new Float32Array(bytes.readUInt16BE(0));
  for (let i = 0; i < vector.length; i++) vector[i] = bytes.readFloatBE(HEADER + 4 * i);
  return vector;
}
