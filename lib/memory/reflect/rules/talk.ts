import type { Evidence } from '#lib/memory/reflect/evidence';

type PlacedEvidence = Pick<Evidence, 'document'>;

/** The units around others in their documents, as far as they were found. Pure. */
export class Talk<T extends PlacedEvidence = Evidence> {
  static readonly NONE = new Talk<never>([]);
  private readonly documents = new Map<string, Map<number, T>>();

  constructor(items: readonly T[]) {
    for (const one of items) {
      if (one.document === null) continue;
      const { id, position } = one.document;
      const own = this.documents.get(id) ?? new Map<number, T>();
      this.documents.set(id, own.set(position, one));
    }
  }

  /** The units in the `reach` places before it, nearest first. */
  before({ document }: PlacedEvidence, reach: number): readonly T[] {
    if (document === null) return [];
    const own = this.documents.get(document.id);
    return Array.from({ length: reach }, (_, i) => own?.get(document.position - 1 - i)).filter((one) => one !== undefined);
  }

  /** The units that follow without a gap, in the order of the text. */
  *behind({ document }: PlacedEvidence): Generator<T> {
    if (document === null) return;
    const own = this.documents.get(document.id);
    for (let at = document.position + 1; ; at++) {
      const one = own?.get(at);
      if (one === undefined) return;
      yield one;
    }
  }
}
