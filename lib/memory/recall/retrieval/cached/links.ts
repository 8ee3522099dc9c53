export interface Link {
  readonly from: string;
  readonly to: string;
  readonly weight: number;
}

/** The other end of a causal link. */
export interface CausalLink {
  readonly slot: number;
  readonly weight: number;
}

/** Causal links between units, by slot, looked up from either end. */
export class Links {
  private readonly links = new Map<number, CausalLink[]>();

  put(from: number, to: number, weight: number): void {
    this.add(from, { slot: to, weight });
    this.add(to, { slot: from, weight });
  }

  empty(slot: number): void {
    for (const linked of this.links.get(slot) ?? []) {
      const left = this.links.get(linked.slot)!.filter((other) => other.slot !== slot);
      if (left.length > 0) this.links.set(linked.slot, left);
      else this.links.delete(linked.slot);
    }
    this.links.delete(slot);
  }

  of(slot: number): readonly CausalLink[] {
    return this.links.get(slot) ?? [];
  }

  private add(slot: number, linked: CausalLink): void {
    const list = this.links.get(slot);
    if (list) list.push(linked);
    else this.links.set(slot, [linked]);
  }
}
