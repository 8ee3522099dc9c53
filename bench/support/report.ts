import type { Latency } from '#bench/support/measure';

const NUMERIC = /^[-+\d.,]+( ?(x|%|ms|s|MB|bytes))?$/;
const isNumeric = (cell: string): boolean => cell === '' || cell === '-' || NUMERIC.test(cell);

/**
 * A table that reads well with and without a Markdown viewer. Columns of numbers are right-aligned.
 */
export function markdownTable(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const right = headers.map((_, column) => rows.every((row) => isNumeric(row[column]!)));
  const widths = headers.map((header, column) => Math.max(4, header.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (right[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))).join(' | ')} |`;
  const rule = widths.map((width, column) => (right[column] ? `${'-'.repeat(width - 1)}:` : `:${'-'.repeat(width - 1)}`));
  return [line(headers), line(rule), ...rows.map(line)].join('\n');
}

export const ms = (milliseconds: number): string => milliseconds.toFixed(milliseconds < 10 ? 2 : 1);
export const times = (part: number, base: number): string => `${(part / base).toFixed(2)} x`;
export const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
export const megabytes = (bytes: number): string => whole(bytes / 2 ** 20);
export const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(2);
export const p50p95 = ({ p50, p95 }: Latency): [string, string] => [ms(p50), ms(p95)];
export const p50p95p99 = ({ p50, p95, p99 }: Latency): [string, string, string] => [ms(p50), ms(p95), ms(p99)];
