/**
 * The files of a database as a gzipped tar archive. It is written and read in pieces, so its size
 * is not limited by memory, nor by the 4 GiB that zlib compresses and the 2 GiB that Node reads in
 * one call.
 */
import { closeSync, createReadStream, mkdirSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';

/** Bytes that are read, written and handed over at once. */
const PIECE = 1024 * 1024;
/** Node compresses and decompresses in half the time of the web streams. */
const PACKING = { level: 3, chunkSize: PIECE };

/** A tar archive is a sequence of records of this size, and ends with two empty ones. */
const RECORD = 512;
const FILE = '0';
const FOLDER = '5';
/** The largest size that the header of a file can contain: that of a table's file is 1 GiB. */
const MAX_FILE = 8 ** 11 - 1;
const MAX_NAME = 100;

const padding = (size) => (RECORD - (size % RECORD)) % RECORD;

/** The bytes of a header, in which the checksum counts as spaces. */
const checksumOf = (header) => header.reduce((sum, byte, i) => sum + (i >= 148 && i < 156 ? 32 : byte), 0);

function headerOf(name, type, size) {
  const header = Buffer.alloc(RECORD);
  if (size > MAX_FILE || Buffer.byteLength(name) > MAX_NAME) throw new Error(`An archive cannot contain ${name} with ${size} bytes.`);
  header.write(name, 0);
  header.write(type === FILE ? '0000600' : '0000700', 100);
  header.write('0000000', 108);
  header.write('0000000', 116);
  header.write(size.toString(8).padStart(11, '0'), 124);
  header.write('00000000000', 136);
  header.write(type, 156);
  header.write('ustar\x0000', 257);
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

function* contentOf(fs, file, size) {
  const stream = fs.open(file, 'r');
  try {
    for (let at = 0; at < size; ) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE, size - at));
      const length = fs.read(stream, piece, 0, piece.length, at);
      if (length === 0) throw new Error(`${file} became shorter while it was archived.`);
      yield piece.subarray(0, length);
      at += length;
    }
  } finally {
    fs.close(stream);
  }
}

function* entriesOf(fs, root, folder) {
  for (const name of fs.readdir(`${root}/${folder}`)) {
    if (name === '.' || name === '..') continue;
    const entry = `${folder}${name}`;
    const { mode, size } = fs.stat(`${root}/${entry}`);
    if (fs.isDir(mode)) {
      yield headerOf(entry, FOLDER, 0);
      yield* entriesOf(fs, root, `${entry}/`);
    } else {
      yield headerOf(entry, FILE, size);
      yield* contentOf(fs, `${root}/${entry}`, size);
      yield Buffer.alloc(padding(size));
    }
  }
}

function* tarOf(fs, root) {
  yield* entriesOf(fs, root, '');
  yield Buffer.alloc(2 * RECORD);
}

/**
 * Archives the folder `root` of a file system of Emscripten. Yields pieces of at most 1 MiB that
 * belong to the caller. Throws if a file cannot be read or changes meanwhile.
 */
export async function* pack(fs, root) {
  const packed = pipeline(Readable.from(tarOf(fs, root), { highWaterMark: 2 }), createGzip(PACKING), () => undefined);
  // zlib continues to write into the memory of a piece.
  for await (const piece of packed) yield new Uint8Array(piece);
}

/** The unpacked bytes of an archive. */
class Unpacked {
  #pieces;
  #rest = Buffer.alloc(0);

  constructor(archive) {
    const source = createReadStream(archive, { highWaterMark: PIECE });
    this.#pieces = pipeline(source, createGunzip({ chunkSize: PIECE }), () => undefined)[Symbol.asyncIterator]();
  }

  /** The next bytes: at least one, and at most `most`. */
  async next(most) {
    if (this.#rest.length === 0) {
      const { done, value } = await this.#pieces.next();
      if (done) throw new Error('The archive is incomplete.');
      this.#rest = value;
    }
    const bytes = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(bytes.length);
    return bytes;
  }

  /** The next `length` bytes, in pieces. */
  async *pieces(length) {
    for (let left = length; left > 0; ) {
      const bytes = await this.next(left);
      yield bytes;
      left -= bytes.length;
    }
  }

  async record() {
    const parts = [];
    for await (const part of this.pieces(RECORD)) parts.push(part);
    return Buffer.concat(parts);
  }

  /** Reads the rest, so that the checksum of the archive is compared. */
  async end() {
    while (!(await this.#pieces.next()).done);
  }

  async close() {
    await this.#pieces.return?.();
  }
}

const textAt = (header, start, length) => header.toString('latin1', start, start + length).split('\0', 1)[0];
const numberAt = (header, start, length) => Number.parseInt(textAt(header, start, length).trim(), 8);

/** Returns the path of an entry inside `folder`. */
function placeOf(folder, name) {
  const place = path.join(folder, name);
  if (place !== folder && !place.startsWith(folder + path.sep)) throw new Error(`The archive has a file outside of its folder: ${name}`);
  return place;
}

async function unpackFile(unpacked, place, size) {
  mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
  const file = openSync(place, 'w', 0o600);
  try {
    for await (const piece of unpacked.pieces(size)) writeFileSync(file, piece);
  } finally {
    closeSync(file);
  }
  for await (const _ of unpacked.pieces(padding(size)));
}

async function unpackEntries(unpacked, folder) {
  for (;;) {
    const header = await unpacked.record();
    if (header.every((byte) => byte === 0)) return;
    if (numberAt(header, 148, 8) !== checksumOf(header)) throw new Error('The archive is damaged, or it is not a tar archive.');
    const type = textAt(header, 156, 1) || FILE;
    const place = placeOf(folder, textAt(header, 0, MAX_NAME));
    if (type === FOLDER) mkdirSync(place, { recursive: true, mode: 0o700 });
    else if (type === FILE) await unpackFile(unpacked, place, numberAt(header, 124, 12));
    else throw new Error(`The archive has an entry of the unknown type ${type}.`);
  }
}

/**
 * Writes the files of an archive into `folder`, an absolute path. Throws if the archive is damaged
 * or incomplete.
 */
export async function unpack(archive, folder) {
  const unpacked = new Unpacked(archive);
  try {
    await unpackEntries(unpacked, folder);
    await unpacked.end();
  } finally {
    await unpacked.close();
  }
}
