import type { Name } from '#lib/memory/recall/payload';
import { Lists } from '#lib/memory/recall/retrieval/cached/lists';

/** A name, and whether some memories may spell it differently. */
export interface CachedName extends Name {
  readonly isSpelledOtherwise: boolean;
}

/** Entities that units mention, by slot. */
export class Names {
  private readonly names = new Map<string, Name>();
  private readonly units = new Lists<string>();
  private readonly named: (readonly string[])[] = [];
  /** entities with further spellings */
  private readonly spelledOtherwise = new Set<string>();

  /** Sets the name of an entity. */
  call({ id, name, isSpelledOtherwise }: CachedName): void {
    if (isSpelledOtherwise) this.spelledOtherwise.add(id);
    else this.spelledOtherwise.delete(id);
    if (this.names.get(id)?.name !== name) this.names.set(id, { id, name });
  }

  /** The slot is empty. The names of the entities are set. */
  put(slot: number, entities: readonly string[]): void {
    this.named[slot] = entities.map((entity) => this.names.get(entity)?.id ?? entity);
    for (const entity of this.named[slot]) this.units.enter(entity, slot);
  }

  empty(slot: number): void {
    for (const entity of this.named[slot] ?? []) this.units.leave(entity, slot);
    this.named[slot] = [];
  }

  /** Removes all names and mentions. */
  clear(): void {
    this.names.clear();
    this.spelledOtherwise.clear();
    this.units.clear();
    this.named.length = 0;
  }

  /** Entities that a unit mentions. */
  in(slot: number): readonly string[] {
    return this.named[slot] ?? [];
  }

  /** Units that mention an entity. */
  naming(entity: string): readonly number[] {
    return this.units.get(entity) ?? [];
  }

  /** Units that mention an entity, sorted by `before`, which must be the same at every call. */
  namingInOrder(entity: string, before: (a: number, b: number) => number): readonly number[] {
    return this.units.inOrder(entity, before);
  }

  nameOf = (entity: string): Name => this.names.get(entity)!;

  isSpelledOtherwise = (entity: string): boolean => this.spelledOtherwise.has(entity);
}
