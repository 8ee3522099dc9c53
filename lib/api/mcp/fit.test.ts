import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boundedTokens, fitting, fittingAny, MAX_TOKENS } from '#lib/api/mcp/fit';

it('keeps the first items that have room, and counts their JSON', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.integer({ min: 2, max: 60 }), (items, room) => {
      const { items: first, length, isCut } = fitting(items, room);
      expect(items.slice(0, first.length)).toEqual(first);
      expect(isCut).toBe(first.length < items.length);
      expect(length).toBeLessThanOrEqual(room);
      if (first.length > 0) expect(length).toBe(JSON.stringify(first).length - 1);
    }),
  );
});

it('never empties a list, even if its first item has no room', () => {
  expect(fittingAny(['too long', 'b'], 3)).toMatchObject({ items: ['too long'], isCut: true });
  expect(fittingAny(['too long'], 3)).toMatchObject({ items: ['too long'], isCut: false });
  expect(fittingAny([], 3)).toMatchObject({ items: [], isCut: false });
});

it('bounds tokens, also of a caller that asks for everything', () => {
  expect([-1, 0, 500, 1e6].map(boundedTokens)).toEqual([MAX_TOKENS, 0, 500, MAX_TOKENS]);
});
