import { endianness } from 'node:os';
import type { Link } from '#lib/memory/recall/retrieval/cached/links';
import type { NameColumns } from '#lib/memory/recall/retrieval/cached/names';
import type { CachedColumns } from '#lib/memory/recall/retrieval/cached/units';
import type { VectorColumns } from '#lib/memory/recall/retrieval/cached/vectors';
import type { WordColumns } from '#lib/memory/recall/retrieval/cached/words';
import type { Supersession } from '#lib/memory/recall/retrieval/port';

/**
 * The payload of a stored page: the columns of a large bank that contains only its units. It begins
 * with the length of a text of JSON and that text, which has all texts and the lengths of the
 * arrays. The arrays follow, each at a multiple of eight bytes.
 */

/**
 * Raise the first number with every change of the payload: pages of other formats are not read.
 * Arrays have the byte order of the machine.
 */
export const PAGE_FORMAT = endianness() === 'LE' ? 2 : -2;

/** The units of a bank, each in a row, and what recall needs to know of them, without texts. */
export interface BankColumns {
  readonly ids: Uint32Array;
  readonly units: CachedColumns;
  readonly words: WordColumns;
  readonly names: NameColumns;
  readonly vectors: VectorColumns;
  readonly sources: readonly (readonly [row: number, ids: readonly string[]])[];
  readonly supersessions: readonly (readonly [row: number, Supersession])[];
  /** from or to one of the units */
  readonly links: readonly Link[];
}

const LENGTH_BYTES = 4;
const ALIGNMENT = 8;

type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;
const TYPES = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float32Array, Float64Array };
type TypeName = keyof typeof TYPES;

/** In the text of a payload: an array that follows it. */
interface ColumnText {
  readonly column: TypeName;
  readonly length: number;
}

const padded = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

type Fields = { readonly [name: string]: unknown };

/** Replaces the columns of an object, and those of the objects in it. Lists have none. */
function mapColumns(fields: Fields, isColumn: (value: object) => boolean, replaced: (column: object) => unknown): Fields {
  const map = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return isColumn(value) ? replaced(value) : mapColumns(value as Fields, isColumn, replaced);
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, map(value)]));
}

export function encodePage(columns: BankColumns): Buffer {
  const arrays: Column[] = [];
  const text = mapColumns({ ...columns }, ArrayBuffer.isView, (view): ColumnText => {
    // `BankColumns` has no other views.
    const column = view as Column;
    arrays.push(column);
    return { column: column.constructor.name as TypeName, length: column.length };
  });
  const head = Buffer.from(JSON.stringify(text));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(head.length);
  const views = arrays.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
  const parts = [Buffer.concat([length, head]), ...views];
  return Buffer.concat(parts.flatMap((part) => [part, Buffer.alloc(padded(part.length) - part.length)]));
}

/** Reads a payload of this format. The columns are views of it. */
export function decodePage(payload: Buffer): BankColumns {
  const bytes = payload.byteOffset % ALIGNMENT === 0 ? payload : new Uint8Array(payload);
  // Not a shared buffer: it was read from the database.
  const buffer = bytes.buffer as ArrayBuffer;
  const headEnd = LENGTH_BYTES + payload.readUInt32LE(0);
  let at = bytes.byteOffset + padded(headEnd);
  // `encodePage` wrote it, with the columns in this order.
  const text = JSON.parse(payload.toString('utf8', LENGTH_BYTES, headEnd)) as Fields;
  return mapColumns(
    text,
    (value) => 'column' in value,
    (value) => {
      const { column, length } = value as ColumnText;
      const array = new TYPES[column](buffer, at, length);
      at += padded(array.byteLength);
      return array;
    },
  ) as unknown as BankColumns;
}
