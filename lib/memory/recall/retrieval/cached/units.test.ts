import { describe, expect, it } from 'vitest';
import { type UnitRow, UnitTable } from '#lib/memory/recall/retrieval/cached/units';

const DOCUMENT = '01a22804-e2ae-7acd-bf5f-a72b533a2899';
const CHUNK = '01a22804-e2ae-7acd-bf5f-a72b533a2890';
const PLAIN: UnitRow = {
  ...{ bits: 0, document: null, chunk: null, position: 0, turn: 0, tokens: 9, termCount: 4, speaker: null, tags: [], revision: 1 },
  ...{ mentionedAt: null, occurredStart: null, occurredEnd: null, supersededBy: null, validTo: null },
};
const FULL: UnitRow = {
  ...PLAIN,
  ...{ document: DOCUMENT, chunk: CHUNK, position: 70_000, turn: 300, tokens: 66_000, termCount: 1, speaker: 'Anna', tags: ['a'] },
  ...{ revision: 2 ** 33, mentionedAt: -1.5, occurredStart: 0, occurredEnd: 86_400.25 },
};

const featuresOf = (table: UnitTable, slot: number) => {
  const { document, position, turn, tokens, mentionedAt, occurredStart, occurredEnd } = table.at(slot);
  const own = {
    speaker: table.speakerOf(slot),
    tags: table.tagsOf(slot),
    revision: table.revisionOf(slot),
    termCount: table.termCountOf(slot),
  };
  return { document, position, turn, tokens, mentionedAt, occurredStart, occurredEnd, ...own };
};

const START = { position: 5, turn: 2 };
const EXPECTED = {
  ...{ document: DOCUMENT, position: 70_005, turn: 302, tokens: 66_000, termCount: 1, speaker: 'Anna', tags: ['a'] },
  ...{ revision: 2 ** 33, mentionedAt: -1.5, occurredStart: 0, occurredEnd: 86_400.25 },
};
const EXPECTED_OF_PLAIN = {
  ...{ document: null, position: 0, turn: 0, tokens: 9, termCount: 4, speaker: null, tags: [], revision: 1 },
  ...{ mentionedAt: null, occurredStart: null, occurredEnd: null },
};

describe('features of units', () => {
  it('are those that were put, however large', () => {
    const table = new UnitTable();
    table.put(0, PLAIN);
    table.put(1, FULL);
    expect(table.isLost(1)).toBe(true);
    table.place(CHUNK, START);
    expect(table.isLost(1)).toBe(false);
    expect(featuresOf(table, 0)).toEqual(EXPECTED_OF_PLAIN);
    expect(featuresOf(table, 1)).toEqual(EXPECTED);
  });

  it('are those of the last unit of a slot', () => {
    const table = new UnitTable();
    for (const [unit, expected] of [
      [FULL, { ...EXPECTED, position: 70_000, turn: 300 }],
      [PLAIN, EXPECTED_OF_PLAIN],
    ] as const) {
      table.put(0, { ...unit, chunk: null });
      expect(featuresOf(table, 0)).toEqual(expected);
      table.empty(0);
      table.settle(new Uint8Array(1));
    }
  });

  it('are the same in another table', () => {
    const [table, other] = [new UnitTable(), new UnitTable({ hasTexts: false })];
    table.put(0, FULL);
    table.put(1, PLAIN);
    table.put(2, { ...FULL, chunk: DOCUMENT, occurredStart: null });
    table.place(CHUNK, START);
    other.put(0, { ...PLAIN, speaker: 'Ben', tags: ['b'], document: CHUNK, chunk: DOCUMENT });
    other.append(table.columns(3), Int32Array.of(100, 101, 102));
    expect(featuresOf(other, 100)).toEqual(EXPECTED);
    expect(featuresOf(other, 101)).toEqual(EXPECTED_OF_PLAIN);
    expect(other.isLost(102)).toBe(true);
    expect(other.occurredStart(102)).toBeNaN();
    expect(other.occurredEnd(102)).toBe(86_400.25);
    expect(other.neighborsOf([100], 1)).toEqual([100]);
  });
});
