import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { requestBackup } from '#lib/base/db/control';
import { archiveReplaced, files, finishInterruptedRestore, openDataDir, removeIncoming } from '#lib/base/db/data-dir';
import { dumpTo, openEmbedded } from '#lib/base/db/embedded';
import { DatabaseRefusal } from '#lib/base/db/errors';
import { acquireLock, describe, liveHolder } from '#lib/base/db/lock';
import { migrate } from '#lib/base/db/migrate';

const STATEMENT_TIMEOUT_MS = 600_000;

/**
 * Writes an archive of the embedded database to `target`, which must not exist. The process that
 * has the database open writes it; otherwise this process does. The archive contains every
 * transaction that was committed before the request. The file appears complete or not at all.
 */
export async function backUp(directory: string, target: string): Promise<{ through: string | null }> {
  const dataDir = path.resolve(directory);
  if (existsSync(target)) throw new DatabaseRefusal(`${target} exists already; name a new file.`);
  if (!existsSync(path.dirname(path.resolve(target)))) throw new DatabaseRefusal(`The folder of ${target} does not exist.`);
  const holder = await liveHolder(dataDir);
  const draft = `${target}.part`;
  try {
    if (holder) {
      if (!holder.controlSocket) throw new DatabaseRefusal(`${describe(holder)} cannot take backups on this file system. Stop it first.`);
      await requestBackup(holder.controlSocket, createWriteStream(draft, { mode: 0o600 }));
    } else {
      if (!existsSync(files(dataDir).db)) throw new DatabaseRefusal(`There is no embedded database in ${dataDir}.`);
      const db = await openDataDir(dataDir, STATEMENT_TIMEOUT_MS);
      try {
        await dumpTo(db, draft);
      } finally {
        await db.close();
      }
    }
    renameSync(draft, target);
  } finally {
    rmSync(draft, { force: true });
  }
  return { through: holder ? describe(holder) : null };
}

/**
 * Replaces the embedded database with the content of an archive. The archive is unpacked, opened
 * and migrated to this version's schema beside the old files. Only then are the files swapped; the
 * old ones stay beside them.
 * @returns the path of the replaced files; null if there were none
 * @throws DatabaseRefusal if a process has the database open or the archive does not contain one
 */
export async function restore(directory: string, archive: string): Promise<{ replaced: string | null }> {
  const dataDir = path.resolve(directory);
  if (!existsSync(archive)) throw new DatabaseRefusal(`${archive} does not exist.`);
  const lock = await acquireLock(dataDir);
  try {
    finishInterruptedRestore(dataDir);
    const { db, incoming, previous } = files(dataDir);
    await prove(archive, incoming);
    if (existsSync(db)) renameSync(db, previous);
    renameSync(incoming, db);
    return { replaced: archiveReplaced(dataDir) };
  } finally {
    removeIncoming(dataDir);
    lock.release();
  }
}

async function prove(archive: string, folder: string): Promise<void> {
  const db = await openEmbedded({ files: folder, template: path.resolve(archive), statementTimeoutMs: STATEMENT_TIMEOUT_MS }).catch(
    (error: unknown) => {
      throw new DatabaseRefusal(`${archive} cannot be restored: it does not hold a database of this version.`, error);
    },
  );
  try {
    await migrate(db);
  } finally {
    await db.close();
  }
}
