import { describe, expect, test } from 'vitest';
import { retainBody, retainItem } from '#lib/memory/retain/contract';
import { itemOf, partsOf } from '#lib/memory/retain/parts';

const items = (...sizes: [string | null, number][]) =>
  retainBody.parse({ items: sizes.map(([document_id, tokens]) => ({ content: 'word'.repeat(tokens), document_id })) }).items;
const cut = (...sizes: [string | null, number][]) => partsOf(items(...sizes), 100).map(({ positions }) => positions);

describe('partsOf', () => {
  test.each([
    [
      'what fits is one',
      [
        [null, 40],
        ['a', 60],
      ],
      [[0, 1]],
    ],
    [
      'the next begins where it would be too much',
      [
        [null, 60],
        [null, 60],
        [null, 30],
      ],
      [[0], [1, 2]],
    ],
    [
      'a document stays whole, in its order',
      [
        ['a', 50],
        ['b', 40],
        ['a', 40],
        ['b', 30],
      ],
      [
        [0, 2],
        [1, 3],
      ],
    ],
    [
      'a document larger than a part is one by itself',
      [
        [null, 10],
        ['a', 300],
        [null, 10],
      ],
      [[0], [1], [2]],
    ],
  ] as [string, [string | null, number][], number[][]][])('%s', (_, given, expected) => {
    expect(cut(...given)).toEqual(expected);
  });

  test('contains every item once', () => {
    const given = items(
      ...Array.from({ length: 50 }, (_, i): [string | null, number] => [i % 3 ? `d${i % 7}` : null, 1 + ((i * 13) % 60)]),
    );
    const positions = partsOf(given, 100).flatMap((part) => part.positions);
    expect(positions.toSorted((a, b) => a - b)).toEqual(given.map((_, i) => i));
  });
});

test.each([
  ['no time', undefined],
  ['unset', 'unset'],
  ['UTC', '2026-05-02T10:00:00Z'],
  ['ahead of UTC', '2026-05-02T10:00:00+05:30'],
  ['behind UTC, on another day', '2026-05-02T22:00:00.250-03:00'],
  ['a date alone', '2026-05-02'],
])('an item is restored unchanged: %s', (_, timestamp) => {
  const item = retainItem.parse({
    content: 'Ana: hi',
    timestamp,
    context: 'c',
    metadata: { a: 'b' },
    tags: ['x'],
    entities: [{ text: 'Ana', type: 'PERSON' }],
    observation_scopes: [['x']],
    update_mode: 'replace',
  });
  expect(itemOf(JSON.parse(JSON.stringify(item)))).toEqual(item);
});

test.each([null, 'unset', '2026-05-02T10:00:00.000+05:30'])('accepts the time %s that an older version queued', (timestamp) => {
  const item = retainItem.parse({ content: 'Ana: hi', timestamp });
  expect(itemOf({ ...item, timestamp })).toEqual(item);
});
