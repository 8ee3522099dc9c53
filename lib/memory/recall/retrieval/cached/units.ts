import { INSTRUCTION_CONDITION } from '#lib/base/db/schema/memories';
import { FACT_TYPES, type FactType } from '#lib/base/literals';
import { Lists, Numbered } from '#lib/memory/recall/retrieval/cached/lists';
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
  position: number;
  turn: number;
}
/** For a unit without a chunk. */
const NO_CHUNK: ChunkStart = { position: 0, turn: 0 };
const UNKNOWN = -1;

/** SQL: the features of a row of `memories` as bits. */
export const BITS = `${FEATURE_BITS} + case when ${INSTRUCTION_CONDITION} then ${FLAG_INSTRUCTION} else 0 end`;

/** Integers per unit: position and turn relative to its chunk, tokens, terms, speaker, tag set. */
const NUMBERS = 6;
/** Floats per unit: revision and three times; NaN: unknown. */
const TIMES = 4;
const NOBODY = -1;
/** Most banks are small. */
export const FIRST_SLOTS = 64;

export class UnitTable {
  private readonly documents: (string | null)[] = [];
  private readonly chunks: ChunkStart[] = [];
  private bits = new Uint16Array(FIRST_SLOTS);
  private numbers = new Int32Array(FIRST_SLOTS * NUMBERS);
  private times = new Float64Array(FIRST_SLOTS * TIMES);
  /** by chunk */
  private readonly starts = new Map<string, ChunkStart>();
  /** by document */
  private readonly units = new Lists<string>();
  private readonly speakers = new Numbered<string>();
  private readonly tagSets = new Numbered<readonly string[]>();

  /** The slot is empty. The start of the chunk may follow later. */
  put(slot: number, unit: UnitRow): void {
    while (slot >= this.bits.length) this.grow();
    this.documents[slot] = unit.document && this.entered(unit.document, slot);
    this.chunks[slot] = unit.chunk === null ? NO_CHUNK : this.startOf(unit.chunk);
    this.bits[slot] = unit.bits;
    const speaker = unit.speaker === null ? NOBODY : this.speakers.of(unit.speaker, unit.speaker);
    const tags = this.tagSets.of(JSON.stringify(unit.tags), unit.tags);
    this.numbers.set([unit.position, unit.turn, unit.tokens, unit.termCount, speaker, tags], slot * NUMBERS);
    const times = [unit.mentionedAt, unit.occurredStart, unit.occurredEnd].map((time) => time ?? Number.NaN);
    this.times.set([unit.revision, ...times], slot * TIMES);
  }

  empty(slot: number): void {
    const document = this.documents[slot];
    if (typeof document === 'string') this.units.leave(document, slot);
    this.documents[slot] = null;
  }

  /** Sets the start of a chunk. */
  place(chunk: string, { position, turn }: ChunkStart): void {
    const place = this.startOf(chunk);
    place.position = position;
    place.turn = turn;
  }

  at(slot: number): UnitFeatures {
    const { position, turn } = this.chunks[slot]!;
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
      document: this.documents[slot]!,
      position: position + this.numbers[number]!,
      turn: turn + this.numbers[number + 1]!,
      tokens: this.numbers[number + 2]!,
      mentionedAt: nullable(this.mentionedAt(slot)),
      occurredStart: nullable(this.occurredStart(slot)),
      occurredEnd: nullable(this.occurredEnd(slot)),
    };
  }

  isInstruction = (slot: number): boolean => (this.bits[slot]! & FLAG_INSTRUCTION) > 0;
  /** The start of its chunk is unknown, because the chunk was deleted. */
  isLost = (slot: number): boolean => this.chunks[slot]!.position === UNKNOWN;
  typeIndexOf = (slot: number): number => this.bits[slot]! & TYPE_BITS;
  typeOf = (slot: number): FactType => FACT_TYPES[this.typeIndexOf(slot)]!;
  termCountOf = (slot: number): number => this.numbers[slot * NUMBERS + 3]!;
  tagsOf = (slot: number): readonly string[] => this.tagSets.values[this.tagSetOf(slot)]!;
  tagSetOf = (slot: number): number => this.numbers[slot * NUMBERS + 5]!;
  revisionOf = (slot: number): number => this.times[slot * TIMES]!;
  /** NaN: there is none. */
  mentionedAt = (slot: number): number => this.times[slot * TIMES + 1]!;
  occurredStart = (slot: number): number => this.times[slot * TIMES + 2]!;
  occurredEnd = (slot: number): number => this.times[slot * TIMES + 3]!;
  /** The time of the event, else of the mention. */
  effective(slot: number): number {
    const start = this.occurredStart(slot);
    return Number.isNaN(start) ? this.mentionedAt(slot) : start;
  }

  /** null: none is known. */
  speakerOf(slot: number): string | null {
    const speaker = this.numbers[slot * NUMBERS + 4]!;
    return speaker === NOBODY ? null : this.speakers.values[speaker]!;
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
    const byDocument = new Map<string, Set<number>>();
    for (const slot of slots) {
      const document = this.documents[slot]!;
      if (document === null) continue;
      const positions = byDocument.get(document) ?? new Set();
      byDocument.set(document, positions);
      const position = this.positionOf(slot);
      for (let at = position - distance; at <= position + distance; at++) positions.add(at);
    }
    return [...byDocument].flatMap(([document, positions]) =>
      this.units.get(document)!.filter((slot) => positions.has(this.positionOf(slot))),
    );
  }

  private positionOf(slot: number): number {
    return this.chunks[slot]!.position + this.numbers[slot * NUMBERS]!;
  }

  /** One string for all units of a document. */
  private entered(document: string, slot: number): string {
    const first = this.units.get(document)?.[0];
    const known = first === undefined ? document : this.documents[first]!;
    this.units.enter(known, slot);
    return known;
  }

  private startOf(chunk: string): ChunkStart {
    const known = this.starts.get(chunk);
    if (known) return known;
    const place = { position: UNKNOWN, turn: 0 };
    this.starts.set(chunk, place);
    return place;
  }

  private grow(): void {
    this.bits = copied(this.bits, new Uint16Array(2 * this.bits.length));
    this.numbers = copied(this.numbers, new Int32Array(2 * this.numbers.length));
    this.times = copied(this.times, new Float64Array(2 * this.times.length));
  }
}

const nullable = (time: number): number | null => (Number.isNaN(time) ? null : time);

/** Copies an array into a longer one. */
export function copied<T extends Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
