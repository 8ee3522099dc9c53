import type { Tx } from '#lib/base/db/db';
import { UNREAD_CHUNK } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import { wordsKey } from '#lib/memory/memories/words';

/**
 * `curated_words`: prevents that reading a chunk again undoes manual changes. The caller must hold
 * the bank's lock.
 */

const MARK = `
insert into curated_words (bank_uid, chunk_id, words, memory_id)
select distinct on (p.chunk_id, w.words) $1, p.chunk_id, w.words, w.id from unnest($2::uuid[], $3::bigint[]) as w(id, words)
cross join lateral (
  select m.chunk_id from memories m where m.bank_uid = $1 and m.id = w.id and m.chunk_id is not null
  union
  select e.chunk_id from memory_evidence e where e.bank_uid = $1 and e.memory_id = w.id) p
where not exists (select 1 from curated_words c where c.bank_uid = $1 and c.memory_id = w.id offset 0)
order by p.chunk_id, w.words, w.id
on conflict (bank_uid, chunk_id, words) do update set memory_id = excluded.memory_id`;

/**
 * Before the first change of memories: stores their words for every chunk that contains them.
 * `offset 0` forces a lookup per memory; otherwise the marks of the whole bank would be read.
 */
export async function markWords(tx: Tx, scope: BankScope, ids: readonly string[]): Promise<void> {
  const rows = await tx.query<{ id: string; text: string }>({
    name: 'memories_words',
    text: `select m.id, m.text from memories m where m.bank_uid = $1 and m.id = any($2::uuid[]) and m.fact_type <> 'observation'
             and not exists (select 1 from curated_words c where c.bank_uid = $1 and c.memory_id = m.id offset 0)`,
    values: [scope.bankUid, ids],
  });
  if (rows.length === 0) return;
  await tx.query({
    name: 'memories_mark_words',
    text: MARK,
    values: [scope.bankUid, rows.map(({ id }) => id), rows.map(({ text }) => wordsKey(text))],
  });
}

/** Memories in their original state need no mark. */
export async function unmarkWords(tx: Tx, scope: BankScope, ids: readonly string[]): Promise<void> {
  await tx.query({
    name: 'memories_unmark_words',
    text: `delete from curated_words c using memories m where c.bank_uid = $1 and c.memory_id = any($2::uuid[])
             and m.bank_uid = $1 and m.id = c.memory_id and m.state = 'valid' and m.edited_at is null`,
    values: [scope.bankUid, ids],
  });
}

/**
 * Before memories are permanently deleted: the next retain rereads every chunk that contains them,
 * and restores the original statements. Also deletes the memories' words.
 */
export async function forgetReading(tx: Tx, scope: BankScope, ids: readonly string[]): Promise<void> {
  await tx.query({
    name: 'memories_forget_reading',
    text: `update chunks set content_hash = '' where bank_uid = $1 and content_hash <> $3 and id in (
             select m.chunk_id from memories m where m.bank_uid = $1 and m.id = any($2::uuid[])
             union select e.chunk_id from memory_evidence e where e.bank_uid = $1 and e.memory_id = any($2::uuid[]))`,
    values: [scope.bankUid, ids, UNREAD_CHUNK],
  });
}
