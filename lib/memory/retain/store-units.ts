import { type Columns, column, instant, jsonText, statement, textArray } from '#lib/base/db/columns';
import { arrayText, type Tx } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';
import { UNKNOWN_KIND } from '#lib/memory/entities/resolve';
import type { GivenValidity } from '#lib/memory/retain/plan';
import type { TextSpan } from '#lib/memory/retain/spans';
import type { ValiditySource } from '#lib/memory/validity/literals';

/**
 * The second writing statement: memories with their vectors, further evidence of known ones,
 * mentions of entities, causes.
 */

/** Source of a unit; also the data of further evidence. */
export interface UnitSourceRow {
  readonly documentUid: string;
  readonly chunkId: string;
  readonly position: number;
  readonly turn: number;
  readonly span: TextSpan | null;
  readonly context: string;
  readonly metadata: string;
  readonly mentionedAt: Date | null;
}

export interface NewUnitRow extends UnitSourceRow {
  readonly id: string;
  readonly factType: string;
  readonly text: string;
  readonly speaker: string | null;
  readonly tokens: number;
  readonly termCount: number;
  readonly lexemes: readonly string[];
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly timePrecision: string | null;
  readonly tags: readonly string[];
  readonly observationScopes: string | null;
  readonly proofCount: number;
  readonly fingerprint: bigint | null;
  readonly expiresAt: Date | null;
  /** given with the item; null: not given */
  readonly validity: GivenValidity | null;
  /** the extractor */
  readonly extractor: string;
  /** the vector, by `directionText`; null: none */
  readonly direction: string | null;
}

export interface EvidenceRow extends UnitSourceRow {
  readonly id: string;
  readonly memoryId: string;
}

export interface MentionRow {
  readonly memoryId: string;
  readonly entityId: string;
  /** keys of the spellings that the unit uses */
  readonly spellings: readonly string[];
}

export interface EntitySpan {
  readonly id: string;
  /** replaces a kind that was not specified */
  readonly kind: string;
  readonly first: Date | null;
  readonly last: Date | null;
}

/** New passages of a stored memory. */
export interface GainedProof {
  readonly memoryId: string;
  readonly count: number;
  /** the latest of their expiries; null: one of them never expires */
  readonly expiresAt: Date | null;
}

export interface UnitWrite {
  readonly revision: number;
  readonly writerKeyId: string | null;
  readonly embeddingModel: string;
  readonly units: readonly NewUnitRow[];
  readonly evidence: readonly EvidenceRow[];
  /** stored memories that gain evidence */
  readonly proofs: readonly GainedProof[];
  readonly mentions: readonly MentionRow[];
  /** the entities of `mentions` that existed before */
  readonly known: readonly EntitySpan[];
  readonly links: readonly { fromId: string; toId: string; weight: number }[];
}

/**
 * More steps than a 32-bit float distinguishes in the larger components of a vector of length 1.
 */
const VECTOR_SCALE = 2 ** 22;

/**
 * The direction of a vector as integers, in the text form of an array; the statement restores its
 * length of 1. The database parses integers much faster than fractions, which would be most of the
 * cost of a memory in WebAssembly.
 */
export function directionText(vector: Float32Array): string {
  const numbers = new Int32Array(vector.length);
  for (let i = 0; i < vector.length; i++) numbers[i] = Math.round(defined(vector[i]) * VECTOR_SCALE);
  // One flat text. If it grew by each number, sending it would take as long as making it.
  return `{${numbers.join()}}`;
}

const SOURCE = {
  document_uid: column('uuid', (source) => source.documentUid),
  chunk_id: column('uuid', (source) => source.chunkId),
  position: column('int', (source) => source.position),
  turn: column('int', (source) => source.turn),
  context: column('text', (source) => source.context),
  metadata: jsonText((source) => source.metadata),
  mentioned_at: instant((source) => source.mentionedAt),
  chunk_start: column('int', (source) => source.span?.start ?? null),
  chunk_end: column('int', (source) => source.span?.end ?? null),
} satisfies Columns<UnitSourceRow>;

const GIVEN: ValiditySource = 'given';

const UNIT = {
  id: column('uuid', (unit) => unit.id),
  ...SOURCE,
  fact_type: column('text', (unit) => unit.factType),
  text: column('text', (unit) => unit.text),
  speaker: column('text', (unit) => unit.speaker),
  tokens: column('int', (unit) => unit.tokens),
  term_count: column('int', (unit) => unit.termCount),
  search: { type: 'text', of: (unit) => arrayText(unit.lexemes), as: (name) => `array_to_tsvector(${name}::text[])` },
  occurred_start: instant((unit) => unit.occurredStart),
  occurred_end: instant((unit) => unit.occurredEnd),
  time_precision: column('text', (unit) => unit.timePrecision),
  tags: textArray((unit) => unit.tags),
  observation_scopes: jsonText((unit) => unit.observationScopes),
  proof_count: column('int', (unit) => unit.proofCount),
  fingerprint: column('bigint', (unit) => unit.fingerprint),
  expires_at: instant((unit) => unit.expiresAt),
  valid_from: instant((unit) => unit.validity?.from ?? null),
  valid_to: instant((unit) => unit.validity?.to ?? null),
  validity_source: column('text', (unit) => (unit.validity === null ? null : GIVEN)),
  extractor: column('text', (unit) => unit.extractor),
} satisfies Columns<NewUnitRow>;

const ROW = Object.keys(UNIT) as (keyof typeof UNIT)[];
const VECTOR = ['id', 'fact_type', 'tags', 'embedding'] as const;
const UNIT_AND_VECTOR = {
  ...UNIT,
  embedding: {
    type: 'text',
    of: (unit) => unit.direction,
    as: (name) => `l2_normalize(${name}::int[]::vector)`,
  },
} satisfies Columns<NewUnitRow>;

const EVIDENCE = {
  id: column('uuid', (evidence) => evidence.id),
  memory_id: column('uuid', (evidence) => evidence.memoryId),
  ...SOURCE,
} satisfies Columns<EvidenceRow>;

const PROOF = {
  id: column('uuid', (proof) => proof.memoryId),
  n: column('int', (proof) => proof.count),
  expires_at: instant((proof) => proof.expiresAt),
} satisfies Columns<UnitWrite['proofs'][number]>;

const MENTION = {
  memory_id: column('uuid', (mention) => mention.memoryId),
  entity_id: column('uuid', (mention) => mention.entityId),
  spellings: textArray((mention) => mention.spellings),
} satisfies Columns<MentionRow>;

const SPAN = {
  id: column('uuid', (entity) => entity.id),
  first: instant((entity) => entity.first),
  last: instant((entity) => entity.last),
  kind: column('text', (entity) => entity.kind),
} satisfies Columns<EntitySpan>;

const LINK = {
  from_id: column('uuid', (link) => link.fromId),
  to_id: column('uuid', (link) => link.toId),
  weight: column('real', (link) => link.weight),
} satisfies Columns<UnitWrite['links'][number]>;

const write = statement<UnitWrite & { readonly bankUid: number }>('retain_units', ({ value, rows }) => {
  const bank = value((args) => args.bankUid);
  const revision = value((args) => args.revision);
  const writer = value((args) => args.writerKeyId);
  const model = value((args) => args.embeddingModel);
  const units = rows((args) => args.units, UNIT_AND_VECTOR);
  const evidence = rows((args) => args.evidence, EVIDENCE);
  const proofs = rows((args) => args.proofs, PROOF);
  const mentions = rows((args) => args.mentions, MENTION);
  const known = rows((args) => args.known, SPAN);
  const links = rows((args) => args.links, LINK);
  return `
with units as (
  insert into memories (bank_uid, revision, writer_key_id, ${units.names(ROW)})
  select ${bank}::bigint, ${revision}::bigint, ${writer}::uuid, ${units.select('u', ROW)} from ${units.from('u', ROW)}
), vectors as (
  insert into memory_embeddings (bank_uid, model, memory_id, fact_type, tags, embedding)
  select ${bank}, ${model}::text, ${units.select('v', VECTOR)} from ${units.from('v', VECTOR)} where v.embedding is not null
), further as (
  insert into memory_evidence (bank_uid, ${evidence.names()}) select ${bank}, ${evidence.select('e')} from ${evidence.from('e')}
), proven as (
  update memories m set proof_count = m.proof_count + p.n,
    expires_at = case when m.expires_at is null or p.expires_at is null then null else greatest(m.expires_at, p.expires_at) end, revision = ${revision}, updated_at = now()
  from ${proofs.from('p')} where m.bank_uid = ${bank} and m.id = p.id
), linked as (
  insert into memory_entities as old (bank_uid, ${mentions.names()}) select ${bank}, ${mentions.select('x')} from ${mentions.from('x')}
  on conflict (bank_uid, memory_id, entity_id) do update
    set spellings = array(select distinct s from unnest(old.spellings || excluded.spellings) s order by s) where not old.spellings @> excluded.spellings
  returning memory_id, entity_id, old.xmax = 0 as is_new
), again as (
  select x.entity_id as id, min(e.mentioned_at) as first, max(e.mentioned_at) as last
  from ${evidence.from('e', ['memory_id', 'mentioned_at'])} join memories m on m.bank_uid = ${bank} and m.id = e.memory_id and m.state = 'valid'
  join memory_entities x on x.bank_uid = ${bank} and x.memory_id = m.id group by x.entity_id
), found as (
  select l.entity_id as id, min(t.at) as first, max(t.at) as last from linked l join ${proofs.from('p')} on p.id = l.memory_id
  join memories m on m.bank_uid = ${bank} and m.id = l.memory_id cross join lateral (
    select m.mentioned_at as at union all select v.mentioned_at from memory_evidence v where v.bank_uid = m.bank_uid and v.memory_id = m.id) t
  where l.is_new group by l.entity_id
), spans as (
  select id, max(kind) as kind, bool_or(is_known) as is_known, min(first) as first, max(last) as last from (
    select id, kind, true as is_known, first, last from ${known.from('s')}
    union all select id, null, false, first, last from again
    union all select id, null, false, first, last from found) s group by id
), mentioned as (
  update entities e set mention_count = e.mention_count + coalesce(n.n, 0),
    kind = case when e.kind = '${UNKNOWN_KIND}' then coalesce(s.kind, e.kind) else e.kind end,
    first_seen = least(case when e.mention_count > 0 then e.first_seen end, s.first),
    last_seen = greatest(case when e.mention_count > 0 then e.last_seen end, s.last)
  from spans s
  left join (select entity_id, count(*)::int as n from linked where is_new group by entity_id) n on s.is_known and n.entity_id = s.id
  where e.bank_uid = ${bank} and e.id = s.id
), causes as (
  insert into memory_links (bank_uid, link_type, ${links.names()}) select ${bank}, 'caused_by', ${links.select('l')} from ${links.from('l')}
  on conflict do nothing
)
select 1`;
});

/**
 * Units per statement: a text of many megabytes must not become one message of hundreds of
 * megabytes.
 */
const SLICE = 2000;

/**
 * A repeat extends the times of all entities of its memory. If it is the first to find an entity in
 * that memory, the other evidence of the memory counts too.
 */
export async function writeUnits(tx: Tx, scope: BankScope, args: UnitWrite): Promise<void> {
  if (args.units.length === 0 && args.evidence.length === 0) return;
  const nothing = { evidence: [], proofs: [], mentions: [], known: [], links: [] };
  let from = 0;
  for (; args.units.length - from > SLICE; from += SLICE)
    await tx.query(write({ ...args, ...nothing, bankUid: scope.bankUid, units: args.units.slice(from, from + SLICE) }));
  await tx.query(write({ ...args, bankUid: scope.bankUid, units: args.units.slice(from) }));
}
