import { describe, expect, it } from 'vitest';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { bankScope, seedOrg } from '#e2e/fixtures/database';
import { jobApp, jobOf } from '#e2e/fixtures/jobs';
import type { LlmRequest } from '#e2e/fixtures/llm/request';
import { env, models, provider, withModels } from '#e2e/fixtures/models';
import { sql } from '#lib/base/db/db';
import { countTokens } from '#lib/base/text/tokens';
import { currentBank } from '#lib/memory/banks/service';
import { type CreateDirectiveBody, createDirective as operation } from '#lib/memory/directives/contract';
import { createDirective, deleteDirective } from '#lib/memory/directives/service';
import { DIRECTIVE_TOKENS, withinTokens } from '#lib/memory/directives/use';
import { type CreateMentalModelBody, createMentalModel } from '#lib/memory/mental-models/contract';
import { dryRunRefresh } from '#lib/memory/mental-models/dry-run';
import { refreshHandler } from '#lib/memory/mental-models/handler';
import { planRefresh } from '#lib/memory/mental-models/refresh/plan';
import * as mentalModels from '#lib/memory/mental-models/service';
import { readFormerCitations } from '#lib/memory/mental-models/store-origins';
import { type ReflectBody, reflectBody } from '#lib/memory/reflect/contract';
import { reflect } from '#lib/memory/reflect/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

/** Directives in the prompts that an HTTP provider receives. */

const embedder = builtinEmbedder();
const signal = new AbortController().signal;

withTestBank();
withModels('REFLECT_');

const add = (name: string, more: Partial<CreateDirectiveBody> = {}, of = scope) =>
  createDirective(db, of, operation.body!.parse({ name, content: `Rule ${name}.`, ...more }) as CreateDirectiveBody);
const retainText = (content: string, document_id: string) =>
  retain({ db, embedder }, scope, retainBody.parse({ items: [{ content, document_id, tags: ['ana'] }] }));
const ask = (more: Partial<ReflectBody> & Record<string, unknown> = {}) => {
  const body = reflectBody.parse({ query: 'Where does Ana live?', include: { facts: {} }, ...more });
  return reflect({ db, embedder, env, models }, scope, body, { signal });
};

/** The directives of this bank, and some that must not appear. */
async function ranked(): Promise<void> {
  await add('low');
  await add('high', { priority: 5, tags: ['ana'], content: 'Answer in German.\nBe formal.' });
  for (const hidden of [{ is_active: false }, { tags: ['hidden'] }]) await add('hidden', { ...hidden, priority: 9 });
  const { orgId } = await seedOrg(db);
  await add('hidden', { priority: 9 }, await bankScope(db, orgId, 'bank'));
}

const LISTED = '1. high: Answer in German.\n   Be formal.\n2. low: Rule low.';

/** Every request begins with the rules; its prompt ends with the reminder. */
function expectDirectives(requests: readonly (LlmRequest | null)[], listed = LISTED): void {
  expect(requests.length).toBeGreaterThan(0);
  for (const asked of requests) {
    expect(asked!.system).toMatch(/^Directives of the owner/);
    expect(asked!.system).toContain(`\n${listed}\n\n`);
    expect(asked!.prompt.endsWith(`\n${listed}`)).toBe(true);
    expect(JSON.stringify(asked)).not.toContain('hidden');
  }
}
const requestsFor = (schema: string) => provider.requests.filter((one) => one.schema === schema).map(({ asked }) => asked);

it('refuses more directives than a bank may have', async () => {
  const { id } = await add('one');
  await db.query(sql`
    insert into directives (bank_uid, id, name, content) select ${scope.bankUid}, gen_random_uuid(), 'n', 'c' from generate_series(2, 500)`);
  await expect(add('more')).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('500') });
  await deleteDirective(db, scope, id.toUpperCase());
  await add('more');
});

describe('reflect', () => {
  it.each(['low', 'mid'] as const)('with budget %s sends the directives of the request, the most important first', async (budget) => {
    await retainText('Ana: I live in Porto.', 'a');
    await ranked();
    const { based_on, unapplied_directives } = await ask({ budget, tags: ['ana'] });
    expect(based_on!.directives.map(({ name }) => name)).toEqual(['high', 'low']);
    expect(unapplied_directives).toBeNull();
    const sent = provider.requests.map(({ asked }) => asked).filter(Boolean);
    expectDirectives(sent);
  });

  it('sends untagged ones only without a filter, all active ones if asked, and none to a model that is not needed', async () => {
    await retainText('Ana: I live in Porto.', 'a');
    await ranked();
    expect((await ask()).based_on!.directives.map(({ name }) => name)).toEqual(['low']);
    expectDirectives(requestsFor('answer'), '1. low: Rule low.');
    const all = await ask({ apply_all_directives: true, include: {} });
    expect(all).toMatchObject({ based_on: null, unapplied_directives: null });
    expect(requestsFor('answer').at(-1)!.system).toContain('1. hidden: Rule hidden.\n2. high');
    provider.reset();
    const nothing = await ask({ query: 'Quantum chromodynamics lectures?' });
    expect(nothing.unapplied_directives).toMatchObject([{ name: 'low', reason: 'nothing_written' }]);
    expect(provider.requests).toEqual([]);
  });

  it('sends the same prompt as before without directives', async () => {
    await retainText('Ana: I live in Porto.', 'a');
    const { based_on, unapplied_directives } = await ask();
    expect([based_on!.directives, unapplied_directives]).toEqual([[], null]);
    expect(JSON.stringify(requestsFor('answer'))).not.toMatch(/directive/i);
  });
});

describe('a refresh', () => {
  const refresh = async (id: string) => {
    const job = jobOf(jobApp(db, { embedder, env, models }), (await currentBank(db, scope))!, { id, cause: 'asked' });
    return refreshHandler(planRefresh).run(job);
  };

  it('sends them in full and in delta mode, and reports them under the tags of the model', async () => {
    await retainText('Ana: I live in Porto with my two cats.', 'a');
    await ranked();
    const body = { name: 'Ana', source_query: 'Where does Ana live?', tags: ['ana'], trigger: { mode: 'delta' } };
    const created = createMentalModel.body!.parse(body) as CreateMentalModelBody;
    const { mental_model_id: id } = await mentalModels.createModel(db, scope, created);
    await refresh(id);
    expectDirectives(requestsFor('write_document'));
    await retainText('Ana: I live in Lisbon near the river.', 'b');
    const dry = await dryRunRefresh(jobApp(db, { embedder, env, models }), scope, id, signal);
    expect(dry.based_on.directives!.map(({ name }) => name)).toEqual(['high', 'low']);
    await refresh(id);
    expectDirectives(requestsFor('change_document'));
    const answer = async () => (await mentalModels.getModel(db, scope, id, 'full')).reflect_response!;
    expect(await answer()).toMatchObject({
      based_on: { directives: [{ text: 'high: Answer in German.\nBe formal.', type: 'directive', name: 'high' }, { name: 'low' }] },
      unapplied_directives: null,
    });
    expect(await readFormerCitations(db, scope)).toEqual([]);
    await refresh(id);
    expect((await answer()).unapplied_directives).toMatchObject([{ name: 'high', reason: 'nothing_written' }, { name: 'low' }]);
    const listed = async () => {
      const query = { tags: ['ana'], tags_match: 'all', detail: 'full', limit: 10, offset: 0 } as const;
      return (await mentalModels.listModels(db, scope, query)).items[0]!.reflect_response!.based_on.directives!.map(({ name }) => name);
    };
    expect(await listed()).toEqual(['high', 'low']);
    await db.query(sql`update directives set tags = '{hidden}' where bank_uid = ${scope.bankUid} and name = 'high'`);
    expect(await listed()).toEqual(['low']);
  });
});

describe('the room in a prompt', () => {
  const rules = (...contents: string[]) => contents.map((content, i) => ({ id: String(i), name: 'n', content }));

  it('is filled in order, without a gap', () => {
    const reasons = (...contents: string[]) => withinTokens(rules(...contents), 40).map(({ unapplied }) => unapplied);
    const [short, long] = ['Be brief.', 'word '.repeat(50)];
    expect(reasons(short, short)).toEqual([null, null]);
    expect(reasons(short, long, short)).toEqual([null, 'token_limit', 'token_limit']);
    expect(reasons(long, short)).toEqual([null, 'token_limit']);
  });

  it('suffices for the longest directive in a language of the alphabet', () => {
    expect(countTokens('Always answer in one sentence. '.repeat(129))).toBeLessThan(DIRECTIVE_TOKENS);
  });
});
