import { INSTRUCTION_CONDITION } from '#lib/base/db/schema/memories';
import { FACT_TYPES, type FactType } from '#lib/base/literals';
import { copied, firstSlots, grown, Integers, NO_SLOT } from '#lib/memory/recall/retrieval/cached/columns';
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
const NO_TAGS: readonly string[] = [];

/** SQL: the features of a row of `memories` as bits. */
export const BITS = `${FEATURE_BITS} + case when ${INSTRUCTION_CONDITION} then ${FLAG_INSTRUCTION} else 0 end`;

/**
 * Integers of a row: position and turn relative to its chunk, tokens, terms, speaker, tag set,
 * document, chunk.
 */
const NUMBERS = 8;
/** Times of a row: mention, start and end of the event. */
const TIMES = 3;
/** In a row: no speaker, no document, or a chunk whose start is unknown. */
const NONE = -1;

/**
 * Columns of units, one row after the other. Speaker, tag set, document and chunk of a unit are
 * numbers of these lists.
 */
export interface CachedColumns {
  readonly bits: Uint16Array;
  readonly numbers: Int32Array;
  /** NaN: unknown */
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
  /** relative to the chunk */
  private readonly positions: Integers;
  private readonly turns: Integers;
  private readonly tokens: Integers;
  private readonly termCounts: Integers;
  /** one more than the number of a speaker; 0: none */
  private readonly speakerOfSlot: Integers;
  private readonly tagSetOfSlot: Integers;
  /** one more than the number of a document; 0: none */
  private readonly documentOfSlot: Integers;
  private readonly chunkOfSlot: Integers;
  private readonly revisions: Integers;
  /** NaN: unknown */
  private mentions: Float64Array;
  /** the place in `events`; 0: no time of an event is known */
  private readonly eventOfSlot: Integers;
  private readonly bySlot: readonly Integers[];
  /** start and end of each event; NaN: unknown */
  private events = new Float64Array(2).fill(Number.NaN);
  private eventCount = 1;
  private readonly documents: IdColumn;
  private documentCount = 0;
  /** by document */
  private readonly units: NumberLists;
  /** numbers from 1; 0 is for units without a chunk */
  private readonly chunks: IdColumn;
  private chunkCount = 0;
  /** by chunk: its start, each number one more than it is; 0: unknown */
  private readonly startPositions: Integers;
  private readonly startTurns: Integers;
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
    const integers = () => new Integers(slots);
    this.bits = new Uint16Array(slots);
    this.positions = integers();
    this.turns = integers();
    this.tokens = integers();
    this.termCounts = integers();
    this.speakerOfSlot = integers();
    this.tagSetOfSlot = integers();
    this.documentOfSlot = integers();
    this.chunkOfSlot = integers();
    this.revisions = integers();
    this.mentions = new Float64Array(slots);
    this.eventOfSlot = integers();
    this.bySlot = [
      ...[this.positions, this.turns, this.tokens, this.termCounts, this.speakerOfSlot, this.tagSetOfSlot],
      ...[this.documentOfSlot, this.chunkOfSlot, this.revisions, this.eventOfSlot],
    ];
    this.documents = new IdColumn({ hasTexts, slots: expected });
    this.units = new NumberLists({ keys: expected, numbers: expected });
    this.chunks = new IdColumn({ hasTexts: false, slots: expected });
    this.startPositions = integers();
    this.startTurns = integers();
    // Units without a chunk have absolute positions.
    this.start(0, { position: 0, turn: 0 });
  }

  dropTexts(): void {
    this.documents.dropTexts();
  }

  /** The slot is empty. The start of the chunk may follow later. */
  put(slot: number, unit: UnitRow): void {
    if (slot >= this.bits.length) this.grow();
    const document = unit.document === null ? NONE : this.documentOf(unit.document);
    this.bits[slot] = unit.bits;
    this.positions.set(slot, unit.position);
    this.turns.set(slot, unit.turn);
    this.tokens.set(slot, unit.tokens);
    this.termCounts.set(slot, unit.termCount);
    this.speakerOfSlot.set(slot, 1 + (unit.speaker === null ? NONE : this.speakers.of(unit.speaker, unit.speaker)));
    this.tagSetOfSlot.set(slot, this.tagSetNumber(unit.tags));
    this.documentOfSlot.set(slot, 1 + document);
    this.chunkOfSlot.set(slot, unit.chunk === null ? 0 : this.chunkOf(unit.chunk));
    this.revisions.set(slot, unit.revision);
    this.mentions[slot] = unit.mentionedAt ?? Number.NaN;
    this.putEvent(slot, unit.occurredStart ?? Number.NaN, unit.occurredEnd ?? Number.NaN);
    if (document !== NONE) this.units.add(document, slot);
  }

  /** The columns of the first slots. Texts and ids are valid until the next change. */
  columns(slots: number): CachedColumns {
    const numbers = new Int32Array(slots * NUMBERS);
    const times = new Float64Array(slots * TIMES);
    for (let slot = 0; slot < slots; slot++) {
      numbers.set(
        [
          ...[this.positions.at(slot), this.turns.at(slot), this.tokens.at(slot), this.termCounts.at(slot)],
          ...[this.speakerOfSlot.at(slot) - 1, this.tagSetOf(slot), this.documentOfSlot.at(slot) - 1, this.chunkOfSlot.at(slot)],
        ],
        slot * NUMBERS,
      );
      times.set([this.mentionedAt(slot), this.occurredStart(slot), this.occurredEnd(slot)], slot * TIMES);
    }
    const chunks = this.chunkCount + 1;
    return {
      bits: this.bits.subarray(0, slots),
      numbers,
      times,
      revisions: Float64Array.from({ length: slots }, (_, slot) => this.revisions.at(slot)),
      documents: this.documents.wordsOf(this.documentCount),
      chunks: this.chunks.wordsOf(chunks).subarray(WORDS),
      chunkStarts: Int32Array.from({ length: 2 * chunks }, (_, i) => (i % 2 === 0 ? this.startPositions : this.startTurns).at(i >> 1) - 1),
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
      const [position, turn] = [from.chunkStarts[2 * i]!, from.chunkStarts[2 * i + 1]!];
      if (position !== NONE) this.start(chunks[i]!, { position, turn });
    }
    const speakers = from.speakers.map((speaker) => this.speakers.of(speaker, speaker));
    const tagSets = from.tagSets.map((tags) => this.tagSets.of(JSON.stringify(tags), tags));
    for (let row = 0; row < slots.length; row++) {
      const slot = slots[row]!;
      if (slot === NO_SLOT) continue;
      while (slot >= this.bits.length) this.grow();
      const [number, time] = [row * NUMBERS, row * TIMES];
      const [speaker, document] = [from.numbers[number + 4]!, from.numbers[number + 6]!];
      this.bits[slot] = from.bits[row]!;
      this.positions.set(slot, from.numbers[number]!);
      this.turns.set(slot, from.numbers[number + 1]!);
      this.tokens.set(slot, from.numbers[number + 2]!);
      this.termCounts.set(slot, from.numbers[number + 3]!);
      this.speakerOfSlot.set(slot, 1 + (speaker === NONE ? NONE : speakers[speaker]!));
      this.tagSetOfSlot.set(slot, tagSets[from.numbers[number + 5]!]!);
      this.documentOfSlot.set(slot, 1 + (document === NONE ? NONE : documents[document]!));
      this.chunkOfSlot.set(slot, chunks[from.numbers[number + 7]!]!);
      this.revisions.set(slot, from.revisions[row]!);
      this.mentions[slot] = from.times[time]!;
      this.putEvent(slot, from.times[time + 1]!, from.times[time + 2]!);
      if (document !== NONE) this.units.add(documents[document]!, slot);
    }
  }

  /** The times of an event take memory only where one is known. */
  private putEvent(slot: number, start: number, end: number): void {
    let event = this.eventOfSlot.at(slot);
    if (event === 0) {
      if (Number.isNaN(start) && Number.isNaN(end)) return;
      event = this.eventCount++;
      this.eventOfSlot.set(slot, event);
      if (2 * event >= this.events.length) this.events = copied(this.events, new Float64Array(2 * grown(event)));
    }
    this.events[2 * event] = start;
    this.events[2 * event + 1] = end;
  }

  /** Takes effect with `settle`. The slot is not used before. */
  empty(slot: number): void {
    const document = this.documentAt(slot);
    if (document !== NONE) this.units.outdated.add(document);
    this.documentOfSlot.set(slot, 0);
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
  place(chunk: string, start: ChunkStart): void {
    this.start(this.chunkOf(chunk), start);
  }

  private start(chunk: number, { position, turn }: ChunkStart): void {
    this.startPositions.set(chunk, 1 + position);
    this.startTurns.set(chunk, 1 + turn);
  }

  at(slot: number): UnitFeatures {
    const document = this.documentAt(slot);
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
      turn: this.startTurns.at(this.chunkOfSlot.at(slot)) - 1 + this.turns.at(slot),
      tokens: this.tokens.at(slot),
      mentionedAt: nullable(this.mentionedAt(slot)),
      occurredStart: nullable(this.occurredStart(slot)),
      occurredEnd: nullable(this.occurredEnd(slot)),
    };
  }

  isInstruction = (slot: number): boolean => (this.bits[slot]! & FLAG_INSTRUCTION) > 0;
  /** The start of its chunk is unknown, because the chunk was deleted. */
  isLost = (slot: number): boolean => this.startPositions.at(this.chunkOfSlot.at(slot)) === 0;
  typeIndexOf = (slot: number): number => this.bits[slot]! & TYPE_BITS;
  typeOf = (slot: number): FactType => FACT_TYPES[this.typeIndexOf(slot)]!;
  termCountOf = (slot: number): number => this.termCounts.at(slot);
  tokensOf = (slot: number): number => this.tokens.at(slot);
  tagsOf = (slot: number): readonly string[] => this.tagSets.values[this.tagSetOf(slot)]!;
  tagSetOf = (slot: number): number => this.tagSetOfSlot.at(slot);
  revisionOf = (slot: number): number => this.revisions.at(slot);
  /** NaN: there is none. */
  mentionedAt = (slot: number): number => this.mentions[slot]!;
  occurredStart = (slot: number): number => this.events[2 * this.eventOfSlot.at(slot)]!;
  occurredEnd = (slot: number): number => this.events[2 * this.eventOfSlot.at(slot) + 1]!;
  /** The time of the event, else of the mention. */
  effective(slot: number): number {
    const start = this.occurredStart(slot);
    return Number.isNaN(start) ? this.mentionedAt(slot) : start;
  }

  /** null: none is known. */
  speakerOf(slot: number): string | null {
    const speaker = this.speakerOfSlot.at(slot);
    return speaker === 0 ? null : this.speakers.values[speaker - 1]!;
  }

  /** By the number of a tag set: whether it passes. */
  tagSetsThat(pass: (tags: readonly string[]) => boolean): boolean[] {
    return this.tagSets.values.map(pass);
  }

  /** Whether one of these speakers is the speaker of a unit. */
  spokenBy(speakers: readonly string[]): (slot: number) => boolean {
    const speakerNumbers = new Set(speakers.flatMap((speaker) => this.speakers.find(speaker) ?? []));
    return speakerNumbers.size === 0 ? () => false : (slot) => speakerNumbers.has(this.speakerOfSlot.at(slot) - 1);
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
    return this.startPositions.at(this.chunkOfSlot.at(slot)) - 1 + this.positions.at(slot);
  }

  private documentAt(slot: number): number {
    return this.documentOfSlot.at(slot) - 1;
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
    if (number >= this.startPositions.length) for (const column of [this.startPositions, this.startTurns]) column.resize(grown(number));
    return number;
  }

  private grow(): void {
    const slots = grown(this.bits.length);
    this.bits = copied(this.bits, new Uint16Array(slots));
    this.mentions = copied(this.mentions, new Float64Array(slots));
    for (const column of this.bySlot) column.resize(slots);
  }
}

const nullable = (time: number): number | null => (Number.isNaN(time) ? null : time);
