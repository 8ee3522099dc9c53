import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { openControl } from '#lib/db/control';
import { type EmbeddedDb, openEmbedded } from '#lib/db/embedded';
import { acquireLock, type Lock } from '#lib/db/lock';
import { databaseTemplate } from '#lib/db/template';

/** The names inside a data directory. `db` appears whole, by renaming, or not at all. */
export const files = (dataDir: string) => ({
  db: path.join(dataDir, 'db'),
  /** being restored, not yet proven */
  incoming: path.join(dataDir, 'db.restoring'),
  /** what was there before a restore, until that has succeeded */
  previous: path.join(dataDir, 'db.before-restore'),
});

/** Opens the embedded database of a data directory behind its lock, ready to be backed up through the control socket. */
export async function openDataDir(directory: string, statementTimeoutMs: number): Promise<EmbeddedDb> {
  const dataDir = path.resolve(directory);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // The socket first: whoever finds the lock can tell by it that its holder lives.
  const control = await openControl(dataDir);
  let lock: Lock | null = null;
  const letGo = (): void => {
    lock?.release();
    control?.close();
  };
  try {
    lock = await acquireLock(dataDir, control?.socket ?? null);
    removeOldSockets(dataDir, control?.socket ?? null);
    finishInterruptedRestore(dataDir);
    const db = await openEmbedded({
      files: files(dataDir).db,
      template: databaseTemplate(),
      statementTimeoutMs,
      onClose: letGo,
    });
    control?.serve(() => db.dump());
    return db;
  } catch (error) {
    letGo();
    throw error;
  }
}

/** A restore that was killed between its two renames: the old files go back, or an empty database would be made in their place. */
export function finishInterruptedRestore(dataDir: string): void {
  const { db, previous } = files(dataDir);
  if (existsSync(/* turbopackIgnore: true */ previous)) {
    if (existsSync(/* turbopackIgnore: true */ db)) rmSync(previous, { recursive: true });
    else renameSync(previous, db);
  }
  removeIncoming(dataDir);
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
