import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { remainingFields, unjoinedOf } from '#lib/memory/expiry/remaining-fields';
import { type ItemSource, withoutRanges } from '#lib/memory/retain/item-sources';

const source = (lengths: number[], more: Partial<ItemSource> = {}): ItemSource => ({ lengths, time: null, at: null, ...more });
const chunk = (id: string, length: number, hasBreak = false) => ({ id, length, hasBreak, isDue: false });

/** The lengths of all items, counted one character at a time. */
function counted(lengths: readonly number[], isRemoved: (at: number) => boolean): number[] {
  let at = 0;
  return lengths
    .map((length) => {
      let remaining = 0;
      for (const end = at + length; at < end; at++) if (!isRemoved(at)) remaining++;
      return remaining;
    })
    .filter((length) => length > 0);
}

it('subtracts ranges from the items that they overlap', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
      (groups, marks) => {
        const sources = groups.map((lengths, i) => source(lengths, { context: `${i}` }));
        const total = groups.flat().reduce((a, b) => a + b, 0);
        const isRemoved = (at: number): boolean => marks[at % marks.length] ?? false;
        const ranges: { start: number; end: number }[] = [];
        for (let at = 0; at < total; at++) if (isRemoved(at)) ranges.push({ start: at, end: at + 1 });
        const left = withoutRanges(sources, ranges);
        expect(left.flatMap(({ lengths }) => lengths)).toEqual(counted(groups.flat(), isRemoved));
        expect(left.every(({ lengths }) => lengths.length > 0)).toBe(true);
      },
    ),
  );
});

describe('the fields of a document that lost chunks', () => {
  const items = [
    source([10], { metadata: { a: '1' }, tags: ['x'], context: 'one' }),
    source([8, 8], { metadata: { b: '2' }, tags: ['y'], context: 'two', time: '2026-05-01T00:00:00.000+00:00' }),
  ];
  const chunks = [chunk('1', 10), chunk('2', 8, true), chunk('3', 8, true)];
  const of = (more: object = {}) => ({ uid: 'd', isTextStored: true, tags: ['x', 'y'], items, chunks, ...more });

  it('are those of the remaining items', () => {
    expect(remainingFields(of(), new Set(['2', '3']))).toEqual({
      tags: ['x'],
      metadata: { a: '1' },
      retainParams: { context: 'one', metadata: { a: '1' } },
      items: [items[0]],
    });
  });
  it('count an item without the line break that joined it to a deleted one', () => {
    expect(remainingFields(of(), new Set(['1']))).toMatchObject({
      tags: ['y'],
      retainParams: { context: 'two', event_date: '2026-05-01T00:00:00+00:00' },
      items: [{ lengths: [7, 8] }],
    });
    expect(unjoinedOf(chunks, new Set(['1']))).toBe('2');
    expect(unjoinedOf(chunks, new Set(['2']))).toBe(null);
    expect(unjoinedOf(chunks, new Set(['1', '2', '3']))).toBe(null);
  });
  it.each([
    ['the items are unknown', { items: null }],
    ['the items do not match the text', { items: [source([3])] }],
    ['texts are not stored', { isTextStored: false }],
  ])('are dropped except the tags if %s', (_, more) => {
    expect(remainingFields(of(more), new Set(['1']))).toEqual({ tags: ['x', 'y'], metadata: {}, retainParams: {}, items: null });
  });
  it('keep tags that a user set for the document', () => {
    expect(remainingFields(of({ tags: ['z'] }), new Set(['1'])).tags).toEqual(['z']);
  });
});
