import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmptyDatabase } from '#e2e/fixtures/database';
import { array, type Db, sql } from '#lib/db/db';
import { TAG_MODES } from '#lib/literals';
import { lenientMode, tagCondition } from '#lib/tags/filter';
import { matchesTags } from '#lib/text/tags';

describe('tagCondition', () => {
  let db: Db;
  beforeAll(async () => {
    db = await openEmptyDatabase();
  });
  afterAll(() => db.close());

  it('lets through what the five modes mean, for any tags', async () => {
    const tags = fc.array(fc.constantFrom('a', 'b', 'c', "it's", '{x,y}', 'Ä', ''), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(tags, tags, fc.constantFrom(...TAG_MODES), async (unit, wanted, mode) => {
        const [row] = await db.query<{ hit: boolean }>(
          sql`select ${tagCondition(sql`u.tags`, wanted, mode)} as hit from (select ${array(unit, 'text[]')} as tags) u`,
        );
        expect(row?.hit).toBe(matchesTags(unit, wanted, mode));
      }),
      { numRuns: 150 },
    );
  });
});

describe('lenientMode', () => {
  it('takes an unknown word for any', () => {
    expect(['exact', 'all_strict', 'nonsense', ''].map(lenientMode)).toEqual(['exact', 'all_strict', 'any', 'any']);
  });
});
