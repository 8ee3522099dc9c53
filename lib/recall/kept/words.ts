import { leave } from '#lib/recall/kept/units';
import { formsOf } from '#lib/text/word-forms';

/** Which units hold a term: an inverted index by slot. */
export class Words {
  private readonly holders = new Map<string, number[]>();
  private readonly held: (readonly string[])[] = [];
  /** one string for all units that hold a term */
  private readonly known = new Map<string, string>();

  /** The slot is empty. */
  put(slot: number, terms: readonly string[]): void {
    this.held[slot] = terms.map((term) => {
      const holders = this.holders.get(term);
      if (holders) holders.push(slot);
      else this.holders.set(term, [slot]);
      return this.once(term);
    });
  }

  empty(slot: number): void {
    for (const term of this.held[slot] ?? []) leave(this.holders, term, slot);
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
