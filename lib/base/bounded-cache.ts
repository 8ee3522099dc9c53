import { registerTextCache, type TextCache } from '#lib/base/text-caches';

/** A share of the memory of small entries beside their text: key, value and slot. */
const ENTRY_COST = 100;

/**
 * Values computed from texts. The sum of their sizes is bounded, not their number, because tenants'
 * texts may have any length. The cache is cleared when the next value does not fit. A value larger
 * than a tenth of the room is never stored.
 */
export class BoundedCache<T> implements TextCache {
  readonly #values = new Map<string, T>();
  readonly #room: number;
  #size = 0;

  /** `room`: characters of keys and values in all, each entry counted with 100 more. */
  constructor(room: number) {
    this.#room = room;
    registerTextCache(this);
  }

  /** Its values belong to texts, not to banks: all are dropped. */
  forget(): void {
    this.#values.clear();
    this.#size = 0;
  }

  /** undefined: not stored */
  get(key: string): T | undefined {
    return this.#values.get(key);
  }

  /** `size`: about how many characters the value takes beside its key. */
  set(key: string, value: T, size = 0): void {
    const cost = key.length + size + ENTRY_COST;
    if (cost > this.#room / 10) return;
    if (this.#size + cost > this.#room) {
      this.#values.clear();
      this.#size = 0;
    }
    this.#values.set(key, value);
    this.#size += cost;
  }
}
