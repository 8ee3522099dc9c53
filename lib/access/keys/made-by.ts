import type { KeyStatus } from '#lib/access/keys/literals';
import { type Queryable, sql } from '#lib/base/db/db';

export interface DependentKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly status: KeyStatus;
  readonly lastUsedAt: Date | null;
}

/**
 * The keys of the organization that a person created and that are not revoked, newest first. They
 * stay when the person leaves; those of applications, which are not included, do not.
 */
export async function keysMadeBy(db: Queryable, orgId: string, userId: string): Promise<DependentKey[]> {
  const rows = await db.query<{ id: string; name: string; prefix: string; is_expired: boolean; last_used_at: Date | null }>(sql`
    select id, name, prefix, coalesce(expires_at <= now(), false) as is_expired, last_used_at
    from api_keys where org_id = ${orgId} and created_by = ${userId} and grant_id is null and revoked_at is null order by created_at desc, id desc`);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    status: row.is_expired ? 'expired' : 'active',
    lastUsedAt: row.last_used_at,
  }));
}
