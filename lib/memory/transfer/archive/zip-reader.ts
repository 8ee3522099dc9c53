import { type Entry, type FileEntry, Reader, ZipReader } from '@zip.js/zip.js';
import { ServiceError } from '#lib/base/errors';
import { chunksOf, endOf } from '#lib/base/zip/streams';
import { jsonItems } from '#lib/memory/transfer/archive/json-items';
import { ARCHIVE_LIMITS, type ArchiveLimits, archiveFault, memberCheck } from '#lib/memory/transfer/archive/limits';

/** Random access to the bytes of an archive. */
export interface ByteSource {
  readonly size: number;
  /** bytes `start` to `start + length`; fewer at the end */
  read(start: number, length: number): Promise<Uint8Array>;
}

/** Remembers the failure of a source, which is no fault of the archive. */
class SourceReader extends Reader<ByteSource> {
  readonly #source: ByteSource;
  failure: { readonly error: unknown } | null = null;

  constructor(source: ByteSource) {
    super(source);
    this.#source = source;
    this.size = source.size;
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    try {
      return await this.#source.read(index, length);
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }
}

const isFile = (entry: Entry): entry is FileEntry => !entry.directory;

/** Strict: what two programs might read differently is refused, and so are names with `..`. */
const DIRECTORY_OPTIONS = { strictness: 'strict', filenameValidation: 'strict' } as const;
const DATA_OPTIONS = { strictness: 'strict', checkCrc32: true, useWebWorkers: false } as const;

/** Members that are found by their names. */
const MAX_NAMED = 10_000;

export interface ArchiveMember {
  readonly name: string;
  /** The content. Throws `archiveFault` if it is not what the directory declares. */
  bytes(): AsyncGenerator<Uint8Array>;
}

/**
 * An archive that passed the limits. Names of members are only compared, never used as paths.
 * Damage is an `archiveFault`, a 400; a failure of the source is thrown as it is.
 */
export class ArchiveReader {
  readonly #zip: ZipReader<ByteSource>;
  readonly #reader: SourceReader;
  readonly #limits: ArchiveLimits;
  readonly #named = new Map<string, readonly ArchiveMember[]>();

  private constructor(reader: SourceReader, limits: ArchiveLimits) {
    this.#reader = reader;
    this.#zip = new ZipReader(reader);
    this.#limits = limits;
  }

  /** Reads the directory and checks all members by it. */
  static async open(source: ByteSource, limits: ArchiveLimits = ARCHIVE_LIMITS): Promise<ArchiveReader> {
    const archive = new ArchiveReader(new SourceReader(source), limits);
    const check = memberCheck(source.size, limits);
    for await (const entry of archive.#entries()) {
      check({ isEncrypted: entry.encrypted, compressed: entry.compressedSize, uncompressed: entry.uncompressedSize });
      archive.#note(entry);
    }
    return archive;
  }

  /** Remembers a member that is found by its name. There may be very many others. */
  #note(entry: Entry): void {
    if (!isFile(entry) || /^(?:documents|blobs)\//.test(entry.filename)) return;
    const member = { name: entry.filename, bytes: () => this.#bytesOf(entry) };
    this.#named.set(entry.filename, [...(this.#named.get(entry.filename) ?? []), member]);
    if (this.#named.size > MAX_NAMED) throw archiveFault(`it has more than ${MAX_NAMED} members outside of its folders`);
  }

  #faultOf(error: unknown): unknown {
    if (this.#reader.failure) return this.#reader.failure.error;
    return error instanceof ServiceError ? error : archiveFault('it is damaged, or no ZIP file');
  }

  async *#entries(): AsyncGenerator<Entry> {
    const entries = this.#zip.getEntriesGenerator(DIRECTORY_OPTIONS);
    for (;;) {
      let next: IteratorResult<Entry, boolean>;
      try {
        next = await entries.next();
      } catch (error) {
        throw this.#faultOf(error);
      }
      if (next.done) return;
      yield next.value;
    }
  }

  async *#bytesOf(entry: FileEntry): AsyncGenerator<Uint8Array> {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const end = endOf(entry.getData(writable, DATA_OPTIONS));
    let size = 0;
    try {
      for await (const bytes of chunksOf(readable, end)) {
        size += bytes.byteLength;
        if (size > entry.uncompressedSize) throw archiveFault('a member is larger than declared');
        yield bytes;
      }
    } catch (error) {
      throw this.#faultOf(error);
    }
  }

  /** The members in the order of the directory whose names begin with `prefix`. */
  async *members(prefix = ''): AsyncGenerator<ArchiveMember> {
    for await (const entry of this.#entries())
      if (isFile(entry) && entry.filename.startsWith(prefix)) yield { name: entry.filename, bytes: () => this.#bytesOf(entry) };
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
