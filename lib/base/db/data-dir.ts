import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type ControlServer, openControl } from '#lib/base/db/control';
import type { Db } from '#lib/base/db/db';
import { type EmbeddedDb, openEmbedded } from '#lib/base/db/embedded';
import { storageRefusal } from '#lib/base/db/errors';
import { acquireLock, type Lock } from '#lib/base/db/lock';
import { databaseTemplate } from '#lib/base/db/template';

/** The names inside a data directory. `db` appears complete, by renaming, or not at all. */
export const files = (dataDir: string) => ({
  db: path.join(dataDir, 'db'),
  /** a restore in progress, not yet verified */
  incoming: path.join(dataDir, 'db.restoring'),
  /** the database before a restore, until its replacement is in place */
  previous: path.join(dataDir, 'db.before-restore'),
});

/** Whether a data directory contains a database. */
export const hasDatabase = (dataDir: string): boolean => existsSync(/* turbopackIgnore: true */ files(dataDir).db);

const doors = new WeakMap<Db, ControlServer>();

/**
 * Registers work that other processes can request through the control socket, because only this
 * process can open the data directory. Has no effect for a database server or without sockets.
 */
export const answerAt = (db: Db, name: string, work: (text: string) => Promise<string>): void => doors.get(db)?.answer(name, work);

/**
 * Opens the embedded database of a data directory behind its lock, ready to be backed up through
 * the control socket.
 */
export async function openDataDir(directory: string, statementTimeoutMs: number, mayBegin?: () => Promise<void>): Promise<EmbeddedDb> {
  const dataDir = path.resolve(directory);
  try {
    return await open(dataDir, statementTimeoutMs, mayBegin);
  } catch (error) {
    throw storageRefusal(dataDir, error);
  }
}

async function open(dataDir: string, statementTimeoutMs: number, mayBegin?: () => Promise<void>): Promise<EmbeddedDb> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Open the socket first: a process that finds the lock checks through the socket whether the
  // holder lives.
  const control = await openControl(dataDir);
  let lock: Lock | null = null;
  const letGo = (): void => {
    lock?.release();
    control?.close();
  };
  try {
    lock = await acquireLock(dataDir, control?.socket ?? null);
    removeOldSockets(dataDir, control?.socket ?? null);
    await mayBegin?.();
    finishInterruptedRestore(dataDir);
    const db = await openEmbedded({
      files: files(dataDir).db,
      template: databaseTemplate(),
      statementTimeoutMs,
      onClose: letGo,
    });
    control?.serve((write) => db.dump(write));
    if (control) doors.set(db, control);
    return db;
  } catch (error) {
    letGo();
    throw error;
  }
}

/**
 * Completes a restore that was killed between its renames by moving the old files back. Otherwise
 * an empty database would be created in their place.
 */
export function finishInterruptedRestore(dataDir: string): void {
  const { db, previous } = files(dataDir);
  if (existsSync(/* turbopackIgnore: true */ db)) archiveReplaced(dataDir);
  else if (existsSync(/* turbopackIgnore: true */ previous)) renameSync(previous, db);
  removeIncoming(dataDir);
}

/**
 * Moves the files that a restore replaced to a unique name, where they stay until their owner
 * deletes them. Returns the path; null if there were no files.
 */
export function archiveReplaced(dataDir: string): string | null {
  const { previous } = files(dataDir);
  if (!existsSync(/* turbopackIgnore: true */ previous)) return null;
  const replaced = path.join(dataDir, `db.replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  renameSync(previous, replaced);
  return replaced;
}

export function removeIncoming(dataDir: string): void {
  const { incoming } = files(dataDir);
  rmSync(incoming, { recursive: true, force: true });
  rmSync(`${incoming}.unfinished`, { force: true });
}

/** Sockets of processes that were killed. */
function removeOldSockets(dataDir: string, own: string | null): void {
  for (const name of readdirSync(dataDir)) {
    const socket = path.join(dataDir, name);
    if (/^control-\w+\.sock$/.test(name) && socket !== own) rmSync(socket, { force: true });
  }
}
