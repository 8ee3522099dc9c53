import { type Columns, column, instant, jsonText, statement, textArray } from '#lib/base/db/columns';
import { array, json, sql, type Tx } from '#lib/base/db/db';
import { LIVE_SPEAKERS, MAX_SPEAKERS } from '#lib/base/db/schema/memories';
import type { BankScope } from '#lib/base/scope';
import { deleteOldAnswers } from '#lib/memory/retain/store-answers';
import type { AppendState, StoredChunk } from '#lib/memory/retain/store-read';

/**
 * The first writing statement: documents, chunks, entities and their names, the bank, and the
 * response for repeated requests.
 */

export interface NewDocumentRow {
  readonly uid: string;
  readonly id: string;
  readonly contentHash: string;
  readonly textLength: number;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly retainParams: Readonly<Record<string, unknown>>;
  readonly observationScopes: unknown;
  readonly isTextStored: boolean;
  /**
   * the sources of its items; those of a continuation follow the stored ones, if these are known
   */
  readonly itemSources: { readonly items: readonly unknown[]; readonly continues: boolean };
  /**
   * set while an append continues: only the hash, the length and this field of an existing document
   * change
   */
  readonly settled: AppendState | null;
}

export interface NewChunkRow extends StoredChunk {
  readonly documentUid: string;
  readonly text: string;
  readonly tags: readonly string[];
  readonly expiresAt: Date | null;
}

/** An unchanged chunk in another position: its new position, and the offset of its units. */
export interface ChunkShift {
  readonly id: string;
  readonly index: number;
  readonly positions: number;
  readonly turns: number;
}

export interface NewEntityRow {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly mentions: number;
  readonly firstSeen: Date | null;
  readonly lastSeen: Date | null;
}

export interface DocumentsWrite {
  readonly revision: number;
  readonly documents: readonly NewDocumentRow[];
  readonly chunks: readonly NewChunkRow[];
  readonly shifts: readonly ChunkShift[];
  readonly entities: readonly NewEntityRow[];
  readonly aliases: readonly { key: string; name: string; entityId: string }[];
  readonly unitDelta: number;
  readonly termDelta: number;
  /** of the units that are written next */
  readonly speakers: readonly string[];
  /** memories were deleted before: some speakers may have no memory left */
  readonly hasRemoved: boolean;
  readonly embeddingModel: string;
  /** the first expiry of what is written; null: nothing of it expires */
  readonly firstExpiry: Date | null;
  readonly idempotency: { readonly key: string; readonly requestHash: string; readonly response: unknown } | null;
}

const DOCUMENT = {
  uid: column('uuid', (document) => document.uid),
  id: column('text', (document) => document.id),
  content_hash: column('text', (document) => document.contentHash),
  text_length: column('int', (document) => document.textLength),
  text_stored: column('boolean', (document) => document.isTextStored),
  items: jsonText(({ itemSources }) => JSON.stringify(itemSources.continues ? { behind: itemSources.items } : itemSources.items)),
  tags: textArray((document) => document.tags),
  settled: jsonText(({ settled }) => settled && JSON.stringify(settled)),
  metadata: jsonText((document) => JSON.stringify(document.metadata)),
  retain_params: jsonText((document) => JSON.stringify(document.retainParams)),
  observation_scopes: jsonText(({ observationScopes }) => (observationScopes == null ? null : JSON.stringify(observationScopes))),
} satisfies Columns<NewDocumentRow>;

/** Fields of a document from the request: they are valid from the last batch on. */
const REQUEST_COLUMNS = ['tags', 'metadata', 'retain_params', 'observation_scopes'] as const satisfies readonly (keyof typeof DOCUMENT)[];

const CHUNK = {
  id: column('uuid', (chunk) => chunk.id),
  document_uid: column('uuid', (chunk) => chunk.documentUid),
  index: column('int', (chunk) => chunk.index),
  content_hash: column('text', (chunk) => chunk.hash),
  text: column('text', (chunk) => chunk.text),
  tags: textArray((chunk) => chunk.tags),
  position_start: column('int', (chunk) => chunk.positionStart),
  position_count: column('int', (chunk) => chunk.positionCount),
  turn_start: column('int', (chunk) => chunk.turnStart),
  turn_count: column('int', (chunk) => chunk.turnCount),
  expires_at: instant((chunk) => chunk.expiresAt),
} satisfies Columns<NewChunkRow>;

const SHIFT = {
  id: column('uuid', (shift) => shift.id),
  index: column('int', (shift) => shift.index),
  positions: column('int', (shift) => shift.positions),
  turns: column('int', (shift) => shift.turns),
} satisfies Columns<ChunkShift>;

const ENTITY = {
  id: column('uuid', (entity) => entity.id),
  canonical_name: column('text', (entity) => entity.name),
  kind: column('text', (entity) => entity.kind),
  mention_count: column('int', (entity) => entity.mentions),
  first_seen: instant((entity) => entity.firstSeen),
  last_seen: instant((entity) => entity.lastSeen),
} satisfies Columns<NewEntityRow>;

const ALIAS = {
  key: column('text', (alias) => alias.key),
  name: column('text', (alias) => alias.name),
  entity_id: column('uuid', (alias) => alias.entityId),
} satisfies Columns<DocumentsWrite['aliases'][number]>;

const write = statement<DocumentsWrite & { readonly bankUid: number }>('retain_documents', ({ value, rows }) => {
  const bank = value((args) => args.bankUid);
  const revision = value((args) => args.revision);
  const units = value((args) => args.unitDelta);
  const terms = value((args) => args.termDelta);
  const speakers = value((args) => args.speakers);
  const hasRemoved = value((args) => args.hasRemoved);
  const model = value((args) => args.embeddingModel);
  const firstExpiry = value((args) => args.firstExpiry?.toISOString() ?? null);
  const key = value(({ idempotency }) => idempotency?.key ?? null);
  const requestHash = value(({ idempotency }) => idempotency?.requestHash ?? null);
  const response = value(({ idempotency }) => (idempotency ? JSON.stringify(idempotency.response) : null));
  const documents = rows((args) => args.documents, DOCUMENT);
  const chunks = rows((args) => args.chunks, CHUNK);
  const shifts = rows((args) => args.shifts, SHIFT);
  const entities = rows((args) => args.entities, ENTITY);
  const aliases = rows((args) => args.aliases, ALIAS);
  // Citus allows recursion only in a part that it can run alone.
  return `
with live as materialized (
  select ${LIVE_SPEAKERS} as speakers where ${hasRemoved}::boolean
), docs as (
  insert into documents (bank_uid, revision, ${documents.names()}) select ${bank}::bigint, ${revision}::bigint, ${documents.select('d')} from ${documents.from('d')}
  on conflict (bank_uid, uid) do update set content_hash = excluded.content_hash, text_length = excluded.text_length, text_stored = excluded.text_stored, settled = excluded.settled,
    ${REQUEST_COLUMNS.map((name) => `${name} = case when excluded.settled is null then excluded.${name} else documents.${name} end`)},
    items = case when excluded.settled is not null then documents.items
      when jsonb_typeof(excluded.items) = 'object' then documents.items || (excluded.items->'behind') else excluded.items end,
    revision = excluded.revision, updated_at = excluded.updated_at
), cuts as (
  insert into chunks (bank_uid, ${chunks.names()}) select ${bank}, ${chunks.select('c')} from ${chunks.from('c')}
), shifts as (
  select * from ${shifts.from('s')}
), shifted_chunks as (
  update chunks c set index = s.index, position_start = c.position_start + s.positions, turn_start = c.turn_start + s.turns
  from shifts s where c.bank_uid = ${bank} and c.id = s.id
), shifted_units as (
  update memories m set position = m.position + s.positions, turn = m.turn + s.turns
  from shifts s where m.bank_uid = ${bank} and m.chunk_id = s.id and (s.positions <> 0 or s.turns <> 0)
), shifted_evidence as (
  update memory_evidence e set position = e.position + s.positions, turn = e.turn + s.turns
  from shifts s where e.bank_uid = ${bank} and e.chunk_id = s.id and (s.positions <> 0 or s.turns <> 0)
), things as (
  insert into entities (bank_uid, ${entities.names()}) select ${bank}, ${entities.select('e')} from ${entities.from('e')}
), names as (
  insert into entity_aliases (bank_uid, ${aliases.names()}) select ${bank}, ${aliases.select('a')} from ${aliases.from('a')}
), old_answers as (
  ${deleteOldAnswers(bank, key)}
), answer as (
  insert into idempotency_keys (bank_uid, key, request_hash, response)
  select ${bank}, ${key}, ${requestHash}::text, ${response}::jsonb where ${key}::text is not null
  on conflict (bank_uid, key) do update set request_hash = excluded.request_hash, response = excluded.response, created_at = excluded.created_at
)
update banks b set revision = ${revision}, unit_count = b.unit_count + ${units}::bigint, term_count = b.term_count + ${terms}::bigint,
  speakers = case when ${speakers}::text[] <@ b.speakers and not ${hasRemoved} then b.speakers
    else (array(select distinct s from unnest(case when ${hasRemoved} then (select speakers from live) else b.speakers end || ${speakers}::text[]) s))[1:${MAX_SPEAKERS}] end,
  embedding_model = coalesce(b.embedding_model, ${model}::text), next_expires_at = least(b.next_expires_at, ${firstExpiry}::timestamptz), last_write_at = now(), last_document_at = now()
where b.uid = ${bank}`;
});

export async function writeDocuments(tx: Tx, scope: BankScope, args: DocumentsWrite): Promise<void> {
  await tx.query(write({ ...args, bankUid: scope.bankUid }));
}

/** Drops the texts of documents that were stored while the bank stored texts. */
export async function dropTexts(tx: Tx, scope: BankScope, documentUids: readonly string[]): Promise<void> {
  await tx.query({
    name: 'retain_drop_texts',
    text: `update chunks set text = '' where bank_uid = $1 and document_uid = any($2::uuid[]) and text <> ''`,
    values: [scope.bankUid, documentUids],
  });
}

/**
 * Clears the document's hash and subtracts the length of these chunks before they are deleted. If
 * the end of the state before an append is among them, that state is dropped. `by`: the writer that
 * deletes the remains of another one, recorded as the current writer.
 */
export async function shorten(
  tx: Tx,
  scope: BankScope,
  args: { uid: string; chunkIds: readonly string[]; revision: number; by?: string },
): Promise<void> {
  await tx.query(sql`
    update documents set content_hash = '', revision = ${args.revision}, updated_at = now(), text_length = text_length - removed.length,
      settled = case when removed.first >= (settled->>'chunks')::int
        then settled || ${json(args.by === undefined ? {} : { by: args.by })} end
    from (select coalesce(sum(length(c.text)), 0) as length, min(c.index) as first from chunks c
      where c.bank_uid = ${scope.bankUid} and c.id = any(${array(args.chunkIds, 'uuid[]')})) removed
    where bank_uid = ${scope.bankUid} and uid = ${args.uid}`);
}

/** Sets when the text of stored chunks expires. */
export async function setChunkExpiries(
  tx: Tx,
  scope: BankScope,
  chunks: readonly { readonly id: string; readonly expiresAt: Date | null }[],
): Promise<void> {
  await tx.query({
    name: 'retain_chunk_expiries',
    text: `update chunks c set expires_at = n.expires_at from unnest($2::uuid[], $3::timestamptz[]) as n(id, expires_at)
           where c.bank_uid = $1 and c.id = n.id`,
    values: [scope.bankUid, chunks.map(({ id }) => id), chunks.map(({ expiresAt }) => expiresAt?.toISOString() ?? null)],
  });
}
