import { formsOf } from '#lib/base/text/word-forms';
import { copied, grown } from '#lib/memory/recall/retrieval/cached/columns';
import { NumberLists } from '#lib/memory/recall/retrieval/cached/number-lists';
import { Numbered } from '#lib/memory/recall/retrieval/cached/numbered';

/** Terms, and the rows of units that contain each, one list after the other. */
export interface WordColumns {
  readonly terms: readonly string[];
  readonly counts: Uint32Array;
  readonly rows: Uint16Array;
}

/** Slots: `base` plus each of `offsets` from index `start` to `end`, exclusive. */
export interface SlotRun {
  readonly base: number;
  readonly offsets: Uint16Array | Uint32Array;
  readonly start: number;
  readonly end: number;
}

/** The runs of a page follow each other, and so do those of all pages. */
interface WordPage {
  /** the slot of its first row */
  readonly base: number;
  /** number of rows */
  readonly size: number;
  /** of all runs, one after the other; those of removed units are `ERASED`, at the end of a run */
  readonly rows: Uint16Array;
  readonly firstRun: number;
  /** by run: where it begins in `rows`; and the end of the last one */
  readonly starts: Uint32Array;
  /** by run: the one before it of the same term, of an earlier page; 0: none */
  readonly earlier: Uint32Array;
}

/** Instead of a row: pages are smaller. */
const ERASED = 0xffff;
const FIRST_TERMS = 64;

/** Which units contain a term: an inverted index by slot. */
export class Words {
  private readonly terms = new Numbered<string>();
  /** by term */
  private readonly units = new NumberLists();
  /** by slot; null in a large bank, where the lists also contain removed units */
  private contained: NumberLists | null;
  /** in the order of their slots */
  private readonly pages: WordPage[] = [];
  /** Runs have numbers from 1 on. */
  private runCount = 0;
  /** by term: its last run; 0: none */
  private lastRuns = new Uint32Array(FIRST_TERMS);

  constructor({ isLarge = false } = {}) {
    this.contained = isLarge ? null : new NumberLists();
  }

  becomeLarge(): void {
    this.contained = null;
  }

  /** The slot is empty. In a large bank, it was never used. */
  put(slot: number, terms: readonly string[]): void {
    const numbers = terms.map((term) => this.terms.of(term, term));
    this.contained?.set(slot, numbers);
    for (const term of numbers) this.units.add(term, slot);
  }

  /** Takes effect with `settle`. The slot is not used before. */
  empty(slot: number): void {
    if (this.contained === null) return;
    for (const term of this.contained.of(slot)) this.units.outdated.add(term);
    this.contained.clear(slot);
  }

  settle(isLive: Uint8Array): void {
    this.units.settle(isLive);
  }

  /** Of a bank of less than 65,536 slots that has read no page. */
  columns(): WordColumns {
    const terms = this.terms.values;
    const counts = Uint32Array.from(terms, (_, number) => this.units.count(number));
    const rows = new Uint16Array(counts.reduce((sum, count) => sum + count, 0));
    for (let number = 0, at = 0; number < terms.length; at += counts[number++]!) rows.set(this.units.of(number), at);
    return { terms, counts, rows };
  }

  /** Adds the units of a page to a large bank. `base`: the slot of the first of `size` rows. */
  append({ terms, counts, rows }: WordColumns, { base, size }: { readonly base: number; readonly size: number }): void {
    const [starts, earlier] = [new Uint32Array(terms.length + 1), new Uint32Array(terms.length)];
    this.pages.push({ base, size, rows: rows.slice(), firstRun: this.runCount + 1, starts, earlier });
    for (let i = 0; i < terms.length; i++) {
      const term = this.terms.of(terms[i]!, terms[i]!);
      while (term >= this.lastRuns.length) this.lastRuns = copied(this.lastRuns, new Uint32Array(grown(this.lastRuns.length)));
      starts[i + 1] = starts[i]! + counts[i]!;
      earlier[i] = this.lastRuns[term]!;
      this.lastRuns[term] = ++this.runCount;
    }
  }

  /** Erases the words of units that were removed, at these slots. */
  erase(removed: readonly number[], isLive: Uint8Array): void {
    if (this.contained === null) {
      const pages = new Set(removed.map((slot) => this.pageOf(slot)));
      for (const page of pages) if (page) this.erasePage(page, isLive);
      if (pages.has(null)) this.units.keepFlagged(isLive);
    }
    for (const [number, term] of this.terms.values.entries()) if (term !== '' && this.isUnused(number)) this.terms.forget(term, '');
  }

  /** null: the unit was not read from a page. */
  private pageOf(slot: number): WordPage | null {
    const page = this.pages.findLast(({ base }) => base <= slot);
    return page && slot < page.base + page.size ? page : null;
  }

  private erasePage({ base, rows, starts }: WordPage, isLive: Uint8Array): void {
    for (let run = 0; run < starts.length - 1; run++) {
      let next = starts[run]!;
      for (let at = next; at < starts[run + 1]! && rows[at] !== ERASED; at++) if (isLive[base + rows[at]!] === 1) rows[next++] = rows[at]!;
      rows.fill(ERASED, next, starts[run + 1]);
    }
  }

  private isUnused(term: number): boolean {
    return this.runsOf(term).next().done === true;
  }

  /**
   * Units that contain a form of the term: each form has its own runs, and no unit twice. A large
   * bank includes units that were removed and are not erased yet. Valid until the next change.
   */
  unitsWith(term: string): readonly SlotRun[] {
    return formsOf(term).flatMap((form) => {
      const number = this.terms.find(form);
      return number === undefined ? [] : [...this.runsOf(number)];
    });
  }

  /** Those that are not empty. */
  private *runsOf(term: number): Generator<SlotRun> {
    const offsets = this.units.of(term);
    if (offsets.length > 0) yield { base: 0, offsets, start: 0, end: offsets.length };
    let page = this.pages.length - 1;
    for (let run = this.lastRuns[term] ?? 0; run > 0; ) {
      while (this.pages[page]!.firstRun > run) page--;
      const { base, rows, firstRun, starts, earlier } = this.pages[page]!;
      const own = run - firstRun;
      const start = starts[own]!;
      let end = starts[own + 1]!;
      while (end > start && rows[end - 1] === ERASED) end--;
      if (end > start) yield { base, offsets: rows, start, end };
      run = earlier[own]!;
    }
  }
}
