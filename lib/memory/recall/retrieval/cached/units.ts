import { STANDING_CONDITION } from '#lib/base/db/schema/memories';
import { FACT_TYPES, type FactType } from '#lib/base/literals';
import { Lists, Numbered } from '#lib/memory/recall/retrieval/cached/lists';
import {
  FEATURE_BITS,
  FLAG_ASKS,
  FLAG_EXTRACTIVE,
  FLAG_QUESTION,
  FLAG_STANDING,
  TYPE_BITS,
} from '#lib/memory/recall/retrieval/feature-bits';

/**
 * What is kept of units beside their vectors and words, in arrays by slot. Where a unit stands is kept by its chunk: what is written into a document
 * moves whole chunks, and no unit is written for it.
 */

/** One unit as the database tells it. */
export interface UnitRow {
  /** its type, and what else `BITS` says of it */
  readonly bits: number;
  /** null: an observation */
  readonly document: string | null;
  /** `position` and `turn` are counted from where it begins */
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
}

/** What ranking needs of a unit beside its scores. */
export interface UnitFeatures
  extends Pick<UnitRow, 'document' | 'position' | 'turn' | 'tokens' | 'mentionedAt' | 'occurredStart' | 'occurredEnd'> {
  readonly type: FactType;
  readonly question: boolean;
  readonly onlyAsks: boolean;
  readonly extractive: boolean;
  readonly standing: boolean;
}

export interface Place {
  position: number;
  turn: number;
}
/** A unit that stands in no chunk. */
const NOWHERE: Place = { position: 0, turn: 0 };
const UNKNOWN = -1;

/** SQL: the features of a row of `memories` as bits. */
export const BITS = `${FEATURE_BITS} + case when ${STANDING_CONDITION} then ${FLAG_STANDING} else 0 end`;

/** Numbers of a unit: its place behind the beginning of its chunk, its turn behind that, tokens, terms, speaker, set of tags. */
const NUMBERS = 6;
/** Its revision and its times; not a number: there is none. */
const TIMES = 4;
const NOBODY = -1;
/** Most banks are small. */
export const FIRST_SLOTS = 64;

export class UnitTable {
  private readonly documents: (string | null)[] = [];
  private readonly chunks: Place[] = [];
  private bits = new Uint8Array(FIRST_SLOTS);
  private numbers = new Int32Array(FIRST_SLOTS * NUMBERS);
  private times = new Float64Array(FIRST_SLOTS * TIMES);
  /** by chunk, where it begins */
  private readonly places = new Map<string, Place>();
  /** by document */
  private readonly units = new Lists<string>();
  private readonly speakers = new Numbered<string>();
  private readonly tagSets = new Numbered<readonly string[]>();

  /** The chunk may be told later. The slot is empty. */
  put(slot: number, unit: UnitRow): void {
    while (slot >= this.bits.length) this.grow();
    this.documents[slot] = unit.document && this.entered(unit.document, slot);
    this.chunks[slot] = unit.chunk === null ? NOWHERE : this.placeOf(unit.chunk);
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

  /** Where a chunk begins now. */
  place(chunk: string, { position, turn }: Place): void {
    const place = this.placeOf(chunk);
    place.position = position;
    place.turn = turn;
  }

  at(slot: number): UnitFeatures {
    const { position, turn } = this.chunks[slot]!;
    const number = slot * NUMBERS;
    const bits = this.bits[slot]!;
    return {
      type: this.typeOf(slot),
      question: (bits & FLAG_QUESTION) > 0,
      onlyAsks: (bits & FLAG_ASKS) > 0,
      extractive: (bits & FLAG_EXTRACTIVE) > 0,
      standing: (bits & FLAG_STANDING) > 0,
      document: this.documents[slot]!,
      position: position + this.numbers[number]!,
      turn: turn + this.numbers[number + 1]!,
      tokens: this.numbers[number + 2]!,
      mentionedAt: nullable(this.mentionedAt(slot)),
      occurredStart: nullable(this.occurredStart(slot)),
      occurredEnd: nullable(this.occurredEnd(slot)),
    };
  }

  isStanding = (slot: number): boolean => (this.bits[slot]! & FLAG_STANDING) > 0;
  /** Nobody said where it stands: its chunk is gone. */
  isLost = (slot: number): boolean => this.chunks[slot]!.position === UNKNOWN;
  typeIndexOf = (slot: number): number => this.bits[slot]! & TYPE_BITS;
  typeOf = (slot: number): FactType => FACT_TYPES[this.typeIndexOf(slot)]!;
  termCountOf = (slot: number): number => this.numbers[slot * NUMBERS + 3]!;
  tagsOf = (slot: number): readonly string[] => this.tagSets.values[this.tagSetOf(slot)]!;
  tagSetOf = (slot: number): number => this.numbers[slot * NUMBERS + 5]!;
  revisionOf = (slot: number): number => this.times[slot * TIMES]!;
  /** Not a number: there is none. */
  mentionedAt = (slot: number): number => this.times[slot * TIMES + 1]!;
  occurredStart = (slot: number): number => this.times[slot * TIMES + 2]!;
  occurredEnd = (slot: number): number => this.times[slot * TIMES + 3]!;
  /** When it was: when what it tells happened, else when it was told. */
  effective(slot: number): number {
    const start = this.occurredStart(slot);
    return Number.isNaN(start) ? this.mentionedAt(slot) : start;
  }

  /** Which of the sets of tags are meant, by their numbers. */
  tagSetsThat(pass: (tags: readonly string[]) => boolean): boolean[] {
    return this.tagSets.values.map(pass);
  }

  /** Whether a unit was said by one of these. */
  saidBy(speakers: readonly string[]): (slot: number) => boolean {
    const asked = new Set(speakers.flatMap((speaker) => this.speakers.find(speaker) ?? []));
    return asked.size === 0 ? () => false : (slot) => asked.has(this.numbers[slot * NUMBERS + 4]!);
  }

  /** What stands at most so many places from one of these units in its document, themselves included. */
  beside(slots: readonly number[], distance: number): number[] {
    const wanted = new Map<string, Set<number>>();
    for (const slot of slots) {
      const document = this.documents[slot]!;
      if (document === null) continue;
      const positions = wanted.get(document) ?? new Set();
      wanted.set(document, positions);
      const position = this.positionOf(slot);
      for (let at = position - distance; at <= position + distance; at++) positions.add(at);
    }
    return [...wanted].flatMap(([document, positions]) => this.units.get(document)!.filter((slot) => positions.has(this.positionOf(slot))));
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

  private placeOf(chunk: string): Place {
    const known = this.places.get(chunk);
    if (known) return known;
    const place = { position: UNKNOWN, turn: 0 };
    this.places.set(chunk, place);
    return place;
  }

  private grow(): void {
    this.bits = copied(this.bits, new Uint8Array(2 * this.bits.length));
    this.numbers = copied(this.numbers, new Int32Array(2 * this.numbers.length));
    this.times = copied(this.times, new Float64Array(2 * this.times.length));
  }
}

const nullable = (time: number): number | null => (Number.isNaN(time) ? null : time);

/** Into a wider one. */
export function copied<T extends Uint8Array | Uint32Array | Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
