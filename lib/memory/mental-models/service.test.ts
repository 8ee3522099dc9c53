import { describe, expect, it } from 'vitest';
import { db, newTestBank, scope, withTestBank } from '#e2e/fixtures/bank';
import { isCitus } from '#e2e/fixtures/citus';
import { jobApp, jobOf } from '#e2e/fixtures/jobs';
import { plainPlanner } from '#e2e/fixtures/plain-planner';
import { array, json, sql, type Tx } from '#lib/base/db/db';
import { countStatements } from '#lib/base/db/observe';
import { newId } from '#lib/base/ids';
import type { FactType } from '#lib/base/literals';
import { questionTerms } from '#lib/base/text/index-terms';
import { getOperation, listOperations } from '#lib/jobs/operations/service';
import { currentBank, deleteBank } from '#lib/memory/banks/service';
import { deleteDocument, updateDocument } from '#lib/memory/documents/service';
import { deleteMemory, updateMemory } from '#lib/memory/memories/service';
import { type CreateMentalModelBody, createMentalModel, type MentalModel, updateMentalModel } from '#lib/memory/mental-models/contract';
import { refreshHandler } from '#lib/memory/mental-models/handler';
import { modelLayer } from '#lib/memory/mental-models/layer';
import type { PlanRefresh, RefreshScope } from '#lib/memory/mental-models/refresh/port';
import { refreshAfterConsolidation, runDue } from '#lib/memory/mental-models/schedule';
import * as models from '#lib/memory/mental-models/service';
import { readStale } from '#lib/memory/mental-models/store-staleness';
import { readDueBanks } from '#lib/memory/mental-models/store-write';
import { consolidationHandler } from '#lib/memory/observations/consolidate';
import { inScope } from '#lib/memory/reflect/scope-filter';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

const embedder = builtinEmbedder();

withTestBank();

const services = () => ({ db, embedder });
const retainText = (content: string, document_id: string, more: Record<string, unknown> = {}) =>
  retain(services(), scope, retainBody.parse({ items: [{ content, document_id, timestamp: '2026-03-02', ...more }] }));
const create = (more: Record<string, unknown> = {}): Promise<{ mental_model_id: string; operation_id: string }> =>
  models.createModel(
    db,
    scope,
    createMentalModel.body!.parse({ name: 'Ana', source_query: 'What about Ana?', ...more }) as CreateMentalModelBody,
  );
const patch = (id: string, body: Record<string, unknown>) => models.updateModel(services(), scope, id, updateMentalModel.body!.parse(body));

/** Runs a refresh as the job runner does, without the row of the operation. */
async function refresh(id: string, planner: PlanRefresh = plainPlanner(), cause = 'asked', more: { mode?: 'full' } = {}) {
  const job = jobOf(jobApp(db, { embedder }), (await currentBank(db, scope))!, { id, cause, ...more });
  return (await refreshHandler(planner).run(job)).result;
}
/** Its blocks also cite another mental model. */
const citing =
  (cited: string): PlanRefresh =>
  async (...args) => {
    const plan = await plainPlanner()(...args);
    const { content: text } = await get(cited);
    const sections = plan.preview.document.sections.map(({ blocks, ...section }) => ({
      ...section,
      blocks: blocks.map((block) => ({ ...block, sourceIds: [...block.sourceIds, cited] })),
    }));
    const fact = { id: cited, kind: 'mental_model' as const, text: text ?? '', context: '' };
    return {
      ...plan,
      preview: { ...plan.preview, document: { ...plan.preview.document, sections } },
      basedOn: [...plan.basedOn, { ...fact, occurredStart: null, occurredEnd: null, mentionedAt: null }],
    };
  };
const get = (id: string): Promise<MentalModel> => models.getModel(db, scope, id, 'full');
const lines = async (id: string): Promise<string[]> => ((await get(id)).content ?? '').split('\n\n').filter(Boolean).sort();
const stale = async (id: string): Promise<string[]> => (await get(id)).stale_reasons ?? [];
const unitOf = async (text: string): Promise<string> =>
  (await db.query<{ id: string }>(sql`select id from memories where bank_uid = ${scope.bankUid} and text like ${`%${text}%`}`))[0]!.id;
/** The queue of the bank. */
const waiting = async (): Promise<{ id: string; later: boolean; cause: string; subject: string }[]> =>
  db.query(sql`
    select id, run_after > now() as later, payload ->> 'cause' as cause, subject from operations
    where bank_uid = ${scope.bankUid} and type = 'refresh_mental_model' and status = 'pending' order by subject`);
const empty = () => db.query(sql`delete from operations where bank_uid = ${scope.bankUid}`);

describe('a model', () => {
  it('is created with an operation and a placeholder', async () => {
    const { mental_model_id: id, operation_id } = await create({ tags: ['b', 'a', 'b'], max_tokens: 300 });
    expect(id).toMatch(/^mm-[0-9a-f]{32}$/);
    expect(await get(id)).toMatchObject({
      ...{ name: 'Ana', tags: ['a', 'b'], max_tokens: 300, state: 'generating', version: 0, operation_id, is_stale: false },
      content: 'This mental model is being written.',
      trigger: { mode: 'full', refresh_after_consolidation: false, keep_trace: false },
    });
    const { operations } = await listOperations(db, scope, { limit: 10, offset: 0, exclude_parents: false });
    expect(operations).toMatchObject([{ id: operation_id, task_type: 'refresh_mental_model', mental_model_id: id, status: 'pending' }]);
  });

  it('reports why its refresh failed, and when it is retried', async () => {
    const { mental_model_id: id, operation_id } = await create({});
    expect((await get(id)).refresh_retry).toBeNull();
    await db.query(sql`
      update operations set error_message = 'The language model was not available.', run_after = '2030-01-01T00:00:00Z', retry_until = '2030-01-02T00:00:00Z'
      where bank_uid = ${scope.bankUid} and id = ${operation_id}`);
    expect((await get(id)).refresh_retry).toEqual({
      message: 'The language model was not available.',
      next_retry_at: '2030-01-01T00:00:00+00:00',
      retry_until: '2030-01-02T00:00:00+00:00',
    });
  });

  it('is named in the list of operations, in one statement, until it is deleted', async () => {
    const { mental_model_id: ana } = await create();
    const { mental_model_id: ben } = await create({ name: 'Ben' });
    await retainText('Ana sails.', 'log');
    await create({ name: 'Cem' });
    await db.query(sql`
      update operations set mental_model_id = null, document_id = case when mental_model_id = ${ben} then 'log' else 'later' end
      where bank_uid = ${scope.bankUid} and mental_model_id <> ${ana}`);
    await db.query(sql`
      update operations set status = 'completed', details = '{"outcome": "content_written", "version": 2}', result = '{"facts": {"added": 3, "dropped": 1, "kept": 0}}'
      where bank_uid = ${scope.bankUid} and mental_model_id = ${ana}`);
    const list = (limit: number) => countStatements(() => listOperations(db, scope, { limit, offset: 0, exclude_parents: false }));
    const { result, statements } = await list(10);
    expect(result.operations.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        { kind: 'mental_model', id: ana, name: 'Ana' },
        { kind: 'document', id: 'log', name: 'log' },
        { kind: 'document', id: 'later', name: null },
      ]),
    );
    expect((await list(1)).statements).toHaveLength(statements.length);
    const one = result.operations.find(({ mental_model_id }) => mental_model_id === ana)!;
    expect(one.details).toEqual({ outcome: 'content_written', version: 2, facts: { added: 3, dropped: 1 } });
    await patch(ana, { name: 'Ana Ruiz' });
    const subject = async () => (await getOperation(db, scope, one.id, { include_payload: false })).subject;
    expect(await subject()).toEqual({ kind: 'mental_model', id: ana, name: 'Ana Ruiz' });
    await models.deleteModel(db, scope, ana);
    expect(await subject()).toEqual({ kind: 'mental_model', id: ana, name: null });
  });

  it('accepts a chosen id, once', async () => {
    await create({ id: 'ana' });
    await expect(create({ id: 'ana' })).rejects.toMatchObject({ code: 'conflict' });
    expect((await waiting()).length).toBe(1);
    await models.deleteModel(db, scope, 'ana');
    expect(await waiting()).toEqual([]);
    await expect(models.deleteModel(db, scope, 'ana')).rejects.toMatchObject({ code: 'not_found' });
    await create({ id: 'ana' });
    expect(await get('ana')).toMatchObject({ version: 0, state: 'generating' });
  });

  it('is listed by tags, most recently refreshed first, at three levels of detail', async () => {
    await create({ id: 'none' });
    await create({ id: 'x', tags: ['x'] });
    await create({ id: 'xy', tags: ['y', 'x'] });
    await refresh('x');
    const ids = async (query: Record<string, unknown>) =>
      (await models.listModels(db, scope, { tags_match: 'any', detail: 'full', limit: 100, offset: 0, ...query })).items.map(
        ({ id }) => id,
      );
    expect(await ids({})).toEqual(['x', 'xy', 'none']);
    expect(await ids({ tags: ['x'] })).toEqual(['x', 'xy']);
    expect(await ids({ tags: ['x', 'y'], tags_match: 'all' })).toEqual(['xy']);
    expect(await ids({ tags: ['x', 'y'], tags_match: 'exact' })).toEqual(['xy']);
    expect(await ids({ tags: ['y', 'x'], tags_match: 'exact' })).toEqual(['xy']);
    expect(await ids({ limit: 1, offset: 1 })).toEqual(['xy']);
    expect(await ids({ order: 'asc' })).toEqual(['none', 'xy', 'x']);
    await patch('x', { name: 'zebra' });
    expect((await ids({ sort: 'name' }))[0]).toBe('x');
    const [one] = (await models.listModels(db, scope, { tags_match: 'any', detail: 'metadata', limit: 1, offset: 0 })).items;
    expect(Object.keys(one!)).not.toEqual(expect.arrayContaining(['content']));
    for (const field of ['source_query', 'content', 'max_tokens', 'trigger', 'reflect_response']) expect(one).not.toHaveProperty(field);
    const [more] = (await models.listModels(db, scope, { tags_match: 'any', detail: 'content', limit: 1, offset: 0 })).items;
    expect(more).toHaveProperty('content');
    expect(more).not.toHaveProperty('reflect_response');
    expect(await models.getModel(db, scope, 'x', 'content')).not.toHaveProperty('is_stale');
  });

  it('hides blocks whose sources a filter excludes', async () => {
    await retainText('Ana: I paint boats in Porto.', 'a', { tags: ['x'] });
    await retainText('Ana: The safe code is 4471.', 'b', { tags: ['y'] });
    const { mental_model_id: id } = await create({ tags: ['x'], trigger: { tag_groups: [{ tags: [], match: 'all' }] } });
    await refresh(id);
    const list = async (query: object) =>
      (await models.listModels(db, scope, { tags_match: 'any', detail: 'full', limit: 10, offset: 0, ...query })).items.find(
        (one) => one.id === id,
      )!;
    expect(JSON.stringify(await list({}))).toContain('4471');
    const hidden = await unitOf('safe code');
    for (const query of [{ tags: ['x'] }, { tags: ['x'], tags_match: 'exact' as const }, { tags: ['x'], detail: 'content' as const }]) {
      const shown = await list(query);
      expect(shown.content).toContain('I paint boats');
      expect(JSON.stringify(shown)).not.toContain('4471');
      expect(JSON.stringify(shown)).not.toContain(hidden);
    }
  });

  it('is updated field by field, the trigger as a whole', async () => {
    const { mental_model_id: id } = await create({ tags: ['a'], trigger: { mode: 'delta', refresh_cron: '0 6 * * *', keep_trace: true } });
    const before = await get(id);
    expect(before.next_refresh_at).toBeTruthy();
    expect(await patch(id, { name: 'Ana R', tags: null })).toMatchObject({ name: 'Ana R', tags: ['a'], trigger: { mode: 'delta' } });
    const after = await patch(id, { trigger: { mode: 'full' }, tags: [] });
    expect(after).toMatchObject({ tags: [], trigger: { mode: 'full', keep_trace: false, refresh_cron: null }, next_refresh_at: null });
    expect(after).not.toHaveProperty('is_stale');
    await expect(patch('nobody', { name: 'x' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a refresh', () => {
  it('writes a version with its sources, and updates both times', async () => {
    await retainText('Ana: I live in Porto.', 'a');
    const { mental_model_id: id } = await create();
    expect(await stale(id)).toEqual(['never_refreshed']);
    expect(await refresh(id, plainPlanner(), 'create')).toMatchObject({ outcome: 'content_written', version: 1, mode: 'full' });
    const model = await get(id);
    expect(model).toMatchObject({
      state: 'ready',
      version: 1,
      is_stale: false,
      method: 'plain',
      reflect_response: { outcome: 'content_written' },
    });
    expect(model.reflect_response!.based_on.world!.concat(model.reflect_response!.based_on.experience!)).toHaveLength(1);
    expect(model.last_memory_seen_at).toBeTruthy();
    expect(await refresh(id)).toMatchObject({ outcome: 'content_unchanged', version: 1 });
    expect(await models.listVersions(db, scope, id, { limit: 10, offset: 0 })).toMatchObject({
      total: 2,
      items: [
        { version: 1, change: 'refresh', cause: 'create', is_current: true, facts_added: 1, actor: { kind: 'system', label: 'test' } },
        { version: 0, change: 'create', is_current: false },
      ],
    });
    expect(await models.getHistory(db, scope, id, { limit: 50, offset: 0 })).toMatchObject([
      { version: 1, previous_content: 'This mental model is being written.' },
    ]);
  });

  it('reads new memories, and removes deleted ones', async () => {
    await retainText('Ana: I live in Porto.', 'a');
    await retainText('Ana: I have a dog.', 'b');
    const { mental_model_id: id } = await create({ trigger: { mode: 'delta' } });
    await refresh(id);
    await retainText('Ana: I paint.', 'c');
    expect(await stale(id)).toEqual(['new_memories']);
    expect(await refresh(id)).toMatchObject({ mode: 'delta', version: 2, facts: { added: 1, kept: 2 } });
    expect((await lines(id)).length).toBe(3);
    await updateMemory({ db, embedder } as never, scope, await unitOf('Porto'), { state: 'invalidated' } as never);
    expect(await stale(id)).toEqual(['memories_gone', 'sources_gone']);
    await refresh(id);
    expect(await stale(id)).toEqual([]);
    await deleteMemory({ db } as never, scope, await unitOf('dog'));
    expect(await stale(id)).toEqual(['memories_gone', 'sources_gone']);
    await refresh(id);
    await updateMemory({ db, embedder } as never, scope, await unitOf('paint'), { text: 'Ana: I draw.' } as never);
    expect(await stale(id)).toEqual(['new_memories']);
    await refresh(id);
    expect(await lines(id)).toEqual([expect.stringContaining('I draw')]);
    await deleteDocument(db, scope, 'c');
    expect(await stale(id)).toContain('memories_gone');
    expect(await refresh(id)).toMatchObject({ no_evidence: true });
    expect(await get(id)).toMatchObject({ state: 'empty', content: '', is_stale: false });
  });

  it('notices memories that lose or get its tags', async () => {
    await retainText('Ana: I live in Porto.', 'a', { tags: ['x'] });
    const { mental_model_id: x } = await create({ tags: ['x'], trigger: { mode: 'delta' } });
    const { mental_model_id: y } = await create({ tags: ['y'], trigger: { mode: 'delta' } });
    await refresh(x);
    await refresh(y);
    expect([await stale(x), await stale(y)]).toEqual([[], []]);
    await updateDocument(db, scope, 'a', { tags: ['y'] });
    expect(await stale(x)).toContain('memories_gone');
    expect(await stale(y)).toEqual(['new_memories']);
  });

  it('preserves the content after a failure, and the next refresh continues from it', async () => {
    await retainText('Ana: I live in Porto.', 'a');
    const { mental_model_id: id } = await create({ trigger: { mode: 'delta' } });
    await refresh(id);
    await patch(id, { source_query: 'Where is Ana?' });
    expect(await stale(id)).toEqual(['source_query_changed']);
    await retainText('Ana: I paint.', 'b');
    await expect(refresh(id, plainPlanner({ failWith: () => 'delta_ops_failed' }))).rejects.toMatchObject({
      code: 'delta_ops_failed',
      details: { outcome: 'refresh_failed_delta_not_applied' },
    });
    const failed = await get(id);
    expect(failed).toMatchObject({ state: 'failed', version: 1, last_error: { code: 'delta_ops_failed' } });
    expect(failed.stale_reasons).toEqual(['source_query_changed', 'new_memories']);
    // The new query is not stored as the query of the content.
    expect(await refresh(id)).toMatchObject({ mode: 'full', mode_reason: 'source_query_changed' });
    const refreshed = await get(id);
    expect(refreshed).toMatchObject({ state: 'ready', is_stale: false });
    expect(refreshed.last_error ?? null).toBeNull();
  });

  it('starts again if the scope changes meanwhile', async () => {
    await retainText('Ana: I live in Porto.', 'a', { tags: ['x'] });
    await retainText('Bob: I live in Rome.', 'b', { tags: ['y'] });
    const { mental_model_id: id } = await create({ tags: ['x'], trigger: { mode: 'delta' } });
    let rounds = 0;
    const pause = async () => {
      if (++rounds === 1) await patch(id, { tags: ['y'] });
    };
    await refresh(id, plainPlanner({ pause }));
    expect(rounds).toBe(2);
    expect(await lines(id)).toEqual([expect.stringContaining('Rome')]);
    // After a change of tags, all memories with the new tags are new.
    await patch(id, { tags: [] });
    expect(await stale(id)).toEqual(['new_memories']);
    await refresh(id);
    expect((await lines(id)).length).toBe(2);
  });

  it('writes nothing if the mental model is deleted or recreated under its id', async () => {
    await retainText('Ana: I live in Porto.', 'a');
    await create({ id: 'ana' });
    expect(await refresh('ana', plainPlanner({ pause: async () => void (await models.deleteModel(db, scope, 'ana')) }))).toEqual({
      outcome: 'model_gone',
    });
    await create({ id: 'ana' });
    const pause = async () => {
      await models.deleteModel(db, scope, 'ana');
      await create({ id: 'ana', name: 'Another' });
    };
    expect(await refresh('ana', plainPlanner({ pause }))).toEqual({ outcome: 'model_gone' });
    expect(await get('ana')).toMatchObject({ version: 0, name: 'Another' });
  });
});

describe('the versions of a mental model', () => {
  it('are created by clear and restore', async () => {
    await retainText('Ana: I live in Porto.', 'a');
    const { mental_model_id: id } = await create({ trigger: { mode: 'delta' } });
    await refresh(id);
    const before = await get(id);
    const cleared = await models.clearModel(db, scope, id);
    expect(cleared).toMatchObject({ content: '', version: 2, state: 'empty', last_refreshed_at: before.last_refreshed_at });
    expect(cleared.reflect_response).toEqual(before.reflect_response);
    expect(await stale(id)).toEqual(['new_memories']);
    expect(await models.clearModel(db, scope, id)).toMatchObject({ version: 2, state: 'empty' });
    await expect(refresh(id, plainPlanner({ failWith: () => 'empty_content' }))).rejects.toMatchObject({ code: 'empty_content' });
    expect(await get(id)).toMatchObject({ version: 2, state: 'failed' });
    const again = await models.clearModel(db, scope, id);
    expect(again).toMatchObject({ version: 2, state: 'empty' });
    expect(again.last_error ?? null).toBeNull();
    await retainText('Ana: I paint.', 'b');
    expect(await models.restoreModel(services(), scope, id, { version: 1 })).toMatchObject({
      version: 3,
      content: before.content,
      state: 'ready',
    });
    expect(await models.restoreModel(services(), scope, id, { version: 3 })).toMatchObject({ version: 3, content: before.content });
    expect(await stale(id)).toEqual(['new_memories']);
    expect(await refresh(id)).toMatchObject({ mode: 'delta', facts: { added: 1, kept: 1 } });
    const version = await models.getVersion(db, scope, id, 3);
    expect(version).toMatchObject({ change: 'restore', restored_version: 1, content: before.content, sources: [{ state: 'live' }] });
    expect(version.document!.sections[0]!.blocks[0]!.source_ids).toEqual(version.source_ids);
    expect((await models.getHistory(db, scope, id, { limit: 50, offset: 0 })).map(({ version: n, change }) => [n, change])).toEqual([
      [4, 'refresh'],
      [3, 'restore'],
      [2, 'clear'],
      [1, 'refresh'],
    ]);
    await expect(models.restoreModel(services(), scope, id, { version: 99 })).rejects.toMatchObject({ code: 'not_found' });
    await expect(models.getVersion(db, scope, 'nobody', 0)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('contain content and sources in every entry, page by page', async () => {
    await retainText('Ana: I live in Porto.', 'a');
    const { mental_model_id: id } = await create({ trigger: { mode: 'delta' } });
    await refresh(id);
    await retainText('Ana: I paint murals.', 'b');
    await refresh(id);
    const { content, blocks } = await get(id);
    expect(blocks!.map(({ text, source_ids }) => [text, source_ids])).toEqual([
      ['Ana: I live in Porto.', [await unitOf('Porto')]],
      ['Ana: I paint murals.', [await unitOf('murals')]],
    ]);
    const page = async (offset: number) => models.getHistory(db, scope, id, { limit: 1, offset });
    expect(await page(0)).toMatchObject([{ version: 2, content, blocks, previous_content: 'Ana: I live in Porto.' }]);
    expect(await page(1)).toMatchObject([{ version: 1, content: 'Ana: I live in Porto.', blocks: blocks!.slice(0, 1) }]);
    expect(await page(2)).toEqual([]);
  });

  it('report the states of sources, without the text of deleted ones', async () => {
    await retainText('Ana: I live in Porto.', 'a');
    await retainText('Ana: I have a dog.', 'b');
    await retainText('Ana: I paint.', 'c');
    const { mental_model_id: id } = await create();
    await refresh(id);
    await updateMemory({ db, embedder } as never, scope, await unitOf('Porto'), { state: 'invalidated' } as never);
    await updateMemory({ db, embedder } as never, scope, await unitOf('paint'), { text: 'Ana: I draw.' } as never);
    await deleteMemory({ db } as never, scope, await unitOf('dog'));
    const { sources } = await models.getVersion(db, scope, id, 1);
    expect(sources.map(({ state }) => state).sort()).toEqual(['deleted', 'edited', 'invalidated']);
    expect(sources.find(({ state }) => state === 'deleted')).toMatchObject({ text: null });
  });

  it.each([
    [{ refresh_after_consolidation: true }, ['consolidation']],
    [{ refresh_cron: '0 6 * * *' }, ['cron']],
    [{}, []],
  ])('requests a refresh after a restore with deleted sources, with trigger %j', async (trigger, causes) => {
    await retainText('Ana: I live in Porto.', 'a');
    await retainText('Ana: I have a dog.', 'b');
    const { mental_model_id: id } = await create({ trigger });
    await refresh(id);
    await models.clearModel(db, scope, id);
    await empty();
    await models.restoreModel(services(), scope, id, { version: 1 });
    expect(await waiting()).toEqual([]);
    await deleteDocument(db, scope, 'a');
    await models.restoreModel(services(), scope, id, { version: 1 });
    expect((await waiting()).map(({ cause }) => cause)).toEqual(causes);
    await refresh(id);
    expect(await lines(id)).toHaveLength(1);
  });

  it('are immutable, and deleted only with the mental model or the bank', async () => {
    const { mental_model_id: id } = await create();
    await expect(db.query(sql`update mental_model_versions set content = 'x' where bank_uid = ${scope.bankUid}`)).rejects.toThrow();
    await expect(db.query(sql`delete from mental_model_versions where bank_uid = ${scope.bankUid}`)).rejects.toThrow();
    await models.deleteModel(db, scope, id);
    await retainText('Ana: I live in Porto.', 'a');
    await create();
    await deleteBank(db, scope);
    for (const table of ['mental_models', 'mental_model_versions', 'memory_tombstones', 'model_block_sources'])
      expect(await db.query(sql`select 1 from ${sql.raw(table)} where bank_uid = ${scope.bankUid}`)).toEqual([]);
  });
});

describe('staleness', () => {
  it('of a thousand mental models is computed correctly in one statement', async () => {
    await retainText('Ana: I live in Porto.', 'a', { tags: ['x'] });
    await create({ id: 'seed', tags: ['x'] });
    await refresh('seed');
    await db.query(sql`
      insert into mental_models (bank_uid, id, uid, name, source_query, tags, max_tokens, trigger, scope_tags, scope_mode, state, built_query, seen_revision)
      select bank_uid, 'm' || n, gen_random_uuid(), name, source_query, array['t' || n], max_tokens, trigger, array['t' || n], 'all_strict', 'ready', source_query, seen_revision
      from mental_models, generate_series(1, 999) n where bank_uid = ${scope.bankUid} and id = 'seed'`);
    await retainText('Bob: I live in Rome.', 'b', { tags: ['t7', 'x'] });
    const { result, statements } = await countStatements(() =>
      models.listModels(db, scope, { tags_match: 'any', detail: 'metadata', limit: 1000, offset: 0 }),
    );
    expect(result.total).toBe(1000);
    expect(
      result.items
        .filter(({ is_stale }) => is_stale)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['m7', 'seed']);
    expect(statements.length).toBe(2);
    expect(statements.filter(({ text }) => text.includes('has_news')).length).toBe(1);
  });

  describe('of a mental model that has read little of a large bank', () => {
    const SCOPES = [
      { factTypes: null, tags: [], tagsMatch: 'any', tagGroups: null },
      { factTypes: null, tags: [], tagsMatch: 'exact', tagGroups: null },
      { factTypes: ['experience'], tags: [], tagsMatch: 'any', tagGroups: null },
      { factTypes: ['observation'], tags: [], tagsMatch: 'any', tagGroups: null },
      { factTypes: null, tags: ['new'], tagsMatch: 'all_strict', tagGroups: null },
      { factTypes: null, tags: ['common'], tagsMatch: 'all_strict', tagGroups: null },
      { factTypes: null, tags: ['common'], tagsMatch: 'any', tagGroups: null },
      { factTypes: null, tags: ['rare', 'new'], tagsMatch: 'exact', tagGroups: null },
      { factTypes: null, tags: ['rare'], tagsMatch: 'any_strict', tagGroups: null },
      { factTypes: ['experience'], tags: ['rare'], tagsMatch: 'any_strict', tagGroups: null },
      { factTypes: null, tags: ['unknown'], tagsMatch: 'all_strict', tagGroups: null },
      { factTypes: null, tags: [], tagsMatch: 'any', tagGroups: [{ tags: ['rare'], match: 'any_strict' }] },
    ].map((of) => ({ ...of, excludeMentalModels: false, excludeMentalModelIds: [] }) as RefreshScope);
    /** 2,500 recent memories and 3,500 before, of which three differ. */
    const setUp = async (seen: readonly number[]) => {
      await retainText('Ana: I live in Porto.', 'a', { tags: ['first'] });
      await db.query(sql`
        insert into memories (bank_uid, id, fact_type, text, tokens, term_count, extractor, search, revision, tags)
        select bank_uid, gen_random_uuid(), case when n = 12 then 'experience' else 'world' end, text, tokens, term_count, extractor, search, 100 + n,
          case when n > 3500 then '{new}' when n = 10 then '{rare}' when n = 11 then '{}' else '{common}' end::text[]
        from memories, generate_series(1, 6000) n where bank_uid = ${scope.bankUid}`);
      await db.query(sql`analyze memories`);
      await create({ id: 'seed' });
      const kinds = SCOPES.flatMap((of, i) => seen.map((revision) => ({ id: `m${i}-${revision}`, of, revision })));
      for (const { id, of, revision } of kinds)
        await db.query(sql`
          insert into mental_models (bank_uid, id, uid, name, source_query, tags, max_tokens, trigger, scope_tags, scope_mode, scope_groups, scope_types, state, built_query, seen_revision)
          select bank_uid, ${id}, gen_random_uuid(), name, source_query, tags, max_tokens, trigger, ${array(of.tags, 'text[]')}, ${of.tagsMatch},
            ${of.tagGroups && json(of.tagGroups)}, ${of.factTypes && array(of.factTypes, 'text[]')}, 'ready', source_query, ${revision}
          from mental_models where bank_uid = ${scope.bankUid} and id = 'seed'`);
      return kinds;
    };

    it('is that of a comparison with all memories', async () => {
      const kinds = await setUp([0, 111, 3000, 3700, 5000, 6100]);
      const memories = await db.query<{ id: string; fact_type: FactType; tags: string[]; revision: number }>(
        sql`select id, fact_type, tags, revision from memories where bank_uid = ${scope.bankUid} order by revision`,
      );
      const lastOf = ({ of, revision }: (typeof kinds)[number]) =>
        memories.findLast((one) => one.revision > revision && inScope(of, { ...one, kind: one.fact_type }))?.revision ?? null;
      const expected = kinds.filter((kind) => lastOf(kind) !== null).map(({ id }) => id);
      const all = await readStale(
        db,
        scope,
        kinds.map(({ id }) => id),
      );
      expect([...all].sort()).toEqual(expected.sort());
      for (const kind of kinds) {
        expect([kind.id, (await models.getModel(db, scope, kind.id, 'full')).stale_revision]).toEqual([kind.id, lastOf(kind)]);
        expect([...(await readStale(db, scope, [kind.id]))]).toEqual(lastOf(kind) === null ? [] : [kind.id]);
      }
    });

    // The rows that a worker reads are not counted for the session at the coordinator.
    it.skipIf(isCitus())('reads only the latest memories, if they or its tags decide', async () => {
      await setUp([0]);
      const fetchedBy = (work: (tx: Tx) => Promise<unknown>) =>
        db.transaction(async (tx) => {
          // The table of the test is too small for an index to be worth it.
          await tx.query(sql`select set_config(name, 'off', true) from unnest(array['enable_seqscan', 'enable_sort']) name`);
          await tx.query(sql`set local plan_cache_mode = force_custom_plan`);
          const fetched = async () =>
            (
              await tx.query<{ n: number }>(
                sql`select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as n from pg_stat_xact_user_tables where relname = 'memories'`,
              )
            )[0]!.n;
          const before = await fetched();
          await work(tx);
          return (await fetched()) - before;
        });
      for (const id of ['m0-0', 'm3-0', 'm4-0', 'm7-0', 'm8-0', 'm9-0', 'm10-0'])
        expect([id, await fetchedBy((tx) => readStale(tx, scope, [id]))]).toEqual([id, expect.closeTo(2000, -2)]);
      expect(await fetchedBy((tx) => models.getModel(tx, scope, 'm0-0', 'metadata'))).toBe(0);
      expect(await fetchedBy((tx) => models.getModel(tx, scope, 'm0-0', 'content'))).toBe(0);
    });
  });

  it('of one mental model includes the revision of the last addition or deletion', async () => {
    await retainText('Ana: I live in Porto.', 'a', { tags: ['x'] });
    await create({ id: 'm', tags: ['x'] });
    await refresh('m');
    const revision = async () => (await models.getModel(db, scope, 'm', 'full')).stale_revision;
    expect(await revision()).toBeNull();
    await retainText('Bob: I live in Rome.', 'b', { tags: ['y'] });
    expect(await revision()).toBeNull();
    const seen: number[] = [];
    await retainText('Ana: I live in Rome.', 'c', { tags: ['x'] });
    seen.push((await revision())!);
    await retainText('Ana: I live in Faro.', 'd', { tags: ['x'] });
    seen.push((await revision())!);
    await deleteDocument(db, scope, 'd');
    seen.push((await revision())!);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
    await refresh('m');
    expect(await revision()).toBeNull();
  });

  it('drops tombstones once every mental model has read them', async () => {
    await create({ id: 'a' });
    await create({ id: 'b' });
    await retainText('Ana: I live in Porto.', 'a');
    await deleteDocument(db, scope, 'a');
    const tombs = async () => (await db.query(sql`select 1 from memory_tombstones where bank_uid = ${scope.bankUid}`)).length;
    expect(await tombs()).toBe(1);
    await refresh('a');
    expect(await tombs()).toBe(1);
    await refresh('b');
    expect(await tombs()).toBe(0);
  });
});

describe('the causes of refreshes', () => {
  it('a caller: one refresh waits, and does not join a running one', async () => {
    const { mental_model_id: id, operation_id } = await create();
    expect(await models.refreshModel(db, scope, id)).toEqual({ operation_id, status: 'queued', deduplicated: true });
    await db.query(sql`
      update operations set status = 'processing', lease_token = ${newId()}, lease_until = now() + interval '1 hour' where bank_uid = ${scope.bankUid}`);
    const next = await models.refreshModel(db, scope, id);
    expect(next.operation_id).not.toBe(operation_id);
    expect((await get(id)).operation_id).toBe(operation_id);
    expect((await models.refreshModel(db, scope, id)).operation_id).toBe(next.operation_id);
  });

  it('consolidation: refreshes stale mental models after the interval, or at once on request', async () => {
    await retainText('Ana: I live in Porto.', 'a', { tags: ['x'] });
    const after = { trigger: { refresh_after_consolidation: true } };
    await create({ id: 'parked', tags: ['x'], trigger: { refresh_after_consolidation: true, min_refresh_interval_seconds: 3600 } });
    await create({ id: 'ready', tags: ['x'], ...after });
    await create({ id: 'elsewhere', tags: ['z'], ...after });
    await create({ id: 'manual', tags: ['x'] });
    for (const id of ['parked', 'ready', 'elsewhere', 'manual']) await refresh(id);
    await empty();
    await db.transaction((tx) => refreshAfterConsolidation(tx, scope));
    expect(await waiting()).toEqual([]);
    await retainText('Ana: I paint.', 'b', { tags: ['x'] });
    await empty();
    await db.transaction((tx) => refreshAfterConsolidation(tx, scope));
    expect(await waiting()).toMatchObject([
      { subject: 'parked', later: true, cause: 'consolidation' },
      { subject: 'ready', later: false, cause: 'consolidation' },
    ]);
    await models.refreshModel(db, scope, 'parked');
    expect(await waiting()).toMatchObject([{ subject: 'parked', later: false, cause: 'asked' }, { subject: 'ready' }]);
  });

  it('consolidation: requests refreshes of many mental models in a few statements', async () => {
    await create({ id: 'seed', trigger: { refresh_after_consolidation: true } });
    await refresh('seed');
    await db.query(sql`
      insert into mental_models (bank_uid, id, uid, name, source_query, tags, max_tokens, trigger, scope_tags, scope_mode, after_consolidation, state, built_query, seen_revision)
      select bank_uid, 'm' || n, gen_random_uuid(), name, source_query, tags, max_tokens, trigger, scope_tags, scope_mode, true, 'ready', source_query, seen_revision
      from mental_models, generate_series(1, 249) n where bank_uid = ${scope.bankUid} and id = 'seed'`);
    await retainText('Ana: I live in Porto.', 'a');
    await empty();
    const { operation_id } = await models.refreshModel(db, scope, 'm7');
    const { statements } = await countStatements(() => db.transaction((tx) => refreshAfterConsolidation(tx, scope)));
    expect(statements.length).toBeLessThan(30);
    const queued = await waiting();
    expect(queued).toHaveLength(250);
    expect(new Set(queued.map(({ subject }) => subject)).size).toBe(250);
    expect(queued.filter(({ cause }) => cause !== 'consolidation')).toMatchObject([{ id: operation_id, subject: 'm7', cause: 'asked' }]);
    const [jobs] = await db.query<{ n: number }>(sql`
      select count(distinct delivery_id) as n from operations where bank_uid = ${scope.bankUid} and delivery_id is not null`);
    expect(jobs!.n).toBe(250);
    const again = await countStatements(() => db.transaction((tx) => refreshAfterConsolidation(tx, scope)));
    expect(again.statements.length).toBeLessThan(30);
    expect(await waiting()).toEqual(queued);
  });

  it('cron: refreshes once if there is something new, for any number of processes', async () => {
    await retainText('Ana: I live in Porto.', 'a');
    for (const id of ['one', 'two']) await create({ id, trigger: { refresh_cron: '*/5 * * * *' } });
    await refresh('one');
    await empty();
    const due = () => db.query(sql`update mental_models set next_run_at = now() - interval '1 minute' where bank_uid = ${scope.bankUid}`);
    await due();
    // A change of other fields loses no run; a change of the schedule applies at once.
    await patch('one', { name: 'Another name' });
    expect(new Date((await get('one')).next_refresh_at!).getTime()).toBeLessThan(Date.now());
    const counts = await Promise.all([runDue(db), runDue(db), runDue(db)]);
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(2);
    expect(await waiting()).toMatchObject([{ subject: 'two', cause: 'cron' }]);
    expect(new Date((await get('one')).next_refresh_at!).getTime()).toBeGreaterThan(Date.now());
    expect(await runDue(db)).toBe(0);
    await retainText('Ana: I paint.', 'b');
    await empty();
    await due();
    await runDue(db);
    expect((await waiting()).map(({ subject }) => subject)).toEqual(['one', 'two']);
  });

  it('cron: a round omits banks that were moved away', async () => {
    const due = async () => {
      await create({ id: 'due', trigger: { refresh_cron: '*/5 * * * *' } });
      await db.query(sql`update mental_models set next_run_at = now() - interval '1 minute' where bank_uid = ${scope.bankUid}`);
      return scope.bankUid;
    };
    const moved = await due();
    // As a move leaves it, until it is purged.
    await db.query(sql`update banks set org_id = null where uid = ${moved}`);
    await newTestBank();
    const both = [moved, await due()];
    const round = (await readDueBanks(db, 1000)).map(({ uid }) => uid);
    await db.query(sql`delete from mental_models where bank_uid = any(${array(both, 'bigint[]')})`);
    expect(round.filter((uid) => both.includes(uid))).toEqual([scope.bankUid]);
  });

  it('a caller: refreshes in full mode, even if another refresh waits', async () => {
    await retainText('Ana: I live in Porto.', 'a');
    const { mental_model_id: id } = await create({ trigger: { mode: 'delta' } });
    await refresh(id);
    expect(await get(id)).toMatchObject({ last_full_refreshed_at: (await get(id)).last_refreshed_at });
    await retainText('Ana: I paint.', 'b');
    await refresh(id);
    const delta = await get(id);
    expect(new Date(delta.last_full_refreshed_at!).getTime()).toBeLessThan(new Date(delta.last_refreshed_at).getTime());
    await empty();
    const { operation_id } = await models.refreshModel(db, scope, id);
    expect(await models.refreshModel(db, scope, id, { mode: 'full' })).toMatchObject({ operation_id, deduplicated: true });
    const [row] = await db.query<{ payload: unknown }>(sql`select payload from operations where id = ${operation_id}`);
    expect(row!.payload).toEqual({ id, cause: 'asked', mode: 'full' });
    const result = await refresh(id, plainPlanner(), 'asked', { mode: 'full' });
    expect(result).toMatchObject({ mode: 'full', mode_requested: 'full' });
    expect((await get(id)).trigger).toMatchObject({ mode: 'delta' });
  });

  it('a second cron expression: refreshes in full mode if a delta was written since', async () => {
    await retainText('Ana: I live in Porto.', 'a');
    for (const id of ['one', 'two'])
      await create({ id, trigger: { mode: 'delta', refresh_cron: '0 0 1 1 *', full_refresh_cron: '*/5 * * * *' } });
    expect(new Date((await get('one')).next_refresh_at!).getTime()).toBeLessThan(Date.now() + 301_000);
    for (const id of ['one', 'two']) await refresh(id);
    await retainText('Ana: I paint.', 'b');
    for (const id of ['one', 'two']) await refresh(id);
    await refresh('two', plainPlanner(), 'asked', { mode: 'full' });
    await empty();
    await db.query(sql`update mental_models set next_run_at = now() - interval '6 minutes' where bank_uid = ${scope.bankUid}`);
    expect(await runDue(db)).toBe(2);
    const rows = await db.query(sql`select subject, payload from operations where bank_uid = ${scope.bankUid}`);
    expect(rows).toEqual([{ subject: 'one', payload: { id: 'one', cause: 'cron', mode: 'full' } }]);
  });
});

describe('as a layer of evidence', () => {
  const question = 'What does Ana paint?';
  const search = async (more: Record<string, unknown> = {}) => {
    const [vector] = await embedder.embed([question]);
    const base = { query: question, vector: vector!, embeddingModel: embedder.model, terms: questionTerms(question) };
    const matches = await modelLayer.search(db, scope, { ...base, tags: null, excludeIds: [], limit: 5, ...more });
    return matches.map(({ id, isStale }) => [id, isStale]);
  };

  it('finds mental models by words and meaning within the tags, without empty ones', async () => {
    await retainText('Ana: I live in Porto and paint portraits.', 'a', { tags: ['x'] });
    await create({ id: 'ana', name: 'Ana the painter', tags: ['x'] });
    await create({ id: 'blank', name: 'Ana the painter', tags: ['q'] });
    await refresh('ana');
    expect(await search()).toEqual([['ana', false]]);
    expect(await search({ vector: null })).toEqual([['ana', false]]);
    expect(await search({ tags: { kind: 'leaf', tags: ['x'], mode: 'all_strict' } })).toEqual([['ana', false]]);
    expect(await search({ tags: { kind: 'not', part: { kind: 'leaf', tags: ['x'], mode: 'any_strict' } } })).toEqual([]);
    expect(await search({ excludeIds: ['ana'] })).toEqual([]);
    // A mental model without tags uses all memories, so it may contain what a filter excludes.
    await create({ id: 'all', name: 'Ana the painter' });
    await refresh('all');
    expect(await search({ excludeIds: ['ana'] })).toEqual([['all', false]]);
    for (const filter of [
      { kind: 'leaf', tags: [], mode: 'exact' },
      { kind: 'leaf', tags: ['q'], mode: 'any' },
      { kind: 'not', part: { kind: 'leaf', tags: ['x'], mode: 'any_strict' } },
    ])
      expect(await search({ excludeIds: ['ana'], tags: filter })).toEqual([]);
    await models.deleteModel(db, scope, 'all');
    await retainText("Ana: I don't paint any more.", 'b', { tags: ['x'] });
    expect(await search()).toEqual([['ana', true]]);
    await patch('ana', { name: 'Of gardens' });
    expect(await search()).toEqual([['ana', true]]);
  });

  describe('that cites another mental model', () => {
    const filter = (tag: string) => ({ kind: 'leaf', tags: [tag], mode: 'any' });
    const listed = async (tag: string) => {
      const { items } = await models.listModels(db, scope, { tags: [tag], tags_match: 'any', detail: 'full', limit: 10, offset: 0 });
      return items.find(({ id }) => id === 'ana')?.content;
    };
    /** `ana` may be read with the tag `open`, and cites only `other` and a memory with that tag. */
    const setUp = async (other: { tags: string[]; readsHidden: boolean }) => {
      await retainText('Ana: I paint portraits.', 'a', { tags: ['open'] });
      await retainText('Ana: I earn 4471 a month.', 'b', { tags: ['hr'] });
      const groups = [{ tags: [other.readsHidden ? 'hr' : 'open'], match: 'any_strict' }];
      await create({ id: 'other', name: 'Of money', tags: other.tags, trigger: { tag_groups: groups } });
      await refresh('other');
      await create({ id: 'ana', name: 'Ana the painter', tags: ['open'] });
      await refresh('ana', citing('other'));
      expect(await search({ excludeIds: ['other'] })).toEqual([['ana', false]]);
    };

    it('passes a filter with it and its memories', async () => {
      await setUp({ tags: ['open'], readsHidden: false });
      expect(await search({ excludeIds: ['other'], tags: filter('open') })).toEqual([['ana', false]]);
      expect(await listed('open')).toContain('I paint portraits');
    });

    it.each([
      ['has other tags', { tags: ['hr'], readsHidden: false }],
      ['was written from hidden memories', { tags: ['open'], readsHidden: true }],
    ])('passes no filter if that one %s', async (_, other) => {
      await setUp(other);
      expect(await search({ excludeIds: ['other'], tags: filter('open') })).toEqual([]);
      expect(await listed('open')).toBe('');
    });

    it('does not pass because that one was rewritten since', async () => {
      await setUp({ tags: ['open'], readsHidden: true });
      await patch('other', { trigger: { tag_groups: [{ tags: ['open'], match: 'any_strict' }] } });
      await refresh('other');
      expect(await search({ excludeIds: ['other'], tags: filter('open') })).toEqual([]);
      expect(await listed('open')).toBe('');
      await refresh('ana', citing('other'));
      expect(await search({ excludeIds: ['other'], tags: filter('open') })).toEqual([['ana', false]]);
      expect(await listed('open')).toContain('I paint portraits');
    });

    it('does not pass if that one cites a hidden one', async () => {
      await retainText('Ana: I paint portraits.', 'a', { tags: ['open'] });
      await create({ id: 'hidden', name: 'Of money', tags: ['hr'], trigger: { tag_groups: [] } });
      await refresh('hidden');
      await create({ id: 'other', name: 'Of money', tags: ['open'] });
      await refresh('other', citing('hidden'));
      await create({ id: 'ana', name: 'Ana the painter', tags: ['open'] });
      await refresh('ana', citing('other'));
      expect(await search({ excludeIds: ['other', 'hidden'] })).toEqual([['ana', false]]);
      expect(await search({ excludeIds: ['other', 'hidden'], tags: filter('open') })).toEqual([]);
      expect(await listed('open')).toBe('');
    });
  });

  it('finds mental models by their question, and by a changed one at once', async () => {
    await retainText('Ana: I live in Porto and paint portraits.', 'a');
    await create({ id: 'ana', name: 'Notes', source_query: 'Which pastimes fill the weekends of Ana?' });
    await refresh('ana');
    const by = async (query: string) => search({ terms: questionTerms(query), vector: (await embedder.embed([query]))[0] ?? null });
    expect(await by('Which pastimes fill her weekends?')).toEqual([['ana', false]]);
    expect(await by('Who mends violins?')).toEqual([]);
    await patch('ana', { source_query: 'Who mends violins?' });
    expect(await by('Who mends violins?')).toEqual([['ana', true]]);
    expect(await db.query(sql`select embedding_model as by from mental_models where bank_uid = ${scope.bankUid}`)).toEqual([
      { by: embedder.model },
    ]);
    expect(await by('Which pastimes fill her weekends?')).toEqual([]);
  });

  it.each([
    ['a document that was deleted', () => deleteDocument(db, scope, 'b')],
    ['a memory that was deleted', async () => deleteMemory({ db } as never, scope, await unitOf('murals'))],
    [
      'a memory that was invalidated',
      async () => updateMemory({ db, embedder } as never, scope, await unitOf('murals'), { state: 'invalidated' } as never),
    ],
  ])('excludes a mental model that cites %s until its refresh', async (_, remove) => {
    await retainText('Ana: I paint portraits.', 'a');
    await retainText('Ana: I paint murals.', 'b');
    await create({ id: 'ana', name: 'Ana the painter' });
    await refresh('ana');
    expect(await search()).toEqual([['ana', false]]);
    await remove();
    expect(await stale('ana')).toContain('sources_gone');
    expect(await search()).toEqual([]);
    await refresh('ana');
    expect(await search()).toEqual([['ana', false]]);
    expect(await lines('ana')).toHaveLength(1);
  });

  it('excludes a mental model with an edited source until its refresh', async () => {
    await retainText('Ana: I paint portraits.', 'a');
    await create({ id: 'ana', name: 'Ana the painter', trigger: { mode: 'delta' } });
    await refresh('ana');
    await updateMemory(services(), scope, await unitOf('portraits'), { text: 'Ana: I paint murals.', resolve_entities: true });
    expect(await search()).toEqual([]);
    await refresh('ana');
    expect(await search()).toEqual([['ana', false]]);
    expect(await lines('ana')).toEqual(['Ana: I paint murals.']);
  });

  it('excludes a mental model with an updated observation until its refresh', async () => {
    const consolidate = async () =>
      consolidationHandler.run(
        jobOf(jobApp(db, { embedder }), (await currentBank(db, scope))!, { automatic: false, sweep: false, within: null }),
      );
    await retainText('Ana: I work as a painter.', 'a');
    await retainText('Ana: I work as a painter, really.', 'b', { timestamp: '2026-03-03' });
    await consolidate();
    await create({ id: 'ana', name: 'Ana the painter', trigger: { mode: 'delta', fact_types: ['observation'] } });
    await refresh('ana');
    expect([await search({ query: 'painter', terms: questionTerms('Ana the painter') }), await lines('ana')]).toEqual([
      [['ana', false]],
      [expect.stringContaining('painter')],
    ]);
    await retainText('Ana: I work as a sculptor.', 'c', { timestamp: '2026-03-04' });
    await consolidate();
    expect(await search({ query: 'painter', terms: questionTerms('Ana the painter') })).toEqual([]);
    await refresh('ana');
    expect(await search({ query: 'painter', terms: questionTerms('Ana the painter') })).toEqual([['ana', false]]);
    expect((await lines('ana')).join(' ')).toContain('sculptor');
  });
});
