import fc from 'fast-check';
import { expect, it } from 'vitest';
import { highest } from '#lib/memory/recall/retrieval/cached/highest';
import { valueAt } from '#lib/memory/recall/retrieval/cached/select';

it('returns the scores that sorting puts first, with ties in the given order', () => {
  const score = fc.oneof(fc.float({ noNaN: true, min: -100, max: 100 }), fc.constantFrom(0, 1, 2));
  fc.assert(
    fc.property(fc.array(score, { maxLength: 3000 }), fc.nat(200), (scores, most) => {
      const later = (a: number, b: number): number => b - a;
      const sorted = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || later(a, b)).slice(0, most);
      expect(highest(scores, most, later)).toEqual(sorted);
    }),
  );
});

it('selects the value that sorting puts at an index', () => {
  const value = fc.oneof(fc.float({ noNaN: true }), fc.constantFrom(0, 1, 2));
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 300 }), fc.nat(), (values, at) => {
      const index = at % values.length;
      const sorted = Float32Array.from(values).sort();
      expect(valueAt(Float32Array.from(values), index) - sorted[index]! || 0).toBe(0);
    }),
  );
});
