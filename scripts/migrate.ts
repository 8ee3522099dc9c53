/**
 * npm run migrate: migrates the configured database to the schema of this version and ends.
 * Starting the server does the same.
 */

import { readEnv } from '#lib/api/env';
import { orExit } from '#lib/base/db/command';
import { openDatabase } from '#lib/base/db/connect';
import { migrate, migrateCells } from '#lib/base/db/migrate';

await orExit(async () => {
  const env = readEnv();
  const db = await openDatabase({ kind: env.databaseDriver, url: env.databaseUrl, dataDir: env.dataDir });
  try {
    const applied = await migrate(db);
    const cells = await migrateCells(db, env.cells);
    console.log(applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}`);
    if (cells.length > 0) console.log(`Created cells: ${cells.join(', ')}`);
  } finally {
    await db.close();
  }
});
