import { type Queryable, type Row, sql } from '#lib/base/db/db';

/** Records of the OAuth server. An expired record is as good as deleted. */

export interface OAuthRecord extends Row {
  payload: Record<string, unknown>;
  consumed_at: Date | null;
}

export interface NewOAuthRecord {
  readonly kind: string;
  readonly id: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly grantId: string | null;
  readonly uid: string | null;
  /** seconds from now; null: never */
  readonly expiresIn: number | null;
}

export async function upsertRecord(db: Queryable, { kind, id, payload, grantId, uid, expiresIn }: NewOAuthRecord): Promise<void> {
  await db.query(sql`
    insert into oauth_records (kind, id, payload, grant_id, uid, expires_at)
    values (${kind}, ${id}, ${JSON.stringify(payload)}::jsonb, ${grantId}, ${uid}, now() + make_interval(secs => ${expiresIn}::float8))
    on conflict (kind, id) do update set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
      expires_at = excluded.expires_at`);
}

export async function findRecord(db: Queryable, kind: string, id: string): Promise<OAuthRecord | null> {
  const [row] = await db.query<OAuthRecord>(sql`
    select payload, consumed_at from oauth_records
    where kind = ${kind} and id = ${id} and (expires_at is null or expires_at > now())`);
  return row ?? null;
}

export async function findRecordByUid(db: Queryable, kind: string, uid: string): Promise<OAuthRecord | null> {
  const [row] = await db.query<OAuthRecord>(sql`
    select payload, consumed_at from oauth_records
    where kind = ${kind} and uid = ${uid} and (expires_at is null or expires_at > now())`);
  return row ?? null;
}

/**
 * Marks a code or refresh token as used, or a request as decided. Returns false if it was before. A
 * used token is stored for 30 days: its second use ends the connection.
 */
export async function consumeRecord(db: Queryable, kind: string, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    update oauth_records set consumed_at = now(), expires_at = least(expires_at, now() + interval '30 days')
    where kind = ${kind} and id = ${id} and consumed_at is null returning id`);
  return rows.length > 0;
}

/** Undoes `consumeRecord`. */
export async function releaseRecord(db: Queryable, kind: string, id: string): Promise<void> {
  await db.query(sql`update oauth_records set consumed_at = null where kind = ${kind} and id = ${id}`);
}

export async function deleteRecord(db: Queryable, kind: string, id: string): Promise<void> {
  await db.query(sql`delete from oauth_records where kind = ${kind} and id = ${id}`);
}

export async function deleteRecordsOfGrant(db: Queryable, grantId: string): Promise<void> {
  await db.query(sql`delete from oauth_records where grant_id = ${grantId} or (kind = 'Grant' and id = ${grantId})`);
}

/** Deletes a batch of expired records. */
export async function deleteExpiredRecords(db: Queryable): Promise<void> {
  await db.query(sql`
    delete from oauth_records where (kind, id) in (select kind, id from oauth_records where expires_at < now() order by expires_at limit 500)`);
}

/** Sets when a client is forgotten; null: never. */
export async function retainClient(db: Queryable, clientId: string): Promise<void> {
  await db.query(sql`update oauth_records set expires_at = null where kind = 'Client' and id = ${clientId}`);
}

export async function countClients(db: Queryable): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`
    select count(*) as n from oauth_records where kind = 'Client' and expires_at > now()`);
  return row?.n ?? 0;
}
