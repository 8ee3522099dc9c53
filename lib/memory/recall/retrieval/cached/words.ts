import { formsOf } from '#lib/base/text/word-forms';
import { Lists } from '#lib/memory/recall/retrieval/cached/lists';

/** Which units contain a term: an inverted index by slot. */
export class Words {
  private readonly units = new Lists<string>();
  private readonly terms: (readonly string[])[] = [];
  /** one string for all units that contain a term */
  private readonly known = new Map<string, string>();

  /** The slot is empty. */
  put(slot: number, terms: readonly string[]): void {
    this.terms[slot] = terms.map((term) => this.once(term));
    for (const term of this.terms[slot]) this.units.enter(term, slot);
  }

  empty(slot: number): void {
    for (const term of this.terms[slot] ?? []) this.units.leave(term, slot);
    this.terms[slot] = [];
  }

  /** Units that contain a form of the term, one list per form. */
  unitsWith(term: string): readonly (readonly number[])[] {
    return formsOf(term).flatMap((form) => {
      const units = this.units.get(form);
      return units ? [units] : [];
    });
  }

  private once(term: string): string {
    const known = this.known.get(term);
    if (known !== undefined) return known;
    this.known.set(term, term);
    return term;
  }
}
