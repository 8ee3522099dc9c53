import { describe, expect, it } from 'vitest';
import { Integers } from '#lib/memory/recall/retrieval/cached/columns';

const ALL = [0, 255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER, -1];

describe('integers by slot', () => {
  it('has zeros at first', () => {
    expect(new Integers(2).at(1)).toBe(0);
  });

  it.each(ALL)('keeps all others when %i needs more bytes, or fewer', (value) => {
    const integers = new Integers(ALL.length + 1);
    for (const [slot, one] of ALL.entries()) {
      integers.set(slot, one);
      integers.set(ALL.length, value);
      expect(ALL.map((_, at) => integers.at(at))).toEqual(ALL.map((known, at) => (at <= slot ? known : 0)));
      expect(integers.at(ALL.length)).toBe(value);
    }
  });

  it('keeps them when it gets longer', () => {
    for (const value of ALL) {
      const integers = new Integers(1);
      integers.set(0, value);
      integers.resize(3);
      integers.set(2, value);
      expect([0, 1, 2].map((slot) => integers.at(slot))).toEqual([value, 0, value]);
      expect(integers.length).toBe(3);
    }
  });
});
