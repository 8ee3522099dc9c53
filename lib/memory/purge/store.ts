import { array, type Queryable, sql } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';

/** The texts of memories, without the names of their speakers. */
export async function readTexts(db: Queryable, scope: BankScope, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ text: string }>(sql`
    select case when speaker is not null and starts_with(text, speaker || ': ') then substr(text, length(speaker) + 3) else text end as text
    from memories where bank_uid = ${scope.bankUid} and id = any(${array(ids, 'uuid[]')}) and fact_type <> 'observation'`);
  return rows.map(({ text }) => text);
}
