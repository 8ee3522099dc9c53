import type { Name } from '#lib/memory/recall/payload';
import { Lists } from '#lib/memory/recall/retrieval/cached/lists';

/** A name, and whether some memories may write it otherwise. */
export interface CachedName extends Name {
  readonly isSpelledOtherwise: boolean;
}

/** Whom and what units name, by slot. */
export class Names {
  private readonly names = new Map<string, Name>();
  private readonly units = new Lists<string>();
  private readonly named: (readonly string[])[] = [];
  /** entities with further spellings */
  private readonly spelledOtherwise = new Set<string>();

  /** What an entity is called from now on. */
  call({ id, name, isSpelledOtherwise }: CachedName): void {
    if (isSpelledOtherwise) this.spelledOtherwise.add(id);
    else this.spelledOtherwise.delete(id);
    if (this.names.get(id)?.name !== name) this.names.set(id, { id, name });
  }

  /** The slot is empty, and the entities were called by their names. */
  put(slot: number, entities: readonly string[]): void {
    this.named[slot] = entities.map((entity) => this.names.get(entity)?.id ?? entity);
    for (const entity of this.named[slot]) this.units.enter(entity, slot);
  }

  empty(slot: number): void {
    for (const entity of this.named[slot] ?? []) this.units.leave(entity, slot);
    this.named[slot] = [];
  }

  /** Nobody names anybody any more. */
  clear(): void {
    this.names.clear();
    this.spelledOtherwise.clear();
    this.units.clear();
    this.named.length = 0;
  }

  /** Entities that a unit names. */
  in(slot: number): readonly string[] {
    return this.named[slot] ?? [];
  }

  /** Units that name an entity. */
  naming(entity: string): readonly number[] {
    return this.units.get(entity) ?? [];
  }

  /** The same, by `before`, which is always the same. */
  namingInOrder(entity: string, before: (a: number, b: number) => number): readonly number[] {
    return this.units.inOrder(entity, before);
  }

  nameOf = (entity: string): Name => this.names.get(entity)!;

  isSpelledOtherwise = (entity: string): boolean => this.spelledOtherwise.has(entity);
}
