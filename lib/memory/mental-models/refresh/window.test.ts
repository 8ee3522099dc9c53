import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inCalls, MOST_PAGES, MOST_REVISIONS, PAGE_UNITS, portionOf, type RevisionSum } from '#lib/memory/mental-models/refresh/window';

const at = (revision: number): Date => new Date(Date.UTC(2026, 0, 1) + revision * 1000);
const sum = (revision: number, units = 1, tokens = units * 10): RevisionSum => ({ revision, units, tokens, newest: at(revision) });
const all = (...sums: readonly RevisionSum[]) => ({ sums, further: 0 });

it('reads a window that fits as one page up to the pinned revision', () => {
  const pages = [{ afterRevision: 3, upToRevision: 9, units: 2 }];
  expect(portionOf(3, 9, all(sum(4), sum(7)), 1000)).toEqual({ pages, upTo: 9, newest: at(7), left: 0 });
  expect(portionOf(3, 9, all(), 1000)).toEqual({
    pages: [{ afterRevision: 3, upToRevision: 9, units: 0 }],
    upTo: 9,
    newest: null,
    left: 0,
  });
});

it('ends at the last complete revision if there are more memories', () => {
  const sums = Array.from({ length: MOST_PAGES + 2 }, (_, i) => sum(i + 1, 1, 60));
  expect(portionOf(0, 50, all(...sums), 100)).toMatchObject({ upTo: MOST_PAGES, newest: at(MOST_PAGES), left: 2 });
  // The memories of one transaction are read together, at any size.
  expect(portionOf(0, 50, all(sum(1, 9000, 90_000), sum(2)), 100)).toMatchObject({
    upTo: 50,
    left: 0,
    pages: [{ units: 9000 }, { units: 1 }],
  });
});

it('is decided by the first revisions, as many as the smallest ones that fill it', () => {
  const sums = Array.from({ length: MOST_REVISIONS + 7 }, (_, i) => sum(i + 1));
  const some = { sums: sums.slice(0, MOST_REVISIONS), further: 7 };
  expect(portionOf(0, 9999, some, 10_000)).toEqual(portionOf(0, 9999, all(...sums), 10_000));
  expect(portionOf(0, 9999, some, 10_000)).toMatchObject({ upTo: MOST_REVISIONS, left: 7 });
});

it('splits memories into consecutive pages of complete revisions, without gaps', () => {
  const revisions = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 700 }), fc.integer({ min: 1, max: 9000 })),
    {
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(revisions, fc.integer({ min: 0, max: 9 }), fc.integer({ min: 100, max: 12_000 }), (steps, after, budget) => {
      let revision = after;
      const sums = steps.map(([step, units, tokens]) => {
        revision += step;
        return sum(revision, units, tokens);
      });
      const { pages, upTo, left } = portionOf(after, revision + 1, all(...sums), budget);
      expect(pages.length).toBeLessThanOrEqual(MOST_PAGES);
      expect(pages[0]!.afterRevision).toBe(after);
      pages.forEach(({ afterRevision, upToRevision, units }, i) => {
        if (i > 0) expect(afterRevision).toBe(pages[i - 1]!.upToRevision);
        const own = sums.filter((one) => one.revision > afterRevision && one.revision <= upToRevision);
        expect(units).toBe(own.reduce((total, one) => total + one.units, 0));
        if (own.length > 1) expect(units).toBeLessThanOrEqual(PAGE_UNITS);
      });
      expect(pages.at(-1)!.upToRevision).toBe(upTo);
      const behind = sums.filter((one) => one.revision > upTo).reduce((total, { units }) => total + units, 0);
      expect(left).toBe(behind);
      expect(upTo).toBe(behind > 0 ? sums.filter((one) => one.revision <= upTo).at(-1)!.revision : revision + 1);
      if (sums.length > 0) expect(upTo).toBeGreaterThan(after);
    }),
  );
});

it('shows a whole page, in several calls if necessary', () => {
  const items = [40, 40, 40, 500, 10].map((tokens, i) => ({ i, tokens }));
  expect(inCalls(items, 100).map((call) => call.map(({ i }) => i))).toEqual([[0, 1], [2], [3], [4]]);
  expect(inCalls([], 100)).toEqual([]);
});
