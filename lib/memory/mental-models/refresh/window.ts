import { defined } from '#lib/base/defined';
import type { EvidencePage } from '#lib/memory/reflect/evidence';

/**
 * Selects the new memories that one delta reads: complete revisions, oldest first, in pages that
 * each fit the budget. The watermark advances to the last memory that was read; the next refresh
 * reads the rest. Pure.
 */

/** The valid memories of the scope that were last written at one revision. */
export interface RevisionSum {
  readonly revision: number;
  readonly units: number;
  readonly tokens: number;
  readonly newest: Date;
}

export interface Portion {
  /** at least one; the last one ends with the portion */
  readonly pages: readonly EvidencePage[];
  readonly upTo: number;
  /** time of its newest memory; null: it is empty */
  readonly newest: Date | null;
  /** number of memories after it */
  readonly left: number;
}

/** Beyond this number of units, the comparison in one statement becomes expensive. */
export const PAGE_UNITS = 500;
/** Each page takes at least one call of a language model. */
export const MOST_PAGES = 8;
/** Further revisions fit into no portion: each has at least one unit. */
export const MOST_REVISIONS = MOST_PAGES * PAGE_UNITS;

/** The memories of a window, by revision. */
export interface RevisionSums {
  /** ordered by revision; the first `MOST_REVISIONS` or more, or all */
  readonly sums: readonly RevisionSum[];
  /** number of memories after those */
  readonly further: number;
}

/** All `sums` must be above `after`, and none above `upTo`. */
export function portionOf(after: number, upTo: number, { sums, further }: RevisionSums, pageTokens: number): Portion {
  const pages: RevisionSum[][] = [];
  let taken = 0;
  for (const one of sums) {
    const page = pages.at(-1);
    if (page && fits(page, one, pageTokens)) page.push(one);
    else if (pages.length === MOST_PAGES) break;
    else pages.push([one]);
    taken++;
  }
  const left = total(sums.slice(taken), 'units') + further;
  const end = left > 0 ? defined(sums[taken - 1]).revision : upTo;
  const ends = pages.map((page, i) => (i === pages.length - 1 ? end : defined(page.at(-1)).revision));
  return {
    pages:
      pages.length === 0
        ? [{ afterRevision: after, upToRevision: upTo, units: 0 }]
        : pages.map((page, i) => ({
            afterRevision: i === 0 ? after : defined(ends[i - 1]),
            upToRevision: defined(ends[i]),
            units: total(page, 'units'),
          })),
    upTo: end,
    newest: sums.slice(0, taken).reduce<Date | null>((latest, { newest }) => (latest && latest > newest ? latest : newest), null),
    left,
  };
}

const total = (page: readonly RevisionSum[], what: 'units' | 'tokens'): number => page.reduce((sum, one) => sum + one[what], 0);

/** The memories of one transaction are never split: a page may be one revision of any size. */
const fits = (page: readonly RevisionSum[], one: RevisionSum, tokens: number): boolean =>
  total(page, 'units') + one.units <= PAGE_UNITS && total(page, 'tokens') + one.tokens <= tokens;

/** Splits a page into calls that each fit the budget, in the given order. */
export function inCalls<T extends { readonly tokens: number }>(items: readonly T[], maxTokens: number): T[][] {
  const calls: T[][] = [];
  let left = 0;
  for (const one of items) {
    const call = calls.at(-1);
    if (!call || one.tokens > left) {
      calls.push([one]);
      left = maxTokens - one.tokens;
    } else {
      call.push(one);
      left -= one.tokens;
    }
  }
  return calls;
}
