import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countTokens } from '#lib/base/text/tokens';
import { budgetOperations } from '#lib/memory/mental-models/refresh/budget';
import { blocksOf, documentOf, EMPTY_DOCUMENT, renderDocument } from '#lib/memory/mental-models/refresh/document';
import { applyOperations } from '#lib/memory/mental-models/refresh/operations';

const rules = { citable: new Set<string>(), proves: () => true, seed: 's', isHeading: () => true, protection: null };
const block = fc.record({
  text: fc.lorem({ maxCount: 30 }).map((words) => `- ${words}`),
  sourceIds: fc.uniqueArray(fc.constantFrom('1', '2', '3', '4'), { minLength: 1, maxLength: 3 }),
});
const sections = fc.array(
  fc.record({ heading: fc.lorem({ maxCount: 2 }), level: fc.constant(2), blocks: fc.array(block, { minLength: 1 }) }),
  {
    minLength: 1,
  },
);
const mentionedAt = (id: string) => new Date(2026, 0, Number(id));

it('leaves a document that fits its budget, or a single block, unchanged', () => {
  fc.assert(
    fc.property(sections, fc.integer({ min: 20, max: 400 }), (drafts, maxTokens) => {
      const document = documentOf(drafts, EMPTY_DOCUMENT, 'x');
      const cuts = budgetOperations(document, maxTokens, mentionedAt);
      const { document: after, skipped } = applyOperations(document, cuts, rules);
      expect(skipped).toEqual([]);
      const rest = { ...after, sections: after.sections.filter(({ blocks }) => blocks.length > 0) };
      expect(blocksOf(rest).length).toBeGreaterThan(0);
      if (blocksOf(rest).length > 1) expect(countTokens(renderDocument(rest))).toBeLessThanOrEqual(maxTokens);
      if (countTokens(renderDocument(document)) <= maxTokens) expect(cuts).toEqual([]);
    }),
  );
});

it('removes the oldest blocks first, and those with several sources last', () => {
  const text = 'word '.repeat(20).trim();
  const blocks = [['1', '4'], ['3'], ['2'], ['4']].map((sourceIds) => ({ text: `- ${sourceIds} ${text}`, sourceIds }));
  const document = documentOf([{ heading: 'All', level: 2, blocks }], EMPTY_DOCUMENT, 'x');
  const left = (maxTokens: number) => {
    const { document: after } = applyOperations(document, budgetOperations(document, maxTokens, mentionedAt), rules);
    return blocksOf(after).map(({ sourceIds }) => sourceIds.join());
  };
  expect(left(80)).toEqual(['1,4', '3', '4']);
  expect(left(30)).toEqual(['1,4']);
  expect(left(1)).toEqual(['1,4']);
});
