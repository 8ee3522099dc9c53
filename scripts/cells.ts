/**
 * Lists the cells, the number of their banks and their databases, or moves a bank to another cell
 * while servers read and write it.
 *
 *   npm run cells [-- list]
 *   npm run cells -- move BANK --to CELL [--organization SLUG]
 */
import { parseArgs } from 'node:util';
import { DEFAULT_SLUG } from '#lib/access/orgs/service';
import { type Env, readEnv, remoteSettings } from '#lib/api/env';
import { inCell, readCells } from '#lib/base/db/cells';
import { orExit } from '#lib/base/db/command';
import { openDatabase, placeOf } from '#lib/base/db/connect';
import type { Db } from '#lib/base/db/db';
import { DatabaseRefusal } from '#lib/base/db/errors';
import { openRemotes } from '#lib/base/db/remote';
import { noteGrowth } from '#lib/base/db/statistics';
import { ServiceError } from '#lib/base/errors';
import { moveBank } from '#lib/memory/move/service';
import { countBanks, findListed } from '#lib/memory/move/store';

const USAGE = `npm run cells [-- list]                                        lists the cells, the number of their banks and their databases
npm run cells -- move BANK --to CELL [--organization SLUG]     moves a bank to another cell

A bank is read and written while it moves. For a moment, at most 10 seconds, writers get 503 with Retry-After.`;

async function list(db: Db, urls: Env['cellUrls']): Promise<void> {
  for (const { cell, banks } of await countBanks(db)) {
    const url = urls.get(cell);
    console.log(`${cell}: ${banks} ${banks === 1 ? 'bank' : 'banks'}${url === undefined ? '' : ` in ${placeOf(url)}`}`);
  }
}

async function move(db: Db, bankId: string, to: string, slug: string): Promise<void> {
  const bank = await findListed(db, { slug, id: bankId });
  if (!bank) throw new DatabaseRefusal(`The organization ${slug} has no bank ${bankId}.`);
  if (!(await readCells(db)).includes(to))
    throw new DatabaseRefusal(`There is no cell ${to}: add it to DATABASE_CELLS and run npm run migrate.`);
  if (bank.cell === to) throw new DatabaseRefusal(`The bank ${bankId} is in the cell ${to} already.`);
  const target = inCell(db, to);
  const moved = await moveBank({ directory: db, from: inCell(db, bank.cell), to: target }, bank.uid).catch((error: unknown) => {
    throw error instanceof ServiceError ? new DatabaseRefusal(error.message, error) : error;
  });
  console.log(`${bankId} is in the cell ${to}: ${moved.rows} rows, ${Math.round(moved.frozenMs)} ms without writes.`);
  await noteGrowth(target, bank.uid, moved.rows);
  console.log('A running server deletes the old rows within two minutes.');
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { to: { type: 'string' }, organization: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    throw new DatabaseRefusal(`${(error as Error).message}\n\n${USAGE}`, error);
  }
}

await orExit(async () => {
  const { values, positionals } = readArguments();
  const [command = 'list', bankId, ...more] = positionals;
  if (values.help) return console.log(USAGE);
  const { to, organization = DEFAULT_SLUG } = values;
  const moved = command === 'move' && bankId !== undefined && to !== undefined && more.length === 0 ? { bankId, to } : null;
  if (!moved && (command !== 'list' || bankId !== undefined)) throw new DatabaseRefusal(USAGE);
  const env = readEnv();
  const main = await openDatabase({ kind: env.databaseDriver, url: env.databaseUrl, dataDir: env.dataDir });
  let db = main;
  try {
    if (!moved) return await list(main, env.cellUrls);
    db = await openRemotes(main, remoteSettings(env));
    await move(db, moved.bankId, moved.to, organization);
  } finally {
    await db.close();
  }
});
