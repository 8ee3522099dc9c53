import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { db, orgId, withTestDatabase, withTestOrg } from '#e2e/fixtures/bank';
import { bankScope } from '#e2e/fixtures/database';
import { runs } from '#e2e/fixtures/runs';
import { day, insert, MODEL, someUnits, tagFilters, unit, windows } from '#e2e/fixtures/synthetic-memories';
import { groupOf, matchesGroups } from '#e2e/fixtures/tag-oracle';
import { FACT_TYPES } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import { terms } from '#lib/base/text/terms';
import { rankByTime } from '#lib/memory/recall/rank-time';
import { DatabaseSource } from '#lib/memory/recall/retrieval/database/source';
import type { Candidate, CandidateQuery } from '#lib/memory/recall/retrieval/port';

withTestDatabase();
withTestOrg();

type Question = Pick<CandidateQuery, 'types' | 'tags' | 'window'> & { readonly text: string; readonly asked?: readonly string[] };

async function findInWindow({ bankUid, bank }: BankScope, { text, asked = [], ...filters }: Question): Promise<readonly Candidate[]> {
  const { unitCount: units } = bank!;
  const query = { vector: null, terms: terms(text), units, meanLength: 1, cap: 1, expand: 1, asked, ...filters };
  return (await new DatabaseSource(db, { bankUid, model: MODEL }).findInWindow(query)).candidates;
}

const seconds = (date: Date | null) => date && date.getTime() / 1000;

describe('candidates of a question about a time alone', () => {
  it('are exactly the memories of the window that pass type and tags, of this bank', async () => {
    // Fewer lasting memories than the maximum of the statement, so none is cut.
    const units = someUnits(150);
    await insert(db, await bankScope(db, orgId, 'time stranger'), someUnits(40));
    const scope = await insert(db, await bankScope(db, orgId, 'time oracle'), units);
    const questions = fc.record({
      types: fc.option(fc.subarray([...FACT_TYPES], { minLength: 1 }), { nil: null }),
      tags: fc.option(tagFilters, { nil: null }),
      window: windows.filter(({ start, end }) => !start || !end || start < end),
    });
    await fc.assert(
      fc.asyncProperty(questions, async ({ types, tags, window: { start, end } }) => {
        const candidates = await findInWindow(scope, { text: '', types, tags, window: { start, end } });
        const window = { start: seconds(start), end: seconds(end), grain: 'week' as const };
        const ranked = rankByTime(candidates, { window, isLoose: false, alone: { asksForMentions: false }, namesSpeaker: false });
        const [from, to] = [start?.getTime() ?? Number.NEGATIVE_INFINITY, end?.getTime() ?? Number.POSITIVE_INFINITY];
        const expected = units.filter((u) => {
          const [begins, ends] = [u.occurred?.start ?? u.mentionedAt, u.occurred?.end ?? u.mentionedAt].map(Number) as [number, number];
          const isMentioned = Number(u.mentionedAt) >= from && Number(u.mentionedAt) < to;
          const passes = (types?.includes(u.type) ?? true) && (!tags || matchesGroups(u.tags, [groupOf(tags)]));
          return u.live && passes && ((begins < to && ends >= from) || isMentioned);
        });
        expect(ranked.map(({ candidate }) => candidate.id).sort()).toEqual(expected.map(({ id }) => id).sort());
      }),
      { numRuns: runs(40) },
    );
  });

  it('are marked with their speaker and the names that they contain', async () => {
    const own = unit('stone', { speaker: 'Ann', mentionedAt: day(1) });
    const about = unit('Ann river', { position: 1, mentionedAt: day(1) });
    const other = unit('horse', { position: 2, mentionedAt: day(1) });
    const scope = await insert(db, await bankScope(db, orgId, 'time people'), [own, about, other]);
    const window = { start: day(0), end: day(2) };
    const candidates = await findInWindow(scope, { text: 'Ann', types: null, tags: null, window, asked: ['Ann'] });
    expect(Object.fromEntries(candidates.map(({ id, asked, mask }) => [id, { asked, mask }]))).toEqual({
      [own.id]: { asked: true, mask: 0 },
      [about.id]: { asked: false, mask: 1 },
      [other.id]: { asked: false, mask: 0 },
    });
  });
});
