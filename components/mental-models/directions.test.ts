import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isFromTheRight, numbersApart, wholeNumbers } from '#components/mental-models/directions';

const apartIn = (text: string) => numbersApart({ text, at: 0 }).flatMap(({ run, isApart }) => (isApart ? [run.text] : []));

it.each([
  ['התחיל ב-2026-11-03 ונגמר', ['2026-11-03']],
  ['בין 10–20 איש, 07:30 UTC', ['10–20', '07:30 UTC']],
  ['يوم 3 Nov 2026, 07:30 UTC في', ['3 Nov 2026, 07:30 UTC']],
  ['منذ 2026-11-03T07:30:00Z', ['2026-11-03T07:30:00Z']],
  ['עלה ב +5 וירד −3.5 %', ['+5', '−3.5 %']],
  ['ב-3 מקומות, 8 אנשים', []],
  ['גרסה v1.2', []],
])('isolates dates and multi-part numbers in %j', (text, numbers) => expect(apartIn(text)).toEqual(numbers));

it('preserves the whole text', () => {
  const text = fc
    .array(fc.constantFrom('1', '20', '-', '.', ':', ' ', 'Nov', 'ש', '+', '%', 'T', 'Z', ', '))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (said) => {
      const parts = numbersApart({ text: said, at: 7 });
      expect(parts.map(({ run }) => run.text).join('')).toBe(said);
      for (const { run } of parts) expect(said.slice(run.at - 7, run.at - 7 + run.text.length)).toBe(run.text);
    }),
  );
});

it.each([
  ['שלום', true],
  ['2026-11-03 حيفا', true],
  ['Noon in חיפה', false],
  ['8', false],
])('detects the direction of %j: %s', (text, isSo) => expect(isFromTheRight(text)).toBe(isSo));

it('extends a mark within a date to the whole date only', () => {
  const run = { text: 'יום 2026-11-03 ויום 8', at: 10 };
  const date = { from: 14, to: 24 };
  expect(wholeNumbers(run, [{ from: 22, to: 24 }])).toEqual([date]);
  expect(wholeNumbers(run, [{ from: 14, to: 18 }])).toEqual([date]);
  expect(wholeNumbers(run, [{ from: 10, to: 20 }])).toEqual([{ from: 10, to: 24 }]);
  expect(wholeNumbers(run, [{ from: 10, to: 14 }])).toEqual([{ from: 10, to: 14 }]);
  expect(wholeNumbers(run, [{ from: 29, to: 31 }])).toEqual([{ from: 29, to: 31 }]);
});
