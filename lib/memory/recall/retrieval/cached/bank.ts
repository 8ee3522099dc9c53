import { setImmediate } from 'node:timers/promises';
import type { Queryable } from '#lib/base/db/db';
import { ByteVectors } from '#lib/memory/recall/retrieval/cached/byte-vectors';
import { copied, firstSlots, flagsOf, grown, NO_SLOT } from '#lib/memory/recall/retrieval/cached/columns';
import { Contents } from '#lib/memory/recall/retrieval/cached/contents';
import { IdColumn, WORDS } from '#lib/memory/recall/retrieval/cached/id-column';
import { type Link, Links } from '#lib/memory/recall/retrieval/cached/links';
import { Names } from '#lib/memory/recall/retrieval/cached/names';
import type { BankColumns } from '#lib/memory/recall/retrieval/cached/page-format';
import {
  type Cursor,
  type EntityMentions,
  isBefore,
  type Page,
  type PageExtras,
  readEntities,
  readWritten,
  START,
  type WrittenUnit,
} from '#lib/memory/recall/retrieval/cached/store';
import { findStoredPages, type PageContent, readStoredPage, type StoredPage } from '#lib/memory/recall/retrieval/cached/stored-pages';
import { UnitTable } from '#lib/memory/recall/retrieval/cached/units';
import { type Comparison, highBytes, lowBytes, Vectors } from '#lib/memory/recall/retrieval/cached/vectors';
import { Words } from '#lib/memory/recall/retrieval/cached/words';
import type { Supersession } from '#lib/memory/recall/retrieval/port';
import { byteRowBytes } from './byte-rows.mjs';

/** Units of a page: a question waits for one page at most. */
export const PAGE = 500;
/**
 * The memory of removed units stays in use. A bank is reloaded once they exceed this number of
 * bytes and a share of the live units. A large bank also keeps the slots of removed units, and is
 * reloaded faster.
 */
const WORN = 8 * 2 ** 20;
const WORN_SHARE = { small: 1, large: 1 / 4 };
/** Units that are removed at a time. */
const REMOVED = 2_000;
const NOTHING = new Uint32Array(0);
/** Memories that are looked up before other requests are served. */
const FOUND = 20_000;
/** Stored pages that are requested at a time. */
const AHEAD = 2;

/**
 * The live units of one bank, with their vectors of one model, as they were at one revision. Each
 * has a slot, a small integer that is its index everywhere. In a small bank, the slot of a removed
 * unit is used again.
 */
export class CachedBank {
  /** complete up to this revision of the bank; -1: not yet */
  revision = -1;
  readonly model: string;
  readonly ids: IdColumn;
  /** number of slots, in use or not */
  size = 0;
  /** by slot: 1 where a unit is */
  isLive: Uint8Array;
  /** by slot: 1 where it has a vector */
  hasVector: Uint8Array;
  live = 0;
  /** estimated memory */
  bytes = EMPTY_BANK;
  /** estimated memory of removed units */
  private removedBytes = 0;
  private vectors: Vectors | ByteVectors | null = null;
  readonly units: UnitTable;
  readonly words: Words;
  readonly names: Names;
  readonly links = new Links();
  /** null: the bank is large, and its texts are read from the database */
  contents: Contents | null;
  readonly instructions = new Set<number>();
  private readonly empty: number[] = [];
  /** of a small bank: slots that are empty after `settle` */
  private emptied: number[] = [];
  /** slots of units that were removed, in part by newer versions, and may be in use again */
  private removed: number[] = [];
  private readonly sources = new Map<string, readonly string[]>();
  /** what replaced a unit, if anything did */
  private readonly supersessions = new Map<string, Supersession>();
  private cursor: Cursor = START;
  /** stored pages after the cursor; null: not looked for yet */
  private stored: StoredPage[] | null = null;
  /** the oldest revision of the bank of which a stored page was read since; null: none was */
  private storedAt: number | null = null;
  /** the next of them, which were requested while the last one was decoded */
  private ahead: Promise<PageContent | null>[] = [];
  /** the last revision up to which the bank was complete */
  private complete = -1;
  /** the revision of the first page read since */
  private begun = -1;
  /** a page was applied in part */
  isTorn = false;
  /** some pages of a newer revision were applied: neither the old state nor the new one */
  isPartial = false;
  /** live units minus the count in the row of the bank */
  private surplus = 0;

  private readonly sizes: BankSizes;
  private bits: CachedBits;

  /** `units`: the expected number. */
  constructor(model: string, { units = 0, ...sizes }: { units?: number } & Partial<BankSizes> = {}) {
    this.model = model;
    this.sizes = { ...BANK_SIZES, ...sizes };
    this.bits = bitsOf(units, this.sizes);
    const isLarge = this.bits < 16;
    const columns = { hasTexts: !isLarge, slots: isLarge ? units : 0 };
    this.ids = new IdColumn(columns);
    this.units = new UnitTable(columns);
    this.isLive = flagsOf(firstSlots(columns.slots));
    this.hasVector = flagsOf(this.isLive.length);
    this.words = new Words({ isLarge });
    this.names = new Names(columns);
    this.contents = isLarge ? null : new Contents();
  }

  /** Orders slots by id, which is the order of creation. */
  byId = (a: number, b: number): number => this.ids.compare(a, b);

  get isWorn(): boolean {
    return this.removedBytes > Math.max(WORN, WORN_SHARE[this.isLarge ? 'large' : 'small'] * this.bytes);
  }

  slotOf = (id: string): number | undefined => this.ids.slotOf(id);

  /** Ids of the live units. */
  *liveIds(): Generator<string> {
    for (let slot = 0; slot < this.size; slot++) if (this.isLive[slot] === 1) yield this.ids.at(slot);
  }

  /** The vectors next to one of length 1; null: no unit has a vector of this size. */
  compare(vector: Float32Array): Comparison | null {
    return this.vectors?.dimensions === vector.length ? this.vectors.compare(vector) : null;
  }

  /** false: the bank is very large, and its cosines are known to the third digit */
  get hasExactVectors(): boolean {
    return this.bits > 8;
  }

  /** Live memories that an observation cites. */
  sourcesOf = (id: string): readonly string[] =>
    // Deleting a source does not write the observation.
    (this.sources.get(id) ?? []).filter((source) => this.slotOf(source) !== undefined);

  /**
   * What replaced a unit, if that is live and `isVisible`: its deletion does not write the unit. Or
   * when the unit ends by itself.
   */
  supersessionOf(id: string, isVisible: (slot: number) => boolean): Supersession | null {
    const found = this.supersessions.get(id);
    if (!found || found.by === null) return found ?? null;
    const slot = this.slotOf(found.by);
    return slot !== undefined && isVisible(slot) ? found : null;
  }

  /** Whether any unit was replaced by another, or has an end of its own. */
  get hasSupersessions(): boolean {
    return this.supersessions.size > 0;
  }

  /**
   * Reads one page; false: there are more. Rejects with the error of the database; pages applied
   * before remain.
   */
  async readOn(db: Queryable, bankUid: number, extras: PageExtras = { ids: false, names: false }): Promise<boolean> {
    const { model, complete } = this;
    if (complete < 0 && this.isLarge && (await this.takeStoredPage(db, bankUid))) return false;
    const upTo = this.stored?.[0]?.after ?? null;
    const known = this.knownAt();
    const knownNames = Math.min(known, this.storedAt ?? known);
    const page = await readWritten(db, bankUid, { model, after: this.cursor, upTo, limit: PAGE, known, knownNames, ...extras });
    if (page === null) return true;
    const renames = page.changes.filter(({ kind }) => kind === 'entities');
    const renamed = [...new Set(renames.flatMap(({ ids }) => ids))];
    const entities = renamed.length > 0 ? await readEntities(db, bankUid, renamed) : null;
    if (this.begun < 0) this.begun = page.revision;
    this.isTorn = true;
    this.isPartial = true;
    this.takePage(page);
    await this.removeDeleted(page.changes);
    if (entities !== null) await this.rename(renamed, entities);
    if (page.ids !== null || page.changes.length > 0) this.erase();
    this.isTorn = false;
    if (upTo !== null && page.units.length < PAGE) this.cursor = upTo;
    if (page.places === null) return false;
    if (page.ids) this.surplus = this.live - page.unitCount;
    // In a small bank, a deleted unit leaves no trace: the count shows that one is missing, and the
    // list of all ids shows which.
    const hasDeleted = this.live !== page.unitCount + this.surplus;
    const isRenamed =
      page.named === null &&
      page.namesRevision > Math.max(complete < 0 ? this.begun : complete, ...renames.map(({ revision }) => revision));
    if (hasDeleted || isRenamed) return this.readOn(db, bankUid, { ids: extras.ids || hasDeleted, names: extras.names || isRenamed });
    this.revision = page.revision;
    this.complete = page.revision;
    this.begun = -1;
    this.storedAt = null;
    this.isPartial = false;
    return true;
  }

  /** Later changes of documents, deletions and new names are needed. */
  private knownAt(): number {
    if (this.complete >= 0) return this.complete;
    return this.begun < 0 ? Number.MAX_SAFE_INTEGER : this.begun;
  }

  /**
   * Takes the stored page that begins at the cursor; false: none does, and memories have to be read
   * one by one up to the next one.
   */
  private async takeStoredPage(db: Queryable, bankUid: number): Promise<boolean> {
    if (this.stored === null) {
      const { revision, pages } = await findStoredPages(db, bankUid, this.model);
      if (revision !== null && this.begun < 0) this.begun = revision;
      this.stored = [...pages];
    }
    const { stored } = this;
    while (stored[0] && isBefore(stored[0].after, this.cursor)) {
      stored.shift();
      this.ahead.shift();
    }
    const [page] = stored;
    if (!page || isBefore(this.cursor, page.after)) return false;
    const content = await this.readAhead(db, bankUid, stored);
    stored.shift();
    if (content === null) return false;
    // Decoding it took as long as what follows.
    await setImmediate();
    this.isTorn = true;
    this.append(content);
    this.storedAt = Math.min(page.revision, this.storedAt ?? page.revision);
    this.cursor = page.last;
    this.isTorn = false;
    this.isPartial = true;
    await setImmediate();
    return true;
  }

  /** The first of these pages. The next ones are requested, and read while it is being decoded. */
  private async readAhead(db: Queryable, bankUid: number, stored: readonly StoredPage[]): Promise<PageContent | null> {
    for (const page of stored.slice(this.ahead.length, AHEAD)) {
      const content = readStoredPage(db, bankUid, this.model, page);
      // An error is thrown where the page is used.
      content.catch(() => undefined);
      this.ahead.push(content);
    }
    try {
      return (await this.ahead.shift()) ?? null;
    } catch (error) {
      this.ahead = [];
      throw error;
    }
  }

  /** Units and links of a large bank of which no unit was removed. */
  columns(links: readonly Link[]): BankColumns {
    const { size } = this;
    const rowsOf = <T>(values: ReadonlyMap<string, T>) => [...values].map(([id, value]) => [this.slotOf(id)!, value] as const);
    return {
      ids: this.ids.wordsOf(size),
      units: this.units.columns(size),
      words: this.words.columns(),
      names: this.names.columns(size),
      vectors: this.vectors instanceof Vectors ? this.vectors.columns(size) : NO_VECTORS,
      sources: rowsOf(this.sources),
      supersessions: rowsOf(this.supersessions),
      links,
    };
  }

  /** Adds the units of a page to this large bank. */
  private append({ columns: { ids, units, words, names, vectors, ...others }, stale }: PageContent): void {
    const outdated = new IdColumn({ hasTexts: false });
    for (const [i, id] of stale.entries()) outdated.add(i, id);
    const slots = new Int32Array(ids.length / WORDS);
    // An outdated row has a slot of its own, which remains empty: rows of a page follow each other.
    const base = this.size;
    this.size += slots.length;
    while (this.size > this.isLive.length) this.grow();
    for (let row = 0; row < slots.length; row++) {
      const isStale = stale.length > 0 && outdated.slotAt(ids, WORDS * row) !== undefined;
      slots[row] = isStale ? NO_SLOT : base + row;
      if (isStale) this.removed.push(base + row);
      else this.occupy(base + row, ids, WORDS * row);
    }
    this.units.append(units, slots);
    this.words.append(words, { base, size: slots.length });
    this.names.append(names, slots);
    if (vectors.dimensions > 0) this.vectors ??= this.newVectors(vectors.dimensions);
    const hasVectors = vectors.dimensions > 0 && this.vectors?.dimensions === vectors.dimensions;
    if (hasVectors) this.vectors!.append(vectors, slots);
    for (let row = 0; row < slots.length; row++) {
      const slot = slots[row]!;
      if (slot === NO_SLOT) continue;
      this.hasVector[slot] = hasVectors && vectors.scales[row] !== 0 ? 1 : 0;
      if (this.units.isInstruction(slot)) this.instructions.add(slot);
      this.bytes += this.weightOf(slot);
    }
    for (const [row, sources] of others.sources) if (slots[row] !== NO_SLOT) this.sources.set(this.ids.at(slots[row]!), sources);
    for (const [row, end] of others.supersessions) if (slots[row] !== NO_SLOT) this.supersessions.set(this.ids.at(slots[row]!), end);
    this.addLinks(others.links);
    this.settle();
  }

  /** Gives a new slot the id in four words that begin at `from`. */
  private occupy(slot: number, ids: Uint32Array, from: number): void {
    const known = this.ids.addWords(slot, ids, from);
    if (known !== slot) {
      this.removeAt(known);
      this.ids.addWords(slot, ids, from);
    }
    this.isLive[slot] = 1;
    this.live++;
  }

  /** Adds units with their names and links. */
  take({ units, names, mentions, links }: Pick<Page, 'units' | 'names' | 'mentions' | 'links'>): void {
    for (const name of names) this.names.call(name);
    for (const unit of units) this.put(unit, mentions.get(unit.id) ?? []);
    const bits = bitsOf(this.live, this.sizes);
    if (bits !== 16 && bits < this.bits) this.shrink(bits);
    this.addLinks(links);
    this.settle();
  }

  private addLinks(links: readonly Link[]): void {
    for (const { from, to, weight } of links) {
      const [cause, caused] = [this.slotOf(to), this.slotOf(from)];
      // A link is read with either end.
      if (cause !== undefined && caused !== undefined) this.links.put(caused, cause, weight);
    }
  }

  private takePage({ places, ids, named, last, ...units }: Page): void {
    this.take(units);
    for (const [chunk, place] of places ?? []) this.units.place(chunk, place);
    this.cursor = last;
    if (ids) for (const id of this.liveIds()) if (!ids.has(id)) this.remove(id);
    this.settle();
    if (named === null) return;
    this.names.clear();
    for (const name of named.names) this.names.call(name);
    for (const [id, entities] of named.mentions) {
      const slot = this.slotOf(id);
      if (slot !== undefined) this.names.put(slot, entities);
    }
  }

  /**
   * Removes units in parts, between which other requests are answered. A unit that was written
   * after its deletion is not the deleted one.
   */
  private async removeDeleted(changes: Page['changes']): Promise<void> {
    const deleted = changes.flatMap(({ kind, revision, ids }) => (kind === 'memories' ? ids.map((id) => ({ id, revision })) : []));
    for (let start = 0; start < deleted.length; start += REMOVED) {
      for (const { id, revision } of deleted.slice(start, start + REMOVED)) {
        const slot = this.slotOf(id);
        if (slot !== undefined && this.units.revisionOf(slot) <= revision) this.removeAt(slot);
      }
      this.settle();
      if (start + REMOVED < deleted.length) await setImmediate();
    }
  }

  /**
   * Erases what removed units left: words, names, tags, speakers and numbers of vectors. Older
   * versions of a deleted unit were removed before it.
   */
  private erase(): void {
    if (this.removed.length === 0) return;
    this.words.erase(this.removed, this.isLive);
    this.units.erase(this.isLive, this.size);
    this.names.erase();
    this.contents?.erase();
    if (this.vectors !== null) {
      const nothing = new Float32Array(this.vectors.dimensions);
      for (const slot of this.removed) if (this.isLive[slot] === 0) this.vectors.put(slot, nothing);
    }
    this.removed = [];
  }

  private async rename(entities: readonly string[], { mentions, names }: EntityMentions): Promise<void> {
    const byId = new Map(names.map((name) => [name.id, name]));
    for (const id of entities) {
      const memories = mentions.get(id) ?? NOTHING;
      const slots: number[] = [];
      for (let at = 0; at < memories.length / WORDS; at++) {
        const slot = this.ids.slotAt(memories, WORDS * at);
        if (slot !== undefined) slots.push(slot);
        if (at % FOUND === FOUND - 1) await setImmediate();
      }
      this.names.replace(id, byId.get(id) ?? null, slots);
      if (slots.length >= FOUND) await setImmediate();
    }
  }

  private put({ id, isLive, unit, content, chunkStart, vector, terms, sources }: WrittenUnit, entities: readonly string[]): void {
    this.remove(id);
    if (!isLive) return;
    const slot = this.empty.pop() ?? this.size++;
    this.ids.add(slot, id);
    if (slot >= this.isLive.length) this.grow();
    this.isLive[slot] = 1;
    this.live++;
    if (vector !== null) this.vectors ??= this.newVectors(vector.length);
    this.hasVector[slot] = this.vectors?.put(slot, vector) ? 1 : 0;
    this.units.put(slot, unit);
    if (unit.chunk !== null && chunkStart !== null) this.units.place(unit.chunk, chunkStart);
    this.words.put(slot, terms);
    this.names.put(slot, entities);
    this.contents?.put(slot, content);
    if (this.units.isInstruction(slot)) this.instructions.add(slot);
    if (sources.length > 0) this.sources.set(id, sources);
    if (unit.supersededBy !== null || unit.validTo !== null) this.supersessions.set(id, { by: unit.supersededBy, validTo: unit.validTo });
    this.bytes += this.weightOf(slot);
  }

  private newVectors(dimensions: number): Vectors | ByteVectors {
    const slots = this.isLarge ? this.isLive.length : 0;
    return this.bits === 8 ? new ByteVectors(dimensions, { slots }) : new Vectors(dimensions, { bits: this.bits, slots });
  }

  private remove(id: string): void {
    const slot = this.slotOf(id);
    if (slot !== undefined) this.removeAt(slot);
  }

  private removeAt(slot: number): void {
    const id = this.ids.at(slot);
    const weight = this.weightOf(slot);
    this.bytes -= weight;
    this.removedBytes += weight;
    this.units.empty(slot);
    this.words.empty(slot);
    this.names.empty(slot);
    this.links.empty(slot);
    this.contents?.empty(slot);
    this.instructions.delete(slot);
    this.sources.delete(id);
    this.supersessions.delete(id);
    this.ids.remove(slot);
    this.isLive[slot] = 0;
    this.hasVector[slot] = 0;
    this.live--;
    this.removed.push(slot);
    if (!this.isLarge) this.emptied.push(slot);
  }

  /** Removes the units that were removed since from all lists, each of which is read once. */
  private settle(): void {
    this.units.settle(this.isLive);
    this.words.settle(this.isLive);
    this.names.settle(this.isLive);
    for (const slot of this.emptied) this.empty.push(slot);
    this.emptied = [];
  }

  /** Bytes that a unit takes, roughly: by what a process was measured to grow. */
  private weightOf(slot: number): number {
    const vector = this.hasVector[slot] === 1 ? vectorBytes(this.vectors!.dimensions, this.bits) : 0;
    return UNIT + vector + TERM * this.units.termCountOf(slot) + (this.contents?.bytesOf(slot) ?? 0);
  }

  private get isLarge(): boolean {
    return this.contents === null;
  }

  /** Drops what a bank of this size reads from the database. */
  private shrink(bits: 12 | 8): void {
    this.bits = bits;
    this.contents = null;
    this.words.becomeLarge();
    this.ids.dropTexts();
    this.units.dropTexts();
    if (this.vectors instanceof Vectors)
      this.vectors = bits === 8 ? ByteVectors.of(this.vectors, this.isLive.length) : this.vectors.halved();
    this.bytes = EMPTY_BANK;
    for (let slot = 0; slot < this.size; slot++) if (this.isLive[slot] === 1) this.bytes += this.weightOf(slot);
  }

  private grow(): void {
    const slots = grown(this.isLive.length);
    this.isLive = copied(this.isLive, flagsOf(slots));
    this.hasVector = copied(this.hasVector, flagsOf(slots));
  }
}

const NO_VECTORS = { dimensions: 0, scales: new Float32Array(0), high: new Uint8Array(0), low: new Uint8Array(0) };

/** Numbers of live units above which a bank drops what it can read from the database. */
export interface BankSizes {
  /** large: texts, and half of each low byte of a vector */
  readonly largeFrom: number;
  /** very large: the low bytes */
  readonly exactUpTo: number;
}
export const BANK_SIZES: BankSizes = { largeFrom: 50_000, exactUpTo: 200_000 };

/** Bits of each number of a vector. */
type CachedBits = 16 | 12 | 8;

function bitsOf(units: number, { largeFrom, exactUpTo }: BankSizes): CachedBits {
  if (units > exactUpTo) return 8;
  return units > largeFrom ? 12 : 16;
}

/** Of a unit its columns, its entries in lists, and its mentions of entities. */
const UNIT = 150;
/** Of a term of a unit: its places in two lists. */
const TERM = 12;
/** A unit of a sentence or two, without its vector. */
const COMMON_UNIT = { small: 565, large: 245 };
/** Most of it is the first page of a memory of WebAssembly. */
export const EMPTY_BANK = 80_000;

const vectorBytes = (dimensions: number, bits: CachedBits): number =>
  bits === 8 ? byteRowBytes(dimensions) : highBytes(dimensions) + lowBytes(dimensions, bits);

/** Bytes of a bank with this number of units, estimated before it is read. */
export function bytesOfBank(units: number, dimensions: number): number {
  const bits = bitsOf(units, BANK_SIZES);
  return EMPTY_BANK + units * ((bits < 16 ? COMMON_UNIT.large : COMMON_UNIT.small) + vectorBytes(dimensions, bits));
}
