import { expect } from 'vitest';
import { ABSENT, type Case } from '#e2e/contract/cases';
import { bankWith, freshBank } from '#e2e/contract/filling';
import { eventually } from '#e2e/fixtures/jobs';
import type { World } from '#e2e/fixtures/world';
import type { Operation } from '#lib/base/contract/operation';
import { getOperation } from '#lib/jobs/operations/contract';
import { deleteDocument } from '#lib/memory/documents/contract';
import {
  type CreatedMentalModel,
  clearMentalModel,
  createMentalModel,
  type DryRunRefresh,
  deleteMentalModel,
  dryRunRefreshMentalModel,
  getMentalModel,
  getMentalModelHistory,
  getMentalModelVersion,
  listMentalModels,
  listMentalModelVersions,
  type MentalModel,
  type MentalModelHistoryEntry,
  type MentalModelPage,
  type MentalModelVersion,
  type MentalModelVersionPage,
  type RefreshSubmitted,
  refreshMentalModel,
  restoreMentalModel,
  updateMentalModel,
} from '#lib/memory/mental-models/contract';
import { retainMemories } from '#lib/memory/retain/contract';

const keyOf = (world: World) => ({ key: world.alpha.key });
const item = (content: string, document_id: string, more: Record<string, unknown> = {}) => ({
  content,
  document_id,
  timestamp: '2026-03-02',
  tags: ['ana'],
  ...more,
});
const ANA = [
  item('Ana: I moved to Porto in March because the studio there is cheaper.', 'a'),
  item('Bob: I like old steam trains very much.', 'b', { tags: ['bob'] }),
];
const NEW = { name: 'Ana', source_query: 'Where did Ana move, and what does she paint?' };

const over = (world: World, bank_id: string, operation_id: string) =>
  eventually(async () => {
    const seen = (await world.ask(getOperation, { ...keyOf(world), path: { bank_id, operation_id } })).json as { status: string };
    return ['completed', 'failed', 'cancelled'].includes(seen.status) && seen;
  }, 'the end of a refresh');

interface ModelIds {
  readonly bank_id: string;
  readonly mental_model_id: string;
}

/** Creates and refreshes a mental model in a new bank. */
async function written(world: World, more: Record<string, unknown> = {}): Promise<ModelIds> {
  const bank_id = await bankWith(world, ANA);
  const { json } = await world.ask(createMentalModel, { ...keyOf(world), path: { bank_id }, body: { ...NEW, ...more } });
  const { mental_model_id, operation_id } = json as CreatedMentalModel;
  await over(world, bank_id, operation_id);
  return { bank_id, mental_model_id };
}

async function refreshed(world: World, path: ModelIds): Promise<ModelIds> {
  const { json } = await world.ask(refreshMentalModel, { ...keyOf(world), path: { ...path } });
  await over(world, path.bank_id, (json as RefreshSubmitted).operation_id);
  return path;
}

const modelOf = async (world: World, path: object): Promise<MentalModel> =>
  (await world.ask(getMentalModel, { ...keyOf(world), path: path as never })).json as MentalModel;

const on = (
  operation: Operation,
  when: string,
  make: (world: World) => Promise<object>,
  check: Case['check'],
  more: { body?: unknown; query?: Record<string, string> | [string, string][] } = {},
): Case => ({
  operation,
  status: 200,
  when,
  ask: async (world) => ({ ...keyOf(world), path: (await make(world)) as never, ...(operation.body && { body: {} }), ...(more as object) }),
  check,
});

const unknown = (operation: Operation, when = 'a model that is not there', body?: unknown): Case => ({
  operation,
  status: 404,
  when,
  ask: async (world) => ({
    ...keyOf(world),
    path: { ...ABSENT, bank_id: (await written(world)).bank_id },
    ...(operation.body && { body }),
  }),
});

const refused = (operation: Operation, when: string, body: unknown, loc?: unknown[]): Case => ({
  operation,
  status: 422,
  when,
  ask: (world) => ({ ...keyOf(world), path: { ...ABSENT }, body }),
  check: (body: { detail: { loc: unknown[] }[] }) => {
    if (loc) expect(body.detail[0]!.loc).toEqual(loc);
  },
});

const inTrigger = (when: string, trigger: Record<string, unknown>, field: string): Case =>
  refused(createMentalModel, when, { ...NEW, trigger }, ['body', 'trigger', field]);

export const mentalModelCases: Case[] = [
  on(
    createMentalModel,
    'a model in a new bank, and the operation that writes it',
    async () => ({ bank_id: freshBank() }),
    async (body: CreatedMentalModel, _, world, { path }) => {
      expect(body.mental_model_id).toMatch(/^mm-[0-9a-f]{32}$/);
      expect(await over(world, path!.bank_id!, body.operation_id)).toMatchObject({
        ...{ status: 'completed', operation_type: 'refresh_mental_model' },
        details: { operation_type: 'refresh_mental_model', outcome: 'content_unchanged' },
      });
      expect(await modelOf(world, { ...path, ...body })).toMatchObject({ state: 'empty', content: '', is_stale: false });
    },
    { body: NEW },
  ),
  on(
    createMentalModel,
    'an id of the caller’s, and every setting',
    (world) => bankWith(world, ANA).then((bank_id) => ({ bank_id })),
    async (_, __, world, { path }) => {
      const id = 'über uns/1';
      expect(await modelOf(world, { ...path, mental_model_id: id })).toMatchObject({
        ...{ id, tags: ['ana'], max_tokens: 256 },
        trigger: { mode: 'delta', refresh_cron: '0 6 * * mon-fri', fact_types: ['world'], tag_groups: [{ not: { tags: ['bob'] } }] },
      });
    },
    {
      body: {
        ...NEW,
        id: 'über uns/1',
        tags: ['ana', 'ana'],
        max_tokens: 256,
        trigger: {
          ...{
            mode: 'delta',
            refresh_cron: ' 0 6 * * mon-fri ',
            min_refresh_interval_seconds: 0,
            fact_types: ['world'],
            exclude_mental_model_ids: [],
          },
          ...{
            tags_match: 'all',
            tag_groups: [{ not: { tags: ['bob'] } }],
            include_chunks: true,
            recall_max_tokens: 1000,
            keep_trace: true,
          },
          response_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        },
      },
    },
  ),
  {
    operation: createMentalModel,
    status: 409,
    when: 'an id that already exists',
    ask: async (world) => {
      const { bank_id, mental_model_id } = await written(world);
      return { ...keyOf(world), path: { bank_id }, body: { ...NEW, id: mental_model_id } };
    },
  },
  refused(createMentalModel, 'no name', { source_query: 'x' }, ['body', 'name']),
  refused(createMentalModel, 'a query without a word', { ...NEW, source_query: ' ?' }, ['body', 'source_query']),
  refused(createMentalModel, '255 tokens', { ...NEW, max_tokens: 255 }, ['body', 'max_tokens']),
  refused(createMentalModel, 'an invisible character in the id', { ...NEW, id: 'a\ufe0f' }, ['body', 'id']),
  refused(createMentalModel, 'a joiner in the id', { ...NEW, id: 'می\u200cخواهم' }, ['body', 'id']),
  refused(createMentalModel, 'an invisible character in the name', { ...NEW, name: 'Ann\u2800' }, ['body', 'name']),
  refused(createMentalModel, 'an id that no address can carry', { ...NEW, id: '..' }, ['body', 'id']),
  inTrigger('a cron expression of six fields', { refresh_cron: '0 0 6 * * *' }, 'refresh_cron'),
  inTrigger('a day that never comes', { refresh_cron: '0 6 30 2 *' }, 'refresh_cron'),
  inTrigger('cron and consolidation at once', { refresh_cron: '0 6 * * *', refresh_after_consolidation: true }, 'refresh_cron'),
  inTrigger('no types', { fact_types: [] }, 'fact_types'),
  inTrigger('an interval below 0', { min_refresh_interval_seconds: -1 }, 'min_refresh_interval_seconds'),
  inTrigger('a schema without properties', { response_schema: { type: 'object', properties: {} } }, 'response_schema'),
  on(
    listMentalModels,
    'all, the last refreshed first, with their staleness',
    async (world) => {
      const { bank_id } = await written(world, { tags: ['ana'] });
      const { json } = await world.ask(createMentalModel, { ...keyOf(world), path: { bank_id }, body: { ...NEW, name: 'Later' } });
      await over(world, bank_id, (json as CreatedMentalModel).operation_id);
      await world.ask(retainMemories, {
        ...keyOf(world),
        path: { bank_id },
        body: { items: [item('Ana: I draw portraits of neighbours on Sundays.', 'c')] },
      });
      return { bank_id };
    },
    (body: MentalModelPage) => {
      expect(body).toMatchObject({ total: 2, limit: 100, offset: 0 });
      expect(body.items.map(({ name, is_stale, stale_reasons }) => [name, is_stale, stale_reasons])).toEqual([
        ['Later', true, ['new_memories']],
        ['Ana', true, ['new_memories']],
      ]);
      expect(body.items[1]).toHaveProperty('reflect_response');
    },
  ),
  on(
    listMentalModels,
    'names and tags only',
    (world) => written(world, { tags: ['ana'] }),
    ({ items: [one] }: MentalModelPage) => {
      expect(one).toMatchObject({ name: 'Ana', tags: ['ana'], is_stale: false });
      for (const field of ['source_query', 'content', 'max_tokens', 'trigger', 'reflect_response']) expect(one).not.toHaveProperty(field);
    },
    { query: { detail: 'metadata' } },
  ),
  on(
    listMentalModels,
    'tags, which the untagged never match',
    (world) => written(world),
    (body: MentalModelPage) => void expect(body).toMatchObject({ items: [], total: 0 }),
    { query: { tags: 'ana' } },
  ),
  on(
    listMentalModels,
    'a missing bank',
    async () => ({ bank_id: freshBank() }),
    (body: MentalModelPage) => void expect(body).toEqual({ items: [], total: 0, limit: 100, offset: 0 }),
  ),
  ...([{ limit: '0' }, { limit: '1001' }, { tags_match: 'any_strict' }, { detail: 'all' }] as Record<string, string>[]).map(
    (query): Case => ({
      operation: listMentalModels,
      status: 422,
      when: `${Object.keys(query)[0]} ${Object.values(query)[0]}`,
      ask: (world) => ({ ...keyOf(world), path: { ...ABSENT }, query }),
    }),
  ),
  on(
    getMentalModel,
    'what it says, and what that rests on',
    (world) => written(world),
    (body: MentalModel) => {
      expect(body.content).toContain('Porto');
      expect(body).toMatchObject({
        ...{ state: 'ready', version: 1, is_stale: false, method: 'extractive', max_tokens: 2048 },
        trigger: { mode: 'full', refresh_after_consolidation: false, exclude_mental_models: false, keep_trace: false },
        reflect_response: { outcome: 'content_written', text: body.content, mental_models: [], based_on: { opinion: [], directives: [] } },
      });
      const { world: worldFacts = [], experience = [] } = body.reflect_response!.based_on;
      expect(worldFacts.length + experience.length).toBeGreaterThan(0);
    },
  ),
  on(
    getMentalModel,
    'content and configuration, and no more',
    (world) => written(world),
    (body: MentalModel) => {
      expect(body).toHaveProperty('content');
      expect(body).not.toHaveProperty('reflect_response');
      expect(body).not.toHaveProperty('is_stale');
    },
    { query: { detail: 'content' } },
  ),
  unknown(getMentalModel),
  on(
    updateMentalModel,
    'a new name; nothing is refreshed by it',
    (world) => written(world),
    (body: MentalModel) => {
      expect(body).toMatchObject({ name: 'Ana R.', source_query: NEW.source_query, version: 1 });
      expect(body).not.toHaveProperty('is_stale');
      expect(body).not.toHaveProperty('operation_id');
    },
    { body: { name: 'Ana R.', tags: null } },
  ),
  on(
    updateMentalModel,
    'a trigger, which replaces the whole one',
    (world) => written(world, { trigger: { mode: 'delta', keep_trace: true } }),
    (body: MentalModel) => void expect(body.trigger).toMatchObject({ mode: 'full', keep_trace: false, refresh_after_consolidation: true }),
    { body: { trigger: { refresh_after_consolidation: true } } },
  ),
  unknown(updateMentalModel, 'a model that is not there', { name: 'x' }),
  refused(updateMentalModel, 'nothing to change', {}),
  refused(updateMentalModel, 'nothing but null', { name: null }),
  refused(updateMentalModel, 'too many tokens', { max_tokens: 8193 }, ['body', 'max_tokens']),
  on(
    deleteMentalModel,
    'a model, which is not there any more',
    (world) => written(world),
    async (body, _, world, { path }) => {
      expect(body).toEqual({ status: 'deleted' });
      expect((await world.ask(deleteMentalModel, { ...keyOf(world), path: path! })).status).toBe(404);
    },
  ),
  unknown(deleteMentalModel),
  on(
    refreshMentalModel,
    'the operation that re-embeds the bank',
    (world) => written(world),
    async (body: RefreshSubmitted, _, world, { path }) => {
      expect(body).toMatchObject({ status: 'queued', deduplicated: false });
      expect(await over(world, path!.bank_id!, body.operation_id)).toMatchObject({
        status: 'completed',
        details: { outcome: 'content_unchanged' },
        result_metadata: { mental_model_id: path!.mental_model_id, version: 1, mode: 'full' },
      });
    },
  ),
  unknown(refreshMentalModel),
  on(
    dryRunRefreshMentalModel,
    'what a refresh would do, and nothing is done',
    async (world) => {
      const path = await written(world, { trigger: { mode: 'delta' } });
      await world.ask(retainMemories, {
        ...keyOf(world),
        path: { ...path },
        body: { items: [item('Ana: I paint landscapes of the river in Porto now.', 'c')] },
      });
      return path;
    },
    async (body: DryRunRefresh, _, world, { path }) => {
      expect(body).toMatchObject({
        requested_mode: 'delta',
        effective_mode: 'delta',
        outcome: 'content_written',
        would_persist: true,
        version: 1,
      });
      expect(body.preview_content).toContain('landscapes');
      expect(await modelOf(world, path!)).toMatchObject({ version: 1, content: body.current_content, is_stale: true });
    },
  ),
  unknown(dryRunRefreshMentalModel),
  on(
    clearMentalModel,
    'nothing left to say, and all of it in its versions',
    (world) => written(world),
    async (body: MentalModel, _, world, { path }) => {
      expect(body).toMatchObject({ content: '', state: 'empty', version: 2 });
      expect(body).not.toHaveProperty('is_stale');
      expect(await modelOf(world, path!)).toMatchObject({ is_stale: true, stale_reasons: ['new_memories'] });
      await refreshed(world, path as unknown as ModelIds);
      expect((await modelOf(world, path!)).content).toContain('Porto');
    },
  ),
  unknown(clearMentalModel),
  on(
    restoreMentalModel,
    'an old version as a new one',
    async (world) => {
      const path = await written(world);
      await world.ask(clearMentalModel, { ...keyOf(world), path: { ...path } });
      return path;
    },
    (body: MentalModel) => {
      expect(body).toMatchObject({ version: 3, state: 'ready' });
      expect(body.content).toContain('Porto');
    },
    { body: { version: 1 } },
  ),
  unknown(restoreMentalModel, 'a model that is not there', { version: 0 }),
  {
    operation: restoreMentalModel,
    status: 404,
    when: 'a missing version',
    ask: async (world) => ({ ...keyOf(world), path: { ...(await written(world)) }, body: { version: 9 } }),
  },
  refused(restoreMentalModel, 'no version', {}, ['body', 'version']),
  on(
    getMentalModelHistory,
    'changes of the content, the newest first, each with what was there before',
    async (world) => {
      const path = await written(world, { trigger: { mode: 'delta' } });
      await world.ask(deleteDocument, { ...keyOf(world), path: { ...path, document_id: 'a' } });
      return refreshed(world, path);
    },
    (body: MentalModelHistoryEntry[]) => {
      expect(body.map(({ version, change }) => [version, change])).toEqual([
        [2, 'refresh'],
        [1, 'refresh'],
      ]);
      expect(body[0]!.previous_content).toContain('Porto');
      expect(body[0]!.previous_reflect_response!.based_on).toBeTruthy();
      expect(body[1]).toMatchObject({ cause: 'create', mode: 'full', mode_requested: 'delta', mode_reason: 'no_baseline_content' });
      expect(body[1]!.previous_reflect_response).toBeNull();
    },
  ),
  unknown(getMentalModelHistory),
  on(
    listMentalModelVersions,
    'all versions, without their content',
    (world) => written(world),
    (body: MentalModelVersionPage) => {
      expect(body).toMatchObject({
        total: 2,
        items: [{ version: 1, is_current: true, change: 'refresh', facts_dropped: 0 }, { version: 0 }],
      });
    },
  ),
  unknown(listMentalModelVersions),
  on(
    getMentalModelVersion,
    'its blocks, each with its sources',
    async (world) => ({ ...(await written(world)), version: '1' }),
    (body: MentalModelVersion) => {
      const cited = body.document!.sections.flatMap(({ blocks }) => blocks.flatMap(({ source_ids }) => source_ids));
      expect([...new Set(cited)].sort()).toEqual([...body.source_ids].sort());
      expect(body.sources.map(({ id, state }) => [id, state]).sort()).toEqual(body.source_ids.map((id) => [id, 'live']).sort());
      expect(body.facts).toEqual({ added: body.source_ids, dropped: [], kept: [] });
    },
  ),
  unknown(getMentalModelVersion),
  {
    operation: getMentalModelVersion,
    status: 404,
    when: 'a missing version',
    ask: async (world) => ({ ...keyOf(world), path: { ...(await written(world)), version: '9' } as never }),
  },
  {
    operation: getMentalModelVersion,
    status: 422,
    when: 'a version that is not a number',
    ask: (world) => ({ ...keyOf(world), path: { ...ABSENT, version: 'one' } as never }),
  },
];
