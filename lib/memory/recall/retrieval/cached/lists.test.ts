import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Lists } from '#lib/memory/recall/retrieval/cached/lists';

it('lists are returned in the requested order after any insertions and removals', () => {
  const latestFirst = (a: number, b: number): number => b - a;
  const acts = fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.nat(30)), { maxLength: 200 });
  fc.assert(
    fc.property(acts, (steps) => {
      const lists = new Lists<string>();
      const held = { a: new Set<number>(), b: new Set<number>() };
      for (const [key, slot] of steps) {
        const slots = held[key as 'a' | 'b'];
        if (slots.delete(slot)) lists.leave(key, slot);
        else {
          slots.add(slot);
          lists.enter(key, slot);
        }
        expect(lists.inOrder('a', latestFirst)).toEqual([...held.a].sort(latestFirst));
      }
      expect(lists.inOrder('b', latestFirst)).toEqual([...held.b].sort(latestFirst));
      expect(new Set(lists.get('b'))).toEqual(held.b);
    }),
  );
});
