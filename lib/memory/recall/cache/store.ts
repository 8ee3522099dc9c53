import { array, type Queryable, type Row, sql } from '#lib/base/db/db';
import type { OrgScope } from '#lib/base/scope';

interface BankNameRow extends Row {
  uid: number;
  id: string;
  name: string;
}

/**
 * Names of those of these banks, in the cell of `db`, that belong to the organization and that the
 * caller reaches.
 */
export async function findNames(db: Queryable, { orgId, bankUids }: OrgScope, uids: readonly number[]): Promise<Map<number, BankNameRow>> {
  const reached = bankUids === null ? uids : uids.filter((uid) => bankUids.includes(uid));
  const rows = await db.query<BankNameRow>(
    sql`select uid, id, name from banks where org_id = ${orgId} and uid = any(${array(reached, 'bigint[]')})`,
  );
  return new Map(rows.map((row) => [row.uid, row]));
}
