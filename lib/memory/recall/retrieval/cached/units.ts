import { INSTRUCTION_CONDITION } from '#lib/base/db/schema/memories';
import { FACT_TYPES, type FactType } from '#lib/base/literals';
import { copied, firstSlots, grown, NO_SLOT } from '#lib/memory/recall/retrieval/cached/columns';
import { IdColumn, WORDS } from '#lib/memory/recall/retrieval/cached/id-column';
import { NumberLists } from '#lib/memory/recall/retrieval/cached/number-lists';
import { Numbered, owned } from '#lib/memory/recall/retrieval/cached/numbered';
import {
  FEATURE_BITS,
  FLAG_ASKS,
  FLAG_EXTRACTIVE,
  FLAG_FOREIGN,
  FLAG_INSTRUCTION,
  FLAG_QUESTION,
  FLAG_SPOKEN,
  TYPE_BITS,
} from '#lib/memory/recall/retrieval/feature-bits';

/**
 * Features of the units of a cached bank, in arrays by slot. The position of a unit is relative to
 * its chunk: an insertion into a document moves whole chunks and writes no unit.
 */

/** One memory as it is read from the database. */
export interface UnitRow {
  /** see `BITS` */
  readonly bits: number;
  /** null: an observation */
  readonly document: string | null;
  /** `position` and `turn` are relative to its start */
  readonly chunk: string | null;
  readonly position: number;
  readonly turn: number;
  /** cl100k tokens of its text */
  readonly tokens: number;
  /** its length in BM25 */
  readonly termCount: number;
  readonly speaker: string | null;
  readonly tags: readonly string[];
  readonly revision: number;
  /** seconds since 1970 */
  readonly mentionedAt: number | null;
  readonly occurredStart: number | null;
  readonly occurredEnd: number | null;
  /** id of the memory that replaced it, whether or not that is visible */
  readonly supersededBy: string | null;
  readonly validTo: number | null;
}

/** Features of a memory that ranking needs, without its scores. */
export interface UnitFeatures
  extends Pick<UnitRow, 'document' | 'position' | 'turn' | 'tokens' | 'mentionedAt' | 'occurredStart' | 'occurredEnd'> {
  readonly type: FactType;
  readonly isSpoken: boolean;
  readonly question: boolean;
  readonly onlyAsks: boolean;
  readonly isForeign: boolean;
  readonly extractive: boolean;
  readonly isInstruction: boolean;
}

export interface ChunkStart {
  readonly position: number;
  readonly turn: number;
}
const UNKNOWN = -1;
const NO_TAGS: readonly string[] = [];

/** SQL: the features of a row of `memories` as bits. */
export const BITS = `${FEATURE_BITS} + case when ${INSTRUCTION_CONDITION} then ${FLAG_INSTRUCTION} else 0 end`;

/**
 * Integers per unit: position and turn relative to its chunk, tokens, terms, speaker, tag set,
 * document, chunk.
 */
const NUMBERS = 8;
/** Times of a unit; NaN: unknown. */
const TIMES = 3;
const NONE = -1;

/**
 * Columns of units in the layout of `UnitTable`. Speaker, tag set, document and chunk of a unit are
 * numbers of these lists.
 */
export interface CachedColumns {
  readonly bits: Uint16Array;
  readonly numbers: Int32Array;
  readonly times: Float64Array;
  readonly revisions: Float64Array;
  /** ids, four words each */
  readonly documents: Uint32Array;
  /** ids from number 1 on */
  readonly chunks: Uint32Array;
  /** by chunk, with those of number 0 */
  readonly chunkStarts: Int32Array;
  readonly speakers: readonly string[];
  readonly tagSets: readonly (readonly string[])[];
}

export class UnitTable {
  private bits: Uint16Array;
  private numbers: Int32Array;
  private times: Float64Array;
  private revisions: Float64Array;
  private readonly documents: IdColumn;
  private documentCount = 0;
  /** by document */
  private readonly units: NumberLists;
  /** numbers from 1; 0 is for units without a chunk */
  private readonly chunks: IdColumn;
  private chunkCount = 0;
  /** by chunk: position and turn of its start */
  private chunkStarts: Int32Array;
  private readonly speakers = new Numbered<string>();
  private readonly tagSets = new Numbered<readonly string[]>();
  /** the tags of the last unit, which the units of a page share */
  private lastTags: { tags: readonly string[] | null; number: number } = { tags: null, number: 0 };

  /**
   * `hasTexts`: the ids of documents are also stored as texts. `slots`: the expected number of
   * units. Each may have a document and a chunk of its own.
   */
  constructor({ hasTexts = true, slots: expected = 0 } = {}) {
    const slots = firstSlots(expected);
    this.bits = new Uint16Array(slots);
    this.numbers = new Int32Array(slots * NUMBERS);
    this.times = new Float64Array(slots * TIMES);
    this.revisions = new Float64Array(slots);
    this.documents = new IdColumn({ hasTexts, slots: expected });
    this.units = new NumberLists({ keys: expected, numbers: expected });
    this.chunks = new IdColumn({ hasTexts: false, slots: expected });
    this.chunkStarts = new Int32Array(2 * slots);
  }

  dropTexts(): void {
    this.documents.dropTexts();
  }

  /** The slot is empty. The start of the chunk may follow later. */
  put(slot: number, unit: UnitRow): void {
    if (slot >= this.bits.length) this.grow();
    this.bits[slot] = unit.bits;
    const document = unit.document === null ? NONE : this.documentOf(unit.document);
    const chunk = unit.chunk === null ? 0 : this.chunkOf(unit.chunk);
    const speaker = unit.speaker === null ? NONE : this.speakers.of(unit.speaker, unit.speaker);
    // Stores one by one: `set` with an array takes several times as long.
    const { numbers, times } = this;
    const number = slot * NUMBERS;
    numbers[number] = unit.position;
    numbers[number + 1] = unit.turn;
    numbers[number + 2] = unit.tokens;
    numbers[number + 3] = unit.termCount;
    numbers[number + 4] = speaker;
    numbers[number + 5] = this.tagSetNumber(unit.tags);
    numbers[number + 6] = document;
    numbers[number + 7] = chunk;
    if (document !== NONE) this.units.add(document, slot);
    const time = slot * TIMES;
    times[time] = unit.mentionedAt ?? Number.NaN;
    times[time + 1] = unit.occurredStart ?? Number.NaN;
    times[time + 2] = unit.occurredEnd ?? Number.NaN;
    this.revisions[slot] = unit.revision;
  }

  /** The columns of the first slots. Valid until the next change. */
  columns(slots: number): CachedColumns {
    return {
      bits: this.bits.subarray(0, slots),
      numbers: this.numbers.subarray(0, slots * NUMBERS),
      times: this.times.subarray(0, slots * TIMES),
      revisions: this.revisions.subarray(0, slots),
      documents: this.documents.wordsOf(this.documentCount),
      chunks: this.chunks.wordsOf(this.chunkCount + 1).subarray(WORDS),
      chunkStarts: this.chunkStarts.subarray(0, 2 * (this.chunkCount + 1)),
      speakers: this.speakers.values,
      tagSets: this.tagSets.values,
    };
  }

  /**
   * Adds units of other columns. `slots`: by row its slot, which is empty, or `NO_SLOT`. The ids of
   * documents are not stored as texts.
   */
  append(from: CachedColumns, slots: Int32Array): void {
    const documents = new Int32Array(from.documents.length / WORDS);
    for (let i = 0; i < documents.length; i++) {
      documents[i] = this.documents.addWords(this.documentCount, from.documents, WORDS * i);
      this.documentCount = Math.max(this.documentCount, documents[i]! + 1);
    }
    const chunks = new Int32Array(from.chunkStarts.length / 2);
    for (let i = 1; i < chunks.length; i++) {
      chunks[i] = this.withChunk(this.chunks.addWords(this.chunkCount + 1, from.chunks, WORDS * (i - 1)));
      if (from.chunkStarts[2 * i] === UNKNOWN) continue;
      this.chunkStarts[2 * chunks[i]!] = from.chunkStarts[2 * i]!;
      this.chunkStarts[2 * chunks[i]! + 1] = from.chunkStarts[2 * i + 1]!;
    }
    const speakers = from.speakers.map((speaker) => this.speakers.of(speaker, speaker));
    const tagSets = from.tagSets.map((tags) => this.tagSets.of(JSON.stringify(tags), tags));
    for (let row = 0; row < slots.length; row++) {
      const slot = slots[row]!;
      if (slot === NO_SLOT) continue;
      while (slot >= this.bits.length) this.grow();
      this.bits[slot] = from.bits[row]!;
      this.revisions[slot] = from.revisions[row]!;
      const { numbers, times } = this;
      for (let i = 0, to = slot * TIMES, at = row * TIMES; i < TIMES; i++) times[to + i] = from.times[at + i]!;
      const [number, at] = [slot * NUMBERS, row * NUMBERS];
      for (let i = 0; i < 4; i++) numbers[number + i] = from.numbers[at + i]!;
      const speaker = from.numbers[at + 4]!;
      numbers[number + 4] = speaker === NONE ? NONE : speakers[speaker]!;
      numbers[number + 5] = tagSets[from.numbers[at + 5]!]!;
      const document = from.numbers[at + 6]!;
      numbers[number + 6] = document === NONE ? NONE : documents[document]!;
      numbers[number + 7] = chunks[from.numbers[at + 7]!]!;
      if (document !== NONE) this.units.add(documents[document]!, slot);
    }
  }

  /** Takes effect with `settle`. The slot is not used before. */
  empty(slot: number): void {
    const document = this.documentAt(slot);
    if (document !== NONE) this.units.outdated.add(document);
    this.numbers[slot * NUMBERS + 6] = NONE;
  }

  settle(isLive: Uint8Array): void {
    this.units.settle(isLive);
  }

  /** Erases the speakers and tags that no live unit of the first slots has. */
  erase(isLive: Uint8Array, slots: number): void {
    const speakers = new Set(this.speakers.values);
    const tagSets = new Set(this.tagSets.values);
    for (let slot = 0; slot < slots && speakers.size + tagSets.size > 0; slot++) {
      if (isLive[slot] === 0) continue;
      const speaker = this.speakerOf(slot);
      if (speaker !== null) speakers.delete(speaker);
      tagSets.delete(this.tagsOf(slot));
    }
    for (const speaker of speakers) this.speakers.forget(speaker, '');
    for (const tags of tagSets) this.tagSets.forget(JSON.stringify(tags), NO_TAGS);
    this.lastTags = { tags: null, number: 0 };
  }

  /** Sets the start of a chunk. */
  place(chunk: string, { position, turn }: ChunkStart): void {
    this.chunkStarts.set([position, turn], 2 * this.chunkOf(chunk));
  }

  at(slot: number): UnitFeatures {
    const document = this.documentAt(slot);
    const number = slot * NUMBERS;
    const bits = this.bits[slot]!;
    return {
      type: this.typeOf(slot),
      isSpoken: (bits & FLAG_SPOKEN) > 0,
      question: (bits & FLAG_QUESTION) > 0,
      onlyAsks: (bits & FLAG_ASKS) > 0,
      isForeign: (bits & FLAG_FOREIGN) > 0,
      extractive: (bits & FLAG_EXTRACTIVE) > 0,
      isInstruction: (bits & FLAG_INSTRUCTION) > 0,
      document: document === NONE ? null : this.documents.at(document),
      position: this.positionOf(slot),
      turn: this.chunkStarts[this.chunkAt(slot) + 1]! + this.numbers[number + 1]!,
      tokens: this.numbers[number + 2]!,
      mentionedAt: nullable(this.mentionedAt(slot)),
      occurredStart: nullable(this.occurredStart(slot)),
      occurredEnd: nullable(this.occurredEnd(slot)),
    };
  }

  isInstruction = (slot: number): boolean => (this.bits[slot]! & FLAG_INSTRUCTION) > 0;
  /** The start of its chunk is unknown, because the chunk was deleted. */
  isLost = (slot: number): boolean => this.chunkStarts[this.chunkAt(slot)] === UNKNOWN;
  typeIndexOf = (slot: number): number => this.bits[slot]! & TYPE_BITS;
  typeOf = (slot: number): FactType => FACT_TYPES[this.typeIndexOf(slot)]!;
  termCountOf = (slot: number): number => this.numbers[slot * NUMBERS + 3]!;
  tagsOf = (slot: number): readonly string[] => this.tagSets.values[this.tagSetOf(slot)]!;
  tagSetOf = (slot: number): number => this.numbers[slot * NUMBERS + 5]!;
  revisionOf = (slot: number): number => this.revisions[slot]!;
  /** NaN: there is none. */
  mentionedAt = (slot: number): number => this.times[slot * TIMES]!;
  occurredStart = (slot: number): number => this.times[slot * TIMES + 1]!;
  occurredEnd = (slot: number): number => this.times[slot * TIMES + 2]!;
  /** The time of the event, else of the mention. */
  effective(slot: number): number {
    const start = this.occurredStart(slot);
    return Number.isNaN(start) ? this.mentionedAt(slot) : start;
  }

  /** null: none is known. */
  speakerOf(slot: number): string | null {
    const speaker = this.numbers[slot * NUMBERS + 4]!;
    return speaker === NONE ? null : this.speakers.values[speaker]!;
  }

  /** By the number of a tag set: whether it passes. */
  tagSetsThat(pass: (tags: readonly string[]) => boolean): boolean[] {
    return this.tagSets.values.map(pass);
  }

  /** Whether one of these speakers is the speaker of a unit. */
  spokenBy(speakers: readonly string[]): (slot: number) => boolean {
    const speakerNumbers = new Set(speakers.flatMap((speaker) => this.speakers.find(speaker) ?? []));
    return speakerNumbers.size === 0 ? () => false : (slot) => speakerNumbers.has(this.numbers[slot * NUMBERS + 4]!);
  }

  /** Units at most `distance` positions from one of these in its document, including these. */
  neighborsOf(slots: readonly number[], distance: number): number[] {
    const byDocument = new Map<number, Set<number>>();
    for (const slot of slots) {
      const document = this.documentAt(slot);
      if (document === NONE) continue;
      const positions = byDocument.get(document) ?? new Set();
      byDocument.set(document, positions);
      const position = this.positionOf(slot);
      for (let at = position - distance; at <= position + distance; at++) positions.add(at);
    }
    const found: number[] = [];
    for (const [document, positions] of byDocument)
      for (const slot of this.units.of(document)) if (positions.has(this.positionOf(slot))) found.push(slot);
    return found;
  }

  private positionOf(slot: number): number {
    return this.chunkStarts[this.chunkAt(slot)]! + this.numbers[slot * NUMBERS]!;
  }

  private documentAt(slot: number): number {
    return this.numbers[slot * NUMBERS + 6]!;
  }

  /** The place of a unit's chunk in `chunkStarts`. */
  private chunkAt(slot: number): number {
    return 2 * this.numbers[slot * NUMBERS + 7]!;
  }

  private tagSetNumber(tags: readonly string[]): number {
    if (tags === this.lastTags.tags) return this.lastTags.number;
    const number = this.tagSets.of(JSON.stringify(tags), tags);
    this.lastTags = { tags, number };
    return number;
  }

  private documentOf(document: string): number {
    const number = this.documents.add(this.documentCount, owned(document));
    this.documentCount = Math.max(this.documentCount, number + 1);
    return number;
  }

  private chunkOf(chunk: string): number {
    return this.withChunk(this.chunks.add(this.chunkCount + 1, chunk));
  }

  private withChunk(number: number): number {
    if (number <= this.chunkCount) return number;
    this.chunkCount = number;
    if (2 * number >= this.chunkStarts.length) this.chunkStarts = copied(this.chunkStarts, new Int32Array(2 * grown(number)));
    this.chunkStarts[2 * number] = UNKNOWN;
    return number;
  }

  private grow(): void {
    const slots = grown(this.bits.length);
    this.bits = copied(this.bits, new Uint16Array(slots));
    this.numbers = copied(this.numbers, new Int32Array(slots * NUMBERS));
    this.times = copied(this.times, new Float64Array(slots * TIMES));
    this.revisions = copied(this.revisions, new Float64Array(slots));
  }
}

const nullable = (time: number): number | null => (Number.isNaN(time) ? null : time);
