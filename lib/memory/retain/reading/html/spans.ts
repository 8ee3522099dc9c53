/**
 * Cells of a table that cover several rows or columns. A cell that began above is repeated in each
 * row that it covers, so that every row is a whole statement.
 */

export interface Cell {
  readonly text: string;
  readonly isHead: boolean;
}

/** A cell as its tag describes it. */
export interface SpanningCell extends Cell {
  readonly columns: number;
  readonly rows: number;
}

/** A row with more cells is cut. */
export const MAX_CELLS = 100;
/** Longer cells are not repeated, nor are more characters in one row: they arrange the page. */
const MAX_REPEATED = 200;
const MAX_ROW_REPEATED = 400;
const EMPTY: Cell = { text: '', isHead: false };

/** The number in an attribute `rowspan` or `colspan`; 1 if there is none. */
export function spanOf(value: string, most: number): number {
  const number = /^\s{0,9}\d{1,6}/.exec(value);
  return number === null ? 1 : Math.min(most, Math.max(1, Number(number[0])));
}

interface OpenSpan {
  readonly cell: Cell;
  left: number;
}

/** The cells of a part of a table that cover rows below them, by column. */
export class RowSpans {
  private spans: (OpenSpan | undefined)[] = [];

  /** Ends all cells, as a new part of the table does. */
  clear(): void {
    this.spans = [];
  }

  /** The cells of the next row, in their columns. A row without cells of its own stays empty. */
  place(own: readonly SpanningCell[]): Cell[] {
    const { spans } = this;
    const placed: Cell[] = [];
    let next = 0;
    let repeated = 0;
    for (let column = 0; column < MAX_CELLS && (next < own.length || column < spans.length); column++) {
      const span = spans[column];
      if (span !== undefined && span.left > 0) {
        span.left--;
        repeated += span.cell.text.length;
        placed.push(repeated > MAX_ROW_REPEATED ? EMPTY : span.cell);
        continue;
      }
      const cell = own[next++];
      const { text, isHead } = cell ?? EMPTY;
      const columns = cell?.columns ?? 1;
      for (let i = 0; i < columns && column + i < MAX_CELLS; i++) {
        // a head names each column that it covers; the text of another cell is stated once
        placed.push(i === 0 || isHead ? { text, isHead } : EMPTY);
        const isRepeated = text.length <= MAX_REPEATED && (i === 0 || isHead);
        if (cell && cell.rows > 1) spans[column + i] = { cell: isRepeated ? { text, isHead } : EMPTY, left: cell.rows - 1 };
      }
      column += columns - 1;
    }
    while (placed.length > 0 && next > own.length && placed.at(-1) === EMPTY) placed.pop();
    return own.length === 0 ? [] : placed;
  }
}
