import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inconsistencies } from '#e2e/fixtures/consistency';
import { bankScope, openTestDatabase, seedOrg } from '#e2e/fixtures/database';
import { isGate } from '#e2e/fixtures/runs';
import { type Db, sql } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { dryRunBody, retainBody } from '#lib/memory/retain/contract';
import { dryRun } from '#lib/memory/retain/dry-run';
import { openReadingThreads } from '#lib/memory/retain/reading';
import { retain } from '#lib/memory/retain/service';
import type { RetainRun } from '#lib/memory/retain/write';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

/** Texts that cannot be read in time, or whose caller hangs up. */

const embedder = builtinEmbedder();
const warnings: unknown[] = [];
const log = { warn: (...entry: unknown[]) => warnings.push(entry) };
const hanging = openReadingThreads({ file: path.resolve('e2e/fixtures/reading-thread.ts'), limitMs: 4_000, size: 1, log: log as never });
const usual = openReadingThreads();
let db: Db;
let scope: BankScope;

beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(async () => {
  await Promise.all([hanging.close(), usual.close(), db.close()]);
});
beforeEach(async () => {
  const { orgId } = await seedOrg(db);
  scope = await bankScope(db, orgId, 'bank');
  warnings.length = 0;
});

const retainItems = (items: object[], { reading = hanging, ...run }: RetainRun & { reading?: typeof usual } = {}) =>
  retain({ db, embedder, reading }, scope, retainBody.parse({ items }), null, run);

const texts = async (): Promise<string[]> =>
  (await db.query<{ text: string }>(sql`select text from memories where bank_uid = ${scope.bankUid} order by position`)).map(
    ({ text }) => text,
  );

const lines = (who: string, from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, i) => `${who}: Plant number ${from + i} stands in the ${from + i}th room of the garden house.`);
const long = (words: string): string => [...lines('Ann', 0, 60), `Ann: Please ${words} this line.`, ...lines('Ann', 60, 120)].join('\n');

const FAULTS: [words: string, reason: RegExp][] = [
  ['die when read', /could not be read/],
  ['hang when read', /took too long/],
];
describe.each(FAULTS.slice(0, isGate ? 1 : 2))('a text that makes the thread %s', (words, reason) => {
  it('fails alone with its chunk, is logged, and is retried', async () => {
    const items = [
      { content: long(words), document_id: 'bad' },
      { content: lines('Ben', 0, 60).join('\n'), document_id: 'good' },
    ];
    const { outcomes } = await retainItems(items);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['partial', 'facts']);
    expect(outcomes[0]!.reason).toMatch(reason);
    expect(warnings).toHaveLength(1);
    const first = await texts();
    expect(first.some((text) => text.startsWith('Ann: Plant number 0 '))).toBe(true);
    expect(first.some((text) => text.includes(words))).toBe(false);
    expect(await inconsistencies(db, scope)).toEqual([]);

    const again = await retainItems(items, { reading: usual });
    expect(again.outcomes.map(({ outcome }) => outcome)).toEqual(['facts', 'facts']);
    expect((await texts()).some((text) => text.includes(words))).toBe(true);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });
});

it.skipIf(isGate)('a text that cannot be cut in time fails, and leaves the document unchanged', async () => {
  await retainItems([{ content: 'Ann: I sing.', document_id: 'bad' }]);
  const { outcomes } = await retainItems([
    { content: long('hang when cut'), document_id: 'bad' },
    { content: 'Ben: I dance.', document_id: 'good' },
  ]);
  expect(outcomes).toMatchObject([
    { outcome: 'failed', facts: 0, reason: expect.stringContaining('took too long') },
    { outcome: 'facts', facts: 1 },
  ]);
  expect(await texts()).toEqual(['Ann: I sing.', 'Ben: I dance.']);
  expect(await inconsistencies(db, scope)).toEqual([]);
});

it.skipIf(isGate)('a dry run reports such a text', async () => {
  const run = (words: string) =>
    dryRun({ reading: hanging }, scope, dryRunBody.parse({ content: long(words) }), new AbortController().signal);
  await expect(run('hang when cut')).rejects.toMatchObject({ code: 'timeout' });
  const { chunks, failed_chunks, facts } = await run('hang when read');
  expect(chunks.length).toBeGreaterThan(2);
  expect(failed_chunks).toHaveLength(1);
  expect(facts.length).toBeGreaterThan(60);
});

it('a retain whose caller hangs up stops and stores nothing', async () => {
  const caller = new AbortController();
  const stages: [string, number][] = [];
  const run = retainItems([{ content: long('read') }], {
    reading: usual,
    signal: caller.signal,
    onProgress: (stage, processed) => {
      stages.push([stage, processed]);
      caller.abort(new Error('hung up'));
    },
  });
  await expect(run).rejects.toThrow('hung up');
  expect(stages).toHaveLength(1);
  expect(await texts()).toEqual([]);
});

it('a short text does not wait for a concurrent long one', async () => {
  const order: string[] = [];
  const note = (name: string) => (answer: unknown) => {
    order.push(name);
    return answer;
  };
  const begun = Promise.withResolvers<void>();
  const large = retainItems([{ content: lines('Ann', 0, 4_000).join('\n') }], {
    reading: hanging,
    onProgress: (stage) => stage === 'extracting' && begun.resolve(),
  }).then(note('large'));
  await begun.promise;
  await retainItems([{ content: lines('Ben', 0, 40).join('\n') }]).then(note('small'));
  await large;
  expect(order).toEqual(['small', 'large']);
});
