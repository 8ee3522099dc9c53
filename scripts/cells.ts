/**
 * Lists the cells, the number of their banks and their databases, moves a bank to another cell
 * while servers read and write it, or removes an empty cell of another database.
 *
 *   npm run cells [-- list]
 *   npm run cells -- move BANK --to CELL [--organization SLUG]
 *   npm run cells -- remove CELL [--lost]
 *
 * Exit codes: 0 success, 1 failure, 2 wrong arguments.
 */
import { parseArgs } from 'node:util';
import { DEFAULT_SLUG } from '#lib/access/orgs/service';
import { type Env, readEnv, remoteSettings } from '#lib/api/env';
import { inCell, readCells } from '#lib/base/db/cells';
import { orExit } from '#lib/base/db/command';
import { openDatabase, placeOf } from '#lib/base/db/connect';
import { hasDatabase } from '#lib/base/db/data-dir';
import type { Db } from '#lib/base/db/db';
import { DatabaseRefusal } from '#lib/base/db/errors';
import { assertMigrated } from '#lib/base/db/migrate';
import { openRemotes, removeCell } from '#lib/base/db/remote';
import { noteGrowth } from '#lib/base/db/statistics';
import { ServiceError } from '#lib/base/errors';
import { MOVE_LIMITS, moveBank } from '#lib/memory/move/service';
import { countBanks, findListed, hasOrganization } from '#lib/memory/move/store';

const USAGE = `npm run cells [-- list]                                        lists the cells, the number of their banks and their databases
npm run cells -- move BANK --to CELL [--organization SLUG]     moves a bank to another cell
npm run cells -- remove CELL [--lost]                          removes an empty cell of another database; --lost: that does not exist any more

A bank is read and written while it moves. For a moment, at most ${MOVE_LIMITS.frozenMs / 1000} seconds, writers get 503 with Retry-After.`;

async function list(db: Db, urls: Env['cellUrls']): Promise<void> {
  for (const { cell, banks } of await countBanks(db)) {
    const url = urls.get(cell);
    console.log(`${cell}: ${banks} ${banks === 1 ? 'bank' : 'banks'}${url === undefined ? '' : ` in ${placeOf(url)}`}`);
  }
}

async function move(db: Db, bankId: string, to: string, slug: string): Promise<void> {
  const bank = await findListed(db, { slug, id: bankId });
  if (!bank && !(await hasOrganization(db, slug))) throw new DatabaseRefusal(`There is no organization ${slug}.`);
  if (!bank) throw new DatabaseRefusal(`The organization ${slug} has no bank ${bankId}.`);
  if (!(await readCells(db)).includes(to))
    throw new DatabaseRefusal(`There is no cell ${to}: add it to DATABASE_CELLS and run npm run migrate.`);
  if (bank.cell === to) throw new DatabaseRefusal(`The bank ${bankId} is in the cell ${to} already.`);
  const target = inCell(db, to);
  const moved = await moveBank({ directory: db, from: inCell(db, bank.cell), to: target }, bank.uid);
  console.log(`${bankId} is in the cell ${to}: ${moved.rows} rows, ${Math.round(moved.frozenMs)} ms without writes.`);
  // Only the planner needs it, and the next large retain does the same.
  await noteGrowth(target, bank.uid, moved.rows).catch(() => console.error('The statistics of the cell were not refreshed.'));
  console.log(`A running server deletes the old rows after ${MOVE_LIMITS.graceSeconds} seconds.`);
}

async function remove(db: Db, cell: string, isLost: boolean): Promise<void> {
  await removeCell(db, cell, { isLost });
  console.log(
    `The cell ${cell} is removed. Remove it from DATABASE_CELLS and DATABASE_CELL_URLS of all processes: one that starts with it adds it again.`,
  );
}

type Command =
  | { readonly name: 'help' }
  | { readonly name: 'list' }
  | { readonly name: 'move'; readonly bankId: string; readonly to: string; readonly organization: string }
  | { readonly name: 'remove'; readonly cell: string; readonly isLost: boolean };

/** null: the arguments are wrong. */
function readCommand(): Command | null {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' }, organization: { type: 'string' }, lost: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  const { help, to, organization, lost } = values;
  const [name = 'list', subject, ...more] = positionals;
  if (help) return { name: 'help' };
  if (more.length > 0) return null;
  if (name === 'move' && subject !== undefined && to !== undefined && !lost)
    return { name, bankId: subject, to, organization: organization ?? DEFAULT_SLUG };
  if (to !== undefined || organization !== undefined) return null;
  if (name === 'remove' && subject !== undefined) return { name, cell: subject, isLost: lost === true };
  return name === 'list' && subject === undefined && !lost ? { name } : null;
}

/** Prints the usage and exits with status 2 if the arguments are wrong. */
function commandOrExit(): Command {
  let reason = '';
  try {
    const command = readCommand();
    if (command) return command;
  } catch (error) {
    reason = `${(error as Error).message}\n\n`;
  }
  console.error(`${reason}${USAGE}`);
  process.exit(2);
}

async function run(command: Exclude<Command, { name: 'help' }>, env: Env, main: Db): Promise<void> {
  await assertMigrated(main);
  if (command.name === 'list') return list(main, env.cellUrls);
  if (command.name === 'remove' && command.isLost) return remove(main, command.cell, true);
  const db = await openRemotes(main, remoteSettings(env));
  try {
    if (command.name === 'remove') await remove(db, command.cell, false);
    else await move(db, command.bankId, command.to, command.organization);
  } finally {
    for (const remote of new Set(db.remotes?.values())) await remote.close();
  }
}

const command = commandOrExit();
if (command.name === 'help') console.log(USAGE);
else
  await orExit(async () => {
    const env = readEnv();
    if (env.databaseDriver === 'embedded' && !hasDatabase(env.dataDir))
      throw new DatabaseRefusal(`There is no database in ${env.dataDir}. Set DATABASE_URL or SERVICE_API_DATA_DIR to that of the server.`);
    const main = await openDatabase({ kind: env.databaseDriver, url: env.databaseUrl, dataDir: env.dataDir });
    try {
      await run(command, env, main);
    } catch (error) {
      throw error instanceof ServiceError ? new DatabaseRefusal(error.message, error) : error;
    } finally {
      await main.close();
    }
  });
