import { arrayText, type Tx } from '#lib/db/db';
import { UNKNOWN_KIND } from '#lib/entities/resolve';
import type { Span } from '#lib/retain/spans';
import { iso } from '#lib/retain/store-columns';
import type { BankScope } from '#lib/scope';

/** The second: units with their vectors, further places of known ones, mentions of entities, causes. */

/** Where a unit was read; also what a further place of it is made of. */
export interface SourceRow {
  readonly documentUid: string;
  readonly chunkId: string;
  readonly position: number;
  readonly turn: number;
  readonly span: Span | null;
  readonly context: string;
  readonly metadata: string;
  readonly mentionedAt: Date | null;
}

export interface UnitRow extends SourceRow {
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
  readonly vector: Float32Array | null;
}

export interface EvidenceRow extends SourceRow {
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
  /** replaces a kind that nobody named */
  readonly kind: string;
  readonly first: Date | null;
  readonly last: Date | null;
}

export interface Units {
  readonly revision: number;
  readonly extractor: string;
  readonly writerKeyId: string | null;
  readonly embeddingModel: string;
  readonly units: readonly UnitRow[];
  readonly evidence: readonly EvidenceRow[];
  /** stored units that gain proofs */
  readonly proofs: readonly { memoryId: string; count: number }[];
  readonly mentions: readonly MentionRow[];
  /** the entities of `mentions` that were there before */
  readonly known: readonly EntitySpan[];
  readonly links: readonly { fromId: string; toId: string; weight: number }[];
}

const WRITE_UNITS = `
with units as (
  insert into memories (bank_uid, revision, extractor, writer_key_id, id, document_uid, chunk_id, position, turn, fact_type, text, context, speaker,
    tokens, term_count, search, occurred_start, occurred_end, time_precision, mentioned_at, tags, metadata, observation_scopes, proof_count, fingerprint,
    chunk_start, chunk_end)
  select $1::bigint, $2::bigint, $3::text, $4::uuid, u.id, u.document_uid, u.chunk_id, u.position, u.turn, u.fact_type, u.text, u.context, u.speaker,
    u.tokens, u.term_count, array_to_tsvector(u.lexemes::text[]), u.occurred_start, u.occurred_end, u.time_precision, u.mentioned_at,
    u.tags::text[], u.metadata::jsonb, u.scopes::jsonb, u.proof_count, u.fingerprint, u.chunk_start, u.chunk_end
  from unnest($6::uuid[], $7::uuid[], $8::uuid[], $9::int[], $10::int[], $11::text[], $12::text[], $13::text[], $14::text[], $15::int[], $16::int[], $17::text[],
    $18::timestamptz[], $19::timestamptz[], $20::text[], $21::timestamptz[], $22::text[], $23::text[], $24::text[], $25::int[], $26::bigint[], $49::int[], $50::int[])
    as u(id, document_uid, chunk_id, position, turn, fact_type, text, context, speaker, tokens, term_count, lexemes,
      occurred_start, occurred_end, time_precision, mentioned_at, tags, metadata, scopes, proof_count, fingerprint, chunk_start, chunk_end)
), vectors as (
  insert into memory_embeddings (bank_uid, memory_id, model, fact_type, tags, embedding)
  select $1, v.id, $5::text, v.fact_type, v.tags::text[], l2_normalize(v.direction::int[]::vector)
  from unnest($6::uuid[], $11::text[], $22::text[], $27::text[]) as v(id, fact_type, tags, direction) where v.direction is not null
), further as (
  insert into memory_evidence (bank_uid, id, memory_id, document_uid, chunk_id, position, turn, context, metadata, mentioned_at, chunk_start, chunk_end)
  select $1, e.id, e.memory_id, e.document_uid, e.chunk_id, e.position, e.turn, e.context, e.metadata::jsonb, e.mentioned_at, e.chunk_start, e.chunk_end
  from unnest($28::uuid[], $29::uuid[], $30::uuid[], $31::uuid[], $32::int[], $33::int[], $34::text[], $35::text[], $36::timestamptz[], $51::int[], $52::int[])
    as e(id, memory_id, document_uid, chunk_id, position, turn, context, metadata, mentioned_at, chunk_start, chunk_end)
), proven as (
  update memories m set proof_count = m.proof_count + p.n, revision = $2, updated_at = now()
  from unnest($37::uuid[], $38::int[]) as p(id, n) where m.bank_uid = $1 and m.id = p.id
), linked as (
  insert into memory_entities as old (bank_uid, memory_id, entity_id, spellings)
  select $1, x.memory_id, x.entity_id, x.spellings::text[] from unnest($39::uuid[], $40::uuid[], $48::text[]) as x(memory_id, entity_id, spellings)
  on conflict (bank_uid, memory_id, entity_id) do update
    set spellings = array(select distinct s from unnest(old.spellings || excluded.spellings) s order by s) where not old.spellings @> excluded.spellings
  returning entity_id, old.xmax = 0 as is_new
), mentioned as (
  update entities e set mention_count = e.mention_count + coalesce(n.n, 0), kind = case when e.kind = '${UNKNOWN_KIND}' then s.kind else e.kind end,
    first_seen = least(e.first_seen, s.first), last_seen = greatest(e.last_seen, s.last)
  from unnest($41::uuid[], $42::timestamptz[], $43::timestamptz[], $47::text[]) as s(id, first, last, kind)
  left join (select entity_id, count(*)::int as n from linked where is_new group by entity_id) n on n.entity_id = s.id
  where e.bank_uid = $1 and e.id = s.id
)
insert into memory_links (bank_uid, from_id, to_id, link_type, weight)
select $1, l.from_id, l.to_id, 'caused_by', l.weight from unnest($44::uuid[], $45::uuid[], $46::real[]) as l(from_id, to_id, weight)
on conflict do nothing`;

/** More steps than a 32-bit float of a vector of length 1 can tell apart in its larger numbers. */
const VECTOR_SCALE = 2 ** 22;

/**
 * The direction of a vector as whole numbers, in the text form of an array; the statement gives it back its length of 1. The database
 * reads whole numbers many times as fast as fractions, and reading fractions would be most of the cost of a unit in WebAssembly.
 */
function directionText(vector: Float32Array): string {
  let text = '{';
  for (let i = 0; i < vector.length; i++)
    text += i === 0 ? Math.round(vector[i]! * VECTOR_SCALE) : `,${Math.round(vector[i]! * VECTOR_SCALE)}`;
  return `${text}}`;
}

/** One statement for this many units: a text of many megabytes must not become one message of hundreds. */
const SLICE = 2000;

export async function writeUnits(tx: Tx, scope: BankScope, args: Units): Promise<void> {
  if (args.units.length === 0 && args.evidence.length === 0) return;
  const nothing = { evidence: [], proofs: [], mentions: [], known: [], links: [] };
  let from = 0;
  for (; args.units.length - from > SLICE; from += SLICE)
    await writeSlice(tx, scope, { ...args, ...nothing, units: args.units.slice(from, from + SLICE) });
  await writeSlice(tx, scope, { ...args, units: args.units.slice(from) });
}

async function writeSlice(tx: Tx, scope: BankScope, args: Units): Promise<void> {
  const { units, evidence, proofs, mentions, known, links } = args;
  await tx.query({
    name: 'retain_units',
    text: WRITE_UNITS,
    values: [
      scope.bankUid,
      args.revision,
      args.extractor,
      args.writerKeyId,
      args.embeddingModel,
      units.map((u) => u.id),
      units.map((u) => u.documentUid),
      units.map((u) => u.chunkId),
      units.map((u) => u.position),
      units.map((u) => u.turn),
      units.map((u) => u.factType),
      units.map((u) => u.text),
      units.map((u) => u.context),
      units.map((u) => u.speaker),
      units.map((u) => u.tokens),
      units.map((u) => u.termCount),
      units.map((u) => arrayText(u.lexemes)),
      units.map((u) => iso(u.occurredStart)),
      units.map((u) => iso(u.occurredEnd)),
      units.map((u) => u.timePrecision),
      units.map((u) => iso(u.mentionedAt)),
      units.map((u) => arrayText(u.tags)),
      units.map((u) => u.metadata),
      units.map((u) => u.observationScopes),
      units.map((u) => u.proofCount),
      units.map((u) => u.fingerprint),
      units.map((u) => u.vector && directionText(u.vector)),
      evidence.map((e) => e.id),
      evidence.map((e) => e.memoryId),
      evidence.map((e) => e.documentUid),
      evidence.map((e) => e.chunkId),
      evidence.map((e) => e.position),
      evidence.map((e) => e.turn),
      evidence.map((e) => e.context),
      evidence.map((e) => e.metadata),
      evidence.map((e) => iso(e.mentionedAt)),
      proofs.map((p) => p.memoryId),
      proofs.map((p) => p.count),
      mentions.map((x) => x.memoryId),
      mentions.map((x) => x.entityId),
      known.map((e) => e.id),
      known.map((e) => iso(e.first)),
      known.map((e) => iso(e.last)),
      links.map((l) => l.fromId),
      links.map((l) => l.toId),
      links.map((l) => l.weight),
      known.map((e) => e.kind),
      mentions.map((x) => arrayText(x.spellings)),
      units.map((u) => u.span?.start ?? null),
      units.map((u) => u.span?.end ?? null),
      evidence.map((e) => e.span?.start ?? null),
      evidence.map((e) => e.span?.end ?? null),
    ],
  });
}
