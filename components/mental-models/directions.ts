import type { Mark, Run } from '#components/mental-models/markdown';

/** What runs from right to left, and the dates and numbers in it, which do not. Pure. */

const FIRST_LETTER = /\p{L}/u;
const FROM_THE_RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** "2026-11-03T07:30:00Z", "3 Nov 2026, 07:30 UTC", "10–20 %", and a sign that belongs to its number: "ב-3" has none. */
const NUMBER =
  /(?<![\p{L}\p{N}])[+−-]?\d+(?:(?:[.,:/–−-]|T| [A-Za-z]{3,9}\.?,? )\d+)*(?:,? \d{1,2}:\d{2}(?::\d{2})?)?(?:Z| ?UTC| ?%)?(?![\p{L}\p{N}])/gu;

/** Whether a text is drawn from right to left where the page leaves that to its first letter. */
export const isFromTheRight = (text: string): boolean => FROM_THE_RIGHT.test(FIRST_LETTER.exec(text)?.[0] ?? '');

/** A run in parts: those set apart have more than one part themselves, which keep their order only if nothing around them counts. */
export function numbersApart(run: Run): { readonly run: Run; readonly isApart: boolean }[] {
  const parts: { run: Run; isApart: boolean }[] = [];
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

/** Marks that begin or end within such a number, with the whole of it: half of one would stand by itself. */
export function wholeNumbers(run: Run, marks: readonly Mark[]): Mark[] {
  const numbers = numbersApart(run).filter(({ isApart }) => isApart);
  const around = (place: number) => numbers.find(({ run: { at, text } }) => at < place && place < at + text.length)?.run;
  return marks.map(({ from, to }) => {
    const [first, last] = [around(from), around(to)];
    return { from: first?.at ?? from, to: last ? last.at + last.text.length : to };
  });
}
