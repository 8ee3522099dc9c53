import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { cachedGaps, cachedNow } from '#e2e/fixtures/cached-banks';
import { bankScope, seedOrg } from '#e2e/fixtures/database';
import { jobApp, jobOf } from '#e2e/fixtures/jobs';
import { runs } from '#e2e/fixtures/runs';
import { tagFilters } from '#e2e/fixtures/synthetic-memories';
import { groupOf, matchesGroups } from '#e2e/fixtures/tag-oracle';
import { sql } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { tagGroups } from '#lib/base/tags/contract';
import { Deferred } from '#lib/jobs/operations/port';
import { currentBank } from '#lib/memory/banks/service';
import { updateDocument } from '#lib/memory/documents/service';
import { exportMemoriesJsonl as exporting, updateMemoryBody } from '#lib/memory/memories/contract';
import {
  countMemories,
  deleteMemory,
  exportJsonl,
  getMemory,
  listMemories,
  listMemoryRevisions,
  restoreMemory,
  updateMemory,
} from '#lib/memory/memories/service';
import { consolidationHandler } from '#lib/memory/observations/consolidate';
import { recallBody } from '#lib/memory/recall/contract';
import { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import { recall } from '#lib/memory/recall/service';
import { retainHandler } from '#lib/memory/retain/background';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

withTestBank();

const embedder = builtinEmbedder();
type Item = Record<string, unknown> & { content: string };
const itemOf = (content: string, day: string, more: Record<string, unknown> = {}): Item => ({
  content,
  timestamp: `2026-${day}T10:00:00Z`,
  document_id: content,
  ...more,
});
const retainAll = (of: BankScope, ...items: Item[]) => retain({ db, embedder }, of, retainBody.parse({ items }));
const consolidate = async (of = scope): Promise<void> => {
  await consolidationHandler.run(jobOf(jobApp(db, { embedder }), of, { automatic: false, sweep: true, within: null }));
};
const facts = async (of = scope) =>
  (await listMemories(db, of, { type: ['world', 'experience'], tags_match: 'any', order: 'desc', limit: 100, offset: 0 })).items;
const idOf = async (text: string): Promise<string> => (await facts()).find((one) => one.text === text)!.id;
/** Earlier facts, each with the fact that replaced it. */
const replaced = async (of = scope): Promise<Record<string, string>> => {
  const items = await facts(of);
  const textOf = new Map(items.map(({ id, text }) => [id, text]));
  return Object.fromEntries(items.flatMap(({ text, superseded_by }) => (superseded_by ? [[text, textOf.get(superseded_by)!]] : [])));
};
const patch = (id: string, body: Record<string, unknown>) => updateMemory({ db, embedder }, scope, id, updateMemoryBody.parse(body));
const ask = async (query: string, more: Record<string, unknown> = {}, of = scope, cachedBanks?: CachedBanks) => {
  const now = (await currentBank(db, of))!;
  const body = recallBody.parse({ query, types: ['world', 'experience'], ...more });
  return (await recall({ db, embedder, ...(cachedBanks && { cachedBanks }) }, now, body)).results;
};
const texts = (results: readonly { text: string }[]): string[] => results.map(({ text }) => text);

const [WHITBY, LEEDS, YORK] = ['Kavi lives in Whitby.', 'Kavi moved from Whitby to Leeds.', 'Kavi moved from Leeds to York.'];
const ofKavi = () => retainAll(scope, itemOf(WHITBY, '01-05'), itemOf(LEEDS, '04-05'), itemOf('Kavi paints boats.', '04-06'));

describe('derived validity', () => {
  it('is stored with the memory that ended it, the time and the reason', async () => {
    await ofKavi();
    await consolidate();
    expect(await getMemory(db, scope, await idOf(WHITBY))).toMatchObject({
      superseded_by: await idOf(LEEDS),
      valid_to: '2026-04-05T10:00:00+00:00',
      validity_source: 'derived',
      validity_reason: 'from',
    });
    expect(await replaced()).toEqual({ [WHITBY]: LEEDS });
    const listed = async (validity: 'current' | 'superseded') => {
      const { items, total } = await listMemories(db, scope, {
        type: ['world'],
        validity,
        tags_match: 'any',
        order: 'asc',
        limit: 9,
        offset: 0,
      });
      expect(total).toBe(items.length);
      return items.map(({ text }) => text);
    };
    expect(await listed('superseded')).toEqual([WHITBY]);
    expect(await listed('current')).toEqual([LEEDS, 'Kavi paints boats.']);
  });

  it('does not depend on the order in which memories are retained, and a second run changes nothing', async () => {
    await retainAll(scope, itemOf(YORK, '06-01'));
    await consolidate();
    await retainAll(scope, itemOf(LEEDS, '04-05'));
    await consolidate();
    await retainAll(scope, itemOf(WHITBY, '01-05'));
    await consolidate();
    expect(await replaced()).toEqual({ [WHITBY]: LEEDS, [LEEDS]: YORK });
    const before = (await currentBank(db, scope))!.bank!.revision;
    await consolidate();
    expect((await currentBank(db, scope))!.bank!.revision).toBe(before);
  });

  it('of a large bank reports its progress, and continues after the last batch of a run that died', async () => {
    const latest = async () => (await currentBank(db, scope))!.bank!.revision;
    const derived = async () =>
      (await db.query<{ n: number }>(sql`select validity_revision as n from banks where uid = ${scope.bankUid}`))[0]!.n;
    const revisions: number[] = [];
    for (const day of [1, 2, 3]) {
      const lamps = Array.from({ length: 150 }, (_, i) => itemOf(`Kavi bought lamp ${i} on day ${day} in Whitby.`, `01-0${day}`));
      await retainAll(scope, ...lamps);
      revisions.push(await latest());
    }
    const run = async (dies: boolean) => {
      const reported: unknown[] = [];
      let batches = 0;
      const fence = async (): Promise<void> => {
        if (dies && batches++ === 2) throw new Error('the process died');
      };
      const progress = async (stage: string, ...numbers: unknown[]): Promise<void> => {
        if (stage === 'deriving_validity') reported.push(numbers);
      };
      const job = jobOf(jobApp(db, { embedder }), scope, { automatic: false, sweep: true, within: null }, { fence, progress });
      const died = await consolidationHandler.run(job).then(
        () => false,
        () => true,
      );
      return { died, reported };
    };
    const first = {
      died: true,
      reported: [
        [200, 450],
        [400, 450],
      ],
    };
    expect(await run(true)).toEqual(first);
    expect(await derived()).toBe(revisions[1]);
    // Only the memories of the third day are left, in one batch.
    expect(await run(false)).toEqual({ died: false, reported: [] });
    expect(await derived()).toBeGreaterThanOrEqual(revisions[2]!);
  });

  it('of a very large bank is derived in several runs, before the time limit of each', async () => {
    const lamps = Array.from({ length: 250 }, (_, i) => itemOf(`Kavi bought lamp ${i} in Whitby.`, '01-05'));
    await retainAll(scope, ...lamps.slice(0, 150));
    await retainAll(scope, ...lamps.slice(150));
    const app = jobApp(db, { embedder });
    const hurried = { ...app, env: { ...app.env, maxOperationSeconds: 0 } };
    const run = consolidationHandler.run(jobOf(hurried, scope, { automatic: false, sweep: true, within: null }));
    await expect(run).rejects.toBeInstanceOf(Deferred);
    const derived = async () =>
      (await db.query<{ n: number }>(sql`select validity_revision as n from banks where uid = ${scope.bankUid}`))[0]!.n;
    const last = (await currentBank(db, scope))!.bank!.revision;
    expect(await derived()).toBe(last - 1);
    await consolidate();
    expect(await derived()).toBeGreaterThanOrEqual(last);
  });

  it('ends at once when the later memory is invalidated, and returns when it is reverted', async () => {
    await ofKavi();
    await consolidate();
    const later = await idOf(LEEDS);
    await patch(later, { state: 'invalidated' });
    expect(await replaced()).toEqual({});
    expect((await ask('Where does Kavi live?')).every(({ superseded_by }) => superseded_by == null)).toBe(true);
    await patch(later, { state: 'valid' });
    await consolidate();
    expect(await replaced()).toEqual({ [WHITBY]: LEEDS });
  });

  it('is derived again after an edit or a deletion of either memory', async () => {
    await retainAll(scope, itemOf(WHITBY, '01-05'), itemOf(LEEDS, '04-05'), itemOf('Kavi lives in York now.', '06-01'));
    await consolidate();
    expect(await replaced()).toEqual({ [WHITBY]: LEEDS, [LEEDS]: 'Kavi lives in York now.' });
    await patch(await idOf(LEEDS), { text: 'Kavi painted a boat in Leeds.' });
    expect(await replaced()).toEqual({});
    await consolidate();
    expect(await replaced()).toEqual({ [WHITBY]: 'Kavi lives in York now.' });
    const last = await idOf('Kavi lives in York now.');
    const successors = async () =>
      (await listMemoryRevisions(db, scope, await idOf(WHITBY), { limit: 9, offset: 0 })).items.map(({ action, before }) => {
        return [action, before.superseded_by, before.valid_to] as const;
      });
    await patch(last, { context: 'a chat' });
    expect((await successors())[0]).toEqual(['derive', last, '2026-06-01T10:00:00+00:00']);
    await consolidate();
    await deleteMemory({ db }, scope, last);
    expect(await replaced()).toEqual({});
    expect((await successors()).filter(([, by, at]) => by === last || at === '2026-06-01T10:00:00+00:00')).toEqual([]);
    await consolidate();
    expect((await facts()).every(({ validity_source }) => validity_source === null)).toBe(true);
  });
});

describe('validity given at retain', () => {
  const given = { valid_from: '2026-01-01T00:00:00+00:00', valid_to: '2026-09-01T00:00:00+00:00', validity_source: 'given' };
  const GIVEN = { valid_from: '2026-01-01', valid_to: '2026-09-01' };

  it('is stored and exported as given, and no rule overrides it', async () => {
    await retainAll(scope, itemOf(WHITBY, '01-05', GIVEN), itemOf(LEEDS, '04-05'));
    await consolidate();
    expect(await getMemory(db, scope, await idOf(WHITBY))).toMatchObject({ ...given, superseded_by: null, validity_reason: null });
    const query = z.object(exporting.query!.shape).parse({ q: 'Whitby', type: ['world'] });
    const lines: string[] = [];
    for await (const part of exportJsonl(db, (await currentBank(db, scope))!, query).parts) lines.push(part);
    expect(lines.join('')).toContain('"valid_to":"2026-09-01T00:00:00+00:00"');
  });

  it('leaves the end to the rules if only the start is given, and the start remains', async () => {
    await retainAll(scope, itemOf(WHITBY, '01-05', { valid_from: '2026-01-01' }), itemOf(LEEDS, '04-05'));
    await consolidate();
    const start = { valid_from: '2026-01-01T00:00:00+00:00' };
    expect(await getMemory(db, scope, await idOf(WHITBY))).toMatchObject({ ...start, valid_to: '2026-04-05T10:00:00+00:00' });
    expect(await replaced()).toEqual({ [WHITBY]: LEEDS });
    await patch(await idOf(LEEDS), { state: 'invalidated' });
    await consolidate();
    expect(await getMemory(db, scope, await idOf(WHITBY))).toMatchObject({ ...start, valid_to: null, validity_source: 'given' });
  });

  it('is not ended by a change before the given start', async () => {
    await retainAll(scope, itemOf(WHITBY, '01-05', { valid_from: '2026-06-01' }), itemOf(LEEDS, '04-05'));
    await consolidate();
    expect(await replaced()).toEqual({});
  });

  it('separates equal statements of different times, and a new version of a document replaces it', async () => {
    await retainAll(scope, itemOf(WHITBY, '01-05', { ...GIVEN, document_id: 'a' }), itemOf(WHITBY, '01-05', { document_id: 'b' }));
    expect((await facts()).map(({ valid_to }) => valid_to).toSorted()).toEqual([given.valid_to, null]);
    await retainAll(scope, itemOf(WHITBY, '01-05', { document_id: 'a', valid_to: '2026-08-01' }));
    expect((await facts()).map(({ valid_to }) => valid_to).toSorted()).toEqual(['2026-08-01T00:00:00+00:00', null]);
  });

  it('remains when the document is reprocessed', async () => {
    const items = [itemOf(WHITBY, '01-05', { ...GIVEN, document_id: 'd' }), itemOf('Kavi paints boats.', '01-05', { document_id: 'd' })];
    await retainAll(scope, ...items);
    await retainHandler.run(jobOf(jobApp(db, { embedder }), (await currentBank(db, scope))!, { reprocess: 'd' }));
    const times = (await facts()).map(({ text, valid_from, valid_to, validity_source }) => ({
      text,
      valid_from,
      valid_to,
      validity_source,
    }));
    expect(times.toSorted((a, b) => (a.text < b.text ? -1 : 1))).toEqual([
      { text: WHITBY, ...given },
      { text: 'Kavi paints boats.', valid_from: null, valid_to: null, validity_source: null },
    ]);
  });

  it('remains with both halves of a memory of two documents, of which one gets other tags', async () => {
    const items = ['a', 'b'].map((document_id) => itemOf(WHITBY, '01-05', { ...GIVEN, document_id }));
    await retainAll(scope, ...items);
    expect(await facts()).toMatchObject([{ ...given, proof_count: 2 }]);
    await updateDocument(db, (await currentBank(db, scope))!, 'a', { tags: ['x'] });
    expect((await facts()).toSorted((a, b) => a.tags.length - b.tags.length)).toMatchObject([
      { ...given, tags: [] },
      { ...given, tags: ['x'] },
    ]);
  });

  it('is restored by an undo', async () => {
    await retainAll(scope, itemOf(WHITBY, '01-05', GIVEN));
    const id = await idOf(WHITBY);
    const { revision } = await patch(id, { valid_from: null, valid_to: null });
    expect(await getMemory(db, scope, id)).toMatchObject({ valid_from: null, valid_to: null, validity_source: 'set' });
    await restoreMemory({ db, embedder }, scope, id, { revision });
    expect(await getMemory(db, scope, id)).toMatchObject(given);
    const { items } = await listMemoryRevisions(db, scope, id, { limit: 9, offset: 0 });
    expect(items.map(({ before }) => before.validity_source)).toEqual(['set', 'given']);
  });
});

describe('validity set by hand', () => {
  it('is not derived again, and a restore returns the state before it exactly', async () => {
    await ofKavi();
    await consolidate();
    const id = await idOf(WHITBY);
    const before = await getMemory(db, scope, id);
    const set = await patch(id, { superseded_by: null, reason: 'Both homes are hers.' });
    expect(set).toMatchObject({ superseded_by: null, valid_to: null, validity_source: 'set', validity_reason: 'Both homes are hers.' });
    await consolidate();
    expect(await replaced()).toEqual({});
    await restoreMemory({ db, embedder }, scope, id, { revision: set.revision });
    await consolidate();
    const {
      revision: _,
      updated_at: __,
      edited_at: ___,
      consolidated_at: ____,
      ...after
    } = { consolidated_at: null, ...(await getMemory(db, scope, id)) };
    expect(before).toMatchObject(after);
  });

  it('names a memory of the same tags, or returns 400', async () => {
    await retainAll(
      scope,
      itemOf('Ana drinks tea.', '01-01'),
      itemOf('Ana drinks coffee.', '01-02'),
      itemOf('Ana drinks milk.', '01-03', { tags: ['x'] }),
    );
    const id = await idOf('Ana drinks tea.');
    await expect(patch(id, { superseded_by: id })).rejects.toThrow('superseded_by must be');
    await expect(patch(id, { superseded_by: await idOf('Ana drinks milk.') })).rejects.toThrow('same tags');
    await expect(patch(id, { valid_from: '2026-02-01', valid_to: '2026-01-01' })).rejects.toThrow('valid_to must not be before');
    const set = await patch(id, { superseded_by: await idOf('Ana drinks coffee.'), valid_from: '2025-01-01', valid_to: '2026-01-02' });
    expect(set).toMatchObject({ valid_from: '2025-01-01T00:00:00+00:00', valid_to: '2026-01-02T00:00:00+00:00', validity_source: 'set' });
  });
});

describe('scopes', () => {
  it('are never crossed: no filter shows a memory that it hides, nor that something replaced another', async () => {
    const tags = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 });
    const { orgId } = await seedOrg(db);
    let n = 0;
    await fc.assert(
      fc.asyncProperty(tags, tags, tagFilters, async (before, after, filter) => {
        const of = await bankScope(db, orgId, `scope ${n++}`);
        await retainAll(of, itemOf(WHITBY, '01-05', { tags: before }), itemOf(LEEDS, '04-05', { tags: after }));
        await consolidate(of);
        const isSame = before.toSorted().join() === after.toSorted().join();
        expect(await replaced(of)).toEqual(isSame ? { [WHITBY]: LEEDS } : {});
        const groups = tagGroups().parse([groupOf(filter)]);
        const listed = await listMemories(db, (await currentBank(db, of))!, {
          type: ['world'],
          tags_match: 'any',
          tag_groups: groups,
          order: 'desc',
          limit: 9,
          offset: 0,
        });
        const found = await ask('Where does Kavi live?', { tag_groups: groups }, of);
        for (const { text, superseded_by, valid_to } of [...listed.items, ...found]) {
          const isShown = isSame && text === WHITBY && matchesGroups(after, groups);
          expect(superseded_by != null).toBe(isShown);
          expect(valid_to != null).toBe(isShown);
        }
      }),
      { numRuns: runs(25) },
    );
  });

  const TAGS = [[], ['a'], ['b'], ['a', 'b']];
  const HOMES = ['Whitby', 'Leeds', 'York'];
  type Step = readonly ['retain', number, readonly string[]] | readonly ['retag', number, readonly string[]] | readonly [StepName, number];
  type StepName = 'invalidate' | 'revert' | 'set' | 'delete' | 'consolidate';
  const steps: fc.Arbitrary<Step[]> = fc.array(
    fc.oneof(
      fc.tuple(fc.constantFrom('retain', 'retag'), fc.nat({ max: 2 }), fc.constantFrom(...TAGS)),
      fc.tuple(fc.constantFrom('invalidate', 'revert', 'set', 'delete', 'consolidate'), fc.nat({ max: 2 })),
    ),
    { minLength: 4, maxLength: 9 },
  );

  it('are never crossed by any history of writes: a filter shows no end by a memory that it hides', async () => {
    const { orgId } = await seedOrg(db);
    let n = 0;
    const shown = async (of: BankScope, tags: string[]) =>
      (
        await listMemories(db, (await currentBank(db, of))!, {
          ...{ type: ['world'], tags, tags_match: 'exact', order: 'asc', limit: 99, offset: 0 },
        })
      ).items;
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const of = await bankScope(db, orgId, `history ${n++}`);
        await retainAll(of, ...HOMES.map((home, i) => homeOf(home, i, TAGS[i]!)));
        for (const step of history) {
          await perform(of, step);
          for (const tags of TAGS) {
            const items = await shown(of, tags);
            const ids = new Set(items.map(({ id }) => id));
            for (const { superseded_by: by, validity_source: source, valid_to } of items) {
              expect(by === null || ids.has(by), JSON.stringify(history)).toBe(true);
              expect(source === 'derived' && by === null, JSON.stringify(history)).toBe(false);
              expect(source === null && valid_to !== null, JSON.stringify(history)).toBe(false);
            }
          }
          for (const { validity_source, superseded_by, tags } of await facts(of))
            if (validity_source === 'derived') expect((await getMemory(db, of, superseded_by!)).tags.toSorted()).toEqual(tags.toSorted());
        }
      }),
      { numRuns: runs(12) },
    );
  });

  const homeOf = (home: string, i: number, tags: readonly string[]) =>
    itemOf(i === 0 ? `Kavi lives in ${home}.` : `Kavi moved from ${HOMES[i - 1]} to ${home}.`, `0${i + 1}-05`, { tags, document_id: home });

  async function perform(of: BankScope, step: Step): Promise<void> {
    const [name, i, tags] = step;
    const document = HOMES[i]!;
    if (name === 'consolidate') return consolidate(of);
    if (name === 'retain') return void (await retainAll(of, homeOf(document, i, tags)));
    if (name === 'retag') return void (await updateDocument(db, (await currentBank(db, of))!, document, { tags }));
    const all = await listMemories(db, of, {
      type: ['world'],
      tags_match: 'any',
      order: 'asc',
      limit: 9,
      offset: 0,
      state: name === 'revert' ? 'invalidated' : 'valid',
    });
    const memory = all.items.find(({ document_id }) => document_id === document);
    if (!memory) return;
    if (name === 'delete') return void (await deleteMemory({ db }, of, memory.id));
    const by =
      all.items.find(({ id, tags: own }) => id !== memory.id && own.toSorted().join() === memory.tags.toSorted().join())?.id ?? null;
    const change = { invalidate: { state: 'invalidated' }, revert: { state: 'valid' }, set: { superseded_by: by } }[name];
    await updateMemory({ db, embedder }, of, memory.id, updateMemoryBody.parse(change));
  }
});

describe('an undo', () => {
  const day = fc.constantFrom('2025-12-01', '2026-02-01', '2026-03-01', null);
  const changes = fc.oneof(
    fc.record({ valid_from: day }),
    fc.record({ valid_to: fc.constantFrom('2026-05-01', null) }),
    fc.record({ superseded_by: fc.constantFrom('later', null), reason: fc.constantFrom('As she says.', null) }),
    fc.record({ text: fc.constantFrom('Kavi lives in Hull.', 'Kavi paints in Whitby.') }),
    fc.record({ context: fc.constantFrom('a letter', '') }),
    fc.record({ mentioned_at: fc.constantFrom('2026-01-06', '2026-08-01') }),
    fc.record({ state: fc.constantFrom('invalidated', 'valid') }),
  );
  const given = fc.constantFrom({}, { valid_from: '2026-01-01' }, { valid_from: '2026-01-01', valid_to: '2026-12-01' });

  it('restores the state before any change exactly, with what is derived, given or set', async () => {
    const { orgId } = await seedOrg(db);
    let n = 0;
    await fc.assert(
      fc.asyncProperty(given, fc.array(changes, { minLength: 1, maxLength: 4 }), fc.nat(), async (validity, history, at) => {
        const of = await bankScope(db, orgId, `undo ${n++}`);
        await retainAll(of, itemOf(WHITBY, '01-05', validity), itemOf(LEEDS, '04-05'));
        const items = await facts(of);
        const [id, later] = [WHITBY, LEEDS].map((text) => items.find((one) => one.text === text)!.id) as [string, string];
        const settled = async () => {
          await consolidate(of);
          const { revision, updated_at: _, invalidated_at, ...memory } = { ...(await getMemory(db, of, id)) };
          // A restored invalidation begins at the restore, because the memory was valid before it.
          return { revision, memory: { ...memory, isInvalidated: invalidated_at !== null } };
        };
        const states = [await settled()];
        for (const change of history) {
          const isOfLater = 'superseded_by' in change && change.superseded_by === 'later';
          const body = updateMemoryBody.parse({ ...change, ...(isOfLater && { superseded_by: later }) });
          if (states.at(-1)!.memory.state === 'invalidated' && body.state !== 'valid') continue;
          await updateMemory({ db, embedder }, of, id, body);
          states.push(await settled());
        }
        const { items: revisions } = await listMemoryRevisions(db, of, id, { limit: 99, offset: 0 });
        // Oldest first, without what rules did. A change of nothing has no revision.
        const before = states.filter(({ revision }, i) => i === 0 || revision !== states[i - 1]!.revision);
        const oldestFirst = revisions.filter(({ action }) => action !== 'derive').toReversed();
        expect(before).toHaveLength(oldestFirst.length + 1);
        if (oldestFirst.length === 0) return;
        const chosen = at % oldestFirst.length;
        await restoreMemory({ db, embedder }, of, id, { revision: oldestFirst[chosen]!.revision });
        expect((await settled()).memory).toEqual(before[chosen]!.memory);
      }),
      { numRuns: runs(20) },
    );
  });
});

describe('recall', () => {
  it('ranks what was replaced directly behind what replaced it, and says so', async () => {
    await ofKavi();
    await consolidate();
    const results = await ask('Where does Kavi live?');
    expect(texts(results).slice(0, 2)).toEqual([LEEDS, WHITBY]);
    expect(results[1]).toMatchObject({ superseded_by: results[0]!.id, valid_to: '2026-04-05T10:00:00+00:00' });
    expect(results[0]!.superseded_by).toBeUndefined();
  });

  it('omits what was replaced on request', async () => {
    await ofKavi();
    await consolidate();
    expect(texts(await ask('Where does Kavi live?', { include_superseded: false }))).not.toContain(WHITBY);
    expect(texts(await ask('What do you know about Kavi?', { include_superseded: false }))).not.toContain(WHITBY);
  });

  it('finds it first for a question about the past', async () => {
    await ofKavi();
    await consolidate();
    for (const [query, more] of [
      ['Where did Kavi live before?', {}],
      ['Where did Kavi use to live, what was the former home?', {}],
      ['Where did Kavi live in January 2026?', {}],
      ['Where does Kavi live?', { temporal_window: { start: '2026-02-01', end: '2026-02-20' } }],
    ] as const)
      expect(texts(await ask(query, more))[0], query).toBe(WHITBY);
  });

  it('answers the same from the cached bank, also after the later memory was deleted', async () => {
    await ofKavi();
    await consolidate();
    const banks = new CachedBanks(db);
    const same = async (): Promise<void> => {
      const now = (await currentBank(db, scope))!;
      await cachedNow(banks, now.bank!);
      expect(await cachedGaps(db, banks, scope)).toEqual([]);
      for (const more of [{}, { include_superseded: false }, { tags: ['x'] }]) {
        const cached = await ask('Where does Kavi live?', more, scope, banks);
        const found = await ask('Where does Kavi live?', more);
        expect(cached.map(({ id, superseded_by, valid_to }) => [id, superseded_by, valid_to])).toEqual(
          found.map(({ id, superseded_by, valid_to }) => [id, superseded_by, valid_to]),
        );
      }
    };
    await same();
    await deleteMemory({ db }, scope, await idOf(LEEDS));
    await same();
    expect((await ask('Where does Kavi live?')).every(({ superseded_by }) => superseded_by === undefined)).toBe(true);
  });
});

describe('an end of its own', () => {
  const [TIDE, HARBOR] = ['Ana swims at the Tidewater gym.', 'Ana swims at the Harbor gym.'];
  const QUESTION = 'Where does Ana swim?';
  const AFTER = { query_timestamp: '2026-07-01T00:00:00Z' };
  const BEFORE = { query_timestamp: '2026-05-01T00:00:00Z' };
  const given = () => retainAll(scope, itemOf(TIDE, '01-05', { valid_to: '2026-06-01' }), itemOf(HARBOR, '01-06'));
  const set = async () => {
    await retainAll(scope, itemOf(TIDE, '01-05'), itemOf(HARBOR, '01-06'));
    await patch(await idOf(TIDE), { valid_to: '2026-06-01' });
  };

  it.each([
    ['given at retain', given],
    ['set by hand', set],
  ])('%s is respected once it has passed, by the database and the cached bank alike', async (_, fill) => {
    await fill();
    await consolidate();
    const banks = new CachedBanks(db);
    await cachedNow(banks, (await currentBank(db, scope))!.bank!);
    expect(await cachedGaps(db, banks, scope)).toEqual([]);
    for (const cached of [undefined, banks]) {
      const results = await ask(QUESTION, AFTER, scope, cached);
      expect(texts(results)).toEqual([HARBOR, TIDE]);
      expect(results[1]).toMatchObject({ valid_to: '2026-06-01T00:00:00+00:00' });
      expect(results.map(({ superseded_by }) => superseded_by)).toEqual([undefined, undefined]);
      expect(texts(await ask(QUESTION, { ...AFTER, include_superseded: false }, scope, cached))).toEqual([HARBOR]);
      expect(texts(await ask('Where did Ana swim before?', AFTER, scope, cached))[0]).toBe(TIDE);
      const ofMay = { temporal_window: { start: '2026-02-01', end: '2026-05-20' }, ...AFTER };
      expect(texts(await ask(QUESTION, ofMay, scope, cached))[0]).toBe(TIDE);
      const ahead = await ask(QUESTION, { ...BEFORE, include_superseded: false }, scope, cached);
      expect(texts(ahead)).toContain(TIDE);
      expect(ahead.every(({ valid_to }) => valid_to === undefined)).toBe(true);
    }
  });

  it('counts at the time of an earlier state', async () => {
    await given();
    const of = (valid_at: string) => ask(QUESTION, { ...AFTER, valid_at });
    expect(texts(await of('2026-05-01'))).toContain(TIDE);
    expect((await of('2026-05-01')).every(({ valid_to }) => valid_to === undefined)).toBe(true);
    expect(texts(await of('2026-06-02'))).toEqual([HARBOR]);
  });

  it('makes a memory superseded in lists and counts once it has passed, without a write', async () => {
    await retainAll(scope, itemOf(TIDE, '01-05', { valid_to: '2020-06-01' }), itemOf(HARBOR, '01-06', { valid_to: '2099-01-01' }));
    const listed = async (validity: 'current' | 'superseded', more: object = {}) => {
      const query = { validity, tags_match: 'any', order: 'asc', limit: 9, offset: 0, ...more } as const;
      const { items, total } = await listMemories(db, (await currentBank(db, scope))!, query);
      expect(total).toBe(items.length);
      return items.map(({ text }) => text);
    };
    expect(await listed('superseded')).toEqual([TIDE]);
    expect(await listed('current')).toEqual([HARBOR]);
    const filters = (['current', 'superseded'] as const).map((validity) => ({
      type: ['world', 'experience'],
      validity,
      tags_match: 'any' as const,
      time_field: 'mentioned_at' as const,
    }));
    expect(await countMemories(db, (await currentBank(db, scope))!, filters)).toEqual({ counts: [1, 1] });
    await db.query(sql`update memories set valid_to = now() - interval '1 second' where bank_uid = ${scope.bankUid} and text = ${HARBOR}`);
    expect(await listed('superseded')).toEqual([TIDE, HARBOR]);
  });

  it('ends what a later memory replaced only with that memory', async () => {
    await ofKavi();
    await consolidate();
    await patch(await idOf(LEEDS), { state: 'invalidated' });
    const { items } = await listMemories(db, scope, {
      type: ['world'],
      validity: 'superseded',
      tags_match: 'any',
      order: 'asc',
      limit: 9,
      offset: 0,
    });
    expect(items).toEqual([]);
  });
});

describe('what a memory replaced', () => {
  it('is a filter of lists, and follows the tags that a reader may see', async () => {
    await retainAll(scope, itemOf(WHITBY, '01-05'), itemOf(LEEDS, '04-05'), itemOf(YORK, '06-05'));
    await consolidate();
    const of = async (text: string, more: object = {}) => {
      const query = { superseded_by: await idOf(text), tags_match: 'any', order: 'asc', limit: 9, offset: 0, ...more } as const;
      const { items, total } = await listMemories(db, scope, query);
      expect(total).toBe(items.length);
      return items.map(({ text }) => text);
    };
    expect(await of(LEEDS)).toEqual([WHITBY]);
    expect(await of(YORK)).toEqual([LEEDS]);
    expect(await of(WHITBY)).toEqual([]);
    expect(await of(LEEDS, { tags: ['x'], tags_match: 'all_strict' })).toEqual([]);
  });
});
