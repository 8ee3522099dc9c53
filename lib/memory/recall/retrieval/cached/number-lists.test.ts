import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NumberLists } from '#lib/memory/recall/retrieval/cached/number-lists';

it('lists contain what was added and not removed, and reuse their room', () => {
  const key = fc.nat(5);
  const acts = fc.array(fc.oneof(fc.tuple(key, fc.nat(40)), fc.tuple(key, fc.array(fc.nat(40), { maxLength: 9 }))), { maxLength: 300 });
  fc.assert(
    fc.property(acts, (steps) => {
      const lists = new NumberLists();
      const expected = new Map<number, number[]>();
      for (const [at, act] of steps) {
        const own = expected.get(at) ?? [];
        if (typeof act !== 'number') {
          lists.set(at, act);
          expected.set(at, act);
        } else if (own.includes(act)) {
          lists.remove(at, act);
          expected.set(at, own.toSpliced(own.indexOf(act), 1));
        } else {
          lists.add(at, act);
          expected.set(at, [...own, act]);
        }
      }
      for (const [at, numbers] of expected) {
        expect([...lists.of(at)].sort()).toEqual([...numbers].sort());
        expect(lists.count(at)).toBe(numbers.length);
        lists.clear(at);
        expect(lists.of(at)).toHaveLength(0);
      }
    }),
  );
});
