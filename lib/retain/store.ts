import type { Queryable, Row, Tx } from '#lib/db/db';
import { type Spelling, UNKNOWN_KIND } from '#lib/entities/resolve';
import type { BankScope } from '#lib/scope';

/**
 * The statements of a retain. Their text never changes, so that the server keeps their plans; rows travel as one array per column.
 * In the transaction, after the lock of the bank, they run in the order in which they stand here.
 */

/** PostgreSQL's text form of an array, for a column of arrays: those cannot be unnested from a nested array. */
export const arrayText = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

// --- before the transaction -----------------------------------------------------------------------------------------------------

export interface Planned {
  /** ids that are there, each with the content hashes of its chunks */
  readonly documents: ReadonlyMap<string, ReadonlySet<string>>;
  readonly replay: Replay | null;
}

export interface Replay {
  readonly requestHash: string;
  readonly response: unknown;
}

/** What is there already of the documents that the caller names: only to save work, the transaction looks again. */
export async function readPlan(
  db: Queryable,
  scope: BankScope,
  documentIds: readonly string[],
  idempotencyKey: string | null,
): Promise<Planned> {
  const rows = await db.query<{ id: string | null; hashes: string[] | null; request_hash: string | null; response: unknown }>({
    name: 'retain_plan',
    text: `select d.id, (select array_agg(c.content_hash) from chunks c where c.bank_uid = d.bank_uid and c.document_uid = d.uid) as hashes,
             null as request_hash, null::jsonb as response
           from documents d where d.bank_uid = $1 and d.id = any($2::text[])
           union all
           select null, null, k.request_hash, k.response from idempotency_keys k
           where k.bank_uid = $1 and k.key = $3 and k.created_at > now() - interval '1 day'`,
    values: [scope.bankUid, documentIds, idempotencyKey],
  });
  const documents = new Map<string, ReadonlySet<string>>();
  let replay: Replay | null = null;
  for (const row of rows) {
    if (row.id !== null) documents.set(row.id, new Set(row.hashes ?? []));
    else replay = { requestHash: row.request_hash ?? '', response: row.response };
  }
  return { documents, replay };
}

// --- 1: look --------------------------------------------------------------------------------------------------------------------

export interface StoredChunk {
  readonly id: string;
  readonly index: number;
  readonly hash: string;
  readonly positionStart: number;
  readonly positionCount: number;
  readonly turnStart: number;
  readonly turnCount: number;
}

export interface StoredDocument {
  readonly uid: string;
  readonly id: string;
  readonly contentHash: string;
  readonly textLength: number;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  /** in order; of a document that is appended to only the last */
  readonly chunks: readonly StoredChunk[];
}

export interface Seen {
  readonly documents: ReadonlyMap<string, StoredDocument>;
  readonly spellings: readonly Spelling[];
  /** the oldest live unit by fingerprint */
  readonly repeats: ReadonlyMap<string, string>;
  readonly replay: Replay | null;
}

export interface Look {
  readonly replaced: readonly string[];
  readonly appended: readonly string[];
  /** keys of the names themselves */
  readonly names: readonly string[];
  /** keys of names that may mean the same */
  readonly related: readonly string[];
  readonly prefixes: readonly { key: string; prefix: string }[];
  readonly fingerprints: readonly bigint[];
  readonly idempotencyKey: string | null;
}

type ChunkTuple = [string, number, string, number, number, number, number];
interface SeenRow extends Row {
  documents:
    | { uid: string; id: string; hash: string; length: number; tags: string[]; metadata: Record<string, unknown>; chunks: ChunkTuple[] }[]
    | null;
  spellings: [string, string, string, string, boolean][] | null;
  repeats: [string, string][] | null;
  replay: [string, unknown] | null;
}

const CHUNK_TUPLE = 'json_build_array(c.id, c.index, c.content_hash, c.position_start, c.position_count, c.turn_start, c.turn_count)';

const LOOK = `
with named as (
  select distinct a.entity_id from entity_aliases a where a.bank_uid = $1 and a.key = any($4::text[])
), wanted as (
  select entity_id from named
  union
  select a.entity_id from entity_aliases a where a.bank_uid = $1 and a.key = any($5::text[])
  union
  select a.entity_id from unnest($6::text[], $7::text[]) as w(key, prefix)
  cross join lateral (
    select b.entity_id from entity_aliases b
    where b.bank_uid = $1 and b.key >= w.prefix and b.key < w.prefix || chr(1114111) order by b.key limit 8
  ) a
  where not exists (select 1 from entity_aliases k where k.bank_uid = $1 and k.key = w.key)
)
select
  (select json_agg(json_build_object('uid', d.uid, 'id', d.id, 'hash', d.content_hash, 'length', d.text_length, 'tags', d.tags, 'metadata', d.metadata,
     'chunks', case when d.id = any($2::text[])
       then (select coalesce(json_agg(${CHUNK_TUPLE} order by c.index), '[]') from chunks c where c.bank_uid = $1 and c.document_uid = d.uid)
       else (select coalesce(json_agg(t.chunk), '[]') from (
         select ${CHUNK_TUPLE} as chunk from chunks c where c.bank_uid = $1 and c.document_uid = d.uid order by c.index desc limit 1) t) end))
   from documents d where d.bank_uid = $1 and d.id = any($2::text[] || $3::text[])) as documents,
  (select json_agg(json_build_array(a.key, a.name, a.entity_id, e.kind,
     e.id not in (select entity_id from named) and exists (
       select 1 from (select m.memory_id from memory_entities m where m.bank_uid = $1 and m.entity_id = e.id order by m.memory_id desc limit 200) near
       join memory_entities o on o.bank_uid = $1 and o.memory_id = near.memory_id and o.entity_id in (select entity_id from named))))
   from wanted w join entities e on e.bank_uid = $1 and e.id = w.entity_id
   join entity_aliases a on a.bank_uid = $1 and a.entity_id = e.id) as spellings,
  (select json_agg(json_build_array(r.fingerprint::text, r.id)) from (
     select distinct on (m.fingerprint) m.fingerprint, m.id from memories m
     where m.bank_uid = $1 and m.fingerprint = any($8::bigint[]) and m.state = 'valid' order by m.fingerprint, m.id) r) as repeats,
  (select json_build_array(k.request_hash, k.response) from idempotency_keys k
   where k.bank_uid = $1 and k.key = $9 and k.created_at > now() - interval '1 day') as replay`;

/** Everything the decisions of this retain depend on, read under the lock. */
export async function look(tx: Tx, scope: BankScope, args: Look): Promise<Seen> {
  const [row] = await tx.query<SeenRow>({
    name: 'retain_look',
    text: LOOK,
    values: [
      scope.bankUid,
      args.replaced,
      args.appended,
      args.names,
      args.related,
      args.prefixes.map(({ key }) => key),
      args.prefixes.map(({ prefix }) => prefix),
      args.fingerprints,
      args.idempotencyKey,
    ],
  });
  return {
    documents: new Map((row?.documents ?? []).map((document) => [document.id, storedDocument(document)])),
    spellings: (row?.spellings ?? []).map(([key, name, entityId, kind, sharesCompany]) => ({ key, name, entityId, kind, sharesCompany })),
    repeats: new Map(row?.repeats ?? []),
    replay: row?.replay ? { requestHash: row.replay[0], response: row.replay[1] } : null,
  };
}

function storedDocument(row: NonNullable<SeenRow['documents']>[number]): StoredDocument {
  const chunks = row.chunks.map(([id, index, hash, positionStart, positionCount, turnStart, turnCount]) => ({
    id,
    index,
    hash,
    positionStart,
    positionCount,
    turnStart,
    turnCount,
  }));
  return { uid: row.uid, id: row.id, contentHash: row.hash, textLength: row.length, tags: row.tags, metadata: row.metadata, chunks };
}

/** The same look at the repeats alone, for when chunks were removed in between. */
export async function readRepeats(tx: Tx, scope: BankScope, fingerprints: readonly bigint[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ fingerprint: string; id: string }>({
    name: 'retain_repeats',
    text: `select distinct on (fingerprint) fingerprint::text, id from memories
           where bank_uid = $1 and fingerprint = any($2::bigint[]) and state = 'valid' order by fingerprint, id`,
    values: [scope.bankUid, fingerprints],
  });
  return new Map(rows.map(({ fingerprint, id }) => [fingerprint, id]));
}

// --- 2: documents, chunks, entities, the bank -------------------------------------------------------------------------------------

export interface DocumentRow {
  readonly uid: string;
  readonly id: string;
  readonly contentHash: string;
  readonly textLength: number;
  readonly addedTerms: number;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly retainParams: Readonly<Record<string, unknown>>;
  readonly observationScopes: unknown;
}

export interface ChunkRow extends StoredChunk {
  readonly documentUid: string;
  readonly text: string;
}

/** A kept chunk that stands elsewhere now: its new place, and by how much its units move. */
export interface ChunkShift {
  readonly id: string;
  readonly index: number;
  readonly positions: number;
  readonly turns: number;
}

export interface EntityRow {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly mentions: number;
  readonly firstSeen: Date | null;
  readonly lastSeen: Date | null;
}

export interface Frame {
  readonly revision: number;
  readonly documents: readonly DocumentRow[];
  readonly chunks: readonly ChunkRow[];
  readonly shifts: readonly ChunkShift[];
  readonly entities: readonly EntityRow[];
  readonly aliases: readonly { key: string; name: string; entityId: string }[];
  readonly unitDelta: number;
  readonly termDelta: number;
  readonly speakers: readonly string[];
  readonly embeddingModel: string;
  readonly idempotency: { readonly key: string; readonly requestHash: string; readonly response: unknown } | null;
}

/** More speakers than this are not remembered by name: the list is read with every request. */
const MAX_SPEAKERS = 200;

const WRITE_FRAME = `
with docs as (
  insert into documents (bank_uid, uid, id, content_hash, text_length, term_count, tags, metadata, retain_params, observation_scopes, revision)
  select $1::bigint, d.uid, d.id, d.hash, d.length, d.terms, d.tags::text[], d.metadata::jsonb, d.params::jsonb, d.scopes::jsonb, $2::bigint
  from unnest($3::uuid[], $4::text[], $5::text[], $6::int[], $7::int[], $8::text[], $9::text[], $10::text[], $11::text[])
    as d(uid, id, hash, length, terms, tags, metadata, params, scopes)
  on conflict (bank_uid, uid) do update set content_hash = excluded.content_hash, text_length = excluded.text_length,
    term_count = documents.term_count + excluded.term_count, tags = excluded.tags, metadata = excluded.metadata,
    retain_params = excluded.retain_params, observation_scopes = excluded.observation_scopes, revision = excluded.revision, updated_at = now()
), cuts as (
  insert into chunks (bank_uid, id, document_uid, index, content_hash, text, position_start, position_count, turn_start, turn_count)
  select $1, c.id, c.document_uid, c.index, c.hash, c.text, c.position_start, c.position_count, c.turn_start, c.turn_count
  from unnest($12::uuid[], $13::uuid[], $14::int[], $15::text[], $16::text[], $17::int[], $18::int[], $19::int[], $20::int[])
    as c(id, document_uid, index, hash, text, position_start, position_count, turn_start, turn_count)
), shifts as (
  select * from unnest($21::uuid[], $22::int[], $23::int[], $24::int[]) as s(id, index, positions, turns)
), shifted_chunks as (
  update chunks c set index = s.index, position_start = c.position_start + s.positions, turn_start = c.turn_start + s.turns
  from shifts s where c.bank_uid = $1 and c.id = s.id
), shifted_units as (
  update memories m set position = m.position + s.positions, turn = m.turn + s.turns
  from shifts s where m.bank_uid = $1 and m.chunk_id = s.id and (s.positions <> 0 or s.turns <> 0)
), shifted_evidence as (
  update memory_evidence e set position = e.position + s.positions, turn = e.turn + s.turns
  from shifts s where e.bank_uid = $1 and e.chunk_id = s.id and (s.positions <> 0 or s.turns <> 0)
), things as (
  insert into entities (bank_uid, id, canonical_name, kind, mention_count, first_seen, last_seen)
  select $1, e.id, e.name, e.kind, e.mentions, e.first_seen, e.last_seen
  from unnest($25::uuid[], $26::text[], $27::text[], $28::int[], $29::timestamptz[], $30::timestamptz[]) as e(id, name, kind, mentions, first_seen, last_seen)
), names as (
  insert into entity_aliases (bank_uid, key, name, entity_id)
  select $1, a.key, a.name, a.entity_id from unnest($31::text[], $32::text[], $33::uuid[]) as a(key, name, entity_id)
), old_answers as (
  delete from idempotency_keys k where k.bank_uid = $1 and $38::text is not null and k.created_at <= now() - interval '1 day' and k.key <> $38
), answer as (
  insert into idempotency_keys (bank_uid, key, request_hash, response) select $1, $38, $39::text, $40::jsonb where $38::text is not null
  on conflict (bank_uid, key) do update set request_hash = excluded.request_hash, response = excluded.response, created_at = now()
)
update banks b set revision = $2, unit_count = b.unit_count + $34::bigint, term_count = b.term_count + $35::bigint,
  speakers = case when $36::text[] <@ b.speakers or cardinality(b.speakers) >= ${MAX_SPEAKERS} then b.speakers
    else (b.speakers || array(select s from unnest($36::text[]) s where s <> all(b.speakers)))[1:${MAX_SPEAKERS}] end,
  embedding_model = $37::text, last_write_at = now(), last_document_at = now()
where b.uid = $1`;

export async function writeFrame(tx: Tx, scope: BankScope, frame: Frame): Promise<void> {
  const { documents, chunks, shifts, entities, aliases, idempotency } = frame;
  await tx.query({
    name: 'retain_frame',
    text: WRITE_FRAME,
    values: [
      scope.bankUid,
      frame.revision,
      documents.map((d) => d.uid),
      documents.map((d) => d.id),
      documents.map((d) => d.contentHash),
      documents.map((d) => d.textLength),
      documents.map((d) => d.addedTerms),
      documents.map((d) => arrayText(d.tags)),
      documents.map((d) => JSON.stringify(d.metadata)),
      documents.map((d) => JSON.stringify(d.retainParams)),
      documents.map((d) => (d.observationScopes == null ? null : JSON.stringify(d.observationScopes))),
      chunks.map((c) => c.id),
      chunks.map((c) => c.documentUid),
      chunks.map((c) => c.index),
      chunks.map((c) => c.hash),
      chunks.map((c) => c.text),
      chunks.map((c) => c.positionStart),
      chunks.map((c) => c.positionCount),
      chunks.map((c) => c.turnStart),
      chunks.map((c) => c.turnCount),
      shifts.map((s) => s.id),
      shifts.map((s) => s.index),
      shifts.map((s) => s.positions),
      shifts.map((s) => s.turns),
      entities.map((e) => e.id),
      entities.map((e) => e.name),
      entities.map((e) => e.kind),
      entities.map((e) => e.mentions),
      entities.map((e) => iso(e.firstSeen)),
      entities.map((e) => iso(e.lastSeen)),
      aliases.map((a) => a.key),
      aliases.map((a) => a.name),
      aliases.map((a) => a.entityId),
      frame.unitDelta,
      frame.termDelta,
      frame.speakers,
      frame.embeddingModel,
      idempotency?.key ?? null,
      idempotency?.requestHash ?? null,
      idempotency ? JSON.stringify(idempotency.response) : null,
    ],
  });
}

// --- 3: units ---------------------------------------------------------------------------------------------------------------------

/** Where a unit was read; also what a further place of it is made of. */
export interface SourceRow {
  readonly documentUid: string;
  readonly chunkId: string;
  readonly position: number;
  readonly turn: number;
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
  readonly mentions: readonly { memoryId: string; entityId: string }[];
  /** the entities of `mentions` that were there before */
  readonly known: readonly EntitySpan[];
  readonly links: readonly { fromId: string; toId: string; weight: number }[];
}

const WRITE_UNITS = `
with units as (
  insert into memories (bank_uid, revision, extractor, writer_key_id, id, document_uid, chunk_id, position, turn, fact_type, text, context, speaker,
    tokens, term_count, search, occurred_start, occurred_end, time_precision, mentioned_at, tags, metadata, observation_scopes, proof_count, fingerprint)
  select $1::bigint, $2::bigint, $3::text, $4::uuid, u.id, u.document_uid, u.chunk_id, u.position, u.turn, u.fact_type, u.text, u.context, u.speaker,
    u.tokens, u.term_count, array_to_tsvector(u.lexemes::text[]), u.occurred_start, u.occurred_end, u.time_precision, u.mentioned_at,
    u.tags::text[], u.metadata::jsonb, u.scopes::jsonb, u.proof_count, u.fingerprint
  from unnest($6::uuid[], $7::uuid[], $8::uuid[], $9::int[], $10::int[], $11::text[], $12::text[], $13::text[], $14::text[], $15::int[], $16::int[], $17::text[],
    $18::timestamptz[], $19::timestamptz[], $20::text[], $21::timestamptz[], $22::text[], $23::text[], $24::text[], $25::int[], $26::bigint[])
    as u(id, document_uid, chunk_id, position, turn, fact_type, text, context, speaker, tokens, term_count, lexemes,
      occurred_start, occurred_end, time_precision, mentioned_at, tags, metadata, scopes, proof_count, fingerprint)
), vectors as (
  insert into memory_embeddings (bank_uid, memory_id, model, fact_type, tags, embedding)
  select $1, v.id, $5::text, v.fact_type, v.tags::text[], l2_normalize(v.direction::int[]::vector)
  from unnest($6::uuid[], $11::text[], $22::text[], $27::text[]) as v(id, fact_type, tags, direction) where v.direction is not null
), further as (
  insert into memory_evidence (bank_uid, id, memory_id, document_uid, chunk_id, position, turn, context, metadata, mentioned_at)
  select $1, e.id, e.memory_id, e.document_uid, e.chunk_id, e.position, e.turn, e.context, e.metadata::jsonb, e.mentioned_at
  from unnest($28::uuid[], $29::uuid[], $30::uuid[], $31::uuid[], $32::int[], $33::int[], $34::text[], $35::text[], $36::timestamptz[])
    as e(id, memory_id, document_uid, chunk_id, position, turn, context, metadata, mentioned_at)
), proven as (
  update memories m set proof_count = m.proof_count + p.n, revision = $2, updated_at = now()
  from unnest($37::uuid[], $38::int[]) as p(id, n) where m.bank_uid = $1 and m.id = p.id
), linked as (
  insert into memory_entities (bank_uid, memory_id, entity_id)
  select $1, x.memory_id, x.entity_id from unnest($39::uuid[], $40::uuid[]) as x(memory_id, entity_id)
  on conflict do nothing returning entity_id
), mentioned as (
  update entities e set mention_count = e.mention_count + coalesce(n.n, 0), kind = case when e.kind = '${UNKNOWN_KIND}' then s.kind else e.kind end,
    first_seen = least(e.first_seen, s.first), last_seen = greatest(e.last_seen, s.last)
  from unnest($41::uuid[], $42::timestamptz[], $43::timestamptz[], $47::text[]) as s(id, first, last, kind)
  left join (select entity_id, count(*)::int as n from linked group by entity_id) n on n.entity_id = s.id
  where e.bank_uid = $1 and e.id = s.id
)
insert into memory_links (bank_uid, from_id, to_id, link_type, weight)
select $1, l.from_id, l.to_id, 'caused_by', l.weight from unnest($44::uuid[], $45::uuid[], $46::real[]) as l(from_id, to_id, weight)
on conflict do nothing`;

/** More steps than a 32-bit float of a vector of length 1 can tell apart in its larger numbers. */
const SCALE = 2 ** 22;

/**
 * The direction of a vector as whole numbers, in the text form of an array; the statement gives it back its length of 1. The database
 * reads whole numbers many times as fast as fractions, and reading fractions would be most of the cost of a unit in WebAssembly.
 */
function directionText(vector: Float32Array): string {
  let text = '{';
  for (let i = 0; i < vector.length; i++) text += i === 0 ? Math.round(vector[i]! * SCALE) : `,${Math.round(vector[i]! * SCALE)}`;
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
    ],
  });
}
