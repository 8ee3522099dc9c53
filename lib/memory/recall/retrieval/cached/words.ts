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

interface WordPage {
  /** the slot of its first row */
  readonly base: number;
  /** number of rows */
  readonly size: number;
  readonly rows: Uint16Array;
  /** its runs: the first, and the one after the last */
  readonly firstRun: number;
  readonly endRun: number;
}

/** Numbers of a run of a page: its page, start, end, and the run before it of the same term. */
const RUN = 4;
const FIRST_RUNS = 64;

/** Which units contain a term: an inverted index by slot. */
export class Words {
  private readonly terms = new Numbered<string>();
  /** by term */
  private readonly units = new NumberLists();
  /** by slot; null in a large bank, where the lists also contain removed units */
  private contained: NumberLists | null;
  /** in the order of their slots */
  private readonly pages: WordPage[] = [];
  /** from number 1 on: `RUN` numbers each */
  private runs = new Uint32Array(RUN * FIRST_RUNS);
  private runCount = 0;
  /** by term: its last run; 0: none */
  private lastRuns = new Uint32Array(FIRST_RUNS);

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

  /** Of a bank of at most 65,536 slots that has read no page. */
  columns(): WordColumns {
    const terms = this.terms.values;
    const counts = Uint32Array.from(terms, (_, number) => this.units.count(number));
    const rows = new Uint16Array(counts.reduce((sum, count) => sum + count, 0));
    for (let number = 0, at = 0; number < terms.length; at += counts[number++]!) rows.set(this.units.of(number), at);
    return { terms, counts, rows };
  }

  /** Adds the units of a page to a large bank. `base`: the slot of the first of `size` rows. */
  append({ terms, counts, rows }: WordColumns, { base, size }: { readonly base: number; readonly size: number }): void {
    const firstRun = this.runCount + 1;
    const page = this.pages.push({ base, size, rows: rows.slice(), firstRun, endRun: firstRun + terms.length }) - 1;
    let start = 0;
    for (let i = 0; i < terms.length; i++) {
      const term = this.terms.of(terms[i]!, terms[i]!);
      while (term >= this.lastRuns.length) this.lastRuns = copied(this.lastRuns, new Uint32Array(grown(this.lastRuns.length)));
      const run = ++this.runCount;
      const at = RUN * run;
      if (at >= this.runs.length) this.runs = copied(this.runs, new Uint32Array(RUN * grown(run)));
      this.runs[at] = page;
      this.runs[at + 1] = start;
      start += counts[i]!;
      this.runs[at + 2] = start;
      this.runs[at + 3] = this.lastRuns[term]!;
      this.lastRuns[term] = run;
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

  private erasePage({ base, rows, firstRun, endRun }: WordPage, isLive: Uint8Array): void {
    for (let run = firstRun; run < endRun; run++) {
      const [start, end] = [this.runs[RUN * run + 1]!, this.runs[RUN * run + 2]!];
      let next = start;
      for (let at = start; at < end; at++) if (isLive[base + rows[at]!] === 1) rows[next++] = rows[at]!;
      this.runs[RUN * run + 2] = next;
    }
  }

  private isUnused(term: number): boolean {
    if (this.units.count(term) > 0) return false;
    let run = this.lastRuns[term] ?? 0;
    while (run > 0 && this.runs[RUN * run + 1] === this.runs[RUN * run + 2]) run = this.runs[RUN * run + 3]!;
    return run === 0;
  }

  /**
   * Units that contain a form of the term: each form has its own runs, and no unit twice. A large
   * bank includes units that were removed and are not erased yet. Valid until the next change.
   */
  unitsWith(term: string): readonly SlotRun[] {
    return formsOf(term).flatMap((form) => {
      const number = this.terms.find(form);
      return number === undefined ? [] : this.runsOf(number);
    });
  }

  private runsOf(term: number): SlotRun[] {
    const offsets = this.units.of(term);
    const found: SlotRun[] = offsets.length > 0 ? [{ base: 0, offsets, start: 0, end: offsets.length }] : [];
    for (let run = this.lastRuns[term] ?? 0; run > 0; run = this.runs[RUN * run + 3]!) {
      const [number, start, end] = [this.runs[RUN * run]!, this.runs[RUN * run + 1]!, this.runs[RUN * run + 2]!];
      const { base, rows } = this.pages[number]!;
      if (end > start) found.push({ base, offsets: rows, start, end });
    }
    return found;
  }
}
