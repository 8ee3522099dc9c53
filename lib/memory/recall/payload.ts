import type { NamedStatement, Queryable, Row } from '#lib/base/db/db';
import { defined, present } from '#lib/base/defined';
import type { FactType } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import { nameMark, type TagFilter, textConditions } from '#lib/base/tags/filter';
import { visibleNameText } from '#lib/base/tags/sources';
import { chunkParts, permittedText, type StoredChunkText } from '#lib/memory/recall/chunk-text';

/** A memory as it is sent, times in milliseconds since 1970. */
export interface Fact {
  readonly id: string;
  readonly text: string;
  readonly type: FactType;
  readonly context: string;
  readonly occurredStart: number | null;
  readonly occurredEnd: number | null;
  readonly mentionedAt: number | null;
  readonly documentId: string | null;
  readonly chunkId: string | null;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly tokens: number;
}

export interface Name {
  readonly id: string;
  readonly name: string;
  /** of the name; omitted: not counted yet */
  readonly tokens?: number;
}
export const byName = (a: Name, b: Name): number => (a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1);

export interface RecallPayload {
  readonly facts: ReadonlyMap<string, Fact>;
  /** by unit: its entities by name */
  readonly entities: ReadonlyMap<string, readonly Name[]>;
  /** in the order of `chunksOf`, each once */
  readonly chunks: readonly PayloadChunk[];
  /** revision of the bank when all of this was read */
  readonly revision: number | null;
  /** live sources by observation that pass the filter, oldest first */
  readonly sources: ReadonlyMap<string, readonly Fact[]>;
}

export interface PayloadChunk {
  readonly id: string;
  readonly text: string;
  readonly index: number;
  /** false: only the parts that pass the filter */
  readonly isWhole: boolean;
}

export interface PayloadArguments {
  /** results */
  readonly ids: readonly string[];
  readonly entities: boolean;
  /** memories whose chunks are requested, best first */
  readonly chunksOf: readonly string[];
  /** characters of chunk text after which no further chunk is read */
  readonly chunkCharacters: number;
  /** those of the results that are observations */
  readonly observations: readonly string[];
  /** observations whose sources are requested */
  readonly sourcesOf: readonly string[];
  /** the filter that the results passed: sources, names and chunks pass it too */
  readonly tags: TagFilter | null;
  /** results written after this revision of the bank are omitted; null: none */
  readonly upTo: number | null;
}

/**
 * One array per field, in the order of `FIELDS`: names and types of the fields are looked up once,
 * not for each of a thousand values.
 */
type FactColumns = [
  ids: string[] | null,
  texts: string[],
  types: FactType[],
  contexts: string[],
  occurredStarts: (number | null)[],
  occurredEnds: (number | null)[],
  mentionedAts: (number | null)[],
  documentIds: (string | null)[],
  chunkIds: (string | null)[],
  tags: string[][],
  metadata: Record<string, string>[],
  tokens: number[],
];

interface PayloadRow extends Row {
  /** null: the bank was deleted or cleared */
  revision: number | null;
  facts: FactColumns;
  mentions: [units: string[] | null, entities: string[]];
  entities: [ids: string[] | null, names: string[]];
  chunks: [ids: string[] | null, texts: string[], indices: number[], tags: StoredChunkText['tags'][], parts: StoredChunkText['parts'][]];
  sources: [observations: string[] | null, facts: FactColumns];
}

// `date_part` is faster than `extract`, which calculates in numeric.
const milliseconds = (column: string): string => `(date_part('epoch', m.${column}) * 1000)::bigint`;
const columns = (...values: string[]): string => `json_build_array(${values.map((value) => `json_agg(${value})`).join(', ')})`;
const FACTS = columns(
  ...[
    'm.id',
    'm.text',
    'm.fact_type',
    'm.context',
    milliseconds('occurred_start'),
    milliseconds('occurred_end'),
    milliseconds('mentioned_at'),
  ],
  ...['m.document', 'm.chunk_id', 'm.tags', 'm.metadata', 'm.tokens'],
);
const DOCUMENT = 'left join documents d on d.bank_uid = m.bank_uid and d.uid = m.document_uid';

/** Entities of memories, with spellings; for observations those of their sources, without. */
const mentions = (passes: (column: string) => string, isFiltered: boolean): string => `
  select memory_id, entity_id, spellings from memory_entities where bank_uid = $1 and memory_id = any($3::uuid[])
  union all
  select distinct s.observation_id, x.entity_id, '{}'::text[] from unnest($7::uuid[]) as w(id) join observation_sources s on s.bank_uid = $1 and s.observation_id = w.id
  ${isFiltered ? `join memories m on m.bank_uid = $1 and m.id = s.memory_id and ${passes('m.tags')}` : ''}
  join memory_entities x on x.bank_uid = $1 and x.memory_id = s.memory_id`;

/** The statement and its values; the filter decides its text. */
function payloadStatement({ bankUid }: Pick<BankScope, 'bankUid'>, args: PayloadArguments): NamedStatement {
  const { tags } = args;
  const values: unknown[] = [
    bankUid,
    args.ids,
    args.entities ? args.ids : [],
    args.chunksOf,
    args.chunkCharacters,
    args.sourcesOf,
    args.entities ? args.observations : [],
    args.upTo,
  ];
  const passes = textConditions(tags, values);
  const mark = nameMark(tags);
  const text = `with mention as materialized (${mentions(passes, tags !== null)})
select
  (select revision from banks where uid = $1 and org_id is not null) as revision,
  (select ${FACTS} from (
    select m.*, d.id as document from memories m ${DOCUMENT} where m.bank_uid = $1 and m.id = any($2::uuid[]) and ($8::bigint is null or m.revision <= $8)) m) as facts,
  (select ${columns('memory_id', 'entity_id')} from mention) as mentions,
  (select ${columns('e.id', visibleNameText(tags, passes, 'mention'))} from (
    select id, canonical_name from entities
    where bank_uid = $1 and id = any(array(select distinct entity_id from mention))) e) as entities,
  (select ${columns('c.id', 'c.text', 'c.index', 'c.tags', tags === null ? `'[]'::json` : chunkParts('$1'))} from (
    select * from (
      select c.id, c.text, c.index, c.tags, w.ord, sum(length(c.text)) over (order by w.ord) - length(c.text) as before from (
        select m.chunk_id, min(u.ord) as ord from unnest($4::uuid[]) with ordinality as u(id, ord)
        join memories m on m.bank_uid = $1 and m.id = u.id group by m.chunk_id) w
      join chunks c on c.bank_uid = $1 and c.id = w.chunk_id) c
    where c.before < $5::bigint order by c.ord) c) as chunks,
  (select json_build_array(json_agg(m.observation_id), ${FACTS}) from (
    select m.*, d.id as document, s.observation_id from unnest($6::uuid[]) with ordinality as w(id, ord)
    join observation_sources s on s.bank_uid = $1 and s.observation_id = w.id
    join memories m on m.bank_uid = $1 and m.id = s.memory_id and m.state = 'valid' and ${passes('m.tags')} ${DOCUMENT}
    order by w.ord, m.mentioned_at, m.id) m) as sources`;
  return { name: mark === null ? '' : `recall_payload${mark}`, text, values };
}

/** Statement 2: reads all fields that are sent for the chosen memories. */
export async function readPayload(db: Queryable, scope: Pick<BankScope, 'bankUid'>, args: PayloadArguments): Promise<RecallPayload> {
  const [row] = await db.query<PayloadRow>(payloadStatement(scope, args));
  const { revision, facts, mentions, entities, chunks, sources } = defined(row);
  const [observations, sourceFacts] = sources;
  return {
    revision,
    facts: new Map(toFacts(facts).map((fact) => [fact.id, fact])),
    entities: entitiesOf(mentions, entities),
    chunks: chunksOf(chunks, args.tags),
    sources: grouped(toFacts(sourceFacts).map((fact, i) => [defined(present(observations)[i]), fact])),
  };
}

/** The fields of these memories alone, of those not written after this revision of the bank. */
export async function readFacts(db: Queryable, bankUid: number, ids: readonly string[], upTo: number): Promise<RecallPayload['facts']> {
  if (ids.length === 0) return NO_FACTS;
  const others = { entities: false, chunksOf: [], chunkCharacters: 0, observations: [], sourcesOf: [], tags: null };
  return (await readPayload(db, { bankUid }, { ...others, ids, upTo })).facts;
}
export const NO_FACTS: RecallPayload['facts'] = new Map();

function chunksOf([ids, texts, indices, tags, parts]: PayloadRow['chunks'], filter: TagFilter | null): PayloadChunk[] {
  return (ids ?? []).flatMap((id, i) => {
    const permitted = permittedText({ text: defined(texts[i]), tags: defined(tags[i]), parts: defined(parts[i]) }, filter);
    return permitted.text === '' ? [] : { id, index: defined(indices[i]), ...permitted };
  });
}

/** A name is sent once by the database, though many units mention it. */
function entitiesOf([units, mentioned]: PayloadRow['mentions'], [ids, names]: PayloadRow['entities']): RecallPayload['entities'] {
  const known = new Map((ids ?? []).map((id, i) => [id, { id, name: defined(names[i]) }]));
  const byUnit = grouped(
    (units ?? []).flatMap((unit, i) =>
      known.has(defined(mentioned[i])) ? [[unit, defined(known.get(defined(mentioned[i])))] as const] : [],
    ),
  );
  for (const list of byUnit.values()) list.sort(byName);
  return byUnit;
}

function toFacts([
  ids,
  texts,
  types,
  contexts,
  starts,
  ends,
  mentions,
  documentIds,
  chunkIds,
  tags,
  metadata,
  tokens,
]: FactColumns): Fact[] {
  return (ids ?? []).map((id, i) => ({
    id,
    text: defined(texts[i]),
    type: defined(types[i]),
    context: defined(contexts[i]),
    occurredStart: defined(starts[i]),
    occurredEnd: defined(ends[i]),
    mentionedAt: defined(mentions[i]),
    documentId: defined(documentIds[i]),
    chunkId: defined(chunkIds[i]),
    tags: defined(tags[i]),
    metadata: defined(metadata[i]),
    tokens: defined(tokens[i]),
  }));
}

function grouped<T>(pairs: readonly (readonly [string, T])[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
