import { describe, expect, it } from 'vitest';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { jobApp } from '#e2e/fixtures/jobs';
import { sql } from '#lib/base/db/db';
import { readConfig } from '#lib/memory/banks/configure';
import { currentBank } from '#lib/memory/banks/service';
import { getModel } from '#lib/memory/mental-models/service';
import { parseTemplate } from '#lib/memory/templates/manifest';
import { exportTemplate, importTemplate, templateJsonSchema } from '#lib/memory/templates/service';

withTestBank();

const messageOf = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
};

const MODEL = { id: 'ana', name: 'Ana', source_query: 'Who is Ana?' };

describe('parseTemplate', () => {
  it.each([
    [{}, 'schema validation failed: version'],
    [{ version: '2' }, 'version: must be a version from "1" to "1"'],
    [{ version: '1', mental_models: [{ ...MODEL, id: 'Ana' }] }, 'mental_models.0.id'],
    [{ version: '1', mental_models: [{ ...MODEL, source_query: ' ' }] }, 'mental_models.0.source_query'],
    [{ version: '1', mental_models: [MODEL, MODEL] }, "validation failed: mental model 'ana' is listed twice"],
    [
      {
        version: '1',
        directives: [
          { name: 'a', content: 'b' },
          { name: 'a', content: 'c' },
        ],
      },
      "directive 'a' is listed twice",
    ],
    [{ version: '1', bank: { retain_custom_instructions: 'x' } }, 'requires retain_extraction_mode'],
  ])('refuses %j', (body, why) => expect(messageOf(() => parseTemplate(body))).toContain(why));

  it('reads null as not given', () => {
    const { mental_models: models } = parseTemplate({
      version: '1',
      bank: null,
      mental_models: [{ ...MODEL, tags: null, max_tokens: null, trigger: null }],
      directives: null,
    });
    expect(models).toEqual([expect.objectContaining({ tags: [], max_tokens: 2048 })]);
  });
});

describe('a template', () => {
  const app = () => jobApp(db);
  const current = async () => (await currentBank(db, scope))!;
  const template = {
    version: '1',
    bank: { retain_mission: 'Birds.', reflect_mission: 'A guide.', enable_reranking: null },
    mental_models: [
      { ...MODEL, tags: ['x'], trigger: { mode: 'full' } },
      { ...MODEL, id: 'ben', name: 'Ben' },
    ],
  };

  it('sets settings and mental models, and changes nothing the second time', async () => {
    const made = await importTemplate(app(), scope, template, false);
    expect(made).toMatchObject({ config_applied: true, mental_models_created: ['ana', 'ben'], mental_models_updated: [], dry_run: false });
    expect(made.operation_ids).toHaveLength(2);
    expect((await readConfig(app(), await current())).overrides).toEqual({ retain_mission: 'Birds.', reflect_mission: 'A guide.' });
    const exported = await exportTemplate(app(), await current());
    expect(exported).toMatchObject({
      version: '1',
      bank: { retain_mission: 'Birds.' },
      mental_models: [{ id: 'ana', tags: ['x'] }, { id: 'ben' }],
    });
    for (const body of [template, exported])
      expect(await importTemplate(app(), await current(), { ...body }, false)).toMatchObject({
        ...{ mental_models_created: [], mental_models_updated: [], operation_ids: [] },
      });
  });

  it('updates what differs, and leaves tags that it does not give', async () => {
    await importTemplate(app(), scope, template, false);
    const changed = { version: '1', mental_models: [{ ...MODEL, source_query: 'Where is Ana?', trigger: { mode: 'full' } }] };
    const preview = await importTemplate(app(), await current(), changed, true);
    expect(preview).toMatchObject({ mental_models_created: [], mental_models_updated: ['ana'], operation_ids: [], dry_run: true });
    expect((await getModel(db, await current(), 'ana', 'content')).source_query).toBe('Who is Ana?');
    expect(await importTemplate(app(), await current(), changed, false)).toMatchObject({
      mental_models_updated: ['ana'],
      config_applied: false,
    });
    expect(await getModel(db, await current(), 'ana', 'content')).toMatchObject({ source_query: 'Where is Ana?', tags: ['x'] });
  });

  it('is applied as a whole or not at all', async () => {
    const broken = { ...template, bank: { ...template.bank, recall_budget_min: 10, recall_budget_max: 5 } };
    await expect(importTemplate(app(), scope, broken, false)).rejects.toMatchObject({ code: 'bad_request' });
    await expect(importTemplate(app(), scope, { version: '1', bank: { api_key: 'x' } }, false)).rejects.toMatchObject({
      code: 'bad_request',
    });
    const rows = await db.query(sql`select 1 from mental_models where bank_uid = ${scope.bankUid}`);
    expect(rows).toEqual([]);
    expect((await readConfig(app(), await current())).overrides).toEqual({});
  });

  it('is refused if the bank is deleted meanwhile', async () => {
    const deleted = { ...scope, bankUid: scope.bankUid + 1_000_000 };
    await expect(importTemplate(app(), deleted, template, false)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('has a JSON Schema', () => {
    expect(templateJsonSchema()).toMatchObject({
      type: 'object',
      required: ['version'],
      properties: { mental_models: {}, directives: {} },
    });
  });
});
