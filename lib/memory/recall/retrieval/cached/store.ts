import { endianness } from 'node:os';
import type { Queryable, Row } from '#lib/base/db/db';
import { FACT_TYPES } from '#lib/base/literals';
import { itemsOf, NULL, pairsIn } from '#lib/memory/recall/retrieval/array-text';
import type { Content } from '#lib/memory/recall/retrieval/cached/contents';
import type { Link } from '#lib/memory/recall/retrieval/cached/links';
import type { CachedName } from '#lib/memory/recall/retrieval/cached/names';
import { BITS, type ChunkStart, type UnitRow } from '#lib/memory/recall/retrieval/cached/units';

/** Reads the memories of a bank page by page, in the order in which they were written. */

/** A position in the order of writing: that of a memory. */
export interface Cursor {
  readonly revision: number;
  readonly id: string;
}
/** Before all memories. */
export const START: Cursor = { revision: -1, id: '00000000-0000-0000-0000-000000000000' };

/** Whether a position is before another. */
export const isBefore = (one: Cursor, other: Cursor): boolean =>
  one.revision < other.revision || (one.revision === other.revision && one.id < other.id);

export interface WrittenUnit {
  readonly id: string;
  /** false: invalidated */
  readonly isLive: boolean;
  readonly unit: UnitRow;
  readonly content: Content;
  /** null: no chunk, or the chunk was deleted */
  readonly chunkStart: ChunkStart | null;
  /** of length 1; null: it has no vector of this model */
  readonly vector: Float32Array | null;
  readonly terms: readonly string[];
  /** of an observation: the memories that it cites */
  readonly sources: readonly string[];
}

/** Deleted memories, or entities whose names or mentions changed without a write of a memory. */
export interface CacheChange {
  readonly kind: 'memories' | 'entities';
  /** of the bank, before the write or after it */
  readonly revision: number;
  readonly ids: readonly string[];
}

export interface Page {
  readonly units: readonly WrittenUnit[];
  /** entities that the page's units mention, by unit, and their names */
  readonly mentions: ReadonlyMap<string, readonly string[]>;
  readonly names: readonly CachedName[];
  /** causes that begin or end at these units */
  readonly links: readonly Link[];
  readonly last: Cursor;
  /**
   * State of the bank when this page was read. `namesRevision`: the last change of names that wrote
   * no memory.
   */
  readonly revision: number;
  readonly unitCount: number;
  readonly namesRevision: number;
  /**
   * starts of the chunks of documents written since `known`; null: there are more pages, or `upTo`
   * is not the end
   */
  readonly places: ReadonlyMap<string, ChunkStart> | null;
  /** of all live units; null: not requested */
  readonly ids: ReadonlySet<string> | null;
  /** since `known` or `knownNames`, of the last page */
  readonly changes: readonly CacheChange[];
  /** of all units; null: not requested */
  readonly named: Pick<Page, 'mentions' | 'names'> | null;
}

/**
 * What no revision of a unit shows, and has to be read of all units: which exist, and which
 * entities they mention.
 */
export interface PageExtras {
  readonly ids: boolean;
  readonly names: boolean;
}

type NameColumns = [ids: string[] | null, names: string[], areSpelledOtherwise: boolean[]];

interface PageRow extends Row {
  revision: number | null;
  unit_count: number;
  names_revision: number;
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
  bits: string;
  mentioned: string;
  starts: string;
  ends: string;
  supersedings: string;
  valid_tos: string;
  chunk_positions: string;
  chunk_turns: string;
  others: UnitOthers[] | null;
  sources: string | null;
  mentions: string | null;
  names: NameColumns;
  links: string | null;
  is_last: boolean;
  places: string | null;
  changes: CacheChange[] | null;
  all_ids: string | null;
  all_mentions: string | null;
  all_names: NameColumns | null;
}

/** Values that may contain any character. */
type UnitOthers = [
  speaker: string | null,
  tags: string[],
  terms: string[],
  text: string,
  context: string,
  metadata: Record<string, string>,
  documentId: string | null,
];

const epoch = (column: string): string => `date_part('epoch', ${column})`;
const list = (value: string, name: string): string => `array_agg(${value})::text as ${name}`;
const LISTS = [
  ...['revision', 'live', 'document', 'chunk', 'place_offset', 'turn_offset', 'term_count'],
  ...['superseding', 'valid_to', 'chunk_position', 'chunk_turn'],
] as const;

/** Pairs of ids as one text. */
const pairs = (one: string, other: string): string => `string_agg(${one} || ':' || ${other}, ',')`;
const named = `json_build_array(json_agg(e.id), json_agg(e.canonical_name), json_agg(exists (
      select from entity_aliases a where a.bank_uid = $1 and a.entity_id = e.id and a.name <> e.canonical_name)))`;

const PAGE = `with written as materialized (
    select id, revision, state = 'valid' as live, document_uid, chunk_id, position, turn, tokens, term_count, ${BITS} as bits,
      ${epoch('mentioned_at')} as mentioned, ${epoch('occurred_start')} as starts, ${epoch('occurred_end')} as ends,
      superseded_by as superseding, ${epoch('valid_to')} as valid_to,
      speaker, tags, tsvector_to_array(search) as terms, text, context, metadata
    from memories where bank_uid = $1 and (revision, id) > ($3::bigint, $4::uuid) and (revision, id) <= ($7::bigint, $8::uuid)
    order by revision, id limit $5),
  page as materialized (
    select w.*, w.document_uid as document, w.chunk_id as chunk, d.id as document_id,
      c.position_start as chunk_position, c.turn_start as chunk_turn, w.position - coalesce(c.position_start, 0) as place_offset, w.turn - coalesce(c.turn_start, 0) as turn_offset,
      case when w.live then encode(vector_send(e.embedding), 'base64') end as vector
    from written w
    left join documents d on d.bank_uid = $1 and d.uid = w.document_uid
    left join chunks c on c.bank_uid = $1 and c.id = w.chunk_id
    left join memory_embeddings e on e.bank_uid = $1 and e.memory_id = w.id and e.model = $2
    order by w.revision, w.id),
  mention as materialized (select x.memory_id, x.entity_id from memory_entities x where x.bank_uid = $1 and x.memory_id in (select id from page))
  select b.revision, b.unit_count, b.names_revision, ${[
    list('p.id', 'ids'),
    "string_agg(coalesce(p.vector, ''), ',') as vectors",
    'json_agg(json_build_array(p.speaker, p.tags, p.terms, p.text, p.context, p.metadata, p.document_id)) as others',
    ...LISTS.map((name) => list(`p.${name}`, `${name}s`)),
    ...['tokens', 'bits', 'mentioned', 'starts', 'ends'].map((name) => list(`p.${name}`, name)),
  ].join(', ')},
    (select ${pairs('s.observation_id', 's.memory_id')} from observation_sources s
      where s.bank_uid = $1 and s.observation_id in (select id from page where bits & 3 = ${FACT_TYPES.indexOf('observation')})) as sources,
    (select ${pairs('memory_id', 'entity_id')} from mention) as mentions,
    (select ${named} from entities e where e.bank_uid = $1 and e.id = any(array(select distinct entity_id from mention))) as names,
    (select string_agg(l.from_id || ':' || l.to_id || ':' || l.weight, ',') from memory_links l
      where l.bank_uid = $1 and (l.from_id = any(array(select id from page)) or l.to_id = any(array(select id from page)))) as links,
    count(p.id) < $5 and $9 as is_last,
    case when count(p.id) < $5 and $9 then (
      select string_agg(c.id || ':' || c.position_start || ':' || c.turn_start, ',')
      from documents d join chunks c on c.bank_uid = d.bank_uid and c.document_uid = d.uid where d.bank_uid = $1 and d.revision > $6::bigint) end as places,
    case when count(p.id) < $5 and $9 then (select json_agg(json_build_object('kind', h.kind, 'revision', h.revision, 'ids', h.ids))
      from recall_changes h where h.bank_uid = $1 and h.revision >= case h.kind when 'entities' then $10::bigint else $6::bigint end) end as changes,
    case when $11 then (select coalesce(array_agg(id)::text, '{}') from memories where bank_uid = $1 and state = 'valid') end as all_ids,
    case when $12 then (select ${pairs('memory_id', 'entity_id')} from memory_entities where bank_uid = $1) end as all_mentions,
    case when $12 then (select ${named} from entities e where e.bank_uid = $1) end as all_names
  from banks b left join page p on true where b.uid = $1 group by b.revision, b.unit_count, b.names_revision`;

export interface PageRequest extends PageExtras {
  readonly model: string;
  readonly after: Cursor;
  /** inclusive; null: the end of the bank */
  readonly upTo: Cursor | null;
  readonly limit: number;
  /** no chunk start, and no change, is needed up to this revision of the bank */
  readonly known: number;
  /** the same of names and mentions of entities */
  readonly knownNames: number;
}

/** After all memories. */
const END: Cursor = { revision: Number.MAX_SAFE_INTEGER, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/**
 * Units written after `after`, at most `limit`, in one row. Arrays are decoded much faster than
 * rows, and the binary form of a vector as base64 is a third of its text. null: the bank was
 * deleted.
 */
export async function readWritten(db: Queryable, bankUid: number, reading: PageRequest): Promise<Page | null> {
  const { model, after, upTo, limit, known, knownNames, ids, names } = reading;
  const end = upTo ?? END;
  const values = [bankUid, model, after.revision, after.id, limit, known, end.revision, end.id, upTo === null, knownNames, ids, names];
  const [row] = await db.query<PageRow>({ name: 'recall_cached', text: PAGE, values });
  if (!row || row.revision === null) return null;
  const units = row.ids === null || row.ids === '{NULL}' ? [] : unitsOf(row);
  const last = units.at(-1);
  return {
    units,
    mentions: pairsIn(row.mentions),
    names: namesOf(row.names),
    links: linksOf(row.links),
    last: last ? { revision: last.unit.revision, id: last.id } : after,
    revision: row.revision,
    unitCount: row.unit_count,
    namesRevision: row.names_revision,
    places: row.is_last ? chunkStartsOf(row.places) : null,
    changes: row.changes ?? [],
    ids: row.all_ids === null ? null : new Set(itemsOf(row.all_ids)),
    named: row.all_names === null ? null : { mentions: pairsIn(row.all_mentions), names: namesOf(row.all_names) },
  };
}

function unitsOf(row: PageRow): WrittenUnit[] {
  const [revisions, live, documents, chunks, positions, turns] = [
    ...[row.revisions, row.lives, row.documents, row.chunks, row.place_offsets, row.turn_offsets],
  ].map(itemsOf) as [string[], string[], string[], string[], string[], string[]];
  const [tokens, termCounts, bits, mentioned, starts, ends] = [
    ...[row.tokens, row.term_counts, row.bits, row.mentioned, row.starts, row.ends],
  ].map(itemsOf) as [string[], string[], string[], string[], string[], string[]];
  const [supersedings, validTos, chunkPositions, chunkTurns] = [
    ...[row.supersedings, row.valid_tos, row.chunk_positions, row.chunk_turns],
  ].map(itemsOf) as [string[], string[], string[], string[]];
  const vectors = row.vectors.split(',');
  const sources = pairsIn(row.sources);
  return itemsOf(row.ids!).map((id, i) => {
    const [speaker, tags, terms, text, context, metadata, documentId] = row.others![i]!;
    const chunk = textOf(chunks[i]!);
    return {
      id,
      isLive: live[i] === 't',
      vector: vectors[i] === '' ? null : vectorOf(vectors[i]!),
      terms,
      sources: sources.get(id) ?? [],
      content: { text, context, metadata, documentId, chunkId: chunk },
      chunkStart: chunkPositions[i] === NULL ? null : { position: Number(chunkPositions[i]), turn: Number(chunkTurns[i]) },
      unit: {
        document: textOf(documents[i]!),
        chunk,
        position: Number(positions[i]),
        turn: Number(turns[i]),
        tokens: Number(tokens[i]),
        termCount: Number(termCounts[i]),
        speaker,
        tags,
        bits: Number(bits[i]),
        revision: Number(revisions[i]),
        mentionedAt: numberOf(mentioned[i]!),
        occurredStart: numberOf(starts[i]!),
        occurredEnd: numberOf(ends[i]!),
        supersededBy: textOf(supersedings[i]!),
        validTo: numberOf(validTos[i]!),
      },
    };
  });
}

export interface EntityMentions {
  readonly names: readonly CachedName[];
  /** ids of memories by entity, four words each */
  readonly mentions: ReadonlyMap<string, Uint32Array>;
}

/** Names of these entities, and the memories that mention each. A missing entity was deleted. */
export async function readEntities(db: Queryable, bankUid: number, ids: readonly string[]): Promise<EntityMentions> {
  const [row] = await db.query<{ mentions: [id: string, memories: string][] | null; names: NameColumns }>({
    name: 'recall_cached_entities',
    text: `select (select json_agg(json_build_array(x.entity_id, x.memories)) from (
        select entity_id, encode(string_agg(uuid_send(memory_id), ''::bytea order by memory_id), 'base64') as memories
        from memory_entities where bank_uid = $1 and entity_id = any($2::uuid[]) group by entity_id) x) as mentions,
      (select ${named} from entities e where e.bank_uid = $1 and e.id = any($2::uuid[])) as names`,
    values: [bankUid, ids],
  });
  const { mentions, names } = row!;
  return { mentions: new Map((mentions ?? []).map(([id, memories]) => [id, wordsOf(memories)])), names: namesOf(names) };
}

/** Ids in their binary form, as an `IdColumn` has them. */
function wordsOf(base64: string): Uint32Array {
  const bytes = Buffer.from(base64, 'base64');
  const words = new Uint32Array(bytes.length / Uint32Array.BYTES_PER_ELEMENT);
  for (let i = 0; i < words.length; i++) words[i] = bytes.readUInt32BE(i * Uint32Array.BYTES_PER_ELEMENT);
  return words;
}

const textOf = (item: string): string | null => (item === NULL ? null : item);
const numberOf = (item: string): number | null => (item === NULL ? null : Number(item));
const namesOf = ([ids, names, areSpelledOtherwise]: NameColumns): CachedName[] =>
  (ids ?? []).map((id, i) => ({ id, name: names[i]!, isSpelledOtherwise: areSpelledOtherwise[i]! }));

function linksOf(text: string | null): Link[] {
  return (text?.split(',') ?? []).map((link) => {
    const [from = '', to = '', weight] = link.split(':');
    return { from, to, weight: Number(weight) };
  });
}

function chunkStartsOf(text: string | null): Map<string, ChunkStart> {
  return new Map(
    (text?.split(',') ?? []).map((place) => {
      const [chunk = '', position, turn] = place.split(':');
      return [chunk, { position: Number(position), turn: Number(turn) }];
    }),
  );
}

/** Bytes before the numbers: their count, and two that are not used. */
const HEADER = 4;

/** pgvector's binary form: numbers of four bytes, the highest first. */
function vectorOf(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  const count = bytes.readUInt16BE(0);
  if (LITTLE_ENDIAN) bytes.swap32();
  return new Float32Array(bytes.buffer, bytes.byteOffset + HEADER, count);
}
const LITTLE_ENDIAN = endianness() === 'LE';

interface CosinesQuestion {
  readonly model: string;
  /** of length 1, as text */
  readonly vector: string;
  readonly dimensions: number;
  readonly ids: readonly string[];
  readonly textsOf: readonly string[];
}

/** Exact cosines of those of these memories that have a vector, and texts of others, by id. */
export async function readCosines(
  db: Queryable,
  bankUid: number,
  { model, vector, dimensions, ids, textsOf }: CosinesQuestion,
): Promise<{ cosines: Map<string, number>; texts: Map<string, string> }> {
  if (ids.length === 0 && textsOf.length === 0) return { cosines: new Map(), texts: new Map() };
  const [row] = await db.query<{ ids: string | null; cosines: string; texts: Record<string, string> | null }>({
    name: 'recall_cosines',
    text: `select array_agg(memory_id)::text as ids, array_agg(-(embedding <#> $3::vector))::text as cosines,
        (select json_object_agg(id, text) from memories where bank_uid = $1 and id = any($6::uuid[])) as texts
      from memory_embeddings where bank_uid = $1 and model = $2 and memory_id = any($4::uuid[]) and vector_dims(embedding) = $5`,
    values: [bankUid, model, vector, ids, dimensions, textsOf],
  });
  const cosines = itemsOf(row?.cosines ?? '{}');
  const withVector = row?.ids == null ? [] : itemsOf(row.ids);
  return {
    cosines: new Map(withVector.map((id, i) => [id, Number(cosines[i])])),
    texts: new Map(Object.entries(row?.texts ?? {})),
  };
}
