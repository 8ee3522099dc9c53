import type { Queryable, Row } from '#lib/db/db';
import { FACT_TYPES } from '#lib/literals';
import { bitsOf, type Place, toFeatures, type UnitFeatures, type UnitRow } from '#lib/recall/codes/features';

/** Vectors and features of the units of a bank in the order in which they were written, to be kept. */

/** The last one that was read. */
export interface Cursor {
  readonly revision: number;
  readonly id: string;
}
export const START: Cursor = { revision: -1, id: '00000000-0000-0000-0000-000000000000' };

export interface Written extends UnitRow {
  readonly id: string;
  /** index of its type; null: it is not live, or has no vector of this model */
  readonly kind: number | null;
  readonly vector: Float32Array | null;
  /** `position` and `turn` are counted from where it begins */
  readonly chunk: string | null;
  /** of an observation what it rests on */
  readonly sources: readonly string[];
}

export interface Page {
  readonly units: readonly Written[];
  readonly last: Cursor;
  /** of the bank, when this page was read */
  readonly revision: number;
  /** where chunks of documents begin that were written since `complete`; null: there are more pages */
  readonly places: ReadonlyMap<string, Place> | null;
}

interface PageRow extends Row {
  revision: number | null;
  ids: string | null;
  revisions: string;
  kinds: string;
  vectors: string;
  documents: string;
  chunks: string;
  positions: string;
  turns: string;
  tokens: string;
  speakers: (string | null)[];
  bits: string;
  mentioned: string;
  starts: string;
  ends: string;
  sources: string | null;
  isLast: boolean;
  places: string | null;
}

const KIND = `case e.fact_type ${FACT_TYPES.map((type, i) => `when '${type}' then ${i}`).join(' ')} end`;
const seconds = (column: string): string => `date_part('epoch', ${column})::bigint`;
const list = (value: string, name: string): string => `array_agg(${value})::text as ${name}`;

const PAGE = `with page as materialized (
    select m.id, m.revision, m.document_uid, m.chunk_id, m.tokens, m.speaker, ${bitsOf('m.')} as bits,
      m.position - coalesce(c.position_start, 0) as position, m.turn - coalesce(c.turn_start, 0) as turn,
      ${seconds('m.mentioned_at')} as mentioned, ${seconds('m.occurred_start')} as starts, ${seconds('m.occurred_end')} as ends,
      case when e.live then ${KIND} end as kind, case when e.live then encode(vector_send(e.embedding), 'base64') else '' end as vector
    from memories m
    left join chunks c on c.bank_uid = m.bank_uid and c.id = m.chunk_id
    left join memory_embeddings e on e.bank_uid = m.bank_uid and e.memory_id = m.id and e.model = $2
    where m.bank_uid = $1 and (m.revision, m.id) > ($3::bigint, $4::uuid) order by m.revision, m.id limit $5)
  select (select revision from banks where uid = $1) as revision, ${[
    list('id', 'ids'),
    list('revision', 'revisions'),
    list('kind', 'kinds'),
    "string_agg(vector, ',') as vectors",
    list('document_uid', 'documents'),
    list('chunk_id', 'chunks'),
    list('position', 'positions'),
    list('turn', 'turns'),
    list('tokens', 'tokens'),
    'json_agg(speaker) as speakers',
    ...['bits', 'mentioned', 'starts', 'ends'].map((name) => list(name, name)),
  ].join(', ')},
    (select string_agg(s.observation_id || ':' || s.memory_id, ',') from observation_sources s
      where s.bank_uid = $1 and s.observation_id in (select id from page where bits & 3 = ${FACT_TYPES.indexOf('observation')})) as sources,
    count(*) < $5 as "isLast",
    case when count(*) < $5 then (
      select string_agg(c.id || ':' || c.position_start || ':' || c.turn_start, ',')
      from documents d join chunks c on c.bank_uid = d.bank_uid and c.document_uid = d.uid where d.bank_uid = $1 and d.revision > $6::bigint) end as places
  from page`;

export interface Reading {
  readonly model: string;
  readonly after: Cursor;
  readonly limit: number;
  /** revision of the bank up to which all is known */
  readonly complete: number;
}

/**
 * Units written after one, `limit` at most, in one row: arrays are decoded much faster than rows, and the binary form of a vector as base64 is a third
 * of its text. null: the bank is gone.
 */
export async function readWritten(db: Queryable, bankUid: number, { model, after, limit, complete }: Reading): Promise<Page | null> {
  const values = [bankUid, model, after.revision, after.id, limit, complete];
  const [row] = await db.query<PageRow>({ name: 'recall_codes', text: PAGE, values });
  if (!row || row.revision === null) return null;
  const units = row.ids === null ? [] : unitsOf(row);
  const last = row.ids === null ? after : { revision: Number(items(row.revisions).at(-1)), id: units.at(-1)!.id };
  return { units, last, revision: row.revision, places: row.isLast ? placesOf(row.places) : null };
}

function unitsOf(row: PageRow): Written[] {
  const [kinds, documents, chunks, positions, turns, tokens, bits, mentioned, starts, ends] = [
    ...[row.kinds, row.documents, row.chunks, row.positions, row.turns, row.tokens, row.bits, row.mentioned, row.starts, row.ends],
  ].map(items) as [string[], string[], string[], string[], string[], string[], string[], string[], string[], string[]];
  const vectors = row.vectors.split(',');
  const sources = sourcesIn(row.sources);
  return items(row.ids!).map((id, i) => {
    const kind = numberOf(kinds[i]!);
    return {
      id,
      kind,
      vector: kind === null ? null : vectorOf(vectors[i]!),
      document: textOf(documents[i]!),
      chunk: textOf(chunks[i]!),
      position: Number(positions[i]),
      turn: Number(turns[i]),
      tokens: Number(tokens[i]),
      speaker: row.speakers[i]!,
      bits: Number(bits[i]),
      mentionedAt: numberOf(mentioned[i]!),
      occurredStart: numberOf(starts[i]!),
      occurredEnd: numberOf(ends[i]!),
      sources: sources.get(id) ?? [],
    };
  });
}

const NULL = 'NULL';
const items = (array: string): string[] => array.slice(1, -1).split(',');
const textOf = (item: string): string | null => (item === NULL ? null : item);
const numberOf = (item: string): number | null => (item === NULL ? null : Number(item));

function placesOf(text: string | null): Map<string, Place> {
  return new Map(
    (text?.split(',') ?? []).map((place) => {
      const [chunk = '', position, turn] = place.split(':');
      return [chunk, { position: Number(position), turn: Number(turn) }];
    }),
  );
}

/** Bytes before the numbers: how many they are, and two of no use. */
const HEADER = 4;

/** pgvector's binary form: numbers of four bytes, the highest first. */
function vectorOf(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  const vector = new Float32Array(bytes.readUInt16BE(0));
  for (let i = 0; i < vector.length; i++) vector[i] = bytes.readFloatBE(HEADER + 4 * i);
  return vector;
}

interface FeaturesRow extends Row, UnitRow {
  id: string;
  sources: string[];
}

/** What ranking needs of units that nobody has kept yet. */
export async function readFeatures(
  db: Queryable,
  bankUid: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UnitFeatures & { readonly sources: readonly string[] }>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<FeaturesRow>({
    name: 'recall_features',
    text: `select id, ${bitsOf('')} as bits, document_uid as document, position, turn, tokens, speaker, ${seconds('mentioned_at')} as "mentionedAt",
        ${seconds('occurred_start')} as "occurredStart", ${seconds('occurred_end')} as "occurredEnd",
        array(select s.memory_id from observation_sources s where s.bank_uid = m.bank_uid and s.observation_id = m.id)::text[] as sources
      from memories m where bank_uid = $1 and id = any($2::uuid[])`,
    values: [bankUid, ids],
  });
  return new Map(rows.map(({ id, sources, ...row }) => [id, { ...toFeatures(row), sources }]));
}

/** "observation:source" pairs. */
export function sourcesIn(text: string | null): Map<string, string[]> {
  const bySource = new Map<string, string[]>();
  for (const pair of text?.split(',') ?? []) {
    const [observation, source] = pair.split(':') as [string, string];
    const known = bySource.get(observation);
    if (known) known.push(source);
    else bySource.set(observation, [source]);
  }
  return bySource;
}
