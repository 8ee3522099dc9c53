import fc from 'fast-check';
import { expect, it } from 'vitest';
import { highest } from '#lib/memory/recall/retrieval/cached/highest';

it('returns the scores that sorting puts first, with ties in the given order', () => {
  const score = fc.oneof(fc.float({ noNaN: true, min: -100, max: 100 }), fc.constantFrom(0, 1, 2));
  fc.assert(
    fc.property(fc.array(fc.tuple(score, fc.boolean()), { maxLength: 3000 }), fc.nat(200), (units, most) => {
      const scores = Float32Array.from(units, ([value]) => value);
      const meant = Uint8Array.from(units, ([, isMeant]) => Number(isMeant));
      const later = (a: number, b: number): number => b - a;
      const all = [...scores.keys()];
      const sorted = (places: number[]): number[] => places.toSorted((a, b) => scores[b]! - scores[a]! || later(a, b)).slice(0, most);
      expect(highest(scores, most, later)).toEqual(sorted(all));
      expect(highest(scores, most, later, meant)).toEqual(sorted(all.filter((at) => meant[at] === 1)));
    }),
  );
});
