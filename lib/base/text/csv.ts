/** What a spreadsheet would interpret as a formula, or as the end of a cell before a formula. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * One cell of RFC 4180. A leading apostrophe prevents a spreadsheet from evaluating a name that a
 * user chose.
 */
export function csvCell(text: string | null): string {
  if (text === null) return '';
  const inert = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(inert) || inert !== text ? `"${inert.replaceAll('"', '""')}"` : inert;
}

export const csvLine = (cells: readonly (string | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;
