/**
 * npm run restore -- FILE: replaces the embedded database by a backup. The server must be stopped.
 */
import path from 'node:path';
import { restore } from '#lib/db/backup';
import { assertEmbedded, orExit } from '#lib/db/command';
import { DatabaseRefusal } from '#lib/db/errors';
import { readEnv } from '#lib/env';

await orExit(async () => {
  const env = readEnv();
  assertEmbedded(env, 'pg_restore');
  const archive = process.argv[2];
  if (!archive) throw new DatabaseRefusal('Name the backup: npm run restore -- FILE');
  await restore(env.dataDir, path.resolve(archive));
  console.log(`${archive} restored into ${path.resolve(env.dataDir)}.`);
});
