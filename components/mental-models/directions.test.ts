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
])('in %j dates and numbers of several parts are set apart', (text, numbers) => expect(apartIn(text)).toEqual(numbers));

it('nothing of a text is lost or moved by it', () => {
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
])('%j is drawn from right to left: %s', (text, isSo) => expect(isFromTheRight(text)).toBe(isSo));

it('what differs within a date marks the whole of it, and nothing else more', () => {
  const run = { text: 'יום 2026-11-03 ויום 8', at: 10 };
  const date = { from: 14, to: 24 };
  expect(wholeNumbers(run, [{ from: 22, to: 24 }])).toEqual([date]);
  expect(wholeNumbers(run, [{ from: 14, to: 18 }])).toEqual([date]);
  expect(wholeNumbers(run, [{ from: 10, to: 20 }])).toEqual([{ from: 10, to: 24 }]);
  expect(wholeNumbers(run, [{ from: 10, to: 14 }])).toEqual([{ from: 10, to: 14 }]);
  expect(wholeNumbers(run, [{ from: 29, to: 31 }])).toEqual([{ from: 29, to: 31 }]);
});
