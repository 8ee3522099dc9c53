import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BLOCK_DECISIONS } from '#lib/base/literals';
import { applyDecisions, type DecidedSources } from '#lib/memory/mental-models/decisions/apply';
import { type BlockDecision, isFixed, isRejectedBy, rulingFor, rulingsOf } from '#lib/memory/mental-models/decisions/ruling';
import { blocksOf, documentOf, EMPTY_DOCUMENT, readDocument, renderDocument } from '#lib/memory/mental-models/refresh/document';
import type { CitedFact } from '#lib/memory/mental-models/refresh/port';

const IDS = ['f1', 'f2', 'f3', 'f4', 'f5', 'f6'];
const textOf = (id: string): string => `Memory ${id.slice(1)} about tea`;
const factOf = (id: string): CitedFact => ({
  ...{ id, kind: 'world', text: textOf(id), context: '', occurredStart: null, occurredEnd: null, mentionedAt: null },
});
const sourcesOf = (live: ReadonlySet<string>): DecidedSources => ({
  now: (id) => (live.has(id) ? { supersededBy: null } : null),
  textOf: (id) => textOf(id),
  isModel: () => false,
});
const ALL = sourcesOf(new Set(IDS));

const block = fc.record({
  text: fc.constantFrom(...IDS.map((id) => `- ${textOf(id)}.`), '- Other words', '- Own words.'),
  sourceIds: fc.uniqueArray(fc.constantFrom(...IDS), { minLength: 1, maxLength: 3 }),
});
const document = fc
  .array(
    fc.record({
      heading: fc.constantFrom('Tea', 'Notes', 'Places'),
      level: fc.constant(2),
      blocks: fc.array(block, { minLength: 1, maxLength: 4 }),
    }),
    {
      maxLength: 3,
    },
  )
  .map((drafts) => documentOf(drafts, EMPTY_DOCUMENT, 'x'));
const decision = fc
  .record({
    blockId: fc.constantFrom('b00000001', 'b00000002', 'b00000003'),
    kind: fc.constantFrom(...BLOCK_DECISIONS),
    id: fc.constantFrom(...IDS),
    heading: fc.constantFrom('', 'Tea', 'Absent'),
  })
  .map(
    ({ blockId, kind, id, heading }): BlockDecision => ({
      ...{ blockId, kind, heading, text: `- ${textOf(id)}.`, ownText: kind === 'reword' ? '- Own words.' : null, afterBlockId: null },
      ...(kind === 'add' ? { blockId: `own-${blockId}`, sourceIds: [], cited: [] } : { sourceIds: [id], cited: [factOf(id)] }),
    }),
  );
const decisions = fc.uniqueArray(decision, { maxLength: 5, selector: ({ blockId, kind }) => `${blockId} ${kind}` });

it('contains every fixed block once, and no removed one, for any refresh', () => {
  fc.assert(
    fc.property(document, decisions, fc.uniqueArray(fc.constantFrom(...IDS)), (before, made, live) => {
      const rulings = rulingsOf(made);
      const sources = sourcesOf(new Set(live));
      const after = applyDecisions(before, rulings, sources);
      const blocks = blocksOf(after);
      for (const ruling of rulings) {
        const own = blocks.filter(({ id }) => id === ruling.blockId);
        expect(own.map(({ text }) => text)).toEqual(isFixed(ruling) ? [ruling.text] : []);
      }
      for (const one of blocks) expect(rulingFor(one, rulings, sources.textOf)?.text ?? one.text).toBe(one.text);
      // What nobody decided about remains, object for object.
      const untouched = blocksOf(before).filter((one) => rulingFor(one, rulings, sources.textOf) === null);
      for (const one of untouched) expect(blocks).toContain(one);
      expect(readDocument(JSON.parse(JSON.stringify(after)))).toEqual(after);
      expect(applyDecisions(after, rulings, sources)).toEqual(after);
    }),
  );
});

it('finds a block by its facts if it is worded otherwise, and by the words of facts that were stored again', () => {
  const removed: BlockDecision = {
    ...{ blockId: 'b1', kind: 'remove', text: '- Memory 1 about tea.', ownText: null, heading: 'Tea', afterBlockId: null },
    ...{ sourceIds: ['f1'], cited: [factOf('f1')] },
  };
  const rulings = rulingsOf([removed]);
  const again = (id: string) => (id === 'new' ? textOf('f1') : textOf(id));
  const found = (text: string, ...sourceIds: string[]) => rulingFor({ id: 'b9', text, sourceIds }, rulings, again) !== null;
  expect(found('* memory 1, about TEA')).toBe(true);
  expect(found('They know something about tea.', 'f1')).toBe(true);
  expect(found('They know something about tea.', 'new')).toBe(true);
  expect(found('They know something about tea.', 'f1', 'f2')).toBe(false);
  expect(found('They know something about tea.', 'f2')).toBe(false);
  const isRejected = isRejectedBy(rulings);
  expect(isRejected({ id: 'x', text: 'Memory 1 about tea!', sourceIds: [] })).toBe(true);
  expect(isRejected({ id: 'o', text: 'A summary.', sourceIds: ['f1'] })).toBe(true);
  expect(isRejected({ id: 'o', text: 'A summary.', sourceIds: ['f1', 'f2'] })).toBe(false);
  expect(isRejected({ id: 'o', text: 'Ana paints. (2026-11-29) Memory 1 about tea. Ana rows.', sourceIds: ['new', 'f2'] })).toBe(true);
});

it('says what happened to the evidence of a fixed block', () => {
  const pin: BlockDecision = {
    ...{ blockId: 'b1', kind: 'pin', text: '- Kept.', ownText: null, heading: '', afterBlockId: null },
    ...{ sourceIds: ['f1', 'f2'], cited: [factOf('f1'), factOf('f2')] },
  };
  const noteWith = (sources: DecidedSources) => {
    const after = applyDecisions(EMPTY_DOCUMENT, rulingsOf([pin]), sources);
    expect(renderDocument(after)).toBe('- Kept.');
    return blocksOf(after)[0]!;
  };
  expect(noteWith(ALL)).toMatchObject({ note: null, sourceIds: ['f1', 'f2'] });
  expect(noteWith(sourcesOf(new Set(['f2'])))).toMatchObject({
    note: 'Pinned, but 1 of its 2 sources was deleted or invalidated.',
    sourceIds: ['f2'],
  });
  const replaced = { ...ALL, now: (id: string) => ({ supersededBy: id === 'f1' ? 'f9' : null }) };
  expect(noteWith(replaced)).toMatchObject({ note: 'Pinned, but 1 of its 2 sources was replaced by a later memory.' });
});
