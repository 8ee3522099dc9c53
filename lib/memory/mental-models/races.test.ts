import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { db, newTestBank, scope, withTestBank } from '#e2e/fixtures/bank';
import { eventually, jobApp, quickRunner } from '#e2e/fixtures/jobs';
import { plainPlanner } from '#e2e/fixtures/plain-planner';
import { randomInt } from '#e2e/fixtures/random';
import { matchesGroups, type TagGroup } from '#e2e/fixtures/tag-oracle';
import { array, json, sql } from '#lib/base/db/db';
import { TAG_MODES, type TagMode } from '#lib/base/literals';
import { cancelOperation, type Runner, registerHandler } from '#lib/jobs/operations/service';
import { deleteDocument, updateDocument } from '#lib/memory/documents/service';
import { updateMemory } from '#lib/memory/memories/service';
import { type CreateModelBody, createMentalModel, updateMentalModel } from '#lib/memory/mental-models/contract';
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
const running: Runner[] = [];

withTestBank();
afterEach(async () => {
  await Promise.all(running.splice(0).map((runner) => runner.stop()));
  await db.query(sql`delete from job_queue.job`);
});

const services = () => ({ db, embedder });
const run = async (planner: PlanRefresh): Promise<void> => {
  registerHandler(refreshHandler(planner));
  // Every retain asks for it: with nobody who can, it would be brought again and again, and with a hundred banks leave no turn to others.
  registerHandler({ type: CONSOLIDATION, deadlineSeconds: 60, maxAttempts: 1, run: async () => ({}) });
  running.push(await quickRunner(jobApp(db)));
};
const keep = (content: string, document_id: string, tags: readonly string[] = []) =>
  retain(services(), scope, retainBody.parse({ items: [{ content, document_id, timestamp: '2026-03-02', tags }] }));
const create = (more: Record<string, unknown> = {}) =>
  models.createModel(
    db,
    scope,
    createMentalModel.body!.parse({ name: 'Ana', source_query: 'What about Ana?', ...more }) as CreateModelBody,
  );
const patch = (id: string, body: Record<string, unknown>) => models.updateModel(services(), scope, id, updateMentalModel.body!.parse(body));
const open = () =>
  db.query<{ status: string; n: number }>(sql`
    select status, count(*) as n from operations where bank_uid = ${scope.bankUid} and type = 'refresh_mental_model' and status in ('pending', 'processing') group by status order by status`);
const quiet = () => eventually(async () => (await open()).length === 0, 'the end of all refreshes');

/** What a model says, against all that it is about: a fact that fell out of a window is missing for good. */
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

/** A planner that waits in the middle until it is let go. */
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

describe('refreshes side by side', () => {
  it('fifty at once: one runs, one waits', async () => {
    await keep('Ana: I live in Porto.', 'a');
    const { planner, begun, letGo } = gated();
    const { mental_model_id: id } = await create();
    await run(planner);
    await begun;
    const asked = await Promise.all(Array.from({ length: 50 }, () => models.refreshModel(db, scope, id)));
    expect(new Set(asked.map(({ operation_id }) => operation_id)).size).toBe(1);
    expect(asked.filter(({ deduplicated }) => !deduplicated)).toHaveLength(1);
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

  it('a clear in the middle of a refresh: the refresh begins anew, and writes all', async () => {
    await keep('Ana: I live in Porto.', 'a');
    const { mental_model_id: id } = await create({ trigger: { mode: 'delta' } });
    const { planner, begun, letGo } = gated();
    await run(planner);
    await begun;
    await models.clearModel(db, scope, id);
    letGo();
    await quiet();
    await expectWhole(id);
    expect((await models.getHistory(db, scope, id, { limit: 50, offset: 0 })).map(({ change }) => change)).toEqual(['refresh']);
    const { items } = await models.listVersions(db, scope, id, { limit: 10, offset: 0 });
    expect(items.map(({ change }) => change)).toEqual(['refresh', 'clear', 'create']);
  });

  it('other tags in the middle of a refresh: what it read of the former ones is not what counts as read', async () => {
    await keep('Ana: I live in Porto.', 'a', ['x']);
    await keep('Bob: I live in Rome.', 'b', ['y']);
    const { mental_model_id: id } = await create({ tags: ['x'], trigger: { mode: 'delta' } });
    const { planner, begun, letGo } = gated();
    await run(planner);
    await begun;
    await patch(id, { tags: ['y'], name: 'Bob' });
    letGo();
    await quiet();
    await expectWhole(id);
    expect(await models.getModel(db, scope, id, 'full')).toMatchObject({ name: 'Bob', is_stale: false });
  });

  it('deleted in the middle of a refresh: it ends, and nothing is written', async () => {
    await keep('Ana: I live in Porto.', 'a');
    const { mental_model_id: id, operation_id } = await create();
    const { planner, begun, letGo } = gated();
    await run(planner);
    await begun;
    await models.deleteModel(db, scope, id);
    letGo();
    await quiet();
    const [operation] = await db.query<{ status: string }>(
      sql`select status from operations where bank_uid = ${scope.bankUid} and id = ${operation_id}`,
    );
    expect(operation).toEqual({ status: 'cancelled' });
    expect(await db.query(sql`select 1 from mental_model_versions where bank_uid = ${scope.bankUid}`)).toEqual([]);
  });

  it('a memory that comes while the planner reads belongs to the next window', async () => {
    await keep('Ana: I live in Porto.', 'a');
    const { mental_model_id: id } = await create({ trigger: { mode: 'delta' } });
    const { planner, begun, letGo } = gated();
    await run(planner);
    await begun;
    await keep('Ana: I paint.', 'b');
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

/** What is not there any more is no fault of the step. */
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

async function take(id: string, asked: Step, planner: PlanRefresh): Promise<void> {
  switch (asked.kind) {
    case 'retain':
      return void (await keep(`Ana: I have ${asked.word} dogs in ${asked.document}.`, asked.document, asked.tags));
    case 'forget':
      return meanwhile(deleteDocument(db, scope, asked.document));
    case 'invalidate':
      return meanwhile(invalidate(asked.document));
    case 'retag':
      return meanwhile(updateDocument(db, scope, asked.document, { tags: asked.tags }));
    case 'refresh':
      return void (await models.refreshModel(db, scope, id));
    case 'clear':
      return void (await models.clearModel(db, scope, id));
    case 'patch':
      return void (await patch(id, { tags: asked.tags }));
    case 'restore':
      return meanwhile(models.restoreModel(services(), scope, id, { version: asked.version }));
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
/** Each takes a second or two, and many times that beside other work. */
const LIMIT_MS = 60_000 + RUNS * 20_000;

it('whatever comes in whatever order: no fact falls out of a window, no update is lost', { timeout: LIMIT_MS }, async () => {
  const planner = plainPlanner({ pause: () => new Promise((resolve) => setTimeout(resolve, randomInt(15))) });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 8 }), async (rounds) => {
      await newTestBank();
      const { mental_model_id: id } = await create({ tags: ['x'], trigger: { mode: 'delta' } });
      await run(planner);
      for (const round of rounds) await Promise.all(round.map((asked) => take(id, asked, planner)));
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

it('the database means by a tree of tag filters what everybody else means', async () => {
  const cases = fc.sample(fc.tuple(someTags, group), 500);
  const rows = await db.query<{ holds: boolean }>(sql`
    select tag_group_matches(array(select jsonb_array_elements_text(c.value -> 0)), c.value -> 1) as holds
    from jsonb_array_elements(${json(cases)}) with ordinality as c(value, place) order by place`);
  expect(rows.map(({ holds }) => holds)).toEqual(cases.map(([tags, wanted]) => matchesGroups([...tags], [wanted])));
});

it('and by its modes alone', async () => {
  for (const mode of TAG_MODES) {
    const cases = fc.sample(fc.tuple(someTags, fc.subarray([...TAGS], { minLength: 1 })), 60);
    const rows = await db.query<{ holds: boolean }>(sql`
      select tags_match(g.given::text[], g.wanted::text[], ${mode}) as holds
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
    expect(rows.map(({ holds }) => holds)).toEqual(meant);
  }
});

const EMPTY = { tagGroups: null, factTypes: null, excludeMentalModels: false, excludeMentalModelIds: [] };
