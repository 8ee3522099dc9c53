import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerTo, callAs, invite, join, signIn } from '#e2e/fixtures/console';
import { type Reply, type RequestOptions, request, send } from '#e2e/fixtures/http';
import { type Server, startServer } from '#e2e/fixtures/server';
import { openStore, type Store } from '#e2e/fixtures/store';
import { expectReply } from '#e2e/fixtures/wire';
import { listAudit } from '#lib/access/audit/contract';
import {
  checkAccess,
  createKey,
  createScopedKey,
  editKeyBanks,
  getKey,
  listKeys,
  listScopedKeys,
  revokeKey,
  revokeScopedKey,
  rotateKey,
} from '#lib/access/keys/contract';
import { DEFAULT_SLUG } from '#lib/access/orgs/service';
import { createInvitation } from '#lib/access/people/invitations/contract';
import type { Operation } from '#lib/base/contract/operation';
import { deleteBank, listBanks, patchBank, putBank } from '#lib/memory/banks/contract';
import { listDocuments } from '#lib/memory/documents/contract';
import { clearMemories, exportMemoriesCsv } from '#lib/memory/memories/contract';
import { recallMemories } from '#lib/memory/recall/contract';
import { retainMemories } from '#lib/memory/retain/contract';
import { importTemplate } from '#lib/memory/templates/contract';
import { exportBank } from '#lib/memory/transfer/contract';

/**
 * The permissions of every caller, each cell over HTTP. The expectations are written out here.
 * Taken from `lib/base/roles.ts`, they would compare the table with itself.
 *
 * `y` allowed · `f` 403 forbidden · `b` 403 bank_out_of_scope · `c` 403 capability_missing · `u`
 * 401: the console does not accept keys
 */
const CALLERS = ['owner', 'admin', 'member', 'all banks', 'all banks, mints', 'own bank', 'own bank, mints', 'child'] as const;
type CallerName = (typeof CALLERS)[number];

const OWN = 'own';
const OTHER = 'other';
const CODES = { f: 'forbidden', b: 'bank_out_of_scope', c: 'capability_missing', u: 'unauthorized' } as const;
type Cell = 'y' | keyof typeof CODES;

interface Row {
  readonly action: string;
  readonly operation: Operation;
  /** one letter for each of `CALLERS` */
  readonly cells: string;
  readonly ask: (seed: Seed) => RequestOptions | Promise<RequestOptions>;
}

interface Seed {
  /** a console key and a child of it that only this cell uses */
  readonly spare: () => Promise<{ id: string; name: string }>;
  readonly caller: CallerName;
}

const inBank = (bank_id: string, body?: unknown) => (): RequestOptions => ({ path: { bank_id }, body });
const NEW_KEY = { name: 'made', expires_in: '1_hour', allowed_bank_ids: null };
const TEMPLATE = { version: '1' };
const RETAIN = { items: [{ content: 'Ana moved to Porto.' }] };
const NOWHERE = '01a00000-0000-7000-8000-00000000dead';
let fresh = 0;

const ROWS: readonly Row[] = [
  { action: 'recall in a bank', operation: recallMemories, cells: 'yyyyyyyy', ask: inBank(OWN, { query: 'Porto' }) },
  { action: 'recall in another bank', operation: recallMemories, cells: 'yyyyybbb', ask: inBank(OTHER, { query: 'Porto' }) },
  { action: 'read in a bank', operation: listDocuments, cells: 'yyyyyyyy', ask: inBank(OWN) },
  { action: 'read in another bank', operation: listDocuments, cells: 'yyyyybbb', ask: inBank(OTHER) },
  { action: 'read in a bank that is not there', operation: listDocuments, cells: 'yyyyybbb', ask: inBank('nowhere') },
  { action: 'retain in a bank', operation: retainMemories, cells: 'yyyyyyyy', ask: inBank(OWN, RETAIN) },
  { action: 'retain in another bank', operation: retainMemories, cells: 'yyyyybbb', ask: inBank(OTHER, RETAIN) },
  { action: 'list banks', operation: listBanks, cells: 'yyyyyyyy', ask: () => ({}) },
  { action: 'create a bank', operation: putBank, cells: 'yyyyybbb', ask: () => inBank(`new-${++fresh}`, {})() },
  { action: 'create a bank by a first write', operation: retainMemories, cells: 'yyyyybbb', ask: () => inBank(`new-${++fresh}`, RETAIN)() },
  { action: 'configure a bank', operation: patchBank, cells: 'yyfyyfff', ask: inBank(OWN, { mission: 'M.' }) },
  {
    action: 'create a bank from a template',
    operation: importTemplate,
    cells: 'yyyyybbb',
    ask: () => inBank(`new-${++fresh}`, TEMPLATE)(),
  },
  { action: 'configure a bank by a template', operation: importTemplate, cells: 'yyfyyfff', ask: inBank(OWN, TEMPLATE) },
  { action: 'export a listing', operation: exportMemoriesCsv, cells: 'yyfyyyyf', ask: inBank(OWN) },
  { action: 'export a bank', operation: exportBank, cells: 'yyfyyyyf', ask: inBank(OWN) },
  { action: 'clear a bank', operation: clearMemories, cells: 'yyfyyyyf', ask: inBank(OWN) },
  { action: 'delete another bank', operation: deleteBank, cells: 'yyfyybbb', ask: inBank('nowhere') },
  { action: 'list keys', operation: listKeys, cells: 'yyyuuuuu', ask: () => ({}) },
  { action: 'look at a key', operation: getKey, cells: 'yyyuuuuu', ask: async ({ spare }) => ({ path: { key_id: (await spare()).id } }) },
  {
    action: 'ask about access',
    operation: checkAccess,
    cells: 'yyyuuuuu',
    ask: async ({ spare }) => ({ query: { key_id: (await spare()).id, bank_id: OWN } }),
  },
  { action: 'create a key', operation: createKey, cells: 'yyfuuuuu', ask: () => ({ body: NEW_KEY }) },
  {
    action: 'create a key that creates keys',
    operation: createKey,
    cells: 'yyfuuuuu',
    ask: () => ({ body: { ...NEW_KEY, create_scoped_keys: true } }),
  },
  {
    action: 'edit the banks of a key',
    operation: editKeyBanks,
    cells: 'yyfuuuuu',
    ask: async ({ spare }) => ({ path: { key_id: (await spare()).id }, body: { allowed_bank_ids: [OWN] } }),
  },
  {
    action: 'rotate a key',
    operation: rotateKey,
    cells: 'yyfuuuuu',
    ask: async ({ spare }) => ({ path: { key_id: (await spare()).id }, body: {} }),
  },
  {
    action: 'revoke a key',
    operation: revokeKey,
    cells: 'yyfuuuuu',
    ask: async ({ spare }) => {
      const { id, name } = await spare();
      return { path: { key_id: id }, body: { name } };
    },
  },
  {
    action: 'create a child key',
    operation: createScopedKey,
    cells: 'fffcycyc',
    ask: () => ({ body: { name: 'minted', allowed_bank_ids: [OWN], expires_in_days: 1 } }),
  },
  { action: 'list own child keys', operation: listScopedKeys, cells: 'fffcycyc', ask: () => ({}) },
  {
    action: 'revoke an own child key',
    operation: revokeScopedKey,
    cells: 'fffcycyc',
    ask: async ({ caller }) => ({ path: { key_id: childIds.get(caller) ?? NOWHERE } }),
  },
  { action: 'see the audit log', operation: listAudit, cells: 'yyfuuuuu', ask: () => ({}) },
  {
    action: 'invite',
    operation: createInvitation,
    cells: 'yyfuuuuu',
    ask: () => ({ body: { email: `guest-${++fresh}@example.org`, role: 'member' } }),
  },
  // This is last, because it removes the bank from the scope of its keys.
  { action: 'delete a bank', operation: deleteBank, cells: 'yyfyyyyf', ask: inBank(OWN) },
];

const OWNER = { email: 'owner@example.org', password: 'correct horse battery staple' };
const SECRET = 'a secret of the test that is long enough to sign with';

let store: Store;
let server: Server;
const cookies = new Map<CallerName, string>();
const keys = new Map<CallerName, string>();
const childIds = new Map<CallerName, string>();
const ownerCall = <Op extends Operation>(operation: Op, called: RequestOptions = {}) =>
  answerTo(server.url, cookies.get('owner')!, operation, { org: DEFAULT_SLUG, ...called });

const makeKey = async (caller: CallerName, allowed_bank_ids: string[] | null, create_scoped_keys: boolean): Promise<string> => {
  const { key } = await ownerCall(createKey, { body: { name: caller, expires_in: '7_days', allowed_bank_ids, create_scoped_keys } });
  keys.set(caller, key);
  return key;
};

const mint = async (key: string): Promise<{ id: string; key: string }> => {
  const body = { name: 'child', allowed_bank_ids: [OWN], expires_in_days: 1 };
  return (await send(server.url, request(createScopedKey, { key, body }))).json as { id: string; key: string };
};

/**
 * Deleting a bank removes it from the scope of its keys permanently, so every caller gets new keys
 * for the current bank.
 */
async function makeKeys(): Promise<void> {
  for (const bank_id of [OWN, OTHER]) await ownerCall(putBank, { path: { bank_id }, body: {} });
  await makeKey('all banks', null, false);
  childIds.set('all banks, mints', (await mint(await makeKey('all banks, mints', null, true))).id);
  await makeKey('own bank', [OWN], false);
  const parent = await makeKey('own bank, mints', [OWN], true);
  childIds.set('own bank, mints', (await mint(parent)).id);
  keys.set('child', (await mint(parent)).key);
}

beforeAll(async () => {
  store = await openStore();
  const settings = { SERVICE_API_OWNER_EMAIL: OWNER.email, SERVICE_API_OWNER_PASSWORD: OWNER.password, NEXTAUTH_SECRET: SECRET };
  server = await startServer({ env: { ...store.env, ...settings } });
  cookies.set('owner', await signIn(server.url, OWNER));
  for (const role of ['admin', 'member'] as const) {
    const person = { email: `${role}@example.org`, name: role, password: OWNER.password };
    await join(server.url, await invite(server.url, cookies.get('owner')!, DEFAULT_SLUG, person.email, role), person);
    cookies.set(role, await signIn(server.url, person));
  }
  await makeKeys();
});
afterAll(async () => {
  await server?.stop();
  await store?.drop();
});

const spare = async (): Promise<{ id: string; name: string }> => {
  const { id, name } = await ownerCall(createKey, { body: { ...NEW_KEY, name: 'spare' } });
  return { id, name };
};

async function ask(caller: CallerName, operation: Operation, asked: RequestOptions): Promise<Reply> {
  const cookie = cookies.get(caller);
  if (cookie) return callAs(server.url, cookie, operation, { org: DEFAULT_SLUG, ...asked });
  const key = keys.get(caller)!;
  return send(
    server.url,
    request(operation, { key, ...asked, headers: { 'x-organization': DEFAULT_SLUG, 'sec-fetch-site': 'same-origin' } }),
  );
}

describe.each(ROWS.map((row) => [row.action, row] as const))('%s', (_, { operation, cells, ask: asked }) => {
  it.each(CALLERS.map((caller, i) => [caller, cells[i] as Cell] as const))('%s: %s', async (caller, cell) => {
    if (operation === deleteBank) await makeKeys();
    const reply = await ask(caller, operation, await asked({ spare, caller }));
    expectReply(operation, reply);
    if (cell === 'y') expect(reply.status, reply.text).toBe(operation.status);
    else expect(reply.json, reply.text).toMatchObject({ code: CODES[cell] });
  });
});

it('has a letter for every caller', () => {
  for (const { action, cells } of ROWS) expect(cells, action).toMatch(new RegExp(`^[yfbcu]{${CALLERS.length}}$`));
});

it('lists to a key only the banks in its scope', async () => {
  await makeKeys();
  const banks = async (caller: CallerName) =>
    ((await ask(caller, listBanks, {})).json as { banks: { bank_id: string }[] }).banks.map(({ bank_id }) => bank_id);
  for (const caller of ['own bank', 'own bank, mints', 'child'] as const) expect(await banks(caller)).toEqual([OWN]);
  for (const caller of ['owner', 'admin', 'member', 'all banks'] as const) expect((await banks(caller)).length).toBeGreaterThan(2);
});
