import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { db, orgId, scope, withTestBank } from '#e2e/fixtures/bank';
import { bankScope } from '#e2e/fixtures/database';
import { eventually, jobApp, quickRunner } from '#e2e/fixtures/jobs';
import { withRunners } from '#e2e/fixtures/runners';
import type { App } from '#lib/api/app';
import type { BankScope } from '#lib/base/scope';
import { detachOf, MOMENT_MS } from '#lib/jobs/operations/detach';
import { Deferred, type JobHandler, type NewOperation } from '#lib/jobs/operations/port';
import { enqueue, getOperation, openQueue, type RunnerSettings, registerHandler } from '#lib/jobs/operations/service';
import type { Embedder } from '#lib/models/embeddings/port';

/** A run that waits for a provider does not delay other runs. */

let other: BankScope;

withTestBank();
const running = withRunners();
beforeAll(async () => {
  await openQueue(db);
});
beforeEach(async () => {
  other = await bankScope(db, orgId, 'other');
});

const run = async (more: Partial<App> = {}, settings: Partial<RunnerSettings> = {}): Promise<void> =>
  void running.push(await quickRunner({ ...jobApp(db), ...more }, { places: 1, upkeepPlaces: 1, ...settings }));
const handle = (type: string, work: JobHandler['run']): void =>
  registerHandler({ type, deadlineSeconds: 60, maxAttempts: 4, authority: 'bank', run: work });
const ask = async (type: string, by: BankScope, more: Partial<NewOperation> = {}): Promise<string> =>
  (await db.transaction((tx) => enqueue(tx, by, { type, subject: null, payload: {}, ...more }))).operationId;
const reaches = (id: string, by: BankScope, wanted: string) =>
  eventually(async () => (await getOperation(db, by, id, { include_payload: false })).status === wanted, `${wanted} of ${id}`, 10_000);

/** A provider whose answers the test releases, or never if the run is stopped. */
function provider() {
  let answer: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const ask = async (signal: AbortSignal) => {
    await Promise.race([gate, new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))]);
  };
  return { ask, answer: () => answer() };
}

test('with one place, a run that waits for a model, an embedder or a timer leaves the place to others, and ends when it has its answer', async () => {
  const hanging = provider();
  const model = { id: 'm', generate: (_: unknown, { signal }: { signal: AbortSignal }) => hanging.ask(signal), step: () => undefined };
  const embedder = {
    model: 'away/model',
    dimensions: null,
    embed: (_: unknown, { signal }: { signal: AbortSignal }) => hanging.ask(signal),
  };
  handle('a', async ({ app, signal }) => ({
    result: { said: await app.models.of('retain', scope)!.generate({} as never, { signal } as never) },
  }));
  handle('b', async ({ app, signal }) => ({ result: { said: await app.embedder.embed([], { signal }) } }));
  handle('c', async ({ detached, signal }) => ({ result: { said: await detached(() => hanging.ask(signal)) } }));
  handle('quick', async () => ({}));
  await run({ models: { of: () => model } as unknown as App['models'], embedder: embedder as unknown as Embedder });
  const waiting: string[] = [];
  for (const type of ['a', 'b', 'c']) {
    const id = await ask(type, scope);
    waiting.push(id);
    await reaches(id, scope, 'processing');
  }
  await reaches(await ask('quick', other), other, 'completed');
  await reaches(await ask('quick', scope), scope, 'completed');
  hanging.answer();
  for (const id of waiting) await reaches(id, scope, 'completed');
});

test('the number of waiting runs is limited; a canceled one makes room', async () => {
  const hanging = provider();
  handle('a', async ({ detached, signal }) => {
    await detached(() => hanging.ask(signal));
    return {};
  });
  handle('quick', async () => ({}));
  await run({}, { most: 2, perBank: 2 });
  const waiting = [await ask('a', scope), await ask('a', scope)];
  for (const id of waiting) await reaches(id, scope, 'processing');
  const third = await ask('quick', other);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await getOperation(db, other, third, { include_payload: false })).status).toBe('pending');
  hanging.answer();
  for (const id of waiting) await reaches(id, scope, 'completed');
  await reaches(third, other, 'completed');
});

test('work on whole banks leaves the place of other upkeep free', async () => {
  const hanging = provider();
  handle('reembedding', async ({ signal }) => {
    await hanging.ask(signal);
    return {};
  });
  handle('quick', async () => ({}));
  await run({}, { places: 2 });
  const reembedding = [await ask('reembedding', scope), await ask('reembedding', other)];
  await reaches(reembedding[0]!, scope, 'processing');
  await reaches(await ask('quick', other), other, 'completed');
  hanging.answer();
  await reaches(reembedding[0]!, scope, 'completed');
  await reaches(reembedding[1]!, other, 'completed');
});

test('work on a whole bank learns that other such work waits for its place', async () => {
  const asked: boolean[] = [];
  handle('import', async ({ isPlaceWanted, scope: { bankId }, signal }) => {
    if (bankId === other.bankId) return {};
    do asked.push(await isPlaceWanted());
    while (!asked.at(-1) && !signal.aborted);
    throw new Deferred(0, 'The import continues after other imports.', true);
  });
  await run({}, { placeMs: 1 });
  const first = await ask('import', scope);
  await reaches(first, scope, 'processing');
  await eventually(async () => asked.length > 3, 'some questions');
  expect(asked).not.toContain(true);
  await reaches(await ask('import', other), other, 'completed');
  expect(asked).toContain(true);
});

test('a short wait changes nothing; of concurrent waits the first long one and the last end count', async () => {
  const seen: string[] = [];
  const detached = detachOf({ leave: () => seen.push('left'), comeBack: () => seen.push('back') });
  expect(await detached(async () => 1)).toBe(1);
  expect(seen).toEqual([]);
  const first = provider();
  const second = provider();
  const { signal } = new AbortController();
  const both = [detached(() => first.ask(signal)), detached(() => second.ask(signal))];
  // Timers of one length end in the order in which they began: now both waits are long.
  await delay(MOMENT_MS);
  first.answer();
  await both[0];
  expect(seen).toEqual(['left']);
  second.answer();
  await both[1];
  expect(seen).toEqual(['left', 'back']);
});
