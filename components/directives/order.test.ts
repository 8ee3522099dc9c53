import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { movedTo, newPriorities, type Ranked } from '#components/directives/order';

const list = (...priorities: number[]): Ranked[] => priorities.map((priority, i) => ({ id: String(i), priority }));

describe('moving a directive', () => {
  it.each([
    ['up, between two others', list(9, 5, 1), '2', 1, [['2', 7]]],
    ['to the top', list(9, 5, 1), '2', 0, [['2', 19]]],
    ['to the end', list(9, 5, 1), '0', 2, [['0', -9]]],
    [
      'between neighbors without room',
      list(2, 1, 0),
      '2',
      1,
      [
        ['0', 3],
        ['2', 2],
      ],
    ],
    [
      'among equal ones',
      list(0, 0, 0),
      '0',
      1,
      [
        ['1', 2],
        ['0', 1],
      ],
    ],
  ] as const)('%s', (_, items, id, to, expected) => {
    expect(newPriorities(movedTo(items, id, to), id).map((one) => [one.id, one.priority])).toEqual(expected);
  });

  it('has the requested order afterwards, and changes nothing below', () => {
    const lists = fc
      .array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 8 })
      .map((all) => list(...all.toSorted((a, b) => b - a)));
    fc.assert(
      fc.property(lists, fc.nat(7), fc.nat(7), (items, from, to) => {
        const { id } = items[from % items.length]!;
        const wanted = movedTo(items, id, to % items.length);
        const changed = new Map(newPriorities(wanted, id).map((one) => [one.id, one.priority]));
        const after = wanted.map((one) => ({ ...one, priority: changed.get(one.id) ?? one.priority }));
        // Equal priorities keep the order that they had.
        expect(
          after.toSorted(
            (a, b) => b.priority - a.priority || items.findIndex((one) => one.id === a.id) - items.findIndex((one) => one.id === b.id),
          ),
        ).toEqual(after);
      }),
    );
  });
});
