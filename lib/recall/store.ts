import type { Queryable, Row } from '#lib/db/db';
import { FACT_TYPES, type FactType } from '#lib/literals';
import type { ArmsArguments } from '#lib/recall/arms';
import type { KeptBank } from '#lib/recall/kept/bank';
import { findKept, type LookedUp } from '#lib/recall/kept/find';
import { sourcesIn } from '#lib/recall/kept/store';
import type { Arms, Candidate } from '#lib/recall/rank';
import { armsStatement } from '#lib/recall/sql';
import { lookUpStatement } from '#lib/recall/sql-graph';
import { FEATURE_SCALE, FLAG_ASKED, FLAG_EXTRACTIVE, FLAG_QUESTION, FLAG_QUOTED, FLAG_STANDING } from '#lib/recall/sql-parts';
import type { BankScope } from '#lib/scope';

interface ArmsRow extends Row {
  ids: string | null;
  flags: string;
  masks: string;
  keywords: string;
  cosines: string;
  heats: string;
  document_frequencies: string | null;
  documents: string;
  positions: string;
  turns: string;
  tokens: string;
  mentioned: string;
  occurred_start?: string;
  occurred_end?: string;
  sources: string | null;
}

const NULL = 'NULL';
const items = (array: string): string[] => array.slice(1, -1).split(',');
const itemsOf = (array: string | undefined): string[] => (array === undefined ? [] : items(array));
const number = (text: string): number => (text === NULL ? 0 : Number(text));
const nullable = (text: string | undefined): number | null => (text === undefined || text === NULL ? null : Number(text));

/** Statement 1: what every arm found, as features. */
export async function readArms(db: Queryable, args: ArmsArguments): Promise<Arms> {
  const [row] = await db.query<ArmsRow>(armsStatement(args));
  const frequencies = frequenciesOf(row!, args.terms.length);
  if (row!.ids === null) return { candidates: [], frequencies, sources: new Map() };
  return { candidates: candidatesOf(row!), frequencies, sources: sourcesIn(row!.sources) };
}

function candidatesOf(row: ArmsRow): Candidate[] {
  const flags = items(row.flags);
  const masks = items(row.masks);
  const keywords = items(row.keywords);
  const cosines = items(row.cosines);
  const heats = items(row.heats);
  const documents = items(row.documents);
  const positions = items(row.positions);
  const turns = items(row.turns);
  const tokens = items(row.tokens);
  const mentioned = items(row.mentioned);
  const starts = itemsOf(row.occurred_start);
  const ends = itemsOf(row.occurred_end);
  return items(row.ids!).map((id, i) => {
    const bits = Number(flags[i]);
    return {
      id,
      mask: number(masks[i]!),
      keyword: number(keywords[i]!) / FEATURE_SCALE,
      cosine: number(cosines[i]!) / FEATURE_SCALE,
      heat: heats[i] === NULL ? null : Number(heats[i]) / FEATURE_SCALE,
      standing: (bits & FLAG_STANDING) > 0,
      quoted: (bits & FLAG_QUOTED) > 0,
      type: FACT_TYPES[bits & 3]!,
      document: documents[i] === NULL ? null : documents[i]!,
      position: Number(positions[i]),
      turn: Number(turns[i]),
      tokens: Number(tokens[i]),
      asked: (bits & FLAG_ASKED) > 0,
      question: (bits & FLAG_QUESTION) > 0,
      extractive: (bits & FLAG_EXTRACTIVE) > 0,
      mentionedAt: nullable(mentioned[i]),
      occurredStart: nullable(starts[i]),
      occurredEnd: nullable(ends[i]),
    };
  });
}

/** The same of a bank that is kept: what the process does not know is looked up. */
export async function readKeptArms(db: Queryable, args: ArmsArguments, kept: KeptBank): Promise<Arms> {
  const found = findKept(kept, args);
  const { seeds, quotable } = found;
  if (seeds.length === 0 && quotable.length === 0) return found.with(NOTHING_MORE);
  const { bankUid, types, tags, revisions, quote = null } = args;
  const [row] = await db.query<LookUpRow>(lookUpStatement({ bankUid, types, tags, revisions, seeds, quotable, quote }));
  const heats = listOf(row!.heats);
  return found.with({
    heats: new Map(listOf(row!.ids).map((id, i) => [id, Number(heats[i]) / FEATURE_SCALE])),
    quoted: new Set(listOf(row!.quoted)),
  });
}

interface LookUpRow extends Row {
  ids: string | null;
  heats: string | null;
  quoted: string | null;
}

const listOf = (array: string | null): string[] => (array === null ? [] : items(array));
const NOTHING_MORE: LookedUp = { heats: new Map(), quoted: new Set() };

function frequenciesOf(row: ArmsRow, terms: number): number[] {
  const counts = new Array<number>(terms).fill(0);
  for (const pair of row.document_frequencies?.split(',') ?? []) {
    const [term, count] = pair.split(':');
    counts[Number(term)] = Number(count);
  }
  return counts;
}

/** For the reranker alone: texts of the best units. */
export async function readTexts(db: Queryable, scope: BankScope, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; text: string }>({
    name: 'recall_texts',
    text: 'select id, text from memories where bank_uid = $1 and id = any($2::uuid[])',
    values: [scope.bankUid, ids],
  });
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/** A unit as it is sent, times in milliseconds since 1970. */
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

export interface Payload {
  readonly facts: ReadonlyMap<string, Fact>;
  /** by unit: ids and names of its entities */
  readonly entities: ReadonlyMap<string, readonly { readonly id: string; readonly name: string }[]>;
  /** in the order of `chunksOf`, each once */
  readonly chunks: readonly { readonly id: string; readonly text: string; readonly index: number }[];
  /** live sources by observation, oldest first */
  readonly sources: ReadonlyMap<string, readonly Fact[]>;
}

export interface PayloadArguments {
  /** results */
  readonly ids: readonly string[];
  readonly entities: boolean;
  /** units whose chunks are wanted, best first; empty: none */
  readonly chunksOf: readonly string[];
  /** characters of chunk text after which no further chunk is read */
  readonly chunkCharacters: number;
  /** those of the results that are observations */
  readonly observations: readonly string[];
  /** observations whose sources are wanted */
  readonly sourcesOf: readonly string[];
}

/** One array per field, in the order of `FIELDS`: the names and types of a thousand values are looked up once, not a thousand times. */
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
  facts: FactColumns;
  mentions: [units: string[] | null, entities: string[]];
  entities: [ids: string[] | null, names: string[]];
  chunks: [ids: string[] | null, texts: string[], indices: number[]];
  sources: [observations: string[] | null, facts: FactColumns];
}

// `date_part`, not `extract`, which reckons in numeric.
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

/** An observation is about what its evidence is about. */
const MENTIONS = `
  select memory_id, entity_id from memory_entities where bank_uid = $1 and memory_id = any($3::uuid[])
  union all
  select distinct s.observation_id, x.entity_id from unnest($7::uuid[]) as w(id) join observation_sources s on s.bank_uid = $1 and s.observation_id = w.id
  join memory_entities x on x.bank_uid = $1 and x.memory_id = s.memory_id`;

const PAYLOAD = `with mention as materialized (${MENTIONS})
select
  (select ${FACTS} from (
    select m.*, d.id as document from memories m ${DOCUMENT} where m.bank_uid = $1 and m.id = any($2::uuid[])) m) as facts,
  (select ${columns('memory_id', 'entity_id')} from mention) as mentions,
  (select ${columns('e.id', 'e.canonical_name')} from (
    select id, canonical_name from entities
    where bank_uid = $1 and id = any(array(select distinct entity_id from mention)) order by canonical_name, id) e) as entities,
  (select ${columns('c.id', 'c.text', 'c.index')} from (
    select * from (
      select c.id, c.text, c.index, w.ord, sum(length(c.text)) over (order by w.ord) - length(c.text) as before from (
        select m.chunk_id, min(u.ord) as ord from unnest($4::uuid[]) with ordinality as u(id, ord)
        join memories m on m.bank_uid = $1 and m.id = u.id group by m.chunk_id) w
      join chunks c on c.bank_uid = $1 and c.id = w.chunk_id) c
    where c.before < $5::bigint order by c.ord) c) as chunks,
  (select json_build_array(json_agg(m.observation_id), ${FACTS}) from (
    select m.*, d.id as document, s.observation_id from unnest($6::uuid[]) with ordinality as w(id, ord)
    join observation_sources s on s.bank_uid = $1 and s.observation_id = w.id
    join memories m on m.bank_uid = $1 and m.id = s.memory_id and m.state = 'valid' ${DOCUMENT}
    order by w.ord, m.mentioned_at, m.id) m) as sources`;

/** Statement 2: everything that is sent of the chosen units. */
export async function readPayload(db: Queryable, scope: BankScope, args: PayloadArguments): Promise<Payload> {
  const [row] = await db.query<PayloadRow>({
    name: 'recall_payload',
    text: PAYLOAD,
    values: [
      scope.bankUid,
      args.ids,
      args.entities ? args.ids : [],
      args.chunksOf,
      args.chunkCharacters,
      args.sourcesOf,
      args.entities ? args.observations : [],
    ],
  });
  const { facts, mentions, entities, chunks, sources } = row!;
  const [observations, sourceFacts] = sources;
  const [chunkIds, chunkTexts, chunkIndices] = chunks;
  return {
    facts: new Map(toFacts(facts).map((fact) => [fact.id, fact])),
    entities: entitiesOf(mentions, entities),
    chunks: (chunkIds ?? []).map((id, i) => ({ id, text: chunkTexts[i]!, index: chunkIndices[i]! })),
    sources: grouped(toFacts(sourceFacts).map((fact, i) => [observations![i]!, fact])),
  };
}

/** A name is sent once by the database, though many units mention it. */
function entitiesOf([units, mentioned]: PayloadRow['mentions'], [ids, names]: PayloadRow['entities']): Payload['entities'] {
  const known = new Map((ids ?? []).map((id, rank) => [id, { id, name: names[rank]!, rank }]));
  const byUnit = grouped(
    (units ?? []).flatMap((unit, i) => (known.has(mentioned[i]!) ? [[unit, known.get(mentioned[i]!)!] as const] : [])),
  );
  for (const list of byUnit.values()) list.sort((a, b) => a.rank - b.rank);
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
    text: texts[i]!,
    type: types[i]!,
    context: contexts[i]!,
    occurredStart: starts[i]!,
    occurredEnd: ends[i]!,
    mentionedAt: mentions[i]!,
    documentId: documentIds[i]!,
    chunkId: chunkIds[i]!,
    tags: tags[i]!,
    metadata: metadata[i]!,
    tokens: tokens[i]!,
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
