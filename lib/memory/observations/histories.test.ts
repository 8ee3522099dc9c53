import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { db, newTestBank, scope, setScope, withTestDatabase } from '#e2e/fixtures/bank';
import { cachedGaps } from '#e2e/fixtures/cached-banks';
import { inconsistencies } from '#e2e/fixtures/consistency';
import { jobApp, jobOf } from '#e2e/fixtures/jobs';
import { sql } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import { currentBank } from '#lib/memory/banks/service';
import { deleteDocument, updateDocument } from '#lib/memory/documents/service';
import { listMemories as listing } from '#lib/memory/memories/contract';
import { clearMemories, deleteMemory, listMemories, updateMemory } from '#lib/memory/memories/service';
import { consolidationHandler } from '#lib/memory/observations/consolidate';
import type { FactSource } from '#lib/memory/observations/plan';
import { planExtractive, readClaims } from '#lib/memory/observations/rules/consolidate';
import * as observations from '#lib/memory/observations/service';
import { type ConsolidationSourceRow, SOURCE_COLUMNS, sourceOf } from '#lib/memory/observations/store-items';
import { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

/**
 * After any concurrent acts, a bank finally contains the observations that its valid
 * facts produce when read as one batch.
 */

const embedder = builtinEmbedder();
const ROUNDS = Math.min(10, Number(process.env.FAULT_ROUNDS ?? 1));

withTestDatabase();

const SAYINGS = [
  ...['Ana: I live in Porto.', 'Ana: I moved to Lisbon.', 'Ana: I live in Faro now.', 'Ben: I love jazz.', 'Ben: I really love jazz!'],
  ...['Ben: I work at Acme.', 'Ben: I joined Orbit.', 'Carla: I am allergic to cats.', 'Carla: I have a dog called Rex.'],
  ...['The deadline of the launch is 2 May.', 'The deadline of the launch is 6 June.', 'Dan: Bring three chairs to the yard.'],
];
const NOBODY = '00000000-0000-7000-8000-000000000000';
const TAGS = [[], [], ['x'], ['x', 'y']];

type Act = { readonly what: string; readonly pick: number; readonly n: number };
const act: fc.Arbitrary<Act> = fc.record({
  what: fc.constantFrom(
    ...['retain', 'retain', 'append', 'edit', 'invalidate', 'revert', 'delete memory', 'delete document', 'tags'],
    ...['consolidate', 'consolidate', 'clear', 'clear one', 'clear facts'],
  ),
  pick: fc.nat(30),
  n: fc.nat(11),
});

const at = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)];
const consolidate = async (): Promise<unknown> =>
  (await consolidationHandler.run(jobOf(jobApp(db, { embedder }), scope, { automatic: false, sweep: false, within: null }))).result;

async function retainNumber(n: number, more: Record<string, unknown> = {}): Promise<void> {
  const content = [0, 3, 7].map((step) => SAYINGS[(n + step) % SAYINGS.length]).join('\n');
  const item = { content, document_id: `d${n % 3}`, timestamp: `2026-0${(n % 9) + 1}-05`, tags: TAGS[n % 4], ...more };
  await retain({ db, embedder }, scope, retainBody.parse({ items: [item] }));
}

const unit = async (state: string, pick: number): Promise<string | undefined> =>
  at((await listMemories(db, scope, z.object(listing.query!.shape).parse({ state, type: ['world'], limit: 100 }))).items, pick)?.id;
const patch = async (from: string, pick: number, body: Record<string, unknown>): Promise<void> => {
  const id = await unit(from, pick);
  if (id !== undefined) await updateMemory({ db, embedder }, scope, id, { resolve_entities: true, ...body });
};

/** Refusals caused by a concurrent act are expected and change nothing. */
async function perform({ what, pick, n }: Act): Promise<void> {
  const acts: Record<string, () => Promise<unknown>> = {
    retain: () => retainNumber(n),
    append: () => retainNumber(n, { update_mode: 'append' }),
    edit: () => patch('valid', pick, { text: SAYINGS[n] }),
    invalidate: () => patch('valid', pick, { state: 'invalidated' }),
    revert: () => patch('invalidated', pick, { state: 'valid' }),
    'delete memory': async () => deleteMemory({ db }, scope, (await unit('valid', pick)) ?? NOBODY),
    'delete document': () => deleteDocument(db, scope, `d${n % 3}`),
    tags: () => updateDocument(db, scope, `d${n % 3}`, { tags: TAGS[pick % 4]! }),
    consolidate,
    clear: () => observations.clearObservations(db, scope),
    'clear one': async () => observations.clearObservationsOf(db, scope, (await unit('valid', pick)) ?? NOBODY),
    'clear facts': () => (pick < 5 ? clearMemories(db, scope, 'world') : consolidate()),
  };
  await acts[what]!().catch((error: unknown) => {
    if (!(error instanceof ServiceError) || !['not_found', 'conflict', 'bad_request'].includes(error.code)) throw error;
  });
}

/** The observations that the rules derive from all valid facts of each scope, read as one batch. */
async function expected(): Promise<string[]> {
  const rows = await db.query<ConsolidationSourceRow & { tags: string[] }>(
    sql`select ${sql.raw(SOURCE_COLUMNS)}, m.tags from memories m where m.bank_uid = ${scope.bankUid} and m.fact_type <> 'observation' and m.state = 'valid'`,
  );
  const byScope = new Map<string, FactSource[]>();
  for (const row of rows) {
    const key = row.tags.toSorted().join(' #');
    byScope.set(key, [...(byScope.get(key) ?? []), sourceOf(row)]);
  }
  const all = new Map<string, Set<string>>();
  for (const [tags, facts] of byScope)
    for (const { text, sources } of planExtractive(facts, readClaims(facts), [], []).drafts) {
      // Two matters with the same text form one observation.
      const key = `${text} #${tags}`;
      all.set(key, new Set([...(all.get(key) ?? []), ...sources.map(({ id }) => id)]));
    }
  return [...all].map(([text, ids]) => lineOf(text, [...ids])).sort();
}
const lineOf = (text: string, sourceIds: readonly string[]): string => `${text} ${sourceIds.toSorted().join(' ')}`;

async function held(): Promise<string[]> {
  const { items } = await observations.listObservations(db, scope, { exact: false, limit: 1000, offset: 0 });
  return items.map(({ text, tags, source_memory_ids }) => lineOf(`${text} #${tags.toSorted().join(' #')}`, source_memory_ids)).sort();
}

it('reaches the same observations after any sequence of concurrent acts', { timeout: 120_000 * ROUNDS }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 7 }), async (waves) => {
      await newTestBank();
      const cachedBanks = new CachedBanks(db);
      for (const wave of waves) {
        await Promise.all(wave.map(perform));
        setScope((await currentBank(db, scope))!);
        const live = new Set((await held()).flatMap((line) => line.split(' ').filter((word) => word.length === 36)));
        const facts = await db.query<{ id: string }>(sql`select id from memories where bank_uid = ${scope.bankUid} and state = 'valid'`);
        for (const { id } of facts) live.delete(id);
        expect([...live]).toEqual([]);
        expect(await cachedGaps(db, cachedBanks, scope)).toEqual([]);
      }
      for (let runs = 0; (await observations.consolidationCounts(db, scope)).pending > 0; runs++) {
        expect(runs).toBeLessThan(4);
        await consolidate();
      }
      expect(await held()).toEqual(await expected());
      expect(await inconsistencies(db, scope)).toEqual([]);
    }),
    { numRuns: 20 * ROUNDS },
  );
});
