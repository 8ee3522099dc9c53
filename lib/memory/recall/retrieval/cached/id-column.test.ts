import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IdColumn } from '#lib/memory/recall/retrieval/cached/id-column';

/** Ids of which many differ in one part alone. */
const parts = (digits: number) => fc.constantFrom('0'.repeat(digits), 'f'.repeat(digits), `0a${'1'.repeat(digits - 2)}`);
const id = fc
  .tuple(parts(8), parts(4), parts(4), parts(4), fc.integer({ min: 0, max: 60 }))
  .map(([a, b, c, d, last]) => `${a}-${b}-${c}-${d}-${last.toString(16).padStart(12, '0')}`);

it('ids and slots are found by each other after any changes, and slots sorted by id', () => {
  fc.assert(
    fc.property(fc.array(id, { maxLength: 400 }), fc.boolean(), (steps, hasTexts) => {
      const ids = new IdColumn({ hasTexts });
      const slots = new Map<string, number>();
      let next = 0;
      for (const one of steps) {
        const slot = slots.get(one);
        expect(ids.slotOf(one)).toBe(slot);
        if (slot === undefined) {
          expect(ids.add(next, one)).toBe(next);
          expect(ids.add(next + 1, one)).toBe(next);
          slots.set(one, next++);
        } else {
          ids.remove(slot);
          slots.delete(one);
        }
      }
      for (const [one, slot] of slots) expect([ids.slotOf(one), ids.at(slot)]).toEqual([slot, one]);
      const sorted = [...slots.values()].sort((a, b) => ids.compare(a, b)).map((slot) => ids.at(slot));
      expect(sorted).toEqual([...slots.keys()].sort());
    }),
  );
});
