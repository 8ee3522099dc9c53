import type { Queryable, Row } from '#lib/db/db';
import { FACT_TYPES, type FactType } from '#lib/literals';
import type { Arms, Candidate } from '#lib/recall/rank';
import { type ArmsArguments, armsStatement, FLAG_ASKED, FLAG_QUESTION, FLAG_STANDING, SCALE } from '#lib/recall/sql';
import type { BankScope } from '#lib/scope';

interface ArmsRow extends Row {
  ids: string | null;
  documents: string;
  positions: string;
  turns: string;
  tokens: string;
  flags: string;
  masks: string;
  keywords: string;
  cosines: string;
  heats: string;
  mentioned: string;
  occurred_start?: string;
  occurred_end?: string;
  document_frequencies: string | null;
  sources: string | null;
}

const NULL = 'NULL';
const items = (array: string): string[] => array.slice(1, -1).split(',');
const number = (text: string): number => (text === NULL ? 0 : Number(text));
const nullable = (text: string | undefined): number | null => (text === undefined || text === NULL ? null : Number(text));

/** Statement 1: what every arm found, as features. */
export async function readArms(db: Queryable, scope: BankScope, args: Omit<ArmsArguments, 'bankUid'>): Promise<Arms> {
  const [row] = await db.query<ArmsRow>(armsStatement({ ...args, bankUid: scope.bankUid }));
  return { candidates: decode(row!), frequencies: frequencies(row!, args.terms.length), sources: sources(row!.sources) };
}

function decode(row: ArmsRow): Candidate[] {
  if (row.ids === null) return [];
  const documents = items(row.documents);
  const positions = items(row.positions);
  const turns = items(row.turns);
  const tokens = items(row.tokens);
  const flags = items(row.flags);
  const masks = items(row.masks);
  const keywords = items(row.keywords);
  const cosines = items(row.cosines);
  const heats = items(row.heats);
  const mentioned = items(row.mentioned);
  const starts = row.occurred_start === undefined ? [] : items(row.occurred_start);
  const ends = row.occurred_end === undefined ? [] : items(row.occurred_end);
  return items(row.ids).map((id, i) => {
    const bits = Number(flags[i]);
    return {
      id,
      type: FACT_TYPES[bits & 3]!,
      document: documents[i] === NULL ? null : documents[i]!,
      position: Number(positions[i]),
      turn: Number(turns[i]),
      tokens: Number(tokens[i]),
      mask: number(masks[i]!),
      keyword: number(keywords[i]!) / SCALE,
      cosine: number(cosines[i]!) / SCALE,
      heat: heats[i] === NULL ? null : Number(heats[i]) / SCALE,
      asked: (bits & FLAG_ASKED) > 0,
      question: (bits & FLAG_QUESTION) > 0,
      standing: (bits & FLAG_STANDING) > 0,
      mentionedAt: nullable(mentioned[i]),
      occurredStart: nullable(starts[i]),
      occurredEnd: nullable(ends[i]),
    };
  });
}

function frequencies(row: ArmsRow, terms: number): number[] {
  const counts = new Array<number>(terms).fill(0);
  for (const pair of row.document_frequencies?.split(',') ?? []) {
    const [term, count] = pair.split(':');
    counts[Number(term)] = Number(count);
  }
  return counts;
}

function sources(text: string | null): Map<string, string[]> {
  const bySource = new Map<string, string[]>();
  for (const pair of text?.split(',') ?? []) {
    const [observation, source] = pair.split(':') as [string, string];
    const known = bySource.get(observation);
    if (known) known.push(source);
    else bySource.set(observation, [source]);
  }
  return bySource;
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
  /** observations whose sources are wanted */
  readonly sourcesOf: readonly string[];
}

type FactRow = [
  id: string,
  text: string,
  type: FactType,
  context: string,
  occurredStart: number | null,
  occurredEnd: number | null,
  mentionedAt: number | null,
  documentId: string | null,
  chunkId: string | null,
  tags: string[],
  metadata: Record<string, string>,
  tokens: number,
];

interface PayloadRow extends Row {
  facts: FactRow[] | null;
  entities: [unit: string, id: string, name: string][] | null;
  chunks: [id: string, text: string, index: number][] | null;
  sources: [observation: string, fact: FactRow][] | null;
}

const milliseconds = (column: string): string => `(extract(epoch from m.${column}) * 1000)::bigint`;
const FACT = `json_build_array(m.id, m.text, m.fact_type, m.context, ${['occurred_start', 'occurred_end', 'mentioned_at'].map(milliseconds).join(', ')},
  d.id, m.chunk_id, m.tags, m.metadata, m.tokens)`;
const DOCUMENT = 'left join documents d on d.bank_uid = m.bank_uid and d.uid = m.document_uid';

const PAYLOAD = `
select
  (select json_agg(${FACT}) from unnest($2::uuid[]) as w(id) join memories m on m.bank_uid = $1 and m.id = w.id ${DOCUMENT}) as facts,
  (select json_agg(json_build_array(x.memory_id, e.id, e.canonical_name) order by w.ord, e.canonical_name, e.id)
    from unnest($3::uuid[]) with ordinality as w(id, ord)
    join memory_entities x on x.bank_uid = $1 and x.memory_id = w.id
    join entities e on e.bank_uid = $1 and e.id = x.entity_id) as entities,
  (select json_agg(json_build_array(c.id, c.text, c.index) order by c.ord) from (
    select c.id, c.text, c.index, w.ord, sum(length(c.text)) over (order by w.ord) - length(c.text) as before from (
      select m.chunk_id, min(u.ord) as ord from unnest($4::uuid[]) with ordinality as u(id, ord)
      join memories m on m.bank_uid = $1 and m.id = u.id group by m.chunk_id) w
    join chunks c on c.bank_uid = $1 and c.id = w.chunk_id) c
    where c.before < $5::bigint) as chunks,
  (select json_agg(json_build_array(s.observation_id, ${FACT}) order by w.ord, m.mentioned_at, m.id)
    from unnest($6::uuid[]) with ordinality as w(id, ord)
    join observation_sources s on s.bank_uid = $1 and s.observation_id = w.id
    join memories m on m.bank_uid = $1 and m.id = s.memory_id and m.state = 'valid' ${DOCUMENT}) as sources`;

/** Statement 2: everything that is sent of the chosen units. */
export async function readPayload(db: Queryable, scope: BankScope, args: PayloadArguments): Promise<Payload> {
  const [row] = await db.query<PayloadRow>({
    name: 'recall_payload',
    text: PAYLOAD,
    values: [scope.bankUid, args.ids, args.entities ? args.ids : [], args.chunksOf, args.chunkCharacters, args.sourcesOf],
  });
  return {
    facts: new Map((row!.facts ?? []).map((fact) => [fact[0], toFact(fact)])),
    entities: grouped((row!.entities ?? []).map(([unit, id, name]) => [unit, { id, name }])),
    chunks: (row!.chunks ?? []).map(([id, text, index]) => ({ id, text, index })),
    sources: grouped((row!.sources ?? []).map(([observation, fact]) => [observation, toFact(fact)])),
  };
}

const toFact = ([
  id,
  text,
  type,
  context,
  occurredStart,
  occurredEnd,
  mentionedAt,
  documentId,
  chunkId,
  tags,
  metadata,
  tokens,
]: FactRow): Fact => ({
  id,
  text,
  type,
  context,
  occurredStart,
  occurredEnd,
  mentionedAt,
  documentId,
  chunkId,
  tags,
  metadata,
  tokens,
});

function grouped<T>(pairs: readonly (readonly [string, T])[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
