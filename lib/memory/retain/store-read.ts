import type { Queryable, Row, Tx } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';
import { candidatesSql, SHARES_COMPANY } from '#lib/memory/entities/candidates';
import type { Spelling } from '#lib/memory/entities/resolve';

/**
 * Reads of a retain: once before its transaction to save work, and once in it, under the lock of
 * the bank, to decide.
 */

export interface PlanContext {
  /** existing documents by id */
  readonly documents: ReadonlyMap<string, PlannedDocument>;
  readonly replay: Replay | null;
}

export interface PlannedDocument {
  /** content hashes of its chunks */
  readonly hashes: ReadonlySet<string>;
  /** false: only a part of an append exists */
  readonly isBase: boolean;
  readonly isTextStored: boolean;
}

export interface Replay {
  readonly requestHash: string;
  readonly response: unknown;
}

/** Reads the documents that the caller names. Only saves work: the transaction reads them again. */
export async function readPlan(
  db: Queryable,
  scope: BankScope,
  documentIds: readonly string[],
  idempotencyKey: string | null,
): Promise<PlanContext> {
  const rows = await db.query<{
    id: string | null;
    hashes: string[] | null;
    is_base: boolean;
    text_stored: boolean;
    request_hash: string | null;
    response: unknown;
  }>({
    name: 'retain_plan',
    text: `select d.id, (select array_agg(c.content_hash) from chunks c where c.bank_uid = d.bank_uid and c.document_uid = d.uid) as hashes,
             d.settled is null or d.settled->>'hash' is not null as is_base, d.text_stored, null as request_hash, null::jsonb as response
           from documents d where d.bank_uid = $1 and d.id = any($2::text[])
           union all
           select null, null, null, null, k.request_hash, k.response from idempotency_keys k
           where k.bank_uid = $1 and k.key = $3 and k.created_at > now() - interval '1 day'`,
    values: [scope.bankUid, documentIds, idempotencyKey],
  });
  const documents = new Map<string, PlannedDocument>();
  let replay: Replay | null = null;
  for (const row of rows) {
    if (row.id !== null) documents.set(row.id, { hashes: new Set(row.hashes ?? []), isBase: row.is_base, isTextStored: row.text_stored });
    else replay = { requestHash: row.request_hash ?? '', response: row.response };
  }
  return { documents, replay };
}

// --- in the transaction --------------------------------------------------------------------------

export interface StoredChunk {
  readonly id: string;
  readonly index: number;
  readonly hash: string;
  readonly positionStart: number;
  readonly positionCount: number;
  readonly turnStart: number;
  readonly turnCount: number;
  /** absent or null: never */
  readonly expiresAt?: Date | null;
}

/** State of a document before an unfinished append (`append.ts`), stored with it. */
export interface AppendState {
  /** null: the document did not exist */
  readonly hash: string | null;
  /** number of chunks and characters */
  readonly chunks: number;
  readonly length: number;
  /** the appending writer */
  readonly by: string;
}

export interface StoredDocument {
  readonly uid: string;
  readonly id: string;
  readonly contentHash: string;
  readonly textLength: number;
  readonly isTextStored: boolean;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  /** in order; for a continuation only the last chunk of the previous state and those after it */
  readonly chunks: readonly StoredChunk[];
  /** set during an append */
  readonly settled: AppendState | null;
  /** milliseconds since the last write */
  readonly silentMs: number;
}

export interface Stored {
  readonly documents: ReadonlyMap<string, StoredDocument>;
  readonly spellings: readonly Spelling[];
  /** the oldest valid memory by fingerprint */
  readonly repeats: ReadonlyMap<string, string>;
  readonly replay: Replay | null;
}

export interface LookupKeys {
  readonly replaced: readonly string[];
  readonly appended: readonly string[];
  /** keys of the names themselves */
  readonly names: readonly string[];
  /** keys of names that may have the same meaning */
  readonly related: readonly string[];
  /** words that may be a person's last name, looked up if no spelling equals the word */
  readonly surnames: readonly string[];
  readonly prefixes: readonly { key: string; prefix: string }[];
  readonly fingerprints: readonly bigint[];
  readonly idempotencyKey: string | null;
}

type ChunkTuple = [string, number, string, number, number, number, number, number | null];
interface DocumentJson extends Omit<StoredDocument, 'chunks' | 'contentHash' | 'textLength'> {
  readonly hash: string;
  readonly length: number;
  readonly chunks: readonly ChunkTuple[];
}
interface StoredRow extends Row {
  documents: DocumentJson[] | null;
  spellings: [string, string, string, string, boolean][] | null;
  repeats: [string, string][] | null;
  replay: [string, unknown] | null;
}

const CHUNK_TUPLE = `json_build_array(c.id, c.index, c.content_hash, c.position_start, c.position_count, c.turn_start, c.turn_count,
  extract(epoch from c.expires_at) * 1000)`;

const STORED = `
with ${candidatesSql({ names: '$4', related: '$5', prefixKeys: '$6', prefixes: '$7', surnames: '$10' })}
select
  (select json_agg(json_build_object('uid', d.uid, 'id', d.id, 'hash', d.content_hash, 'length', d.text_length, 'isTextStored', d.text_stored, 'tags', d.tags, 'metadata', d.metadata,
     'settled', d.settled, 'silentMs', extract(epoch from now() - d.updated_at) * 1000,
     'chunks', case when d.id = any($2::text[])
       then (select coalesce(json_agg(${CHUNK_TUPLE} order by c.index), '[]') from chunks c where c.bank_uid = $1 and c.document_uid = d.uid)
       else (select coalesce(json_agg(t.chunk order by t.index), '[]') from (
         select c.index, ${CHUNK_TUPLE} as chunk from chunks c where c.bank_uid = $1 and c.document_uid = d.uid
           and (d.settled is null or c.index >= (d.settled->>'chunks')::int - 1)
         order by c.index desc limit case when d.settled is null then 1 end) t) end))
   from documents d where d.bank_uid = $1 and d.id = any($2::text[] || $3::text[])) as documents,
  (select json_agg(json_build_array(a.key, a.name, a.entity_id, e.kind,
     ${SHARES_COMPANY}))
   from wanted w join entities e on e.bank_uid = $1 and e.id = w.entity_id
   join entity_aliases a on a.bank_uid = $1 and a.entity_id = e.id) as spellings,
  (select json_agg(json_build_array(r.fingerprint::text, r.id)) from (
     select distinct on (m.fingerprint) m.fingerprint, m.id from memories m
     where m.bank_uid = $1 and m.fingerprint = any($8::bigint[]) and m.state = 'valid' order by m.fingerprint, m.id) r) as repeats,
  (select json_build_array(k.request_hash, k.response) from idempotency_keys k
   where k.bank_uid = $1 and k.key = $9 and k.created_at > now() - interval '1 day') as replay`;

/** Everything the decisions of this retain depend on, read under the lock. */
export async function readStored(tx: Tx, scope: BankScope, args: LookupKeys): Promise<Stored> {
  const [row] = await tx.query<StoredRow>({
    name: 'retain_read',
    text: STORED,
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
      args.surnames,
    ],
  });
  return {
    documents: new Map((row?.documents ?? []).map((document) => [document.id, storedDocument(document)])),
    spellings: (row?.spellings ?? []).map(([key, name, entityId, kind, sharesCompany]) => ({ key, name, entityId, kind, sharesCompany })),
    repeats: new Map(row?.repeats ?? []),
    replay: row?.replay ? { requestHash: row.replay[0], response: row.replay[1] } : null,
  };
}

function storedDocument({ hash: contentHash, length: textLength, ...row }: DocumentJson): StoredDocument {
  const chunks = row.chunks.map(([id, index, hash, positionStart, positionCount, turnStart, turnCount, expiresAt]) => ({
    id,
    index,
    hash,
    positionStart,
    positionCount,
    turnStart,
    turnCount,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  }));
  return { ...row, contentHash, textLength, chunks };
}

/** Reads only the repeats again, after chunks were removed. */
export async function readRepeats(tx: Tx, scope: BankScope, fingerprints: readonly bigint[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ fingerprint: string; id: string }>({
    name: 'retain_repeats',
    text: `select distinct on (fingerprint) fingerprint::text, id from memories
           where bank_uid = $1 and fingerprint = any($2::bigint[]) and state = 'valid' order by fingerprint, id`,
    values: [scope.bankUid, fingerprints],
  });
  return new Map(rows.map(({ fingerprint, id }) => [fingerprint, id]));
}

/** Number of memories and further evidence by chunk and turn. */
export type TurnCounts = ReadonlyMap<string, ReadonlyMap<number, number>>;

export async function readTurnCounts(tx: Tx, scope: BankScope, chunkIds: readonly string[]): Promise<TurnCounts> {
  const counts = new Map(chunkIds.map((id) => [id, new Map<number, number>()]));
  if (chunkIds.length === 0) return counts;
  const rows = await tx.query<{ chunk_id: string; turn: number; n: number }>({
    name: 'retain_turn_counts',
    text: `select t.chunk_id, t.turn, count(*) as n from (
             select chunk_id, turn from memories where bank_uid = $1 and chunk_id = any($2::uuid[])
             union all
             select chunk_id, turn from memory_evidence where bank_uid = $1 and chunk_id = any($2::uuid[])) t
           group by t.chunk_id, t.turn`,
    values: [scope.bankUid, chunkIds],
  });
  for (const { chunk_id, turn, n } of rows) defined(counts.get(chunk_id)).set(turn, n);
  return counts;
}
