/**
 * npm run restore -- FILE: replaces the embedded database with a backup and preserves the replaced
 * one. The server must be stopped.
 */
import path from 'node:path';
import { readEnv } from '#lib/api/env';
import { restore } from '#lib/base/db/backup';
import { argumentOf, assertEmbedded, orExit } from '#lib/base/db/command';
import { DatabaseRefusal } from '#lib/base/db/errors';

const archive = argumentOf(
  'npm run restore -- FILE   replaces the embedded database with a backup and preserves the replaced one; the server must be stopped',
);

await orExit(async () => {
  const env = readEnv();
  assertEmbedded(env, 'pg_restore');
  if (!archive) throw new DatabaseRefusal('Name the backup: npm run restore -- FILE');
  const { replaced } = await restore(env.dataDir, path.resolve(archive));
  console.log(`${archive} restored into ${path.resolve(env.dataDir)}.`);
  if (replaced) console.log(`The replaced database is in ${replaced}; to undo the restore, stop the server and rename that folder to db.`);
});
