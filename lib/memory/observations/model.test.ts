import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { db, newTestBank, scope, withTestBank } from '#e2e/fixtures/bank';
import { inconsistencies } from '#e2e/fixtures/consistency';
import { jobApp, jobOf } from '#e2e/fixtures/jobs';
import type { ProviderFault } from '#e2e/fixtures/llm/faults';
import { env, models, newModels, provider, withModels } from '#e2e/fixtures/models';
import { runs } from '#e2e/fixtures/runs';
import { sql } from '#lib/base/db/db';
import { mintBankScope } from '#lib/base/scope';
import { Deferred } from '#lib/jobs/operations/port';
import { deleteDocument } from '#lib/memory/documents/service';
import { consolidationHandler } from '#lib/memory/observations/consolidate';
import * as observations from '#lib/memory/observations/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

/**
 * Consolidation by a language model, against an HTTP provider whose answers and failures the tests
 * script.
 */

const embedder = builtinEmbedder();

withTestBank();
withModels('CONSOLIDATION_');

const retainAll = (...items: [content: string, tags?: string[], id?: string][]) =>
  retain(
    { db, embedder },
    scope,
    retainBody.parse({
      items: items.map(([content, tags = [], document_id = content]) => ({ content, tags, document_id, timestamp: '2026-05-06' })),
    }),
  );

const run = async (between?: () => Promise<unknown>, config: Record<string, unknown> = {}) => {
  const of = mintBankScope({ ...scope, bank: { ...scope.bank!, config } });
  const fence = async (): Promise<undefined> => between?.() as Promise<undefined>;
  const payload = { automatic: false, sweep: false, within: null };
  return (await consolidationHandler.run(jobOf(jobApp(db, { embedder, env, models }), of, payload, { fence }))).result;
};
const all = async () => (await observations.listObservations(db, scope, { exact: false, limit: 1000, offset: 0 })).items;
const texts = async (): Promise<string[]> => (await all()).map(({ text, tags }) => [text, ...tags].join(' #')).sort();
const counts = () => observations.consolidationCounts(db, scope);
const requestsSent = () => provider.requests.filter(({ schema }) => schema === 'consolidate');

describe('consolidation by a model', () => {
  it('writes the answer of the model, with its evidence and the model as method', async () => {
    await retainAll(['Ana lives in Porto.']);
    await run();
    await retainAll(['Ana lives in Lisbon.']);
    await run();
    expect(await all()).toMatchObject([{ text: 'Ana lives in Lisbon.', proof_count: 2, method: 'model', change_count: 1 }]);
    const [row] = await db.query<{ extractor: string }>(
      sql`select extractor from memories where bank_uid = ${scope.bankUid} and fact_type = 'observation'`,
    );
    expect(row!.extractor).toBe('openai-compatible/local');
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('sends facts of one scope in one call, without ids and tags', async () => {
    await retainAll(['Ana lives in Porto.', ['x-tag']], ['Ben lives in Rome.', ['y-tag']], ['Carl lives in Oslo.', ['x-tag', 'y-tag']]);
    await run();
    expect(requestsSent()).toHaveLength(3);
    for (const { asked: question } of requestsSent()) {
      expect(question!.sections.find(({ name }) => name === 'facts')!.text.split('\n')).toHaveLength(1);
      expect(question!.prompt).not.toMatch(/x-tag|y-tag|[0-9a-f]{8}-[0-9a-f]{4}/);
    }
  });

  it('confines a hostile answer to its batch and scope', async () => {
    await retainAll(['Ana lives in Porto.', ['x']], ['Ben lives in Rome.', ['y']], ['Carl lives in Oslo.']);
    await run();
    provider.always({ kind: 'hostile' });
    await retainAll(['Ana lives in Lisbon.', ['x']], ['Dora likes tea.', ['y']]);
    await run();
    expect(await texts()).toEqual([
      'Ana lives in Lisbon. #secret tags: ["other"] #x',
      'Ben lives in Rome. #y',
      'Carl lives in Oslo.',
      'Dora likes tea. #secret tags: ["other"] #y',
    ]);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('never mixes scopes and counts only valid evidence, for arbitrary answers', async () => {
    const id = fc.oneof(fc.constantFrom('F1', 'F2', 'F9', 'O1', 'O2', 'O9', '', 'f1', 'F01'), fc.uuid());
    const action = fc.record({
      kind: fc.constantFrom('create', 'update', 'delete'),
      observation: fc.option(id),
      facts: fc.array(id, { maxLength: 3 }),
      text: fc.oneof(fc.constantFrom('', 'Same.', 'same.'), fc.string({ maxLength: 40 })),
      reason: fc.constant(''),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(action, { maxLength: 5 }), { minLength: 1, maxLength: 4 }),
        fc.infiniteStream(fc.nat(9)),
        async (answers, numbers) => {
          await newTestBank();
          let n = 0;
          for (const answer of answers) {
            provider.respond('consolidate', () => ({ actions: answer }));
            const words = `Note ${n++} of ${numbers.next().value}`;
            await retainAll([`${words} in x.`, ['x']], [`${words} in y.`, ['y']], [`${words} in both.`, ['x', 'y']]);
            await run();
          }
          const mixed = await db.query(sql`
          select o.tags, m.tags from observation_sources s join memories o on o.bank_uid = s.bank_uid and o.id = s.observation_id
          join memories m on m.bank_uid = s.bank_uid and m.id = s.memory_id where s.bank_uid = ${scope.bankUid} and o.tags <> m.tags`);
          expect(mixed).toEqual([]);
          for (const { proof_count, source_memory_ids } of await all()) expect(proof_count).toBe(source_memory_ids.length);
          expect(await inconsistencies(db, scope)).toEqual([]);
        },
      ),
      { numRuns: runs(8) },
    );
  });

  it.each([
    ['an error', { kind: 'status', status: 503 }],
    ['too many requests', { kind: 'status', status: 429, retryAfter: '30' }],
    ['a lost connection', { kind: 'reset' }],
    ['half an answer', { kind: 'half' }],
  ] satisfies [string, ProviderFault][])('defers on %s of the provider, without counting a failure of a memory', async (_, fault) => {
    await retainAll(['Ana lives in Porto.'], ['Ben lives in Rome.']);
    provider.always(fault);
    await expect(run()).rejects.toBeInstanceOf(Deferred);
    expect(await counts()).toEqual({ pending: 2, done: 0, failed: 0 });
    provider.always(null);
    newModels();
    await run();
    expect(await counts()).toEqual({ pending: 0, done: 2, failed: 0 });
  });

  it('halves a batch without a usable answer, fails the faulty memory, and can retry it', async () => {
    await retainAll(...Array.from({ length: 5 }, (_, i): [string] => [`Person${i} lives in Porto.`]), ['Poison lives in Rome.']);
    provider.respond('consolidate', ({ prompt }) => {
      if (prompt.includes('Poison')) return { actions: 'none' };
      return { actions: [] };
    });
    const results: Awaited<ReturnType<typeof run>>[] = [];
    for (let round = 1; round <= 3; round++) {
      expect(await counts()).toMatchObject(round === 1 ? { pending: 6 } : { pending: 1, done: 5 });
      results.push(await run());
      const { retrying, failures } = await observations.getConsolidation(db, scope, { limit: 10, offset: 0 });
      expect([retrying, failures.map(({ attempts, is_final }) => [attempts, is_final])]).toEqual([
        round < 3 ? 1 : 0,
        [[round, round === 3]],
      ]);
    }
    const [poison] = await db.query<{ id: string }>(
      sql`select memory_id as id from consolidation_items where bank_uid = ${scope.bankUid} and status = 'failed'`,
    );
    expect(results.map((result) => result?.failed_memory_ids)).toEqual([undefined, undefined, [poison!.id]]);
    expect(await counts()).toEqual({ pending: 0, done: 5, failed: 1 });
    expect(await observations.getConsolidation(db, scope, { limit: 10, offset: 0 })).toMatchObject({
      failures: [{ text: 'Poison lives in Rome.', attempts: 3, error: 'malformed' }],
    });
    provider.reset();
    expect(await observations.recoverConsolidation(db, scope)).toEqual({ retried_count: 1 });
    await run();
    expect(await counts()).toEqual({ pending: 0, done: 6, failed: 0 });
  });

  it('uses no connection while it waits, and plans again if a source changed meanwhile', async () => {
    await retainAll(['Ana lives in Porto.', [], 'a'], ['Ben lives in Rome.', [], 'b']);
    let answered = 0;
    provider.respond('consolidate', () => {
      answered++;
      return { actions: [{ kind: 'create', observation: null, facts: ['F1'], text: `Answer ${answered}.`, reason: '' }] };
    });
    const script = provider.requests.length;
    const deleting = (async () => {
      while (provider.requests.length === script) await new Promise((resolve) => setTimeout(resolve, 2));
      await deleteDocument(db, scope, 'a');
    })();
    provider.script([{ kind: 'slow', ms: 400 }]);
    await Promise.all([run(), deleting]);
    expect(answered).toBe(2);
    expect(await texts()).toEqual(['Answer 2.']);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('leaves everything pending after a crash between plan and apply, and a later run applies it once', async () => {
    await retainAll(['Ana lives in Porto.'], ['Ben lives in Rome.']);
    await expect(run(() => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
    expect(await counts()).toEqual({ pending: 2, done: 0, failed: 0 });
    expect(await texts()).toEqual([]);
    await run();
    expect(await texts()).toEqual(['Ana lives in Porto.', 'Ben lives in Rome.']);
  });

  it('creates no more observations than the scope limit', async () => {
    await retainAll(['Ana lives in Porto.', ['x']], ['Ben lives in Rome.', ['x']], ['Carl lives in Oslo.', ['x']], ['Dora lives in Bern.']);
    await run(undefined, { max_observations_per_scope: 2 });
    expect((await all()).filter(({ tags }) => tags.length > 0)).toHaveLength(2);
    await run(undefined, { max_observations_per_scope: 0 });
    expect(await all()).toHaveLength(3);
  });
});
