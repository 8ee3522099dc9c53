import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { db, orgId, withTestDatabase, withTestOrg } from '#e2e/fixtures/bank';
import { isCitus } from '#e2e/fixtures/citus';
import { bankScope } from '#e2e/fixtures/database';
import { rowsRead } from '#e2e/fixtures/rows-read';
import { isGate, runs } from '#e2e/fixtures/runs';
import { day, insert, MODEL, someUnits, tagFilters, type Unit, unit } from '#e2e/fixtures/synthetic-memories';
import { groupOf, matchesGroups } from '#e2e/fixtures/tag-oracle';
import { type Queryable, sql } from '#lib/base/db/db';
import { FACT_TYPES } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import { DatabaseSource } from '#lib/memory/recall/retrieval/database/source';
import type { CandidateQuery } from '#lib/memory/recall/retrieval/port';

withTestDatabase();
withTestOrg();

type Question = Pick<CandidateQuery, 'types' | 'tags' | 'cap'>;

async function findOverview(at: Queryable, { bankUid, bank }: BankScope, filters: Question): Promise<string[]> {
  const query = { vector: null, terms: [], units: bank!.unitCount, meanLength: 1, expand: 1, asked: [], window: null, ...filters };
  const { candidates } = await new DatabaseSource(at, { bankUid, model: MODEL }).findOverview(query);
  return candidates.map(({ id }) => id).sort();
}

const latestFirst = (a: Unit, b: Unit): number => Number(b.mentionedAt) - Number(a.mentionedAt) || (a.id < b.id ? 1 : -1);
const latest = (units: readonly Unit[], most: number): string[] =>
  units
    .toSorted(latestFirst)
    .slice(0, most)
    .map(({ id }) => id);

describe('candidates of an overview', () => {
  it('are the latest observations and the latest memories that pass type and tags', async () => {
    const units = someUnits(150).map((one, i) => ({ ...one, mentionedAt: day(i % 70) }));
    await insert(db, await bankScope(db, orgId, 'overview stranger'), someUnits(40));
    const scope = await insert(db, await bankScope(db, orgId, 'overview oracle'), units);
    const questions = fc.record({
      types: fc.option(fc.subarray([...FACT_TYPES], { minLength: 1 }), { nil: null }),
      tags: fc.option(tagFilters, { nil: null }),
      cap: fc.integer({ min: 1, max: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(questions, async ({ types, tags, cap }) => {
        const passing = units.filter(
          (u) => u.live && (types?.includes(u.type) ?? true) && (!tags || matchesGroups(u.tags, [groupOf(tags)])),
        );
        const observations = passing.filter(({ type }) => type === 'observation');
        const expected = new Set([...latest(observations, cap), ...latest(passing, cap)]);
        expect(await findOverview(db, scope, { types, tags, cap })).toEqual([...expected].sort());
      }),
      { numRuns: runs(40) },
    );
  });

  it.skipIf(isGate || isCitus())('of a rare tag do not need all memories of the bank', async () => {
    const rare = Array.from({ length: 3 }, (_, i) => unit('apple', { mentionedAt: day(i), tags: ['rare'] }));
    const others = Array.from({ length: 2600 }, (_, i) => unit('river', { mentionedAt: day(10 + (i % 300)), tags: ['red'] }));
    const scope = await insert(db, await bankScope(db, orgId, 'overview of a rare tag'), [...rare, ...others]);
    await db.query(sql`vacuum analyze memories`);
    const question = { types: null, cap: 50 };
    await db.transaction(async (tx) => {
      const readBy = async (tag: string): Promise<[found: number, read: number]> => {
        const before = await rowsRead(tx, 'memories');
        const found = await findOverview(tx, scope, { ...question, tags: { kind: 'leaf', tags: [tag], mode: 'any_strict' } });
        return [found.length, (await rowsRead(tx, 'memories')) - before];
      };
      expect(await readBy('rare')).toEqual([3, expect.toSatisfy((read: number) => read < 2200)]);
      expect(await readBy('none')).toEqual([0, expect.toSatisfy((read: number) => read < 2200)]);
    });
  });
});
