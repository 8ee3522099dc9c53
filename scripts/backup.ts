/**
 * npm run backup [-- FILE]: an archive of the embedded database, while the server runs or when it is stopped.
 */
import path from 'node:path';
import { backUp } from '#lib/db/backup';
import { assertEmbedded, orExit } from '#lib/db/command';
import { readEnv } from '#lib/env';

await orExit(async () => {
  const env = readEnv();
  assertEmbedded(env, 'pg_dump');
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const target = path.resolve(process.argv[2] ?? `memory-bank-${stamp}.tar.gz`);
  const { through } = await backUp(env.dataDir, target);
  console.log(`${target} written${through ? ` by ${through}` : ''}.`);
});
