import { expect, it } from 'vitest';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { type NamedStatement, sql, type Tx } from '#lib/base/db/db';
import { readStored } from '#lib/memory/retain/store-read';

withTestBank();

it('people are found by the last word of their names in an index', async () => {
  const plan = await db.transaction(async (tx) => {
    await tx.query(sql`set local enable_seqscan = off`);
    const lines: string[] = [];
    const query: Tx['query'] = async (statement) => {
      const { text, values } = statement as NamedStatement;
      const rows = await tx.query<{ 'QUERY PLAN': string }>({ name: 'explained', text: `explain ${text}`, values });
      lines.push(...rows.map((row) => row['QUERY PLAN']));
      return [];
    };
    const none = { replaced: [], appended: [], names: [], related: [], prefixes: [], fingerprints: [], idempotencyKey: null };
    await readStored({ ...tx, query }, scope, { ...none, surnames: ['chen'] });
    return lines.join('\n');
  });
  expect(plan).toContain('entity_aliases_last_word');
});
