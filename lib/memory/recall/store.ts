import type { Queryable } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';

/** Texts of these memories. */
export async function readTexts(db: Queryable, scope: Pick<BankScope, 'bankUid'>, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; text: string }>({
    name: 'recall_texts',
    text: 'select id, text from memories where bank_uid = $1 and id = any($2::uuid[])',
    values: [scope.bankUid, ids],
  });
  return new Map(rows.map(({ id, text }) => [id, text]));
}
