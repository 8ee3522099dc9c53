import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';

/** A member to be written. Its name is data: only the reader of an archive interprets it. */
export interface NewMember {
  /** without `..`, and not empty */
  readonly name: string;
  /** text in pieces of any length */
  readonly parts: AsyncIterable<string> | Iterable<string>;
}

const BLOCK_BYTES = 64 * 1024;
/** Of compression. Level 6 takes three times as long, for 6% fewer bytes of vectors as text. */
const LEVEL = 3;
/** Shorter content is compressed at once: a stream would take several times as long. */
const SHORT = 32 * 1024;

/** Collects bytes in blocks, because small pieces would occupy many times their size. */
class Blocks {
  #full: Buffer[] = [];
  #last = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  #used = 0;
  /** of all that was added */
  length = 0;

  add(piece: Uint8Array): void {
    this.length += piece.length;
    for (let from = 0; from < piece.length; ) {
      const copied = Math.min(piece.length - from, BLOCK_BYTES - this.#used);
      this.#last.set(piece.subarray(from, from + copied), this.#used);
      from += copied;
      this.#used += copied;
      if (this.#used < BLOCK_BYTES) continue;
      this.#full.push(this.#last);
      this.#last = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      this.#used = 0;
    }
  }

  /** The full blocks, which are removed. */
  take(): Buffer[] {
    return this.#full.splice(0);
  }

  /** The rest, which is shorter than a block. */
  rest(): Buffer {
    return this.#last.subarray(0, this.#used);
  }
}

/** One field of a record: its value and its bytes, in the order of the format. */
type Field = readonly [value: number, bytes: 2 | 4 | 8];

function record(...fields: readonly Field[]): Buffer {
  const bytes = Buffer.allocUnsafe(fields.reduce((sum, [, size]) => sum + size, 0));
  let at = 0;
  for (const [value, size] of fields) {
    if (size === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, size);
    at += size;
  }
  return bytes;
}

/** A greater number is in a field of 8 bytes, and this is in that of 4 (of 2: `MANY`). */
const LARGE = 0xffff_ffff;
const MANY = 0xffff;
/** The version of the format that has fields of 8 bytes. */
const ZIP64 = 45;
const ZIP64_FIELDS = 1;
const DEFLATED = 8;
const NAMES_ARE_UTF8 = 0x800;
/** The sizes follow the content. */
const SIZES_FOLLOW = 0x8;

/** The date and time of MS-DOS, in UTC: steps of two seconds since 1980. */
const dosTime = (at: Date): number =>
  (Math.max(0, at.getUTCFullYear() - 1980) * 2 ** 25 +
    ((at.getUTCMonth() + 1) << 21) +
    (at.getUTCDate() << 16) +
    (at.getUTCHours() << 11) +
    (at.getUTCMinutes() << 5) +
    (at.getUTCSeconds() >> 1)) >>>
  0;

/** A member that was written. */
interface Entry {
  readonly name: Buffer;
  readonly flags: number;
  readonly sum: number;
  readonly compressed: number;
  readonly size: number;
  /** where its header begins */
  readonly start: number;
}

const common = ({ flags, sum }: Pick<Entry, 'flags' | 'sum'>, time: number): Field[] => [
  [ZIP64, 2],
  [flags, 2],
  [DEFLATED, 2],
  [time, 4],
  [sum, 4],
];

/** Precedes content of known sizes. */
const header = (entry: Omit<Entry, 'start'>, time: number): Buffer =>
  record([0x04034b50, 4], ...common(entry, time), [entry.compressed, 4], [entry.size, 4], [entry.name.length, 2], [0, 2]);

/** Precedes content of unknown sizes, which may need 8 bytes. */
const openHeader = (name: Buffer, time: number): Buffer =>
  record(
    [0x04034b50, 4],
    ...common({ flags: NAMES_ARE_UTF8 | SIZES_FOLLOW, sum: 0 }, time),
    [LARGE, 4],
    [LARGE, 4],
    [name.length, 2],
    [20, 2],
  );
const OPEN_SIZES = record([ZIP64_FIELDS, 2], [16, 2], [0, 8], [0, 8]);

/** Follows content of unknown sizes. */
const trailer = ({ sum, compressed, size }: Pick<Entry, 'sum' | 'compressed' | 'size'>): Buffer =>
  record([0x08074b50, 4], [sum, 4], [compressed, 8], [size, 8]);

/** The record of a member in the directory. */
function listing(entry: Entry, time: number): Buffer {
  const { name, size, compressed, start } = entry;
  const isLarge = Math.max(size, compressed, start) >= LARGE;
  const more = isLarge ? record([ZIP64_FIELDS, 2], [24, 2], [size, 8], [compressed, 8], [start, 8]) : Buffer.alloc(0);
  const [inCompressed, inSize, inStart] = isLarge ? [LARGE, LARGE, LARGE] : [compressed, size, start];
  const fields = record(
    ...([[0x02014b50, 4], [ZIP64, 2], ...common(entry, time), [inCompressed, 4], [inSize, 4]] as Field[]),
    // The lengths of the name and of the further fields; no comment, the first disk, no attributes.
    ...([
      [name.length, 2],
      [more.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [inStart, 4],
    ] as Field[]),
  );
  return Buffer.concat([fields, name, more]);
}

/** The end of an archive. `start` and `length`: of the directory. */
function ending(members: number, start: number, length: number): Buffer {
  const isLarge = members >= MANY || Math.max(start, length) >= LARGE;
  const [count, bytes, at] = isLarge ? [MANY, LARGE, LARGE] : [members, length, start];
  const end = record([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [bytes, 4], [at, 4], [0, 2]);
  if (!isLarge) return end;
  return Buffer.concat([
    record([0x06064b50, 4], [44, 8], [ZIP64, 2], [ZIP64, 2], [0, 4], [0, 4], [members, 8], [members, 8], [length, 8], [start, 8]),
    record([0x07064b50, 4], [0, 4], [start + length, 8], [1, 4]),
    end,
  ]);
}

interface Content {
  /** if `isWhole`, all of it */
  readonly bytes: Buffer;
  readonly isWhole: boolean;
  /** the parts after `bytes` */
  readonly rest: AsyncIterator<string> | Iterator<string>;
}

/** Reads the beginning of a member. */
async function begun(parts: NewMember['parts']): Promise<Content> {
  const rest = Symbol.asyncIterator in parts ? parts[Symbol.asyncIterator]() : parts[Symbol.iterator]();
  const pieces: Buffer[] = [];
  for (let length = 0; length < SHORT; ) {
    const { done, value } = await rest.next();
    if (done) return { bytes: Buffer.concat(pieces), isWhole: true, rest };
    const piece = Buffer.from(value);
    pieces.push(piece);
    length += piece.length;
  }
  return { bytes: Buffer.concat(pieces), isWhole: false, rest };
}

/** Reads the content from its begun `parts` on. If the caller stops, so do the parts. */
async function* bytesOf({ bytes, rest }: Content): AsyncGenerator<Buffer> {
  try {
    yield bytes;
    for (let next = await rest.next(); !next.done; next = await rest.next()) if (next.value !== '') yield Buffer.from(next.value);
  } finally {
    await rest.return?.();
  }
}

/**
 * Writes a ZIP archive, each member as it is produced, in ZIP64 where the size requires it. Only
 * the directory is in memory. `modified` is the date of all members. An error of the members is
 * thrown. If the caller stops, so do the members.
 */
export async function* zipOf(members: AsyncIterable<NewMember>, modified: Date): AsyncGenerator<Uint8Array> {
  const time = dosTime(modified);
  const out = new Blocks();
  const directory = new Blocks();
  let count = 0;
  for await (const member of members) {
    const name = Buffer.from(member.name);
    const start = out.length;
    const content = await begun(member.parts);
    if (content.isWhole) {
      const packed = deflateRawSync(content.bytes, { level: LEVEL });
      const entry = {
        ...{ name, flags: NAMES_ARE_UTF8, sum: crc32(content.bytes), compressed: packed.length, size: content.bytes.length },
      };
      for (const piece of [header(entry, time), name, packed]) out.add(piece);
      directory.add(listing({ ...entry, start }, time));
    } else {
      let [sum, size, compressed] = [0, 0, 0];
      const noted = async function* (): AsyncGenerator<Buffer> {
        for await (const bytes of bytesOf(content)) {
          sum = crc32(bytes, sum);
          size += bytes.length;
          yield bytes;
        }
      };
      for (const piece of [openHeader(name, time), name, OPEN_SIZES]) out.add(piece);
      const source = Readable.from(noted(), { objectMode: true, highWaterMark: 1 });
      for await (const packed of pipeline(source, createDeflateRaw({ level: LEVEL }), () => undefined) as AsyncIterable<Buffer>) {
        out.add(packed);
        compressed += packed.length;
        yield* out.take();
      }
      out.add(trailer({ sum, compressed, size }));
      directory.add(listing({ name, flags: NAMES_ARE_UTF8 | SIZES_FOLLOW, sum, compressed, size, start }, time));
    }
    count += 1;
    yield* out.take();
  }
  const end = ending(count, out.length, directory.length);
  for (const block of [...directory.take(), directory.rest(), end]) {
    out.add(block);
    yield* out.take();
  }
  yield out.rest();
}
