import { defined } from '#lib/base/defined';
import type { TextRange } from '#lib/memory/retain/item-sources';

/** Removes ranges from a text, and from positions in it. Pure. */

/** Sorted ranges without overlaps. */
export function mergedRanges(ranges: readonly TextRange[]): TextRange[] {
  const merged: TextRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && range.start <= last.end) merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    else merged.push(range);
  }
  return merged;
}

/** `removed`: as `mergedRanges` returns them. */
export function textWithout(text: string, removed: readonly TextRange[]): string {
  let left = '';
  let at = 0;
  for (const { start, end } of removed) {
    left += text.slice(at, start);
    at = end;
  }
  return left + text.slice(at);
}

/** A range after the removal; null: a part of it was removed. */
export function rangeWithout(range: TextRange, removed: readonly TextRange[]): TextRange | null {
  let shift = 0;
  for (const { start, end } of removed) {
    if (start >= range.end) break;
    if (end > range.start) return null;
    shift += end - start;
  }
  return { start: range.start - shift, end: range.end - shift };
}

/** A text of a document with the ranges that are removed from it. */
export interface CutText {
  readonly id: string;
  readonly text: string;
  readonly removed: readonly TextRange[];
}

/**
 * The ranges in the whole text, from those in its chunks, which are given in order with their
 * lengths.
 */
export function documentRanges(chunks: readonly { readonly id: string; readonly length: number }[], cuts: readonly CutText[]): TextRange[] {
  const byId = new Map(cuts.map((cut) => [cut.id, cut]));
  const ranges: TextRange[] = [];
  let at = 0;
  for (const { id, length } of chunks) {
    for (const { start, end } of byId.has(id) ? defined(byId.get(id)).removed : []) ranges.push({ start: at + start, end: at + end });
    at += length;
  }
  return mergedRanges(ranges);
}
