/** Lists of slots by a key, unsorted unless sorting was requested. */
export class Lists<K> {
  private readonly lists = new Map<K, number[]>();
  /** unchanged since they were sorted */
  private readonly sorted = new Set<K>();

  get(key: K): readonly number[] | undefined {
    return this.lists.get(key);
  }

  /** `before` must be the same at every call. */
  inOrder(key: K, before: (a: number, b: number) => number): readonly number[] {
    const list = this.lists.get(key) ?? [];
    if (this.sorted.has(key)) return list;
    this.sorted.add(key);
    return list.sort(before);
  }

  enter(key: K, slot: number): void {
    this.sorted.delete(key);
    const list = this.lists.get(key);
    if (list) list.push(slot);
    else this.lists.set(key, [slot]);
  }

  /** It is in the list. */
  leave(key: K, slot: number): void {
    this.sorted.delete(key);
    const list = this.lists.get(key)!;
    const last = list.pop()!;
    if (last !== slot) list[list.indexOf(slot)] = last;
    if (list.length === 0) this.lists.delete(key);
  }

  clear(): void {
    this.lists.clear();
    this.sorted.clear();
  }
}

/** Values that units share, each stored once, under a number. */
export class Numbered<T> {
  readonly values: T[] = [];
  private readonly numbers = new Map<string, number>();

  find(key: string): number | undefined {
    return this.numbers.get(key);
  }

  of(key: string, value: T): number {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.values.push(value) - 1;
    this.numbers.set(key, number);
    return number;
  }
}
