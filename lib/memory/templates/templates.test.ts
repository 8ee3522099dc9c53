import { describe, expect, it } from 'vitest';
import { db, orgId, scope, withTestBank } from '#e2e/fixtures/bank';
import { bankScope } from '#e2e/fixtures/database';
import { jobApp } from '#e2e/fixtures/jobs';
import { sql } from '#lib/base/db/db';
import { mintBankScope, NO_BANK } from '#lib/base/scope';
import { readConfig } from '#lib/memory/banks/configure';
import { currentBank, ensureBank } from '#lib/memory/banks/service';
import { installSetUp } from '#lib/memory/banks/set-up';
import { createDirective as directiveOperation } from '#lib/memory/directives/contract';
import { createDirective, listDirectives } from '#lib/memory/directives/service';
import { createMentalModel } from '#lib/memory/mental-models/contract';
import { createModel, getModel } from '#lib/memory/mental-models/service';
import { ignoredInTemplate } from '#lib/memory/templates/fields';
import { parseTemplate } from '#lib/memory/templates/manifest';
import { exportTemplate, importTemplate, setUpFrom, templateJsonSchema } from '#lib/memory/templates/service';

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
    [[], 'schema validation failed: body'],
    ['{"version":"1"}', 'schema validation failed: body'],
    [7, 'schema validation failed: body'],
    [null, 'schema validation failed: body'],
    [{}, 'schema validation failed: version'],
    [{ version: '1', bank: [] }, 'schema validation failed: bank'],
    [{ version: '1', mental_models: {} }, 'schema validation failed: mental_models'],
    [
      { version: '1', directives: Array.from({ length: 501 }, (_, i) => ({ name: `${i}`, content: 'b' })) },
      'schema validation failed: directives',
    ],
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
    [{ version: '1', directives: [{ name: 'a', content: ' ' }] }, 'directives.0.content: content must not be blank'],
    [{ version: '1', bank: { retain_custom_instructions: 'x' } }, 'requires retain_extraction_mode'],
    [{ version: '1', mental_models: [MODEL, MODEL], bank: { retain_custom_instructions: 'x' } }, 'is listed twice; retain_custom'],
  ])('refuses %j', (body, why) => expect(messageOf(() => parseTemplate(body))).toContain(why));

  it('reads null as not given', () => {
    const body = {
      version: '1',
      bank: null,
      mental_models: [{ ...MODEL, tags: null, max_tokens: null, trigger: { mode: null } }],
      directives: [{ name: 'a', content: 'b', priority: null, is_active: null, tags: null }],
    };
    const { mental_models: models, directives } = parseTemplate(body);
    expect(models).toEqual([expect.objectContaining({ tags: [], max_tokens: 2048 })]);
    expect(directives).toEqual([{ name: 'a', content: 'b', priority: 0, is_active: true, tags: [] }]);
    expect(ignoredInTemplate(body)).toEqual([]);
  });

  it('names what it ignores', () => {
    const body = {
      version: '1',
      author: 'Ana',
      bank: { memory_defense: {} },
      mental_models: [{ ...MODEL, icon: 'x', trigger: { speed: 1 } }],
      directives: [{ name: 'a', content: 'b', color: 'red' }],
    };
    expect(ignoredInTemplate(body)).toEqual([
      ...['author', 'mental_models.icon', 'mental_models.trigger.speed', 'directives.color', 'bank.memory_defense'],
    ]);
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
    directives: [
      { name: 'Tone', content: 'Be brief.', tags: ['x'] },
      { name: 'Off', content: 'Sing.', priority: -1, is_active: false },
    ],
  };
  const NOTHING = {
    ...{ mental_models_created: [], mental_models_updated: [], directives_created: [], directives_updated: [], operation_ids: [] },
  };

  it('sets settings, mental models and directives, and changes nothing the second time', async () => {
    const made = await importTemplate(app(), scope, template, { isDryRun: false });
    expect(made).toMatchObject({ config_applied: true, mental_models_created: ['ana', 'ben'], mental_models_updated: [], dry_run: false });
    expect(made).toMatchObject({ directives_created: ['Tone', 'Off'], directives_updated: [] });
    expect(made.operation_ids).toHaveLength(2);
    expect((await readConfig(app(), await current())).overrides).toEqual({ retain_mission: 'Birds.', reflect_mission: 'A guide.' });
    const exported = await exportTemplate(app(), await current());
    expect(exported).toMatchObject({
      version: '1',
      bank: { retain_mission: 'Birds.' },
      mental_models: [{ id: 'ana', tags: ['x'] }, { id: 'ben' }],
      directives: [{ ...template.directives[0], priority: 0, is_active: true }, template.directives[1]],
    });
    for (const body of [template, exported])
      expect(await importTemplate(app(), await current(), { ...body }, { isDryRun: false })).toMatchObject(NOTHING);
  });

  it('of any bank can be imported, there without a change and elsewhere as the same', async () => {
    for (const [id, name] of [
      ['Ana Profile', 'Ana'],
      ['日本', 'Ben'],
      ['ana', 'Cleo'],
    ])
      await createModel(db, scope, createMentalModel.body!.parse({ id, name, source_query: 'Who?' }));
    for (const [name, content] of [
      ['Tone', 'Be brief.'],
      ['Tone', 'Be kind.'],
      ['Tone (2)', 'Be exact.'],
    ])
      await createDirective(db, scope, directiveOperation.body!.parse({ name, content }));
    const config = { retain_custom_instructions: 'Birds.', reflect_llm: 'withdrawn', mcp_enabled_tools: ['none'], recall_max_tokens: 100 };
    await db.query(sql`update banks set config = ${JSON.stringify(config)}::jsonb where uid = ${scope.bankUid}`);
    const exported = await exportTemplate(app(), await current());
    expect(exported.bank).toEqual({ recall_max_tokens: 100 });
    expect(exported.mental_models.map(({ id }) => id)).toEqual([
      'ana',
      expect.stringMatching(/^ana-profile-\w{12}$/),
      expect.stringMatching(/^\w{12}$/),
    ]);
    expect(exported.directives.map(({ name }) => name)).toEqual(['Tone', 'Tone (2)', 'Tone (3)']);
    const again = await importTemplate(app(), await current(), { ...exported }, { isDryRun: false });
    expect(again).toMatchObject(NOTHING);
    const other = await bankScope(db, orgId, 'other');
    await importTemplate(app(), other, { ...exported }, { isDryRun: false });
    expect(await exportTemplate(app(), (await currentBank(db, other))!)).toEqual(exported);
    const custom = { retain_extraction_mode: 'custom', retain_custom_instructions: 'Birds.' };
    await db.query(sql`update banks set config = ${JSON.stringify(custom)}::jsonb where uid = ${scope.bankUid}`);
    expect((await exportTemplate(app(), await current())).bank).toEqual(custom);
  });

  it('updates what differs, and leaves tags that it does not give', async () => {
    await importTemplate(app(), scope, template, { isDryRun: false });
    const changed = {
      version: '1',
      mental_models: [{ ...MODEL, source_query: 'Where is Ana?', trigger: { mode: 'full' } }],
      directives: [
        { name: 'Tone', content: 'Be kind.' },
        { name: 'New', content: 'Dance.' },
      ],
    };
    const preview = await importTemplate(app(), await current(), changed, { isDryRun: true });
    expect(preview).toMatchObject({ mental_models_created: [], mental_models_updated: ['ana'], operation_ids: [], dry_run: true });
    expect(preview).toMatchObject({ directives_created: ['New'], directives_updated: ['Tone'] });
    expect((await getModel(db, await current(), 'ana', 'content')).source_query).toBe('Who is Ana?');
    expect(await importTemplate(app(), await current(), changed, { isDryRun: false })).toMatchObject({
      mental_models_updated: ['ana'],
      directives_created: ['New'],
      directives_updated: ['Tone'],
      config_applied: false,
    });
    const { items } = await listDirectives(db, await current(), { tags_match: 'any', active_only: false, limit: 10, offset: 0 });
    expect(items.map(({ name, content, tags }) => [name, content, tags])).toEqual([
      ['New', 'Dance.', []],
      ['Tone', 'Be kind.', ['x']],
      ['Off', 'Sing.', []],
    ]);
    expect(await getModel(db, await current(), 'ana', 'content')).toMatchObject({ source_query: 'Where is Ana?', tags: ['x'] });
  });

  it('is applied as a whole or not at all', async () => {
    const broken = { ...template, bank: { ...template.bank, recall_budget_min: 10, recall_budget_max: 5 } };
    for (const isDryRun of [true, false]) {
      const message = expect.stringMatching(/^Template validation failed: recall_budget_min/);
      await expect(importTemplate(app(), scope, broken, { isDryRun })).rejects.toMatchObject({ code: 'bad_request', message });
    }
    await expect(importTemplate(app(), scope, { version: '1', bank: { api_key: 'x' } }, { isDryRun: false })).rejects.toMatchObject({
      code: 'bad_request',
    });
    const rows = await db.query(sql`select 1 from mental_models where bank_uid = ${scope.bankUid}`);
    expect(rows).toEqual([]);
    expect((await readConfig(app(), await current())).overrides).toEqual({});
  });

  it('sets up each bank of a server that has a default one', async () => {
    expect(() => setUpFrom(app(), { version: '1', bank: { retain_llm: 'missing' } })).toThrow('retain_llm must be one of builtin');
    installSetUp(setUpFrom(app(), template));
    const missing = mintBankScope({ ...scope, bankId: 'fresh', bankUid: NO_BANK, bank: null });
    const made = await Promise.all([ensureBank(db, missing), ensureBank(db, missing)]).finally(() => installSetUp(undefined));
    expect(made[0].bankUid).toBe(made[1].bankUid);
    expect(made.find(({ bank }) => bank?.config.retain_mission)).toBeDefined();
    expect(await importTemplate(app(), made[0], template, { isDryRun: true })).toMatchObject(NOTHING);
    const rows = await db.query(sql`select subject from operations where bank_uid = ${made[0].bankUid} order by subject`);
    expect(rows).toEqual([{ subject: 'ana' }, { subject: 'ben' }]);
  });

  it('names the bank that it creates, and no other', async () => {
    const name = 'Birds';
    const missing = mintBankScope({ ...scope, bankId: 'birds', bankUid: NO_BANK, bank: null });
    await importTemplate(app(), missing, template, { isDryRun: false, name });
    await importTemplate(app(), scope, template, { isDryRun: false, name });
    const rows = await db.query(sql`select name from banks where org_id = ${orgId} order by name`);
    expect(rows).toEqual([{ name: 'Birds' }, { name: 'bank' }]);
  });

  it('applies to the bank that has the id now', async () => {
    const former = { ...scope, bankUid: scope.bankUid + 1_000_000 };
    await importTemplate(app(), former, template, { isDryRun: false });
    expect(await importTemplate(app(), await current(), template, { isDryRun: true })).toMatchObject(NOTHING);
  });

  it('is refused if the bank has no room for its directives', async () => {
    await db.query(sql`
      insert into directives (bank_uid, id, name, content) select ${scope.bankUid}, gen_random_uuid(), n::text, 'c' from generate_series(1, 499) n`);
    for (const isDryRun of [true, false])
      await expect(importTemplate(app(), scope, template, { isDryRun })).rejects.toMatchObject({ code: 'conflict' });
    expect(await importTemplate(app(), scope, { version: '1', directives: [template.directives[0]] }, { isDryRun: false })).toMatchObject({
      directives_created: ['Tone'],
    });
  });

  it('has a JSON Schema', () => {
    expect(templateJsonSchema()).toMatchObject({
      type: 'object',
      required: ['version'],
      properties: { mental_models: {}, directives: {} },
    });
  });
});
