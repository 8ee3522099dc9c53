import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { ServiceError } from '#lib/base/errors';
import { pacer } from '#lib/base/pacer';
import { jsonItems } from '#lib/memory/transfer/archive/json-items';
import { ARCHIVE_LIMITS, type ArchiveLimits, archiveFault, memberCheck } from '#lib/memory/transfer/archive/limits';
import { type JsonElement, objectElements } from '#lib/memory/transfer/formats/elements';

/** Random access to the bytes of an archive. */
export interface ByteSource {
  readonly size: number;
  /** bytes `start` to `start + length`; fewer at the end */
  read(start: number, length: number): Promise<Uint8Array>;
}

const WINDOW_BYTES = 128 * 1024;

/**
 * Reads a source in windows, because headers have few bytes. Remembers the failure of the source,
 * which is no fault of the archive.
 */
class WindowReader extends RandomAccessReader {
  readonly #source: ByteSource;
  #window: { readonly start: number; readonly bytes: Uint8Array } = { start: 0, bytes: new Uint8Array() };
  failure: { readonly error: unknown } | null = null;

  constructor(source: ByteSource) {
    super();
    this.#source = source;
  }

  /** At most `length` bytes; at least one, except at the end of the source. */
  async bytes(start: number, length: number): Promise<Uint8Array> {
    const isInside = start >= this.#window.start && start < this.#window.start + this.#window.bytes.length;
    if (!isInside) {
      try {
        this.#window = { start, bytes: await this.#source.read(start, WINDOW_BYTES) };
      } catch (error) {
        this.failure = { error };
        throw error;
      }
    }
    const from = start - this.#window.start;
    return this.#window.bytes.subarray(from, from + length);
  }

  /** Bytes `start` to `end` of the source. Throws if it ends earlier. */
  async *range(start: number, end: number): AsyncGenerator<Uint8Array> {
    for (let at = start; at < end; ) {
      const bytes = await this.bytes(at, end - at);
      if (bytes.length === 0) throw new Error('The source ends early.');
      yield bytes;
      at += bytes.length;
    }
  }

  async #fill(buffer: Buffer, offset: number, start: number, end: number): Promise<void> {
    let at = offset;
    for await (const bytes of this.range(start, end)) {
      buffer.set(bytes, at);
      at += bytes.length;
    }
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.#fill(buffer, offset, position, position + length).then(
      () => callback(null, length),
      (error: unknown) => callback(error as Error),
    );
  }
}

/** Directories of members have no content. */
const isFile = (entry: Entry): boolean => !entry.fileName.endsWith('/');

const STORED = 0;
const DEFLATED = 8;

/** Members that are found by their names. */
const MAX_NAMED = 10_000;

export interface ArchiveMember {
  readonly name: string;
  /** of the content, in bytes */
  readonly size: number;
  /** The content. Throws `archiveFault` if it is not what the directory declares. */
  bytes(): AsyncGenerator<Uint8Array>;
}

const opened = (reader: WindowReader, { size }: ByteSource): Promise<ZipFile> =>
  fromRandomAccessReaderPromise(reader, size, { autoClose: false, strictFileNames: true });

const inflated = (packed: AsyncGenerator<Uint8Array>): AsyncIterable<Uint8Array> =>
  pipeline(Readable.from(packed, { objectMode: false }), createInflateRaw(), () => undefined);

/** Shorter content is inflated at once: a stream would take several times as long. */
const SHORT = 64 * 1024;

/** Throws for content that is longer than `size`. */
async function* inflatedAtOnce(packed: AsyncGenerator<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  yield inflateRawSync(await buffer(packed), { maxOutputLength: size + 1 });
}

const HEADER_BYTES = 30;
const HEADER_SIGN = 0x04034b50;

/** The failure of the source; else a fault of the archive. */
function faultOf(error: unknown, { failure }: WindowReader): unknown {
  if (failure) return failure.error;
  return error instanceof ServiceError ? error : archiveFault('it is damaged, or no ZIP file');
}

/**
 * An archive that passed the limits. Names of members are only compared, never used as paths.
 * Damage is an `archiveFault`, a 400; a failure of the source is thrown as it is.
 */
export class ArchiveReader {
  readonly #source: ByteSource;
  /** Apart from those of the directory: each would move the window of the other. */
  readonly #content: WindowReader;
  readonly #limits: ArchiveLimits;
  readonly #named = new Map<string, readonly ArchiveMember[]>();

  private constructor(source: ByteSource, limits: ArchiveLimits) {
    this.#source = source;
    this.#content = new WindowReader(source);
    this.#limits = limits;
  }

  /** Reads the directory and checks all members by it. */
  static async open(source: ByteSource, limits: ArchiveLimits = ARCHIVE_LIMITS): Promise<ArchiveReader> {
    const archive = new ArchiveReader(source, limits);
    const check = memberCheck(source.size, limits);
    for await (const { entry, member } of archive.#entries()) {
      check({ isEncrypted: entry.isEncrypted(), compressed: entry.compressedSize, uncompressed: entry.uncompressedSize });
      archive.#note(entry, member);
    }
    return archive;
  }

  /** Remembers a member that is found by its name. There may be very many others. */
  #note(entry: Entry, member: ArchiveMember): void {
    if (!isFile(entry) || /^(?:documents|blobs)\//.test(member.name)) return;
    this.#named.set(member.name, [...(this.#named.get(member.name) ?? []), member]);
    if (this.#named.size > MAX_NAMED) throw archiveFault(`it has more than ${MAX_NAMED} members outside of its folders`);
  }

  /** The directory, which is read entry by entry. Names with `..` are refused. */
  async *#entries(): AsyncGenerator<{ readonly entry: Entry; readonly member: ArchiveMember }> {
    const reader = new WindowReader(this.#source);
    try {
      const zip = await opened(reader, this.#source);
      for await (const entry of zip.eachEntry())
        yield { entry, member: { name: entry.fileName, size: entry.uncompressedSize, bytes: () => this.#bytesOf(entry) } };
    } catch (error) {
      throw faultOf(error, reader);
    }
  }

  /** Where the content of a member begins: behind its header. */
  async #startOf({ relativeOffsetOfLocalHeader: at }: Entry): Promise<number> {
    const header = await buffer(this.#content.range(at, at + HEADER_BYTES));
    if (header.readUInt32LE(0) !== HEADER_SIGN) throw archiveFault('it is damaged, or no ZIP file');
    return at + HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  }

  async *#bytesOf(entry: Entry): AsyncGenerator<Uint8Array> {
    const { compressionMethod: method, compressedSize, uncompressedSize } = entry;
    let [size, sum] = [0, 0];
    try {
      if (method !== STORED && method !== DEFLATED) throw archiveFault('it is compressed in an unknown way');
      const start = await this.#startOf(entry);
      const packed = this.#content.range(start, start + compressedSize);
      const isShort = Math.max(compressedSize, uncompressedSize) <= SHORT;
      const content = method === STORED ? packed : isShort ? inflatedAtOnce(packed, uncompressedSize) : inflated(packed);
      for await (const bytes of content) {
        size += bytes.byteLength;
        if (size > uncompressedSize) throw archiveFault('a member is larger than declared');
        sum = crc32(bytes, sum);
        yield bytes;
      }
      if (size !== uncompressedSize || sum !== entry.crc32) throw archiveFault('a member is not what its directory declares');
    } catch (error) {
      throw faultOf(error, this.#content);
    }
  }

  /** The members in the order of the directory whose names begin with `prefix`. */
  async *members(prefix = ''): AsyncGenerator<ArchiveMember> {
    const pace = pacer();
    for await (const { entry, member } of this.#entries()) {
      if (isFile(entry) && member.name.startsWith(prefix)) yield member;
      await pace();
    }
  }

  /** null: no such member. Throws `archiveFault` if there are two. */
  async find(name: string): Promise<ArchiveMember | null> {
    const members = this.#named.get(name) ?? [];
    if (members.length > 1) throw archiveFault('it has two members of one name');
    return members[0] ?? null;
  }

  /** The text of a member. Throws `archiveFault` for one that is too large to read as a whole. */
  async text(member: ArchiveMember): Promise<string> {
    const max = this.#limits.pieceBytes;
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const bytes of member.bytes()) {
      size += bytes.byteLength;
      if (size > max) throw archiveFault(`a member has more than ${max} bytes`);
      pieces.push(bytes);
    }
    return decoded(Buffer.concat(pieces, size));
  }

  /**
   * The elements of a member that is a JSON object. Throws a `bad_request` if it is none, or larger
   * than a document may be.
   */
  async *elements(member: ArchiveMember): AsyncGenerator<JsonElement> {
    const { documentBytes: most, documentElements, pieceBytes } = this.#limits;
    if (member.size > most) throw archiveFault(`${member.name} has more than ${most} bytes`);
    let count = 0;
    for await (const element of objectElements(decodedParts(member.bytes()), pieceBytes)) {
      count += 1;
      if (count > documentElements) throw archiveFault(`${member.name} has more than ${documentElements} elements`);
      yield element;
    }
  }

  /** The texts of the items of a member that is a JSON list. */
  items(member: ArchiveMember): AsyncGenerator<string> {
    return jsonItems(decodedParts(member.bytes()), { name: member.name, maxLength: this.#limits.pieceBytes });
  }

  /** The lines of a member, without their ends. Blank ones are skipped. */
  async *lines(member: ArchiveMember): AsyncGenerator<string> {
    const max = this.#limits.pieceBytes;
    let pieces: Uint8Array[] = [];
    let size = 0;
    const line = (): string => {
      const text = decoded(Buffer.concat(pieces, size));
      pieces = [];
      size = 0;
      return text;
    };
    for await (const bytes of member.bytes()) {
      let from = 0;
      for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
        pieces.push(bytes.subarray(from, end));
        size += end - from;
        from = end + 1;
        if (size > 0) yield line();
      }
      pieces.push(bytes.subarray(from));
      size += bytes.length - from;
      if (size > max) throw archiveFault(`a line has more than ${max} bytes`);
    }
    if (size > 0) yield line();
  }
}

const LINE_FEED = 0x0a;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const notText = (): Error => archiveFault('a member is not valid UTF-8');

function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw notText();
  }
}

/** The text in pieces: a character may be cut by the pieces of the bytes. */
async function* decodedParts(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const next = (bytes?: Uint8Array): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw notText();
    }
  };
  for await (const bytes of parts) yield next(bytes);
  yield next();
}
