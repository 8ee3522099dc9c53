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

  /** Replaces a value that no unit uses. Its number is not used again. */
  forget(key: string, blank: T): void {
    const number = this.numbers.get(key);
    if (number === undefined) return;
    this.numbers.delete(key);
    this.values[number] = blank;
  }
}

/** A copy of an id that was cut out of a long text, which would otherwise remain in memory. */
export const owned = (id: string): string => Buffer.from(id, 'latin1').toString('latin1');
