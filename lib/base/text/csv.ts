/** What a spreadsheet would take for a formula, or for the end of a cell before one. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
const NEEDS_QUOTES = /[",\r\n]/;

/** One cell of RFC 4180. An apostrophe in front keeps a spreadsheet from calculating what somebody chose as a name. */
export function csvCell(text: string | null): string {
  if (text === null) return '';
  const inert = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(inert) || inert !== text ? `"${inert.replaceAll('"', '""')}"` : inert;
}

export const csvLine = (cells: readonly (string | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;
