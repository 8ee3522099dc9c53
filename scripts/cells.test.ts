import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createCellDatabase, createServerDatabase, testDatabaseKind } from '#e2e/fixtures/database';
import { isGate } from '#e2e/fixtures/runs';
import { openDatabase } from '#lib/base/db/connect';
import { openRemotes } from '#lib/base/db/remote';

const folder = mkdtempSync(path.join(tmpdir(), 'memory-bank-cells-'));
const ends: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  rmSync(folder, { recursive: true });
});

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs a script in a folder without a `.env`. */
const run = (script: string, args: readonly string[], settings: Record<string, string> = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const { PATH, NODE_OPTIONS = '' } = process.env;
    const env = { PATH, NODE_OPTIONS, ...settings } as unknown as NodeJS.ProcessEnv;
    execFile(process.execPath, [path.resolve(`scripts/${script}.ts`), ...args], { env, cwd: import.meta.dirname }, (failure, out, error) =>
      resolve({ code: failure ? Number(failure.code) : 0, out, error }),
    );
  });

describe('npm run cells', () => {
  it.each([['move', 'bank'], ['list', 'more'], ['remove'], ['remove', 'a', '--to', 'b'], ['list', '--lost'], ['--unknown'], ['other']])(
    'exits with 2 and prints its usage: %s %s %s %s',
    async (...args) => {
      const { code, error } = await run(
        'cells',
        args.filter((arg) => arg !== undefined),
      );
      expect(code).toBe(2);
      expect(error).toContain('npm run cells -- move BANK --to CELL');
    },
  );

  it('creates no database', async () => {
    const dataDir = path.join(folder, 'data');
    expect(await run('cells', ['list'], { SERVICE_API_DATA_DIR: dataDir })).toEqual({
      code: 1,
      out: '',
      error: `There is no database in ${dataDir}. Set DATABASE_URL or SERVICE_API_DATA_DIR to that of the server.\n`,
    });
    expect(existsSync(dataDir)).toBe(false);
  });

  describe.skipIf(testDatabaseKind() !== 'pg')('on a server', () => {
    const create = async (from?: string): Promise<string> => {
      const { url, drop } = await createServerDatabase('pg', from);
      ends.push(drop);
      return url;
    };

    it.skipIf(isGate)('names what is wrong in one line', async () => {
      const empty = await create('template0');
      const failed = (error: string) => ({ code: 1, out: '', error });
      expect(await run('cells', [], { DATABASE_URL: empty })).toEqual(
        failed('The database does not have the schema of this version. Run npm run migrate.\n'),
      );
      const url = await create();
      expect(await run('cells', ['move', 'b', '--to', 'c', '--organization', 'nobody'], { DATABASE_URL: url })).toEqual(
        failed('There is no organization nobody.\n'),
      );
      expect(await run('cells', ['remove', 'c'], { DATABASE_URL: url })).toEqual(failed('There is no cell c.\n'));
    });

    it.skipIf(isGate)('removes an empty cell, and refuses its database as the directory', async () => {
      const directoryUrl = await create();
      const { url, drop } = await createCellDatabase('pg');
      ends.push(drop);
      const directory = await openDatabase({ kind: 'pg', url: directoryUrl, dataDir: '' });
      await (await openRemotes(directory, { urls: new Map([['cell_6', url]]) })).close();
      for (const script of ['cells', 'migrate']) {
        const { code, error } = await run(script, [], { DATABASE_URL: url });
        expect([code, error]).toEqual([1, expect.stringMatching(/^This database contains cells of another one: .+\n$/)]);
      }
      const settings = { DATABASE_URL: directoryUrl, DATABASE_CELLS: 'cell_6', DATABASE_CELL_URLS: `cell_6=${url}` };
      expect((await run('cells', ['remove', 'cell_6'], { DATABASE_URL: directoryUrl })).error).toContain('Name their addresses');
      expect(await run('cells', ['remove', 'cell_6'], settings)).toMatchObject({ code: 0, error: '' });
      expect(await run('cells', [], { DATABASE_URL: directoryUrl })).toEqual({ code: 0, out: 'default: 0 banks\n', error: '' });
      expect((await run('migrate', [], { DATABASE_URL: directoryUrl })).code).toBe(0);
    });
  });
});
