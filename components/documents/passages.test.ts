import { expect, test } from 'vitest';
import { piecesOf, placesOf } from '#components/documents/passages';

const TALK = [
  'Priya: I ordered three touring bikes from Fernhill on Tuesday. The invoice is still missing.',
  'Hal: The workshop closes at six on Thursdays. Tomasz teaches then.',
  'Priya: Good to know!',
].join('\n');

const unitOf = (text: string, unit: string): string | null => {
  const place = placesOf(text, [{ id: 'a', text: unit }]).get('a');
  return place ? text.slice(place.from, place.to) : null;
};

test('places a memory at its literal words', () => {
  expect(unitOf(TALK, 'The workshop closes at six on Thursdays.')).toBe('The workshop closes at six on Thursdays.');
});

test('uses the stored position of a memory', () => {
  const text = 'Yes. Perhaps. Yes.';
  expect(placesOf(text, [{ id: 'a', text: 'Yes.', chunk_span: { start: 14, end: 18 } }])).toEqual(new Map([['a', { from: 14, to: 18 }]]));
});

test('places a rephrased memory at the most similar sentence', () => {
  expect(unitOf(TALK, 'Priya ordered three touring bikes from Fernhill on 3 March 2026.')).toBe(
    'Priya: I ordered three touring bikes from Fernhill on Tuesday.',
  );
  expect(unitOf(TALK, 'The invoice of Fernhill is still missing')).toBe('The invoice is still missing.');
});

test('places a memory of two sentences at both', () => {
  expect(unitOf(TALK, 'Because Tomasz teaches then, the workshop closes at six on Thursdays')).toBe(
    'Hal: The workshop closes at six on Thursdays. Tomasz teaches then.',
  );
});

test('finds no position if the text does not contain it', () => {
  expect(unitOf(TALK, 'Rain fell over Lisbon all weekend')).toBeNull();
  expect(unitOf('', 'Rain fell')).toBeNull();
  expect(unitOf(TALK, '')).toBeNull();
});

test('finds words in scripts without spaces', () => {
  expect(unitOf('今日は雨です。田中さんは東京に引っ越しました。', '田中さんが東京に引っ越した')).toBe('田中さんは東京に引っ越しました。');
});

test('splits the text at the boundaries of passages', () => {
  const text = 'One two. Three four.';
  const places = new Map([
    ['a', { from: 0, to: 8 }],
    ['b', { from: 0, to: 20 }],
  ]);
  const pieces = piecesOf(text, places);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  expect(pieces.map(({ ids }) => ids)).toEqual([['a', 'b'], ['b']]);
  expect(piecesOf(text, new Map())).toEqual([{ text, from: 0, ids: [] }]);
  expect(piecesOf('', new Map())).toEqual([]);
});
