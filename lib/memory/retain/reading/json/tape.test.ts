import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_NODE, ROOT, Tape, type TapeNode } from '#lib/memory/retain/reading/json/tape';
import { allSteps } from '#lib/memory/retain/reading/steps';

const tapeOf = (text: string): Tape | null => allSteps(Tape.of(text));

/** The value of a node as `JSON.parse` returns it. */
function parsed(tape: Tape, node: TapeNode): unknown {
  const children: TapeNode[] = [];
  for (let child = tape.first(node); child !== NO_NODE; child = tape.next(child, node)) children.push(child);
  if (tape.isList(node)) return children.map((child) => parsed(tape, child));
  if (tape.isObject(node)) return Object.fromEntries(children.map((child) => [tape.keyOf(child), parsed(tape, child)]));
  return tape.isString(node) ? tape.stringOf(node) : JSON.parse(tape.rawOf(node));
}
const valuesOf = (text: string): unknown => {
  const tape = tapeOf(text);
  return tape && parsed(tape, ROOT);
};

describe('a tape', () => {
  it('has the values of any JSON', () => {
    const container = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue()));
    fc.assert(
      fc.property(fc.array(container, { minLength: 1, maxLength: 3 }), fc.constantFrom(0, 2), (values, indent) => {
        const text = values.map((value) => JSON.stringify(value, null, indent)).join('\n');
        expect(valuesOf(text)).toEqual(JSON.parse(`[${values.map((value) => JSON.stringify(value)).join(',')}]`));
      }),
    );
  });

  it.each<[string, unknown]>([
    ['{"a":"b', [{ a: 'b' }]],
    ['{"a":"b\\', [{ a: 'b' }]],
    ['{"a":"b\\u00', [{ a: 'b' }]],
    ['{"a":"b\\\\', [{ a: 'b\\' }]],
    ['{"a":[1,2', [{ a: [1, 2] }]],
    ['{"a":tr', [{}]],
    ['{"a":1,"b', [{ a: 1 }]],
    ['{"a":1,}', [{ a: 1 }]],
    ['{"a":1}\n{"a":2 x}\n{"a":3}', [{ a: 1 }, { a: 2 }, { a: 3 }]],
    ['{"a":"x\n{"a":3}', [{ a: 'x' }, { a: 3 }]],
    ['{"a":1},\n{"a":2},', [{ a: 1 }, { a: 2 }]],
    ['words\n{"a":"bc de"}', [{ a: 'bc de' }]],
  ])('reads %j', (text, expected) => {
    expect(valuesOf(text)).toEqual(expected);
  });

  it.each(['words', '[link](https://example.org) is here', '[10:00] Ann: hi', '{not json}', 'Many words in front of it.\n{"a":1}', ''])(
    'does not read %j',
    (text) => {
      expect(tapeOf(text)).toBeNull();
    },
  );

  it('decodes long strings like short ones', () => {
    const long = `${'x'.repeat(65_530)}\u00e9\n"\\ 😀 `.repeat(3);
    for (const text of [JSON.stringify([long]), JSON.stringify([long]).replaceAll('é', '\\u00e9')]) {
      const tape = tapeOf(text)!;
      expect(allSteps(tape.longStringOf(2))).toBe(long);
    }
  });
});
