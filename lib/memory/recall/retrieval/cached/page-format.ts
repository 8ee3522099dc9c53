import type { Link } from '#lib/memory/recall/retrieval/cached/links';
import type { CachedName } from '#lib/memory/recall/retrieval/cached/names';
import { Numbered } from '#lib/memory/recall/retrieval/cached/numbered';
import type { WrittenUnit } from '#lib/memory/recall/retrieval/cached/store';
import type { ChunkStart } from '#lib/memory/recall/retrieval/cached/units';
import { coarseBytes, codesOf, highBytes, type VectorCodes } from '#lib/memory/recall/retrieval/cached/vectors';

/**
 * The payload of a stored page: the length of a text of JSON, that text, and the vectors as a large
 * bank caches them: all scales, all high bytes, all low bytes. Texts that units share are in lists,
 * and a unit has their numbers.
 */

/** Raise it with every change of the payload: pages of other formats are not read. */
export const PAGE_FORMAT = 1;

/** The live units of a page, and what recall needs to know of them. Their texts are empty. */
export interface PageUnits {
  readonly units: readonly WrittenUnit[];
  /** entities that a unit mentions */
  readonly mentions: ReadonlyMap<string, readonly string[]>;
  readonly names: readonly CachedName[];
  readonly links: readonly Link[];
}

const NONE = -1;
const LENGTH_BYTES = 4;
const SCALE_BYTES = 4;

type UnitNumbers = readonly [position: number, turn: number, tokens: number, termCount: number, bits: number, revision: number];
type UnitTimes = readonly [mentionedAt: number | null, occurredStart: number | null, occurredEnd: number | null, validTo: number | null];

interface PageText {
  readonly dimensions: number;
  readonly ids: readonly string[];
  readonly numbers: readonly UnitNumbers[];
  readonly times: readonly UnitTimes[];
  readonly supersededBy: readonly (string | null)[];
  readonly documents: SharedValues<string>;
  readonly chunks: SharedValues<readonly [id: string, start: ChunkStart | null]>;
  readonly speakers: SharedValues<string>;
  readonly tags: SharedValues<readonly string[]>;
  readonly terms: SharedLists<string>;
  readonly entities: SharedLists<CachedName>;
  readonly sources: readonly (readonly [unit: number, ids: readonly string[]])[];
  readonly links: readonly Link[];
}

/** Different values, and by unit the number of its value, or `NONE`. */
interface SharedValues<T> {
  readonly values: readonly T[];
  readonly of: readonly number[];
}

interface SharedLists<T> {
  readonly values: readonly T[];
  readonly of: readonly (readonly number[])[];
}

/** `pick`: the key of the value of a unit, and the value; null: it has none. */
function shared<T>(units: readonly WrittenUnit[], pick: (unit: WrittenUnit) => readonly [key: string, value: T] | null): SharedValues<T> {
  const numbered = new Numbered<T>();
  const of = units.map((unit) => {
    const picked = pick(unit);
    return picked === null ? NONE : numbered.of(...picked);
  });
  return { values: numbered.values, of };
}

const text = (value: string | null): readonly [string, string] | null => (value === null ? null : [value, value]);

export function encodePage({ units, mentions, names, links }: PageUnits): Buffer {
  const dimensions = units.find(({ vector }) => vector !== null)?.vector?.length ?? 0;
  const nameOf = new Map(names.map((name) => [name.id, name]));
  const [terms, entities] = [new Numbered<string>(), new Numbered<CachedName>()];
  const page: PageText = {
    dimensions,
    ids: units.map(({ id }) => id),
    numbers: units.map(({ unit }): UnitNumbers => {
      const { position, turn, tokens, termCount, bits, revision } = unit;
      return [position, turn, tokens, termCount, bits, revision];
    }),
    times: units.map(({ unit }): UnitTimes => {
      const { mentionedAt, occurredStart, occurredEnd, validTo } = unit;
      return [mentionedAt, occurredStart, occurredEnd, validTo];
    }),
    supersededBy: units.map(({ unit }) => unit.supersededBy),
    documents: shared(units, ({ unit }) => text(unit.document)),
    chunks: shared(units, ({ unit: { chunk }, chunkStart }) => (chunk === null ? null : [chunk, [chunk, chunkStart]])),
    speakers: shared(units, ({ unit }) => text(unit.speaker)),
    tags: shared(units, ({ unit: { tags } }) => [JSON.stringify(tags), tags]),
    terms: { of: units.map((unit) => unit.terms.map((term) => terms.of(term, term))), values: terms.values },
    entities: {
      of: units.map(({ id }) =>
        (mentions.get(id) ?? []).map((entity) =>
          entities.of(entity, nameOf.get(entity) ?? { id: entity, name: '', isSpelledOtherwise: false }),
        ),
      ),
      values: entities.values,
    },
    sources: units.flatMap(({ sources }, i) => (sources.length > 0 ? [[i, sources] as const] : [])),
    links,
  };
  const head = Buffer.from(JSON.stringify(page));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, ...vectorsIn(units, dimensions)]);
}

function vectorsIn(units: readonly WrittenUnit[], dimensions: number): Uint8Array[] {
  if (dimensions === 0) return [];
  const none = { scale: 0, high: new Uint8Array(highBytes(dimensions)), low: new Uint8Array(coarseBytes(dimensions)) };
  const codes = units.map(({ vector }) => (vector?.length === dimensions ? toCodes(vector) : none));
  const scales = Buffer.alloc(SCALE_BYTES * units.length);
  for (const [i, { scale }] of codes.entries()) scales.writeFloatLE(scale, SCALE_BYTES * i);
  return [scales, ...codes.map(({ high }) => high), ...codes.map(({ low }) => low)];
}

const toCodes = (vector: Float32Array | VectorCodes): VectorCodes => (vector instanceof Float32Array ? codesOf(vector) : vector);

/** Units that are decoded at a time, so that the event loop need not wait for a whole page. */
const SLICE = 512;

/** Reads a payload of this format, without the units that are `stale`. */
export function* decodePage(payload: Buffer, stale: ReadonlySet<string>): Generator<PageUnits> {
  const length = payload.readUInt32LE(0);
  // `encodePage` wrote it.
  const page = JSON.parse(payload.toString('utf8', LENGTH_BYTES, LENGTH_BYTES + length)) as PageText;
  const codes = codesIn(payload.subarray(LENGTH_BYTES + length), page);
  const sources = new Map(page.sources);
  const { ids, entities, links } = page;
  const unitAt = (i: number): WrittenUnit => {
    const [position, turn, tokens, termCount, bits, revision] = page.numbers[i]!;
    const [mentionedAt, occurredStart, occurredEnd, validTo] = page.times[i]!;
    const [chunk, chunkStart] = valueIn(page.chunks, i) ?? [null, null];
    return {
      id: ids[i]!,
      isLive: true,
      content: NO_CONTENT,
      vector: codes(i),
      terms: listIn(page.terms, i),
      sources: sources.get(i) ?? [],
      chunkStart,
      unit: {
        position,
        turn,
        tokens,
        termCount,
        bits,
        revision,
        mentionedAt,
        occurredStart,
        occurredEnd,
        validTo,
        chunk,
        document: valueIn(page.documents, i),
        speaker: valueIn(page.speakers, i),
        tags: valueIn(page.tags, i) ?? [],
        supersededBy: page.supersededBy[i]!,
      },
    };
  };
  yield { units: [], mentions: new Map(), names: entities.values, links: [] };
  for (let from = 0; from < ids.length; from += SLICE) {
    const units: WrittenUnit[] = [];
    const mentions = new Map<string, string[]>();
    for (let i = from; i < Math.min(from + SLICE, ids.length); i++) {
      if (stale.has(ids[i]!)) continue;
      units.push(unitAt(i));
      mentions.set(
        ids[i]!,
        listIn(entities, i).map(({ id }) => id),
      );
    }
    yield { units, mentions, names: [], links: [] };
  }
  yield { units: [], mentions: new Map(), names: [], links };
}

const NO_CONTENT = { text: '', context: '', metadata: {}, documentId: null, chunkId: null };

const valueIn = <T>({ values, of }: SharedValues<T>, unit: number): T | null => (of[unit] === NONE ? null : values[of[unit]!]!);
const listIn = <T>({ values, of }: SharedLists<T>, unit: number): T[] => of[unit]!.map((number) => values[number]!);

/** The vector of each unit; null: it has none. */
function codesIn(bytes: Buffer, { dimensions, ids }: PageText): (unit: number) => VectorCodes | null {
  if (dimensions === 0) return () => null;
  const [size, lowBytes] = [highBytes(dimensions), coarseBytes(dimensions)];
  const highAt = SCALE_BYTES * ids.length;
  const lowAt = highAt + size * ids.length;
  return (unit) => {
    const scale = bytes.readFloatLE(SCALE_BYTES * unit);
    if (scale === 0) return null;
    const high = bytes.subarray(highAt + unit * size, highAt + (unit + 1) * size);
    return { length: dimensions, scale, high, low: bytes.subarray(lowAt + unit * lowBytes, lowAt + (unit + 1) * lowBytes) };
  };
}
