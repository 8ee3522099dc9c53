import { formsOf } from '#lib/base/text/word-forms';
import { Lists } from '#lib/memory/recall/retrieval/cached/lists';

/** Which units hold a term: an inverted index by slot. */
export class Words {
  private readonly holders = new Lists<string>();
  private readonly held: (readonly string[])[] = [];
  /** one string for all units that hold a term */
  private readonly known = new Map<string, string>();

  /** The slot is empty. */
  put(slot: number, terms: readonly string[]): void {
    this.held[slot] = terms.map((term) => this.once(term));
    for (const term of this.held[slot]) this.holders.enter(term, slot);
  }

  empty(slot: number): void {
    for (const term of this.held[slot] ?? []) this.holders.leave(term, slot);
    this.held[slot] = [];
  }

  /** Those that hold a term in one form or another; one that holds several is named several times. */
  holdersOf(term: string): readonly (readonly number[])[] {
    return formsOf(term).flatMap((form) => {
      const holders = this.holders.get(form);
      return holders ? [holders] : [];
    });
  }

  private once(term: string): string {
    const known = this.known.get(term);
    if (known !== undefined) return known;
    this.known.set(term, term);
    return term;
  }
}
