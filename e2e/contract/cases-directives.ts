import { expect } from 'vitest';
import { ABSENT, type Case } from '#e2e/contract/cases';
import { bankWith, freshBank } from '#e2e/contract/filling';
import type { World } from '#e2e/fixtures/world';
import type { Operation } from '#lib/base/contract/operation';
import {
  createDirective,
  type Directive,
  type DirectivePage,
  deleteDirective,
  getDirective,
  listDirectives,
  updateDirective,
} from '#lib/memory/directives/contract';
import { clearMemories } from '#lib/memory/memories/contract';
import { type ReflectResponse, reflect } from '#lib/memory/reflect/contract';

const RULE = { name: 'German', content: 'Answer in German.' };

async function bankOf(world: World, bodies: readonly Record<string, unknown>[]): Promise<{ bank_id: string; directive_id: string }> {
  const bank_id = await bankWith(world, [{ content: 'Ana: I moved to Porto in March.', tags: ['ana'] }]);
  let directive_id = '';
  for (const body of bodies) {
    const { json } = await world.ask(createDirective, { key: world.alpha.key, path: { bank_id }, body: { ...RULE, ...body } });
    directive_id = (json as Directive).id;
  }
  return { bank_id, directive_id };
}

const RANKED = [
  { name: 'old', priority: 1 },
  { name: 'new', priority: 1, tags: ['ana', 'ben'] },
  { name: 'first', priority: 9, tags: ['ana'] },
  { name: 'idle', priority: 99, is_active: false },
  { name: 'last', priority: -5, tags: ['cem'] },
];

const onRanked = (
  operation: Operation,
  when: string,
  more: { query?: [string, string][]; body?: unknown },
  check: Case['check'],
): Case => ({
  operation,
  status: 200,
  when,
  ask: async (world) => ({ key: world.alpha.key, path: await bankOf(world, RANKED), ...more }),
  check,
});
const listed = (when: string, query: [string, string][], ...names: string[]): Case =>
  onRanked(listDirectives, when, { query }, ({ items }: DirectivePage) => expect(items.map(({ name }) => name)).toEqual(names));

const single = (operation: Operation, when: string, body: unknown, check: Case['check']): Case => ({
  operation,
  status: 200,
  when,
  ask: async (world) => ({ key: world.alpha.key, path: await bankOf(world, [{ tags: ['ana'] }]), ...(operation.body && { body }) }),
  check,
});

const refused = (operation: Operation, when: string, body: unknown, field: string): Case => ({
  operation,
  status: 422,
  when,
  ask: ({ alpha }) => ({ key: alpha.key, path: { ...ABSENT }, body }),
  check: (body: { detail: { loc: unknown[] }[] }) => void expect(body.detail[0]!.loc).toEqual(['body', field]),
});

const missing = (operation: Operation): Case[] =>
  [ABSENT.directive_id, 'no-uuid'].map((directive_id) => ({
    operation,
    status: 404,
    when: `a directive that is not there, ${directive_id}`,
    ask: ({ alpha }) => ({ key: alpha.key, path: { ...ABSENT, directive_id }, ...(operation.body && { body: {} }) }),
  }));

export const directiveCases: Case[] = [
  {
    operation: createDirective,
    status: 200,
    when: 'a directive in a new bank, with defaults',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: freshBank() }, body: { ...RULE, priority: null, tags: null } }),
    check: async (body: Directive, _, world, { path }) => {
      expect(body).toMatchObject({ ...RULE, ...path, priority: 0, is_active: true, tags: [], updated_at: body.created_at });
      const { json } = await world.ask(listDirectives, { key: world.alpha.key, path: path! });
      expect(json).toEqual({ items: [body], total: 1, limit: 100, offset: 0 });
    },
  },
  refused(createDirective, 'no content', { name: 'a' }, 'content'),
  ...[createDirective, updateDirective].flatMap((operation) => [
    refused(operation, 'a blank name', { ...RULE, name: ' ' }, 'name'),
    refused(operation, 'blank content', { ...RULE, content: ' \n' }, 'content'),
    refused(operation, 'content that is too long', { ...RULE, content: 'x'.repeat(4001) }, 'content'),
    refused(operation, 'a priority beyond 32 bits', { ...RULE, priority: 2 ** 31 }, 'priority'),
  ]),
  listed('active ones, by priority and then the newest', [], 'first', 'new', 'old', 'last'),
  listed('inactive ones too', [['active_only', 'false']], 'idle', 'first', 'new', 'old', 'last'),
  listed('a tag: those with it and untagged ones', [['tags', 'ana']], 'first', 'new', 'old'),
  listed(
    'all of some tags',
    [
      ['tags', 'ana'],
      ['tags', 'ben'],
      ['tags_match', 'all'],
    ],
    'new',
    'old',
  ),
  listed(
    'exactly these tags',
    [
      ['tags', 'ana'],
      ['tags_match', 'exact'],
    ],
    'first',
    'old',
  ),
  listed('exactly no tags', [['tags_match', 'exact']], 'old'),
  onRanked(
    listDirectives,
    'a page',
    {
      query: [
        ['limit', '1'],
        ['offset', '1'],
      ],
    },
    (body: DirectivePage) => expect(body).toMatchObject({ items: [{ name: 'new' }], total: 4, limit: 1, offset: 1 }),
  ),
  {
    operation: listDirectives,
    status: 422,
    when: 'a limit of 0',
    ask: ({ alpha }) => ({ key: alpha.key, path: { ...ABSENT }, query: { limit: '0' } }),
  },
  single(getDirective, 'a directive', undefined, (body: Directive) => expect(body).toMatchObject({ ...RULE, tags: ['ana'] })),
  ...[getDirective, updateDirective, deleteDirective].flatMap(missing),
  single(updateDirective, 'every field', { name: 'a', content: 'b', priority: -1, is_active: false, tags: [] }, (body: Directive) =>
    expect(body).toMatchObject({ name: 'a', content: 'b', priority: -1, is_active: false, tags: [] }),
  ),
  single(
    updateDirective,
    'nulls, which change nothing',
    { name: null, content: null, priority: null, is_active: null, tags: null },
    (body: Directive) => expect(body).toMatchObject({ ...RULE, priority: 0, is_active: true, tags: ['ana'] }),
  ),
  single(updateDirective, 'nothing, which is an update', {}, (body: Directive) => {
    expect(body).toMatchObject(RULE);
    expect(Date.parse(body.updated_at)).toBeGreaterThanOrEqual(Date.parse(body.created_at));
  }),
  single(deleteDirective, 'a directive, which is deleted', undefined, async (body: never, _, world, asked) => {
    expect(body).toEqual({ status: 'deleted' });
    expect((await world.ask(getDirective, asked)).status).toBe(404);
  }),
  {
    operation: clearMemories,
    status: 200,
    when: 'a bank with directives, which remain',
    ask: async (world) => ({ key: world.alpha.key, path: await bankOf(world, [{}]) }),
    check: async (_, __, world, { path, key }) => {
      expect((await world.ask(getDirective, { key: key!, path: path! })).json).toMatchObject(RULE);
    },
  },
  ...(
    [
      [{}, ['old']],
      [{ tags: ['ana'] }, ['first', 'new', 'old']],
      [{ tags: ['ana'], tags_match: 'exact' }, ['first', 'old']],
      [{ tag_groups: [{ tags: ['ANA', 'ben'], match: 'all_strict', resolve: 'fuzzy' }] }, ['new', 'old']],
      [{ tags: ['nobody'], apply_all_directives: true }, ['first', 'new', 'old', 'last']],
    ] as const
  ).map(([filter, names]) =>
    onRanked(
      reflect,
      `${JSON.stringify(filter)}: its directives, which no model follows`,
      { body: { query: 'Where did Ana move?', include: { facts: {} }, ...filter } },
      ({ based_on, unapplied_directives }: ReflectResponse) => {
        expect(based_on!.directives.map(({ name }) => name)).toEqual(names);
        expect(unapplied_directives).toEqual(based_on!.directives.map(({ id, name }) => ({ id, name, reason: 'no_model' })));
      },
    ),
  ),
];
