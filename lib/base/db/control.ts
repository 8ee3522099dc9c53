import { randomUUID } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, request, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DatabaseRefusal } from '#lib/base/db/errors';

type Dump = (write: (piece: Uint8Array) => Promise<void>) => Promise<void>;

/**
 * HTTP over a socket file that only the owner of the data directory can open. Through it the lock
 * holder works for other processes.
 */
export interface ControlServer {
  readonly socket: string;
  /** Starts to answer `GET /backup` with the pieces that `dump` writes. */
  serve(dump: Dump): void;
  /**
   * Starts to answer `POST /NAME` with the result of `work`, which gets the text of the request.
   */
  answer(name: string, work: (text: string) => Promise<string>): void;
  close(): void;
}

/** Longer names do not fit into the address of a socket. */
const MAX_SOCKET_PATH = 100;
const MAX_TEXT = 4096;
const STILL_OPENING = 'The database is still opening; try again.';
const NO_SOCKETS = new Set(['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL']);

/**
 * @returns null if the file system has no sockets: then backups are possible only while the server
 * is stopped
 */
export async function openControl(dataDir: string): Promise<ControlServer | null> {
  let dump: Dump | null = null;
  const answers = new Map<string, (text: string) => Promise<string>>();
  const server = createServer((req, res) => {
    const fail = (status: number, text: string) => res.writeHead(status, { 'content-type': 'text/plain' }).end(text);
    if (req.method === 'POST') {
      const work = answers.get(req.url ?? '');
      if (!work) return void fail(503, STILL_OPENING);
      textOf(req)
        .then(work)
        .then(
          (text) => res.writeHead(200, { 'content-type': 'text/plain' }).end(text),
          (error: Error) => fail(500, error.message),
        );
      return;
    }
    if (req.method !== 'GET' || req.url !== '/backup') return void fail(404, 'unknown');
    if (!dump) return void fail(503, STILL_OPENING);
    res.setHeader('content-type', 'application/gzip');
    dump((piece) => written(res, piece)).then(
      () => res.end(),
      // Without its last chunk, the answer fails in the process that reads it.
      (error: Error) => (res.headersSent ? res.destroy() : fail(500, error.message)),
    );
  });
  const socket = socketPath(dataDir);
  try {
    await listen(server, socket);
  } catch (error) {
    if (NO_SOCKETS.has((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
  if (process.platform !== 'win32') restrict(socket);
  server.unref();
  const remove = () => rmSync(socket, { force: true });
  process.on('exit', remove);
  return {
    socket,
    serve: (work) => {
      dump = work;
    },
    answer: (name, work) => void answers.set(`/${name}`, work),
    close: () => {
      process.off('exit', remove);
      server.close();
      server.closeAllConnections();
      remove();
    },
  };
}

/** Resolves when the reader has taken the piece. */
const written = (res: ServerResponse, piece: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    res.once('close', reject);
    res.write(piece, (error) => {
      res.off('close', reject);
      if (error) reject(error);
      else resolve();
    });
  });

/**
 * The lock holder removes old sockets, and may remove this one too. Then the lock refuses this
 * process a little later.
 */
function restrict(socket: string): void {
  try {
    chmodSync(socket, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function socketPath(dataDir: string): string {
  const name = `control-${randomUUID().slice(0, 8)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\memory-bank-${name}`;
  const beside = path.join(dataDir, `${name}.sock`);
  return Buffer.byteLength(beside) <= MAX_SOCKET_PATH ? beside : path.join(tmpdir(), `memory-bank-${name}.sock`);
}

const listen = (server: Server, socket: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, () => {
      server.off('error', reject);
      resolve();
    });
  });

async function textOf(stream: NodeJS.ReadableStream, most = MAX_TEXT): Promise<string> {
  let text = '';
  for await (const part of stream.setEncoding('utf8')) {
    text += part;
    if (text.length > most) throw new Error('The text is too long.');
  }
  return text;
}

/** Lets the process behind `socket` run the work with this name. Throws its message if it fails. */
export function requestHolder(socket: string, name: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const req = request({ socketPath: socket, path: `/${name}`, method: 'POST' }, (res) => {
      textOf(res).then((answer) => (res.statusCode === 200 ? resolve(answer) : reject(new DatabaseRefusal(answer))), reject);
    });
    req.once('error', reject);
    req.end(text);
  });
}

const interrupted = (cause: unknown): DatabaseRefusal => new DatabaseRefusal('The backup ended before it was complete. Try again.', cause);

/**
 * Lets the process behind `socket` write a backup to `target`, which is complete if this resolves.
 */
export function requestBackup(socket: string, target: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve, reject) => {
    const req = request({ socketPath: socket, path: '/backup' }, (res) => {
      if (res.statusCode === 200)
        return void pipeline(res, target).then(resolve, (error: NodeJS.ErrnoException) =>
          reject(error.code === 'ECONNRESET' ? interrupted(error) : error),
        );
      let text = '';
      res.setEncoding('utf8');
      res.on('data', (part: string) => {
        text += part;
      });
      res.on('end', () => reject(new Error(text)));
    });
    req.once('error', reject);
    req.end();
  });
}
