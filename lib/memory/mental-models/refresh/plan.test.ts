import { applyPatch } from 'diff';
import { describe, expect, it } from 'vitest';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { jobApp, jobOf } from '#e2e/fixtures/jobs';
import { parseEnv } from '#lib/api/env';
import { sql } from '#lib/base/db/db';
import { readOnly } from '#lib/base/db/read-only';
import { instruments } from '#lib/base/metrics';
import { currentBank } from '#lib/memory/banks/service';
import { deleteDocument, updateDocument } from '#lib/memory/documents/service';
import { deleteMemory, updateMemory } from '#lib/memory/memories/service';
import { type CreateMentalModelBody, createMentalModel, type DryRunRefresh, updateMentalModel } from '#lib/memory/mental-models/contract';
import { dryRunRefresh } from '#lib/memory/mental-models/dry-run';
import { refreshHandler } from '#lib/memory/mental-models/handler';
import { planRefresh } from '#lib/memory/mental-models/refresh/plan';
import * as models from '#lib/memory/mental-models/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

/** Refreshes by the built-in rules, planned and committed, against a real database. */

const embedder = builtinEmbedder();
const env = parseEnv({});

withTestBank();

const app = () => jobApp(db, { embedder, env });
const retainText = async (content: string, document_id: string, more: Record<string, unknown> = {}) => {
  await retain({ db, embedder }, scope, retainBody.parse({ items: [{ content, document_id, timestamp: '2026-03-02', ...more }] }));
};
const create = async (more: Record<string, unknown> = {}): Promise<string> => {
  const body = createMentalModel.body!.parse({ name: 'Ana', source_query: 'What do we know about Ana?', ...more }) as CreateMentalModelBody;
  return (await models.createModel(db, scope, body)).mental_model_id;
};
const patch = (id: string, body: Record<string, unknown>) =>
  models.updateModel({ db, embedder }, scope, id, updateMentalModel.body!.parse(body));
const dry = async (id: string): Promise<DryRunRefresh> => dryRunRefresh(app(), scope, id, new AbortController().signal);
const refresh = async (id: string) => {
  const job = jobOf(app(), (await currentBank(db, scope))!, { id, cause: 'asked' });
  return (await refreshHandler(planRefresh).run(job)).result;
};
const get = (id: string) => models.getModel(db, scope, id, 'full');
const document = async (id: string) => {
  const { version } = await get(id);
  return (await models.getVersion(db, scope, id, version)).document!.sections;
};
const unitOf = async (text: string): Promise<string> =>
  (await db.query<{ id: string }>(sql`select id from memories where bank_uid = ${scope.bankUid} and text like ${`%${text}%`}`))[0]!.id;

/** The fields that do not depend on the time of the request. */
const timeless = ({ duration_ms, trace, ...plan }: DryRunRefresh) => ({
  ...plan,
  trace: { ...trace, recorded_at: null, duration_ms: 0, tool_calls: trace.tool_calls.map((call) => ({ ...call, duration_ms: 0 })) },
});

const TABLES = [
  'banks',
  'memories',
  'mental_models',
  'mental_model_versions',
  'model_block_sources',
  'operations',
  'audit_log',
  'memory_tombstones',
  'llm_calls',
];
const everything = async (): Promise<unknown[]> =>
  Promise.all(TABLES.map((table) => db.query(sql.raw(`select md5(string_agg(t::text, '|' order by t::text)) as rows from ${table} t`))));

const porto = 'Ana: I live in Porto with my two cats.';
const lisbon = 'Ana: I live in Lisbon near the river.';
const studio = 'Ana: My studio in Porto has a leaking roof.';

describe('a changed scope', () => {
  const cited = async (id: string): Promise<string[]> => {
    const ids = new Set((await get(id)).blocks!.flatMap(({ source_ids }) => source_ids));
    const rows = await db.query<{ id: string; text: string }>(sql`select id, text from memories where bank_uid = ${scope.bankUid}`);
    return rows
      .filter((row) => ids.has(row.id))
      .map(({ text }) => text)
      .sort();
  };

  it('warns if its tags exclude every memory, and only then', async () => {
    await retainText(porto, 'a', { tags: ['x'] });
    const id = await create({ tags: ['projects', 'x'] });
    await refresh(id);
    const warnings = async () => (await get(id)).reflect_response?.warnings;
    expect(await warnings()).toEqual([
      'No memory has all of the tags "projects", "x". The tags of a mental model select its memories: change them or trigger.tags_match.',
    ]);
    await patch(id, { trigger: { tags_match: 'any' } });
    await refresh(id);
    expect((await get(id)).content).toContain('Porto');
    expect(await warnings()).toBeUndefined();
    await patch(id, { trigger: { tag_groups: [{ tags: ['z'] }] } });
    await refresh(id);
    expect(await warnings()).toContainEqual(expect.stringContaining('trigger.tag_groups'));
    await patch(id, { tags: [], source_query: 'How deep is the sea?', trigger: {} });
    await refresh(id);
    expect(JSON.stringify(await warnings())).not.toContain('tag');
  });

  it('preserves blocks of the previous scope in deltas, until their sources leave both scopes', async () => {
    await retainText(porto, 'a', { tags: ['x'] });
    await retainText(lisbon, 'b', { tags: ['y'] });
    const id = await create({ tags: ['x'], trigger: { mode: 'delta' } });
    await refresh(id);
    await patch(id, { tags: ['y'] });
    await refresh(id);
    expect(await cited(id)).toEqual([porto, lisbon].sort());
    await retainText(studio, 'c', { tags: ['y'] });
    await refresh(id);
    expect(await cited(id)).toEqual([porto, lisbon, studio].sort());
    await updateDocument(db, scope, 'a', { tags: ['z'] });
    expect((await get(id)).stale_reasons).toContain('sources_gone');
    await refresh(id);
    expect(await cited(id)).toEqual([lisbon, studio].sort());
    expect((await get(id)).is_stale).toBe(false);
  });

  it.each([
    ['to a third scope', ['x', 'y', 'z']],
    ['and back again', ['x', 'y', 'x']],
    ['to a third scope and back', ['x', 'y', 'z', 'y']],
  ])('preserves blocks of any previous scope: %s', async (_, tags) => {
    await retainText(porto, 'a', { tags: ['x'] });
    await retainText(lisbon, 'b', { tags: ['y'] });
    await retainText(studio, 'c', { tags: ['z'] });
    const id = await create({ tags: [tags[0]!], trigger: { mode: 'delta' } });
    await refresh(id);
    for (const tag of tags.slice(1)) {
      await patch(id, { tags: [tag] });
      await refresh(id);
      expect((await get(id)).stale_reasons).toEqual([]);
    }
    const all = { x: porto, y: lisbon, z: studio };
    const expected = [...new Set(tags)].map((tag) => all[tag as keyof typeof all]);
    expect(await cited(id)).toEqual(expected.sort());
    await updateDocument(db, scope, 'b', { tags: ['q'] });
    expect((await get(id)).stale_reasons).toContain('sources_gone');
    await refresh(id);
    expect(await cited(id)).toEqual(expected.filter((text) => text !== lisbon).sort());
    // A rewritten document contains only the current scope.
    await models.clearModel(db, scope, id);
    await refresh(id);
    expect(await cited(id)).toEqual([all[tags.at(-1) as keyof typeof all]].filter((text) => text !== lisbon));
  });

  it('marks a restored version as stale if its sources have left the scope', async () => {
    await retainText(porto, 'a', { tags: ['x'] });
    await retainText(studio, 'b', { tags: ['x'] });
    const id = await create({ tags: ['x'], trigger: { mode: 'delta' } });
    await refresh(id);
    await updateDocument(db, scope, 'a', { tags: ['y'] });
    await refresh(id);
    expect([await cited(id), (await get(id)).is_stale]).toEqual([[studio], false]);
    await models.restoreModel({ db, embedder }, scope, id, { version: 1 });
    expect((await get(id)).stale_reasons).toContain('sources_gone');
    await refresh(id);
    expect([await cited(id), (await get(id)).is_stale]).toEqual([[studio], false]);
  });
});

describe('a full refresh', () => {
  it('writes the statements of memories, block by block with their sources', async () => {
    await retainText(porto, 'a');
    await retainText(studio, 'b');
    const id = await create();
    expect(await dry(id)).toMatchObject({
      requested_mode: 'full',
      effective_mode: 'full',
      outcome: 'content_written',
      would_persist: true,
    });
    await refresh(id);
    const model = await get(id);
    expect(model.content).toContain('- I live in Porto with my two cats. (Ana, 2 March 2026)');
    expect(model).toMatchObject({ state: 'ready', version: 1, method: 'extractive', is_stale: false });
    const blocks = (await document(id)).flatMap((section) => section.blocks);
    const cited = new Set(blocks.flatMap(({ source_ids }) => source_ids));
    const based = Object.values(model.reflect_response!.based_on).flat();
    expect(new Set(based.map((one) => one.id))).toEqual(cited);
    for (const { source_ids } of blocks) expect(source_ids.length).toBeGreaterThan(0);
  });

  it('writes an explicitly empty document without evidence, repeatedly', async () => {
    const id = await create();
    expect(await dry(id)).toMatchObject({
      outcome: 'content_unchanged',
      no_evidence: true,
      preview_content: '',
      diff: '',
      would_persist: true,
    });
    await refresh(id);
    expect(await get(id)).toMatchObject({ state: 'empty', content: '' });
  });

  it('preserves blocks with valid sources if nothing is found, and removes the others', async () => {
    await retainText(porto, 'a');
    await retainText(studio, 'b');
    const id = await create({ trigger: { fact_types: ['world'] } });
    await refresh(id);
    const { content } = await get(id);
    await patch(id, { trigger: { fact_types: ['experience'] } });
    expect(await dry(id)).toMatchObject({
      outcome: 'content_preserved_no_new_facts',
      would_persist: false,
      preview_content: content,
      diff: '',
    });
    await refresh(id);
    expect((await get(id)).content).toBe(content);
    await deleteDocument(db, scope, 'a');
    expect(await dry(id)).toMatchObject({ outcome: 'content_written', no_evidence: false, retraction: { applied: true } });
    await refresh(id);
    expect((await get(id)).content).not.toContain('cats');
    expect((await get(id)).content).toContain('leaking roof');
    await deleteDocument(db, scope, 'b');
    expect(await dry(id)).toMatchObject({ outcome: 'content_written', no_evidence: true, preview_content: '' });
    await refresh(id);
    expect(await get(id)).toMatchObject({ state: 'empty', content: '' });
  });
});

describe('a delta', () => {
  it.each(['Ana', 'What does Ana like, and what does she avoid?', 'What do we know about Ana?'])(
    'reads all new memories about the named person, at any distance: %s',
    async (source_query) => {
      await retainText('Ana: I live in Porto.\nAna: I love hiking and jazz.\nAna: I am allergic to peanuts.', 'a');
      const id = await create({ source_query, trigger: { mode: 'delta' } });
      await refresh(id);
      expect((await get(id)).content).toContain('I love hiking and jazz.');
      await retainText('Ana: I bought a boat with six sails.', 'b');
      await retainText('Ana: I love sailing boats in Cascais.', 'c');
      const { facts } = await dry(id);
      expect(facts).toMatchObject({ retrieved: { world: 2 }, used: { world: 2 } });
      await refresh(id);
      const { content } = await get(id);
      for (const phrase of ['a boat with six sails', 'sailing boats in Cascais', 'hiking and jazz']) expect(content).toContain(phrase);
    },
  );

  it('applies new memories and leaves the rest unchanged', async () => {
    await retainText(porto, 'a');
    await retainText(studio, 'b');
    const id = await create({ trigger: { mode: 'delta' } });
    expect(await dry(id)).toMatchObject({ effective_mode: 'full', mode_fallback_reason: 'no_baseline_content' });
    await refresh(id);
    const before = await document(id);
    await retainText(lisbon, 'c', { timestamp: '2026-05-09' });
    const plan = await dry(id);
    expect(plan).toMatchObject({
      effective_mode: 'delta',
      outcome: 'content_written',
      facts: { retrieved: { world: 1 }, used: { world: 1 } },
    });
    expect(plan.delta_operations!.applied).toMatchObject([{ op: 'replace_block', cause: 'new_value' }]);
    expect(applyPatch(plan.current_content, plan.diff)).toBe(plan.preview_content);
    await refresh(id);
    expect((await get(id)).content).toBe(plan.preview_content);
    expect(plan.preview_content).toContain(
      'I live in Lisbon near the river. (Ana, 9 May 2026) Earlier (2 March 2026): I live in Porto with my two cats.',
    );
    const replaced = plan.delta_operations!.applied[0]!.block_id;
    const after = (await document(id)).flatMap(({ blocks }) => blocks);
    for (const block of before.flatMap(({ blocks }) => blocks).filter((one) => one.id !== replaced)) expect(after).toContainEqual(block);
  });

  it('moves only its watermark without new memories, and reads a repetition as evidence', async () => {
    await retainText(porto, 'a');
    const id = await create({ trigger: { mode: 'delta' } });
    await refresh(id);
    expect(await dry(id)).toMatchObject({ outcome: 'content_preserved_no_new_facts', facts: { retrieved: {} }, would_persist: false });
    await refresh(id);
    const counted = await instruments().registry.getSingleMetricAsString('memory_bank_model_refresh_outcome_total');
    expect(counted).toMatch(/\{outcome="content_preserved_no_new_facts",mode="delta"\} [1-9]/);
    expect(await get(id)).toMatchObject({ version: 1, is_stale: false });
    await retainText('Ana: I live in Porto, with my two cats!', 'b', { timestamp: '2026-03-09' });
    const plan = await dry(id);
    expect(plan).toMatchObject({ outcome: 'content_written', delta_operations: { applied: [{ op: 'replace_block' }], skipped: [] } });
    expect(plan.preview_content).toBe('## Ana\n\n- I live in Porto, with my two cats! (Ana, 9 March 2026)');
    await refresh(id);
    expect((await document(id)).flatMap(({ blocks }) => blocks)).toMatchObject([{ source_ids: [expect.any(String), expect.any(String)] }]);
  });

  it('falls back to full for another query, which becomes the baseline once it is written', async () => {
    await retainText(porto, 'a');
    const id = await create({ trigger: { mode: 'delta' } });
    await refresh(id);
    await patch(id, { source_query: 'Where does Ana live?' });
    expect(await dry(id)).toMatchObject({ effective_mode: 'full', mode_fallback_reason: 'source_query_changed' });
    await refresh(id);
    expect(await dry(id)).toMatchObject({ effective_mode: 'delta' });
  });

  it('fails on an invalid document, and changes nothing', async () => {
    await retainText(porto, 'a');
    const id = await create({ trigger: { mode: 'delta' } });
    await refresh(id);
    await db.query(sql`update mental_models set document = '{"version": 9}' where bank_uid = ${scope.bankUid} and id = ${id}`);
    await retainText(lisbon, 'b');
    const plan = await dry(id);
    expect(plan).toMatchObject({
      outcome: 'refresh_failed_delta_not_applied',
      mode_fallback_reason: 'structured_doc_unreadable',
      would_persist: false,
    });
    expect(plan.preview_content).toBe(plan.current_content);
    await expect(refresh(id)).rejects.toMatchObject({ code: 'structured_doc_unreadable' });
    expect(await get(id)).toMatchObject({ version: 1, is_stale: true, content: plan.current_content });
  });

  it('fits its budget by removing the oldest blocks with one source', async () => {
    const facts = Array.from(
      { length: 30 },
      (_, i) => `Ana: I painted picture number ${i} of a ${'very '.repeat(i % 5)}large series in the month ${i}.`,
    );
    for (const [i, text] of facts.slice(0, 12).entries())
      await retainText(text, `d${i}`, { timestamp: new Date(Date.UTC(2025, i, 2)).toISOString() });
    const id = await create({ max_tokens: 256, source_query: 'Which pictures did Ana paint?', trigger: { mode: 'delta' } });
    await refresh(id);
    for (const [i, text] of facts.slice(12).entries())
      await retainText(text, `e${i}`, { timestamp: new Date(Date.UTC(2026, i, 2)).toISOString() });
    const plan = await dry(id);
    const budget = plan.delta_operations!.applied.filter(({ cause }) => cause === 'budget');
    expect(budget.length).toBeGreaterThan(0);
    expect(plan.document_tokens).toBeLessThanOrEqual(256);
    expect(plan.warnings.join()).toContain('to fit the budget');
    await refresh(id);
    expect((await get(id)).content).toBe(plan.preview_content);
  });
});

describe('a deleted or changed source', () => {
  it.each([
    ['deleted', async () => void (await deleteMemory({ db }, scope, await unitOf('leaking roof')))],
    [
      'invalidated',
      async () => void (await updateMemory({ db, embedder }, scope, await unitOf('leaking roof'), { state: 'invalidated' } as never)),
    ],
  ])('removes its block: %s', async (_, act) => {
    await retainText(porto, 'a');
    await retainText(studio, 'b');
    const id = await create({ trigger: { mode: 'delta' } });
    await refresh(id);
    await act();
    expect((await get(id)).is_stale).toBe(true);
    const plan = await dry(id);
    expect(plan.delta_operations!.applied).toContainEqual(expect.objectContaining({ op: 'remove_block', cause: 'source_gone' }));
    expect(plan.retraction).toMatchObject({ applied: true, fact_ids: [expect.any(String)] });
    await refresh(id);
    const { content, is_stale } = await get(id);
    expect(content).not.toContain('leaking roof');
    expect(content).toContain('two cats');
    expect(is_stale).toBe(false);
  });

  it('rewrites its block if it was edited, or if other sources remain', async () => {
    await retainText(porto, 'a');
    await retainText(lisbon, 'b', { timestamp: '2026-05-09' });
    const id = await create({ trigger: { mode: 'delta' } });
    await refresh(id);
    expect((await get(id)).content).toContain('Earlier');
    await updateMemory({ db, embedder }, scope, await unitOf('Lisbon'), { text: 'Ana: I live in Faro near the sea.' } as never);
    await refresh(id);
    expect((await get(id)).content).toContain('I live in Faro near the sea. (Ana, 9 May 2026) Earlier (2 March 2026)');
    await deleteMemory({ db }, scope, await unitOf('two cats'));
    const plan = await dry(id);
    expect(plan.delta_operations!.applied).toMatchObject([{ op: 'replace_block', cause: 'source_gone' }]);
    expect(plan.retraction).toMatchObject({ fact_texts: [''], fact_states: ['gone'] });
    await refresh(id);
    const { content } = await get(id);
    expect(content).toContain('- I live in Faro near the sea. (Ana, 9 May 2026)');
    expect(content).not.toMatch(/Earlier|cats/);
    const [stored] = await db.query<{ document: { sections: { blocks: { note: string }[] }[] } }>(
      sql`select document from mental_models where bank_uid = ${scope.bankUid} and id = ${id}`,
    );
    expect(stored!.document.sections[0]!.blocks[0]!.note).toBe('Of its 2 sources 1 was deleted: rewritten from the remaining ones.');
  });
});

describe('a dry run', () => {
  it('equals the next refresh, reads the same window again, and writes nothing', async () => {
    await retainText(porto, 'a', { tags: ['x'] });
    await retainText(studio, 'b', { tags: ['x', 'y'] });
    await retainText('Ana: SECRET of another tag.', 'z', { tags: ['z'] });
    const id = await create({ tags: ['x'], trigger: { mode: 'delta', keep_trace: true } });
    await refresh(id);
    await retainText(lisbon, 'c', { tags: ['x'], timestamp: '2026-05-09' });
    const before = await everything();
    const [first, second] = [await dry(id), await dry(id)];
    expect(await everything()).toEqual(before);
    expect(timeless(second)).toEqual(timeless(first));
    expect(JSON.stringify(first)).not.toContain('SECRET');
    expect(first.scope).toMatchObject({ tags: ['x'], tags_match: 'all_strict', exclude_mental_model_ids: [id] });
    await refresh(id);
    const { content, reflect_response } = await get(id);
    expect(content).toBe(first.preview_content);
    expect(reflect_response!.based_on).toEqual(first.based_on);
    expect(reflect_response!.delta_operations_applied).toEqual(first.delta_operations!.applied);
  });

  it('uses a handle that the database restricts to reads', async () => {
    const reader = readOnly(db);
    const write = sql`update banks set name = 'x' where uid = ${scope.bankUid}`;
    await expect(reader.query(write)).rejects.toThrow();
    await expect(reader.snapshot((tx) => tx.query(write))).rejects.toThrow();
    expect(await reader.snapshot((tx) => tx.query(sql`select name from banks where uid = ${scope.bankUid}`))).toEqual([{ name: 'bank' }]);
  });

  it('fails for an unknown mental model', async () => {
    await expect(dry('nobody')).rejects.toMatchObject({ code: 'not_found' });
  });
});
