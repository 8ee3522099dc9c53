import { json, type Queryable, sql, type Tx } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import type { ItemSource } from '#lib/memory/retain/item-sources';

/** Responses to requests with an `Idempotency-Key`, and the texts of documents for reprocessing. */

export async function findAnswer(db: Queryable, scope: BankScope, key: string): Promise<{ requestHash: string; response: unknown } | null> {
  const [row] = await db.query<{ request_hash: string; response: unknown }>(sql`
    select request_hash, response from idempotency_keys
    where bank_uid = ${scope.bankUid} and key = ${key} and created_at > now() - interval '1 day'`);
  return row ? { requestHash: row.request_hash, response: row.response } : null;
}

/**
 * At most this many old responses are deleted per new one: a bank that was idle for a day may have
 * a million of them.
 */
const DELETED = 100;

/**
 * Deletes the oldest responses that are no longer returned; none if `key` is null. `bank` and `key`
 * are SQL expressions. Rows that another request deletes or replaces are left to it.
 */
export const deleteOldAnswers = (bank: string, key: string): string => `
  delete from idempotency_keys k where k.bank_uid = ${bank} and k.key in (
    select o.key from idempotency_keys o
    where o.bank_uid = ${bank} and o.created_at <= now() - interval '1 day' and o.key is distinct from ${key}::text
    order by o.created_at limit case when ${key}::text is null then 0 else ${DELETED} end for update skip locked)`;

/** Returns false if another request with the same key was faster. */
export async function saveAnswer(
  tx: Tx,
  scope: BankScope,
  { key, requestHash, response }: { key: string; requestHash: string; response: unknown },
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into idempotency_keys (bank_uid, key, request_hash, response)
    values (${scope.bankUid}, ${key}, ${requestHash}, ${json(response)})
    on conflict (bank_uid, key) do update set request_hash = excluded.request_hash, response = excluded.response, created_at = excluded.created_at
      where excluded.created_at - idempotency_keys.created_at >= interval '1 day'
    returning key`);
  await tx.query({ name: 'retain_old_answers', text: deleteOldAnswers('$1', '$2'), values: [scope.bankUid, key] });
  return rows.length > 0;
}

export interface StoredText {
  /** see `readTextState` */
  readonly state: string;
  /** of its chunks, in order */
  readonly texts: readonly string[];
  /** when each of these chunks expires; null: never */
  readonly expiries: readonly (Date | null)[];
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, unknown>>;
  readonly observationScopes: unknown;
  readonly itemSources: readonly ItemSource[] | null;
  readonly createdAt: Date;
}

/** The hash of all that a reprocessing stores again: text, fields, items and expiries. */
const STATE = sql`md5(json_build_array(coalesce(d.settled->>'hash', d.content_hash), coalesce((d.settled->>'length')::int, d.text_length),
  d.tags, d.metadata, d.retain_params, d.observation_scopes, d.items, array(select c.expires_at from chunks c
    where c.bank_uid = d.bank_uid and c.document_uid = d.uid and c.index < coalesce((d.settled->>'chunks')::int, c.index + 1) order by c.index))::text)`;

export async function findText(db: Queryable, scope: BankScope, documentId: string): Promise<StoredText | null> {
  const [row] = await db.query<{
    state: string;
    texts: string[];
    expiries: (number | null)[];
    tags: string[];
    metadata: Record<string, string>;
    retain_params: Record<string, unknown>;
    observation_scopes: unknown;
    items: ItemSource[] | null;
    created_at: Date;
  }>(sql`
    select ${STATE} as state, d.tags, d.metadata, d.retain_params, d.observation_scopes, d.items, d.created_at,
      array(select c.text from chunks c where c.bank_uid = d.bank_uid and c.document_uid = d.uid
        and c.index < coalesce((d.settled->>'chunks')::int, c.index + 1) order by c.index) as texts,
      (select coalesce(json_agg(extract(epoch from c.expires_at) * 1000 order by c.index), '[]') from chunks c where c.bank_uid = d.bank_uid and c.document_uid = d.uid
        and c.index < coalesce((d.settled->>'chunks')::int, c.index + 1)) as expiries
    from documents d where d.bank_uid = ${scope.bankUid} and d.id = ${documentId}`);
  if (!row) return null;
  return {
    state: row.state,
    texts: row.texts,
    expiries: row.expiries.map((at) => (at === null ? null : new Date(at))),
    tags: row.tags,
    metadata: row.metadata,
    params: row.retain_params,
    observationScopes: row.observation_scopes,
    itemSources: row.items,
    createdAt: row.created_at,
  };
}

/**
 * Equal while nothing that a reprocessing stores again has changed; null: the document is missing.
 */
export async function readTextState(tx: Tx, scope: BankScope, documentId: string): Promise<string | null> {
  const [row] = await tx.query<{ state: string }>(
    sql`select ${STATE} as state from documents d where d.bank_uid = ${scope.bankUid} and d.id = ${documentId}`,
  );
  return row?.state ?? null;
}
