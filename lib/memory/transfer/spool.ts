import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ServiceError } from '#lib/base/errors';
import type { ByteSource } from '#lib/memory/transfer/archive/zip-reader';

/** A file of the server that exists as long as one request: it may be larger than memory. */

/** The temporary folder is missing, read-only or full: nothing that the caller could change. */
const FULL = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'EFBIG'];

function asFault(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!FULL.includes(code)) return error;
  return new ServiceError('unavailable', 'The server has no room for temporary files. Its operator can set TMPDIR.', { cause: error });
}

async function readAll(file: FileHandle, start: number, length: number): Promise<Uint8Array> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

async function write(file: FileHandle, parts: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<number> {
  let size = 0;
  for await (const part of parts) {
    signal.throwIfAborted();
    await file.writeFile(part).catch((error: unknown) => {
      throw asFault(error);
    });
    size += part.byteLength;
  }
  return size;
}

/** Runs `work` with the parts as a file, which is deleted afterwards. */
export async function withSpooled<T>(
  { parts, signal }: { readonly parts: AsyncIterable<Uint8Array>; readonly signal: AbortSignal },
  work: (source: ByteSource) => Promise<T>,
): Promise<T> {
  let folder: string | null = null;
  let file: FileHandle | null = null;
  try {
    folder = await mkdtemp(path.join(tmpdir(), 'memory-bank-upload-'));
    file = await open(path.join(folder, 'file'), 'wx+', 0o600);
  } catch (error) {
    if (folder !== null) await rm(folder, { recursive: true, force: true });
    throw asFault(error);
  }
  try {
    const opened = file;
    // A process that dies leaves nothing: the open file remains until it is closed.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    const size = await write(opened, parts, signal);
    return await work({ size, read: (start, length) => readAll(opened, start, Math.max(0, Math.min(length, size - start))) });
  } finally {
    await file.close();
    await rm(folder, { recursive: true, force: true });
  }
}
