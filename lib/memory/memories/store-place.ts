import { type Columns, column, instant, jsonText, statement, textArray } from '#lib/base/db/columns';
import type { Row, Tx } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import type { Actor, BankScope } from '#lib/base/scope';
import { actorValues, recordedBefore } from '#lib/memory/validity/image';

/** Words of a chunk that represent a curated memory. */
export interface CuratedWord {
  readonly documentUid: string;
  readonly words: bigint;
  readonly memoryId: string;
  /** the memory's own position is in this chunk */
  readonly isOwn: boolean;
  readonly tags: readonly string[];
  /** what requests gave; null: a user set it, so that no reading changes it */
  readonly validity: StatedValidity | null;
}

/** When a statement is true, as the request that contains it says. */
export interface StatedValidity {
  readonly from: Date | null;
  readonly to: Date | null;
}

interface WordRow extends Row {
  document_uid: string;
  words: string;
  memory_id: string;
  is_own: boolean;
  tags: string[];
  is_set: boolean;
  given_from: Date | null;
  given_to: Date | null;
}

/** The given start and end of a memory `m`: a derived end is none of them. */
const GIVEN_FROM = 'm.valid_from';
const GIVEN_TO = `case when m.validity_source = 'given' then m.valid_to end`;

export async function readCuratedWords(tx: Tx, scope: BankScope, chunkIds: readonly string[]): Promise<CuratedWord[]> {
  const rows = await tx.query<WordRow>({
    name: 'memories_curated_words',
    text: `select c.document_uid, w.words::text as words, w.memory_id, coalesce(m.chunk_id = w.chunk_id, false) as is_own, m.tags,
             coalesce(m.validity_source = 'set', false) as is_set, ${GIVEN_FROM} as given_from, ${GIVEN_TO} as given_to
           from curated_words w join chunks c on c.bank_uid = w.bank_uid and c.id = w.chunk_id
           join memories m on m.bank_uid = w.bank_uid and m.id = w.memory_id
           where w.bank_uid = $1 and w.chunk_id = any($2::uuid[]) order by c.index, w.words`,
    values: [scope.bankUid, chunkIds],
  });
  return rows.map((row) => ({
    documentUid: row.document_uid,
    words: BigInt(row.words),
    memoryId: row.memory_id,
    isOwn: row.is_own,
    tags: row.tags,
    validity: row.is_set ? null : { from: row.given_from, to: row.given_to },
  }));
}

/** A memory and its new position. */
export interface PlacedMemory {
  readonly memoryId: string;
  readonly chunkId: string;
  readonly position: number;
  readonly turn: number;
  readonly span: { readonly start: number; readonly end: number } | null;
  readonly mentionedAt: Date | null;
  /** JSON */
  readonly metadata: string;
  readonly tags: readonly string[];
  /** null: the request says nothing about it */
  readonly validity: StatedValidity | null;
}

const PLACED = {
  id: column('uuid', (placed) => placed.memoryId),
  chunk_id: column('uuid', (placed) => placed.chunkId),
  position: column('int', (placed) => placed.position),
  turn: column('int', (placed) => placed.turn),
  mentioned_at: instant((placed) => placed.mentionedAt),
  metadata: jsonText((placed) => placed.metadata),
  tags: textArray((placed) => placed.tags),
  chunk_start: column('int', (placed) => placed.span?.start ?? null),
  chunk_end: column('int', (placed) => placed.span?.end ?? null),
  valid_from: instant((placed) => placed.validity?.from ?? null),
  valid_to: instant((placed) => placed.validity?.to ?? null),
} satisfies Columns<PlacedMemory>;

/**
 * Memories move to a chunk before it is written: there is no foreign key from memories to chunks.
 */
const placeStatement = statement<{
  readonly bankUid: number;
  readonly held: readonly PlacedMemory[];
  readonly revision: number;
  readonly actor: Actor;
}>('memories_hold', ({ value, rows }) => {
  const bank = value((args) => args.bankUid);
  const revision = value((args) => args.revision);
  const actorAt = (at: 0 | 1 | 2): string => value(({ actor }) => actorValues(actor)[at]);
  const placed = rows((args) => args.held, PLACED);
  return `
with new(${placed.names()}) as (
  select ${placed.select('h')} from ${placed.from('h')}
), old as (
  select m.id, m.tags <> n.tags as retagged, coalesce(m.validity_source <> 'set', true)
    and (${GIVEN_FROM}, ${GIVEN_TO}) is distinct from (n.valid_from, n.valid_to) as restated from new n join memories m on m.bank_uid = ${bank} and m.id = n.id
), restated as (
  select m.* from old o join memories m on m.bank_uid = ${bank} and m.id = o.id where o.restated
), ${recordedBefore('restated', 'retain', { revision, actor: [actorAt(0), actorAt(1), actorAt(2)] })}, scanned as (
  update memory_embeddings v set tags = n.tags from new n where v.bank_uid = ${bank} and v.memory_id = n.id and v.tags <> n.tags
), moved as (
  update memories m set chunk_id = n.chunk_id, position = n.position, turn = n.turn, mentioned_at = n.mentioned_at, metadata = n.metadata,
    chunk_start = n.chunk_start, chunk_end = n.chunk_end, tags = n.tags, revision = ${revision}, updated_at = now(),
    valid_from = case when o.restated then n.valid_from else m.valid_from end,
    valid_to = case when o.restated then n.valid_to else m.valid_to end,
    superseded_by = case when o.restated then null else m.superseded_by end,
    validity_reason = case when o.restated then null else m.validity_reason end,
    validity_source = case when not o.restated then m.validity_source when coalesce(n.valid_from, n.valid_to) is not null then 'given' end
  from new n join old o on o.id = n.id where m.bank_uid = ${bank} and m.id = n.id
)
select (select coalesce(array_agg(id), '{}') from old where retagged) as retagged,
  (select coalesce(array_agg(distinct x.entity_id), '{}') from new n join memory_entities x on x.bank_uid = ${bank} and x.memory_id = n.id) as entity_ids`;
});

/**
 * Sets the position, time, tags and metadata of the new readings, and the validity that the request
 * gives or no longer gives, which is recorded. Manual changes remain: validity that a user set is
 * never changed.
 */
export async function placeMemories(
  tx: Tx,
  scope: BankScope,
  placed: readonly PlacedMemory[],
  revision: number,
): Promise<{ entityIds: string[]; retagged: string[] }> {
  const [row] = await tx.query<{ retagged: string[]; entity_ids: string[] }>(
    placeStatement({ bankUid: scope.bankUid, held: placed, revision, actor: scope.actor }),
  );
  return { entityIds: defined(row).entity_ids, retagged: defined(row).retagged };
}

export async function markAgain(
  tx: Tx,
  scope: BankScope,
  marks: readonly { chunkId: string; words: bigint; memoryId: string }[],
): Promise<void> {
  await tx.query({
    name: 'memories_mark_again',
    text: `insert into curated_words (bank_uid, chunk_id, words, memory_id) select $1, w.chunk_id, w.words, w.memory_id
           from unnest($2::uuid[], $3::bigint[], $4::uuid[]) as w(chunk_id, words, memory_id) on conflict do nothing`,
    values: [scope.bankUid, marks.map(({ chunkId }) => chunkId), marks.map(({ words }) => words), marks.map(({ memoryId }) => memoryId)],
  });
}
