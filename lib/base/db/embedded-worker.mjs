/**
 * The thread that runs PGlite. Plain JavaScript outside the bundle: a worker is started from a
 * file, and this one must be the same file under `next start`, in the standalone output, in scripts
 * and in tests.
 *
 * It speaks PostgreSQL's own wire protocol: the parent sends bytes, and the server's answer returns
 * as one message. Messages are answered in order, so the parent needs no ids except for requests
 * that are not SQL (dump).
 *
 * - workerData: { dataDir: string | null (null: in memory), settings: string[] (`name=value`),
 *   template: path of a dump to start from | null }
 * - in: { exec: Uint8Array } | { dump: boolean } (the next piece of a dump; false: end it) | {
 *   close: true }
 * - out: { ready: true } | { failed: string } | { data: Uint8Array, fault: string | null } | {
 *   dumped: Uint8Array | null } (null: the dump has ended) | { closed: true }
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { vector } from '@electric-sql/pglite-pgvector';
import { pack, unpack } from './embedded-archive.mjs';

const { dataDir, settings, template } = workerData;
/**
 * PGlite leaves the server's main loop with this status when a statement ends in an ordinary error.
 */
const ORDINARY_ERROR = 100;

/** The folder of the database in PGlite's file system. */
const PGDATA = '/pglite/data';

const open = (source) =>
  PGlite.create({
    ...source,
    extensions: { vector, pg_trgm, btree_gin },
    startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])],
  });

/** The error numbers (WASI's) of PGlite's file system, which come without a message. */
const FILE_FAULTS = {
  2: 'permission denied',
  19: 'disk quota exceeded',
  51: 'No space left on device',
  69: 'the file system is read-only',
};
const wordsOf = (error) =>
  String(error?.message ?? FILE_FAULTS[error?.errno] ?? (error?.errno ? `file system error ${error.errno}` : error));

/**
 * Exists beside the files while the first start creates them: files of a killed first start are
 * deleted, not opened.
 */
const unfinished = dataDir && `${dataDir}.unfinished`;

const unpackTemplate = async () => {
  await unpack(template, dataDir);
  // PGlite would create a new database.
  if (!existsSync(`${dataDir}/PG_VERSION`)) throw new Error('The archive does not contain a database.');
};

const openFiles = async () => {
  if (existsSync(unfinished)) rmSync(dataDir, { recursive: true, force: true });
  const isNew = !existsSync(`${dataDir}/PG_VERSION`);
  if (isNew) {
    writeFileSync(unfinished, '');
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (template) await unpackTemplate();
  }
  // The process that opens the files has our own lock (`lock.ts`). The server's lock file, left
  // empty by a start that was killed, would make every later start fail.
  rmSync(`${dataDir}/postmaster.pid`, { force: true });
  const pglite = await open({ dataDir });
  if (isNew) rmSync(unfinished);
  return pglite;
};

const openInMemory = () =>
  open(template ? { loadDataDir: new Blob([gunzipSync(readFileSync(template))], { type: 'application/x-tar' }) } : {});

/**
 * Anything except an ordinary error that escapes the server (a stack overflow, an abort) leaves it
 * in an unknown state.
 */
let fault = null;
const watchFaults = (module) => {
  const step = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    try {
      return step();
    } catch (error) {
      if (error?.status !== ORDINARY_ERROR) fault ??= wordsOf(error);
      throw error;
    }
  };
};

const concat = (chunks) => {
  if (chunks.length === 1) return chunks[0];
  const whole = new Uint8Array(chunks.reduce((total, chunk) => total + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
};

const exec = async (pglite, message) => {
  const chunks = [];
  if (message[0] === 0) chunks.push((await pglite.execProtocolRaw(message)).slice());
  // The chunks are views into the server's memory: copy them before it writes the next one.
  else await pglite.execProtocolRawStream(message, { onRawData: (bytes) => chunks.push(bytes.slice()) });
  const data = concat(chunks);
  parentPort.postMessage({ data, fault }, [data.buffer]);
};

/** The dump in progress. */
let dump = null;

const dumpNext = async (pglite, isWanted) => {
  try {
    dump ??= pack(pglite.Module.FS, PGDATA);
    const { value = null } = await (isWanted ? dump.next() : dump.return());
    if (value === null) dump = null;
    parentPort.postMessage({ dumped: value }, value ? [value.buffer] : []);
  } catch (error) {
    dump = null;
    throw error;
  }
};

try {
  const pglite = await (dataDir ? openFiles() : openInMemory());
  watchFaults(pglite.Module);
  parentPort.on('message', async (message) => {
    try {
      if (message.exec) await exec(pglite, message.exec);
      else if (message.dump !== undefined) await dumpNext(pglite, message.dump);
      else if (message.close) {
        await pglite.close();
        parentPort.postMessage({ closed: true });
        parentPort.close();
      }
    } catch (error) {
      parentPort.postMessage({ failed: wordsOf(error) });
    }
  });
  parentPort.postMessage({ ready: true });
} catch (error) {
  parentPort.postMessage({ failed: wordsOf(error) });
}
