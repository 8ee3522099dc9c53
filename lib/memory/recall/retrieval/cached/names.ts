import type { Name } from '#lib/memory/recall/payload';
import { NumberLists } from '#lib/memory/recall/retrieval/cached/number-lists';
import { Numbered, owned } from '#lib/memory/recall/retrieval/cached/numbered';

/** A name, and whether some memories may spell it differently. */
export interface CachedName extends Name {
  readonly isSpelledOtherwise: boolean;
}

/** Entities that units mention, by slot. Each entity has a number. */
export class Names {
  private entities = new Numbered<Name>();
  /** by entity */
  private units = new NumberLists();
  /** by slot */
  private mentioned = new NumberLists();
  /** entities with further spellings */
  private readonly spelledOtherwise = new Set<number>();
  /** entities whose units are in order */
  private readonly sorted = new Set<number>();

  /** Sets the name of an entity. */
  call({ id, name, isSpelledOtherwise }: CachedName): void {
    const known = this.entities.find(id);
    const called = { id: known === undefined ? owned(id) : this.entities.values[known]!.id, name };
    const entity = this.entities.of(called.id, called);
    this.entities.values[entity] = called;
    if (isSpelledOtherwise) this.spelledOtherwise.add(entity);
    else this.spelledOtherwise.delete(entity);
  }

  /** The slot is empty. The names of the entities are set. */
  put(slot: number, entities: readonly string[]): void {
    const numbers = entities.map((id) => this.entities.find(id) ?? this.entities.of(owned(id), { id, name: '' }));
    this.mentioned.set(slot, numbers);
    for (const entity of numbers) {
      this.sorted.delete(entity);
      this.units.add(entity, slot);
    }
  }

  empty(slot: number): void {
    for (const entity of this.mentioned.of(slot)) {
      this.sorted.delete(entity);
      this.units.remove(entity, slot);
    }
    this.mentioned.clear(slot);
  }

  /** Removes all names and mentions. */
  clear(): void {
    this.entities = new Numbered();
    this.units = new NumberLists();
    this.mentioned = new NumberLists();
    this.spelledOtherwise.clear();
    this.sorted.clear();
  }

  /** Entities that a unit mentions. Valid until the next change. */
  in(slot: number): Uint32Array {
    return this.mentioned.of(slot);
  }

  /** Units that mention an entity. Valid until the next change. */
  naming(entity: number): Uint32Array {
    return this.units.of(entity);
  }

  /** Units that mention an entity, sorted by `before`, which must be the same at every call. */
  namingInOrder(entity: number, before: (a: number, b: number) => number): Uint32Array {
    const units = this.units.of(entity);
    if (this.sorted.has(entity)) return units;
    this.sorted.add(entity);
    return units.sort(before);
  }

  /** undefined: no unit mentioned it. */
  numberOf = (id: string): number | undefined => this.entities.find(id);

  nameOf = (entity: number): Name => this.entities.values[entity]!;

  idOf = (entity: number): string => this.entities.values[entity]!.id;

  isSpelledOtherwise = (entity: number): boolean => this.spelledOtherwise.has(entity);
}
