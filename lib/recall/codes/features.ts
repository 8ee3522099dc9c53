import { EXTRACTIVE, FACT_TYPES, type FactType } from '#lib/literals';

/**
 * What ranking needs of a unit beside its scores, kept in arrays by slot. Where a unit stands is kept by its chunk: what is written into a document
 * moves whole chunks, and no unit is written for it.
 */

/** One unit as the database tells it. */
export interface UnitRow {
  /** its type, whether it ends with a question mark and whether it is an extractive observation: `bitsOf` */
  readonly bits: number;
  /** null: an observation */
  readonly document: string | null;
  readonly position: number;
  readonly turn: number;
  /** cl100k tokens of its text */
  readonly tokens: number;
  readonly speaker: string | null;
  /** seconds since 1970 */
  readonly mentionedAt: number | null;
  readonly occurredStart: number | null;
  readonly occurredEnd: number | null;
}

export interface UnitFeatures extends Omit<UnitRow, 'bits'> {
  readonly type: FactType;
  readonly question: boolean;
  readonly extractive: boolean;
}

const meaningOf = (bits: number): Pick<UnitFeatures, 'type' | 'question' | 'extractive'> => ({
  type: FACT_TYPES[bits & TYPE_BITS]!,
  question: (bits & QUESTION) > 0,
  extractive: (bits & EXTRACTED) > 0,
});
export const toFeatures = ({ bits, ...row }: UnitRow): UnitFeatures => ({ ...row, ...meaningOf(bits) });

export interface Place {
  position: number;
  turn: number;
}
/** A unit that stands in no chunk. */
const NOWHERE: Place = { position: 0, turn: 0 };
const UNKNOWN = -1;

const TYPE_BITS = 3;
const QUESTION = 4;
const EXTRACTED = 8;
/** SQL: of a row of `memories` what of it is a bit here. */
export const bitsOf = (alias: string): string =>
  `case ${alias}fact_type ${FACT_TYPES.map((type, i) => `when '${type}' then ${i}`).join(' ')} end
  + case when right(${alias}text, 1) = '?' then ${QUESTION} else 0 end + case when ${alias}extractor = '${EXTRACTIVE}' then ${EXTRACTED} else 0 end`;
/** Numbers of a unit: its place behind the beginning of its chunk, its turn behind that, tokens, speaker. */
const NUMBERS = 4;
/** Times of a unit; not a number: there is none. */
const TIMES = 3;

export class FeatureTable {
  private readonly documents: (string | null)[] = [];
  private readonly chunks: Place[] = [];
  private bits = new Uint8Array(1024);
  private numbers = new Int32Array(1024 * NUMBERS);
  private times = new Float64Array(1024 * TIMES);
  /** by chunk, where it begins */
  private readonly places = new Map<string, Place>();
  /** one string for all units of a document */
  private readonly known = new Map<string, string>();
  private readonly speakers: string[] = [];
  private readonly speakerNumbers = new Map<string, number>();

  /** `position` and `turn` of the unit are counted from where its chunk begins; the chunk may be told later. */
  put(slot: number, chunk: string | null, unit: UnitRow): void {
    while (slot >= this.bits.length) this.grow();
    this.documents[slot] = unit.document && this.once(unit.document);
    this.chunks[slot] = chunk === null ? NOWHERE : this.placeOf(chunk);
    this.bits[slot] = unit.bits;
    this.numbers.set([unit.position, unit.turn, unit.tokens, this.numberOf(unit.speaker)], slot * NUMBERS);
    this.times.set([unit.mentionedAt ?? Number.NaN, unit.occurredStart ?? Number.NaN, unit.occurredEnd ?? Number.NaN], slot * TIMES);
  }

  /** Where a chunk begins now. */
  place(chunk: string, { position, turn }: Place): void {
    const place = this.placeOf(chunk);
    place.position = position;
    place.turn = turn;
  }

  /** null: nobody said where it stands. */
  at(slot: number): UnitFeatures | null {
    const place = this.chunks[slot];
    if (place === undefined || place.position === UNKNOWN) return null;
    const number = slot * NUMBERS;
    const time = slot * TIMES;
    return {
      ...meaningOf(this.bits[slot]!),
      document: this.documents[slot]!,
      position: place.position + this.numbers[number]!,
      turn: place.turn + this.numbers[number + 1]!,
      tokens: this.numbers[number + 2]!,
      speaker: this.speakers[this.numbers[number + 3]!] ?? null,
      mentionedAt: nullable(this.times[time]!),
      occurredStart: nullable(this.times[time + 1]!),
      occurredEnd: nullable(this.times[time + 2]!),
    };
  }

  private placeOf(chunk: string): Place {
    const known = this.places.get(chunk);
    if (known) return known;
    const place = { position: UNKNOWN, turn: 0 };
    this.places.set(chunk, place);
    return place;
  }

  private once(text: string): string {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    this.known.set(text, text);
    return text;
  }

  private numberOf(speaker: string | null): number {
    if (speaker === null) return UNKNOWN;
    const known = this.speakerNumbers.get(speaker);
    if (known !== undefined) return known;
    const number = this.speakers.push(speaker) - 1;
    this.speakerNumbers.set(speaker, number);
    return number;
  }

  private grow(): void {
    this.bits = wider(this.bits, new Uint8Array(2 * this.bits.length));
    this.numbers = wider(this.numbers, new Int32Array(2 * this.numbers.length));
    this.times = wider(this.times, new Float64Array(2 * this.times.length));
  }
}

const nullable = (time: number): number | null => (Number.isNaN(time) ? null : time);

function wider<T extends Uint8Array | Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
