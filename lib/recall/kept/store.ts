import { endianness } from 'node:os';
import type { Queryable, Row } from '#lib/db/db';
import { FACT_TYPES } from '#lib/literals';
import { BITS, type Place, type UnitRow } from '#lib/recall/kept/units';

/** The units of a bank in the order in which they were written, to be kept. */

/** The last one that was read. */
export interface Cursor {
  readonly revision: number;
  readonly id: string;
}
export const START: Cursor = { revision: -1, id: '00000000-0000-0000-0000-000000000000' };

export interface Written {
  readonly id: string;
  /** false: it was invalidated */
  readonly isLive: boolean;
  readonly unit: UnitRow;
  /** of length 1; null: it has none of this model */
  readonly vector: Float32Array | null;
  readonly terms: readonly string[];
  /** of an observation what it rests on */
  readonly sources: readonly string[];
}

export interface Page {
  readonly units: readonly Written[];
  readonly last: Cursor;
  /** of the bank, when this page was read, and how many live units it said to have */
  readonly revision: number;
  readonly unitCount: number;
  /** where chunks of documents begin that were written since `complete`; null: there are more pages */
  readonly places: ReadonlyMap<string, Place> | null;
  /** of all live units; null: nobody asked */
  readonly ids: ReadonlySet<string> | null;
}

interface PageRow extends Row {
  revision: number | null;
  unit_count: number;
  ids: string | null;
  revisions: string;
  lives: string;
  vectors: string;
  documents: string;
  chunks: string;
  place_offsets: string;
  turn_offsets: string;
  tokens: string;
  term_counts: string;
  speakers: (string | null)[];
  tags: string[][];
  terms: string[][];
  bits: string;
  mentioned: string;
  starts: string;
  ends: string;
  sources: string | null;
  is_last: boolean;
  places: string | null;
  all_ids: string | null;
}

const epoch = (column: string): string => `date_part('epoch', ${column})`;
const list = (value: string, name: string): string => `array_agg(${value})::text as ${name}`;
const LISTS = ['revision', 'live', 'document', 'chunk', 'place_offset', 'turn_offset', 'term_count'] as const;

const PAGE = `with written as materialized (
    select id, revision, state = 'valid' as live, document_uid, chunk_id, position, turn, tokens, term_count, speaker, tags, ${BITS} as bits,
      tsvector_to_array(search) as terms, ${epoch('mentioned_at')} as mentioned, ${epoch('occurred_start')} as starts, ${epoch('occurred_end')} as ends
    from memories where bank_uid = $1 and (revision, id) > ($3::bigint, $4::uuid) order by revision, id limit $5),
  page as materialized (
    select w.*, w.document_uid as document, w.chunk_id as chunk,
      w.position - coalesce(c.position_start, 0) as place_offset, w.turn - coalesce(c.turn_start, 0) as turn_offset,
      case when w.live then encode(vector_send(e.embedding), 'base64') end as vector
    from written w
    left join chunks c on c.bank_uid = $1 and c.id = w.chunk_id
    left join memory_embeddings e on e.bank_uid = $1 and e.memory_id = w.id and e.model = $2
    order by w.revision, w.id)
  select b.revision, b.unit_count, ${[
    list('p.id', 'ids'),
    "string_agg(coalesce(p.vector, ''), ',') as vectors",
    'json_agg(p.speaker) as speakers',
    'json_agg(p.tags) as tags',
    'json_agg(p.terms) as terms',
    ...LISTS.map((name) => list(`p.${name}`, `${name}s`)),
    ...['tokens', 'bits', 'mentioned', 'starts', 'ends'].map((name) => list(`p.${name}`, name)),
  ].join(', ')},
    (select string_agg(s.observation_id || ':' || s.memory_id, ',') from observation_sources s
      where s.bank_uid = $1 and s.observation_id in (select id from page where bits & 3 = ${FACT_TYPES.indexOf('observation')})) as sources,
    count(p.id) < $5 as is_last,
    case when count(p.id) < $5 then (
      select string_agg(c.id || ':' || c.position_start || ':' || c.turn_start, ',')
      from documents d join chunks c on c.bank_uid = d.bank_uid and c.document_uid = d.uid where d.bank_uid = $1 and d.revision > $6::bigint) end as places,
    case when $7 then (select coalesce(array_agg(id)::text, '{}') from memories where bank_uid = $1 and state = 'valid') end as all_ids
  from banks b left join page p on true where b.uid = $1 group by b.revision, b.unit_count`;

export interface Reading {
  readonly model: string;
  readonly after: Cursor;
  readonly limit: number;
  /** revision of the bank up to which all is known */
  readonly complete: number;
  /** whether `ids` are wanted */
  readonly withIds: boolean;
}

/**
 * Units written after one, `limit` at most, in one row: arrays are decoded much faster than rows, and the binary form of a vector as base64 is a third
 * of its text. null: the bank is gone.
 */
export async function readWritten(db: Queryable, bankUid: number, reading: Reading): Promise<Page | null> {
  const { model, after, limit, complete, withIds } = reading;
  const values = [bankUid, model, after.revision, after.id, limit, complete, withIds];
  const [row] = await db.query<PageRow>({ name: 'recall_kept', text: PAGE, values });
  if (!row || row.revision === null) return null;
  const units = row.ids === null || row.ids === '{NULL}' ? [] : unitsOf(row);
  const last = units.at(-1);
  return {
    units,
    last: last ? { revision: last.unit.revision, id: last.id } : after,
    revision: row.revision,
    unitCount: row.unit_count,
    places: row.is_last ? placesOf(row.places) : null,
    ids: row.all_ids === null ? null : new Set(items(row.all_ids)),
  };
}

function unitsOf(row: PageRow): Written[] {
  const [revisions, live, documents, chunks, positions, turns] = [
    ...[row.revisions, row.lives, row.documents, row.chunks, row.place_offsets, row.turn_offsets],
  ].map(items) as [string[], string[], string[], string[], string[], string[]];
  const [tokens, termCounts, bits, mentioned, starts, ends] = [
    ...[row.tokens, row.term_counts, row.bits, row.mentioned, row.starts, row.ends],
  ].map(items) as [string[], string[], string[], string[], string[], string[]];
  const vectors = row.vectors.split(',');
  const sources = sourcesIn(row.sources);
  return items(row.ids!).map((id, i) => ({
    id,
    isLive: live[i] === 't',
    vector: vectors[i] === '' ? null : vectorOf(vectors[i]!),
    terms: row.terms[i]!,
    sources: sources.get(id) ?? [],
    unit: {
      document: textOf(documents[i]!),
      chunk: textOf(chunks[i]!),
      position: Number(positions[i]),
      turn: Number(turns[i]),
      tokens: Number(tokens[i]),
      termCount: Number(termCounts[i]),
      speaker: row.speakers[i]!,
      tags: row.tags[i]!,
      bits: Number(bits[i]),
      revision: Number(revisions[i]),
      mentionedAt: numberOf(mentioned[i]!),
      occurredStart: numberOf(starts[i]!),
      occurredEnd: numberOf(ends[i]!),
    },
  }));
}

const NULL = 'NULL';
const items = (array: string): string[] => (array === '{}' ? [] : array.slice(1, -1).split(','));
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
  const count = bytes.readUInt16BE(0);
  if (LITTLE_ENDIAN) bytes.swap32();
  return new Float32Array(bytes.buffer, bytes.byteOffset + HEADER, count);
}
const LITTLE_ENDIAN = endianness() === 'LE';

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
