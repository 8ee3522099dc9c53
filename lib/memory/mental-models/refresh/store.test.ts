import { expect, it } from 'vitest';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { sql } from '#lib/base/db/db';
import { readRevisions } from '#lib/memory/mental-models/refresh/store';
import { MOST_REVISIONS } from '#lib/memory/mental-models/refresh/window';
import { EVERYTHING } from '#lib/memory/reflect/scope-filter';

withTestBank();

it('of a long window, only the revisions of a portion are read one by one', async () => {
  await db.query(sql`
    insert into memories (bank_uid, id, fact_type, text, tokens, term_count, search, extractor, revision)
    select ${scope.bankUid}::bigint, gen_random_uuid(), case when n % 2 = 0 then 'world' else 'experience' end, 'text', 2, 1, '', 'test', n / 2
    from generate_series(10, ${2 * MOST_REVISIONS + 29}::int) n`);
  const range = { after: 5, upTo: MOST_REVISIONS + 8 };
  const { sums, further } = await readRevisions(db, scope, EVERYTHING, range);
  expect(sums).toHaveLength(MOST_REVISIONS);
  expect([sums[0], sums.at(-1)]).toMatchObject([
    { revision: 6, units: 2, tokens: 4 },
    { revision: MOST_REVISIONS + 5, units: 2 },
  ]);
  expect(further).toBe(6);
  const facts = { ...EVERYTHING, factTypes: ['world' as const] };
  expect(await readRevisions(db, scope, facts, { after: 5, upTo: MOST_REVISIONS + 4 })).toMatchObject({
    further: 0,
    sums: { length: MOST_REVISIONS - 1 },
  });
});
