import { expect, it } from 'vitest';
import { excerptOf } from '#components/knowledge/excerpt';

const PAGE = '## What is known\n\n- Ana **paints** boats in Porto, and her brother repairs them.\n- Ana drinks `strong` coffee.';

it.each([
  ['coffee', '…repairs them. Ana drinks strong [coffee].'],
  ['Who has a Boat?', 'Ana paints [boats] in Porto, and her brother repairs them. Ana drinks strong coffee.'],
  ['known', 'What is [known]: Ana paints boats in Porto, and her brother repairs them. Ana drinks strong coffee.'],
  ['in', 'Ana paints boats [in] Porto, and her brother repairs them. Ana drinks strong coffee.'],
  ['tea', 'Ana paints boats in Porto, and her brother repairs them. Ana drinks strong coffee.[]'],
  ['', 'Ana paints boats in Porto, and her brother repairs them. Ana drinks strong coffee.[]'],
])('shows the place of %j', (query, expected) => {
  const [before, hit, after] = excerptOf(PAGE, query);
  expect(`${before}[${hit}]${after}`).toBe(expected);
});

it.each([
  ['アナは濃い珈琲を飲みます。', '珈琲', ['アナは濃い', '珈琲', 'を飲みます。']],
  ['## What is known', 'x', ['What is known:', '', '']],
  ['x'.repeat(60), 'xxxx', ['', 'x'.repeat(60), '']],
  [`${'漢'.repeat(60)}字`, '字', [`…${'漢'.repeat(40)}`, '字', '']],
] as const)('reads %j', (text, query, expected) => {
  expect(excerptOf(text, query)).toEqual(expected);
});
