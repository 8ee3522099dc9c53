import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compact, excerptOf } from '#lib/api/mcp/compact';

it('omits only fields that contain nothing; numbers and booleans remain', () => {
  expect(compact({ a: null, b: '', c: [], d: {}, e: undefined, f: 0, g: false, h: [''] })).toEqual({ f: 0, g: false, h: [''] });
});

it('the parts of a text are the text, and none ends inside a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 5 }), (text, limit) => {
      const parts: string[] = [];
      for (let next: number | null = 0; next !== null; ) {
        const part = excerptOf(text, next, limit);
        expect(part.length).toBe(text.length);
        expect(part.text.isWellFormed()).toBe(true);
        parts.push(part.text);
        next = part.next;
      }
      expect(parts.join('')).toBe(text);
    }),
  );
});

it('a text ends before an offset beyond it', () => {
  expect(excerptOf('abc', 7, 2)).toEqual({ text: '', length: 3, next: null });
});
