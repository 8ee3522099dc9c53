/**
 * npm run backup [-- FILE]: writes an archive of the embedded database, while the server runs or
 * while it is stopped.
 */
import path from 'node:path';
import { readEnv } from '#lib/api/env';
import { backUp } from '#lib/base/db/backup';
import { argumentOf, assertEmbedded, orExit } from '#lib/base/db/command';

const file = argumentOf(`npm run backup [-- FILE]   writes an archive of the embedded database, while the server runs or while it is stopped

Default of FILE: memory-bank-TIME.tar.gz in this folder.`);

await orExit(async () => {
  const env = readEnv();
  assertEmbedded(env, 'pg_dump');
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const target = path.resolve(file ?? `memory-bank-${stamp}.tar.gz`);
  const { through } = await backUp(env.dataDir, target);
  console.log(`${target} written${through ? ` by ${through}` : ''}.`);
});
