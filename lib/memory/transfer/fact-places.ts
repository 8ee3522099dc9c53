import { defined } from '#lib/base/defined';

/** The place of a fact in an archive. */
export interface FactPlace {
  readonly document_id: string;
  /** among the facts of the document */
  readonly fact_index: number;
}

/**
 * The places of exported facts, for the sources of observations. A place is one number, because a
 * bank may have millions of facts.
 */
export class FactPlaces {
  /** by id, numbers in the order of export */
  readonly #numbers = new Map<string, number>();
  readonly #documents: { readonly id: string; readonly first: number }[] = [];
  #count = 0;

  /** Adds the facts of the next document. Of a fact that occurs twice, the first place counts. */
  add(documentId: string, facts: readonly { readonly id: string }[]): void {
    if (facts.length === 0) return;
    this.#documents.push({ id: documentId, first: this.#count });
    for (const [index, { id }] of facts.entries()) if (!this.#numbers.has(id)) this.#numbers.set(id, this.#count + index);
    this.#count += facts.length;
  }

  /** null: the fact was not exported. */
  find(factId: string): FactPlace | null {
    const number = this.#numbers.get(factId);
    if (number === undefined) return null;
    let [low, high] = [0, this.#documents.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (defined(this.#documents[middle]).first <= number) low = middle;
      else high = middle;
    }
    const { id, first } = defined(this.#documents[low]);
    return { document_id: id, fact_index: number - first };
  }
}
