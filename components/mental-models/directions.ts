import type { Mark, TextRun } from '#components/mental-models/markdown';

/** Right-to-left text, and the left-to-right dates and numbers in it. Pure. */

const FIRST_LETTER = /\p{L}/u;
const FROM_THE_RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/**
 * "2026-11-03T07:30:00Z", "3 Nov 2026, 07:30 UTC", "10–20 %", and the sign of a number. The hyphen
 * in "ב-3" is not a sign.
 */
const NUMBER =
  /(?<![\p{L}\p{N}])[+−-]?\d+(?:(?:[.,:/–−-]|T| [A-Za-z]{3,9}\.?,? )\d+)*(?:,? \d{1,2}:\d{2}(?::\d{2})?)?(?:Z| ?UTC| ?%)?(?![\p{L}\p{N}])/gu;

/** Whether the first letter makes a text right-to-left. */
export const isFromTheRight = (text: string): boolean => FROM_THE_RIGHT.test(FIRST_LETTER.exec(text)?.[0] ?? '');

/**
 * Splits a run. The isolated runs are numbers of several parts, which keep their order only if
 * isolated from their context.
 */
export function numbersApart(run: TextRun): { readonly run: TextRun; readonly isApart: boolean }[] {
  const parts: { run: TextRun; isApart: boolean }[] = [];
  let from = 0;
  const take = (to: number, isApart: boolean) => {
    if (to > from) parts.push({ run: { ...run, at: run.at + from, text: run.text.slice(from, to) }, isApart });
    from = to;
  };
  for (const { 0: number, index } of run.text.matchAll(NUMBER)) {
    if (/^\d+$/.test(number)) continue;
    take(index, false);
    take(index + number.length, true);
  }
  take(run.text.length, false);
  return parts;
}

/**
 * Extends marks that begin or end within such a number to the whole number, because half of one
 * would be isolated.
 */
export function wholeNumbers(run: TextRun, marks: readonly Mark[]): Mark[] {
  const numbers = numbersApart(run).filter(({ isApart }) => isApart);
  const around = (place: number) => numbers.find(({ run: { at, text } }) => at < place && place < at + text.length)?.run;
  return marks.map(({ from, to }) => {
    const [first, last] = [around(from), around(to)];
    return { from: first?.at ?? from, to: last ? last.at + last.text.length : to };
  });
}
