import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NumberLists } from '#lib/memory/recall/retrieval/cached/number-lists';

it('lists contain what was added and not removed, and reuse their room', () => {
  const key = fc.nat(5);
  const number = fc.nat(40);
  const act = fc.oneof(
    fc.tuple(key, number),
    fc.tuple(key, fc.array(number, { maxLength: 9 })),
    fc.tuple(fc.constant('keep' as const), fc.subarray([...Array(41).keys()])),
  );
  const acts = fc.array(act, { maxLength: 300 });
  fc.assert(
    fc.property(acts, (steps) => {
      const lists = new NumberLists();
      const expected = new Map<number, number[]>();
      for (const [at, act] of steps) {
        if (at === 'keep') {
          const flagged = act;
          lists.keepFlagged(Uint8Array.from({ length: 41 }, (_, i) => Number(flagged.includes(i))));
          for (const [key, numbers] of expected)
            expected.set(
              key,
              numbers.filter((one) => flagged.includes(one)),
            );
          continue;
        }
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
