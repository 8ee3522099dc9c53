import { arrayText, type Tx } from '#lib/db/db';
import { LIVE_SPEAKERS, MAX_SPEAKERS } from '#lib/db/schema/memories';
import { iso } from '#lib/retain/store-columns';
import type { StoredChunk } from '#lib/retain/store-look';
import type { BankScope } from '#lib/scope';

/** The first statement that writes: documents, chunks, entities and their names, the bank, the answer that a repeated request gets. */

export interface DocumentRow {
  readonly uid: string;
  readonly id: string;
  readonly contentHash: string;
  readonly textLength: number;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly retainParams: Readonly<Record<string, unknown>>;
  readonly observationScopes: unknown;
  /** what its items said; those of a continuation come behind those that are there, if these are known */
  readonly said: { readonly items: readonly unknown[]; readonly continues: boolean };
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
  /** of the units that are written next */
  readonly speakers: readonly string[];
  /** units went before it: some speaker may have said nothing else */
  readonly hasRemoved: boolean;
  readonly embeddingModel: string;
  readonly idempotency: { readonly key: string; readonly requestHash: string; readonly response: unknown } | null;
}

const WRITE_FRAME = `
with docs as (
  insert into documents (bank_uid, uid, id, content_hash, text_length, items, tags, metadata, retain_params, observation_scopes, revision)
  select $1::bigint, d.uid, d.id, d.hash, d.length, d.items::jsonb, d.tags::text[], d.metadata::jsonb, d.params::jsonb, d.scopes::jsonb, $2::bigint
  from unnest($3::uuid[], $4::text[], $5::text[], $6::int[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[])
    as d(uid, id, hash, length, items, tags, metadata, params, scopes)
  on conflict (bank_uid, uid) do update set content_hash = excluded.content_hash, text_length = excluded.text_length,
    tags = excluded.tags, metadata = excluded.metadata,
    retain_params = excluded.retain_params, observation_scopes = excluded.observation_scopes,
    items = case when jsonb_typeof(excluded.items) = 'object' then documents.items || (excluded.items->'behind') else excluded.items end,
    revision = excluded.revision, updated_at = now()
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
  speakers = case when $36::text[] <@ b.speakers and not $41::boolean then b.speakers
    else (array(select distinct s from unnest((case when $41 then ${LIVE_SPEAKERS} else b.speakers end) || $36::text[]) s))[1:${MAX_SPEAKERS}] end,
  embedding_model = coalesce(b.embedding_model, $37::text), last_write_at = now(), last_document_at = now()
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
      documents.map(({ said }) => JSON.stringify(said.continues ? { behind: said.items } : said.items)),
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
      frame.hasRemoved,
    ],
  });
}
