import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmptyDatabase } from '#e2e/fixtures/database';
import { runs } from '#e2e/fixtures/runs';
import { groupOf, matchesGroups, matchesTags } from '#e2e/fixtures/tag-oracle';
import { array, type Db, sql } from '#lib/base/db/db';
import { TAG_MODES } from '#lib/base/literals';
import { lenientMode, passing, type TagFilter, tagCondition, textConditions, treeCondition } from '#lib/base/tags/filter';

const someTags = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', "it's", '{x,y}', 'Ä'), { maxLength: 4 });
const leaf = fc.record({ kind: fc.constant('leaf' as const), tags: someTags, mode: fc.constantFrom(...TAG_MODES) });
const { tree } = fc.letrec<{ tree: TagFilter }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({ kind: fc.constantFrom('and' as const, 'or' as const), parts: fc.array(tie('tree'), { maxLength: 3 }) }),
    fc.record({ kind: fc.constant('not' as const), part: tie('tree') }),
  ),
}));

let db: Db;
beforeAll(async () => {
  db = await openEmptyDatabase();
});
afterAll(() => db.close());

describe('tagCondition', () => {
  it('matches what the five modes mean, for any tags', async () => {
    const tags = fc.array(fc.constantFrom('a', 'b', 'c', "it's", '{x,y}', 'Ä', ''), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(tags, tags, fc.constantFrom(...TAG_MODES), async (unit, wanted, mode) => {
        const [row] = await db.query<{ hit: boolean }>(
          sql`select ${tagCondition(sql`u.tags`, wanted, mode)} as hit from (select ${array(unit, 'text[]')} as tags) u`,
        );
        expect(row?.hit).toBe(matchesTags(unit, wanted, mode));
      }),
      { numRuns: runs(150) },
    );
  });
});

describe('a tree of filters', () => {
  it('means the same in the process, in a template and in a statement written as text', async () => {
    await fc.assert(
      fc.asyncProperty(tree, someTags, async (filter, unit) => {
        const expected = matchesGroups(unit, [groupOf(filter)]);
        expect(passing(filter)(unit)).toBe(expected);
        const [templated] = await db.query<{ hit: boolean }>(
          sql`select ${treeCondition(filter, sql`u.tags`)} as hit from (select ${array(unit, 'text[]')} as tags) u`,
        );
        expect(templated?.hit).toBe(expected);
        const values: unknown[] = [unit];
        const text = `select ${textConditions(filter, values)('u.tags')} as hit from (select $1::text[] as tags) u`;
        expect((await db.query<{ hit: boolean }>({ name: '', text, values }))[0]?.hit).toBe(expected);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('lenientMode', () => {
  it('treats an unknown word as any', () => {
    expect(['exact', 'all_strict', 'nonsense', ''].map(lenientMode)).toEqual(['exact', 'all_strict', 'any', 'any']);
  });
});
