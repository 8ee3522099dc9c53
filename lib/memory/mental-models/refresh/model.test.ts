import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { jobApp, jobOf } from '#e2e/fixtures/jobs';
import { env, provider, models as set, withModels } from '#e2e/fixtures/models';
import { runs } from '#e2e/fixtures/runs';
import { sql } from '#lib/base/db/db';
import { countTokens } from '#lib/base/text/tokens';
import { Deferred } from '#lib/jobs/operations/port';
import { currentBank } from '#lib/memory/banks/service';
import { deleteDocument } from '#lib/memory/documents/service';
import { type CreateMentalModelBody, createMentalModel, type DryRunRefresh, updateMentalModel } from '#lib/memory/mental-models/contract';
import { dryRunRefresh } from '#lib/memory/mental-models/dry-run';
import { refreshHandler } from '#lib/memory/mental-models/handler';
import { planRefresh } from '#lib/memory/mental-models/refresh/plan';
import * as models from '#lib/memory/mental-models/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

/**
 * Refreshes by a language model, against an HTTP provider whose answers and failures the tests
 * script.
 */

const embedder = builtinEmbedder();

withTestBank();
withModels('REFLECT_');

const app = () => jobApp(db, { embedder, env, models: set });
const retainText = async (content: string, document_id: string, more: Record<string, unknown> = {}) => {
  await retain({ db, embedder }, scope, retainBody.parse({ items: [{ content, document_id, timestamp: '2026-03-02', ...more }] }));
};
const create = async (more: Record<string, unknown> = {}): Promise<string> => {
  const body = createMentalModel.body!.parse({
    name: 'Ana',
    source_query: 'Where does Ana live and paint?',
    ...more,
  }) as CreateMentalModelBody;
  return (await models.createModel(db, scope, body)).mental_model_id;
};
const dry = async (id: string, signal = new AbortController().signal, deadlineMs?: number): Promise<DryRunRefresh> =>
  dryRunRefresh(app(), scope, id, signal, deadlineMs);
const refresh = async (id: string) => {
  const job = jobOf(app(), (await currentBank(db, scope))!, { id, cause: 'asked' });
  return (await refreshHandler(planRefresh).run(job)).result;
};
const get = (id: string) => models.getModel(db, scope, id, 'full');
const requestsFor = (schema: string) => provider.requests.filter((request) => request.schema === schema);
const citedOf = (plan: Pick<DryRunRefresh, 'based_on'>): Set<string> =>
  new Set(Object.values(plan.based_on).flatMap((list) => list.map(({ id }) => id)));
const live = async (): Promise<Set<string>> =>
  new Set(
    (await db.query<{ id: string }>(sql`select id from memories where bank_uid = ${scope.bankUid} and state = 'valid'`)).map(
      ({ id }) => id,
    ),
  );

/** A mental model in delta mode with two memories. */
async function createDelta(more: Record<string, unknown> = {}): Promise<string> {
  await retainText('Ana: I live in Porto with my two cats.', 'a');
  await retainText('Ana: My studio in Porto has a leaking roof.', 'b');
  const id = await create({ trigger: { mode: 'delta' }, ...more });
  await refresh(id);
  return id;
}

describe('a language model that answers correctly', () => {
  it('writes a document with citations, by short names of one call', async () => {
    const id = await createDelta();
    const model = await get(id);
    expect(model).toMatchObject({ method: 'openai-compatible/local', state: 'ready', version: 1 });
    expect(model.content).toBe(
      '## What is known\n\n- Ana: I live in Porto with my two cats.\n- Ana: My studio in Porto has a leaking roof.',
    );
    const [question] = requestsFor('write_document');
    expect(question!.asked!.prompt).toContain('F1 [said 2026-03-02]');
    expect(question!.asked!.prompt).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    const { usage } = await models.getVersion(db, scope, id, 1);
    expect(usage.total_tokens).toBeGreaterThan(0);
  });

  it('applies changes by id, in the dry run and the refresh, and is not called without new memories', async () => {
    const id = await createDelta();
    await dry(id);
    expect(requestsFor('change_document')).toEqual([]);
    await retainText('Ana: I live in Lisbon near the river.', 'c', { timestamp: '2026-05-09' });
    const plan = await dry(id);
    expect(plan.window).toMatchObject({ after_revision: expect.any(Number), up_to_revision: expect.any(Number) });
    expect(plan.delta_operations!.applied).toMatchObject([{ op: 'replace_block', cause: 'model' }]);
    expect(plan.usage.total_tokens).toBeGreaterThan(0);
    expect(await dry(id)).toMatchObject({ window: plan.window, facts: plan.facts, preview_content: plan.preview_content });
    await refresh(id);
    expect((await get(id)).content).toBe(plan.preview_content);
    expect(plan.preview_content).toContain('- Ana: I live in Lisbon near the river.\n- Ana: My studio');
    const ledger = await db.query<{ operation: string }>(
      sql`select distinct operation from llm_calls where org_id = ${scope.orgId} order by operation`,
    );
    expect(ledger.map(({ operation }) => operation)).toEqual(['dry_run_refresh', 'refresh_mental_model']);
  });

  it('rejects a delta that drops most of the evidence', async () => {
    for (let i = 0; i < 8; i++) await retainText(`Ana: I paint in Porto, picture number ${100 + i} of the river.`, `p${i}`);
    const id = await create({ trigger: { mode: 'delta' } });
    await refresh(id);
    const before = await get(id);
    await retainText('Ana: I paint boats now.', 'new');
    const blocks = (await models.getVersion(db, scope, id, before.version)).document!.sections.flatMap((section) => section.blocks);
    expect(blocks.length).toBeGreaterThan(6);
    const shared = { section: 'S1', after: null, heading: null, text: null, sources: ['F1'], blocks: [] };
    provider.respond('change_document', () => ({
      operations: blocks.map((_, i) => ({ ...shared, op: 'remove_block', block: `B${i + 1}` })),
    }));
    expect(await dry(id)).toMatchObject({ would_persist: false, failure: { code: 'would_be_empty' } });
    provider.respond('change_document', () => ({
      operations: blocks.slice(1).map((_, i) => ({ ...shared, op: 'remove_block', block: `B${i + 2}` })),
    }));
    expect(await dry(id)).toMatchObject({ would_persist: false, failure: { code: 'would_lose_most' } });
    await expect(refresh(id)).rejects.toMatchObject({ code: 'would_lose_most' });
    expect(await get(id)).toMatchObject({ content: before.content, version: before.version, is_stale: true });
  });

  it('reads all new memories in several calls, and leaves the rest to the next refresh', async () => {
    const id = await createDelta({ trigger: { mode: 'delta', recall_max_tokens: 20 } });
    const texts = Array.from({ length: 12 }, (_, i) => `Ana: I paint in Porto, picture number ${100 + i} of the river.`);
    // The memories of one write are read together.
    await retainText(texts.slice(0, 4).join('\n'), 'many', { timestamp: '2026-03-03' });
    for (const [i, text] of texts.slice(4).entries()) await retainText(text, `n${i}`, { timestamp: '2026-03-04' });
    const shown = (): string =>
      requestsFor('change_document')
        .map((request) => request.asked!.prompt)
        .join();
    const plan = await dry(id);
    expect(plan.window.up_to_revision).toBeLessThan((await currentBank(db, scope))!.bank!.revision);
    expect(plan.warnings.join()).toMatch(/^\d+ newer memor(?:y is|ies are) left to the next refresh/);
    provider.reset();
    await refresh(id);
    expect(await get(id)).toMatchObject({ content: plan.preview_content, is_stale: true, stale_reasons: ['new_memories'] });
    expect(requestsFor('change_document').length).toBeGreaterThan(8);
    expect(shown()).not.toContain(texts.at(-1)!.slice(5));
    await refresh(id);
    expect(await get(id)).toMatchObject({ is_stale: false });
    for (const text of texts) expect(shown()).toContain(text.slice(5));
    expect((await dry(id)).warnings.join()).not.toContain('to the next refresh');
  });

  it('continues automatically with the rest if the mental model refreshes automatically', async () => {
    const waiting = async (id: string) =>
      (
        await db.query<{ payload: { cause: string } }>(
          sql`select payload from operations where mental_model_id = ${id} and status = 'pending'`,
        )
      ).map(({ payload }) => payload.cause);
    for (const more of [{}, { refresh_after_consolidation: true }]) {
      const id = await createDelta({ trigger: { mode: 'delta', recall_max_tokens: 20, ...more } });
      await db.query(sql`delete from operations where mental_model_id = ${id}`);
      for (let i = 0; i < 12; i++)
        await retainText(`Ana: I paint in Porto, picture number ${100 + i} of the river.`, `n${i}${Object.keys(more)}`);
      await refresh(id);
      expect(await get(id)).toMatchObject({ is_stale: true });
      expect(await waiting(id)).toEqual(Object.keys(more).map(() => 'consolidation'));
    }
  });

  it('fits its budget, for any answer', async () => {
    for (let i = 0; i < 30; i++)
      await retainText(`Ana: I paint in Porto, picture number ${100 + i} of the river.`, `p${i}`, { timestamp: '2026-03-04' });
    const id = await createDelta({ max_tokens: 256 });
    const written = await get(id);
    expect(written.reflect_response).toMatchObject({ document_budget: 256 });
    expect(countTokens(written.content!)).toBeLessThanOrEqual(256);
    const { warnings } = await models.getVersion(db, scope, id, 1);
    expect(warnings.join()).toMatch(/^\d+ blocks were removed to fit the budget/);
    await retainText('Ana: My oldest picture hangs in the town hall of Beja.', 'q', { timestamp: '2026-03-05' });
    const plan = await dry(id);
    expect(plan.delta_operations!.applied.map(({ cause }) => cause)).toEqual(['model', 'budget']);
    expect(plan.preview_content).toContain('Beja');
    expect(countTokens(plan.preview_content)).toBeLessThanOrEqual(256);
  });

  it('reads no memories with other tags', async () => {
    await retainText('Ana: I live in Porto with my two cats.', 'a', { tags: ['x'] });
    await retainText('Ana: I live in CANARY town and paint there.', 'z', { tags: ['z'] });
    const id = await create({ tags: ['x'] });
    await refresh(id);
    expect(JSON.stringify(provider.requests.map(({ body }) => body))).not.toContain('CANARY');
    expect((await get(id)).content).not.toContain('CANARY');
  });

  it('fills in a schema from the document, or reports why not', async () => {
    const response_schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const id = await createDelta({ trigger: { mode: 'full', response_schema, keep_trace: true } });
    provider.respond('fill_in', () => ({ city: 'Porto' }));
    await refresh(id);
    expect((await get(id)).reflect_response).toMatchObject({
      structured_output: { city: 'Porto' },
      trace: { llm_calls: [{ scope: 'write_document' }, { scope: 'fill_in' }] },
    });
    provider.respond('fill_in', () => ({ city: 7 }));
    const plan = await dry(id);
    expect(plan).toMatchObject({ outcome: 'content_unchanged', structured_output_error: expect.stringContaining('does not match') });
    expect(plan.trace.llm_calls).toMatchObject([{ scope: 'write_document' }, { scope: 'fill_in' }]);
  });

  it('reads chunks and tokens as configured in its trigger', async () => {
    await createDelta({ trigger: { mode: 'full', include_chunks: true, recall_chunks_max_tokens: 100, recall_max_tokens: 20 } });
    const { sections } = requestsFor('write_document').at(-1)!.asked!;
    expect(sections.find(({ name }) => name === 'passages')!.text).toContain('Porto');
    expect(sections.find(({ name }) => name === 'facts')!.text.split('\n')).toHaveLength(1);
  });

  it('removes the block of a deleted memory without a model call', async () => {
    const id = await createDelta();
    await deleteDocument(db, scope, 'a');
    const before = provider.requests.length;
    await refresh(id);
    expect(provider.requests).toHaveLength(before);
    expect((await get(id)).content).toBe('## What is known\n\n- Ana: My studio in Porto has a leaking roof.');
  });
});

describe('a language model that answers incorrectly', () => {
  it('states nothing in a heading', async () => {
    const id = await createDelta();
    await retainText('Ana: I keep bees in Faro.', 'c', { timestamp: '2026-05-09' });
    const nothing = { section: null, block: null, after: null, heading: null, text: null, sources: [], blocks: [] };
    provider.respond('change_document', () => ({
      operations: [
        { ...nothing, op: 'rename_section', section: 'S1', heading: 'Ana stole the studio' },
        { ...nothing, op: 'add_section', heading: 'Ana killed the bees', blocks: [{ text: '- Keeps bees in Faro.', sources: ['F1'] }] },
        { ...nothing, op: 'rename_section', section: 'S1', heading: 'The leaking roof' },
      ],
    }));
    const plan = await dry(id);
    expect(plan.preview_content.match(/^#.*/gm)).toEqual(['## The leaking roof', '## Notes']);
    expect(plan.delta_operations!.skipped).toMatchObject([{ op: 'rename_section', reason: 'no_sources' }]);
    // The heading loses the block that supports it, and is removed.
    await refresh(id);
    await deleteDocument(db, scope, 'b');
    const after = await dry(id);
    expect(after.preview_content.match(/^#.*/gm)).toEqual(['## Notes', '## Notes']);
    expect(after.delta_operations!.applied.map(({ op, cause }) => [op, cause])).toEqual([
      ['remove_block', 'source_gone'],
      ['rename_section', 'source_gone'],
    ]);
  });

  it('cites only evidence that it was shown, in a whole document', async () => {
    await retainText('Ana: I live in Porto with my two cats.', 'a');
    const id = await create();
    provider.always({ kind: 'hostile' });
    const plan = await dry(id);
    expect(plan.preview_content).toBe('###### Notes\n\n- Ana: I live in Porto with my two cats.');
    expect(plan.warnings.join()).toContain('5 blocks were omitted');
    expect([...citedOf(plan)].every((one) => one.length === 36)).toBe(true);
  });

  it('applies permitted changes and skips all others', async () => {
    const id = await createDelta();
    await retainText('Ana: I live in Lisbon near the river.', 'c');
    provider.always({ kind: 'hostile' });
    const plan = await dry(id);
    expect(plan.delta_operations!.skipped.map(({ reason }) => reason)).toEqual([
      'no_sources',
      'foreign_source',
      'unknown_section',
      'unknown_block',
      'no_sources',
      'foreign_source',
    ]);
    expect(plan.preview_content).toBe(`${plan.current_content}\n- Ana: I live in Lisbon near the river.`);
  });

  it('fails if it empties a document, or proposes no applicable change', async () => {
    const id = await createDelta();
    const { content } = await get(id);
    await retainText('Ana: I live in Lisbon near the river.', 'c');
    const nothing = { block: null, after: null, heading: null, text: null, sources: [], blocks: [] };
    provider.respond('change_document', () => ({ operations: [{ ...nothing, op: 'remove_section', section: 'S1' }] }));
    expect(await dry(id)).toMatchObject({
      outcome: 'refresh_failed_delta_not_applied',
      failure: { code: 'delta_ops_all_skipped' },
      delta_operations: { skipped: [{ op: 'remove_section', reason: 'loses_sources' }] },
      preview_content: content,
    });
    provider.respond('change_document', () => ({ operations: [{ ...nothing, op: 'remove_section', section: 'S9' }] }));
    expect(await dry(id)).toMatchObject({ outcome: 'refresh_failed_delta_not_applied', mode_fallback_reason: 'delta_ops_all_skipped' });
    await expect(refresh(id)).rejects.toMatchObject({ code: 'delta_ops_all_skipped' });
    expect(await get(id)).toMatchObject({ content, version: 1, is_stale: true, last_error: { code: 'delta_ops_all_skipped' } });
    provider.respond('change_document', () => ({ operations: [] }));
    expect(await dry(id)).toMatchObject({ outcome: 'content_unchanged', would_persist: true });
  });

  it('counts the cost of an unusable answer', async () => {
    const id = await createDelta();
    await retainText('Ana: I live in Lisbon near the river.', 'c');
    const booked = async () =>
      (await db.query<{ total: number }>(sql`select coalesce(sum(input_tokens + output_tokens), 0)::int as total from llm_calls`))[0]!
        .total;
    provider.always({ kind: 'cut' });
    for (const [mode, called] of [
      ['delta', 'change_document'],
      ['full', 'write_document'],
    ] as const) {
      await models.updateModel({ db, embedder }, scope, id, updateMentalModel.body!.parse({ trigger: { mode } }));
      const before = await booked();
      const plan = await dry(id);
      expect(plan).toMatchObject({ would_persist: false, effective_mode: mode, trace: { llm_calls: [{ scope: called }] } });
      expect(plan.usage.total_tokens).toBeGreaterThan(0);
      expect(plan.usage.input_tokens + plan.usage.output_tokens).toBe((await booked()) - before);
    }
  });

  it.each(['cut', 'bad_json', 'wrong_schema', 'refuse'] as const)(
    '%s: leaves document and watermark unchanged, and the next refresh succeeds',
    async (kind) => {
      const id = await createDelta();
      const before = await get(id);
      await retainText('Ana: I live in Lisbon near the river.', 'c');
      provider.always({ kind });
      await expect(refresh(id)).rejects.toMatchObject({ code: 'delta_ops_failed' });
      expect(await get(id)).toMatchObject({ content: before.content, version: before.version, is_stale: true });
      await models.updateModel({ db, embedder }, scope, id, updateMentalModel.body!.parse({ trigger: { mode: 'full' } }));
      expect(await dry(id)).toMatchObject({ outcome: 'refresh_failed_empty_candidate', preview_content: before.content });
      provider.always(null);
      await refresh(id);
      expect((await get(id)).content).toContain('Lisbon');
    },
  );

  it('cites only valid ids that were shown, and leaves other blocks unchanged, for any answer', async () => {
    const id = await createDelta();
    await retainText('Ana: I live in Lisbon near the river.', 'c');
    const ids = await live();
    const before = (await models.getVersion(db, scope, id, 1)).document!.sections.flatMap(({ blocks }) => blocks);
    const name = fc.oneof(fc.constantFrom('S1', 'B1', 'B2', 'F1', 'F2', 'K1', 'K2', 'O1', 'M1', 'S2', '', 'f1'), fc.uuid());
    const operation = fc.record({
      op: fc.constantFrom(
        'append_block',
        'insert_block',
        'replace_block',
        'remove_block',
        'add_section',
        'replace_section_blocks',
        'rename_section',
      ),
      section: fc.option(name),
      block: fc.option(name),
      after: fc.option(name),
      heading: fc.option(fc.string()),
      text: fc.option(fc.string()),
      sources: fc.array(name, { maxLength: 3 }),
      blocks: fc.array(fc.record({ text: fc.string(), sources: fc.array(name, { maxLength: 2 }) }), { maxLength: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 6 }), async (operations) => {
        provider.respond('change_document', () => ({ operations }));
        const plan = await dry(id);
        for (const cited of citedOf(plan)) expect(ids.has(cited)).toBe(true);
        const applied = plan.delta_operations!.applied;
        const isWhole = applied.some(({ op }) => op === 'replace_section_blocks');
        const named = new Set(applied.map(({ block_id }) => block_id));
        const after = plan.document!.sections.flatMap(({ blocks }) => blocks);
        for (const block of isWhole || !plan.would_persist ? [] : before)
          if (!named.has(block.id)) expect(after).toContainEqual(expect.objectContaining(block));
      }),
      { numRuns: runs(30) },
    );
  });
});

describe('a provider that does not answer', () => {
  it('defers a refresh, and reports the reason to a dry run', async () => {
    const id = await createDelta();
    await retainText('Ana: I live in Lisbon near the river.', 'c');
    provider.always({ kind: 'status', status: 503 });
    await expect(refresh(id)).rejects.toBeInstanceOf(Deferred);
    await expect(dry(id)).rejects.toMatchObject({ kind: 'transient' });
    expect(await get(id)).toMatchObject({ version: 1, last_error: null });
  });

  it('aborts a hanging call with its caller or deadline, and uses no connection meanwhile', async () => {
    const id = await createDelta();
    await retainText('Ana: I live in Lisbon near the river.', 'c');
    provider.always({ kind: 'never' });
    const caller = new AbortController();
    const hanging = dry(id, caller.signal);
    hanging.catch(() => undefined);
    while (requestsFor('change_document').length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(db.pool().inUse).toBe(0);
    caller.abort(new Error('gone'));
    await expect(hanging).rejects.toThrow('gone');
    await expect(dry(id, undefined, 50)).rejects.toMatchObject({ code: 'timeout' });
  });
});
