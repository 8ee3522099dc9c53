import { formsOf } from '#lib/base/text/word-forms';
import { NumberLists } from '#lib/memory/recall/retrieval/cached/number-lists';
import { Numbered } from '#lib/memory/recall/retrieval/cached/numbered';

/** Which units contain a term: an inverted index by slot. */
export class Words {
  private readonly terms = new Numbered<string>();
  /** by term */
  private readonly units = new NumberLists();
  /** by slot */
  private readonly contained = new NumberLists();

  /** The slot is empty. */
  put(slot: number, terms: readonly string[]): void {
    const numbers = terms.map((term) => this.terms.of(term, term));
    this.contained.set(slot, numbers);
    for (const term of numbers) this.units.add(term, slot);
  }

  empty(slot: number): void {
    for (const term of this.contained.of(slot)) this.units.remove(term, slot);
    this.contained.clear(slot);
  }

  /** Number of terms in a unit. */
  countIn(slot: number): number {
    return this.contained.count(slot);
  }

  /** Units that contain a form of the term, one list per form. Valid until the next change. */
  unitsWith(term: string): readonly Uint32Array[] {
    return formsOf(term).flatMap((form) => {
      const number = this.terms.find(form);
      return number === undefined || this.units.count(number) === 0 ? [] : [this.units.of(number)];
    });
  }
}
