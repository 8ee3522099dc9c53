import type { Queryable } from '#lib/db/db';
import { type Cursor, type Page, readWritten, START, type Written } from '#lib/recall/kept/store';
import { UnitTable } from '#lib/recall/kept/units';
import { Vectors } from '#lib/recall/kept/vectors';
import { Words } from '#lib/recall/kept/words';

/** Units that are read while somebody waits, and of one page in the background. */
const PAGE = 500;

/** The live units of one bank, with their vectors of one model, as they were at one revision of it. */
export class KeptBank {
  /** complete up to this revision of the bank; -1: not yet */
  revision = -1;
  readonly model: string;
  readonly ids: string[] = [];
  /** by slot: 1 where a unit is */
  isLive = new Uint8Array(1024);
  /** by slot: 1 where it has a vector */
  hasVector = new Uint8Array(1024);
  live = 0;
  /** grows with whatever becomes different */
  changes = 0;
  private vectors: Vectors | null = null;
  readonly units = new UnitTable();
  readonly words = new Words();
  readonly standing = new Set<number>();
  private readonly slots = new Map<string, number>();
  private readonly empty: number[] = [];
  private readonly sources = new Map<string, readonly string[]>();
  private cursor: Cursor = START;
  /** the last revision up to which all was known */
  private complete = -1;
  /** so many more are live than the bank says of itself */
  private surplus = 0;

  constructor(model: string) {
    this.model = model;
  }

  /** How many slots there are, in use or not. */
  get size(): number {
    return this.ids.length;
  }

  slotOf(id: string): number | undefined {
    return this.slots.get(id);
  }

  /** Cosines of all slots with a vector of length 1, 0 where there is none to compare; null: there is none at all. */
  cosines(vector: Float32Array): Float32Array | null {
    return this.vectors?.dimensions === vector.length ? this.vectors.scores(vector, this.size) : null;
  }

  /** Of an observation what it rests on. */
  sourcesOf(id: string): readonly string[] {
    return this.sources.get(id) ?? [];
  }

  /** One page further; false: there is more to read. Throws what the database throws. */
  async readOn(db: Queryable, bankUid: number, withIds = false): Promise<boolean> {
    const { model, cursor: after, complete } = this;
    const page = await readWritten(db, bankUid, { model, after, limit: PAGE, complete, withIds });
    if (page === null) return true;
    this.take(page);
    if (page.places === null) return false;
    if (page.ids !== null) this.surplus = this.live - page.unitCount;
    // What was deleted left nothing that could be read: only that there are fewer says that it is gone, and then all that are there say which.
    else if (this.live !== page.unitCount + this.surplus) return this.readOn(db, bankUid, true);
    this.revision = page.revision;
    this.complete = page.revision;
    return true;
  }

  private take({ units, places, ids, last }: Page): void {
    this.changes++;
    for (const unit of units) this.put(unit);
    for (const [chunk, place] of places ?? []) this.units.place(chunk, place);
    this.cursor = last;
    if (ids === null || places === null) return;
    for (const id of this.ids) if (id !== '' && !ids.has(id)) this.remove(id);
  }

  private put({ id, isLive, unit, vector, terms, sources }: Written): void {
    this.remove(id);
    if (!isLive) return;
    const slot = this.empty.pop() ?? this.ids.length;
    this.ids[slot] = id;
    this.slots.set(id, slot);
    if (slot >= this.isLive.length) [this.isLive, this.hasVector] = [doubled(this.isLive), doubled(this.hasVector)];
    this.isLive[slot] = 1;
    this.live++;
    if (vector !== null) this.vectors ??= new Vectors(vector.length);
    this.hasVector[slot] = this.vectors?.put(slot, vector) ? 1 : 0;
    this.units.put(slot, unit);
    this.words.put(slot, terms);
    if (this.units.isStanding(slot)) this.standing.add(slot);
    if (sources.length > 0) this.sources.set(id, sources);
  }

  private remove(id: string): void {
    const slot = this.slots.get(id);
    if (slot === undefined) return;
    this.units.empty(slot);
    this.words.empty(slot);
    this.standing.delete(slot);
    this.sources.delete(id);
    this.slots.delete(id);
    this.ids[slot] = '';
    this.isLive[slot] = 0;
    this.hasVector[slot] = 0;
    this.live--;
    this.empty.push(slot);
  }
}

function doubled(array: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const wider = new Uint8Array(2 * array.length);
  wider.set(array);
  return wider;
}
