import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { start } from '#e2e/fixtures/programs/process';
import { openDatabase } from '#lib/base/db/connect';
import { sql } from '#lib/base/db/db';

/** One round in the gate; `npm run test:full` does twenty. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1);
const dataDir = mkdtempSync(path.join(tmpdir(), 'memory-bank-crash-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test(`a writer killed in the middle, ${ROUNDS} rounds: what was acknowledged is there, nothing is half there`, {
  timeout: 20_000 * ROUNDS + 60_000,
}, async () => {
  for (let round = 1; round <= ROUNDS; round++) {
    const writer = start('write.ts', [dataDir]);
    const from = Number((await writer.line((line) => line.startsWith('from '))).slice(5));
    // Another moment in every round, also in the middle of a checkpoint.
    await writer.line((line) => Number(line) >= from + 50 + ((round * 37) % 200));
    await writer.kill();
    const acknowledged = Number(writer.lines.at(-1));
    const db = await openDatabase({ dataDir });
    const [row] = await db.query(sql`
      select (select count(*) from first) as firsts, (select count(*) from second) as seconds,
             (select count(*) from first join second using (n, body)) as pairs, (select max(n) from first) as last`);
    await db.close();
    expect(row).toEqual({ firsts: row?.last, seconds: row?.last, pairs: row?.last, last: row?.last });
    expect(row?.last).toBeGreaterThanOrEqual(acknowledged);
    expect(row?.last).toBeLessThanOrEqual(acknowledged + 1);
  }
});
