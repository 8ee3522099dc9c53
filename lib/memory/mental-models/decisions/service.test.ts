import { describe, expect, it } from 'vitest';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { jobApp, jobOf } from '#e2e/fixtures/jobs';
import { env, provider, models as set, withModels } from '#e2e/fixtures/models';
import { plainPlanner } from '#e2e/fixtures/plain-planner';
import { sql } from '#lib/base/db/db';
import { questionTerms } from '#lib/base/text/index-terms';
import { currentBank } from '#lib/memory/banks/service';
import { deleteDocument } from '#lib/memory/documents/service';
import { updateMemory } from '#lib/memory/memories/service';
import { type CreateMentalModelBody, createMentalModel } from '#lib/memory/mental-models/contract';
import type { BlockDecisionList, DecideBody } from '#lib/memory/mental-models/decisions/contract';
import * as decisions from '#lib/memory/mental-models/decisions/service';
import { refreshHandler } from '#lib/memory/mental-models/handler';
import { modelLayer } from '#lib/memory/mental-models/layer';
import { planRefresh } from '#lib/memory/mental-models/refresh/plan';
import * as models from '#lib/memory/mental-models/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

/** Decisions about blocks, through refreshes with and without a language model. */

const embedder = builtinEmbedder();

withTestBank();
withModels('REFLECT_');

const services = () => ({ db, embedder });
const retainText = async (content: string, document_id: string, timestamp = '2026-03-02') => {
  await retain(services(), scope, retainBody.parse({ items: [{ content, document_id, timestamp }] }));
};
const refresh = async (id: string, { mode, withModel = false }: { mode?: 'full'; withModel?: boolean } = {}) => {
  const app = withModel ? jobApp(db, { embedder, env, models: set }) : jobApp(db, { embedder });
  const job = jobOf(app, (await currentBank(db, scope))!, { id, cause: 'asked', ...(mode && { mode }) });
  return (await refreshHandler(planRefresh).run(job)).result;
};
const get = (id: string) => models.getModel(db, scope, id, 'full');
const blocksOf = async (id: string) => (await get(id)).blocks!;
const blockOf = async (id: string, text: string) => (await blocksOf(id)).find((one) => one.text.includes(text))!;
const decide = (id: string, block_id: string, kind: DecideBody['kind'], text?: string): Promise<BlockDecisionList> =>
  decisions.decideOnBlock(services(), scope, id, { block_id, kind, text });
const add = async (id: string, text: string, block_id?: string) =>
  (await decisions.decideOnBlock(services(), scope, id, { block_id, kind: 'add', text })).items.at(-1)!;
const undo = (id: string, block_id: string, kind: DecideBody['kind']) => decisions.undoDecision(services(), scope, id, { block_id, kind });
const texts = async (id: string) => (await blocksOf(id)).map(({ text }) => text);

const PORTO = 'Ana: I live in Porto with my two cats.';
const STUDIO = 'Ana: My studio in Porto has a leaking roof.';
const BEES = 'Ana: I keep bees behind the studio.';

async function model(): Promise<string> {
  await retainText(PORTO, 'a');
  await retainText(STUDIO, 'b');
  await retainText(BEES, 'c');
  const body = { name: 'Ana', source_query: 'What do we know about Ana?', trigger: { mode: 'delta' } };
  const { mental_model_id: id } = await models.createModel(db, scope, createMentalModel.body!.parse(body) as CreateMentalModelBody);
  await refresh(id);
  return id;
}

describe.each([
  ['without a language model', false],
  ['with a language model', true],
])('a refresh %s', (_, withModel) => {
  it('respects decisions in both modes, also after a clear and if a document is retained again', async () => {
    const id = await model();
    const [porto, studio, bees] = await Promise.all([blockOf(id, 'two cats'), blockOf(id, 'leaking'), blockOf(id, 'bees')]);
    await decide(id, porto.id, 'pin');
    await decide(id, studio.id, 'remove');
    const { version, items } = await decide(id, bees.id, 'reword', 'Keeps bees.');
    expect(version).toBe(4);
    expect(items.map(({ block_id, kind, own_text }) => [block_id, kind, own_text])).toEqual([
      [porto.id, 'pin', null],
      [studio.id, 'remove', null],
      [bees.id, 'reword', '- Keeps bees.'],
    ]);
    const isRespected = async () => {
      const blocks = await blocksOf(id);
      expect(blocks.filter((one) => one.id === porto.id).map(({ text }) => text)).toEqual([porto.text]);
      expect(blocks.filter((one) => one.id === bees.id).map(({ text }) => text)).toEqual(['- Keeps bees.']);
      const { content } = await get(id);
      expect(content).not.toContain('leaking');
      expect(content!.match(/two cats/g)).toHaveLength(1);
      expect(content!.match(/bees/g)).toHaveLength(1);
    };
    await isRespected();
    await retainText('Ana: I live in Lisbon near the river.', 'd', '2026-05-09');
    await refresh(id, { withModel });
    await isRespected();
    expect((await texts(id)).join()).toContain('Lisbon');
    await refresh(id, { mode: 'full', withModel });
    await isRespected();
    // The same words in a new memory.
    await retainText(`${STUDIO}\n\nAna: The roof was repaired in June.`, 'b', '2026-06-09');
    await retainText(`${BEES}\n\nAna: The honey is dark.`, 'c', '2026-06-09');
    await refresh(id, { withModel });
    await isRespected();
    await models.clearModel(db, scope, id);
    await refresh(id, { withModel });
    await isRespected();
    expect((await blocksOf(id)).every(({ source_ids }) => source_ids.length > 0)).toBe(true);
    if (!withModel) return;
    const prompts = provider.requests.flatMap(({ asked }) => asked?.prompt ?? []);
    expect(prompts.some((prompt) => prompt.includes('removed_statements') && prompt.includes('fixed_texts'))).toBe(true);
  });
});

describe('a decision', () => {
  it('is undone', async () => {
    const id = await model();
    const before = await texts(id);
    const block = await blockOf(id, 'leaking');
    await decide(id, block.id, 'pin');
    await expect(decide(id, 'b00000000', 'pin')).rejects.toMatchObject({ code: 'not_found' });
    await decide(id, block.id, 'reword', 'The roof leaks.');
    await decide(id, block.id, 'reword', 'The roof leaks a lot.');
    await expect(decide(id, block.id, 'pin')).rejects.toMatchObject({ code: 'conflict' });
    await decide(id, block.id, 'remove');
    expect((await texts(id)).join()).not.toContain('roof');
    await refresh(id, { mode: 'full' });
    await undo(id, block.id, 'remove');
    expect(await texts(id)).toContain('- The roof leaks a lot.');
    await undo(id, block.id, 'reword');
    expect((await texts(id)).sort()).toEqual([...before].sort());
    const { items } = await undo(id, block.id, 'pin');
    expect(items).toEqual([]);
    await expect(undo(id, block.id, 'pin')).rejects.toMatchObject({ code: 'not_found' });
    await refresh(id, { mode: 'full' });
    expect((await texts(id)).sort()).toEqual([...before].sort());
    await decide(id, block.id, 'remove');
    await undo(id, block.id, 'remove');
    expect(await texts(id)).toEqual(before);
  });

  it('writes a version with its author, and an audit entry without text', async () => {
    const id = await model();
    const block = await blockOf(id, 'leaking');
    await decide(id, block.id, 'remove');
    const { items } = await models.listVersions(db, scope, id, { limit: 10, offset: 0 });
    expect(items[0]).toMatchObject({
      ...{ version: 2, change: 'edit', actor: { kind: 'system', label: 'test' }, facts_dropped: 1 },
      decision: { kind: 'remove', block_id: block.id, is_undone: false },
    });
    const [entry] = await db.query<{ after: unknown }>(
      sql`select after from audit_log where action = 'bank.model_edit' and org_id = ${scope.orgId}`,
    );
    expect(entry!.after).toEqual({ version: 2, block_id: block.id, decision: 'remove' });
    const [history] = await models.getHistory(db, scope, id, { limit: 1, offset: 0 });
    expect(history).toMatchObject({ change: 'edit', decision: { kind: 'remove' } });
  });

  it('remains in force if a version is restored', async () => {
    const id = await model();
    const block = await blockOf(id, 'leaking');
    await decide(id, block.id, 'remove');
    await models.restoreModel(services(), scope, id, { version: 1 });
    expect((await texts(id)).join()).not.toContain('leaking');
  });

  it('makes a running refresh start again', async () => {
    const id = await model();
    const block = await blockOf(id, 'leaking');
    let isFirst = true;
    const pause = async () => {
      if (isFirst) await decide(id, block.id, 'pin');
      isFirst = false;
    };
    const job = jobOf(jobApp(db, { embedder }), (await currentBank(db, scope))!, { id, cause: 'asked', mode: 'full' });
    const { result } = await refreshHandler(plainPlanner({ pause })).run(job);
    expect(result).toMatchObject({ version: 3 });
  });
});

describe('an added block', () => {
  it('stays in its place in both modes, and remains after a clear, with its author, until it is undone', async () => {
    const id = await model();
    const porto = await blockOf(id, 'two cats');
    const added = await add(id, 'Answers only on weekdays.', porto.id);
    expect(added).toMatchObject({ kind: 'add', text: '- Answers only on weekdays.', actor: { label: 'test' } });
    const last = await add(id, 'The last word.');
    const isInPlace = async () => {
      const all = await texts(id);
      expect(all[all.indexOf(porto.text) + 1]).toBe('- Answers only on weekdays.');
      expect(all.at(-1)).toBe('- The last word.');
      expect(await blockOf(id, 'weekdays')).toMatchObject({ id: added.block_id, source_ids: [], note: null });
    };
    await isInPlace();
    await refresh(id, { mode: 'full' });
    await isInPlace();
    await models.clearModel(db, scope, id);
    await refresh(id);
    // The blocks have new ids: the added ones are at the end of their section.
    expect((await texts(id)).slice(-2)).toEqual(['- Answers only on weekdays.', '- The last word.']);
    await retainText('Ana: I live in Lisbon near the river.', 'd', '2026-05-09');
    await refresh(id);
    expect(await blockOf(id, 'weekdays')).toMatchObject({ id: added.block_id });

    await decide(id, added.block_id, 'reword', 'Answers on weekdays.');
    expect(await texts(id)).toContain('- Answers on weekdays.');
    for (const kind of ['pin', 'remove'] as const)
      await expect(decide(id, added.block_id, kind)).rejects.toMatchObject({ code: 'conflict' });
    await expect(add(id, 'x', 'b00000000')).rejects.toMatchObject({ code: 'not_found' });
    const { version, items } = await undo(id, added.block_id, 'add');
    expect(items.map(({ block_id }) => block_id)).toEqual([last.block_id]);
    expect((await texts(id)).join()).not.toContain('weekdays');
    const { items: versions } = await models.listVersions(db, scope, id, { limit: 1, offset: 0 });
    expect(versions[0]).toMatchObject({ version, change: 'edit', decision: { kind: 'add', block_id: added.block_id, is_undone: true } });
    await models.restoreModel(services(), scope, id, { version: version - 1 });
    expect((await texts(id)).join()).not.toContain('weekdays');
  });

  it('has the tags of its mental model, and is used in answers', async () => {
    const id = await model();
    await add(id, 'The ferry is free on Mondays.');
    const listed = await models.listModels(db, scope, { tags_match: 'exact', detail: 'content', limit: 1, offset: 0 });
    expect(listed.items[0]!.content).toContain('ferry');
    const query = {
      query: 'ferry Mondays',
      vector: null,
      embeddingModel: embedder.model,
      terms: questionTerms('ferry Mondays'),
      tags: null,
    };
    const found = await modelLayer.search(db, scope, { ...query, excludeIds: [], limit: 5 });
    expect(found.map(({ content }) => content.includes('ferry'))).toEqual([true]);
  });

  it('is the only content of a mental model about which nothing is known', async () => {
    const body = { name: 'Rules', source_query: 'Where does Zoe work?' };
    const { mental_model_id: id } = await models.createModel(db, scope, createMentalModel.body!.parse(body) as CreateMentalModelBody);
    await refresh(id);
    await add(id, 'Zoe works in the harbor.');
    await refresh(id, { mode: 'full' });
    expect(await get(id)).toMatchObject({ content: 'Zoe works in the harbor.', state: 'ready' });
  });
});

describe('a pinned block', () => {
  it('whose evidence is deleted stays, says so, and is hidden by filters and from answers', async () => {
    const id = await model();
    const block = await blockOf(id, 'leaking');
    await decide(id, block.id, 'pin');
    await deleteDocument(db, scope, 'b');
    await refresh(id);
    expect(await blockOf(id, 'leaking')).toMatchObject({
      ...{ id: block.id, source_ids: [], note: 'Pinned, but its source was deleted or invalidated.' },
    });
    expect((await get(id)).is_stale).toBe(false);
    const { items } = await decisions.listDecisions(db, scope, id);
    expect(items[0]!.evidence).toMatchObject({ current: 0, deleted: 1 });
    const listed = await models.listModels(db, scope, { tags_match: 'exact', detail: 'content', limit: 1, offset: 0 });
    expect(JSON.stringify(listed)).toContain('two cats');
    expect(JSON.stringify(listed)).not.toContain('leaking');
    const query = { query: 'leaking roof', vector: null, embeddingModel: embedder.model, terms: questionTerms('leaking roof'), tags: null };
    const found = await modelLayer.search(db, scope, { ...query, excludeIds: [], limit: 5 });
    expect(found.map(({ content }) => content.includes('leaking'))).toEqual([false]);
    await refresh(id, { mode: 'full' });
    expect((await blockOf(id, 'leaking')).note).toContain('Pinned');
    await undo(id, block.id, 'pin');
    await refresh(id);
    expect((await texts(id)).join()).not.toContain('leaking');
  });

  it('whose evidence is invalidated stays and says so', async () => {
    const id = await model();
    const block = await blockOf(id, 'leaking');
    await decide(id, block.id, 'pin');
    await updateMemory(services() as never, scope, block.source_ids[0]!, { state: 'invalidated' } as never);
    await refresh(id);
    expect((await blockOf(id, 'leaking')).note).toContain('invalidated');
    expect((await decisions.listDecisions(db, scope, id)).items[0]!.evidence.invalidated).toBe(1);
  });
});
