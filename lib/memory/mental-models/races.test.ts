import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { db, newTestBank, scope, withTestBank } from '#e2e/fixtures/bank';
import { eventually, jobApp, quickRunner } from '#e2e/fixtures/jobs';
import { plainPlanner } from '#e2e/fixtures/plain-planner';
import { randomInt } from '#e2e/fixtures/random';
import { withRunners } from '#e2e/fixtures/runners';
import { matchesGroups, type TagGroup } from '#e2e/fixtures/tag-oracle';
import { array, json, sql } from '#lib/base/db/db';
import { TAG_MODES, type TagMode } from '#lib/base/literals';
import { cancelOperation, registerHandler } from '#lib/jobs/operations/service';
import { deleteDocument, updateDocument } from '#lib/memory/documents/service';
import { updateMemory } from '#lib/memory/memories/service';
import { type CreateMentalModelBody, createMentalModel, updateMentalModel } from '#lib/memory/mental-models/contract';
import { refreshHandler } from '#lib/memory/mental-models/handler';
import { type PlanRefresh, scopeOf } from '#lib/memory/mental-models/refresh/port';
import * as models from '#lib/memory/mental-models/service';
import { readState } from '#lib/memory/mental-models/store';
import { CONSOLIDATION } from '#lib/memory/observations/schedule';
import { inScope } from '#lib/memory/reflect/scope-filter';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

const embedder = builtinEmbedder();

withTestBank();
const running = withRunners();

const services = () => ({ db, embedder });
const run = async (planner: PlanRefresh): Promise<void> => {
  registerHandler(refreshHandler(planner));
  // Every retain requests a consolidation. Without a handler its jobs would be delivered repeatedly
  // and, with a hundred banks, block all others.
  registerHandler({ type: CONSOLIDATION, deadlineSeconds: 60, maxAttempts: 1, run: async () => ({}) });
  running.push(await quickRunner(jobApp(db)));
};
const retainText = (content: string, document_id: string, tags: readonly string[] = []) =>
  retain(services(), scope, retainBody.parse({ items: [{ content, document_id, timestamp: '2026-03-02', tags }] }));
const create = (more: Record<string, unknown> = {}) =>
  models.createModel(
    db,
    scope,
    createMentalModel.body!.parse({ name: 'Ana', source_query: 'What about Ana?', ...more }) as CreateMentalModelBody,
  );
const patch = (id: string, body: Record<string, unknown>) => models.updateModel(services(), scope, id, updateMentalModel.body!.parse(body));
const open = () =>
  db.query<{ status: string; n: number }>(sql`
    select status, count(*) as n from operations where bank_uid = ${scope.bankUid} and type = 'refresh_mental_model' and status in ('pending', 'processing') group by status order by status`);
const quiet = () => eventually(async () => (await open()).length === 0, 'the end of all refreshes');

/**
 * Checks that a mental model covers all memories of its scope: a fact that a window skips is lost
 * permanently.
 */
async function expectWhole(id: string): Promise<void> {
  const state = (await readState(db, scope, id))!;
  const filter = scopeOf(state);
  const rows = await db.query<{ id: string; text: string; fact_type: 'world'; tags: string[] }>(
    sql`select id, text, fact_type, tags from memories where bank_uid = ${scope.bankUid} and state = 'valid'`,
  );
  const wanted = rows.filter((row) => inScope(filter, { ...row, kind: row.fact_type })).map(({ text }) => text);
  expect(state.content.split('\n\n').filter(Boolean).sort()).toEqual(wanted.sort());
  const { items } = await models.listVersions(db, scope, id, { limit: 1000, offset: 0 });
  expect(items.map(({ version }) => version)).toEqual(items.map((_, i) => items.length - 1 - i));
  expect(items[0]).toMatchObject({ version: state.version, is_current: true });
}

/** A planner that waits in the middle until it is released. */
function gated() {
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let reached: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const pause = async () => {
    reached();
    await gate;
  };
  return { planner: plainPlanner({ pause }), begun, letGo: () => letGo() };
}

/** Runs the queued refresh up to its pause. Returns what lets it continue. */
async function runGated(): Promise<() => void> {
  const { planner, begun, letGo } = gated();
  await run(planner);
  await begun;
  return letGo;
}

describe('concurrent refreshes', () => {
  it('runs one of fifty and queues one', async () => {
    await retainText('Ana: I live in Porto.', 'a');
    const { mental_model_id: id } = await create();
    const letGo = await runGated();
    const step = await Promise.all(Array.from({ length: 50 }, () => models.refreshModel(db, scope, id)));
    expect(new Set(step.map(({ operation_id }) => operation_id)).size).toBe(1);
    expect(step.filter(({ deduplicated }) => !deduplicated)).toHaveLength(1);
    expect(await open()).toEqual([
      { status: 'pending', n: 1 },
      { status: 'processing', n: 1 },
    ]);
    letGo();
    await quiet();
    const done = await db.query(
      sql`select 1 from operations where bank_uid = ${scope.bankUid} and type = 'refresh_mental_model' and status = 'completed'`,
    );
    expect(done).toHaveLength(2);
    await expectWhole(id);
  });

  it('starts the refresh again and writes everything after a concurrent clear', async () => {
    await retainText('Ana: I live in Porto.', 'a');
    const { mental_model_id: id } = await create({ trigger: { mode: 'delta' } });
    const letGo = await runGated();
    await models.clearModel(db, scope, id);
    letGo();
    await quiet();
    await expectWhole(id);
    expect((await models.getHistory(db, scope, id, { limit: 50, offset: 0 })).map(({ change }) => change)).toEqual(['refresh']);
    const { items } = await models.listVersions(db, scope, id, { limit: 10, offset: 0 });
    expect(items.map(({ change }) => change)).toEqual(['refresh', 'clear', 'create']);
  });

  it('does not count memories of the previous tags as read after a concurrent change of tags', async () => {
    await retainText('Ana: I live in Porto.', 'a', ['x']);
    await retainText('Bob: I live in Rome.', 'b', ['y']);
    const { mental_model_id: id } = await create({ tags: ['x'], trigger: { mode: 'delta' } });
    const letGo = await runGated();
    await patch(id, { tags: ['y'], name: 'Bob' });
    letGo();
    await quiet();
    await expectWhole(id);
    expect(await models.getModel(db, scope, id, 'full')).toMatchObject({ name: 'Bob', is_stale: false });
  });

  it('ends without a write after a concurrent deletion', async () => {
    await retainText('Ana: I live in Porto.', 'a');
    const { mental_model_id: id, operation_id } = await create();
    const letGo = await runGated();
    await models.deleteModel(db, scope, id);
    letGo();
    await quiet();
    const [operation] = await db.query<{ status: string }>(
      sql`select status from operations where bank_uid = ${scope.bankUid} and id = ${operation_id}`,
    );
    expect(operation).toEqual({ status: 'cancelled' });
    expect(await db.query(sql`select 1 from mental_model_versions where bank_uid = ${scope.bankUid}`)).toEqual([]);
  });

  it('leaves a memory that is written during planning to the next window', async () => {
    await retainText('Ana: I live in Porto.', 'a');
    const { mental_model_id: id } = await create({ trigger: { mode: 'delta' } });
    const letGo = await runGated();
    await retainText('Ana: I paint.', 'b');
    letGo();
    await quiet();
    expect(await models.getModel(db, scope, id, 'full')).toMatchObject({ version: 1, is_stale: true, stale_reasons: ['new_memories'] });
    await models.refreshModel(db, scope, id);
    await quiet();
    await expectWhole(id);
  });
});

const TAGS = ['x', 'y', 'z'] as const;
const DOCUMENTS = ['a', 'b', 'c', 'd'] as const;

type Step =
  | { readonly kind: 'retain'; readonly document: string; readonly word: number; readonly tags: readonly string[] }
  | { readonly kind: 'forget' | 'invalidate'; readonly document: string }
  | { readonly kind: 'retag'; readonly document: string; readonly tags: readonly string[] }
  | { readonly kind: 'refresh' | 'clear' | 'cancel' | 'restart' }
  | { readonly kind: 'patch'; readonly tags: readonly string[] }
  | { readonly kind: 'restore'; readonly version: number };

const someTags = fc.subarray([...TAGS]);
const document = fc.constantFrom(...DOCUMENTS);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('retain' as const), document, word: fc.nat(9), tags: someTags }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('forget' as const, 'invalidate' as const), document }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('retag' as const), document, tags: someTags }) },
  { weight: 6, arbitrary: fc.constant({ kind: 'refresh' } as const) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('clear' as const, 'cancel' as const, 'restart' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('patch' as const), tags: fc.subarray(['x', 'y'] as string[], { maxLength: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const), version: fc.nat(3) }) },
);

/** Ignores errors about missing rows, which a concurrent step may have deleted. */
const meanwhile = async (work: Promise<unknown>): Promise<void> => {
  await work.catch((error: { code?: string }) => {
    if (!['not_found', 'conflict'].includes(error.code ?? '')) throw error;
  });
};

async function invalidate(of: string): Promise<void> {
  const [row] = await db.query<{ id: string }>(sql`
    select m.id from memories m join documents d on d.bank_uid = m.bank_uid and d.uid = m.document_uid
    where m.bank_uid = ${scope.bankUid} and d.id = ${of} and m.state = 'valid' order by m.id limit 1`);
  if (row) await updateMemory(services() as never, scope, row.id, { state: 'invalidated' } as never);
}

async function take(id: string, step: Step, planner: PlanRefresh): Promise<void> {
  switch (step.kind) {
    case 'retain':
      return void (await retainText(`Ana: I have ${step.word} dogs in ${step.document}.`, step.document, step.tags));
    case 'forget':
      return meanwhile(deleteDocument(db, scope, step.document));
    case 'invalidate':
      return meanwhile(invalidate(step.document));
    case 'retag':
      return meanwhile(updateDocument(db, scope, step.document, { tags: step.tags }));
    case 'refresh':
      return void (await models.refreshModel(db, scope, id));
    case 'clear':
      return void (await models.clearModel(db, scope, id));
    case 'patch':
      return void (await patch(id, { tags: step.tags }));
    case 'restore':
      return meanwhile(models.restoreModel(services(), scope, id, { version: step.version }));
    case 'cancel': {
      const { operation_id } = await models.getModel(db, scope, id, 'metadata');
      return operation_id ? meanwhile(cancelOperation(db, scope, operation_id)) : undefined;
    }
    case 'restart': {
      await running.pop()?.stop();
      return run(planner);
    }
  }
}

const RUNS = Number(process.env.MODEL_RACES ?? 8);
/** Each takes a second or two, and many times that next to other work. */
const LIMIT_MS = 60_000 + RUNS * 20_000;

it('skips no fact and loses no update, for any order of concurrent acts', { timeout: LIMIT_MS }, async () => {
  const planner = plainPlanner({ pause: () => new Promise((resolve) => setTimeout(resolve, randomInt(15))) });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 8 }), async (rounds) => {
      await newTestBank();
      const { mental_model_id: id } = await create({ tags: ['x'], trigger: { mode: 'delta' } });
      await run(planner);
      for (const round of rounds) await Promise.all(round.map((step) => take(id, step, planner)));
      await quiet();
      await models.refreshModel(db, scope, id);
      await quiet();
      await expectWhole(id);
      expect(await models.getModel(db, scope, id, 'full')).toMatchObject({ is_stale: false });
      // Two restarts at once leave two.
      await Promise.all(running.splice(0).map((runner) => runner.stop()));
    }),
    { numRuns: RUNS },
  );
});

const leaf = fc.record({ tags: someTags, match: fc.constantFrom<TagMode>(...TAG_MODES) });
const { group } = fc.letrec<{ group: TagGroup }>((tie) => ({
  group: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.record({ and: fc.array(tie('group'), { maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('group'), { maxLength: 3 }) }),
    fc.record({ not: tie('group') }),
  ),
}));

it('evaluates trees of tag filters in the database as in TypeScript', async () => {
  const cases = fc.sample(fc.tuple(someTags, group), 500);
  const rows = await db.query<{ matches: boolean }>(sql`
    select tag_group_matches(array(select jsonb_array_elements_text(c.value -> 0)), c.value -> 1) as matches
    from jsonb_array_elements(${json(cases)}) with ordinality as c(value, place) order by place`);
  expect(rows.map(({ matches }) => matches)).toEqual(cases.map(([tags, wanted]) => matchesGroups([...tags], [wanted])));
});

it('evaluates tag modes in the database as in TypeScript', async () => {
  for (const mode of TAG_MODES) {
    const cases = fc.sample(fc.tuple(someTags, fc.subarray([...TAGS], { minLength: 1 })), 60);
    const rows = await db.query<{ matches: boolean }>(sql`
      select tags_match(g.given::text[], g.wanted::text[], ${mode}) as matches
      from unnest(${array(
        cases.map(([given]) => `{${given.join()}}`),
        'text[]',
      )}, ${array(
        cases.map(([, wanted]) => `{${wanted.join()}}`),
        'text[]',
      )}) with ordinality as g(given, wanted, place) order by place`);
    const meant = cases.map(([given, wanted]) =>
      inScope({ ...EMPTY, tags: wanted, tagsMatch: mode }, { id: '', kind: 'world', tags: given }),
    );
    expect(rows.map(({ matches }) => matches)).toEqual(meant);
  }
});

const EMPTY = { tagGroups: null, factTypes: null, excludeMentalModels: false, excludeMentalModelIds: [] };
