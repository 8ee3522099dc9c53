/**
 * npm run migrate: migrates the configured databases to the schema of this version and ends.
 * Starting the server does the same.
 */

import { readEnv, remoteSettings } from '#lib/api/env';
import { orExit } from '#lib/base/db/command';
import { DatabaseRefusal, openDatabase } from '#lib/base/db/connect';
import { migrate, migrateCells } from '#lib/base/db/migrate';
import { openRemotes } from '#lib/base/db/remote';

await orExit(async () => {
  const env = readEnv();
  const main = await openDatabase({ kind: env.databaseDriver, url: env.databaseUrl, dataDir: env.dataDir });
  let db = main;
  try {
    const applied = await migrate(main);
    db = await openRemotes(main, remoteSettings(env), (cells) => {
      throw new DatabaseRefusal(`The database of the cells ${cells.join(', ')} cannot be reached.`);
    });
    const cells = await migrateCells(db, env.cells);
    console.log(applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}`);
    if (cells.length > 0) console.log(`Created cells: ${cells.join(', ')}`);
  } finally {
    await db.close();
  }
});
