import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementsOf, membersOf } from '#lib/base/text/json-slices';

describe('elementsOf', () => {
  it('finds every element of any array, however it is printed', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 8 }), fc.constantFrom(undefined, 1, '\t'), (values, indent) => {
        const text = JSON.stringify(values, null, indent);
        const slices = [...elementsOf(text, 0)].map(({ start, end }) => JSON.parse(text.slice(start, end)));
        expect(slices).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe('membersOf', () => {
  it('finds every member of any object', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue(), { maxKeys: 6 }),
        fc.constantFrom(undefined, 2),
        (value, indent) => {
          const text = ` ${JSON.stringify(value, null, indent)} `;
          const members = [...membersOf(text, 1)].map(({ key, start, end }) => [key, JSON.parse(text.slice(start, end))]);
          expect(members).toEqual(Object.entries(JSON.parse(text)));
        },
      ),
    );
  });
});
