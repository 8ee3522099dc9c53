import { expect } from 'vitest';
import { ABSENT, type Case } from '#e2e/contract/cases';
import type { Reply } from '#e2e/fixtures/http';
import { OWN_BANK } from '#e2e/fixtures/tenants';
import type { World } from '#e2e/fixtures/world';
import { createScopedKey, listScopedKeys, MAX_CHILDREN, revokeScopedKey, type ScopedKey } from '#lib/access/keys/contract';
import { listDocuments } from '#lib/memory/documents/contract';

type Created = ScopedKey & { key: string };

const body = (more: Readonly<Record<string, unknown>> = {}) => ({
  name: 'Agent',
  allowed_bank_ids: [OWN_BANK],
  expires_in_days: 7,
  ...more,
});

const mint = async (world: World, more: Readonly<Record<string, unknown>> = {}, key = world.alpha.restricted): Promise<Created> => {
  const reply = await world.ask(createScopedKey, { key, body: body(more) });
  expect(reply.status, reply.text).toBe(201);
  return reply.json as Created;
};

const read = async (world: World, key: string, bank_id = OWN_BANK): Promise<number> =>
  (await world.ask(listDocuments, { key, path: { bank_id } })).status;

const code =
  (expected: string): Case['check'] =>
  (answer: { detail: string; code: string }) =>
    void expect(answer).toMatchObject({ detail: expect.stringMatching(/^Forbidden: /), code: expected });

const field =
  (name: string): Case['check'] =>
  (answer: { detail: { loc: unknown[] }[] }) =>
    void expect(answer.detail.map(({ loc }) => loc.slice(0, 2))).toContainEqual(['body', name]);

const creation = (status: number, when: string, more: Readonly<Record<string, unknown>>, check?: Case['check']): Case => ({
  operation: createScopedKey,
  status,
  when,
  ask: ({ alpha }) => ({ key: alpha.restricted, body: body(more) }),
  check,
});

export const keyCases: Case[] = [
  {
    operation: createScopedKey,
    status: 201,
    when: 'banks out of the scope of the calling key: a key that works there and nowhere else',
    ask: ({ alpha }) => ({ key: alpha.restricted, body: body({ metadata: { agent: ['x', null, { n: 1 }] } }) }),
    check: async (created: Created, reply: Reply, world) => {
      expect(created).toMatchObject({
        name: 'Agent',
        status: 'active',
        allowed_bank_ids: [OWN_BANK],
        metadata: { agent: ['x', null, { n: 1 }] },
        last_used_at: null,
        prefix: created.key.slice(0, 12),
      });
      expect(Date.parse(created.expires_at) - Date.parse(created.created_at)).toBe(7 * 86_400_000);
      expect(created.key).toMatch(/^mbs_[0-9A-Za-z]{49}$/);
      expect(reply.headers['cache-control']).toBe('no-store');
      expect([await read(world, created.key), await read(world, created.key, 'other')]).toEqual([200, 403]);
    },
  },
  creation(201, 'repeated banks, which count once', { allowed_bank_ids: [OWN_BANK, OWN_BANK] }, (created: Created) => {
    expect(created.allowed_bank_ids).toEqual([OWN_BANK]);
  }),
  creation(201, '365 days', { expires_in_days: 365 }),
  creation(
    201,
    'fields that only the server sets, which are ignored and named',
    { create_scoped_keys: true, parent_id: ABSENT.key_id, status: 'revoked', id: ABSENT.key_id, org_id: ABSENT.key_id },
    async (created: Created, reply: Reply, world) => {
      expect(created).toMatchObject({ status: 'active' });
      expect(created.id).not.toBe(ABSENT.key_id);
      expect(String(reply.headers['x-ignored-params'])).toContain('create_scoped_keys');
      expect((await world.ask(createScopedKey, { key: created.key, body: body() })).status).toBe(403);
    },
  ),
  creation(403, 'a bank outside the scope of the calling key', { allowed_bank_ids: [OWN_BANK, 'other'] }, code('bank_out_of_scope')),
  creation(403, 'a bank that is not there, in the same words', { allowed_bank_ids: ['nowhere'] }, code('bank_out_of_scope')),
  ...(
    [
      ['a key without the capability', 'bankless'],
      ['a child key', 'child'],
    ] as const
  ).flatMap(([when, pick]): Case[] => [
    {
      operation: createScopedKey,
      status: 403,
      when: `${when}, before the input is validated`,
      ask: ({ alpha }) => ({ key: alpha[pick], body: '{' }),
      check: code('capability_missing'),
    },
    { operation: listScopedKeys, status: 403, when, ask: ({ alpha }) => ({ key: alpha[pick] }), check: code('capability_missing') },
    {
      operation: revokeScopedKey,
      status: 403,
      when,
      ask: ({ alpha }) => ({ key: alpha[pick], path: { key_id: alpha.childId } }),
      check: code('capability_missing'),
    },
  ]),
  {
    operation: createScopedKey,
    status: 409,
    when: `child number ${MAX_CHILDREN + 1}`,
    ask: async (world) => {
      const replies = await Promise.all(
        Array.from({ length: MAX_CHILDREN }, () => world.ask(createScopedKey, { key: world.beta.restricted, body: body() })),
      );
      expect(replies.some(({ status }) => status === 409)).toBe(true);
      return { key: world.beta.restricted, body: body() };
    },
    check: (answer: { detail: string }) => void expect(answer.detail).toContain(String(MAX_CHILDREN)),
  },
  ...[undefined, null, '', ' ', 'x'.repeat(201), 7].map((name) =>
    creation(422, `the name ${JSON.stringify(name)?.slice(0, 20)}`, { name }, field('name')),
  ),
  ...[undefined, null, [], OWN_BANK, [7], [''], Array.from({ length: 1001 }, (_, i) => `b${i}`)].map((allowed_bank_ids) =>
    creation(422, `the banks ${JSON.stringify(allowed_bank_ids)?.slice(0, 20)}`, { allowed_bank_ids }, field('allowed_bank_ids')),
  ),
  ...[undefined, null, 0, -1, 366, 1.5, '30', true].map((expires_in_days) =>
    creation(422, `${JSON.stringify(expires_in_days)} days`, { expires_in_days }, field('expires_in_days')),
  ),
  ...['x', [], { long: 'x'.repeat(16 * 1024) }].map((metadata) =>
    creation(422, `the metadata ${JSON.stringify(metadata).slice(0, 20)}`, { metadata }, field('metadata')),
  ),
  {
    operation: createScopedKey,
    status: 422,
    when: 'a number of days that overflows',
    ask: ({ alpha }) => ({ key: alpha.restricted, body: `{"name":"x","allowed_bank_ids":["${OWN_BANK}"],"expires_in_days":1e309}` }),
    check: field('expires_in_days'),
  },
  {
    operation: listScopedKeys,
    status: 200,
    when: 'only the children of the calling key, the newest first, without the key itself',
    ask: async (world) => {
      await mint(world, { name: 'Listed' });
      await mint(world, { name: 'Of another' }, world.alpha.key);
      return { key: world.alpha.restricted, query: { limit: '2' } };
    },
    check: (answer: { items: ScopedKey[]; total: number }) => {
      expect(answer.items[0]).toMatchObject({ name: 'Listed', status: 'active' });
      expect(answer.items[0]).not.toHaveProperty('key');
      expect(answer.total).toBeGreaterThanOrEqual(2);
      expect(JSON.stringify(answer)).not.toContain('Of another');
    },
  },
  {
    operation: listScopedKeys,
    status: 200,
    when: 'revoked keys on request',
    ask: async (world) => {
      const { id } = await mint(world, { name: 'Gone' });
      await world.ask(revokeScopedKey, { key: world.alpha.restricted, path: { key_id: id } });
      const usual = (await world.ask(listScopedKeys, { key: world.alpha.restricted })).text;
      expect(usual).not.toContain(id);
      return { key: world.alpha.restricted, query: [['status', 'revoked']] };
    },
    check: (answer: { items: ScopedKey[] }) => {
      expect(answer.items[0]).toMatchObject({ name: 'Gone', status: 'revoked' });
      expect(new Set(answer.items.map(({ status }) => status))).toEqual(new Set(['revoked']));
    },
  },
  {
    operation: listScopedKeys,
    status: 422,
    when: 'an unknown status',
    ask: ({ alpha }) => ({ key: alpha.restricted, query: { status: 'gone' } }),
  },
  {
    operation: revokeScopedKey,
    status: 200,
    when: 'an own child, which fails from the next request on; revoking it again changes nothing',
    ask: async (world) => ({ key: world.alpha.restricted, path: { key_id: (await mint(world)).id } }),
    check: async (answer: ScopedKey, reply: Reply, world, { path }) => {
      expect(answer).toMatchObject({ id: path!.key_id, status: 'revoked' });
      const again = await world.ask(revokeScopedKey, { key: world.alpha.restricted, path: path! });
      expect([again.status, again.text]).toEqual([200, reply.text]);
      const other = await mint(world);
      expect(await read(world, other.key)).toBe(200);
      await world.ask(revokeScopedKey, { key: world.alpha.restricted, path: { key_id: other.id } });
      expect(await read(world, other.key)).toBe(401);
    },
  },
  ...(
    [
      ['a key that is nowhere', () => ABSENT.key_id],
      ['the child of another key', ({ beta }) => beta.childId],
    ] as const satisfies readonly (readonly [string, (world: World) => string])[]
  ).map(
    ([when, idOf]): Case => ({
      operation: revokeScopedKey,
      status: 404,
      when,
      ask: (world) => ({ key: world.alpha.restricted, path: { key_id: idOf(world) } }),
      check: (answer: { detail: string }) => void expect(answer).toMatchObject({ detail: 'Key not found', code: 'not_found' }),
    }),
  ),
  {
    operation: revokeScopedKey,
    status: 400,
    when: 'an id that is not a UUID',
    ask: ({ alpha }) => ({ key: alpha.restricted, path: { key_id: 'x' } }),
  },
];
