import { countTokens } from '#lib/base/text/tokens';
import type { Name } from '#lib/memory/recall/payload';
import { copied, grown, NO_SLOT } from '#lib/memory/recall/retrieval/cached/columns';
import { IdColumn, WORDS } from '#lib/memory/recall/retrieval/cached/id-column';
import { NumberLists } from '#lib/memory/recall/retrieval/cached/number-lists';

/** A name, and whether some memories may spell it differently. */
export interface CachedName extends Name {
  readonly isSpelledOtherwise: boolean;
}

/** Entities, and those that each unit mentions, one list after the other. */
export interface NameColumns {
  /** ids, four words each */
  readonly ids: Uint32Array;
  readonly names: readonly string[];
  readonly spelledOtherwise: readonly number[];
  readonly counts: Uint16Array;
  readonly entities: Uint32Array;
}

/** Expected mentions of a unit, with the room of a list. */
const MENTIONS = 6;
const FIRST_NAMES = 64;

/** Entities that units mention, by slot. Each entity has a number. */
export class Names {
  private ids = new IdColumn({ hasTexts: false });
  /** by entity; empty: not known */
  private names: string[] = [];
  /** by entity */
  private units: NumberLists;
  /** by slot */
  private mentioned: NumberLists;
  /** entities with further spellings */
  private readonly spelledOtherwise = new Set<number>();
  /** by entity: how many of its first units are known to be in order; omitted: none */
  private readonly ordered = new Map<number, number>();
  /** by entity: the tokens of its name; 0: not counted yet */
  private tokens = new Uint16Array(FIRST_NAMES);

  /** `slots`: the expected number. */
  constructor({ slots = 0 } = {}) {
    this.units = new NumberLists({ numbers: MENTIONS * slots });
    this.mentioned = new NumberLists({ keys: slots, numbers: MENTIONS * slots });
  }

  /** Sets the name of an entity. */
  call({ id, name, isSpelledOtherwise }: CachedName): void {
    this.rename(this.entityOf(id), name, isSpelledOtherwise);
  }

  private rename(entity: number, name: string, isSpelledOtherwise: boolean): void {
    if (this.names[entity] !== name && entity < this.tokens.length) this.tokens[entity] = 0;
    this.names[entity] = name;
    if (isSpelledOtherwise) this.spelledOtherwise.add(entity);
    else this.spelledOtherwise.delete(entity);
  }

  /** The slot is empty. The names of the entities are set. */
  put(slot: number, entities: readonly string[]): void {
    const numbers = entities.map((id) => this.entityOf(id));
    this.mentioned.set(slot, numbers);
    for (const entity of numbers) this.units.add(entity, slot);
  }

  private entityOf(id: string): number {
    const entity = this.ids.add(this.names.length, id);
    this.names[entity] ??= '';
    return entity;
  }

  /** Of the first slots. */
  columns(slots: number): NameColumns {
    const counts = Uint16Array.from({ length: slots }, (_, slot) => this.mentioned.count(slot));
    const entities = new Uint32Array(counts.reduce((sum, count) => sum + count, 0));
    for (let slot = 0, at = 0; slot < slots; at += counts[slot++]!) entities.set(this.mentioned.of(slot), at);
    return { ids: this.ids.wordsOf(this.names.length), names: this.names, spelledOtherwise: [...this.spelledOtherwise], counts, entities };
  }

  /** Adds units of other columns. `slots`: by row its slot, which is empty, or `NO_SLOT`. */
  append(from: NameColumns, slots: Int32Array): void {
    const spelledOtherwise = new Set(from.spelledOtherwise);
    const numbers = Uint32Array.from(from.names, (name, i) => {
      const entity = this.ids.addWords(this.names.length, from.ids, WORDS * i);
      this.rename(entity, name, spelledOtherwise.has(i));
      return entity;
    });
    for (let row = 0, at = 0; row < slots.length; row++) {
      const [slot, count] = [slots[row]!, from.counts[row]!];
      if (slot !== NO_SLOT && count > 0) {
        this.mentioned.expect(slot, count);
        for (let i = at; i < at + count; i++) {
          const entity = numbers[from.entities[i]!]!;
          this.mentioned.add(slot, entity);
          this.units.add(entity, slot);
        }
      }
      at += count;
    }
  }

  /**
   * Replaces the name of an entity and the units that mention it; null: the entity was deleted.
   * Units that mentioned it before remain in their order.
   */
  replace(id: string, name: CachedName | null, slots: readonly number[]): void {
    const entity = this.entityOf(id);
    this.rename(entity, name?.name ?? '', name?.isSpelledOtherwise ?? false);
    const mentions = new Set(slots);
    const units: number[] = [];
    let ordered = 0;
    const orderedBefore = this.ordered.get(entity) ?? 0;
    for (const [i, slot] of this.units.of(entity).entries()) {
      if (!mentions.delete(slot)) this.mentioned.remove(slot, entity);
      else if (units.push(slot) && i < orderedBefore) ordered++;
    }
    for (const slot of mentions) {
      units.push(slot);
      this.mentioned.add(slot, entity);
    }
    this.ordered.set(entity, ordered);
    this.units.set(entity, units);
  }

  /** Takes effect with `settle`. The slot is not used before. */
  empty(slot: number): void {
    for (const entity of this.mentioned.of(slot)) this.units.outdated.add(entity);
    this.mentioned.clear(slot);
  }

  settle(isLive: Uint8Array): void {
    for (const entity of this.units.outdated) {
      let ordered = 0;
      for (const slot of this.units.of(entity).subarray(0, this.ordered.get(entity) ?? 0)) ordered += isLive[slot]!;
      this.ordered.set(entity, ordered);
    }
    this.units.settle(isLive);
  }

  /** Erases the names that no unit mentions. */
  erase(): void {
    for (let entity = 0; entity < this.names.length; entity++) if (this.units.count(entity) === 0) this.names[entity] = '';
  }

  /** Removes all names and mentions. */
  clear(): void {
    this.ids = new IdColumn({ hasTexts: false });
    this.names = [];
    this.units = new NumberLists();
    this.mentioned = new NumberLists();
    this.spelledOtherwise.clear();
    this.ordered.clear();
    this.tokens.fill(0);
  }

  /** Entities that a unit mentions. Valid until the next change. */
  in(slot: number): Uint32Array {
    return this.mentioned.of(slot);
  }

  /** Units that mention an entity. Valid until the next change. */
  naming(entity: number): Uint32Array {
    return this.units.of(entity);
  }

  /**
   * Units that mention an entity, sorted by `before`, which must be the same at every call. Units
   * that were added in this order are only compared with their neighbors, and the others are merged
   * with those before them.
   */
  namingInOrder(entity: number, before: Order): Uint32Array {
    const units = this.units.of(entity);
    let ordered = Math.max(1, this.ordered.get(entity) ?? 0);
    while (ordered < units.length && before(units[ordered - 1]!, units[ordered]!) < 0) ordered++;
    if (ordered < units.length) sortRest(units, ordered, before);
    this.ordered.set(entity, units.length);
    return units;
  }

  /** undefined: no unit mentioned it. */
  numberOf = (id: string): number | undefined => this.ids.slotOf(id);

  nameOf = (entity: number): Name => ({ id: this.ids.at(entity), name: this.names[entity]!, tokens: this.tokensOf(entity) });

  private tokensOf(entity: number): number {
    if (entity >= this.tokens.length) this.tokens = copied(this.tokens, new Uint16Array(Math.max(entity + 1, grown(this.tokens.length))));
    const known = this.tokens[entity]!;
    if (known > 0) return known;
    const tokens = countTokens(this.names[entity]!);
    this.tokens[entity] = tokens;
    return tokens;
  }

  idOf = (entity: number): string => this.ids.at(entity);

  isSpelledOtherwise = (entity: number): boolean => this.spelledOtherwise.has(entity);
}

type Order = (a: number, b: number) => number;

/** A longer rest of a list, compared with what is in order, is sorted with it. */
const SHORT_REST = 1 / 16;

/** Sorts a list of which the first `ordered` are in order: a sort would compare them all again. */
function sortRest(list: Uint32Array, ordered: number, before: Order): void {
  if (list.length - ordered > SHORT_REST * ordered) {
    list.sort(before);
    return;
  }
  const rest = list.slice(ordered).sort(before);
  // From the end, so that everything is moved once.
  for (let [at, next] = [ordered, rest.length - 1]; next >= 0; next--) {
    const place = placeOf(rest[next]!, list, at, before);
    list.copyWithin(place + next + 1, place, at);
    list[place + next] = rest[next]!;
    at = place;
  }
}

/** Where a number belongs among the first `count`, which are in order. */
function placeOf(number: number, list: Uint32Array, count: number, before: Order): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (before(list[middle]!, number) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
