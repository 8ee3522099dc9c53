import { INSTRUCTION_CONDITION } from '#lib/base/db/schema/memories';
import { FACT_TYPES, type FactType } from '#lib/base/literals';
import { copied, FIRST_SLOTS, grown } from '#lib/memory/recall/retrieval/cached/columns';
import { IdColumn } from '#lib/memory/recall/retrieval/cached/id-column';
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

export class UnitTable {
  private bits = new Uint16Array(FIRST_SLOTS);
  private numbers = new Int32Array(FIRST_SLOTS * NUMBERS);
  private times = new Float64Array(FIRST_SLOTS * TIMES);
  private revisions = new Float64Array(FIRST_SLOTS);
  private readonly documents: IdColumn;
  private documentCount = 0;
  /** by document */
  private readonly units = new NumberLists();
  /** numbers from 1; 0 is for units without a chunk */
  private readonly chunks = new IdColumn({ hasTexts: false });
  private chunkCount = 0;
  /** by chunk: position and turn of its start */
  private chunkStarts = new Int32Array(2 * FIRST_SLOTS);
  private readonly speakers = new Numbered<string>();
  private readonly tagSets = new Numbered<readonly string[]>();
  /** the tags of the last unit, which the units of a page share */
  private lastTags: { tags: readonly string[] | null; number: number } = { tags: null, number: 0 };

  /** `hasTexts`: the ids of documents are also stored as texts. */
  constructor({ hasTexts = true } = {}) {
    this.documents = new IdColumn({ hasTexts });
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

  empty(slot: number): void {
    const document = this.documentAt(slot);
    if (document !== NONE) this.units.remove(document, slot);
    this.numbers[slot * NUMBERS + 6] = NONE;
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
    const known = this.documents.slotOf(document);
    if (known !== undefined) return known;
    this.documents.put(this.documentCount, owned(document));
    return this.documentCount++;
  }

  private chunkOf(chunk: string): number {
    const known = this.chunks.slotOf(chunk);
    if (known !== undefined) return known;
    const number = ++this.chunkCount;
    this.chunks.put(number, chunk);
    if (2 * number >= this.chunkStarts.length) this.chunkStarts = copied(this.chunkStarts, new Int32Array(2 * grown(number)));
    this.chunkStarts.set([UNKNOWN, 0], 2 * number);
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
