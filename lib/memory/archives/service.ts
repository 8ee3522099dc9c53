import { createHash } from 'node:crypto';
import { DEFAULT_CELL, findCell, inCell } from '#lib/base/db/cells';
import type { Db, Queryable, Tx } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import { isUuid } from '#lib/base/ids';
import type { BankScope, OrgScope } from '#lib/base/scope';
import type { Job, JobServices } from '#lib/jobs/operations/port';
import { shareLockPendingOperation } from '#lib/jobs/operations/service';
import * as store from '#lib/memory/archives/store';

/**
 * Archives as files in the database. An archive belongs to the operation that wrote it, and is
 * deleted with it.
 */

/** Of a block: one statement of a few hundredths of a second. */
const BLOCK_BYTES = 512 * 1024;

const deletedMeanwhile = (): ServiceError => new ServiceError('not_found', 'The archive was deleted meanwhile');

/** Blocks of `size` bytes; only the last one may be shorter. */
async function* blocksOf(parts: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  for await (const part of parts) {
    for (let from = 0; from < part.length; ) {
      const piece = part.subarray(from, from + size - length);
      pieces.push(piece);
      length += piece.length;
      from += piece.length;
      if (length < size) continue;
      yield Buffer.concat(pieces, length);
      pieces = [];
      length = 0;
    }
  }
  if (length > 0) yield Buffer.concat(pieces, length);
}

export interface StoredArchive {
  readonly bytes: number;
  /** SHA-256 of all bytes, in hexadecimal */
  readonly digest: string;
}

/**
 * Begins the archive of a job, and deletes one that an earlier run began. Call it before the bank
 * is read, in a transaction that locks the bank: `isUnpurged` is false if something of the bank was
 * permanently deleted since.
 */
export async function beginArchive(tx: Tx, scope: BankScope, operationId: string): Promise<void> {
  await store.deleteBlocks(tx, scope, operationId);
  await store.insertSign(tx, scope, operationId);
}

export const isUnpurged = (db: Queryable, scope: BankScope, operationId: string): Promise<boolean> => store.hasSign(db, scope, operationId);

/** Stores the archive of a job. Each block is written in its own transaction. */
export const storeArchive = <P, App extends JobServices>(
  { app: { db }, scope, operationId, signal, fence }: Job<P, App>,
  parts: AsyncIterable<Uint8Array>,
): Promise<StoredArchive> => {
  const written: WriteBlock = (work) =>
    db.transaction(async (tx) => {
      await fence(tx);
      await work(tx);
    });
  return storeBlocks({ scope, operationId, signal, written }, parts);
};

export const uploadEnded = (): ServiceError =>
  new ServiceError('conflict', 'The upload was ended: its operation was canceled, or the bank was deleted or cleared');

/**
 * Stores an archive that a caller uploads, for an operation that waits for it. Throws `uploadEnded`
 * once the operation waits no more.
 */
export const storeUpload = (
  db: Db,
  scope: BankScope,
  operationId: string,
  { parts, signal }: { readonly parts: AsyncIterable<Uint8Array>; readonly signal: AbortSignal },
): Promise<StoredArchive> => {
  const written: WriteBlock = (work) =>
    db.transaction(async (tx) => {
      if (!(await shareLockPendingOperation(tx, scope, operationId))) throw uploadEnded();
      await work(tx);
    });
  return storeBlocks({ scope, operationId, signal, written }, parts);
};

type WriteBlock = (work: (tx: Tx) => Promise<void>) => Promise<void>;

interface BlockTarget {
  readonly scope: BankScope;
  readonly operationId: string;
  readonly signal: AbortSignal;
  readonly written: WriteBlock;
}

async function storeBlocks({ scope, operationId, signal, written }: BlockTarget, parts: AsyncIterable<Uint8Array>): Promise<StoredArchive> {
  const hash = createHash('sha256');
  let [index, bytes] = [0, 0];
  for await (const block of blocksOf(parts, BLOCK_BYTES)) {
    signal.throwIfAborted();
    hash.update(block);
    await written((tx) => store.insertBlock(tx, scope, operationId, index, block));
    index += 1;
    bytes += block.length;
  }
  return { bytes, digest: hash.digest('hex') };
}

/** The stored archive of an operation, for random access. Blocks have one size, except the last. */
export async function storedSource(
  db: Db,
  scope: BankScope,
  operationId: string,
): Promise<{ readonly size: number; read(start: number, length: number): Promise<Uint8Array> }> {
  const size = (await store.sizeOf(db, scope.bankUid, operationId))?.bytes ?? 0;
  let known: { readonly index: number; readonly bytes: Buffer } | null = null;
  const blockAt = async (index: number): Promise<Buffer> => {
    if (known?.index === index) return known.bytes;
    const bytes = await store.readBlock(db, scope.bankUid, operationId, index);
    if (!bytes) throw deletedMeanwhile();
    known = { index, bytes };
    return bytes;
  };
  return {
    size,
    read: async (start, length) => {
      const pieces: Buffer[] = [];
      const end = Math.min(start + length, size);
      for (let at = start; at < end; ) {
        const block = await blockAt(Math.floor(at / BLOCK_BYTES));
        const piece = block.subarray(at % BLOCK_BYTES, (at % BLOCK_BYTES) + end - at);
        pieces.push(piece);
        at += piece.length;
      }
      return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
    },
  };
}

export const dropArchive = (tx: Tx, scope: BankScope, operationId: string): Promise<void> => store.deleteBlocks(tx, scope, operationId);

/**
 * Deletes all archives of a bank, also those that are being written. Call it in the transaction of
 * a permanent deletion: an archive is a copy of what was deleted.
 */
export const dropArchives = (tx: Tx, scope: BankScope): Promise<void> => store.deleteArchives(tx, scope);

/** Reads an `archiveKey`. Greedy, because the id of a bank may contain slashes. */
const KEY = /^banks\/(.+)\/exports\/([0-9a-f-]{36})\.zip$/;

export interface OpenedArchive {
  readonly bankId: string;
  readonly bytes: number;
  readonly parts: AsyncGenerator<Uint8Array>;
}

async function* partsOf(db: Queryable, bankUid: number, operationId: string, blocks: number): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < blocks; index++) {
    const block = await store.readBlock(db, bankUid, operationId, index);
    if (!block) throw deletedMeanwhile();
    yield block;
  }
}

/**
 * Opens the archive of a completed operation. Throws the same 404 for a malformed key, another
 * organization, a bank out of reach and a missing archive.
 */
export async function openStoredArchive(db: Db, scope: OrgScope, key: string): Promise<OpenedArchive> {
  const [, bankId, operationId] = KEY.exec(key) ?? [];
  if (bankId !== undefined && operationId !== undefined && isUuid(operationId)) {
    const at = inCell(db, (await findCell(db, scope.orgId, bankId)) ?? DEFAULT_CELL);
    const bankUid = await store.findBankUid(at, scope, bankId, operationId);
    const size = bankUid === null ? null : await store.sizeOf(at, bankUid, operationId);
    if (bankUid !== null && size) return { bankId, bytes: size.bytes, parts: partsOf(at, bankUid, operationId, size.blocks) };
  }
  throw new ServiceError('not_found', 'File not found');
}
