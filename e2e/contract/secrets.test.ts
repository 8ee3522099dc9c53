import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerTo, callAs, signIn } from '#e2e/fixtures/console';
import { pathOf, type Reply, request, send } from '#e2e/fixtures/http';
import { type Server, startServer } from '#e2e/fixtures/server';
import { openStore, type Store } from '#e2e/fixtures/store';
import { exportAuditCsv, exportAuditJson, listAudit } from '#lib/access/audit/contract';
import { createKey, createScopedKey, getKey, listKeys, listScopedKeys, revokeKey, rotateKey } from '#lib/access/keys/contract';
import { createOrganization } from '#lib/access/orgs/contract';
import { DEFAULT_SLUG } from '#lib/access/orgs/service';
import { changePassword, updateMe } from '#lib/access/people/contract';
import { type Db, sql } from '#lib/base/db/db';
import { getProfile, listBanks, putBank } from '#lib/memory/banks/contract';
import { recallMemories } from '#lib/memory/recall/contract';

/**
 * A secret key appears only in the response that creates it: not in tables, logs, audit entries,
 * pages or errors, even if somebody pastes it into a field.
 */

const OWNER = { email: 'owner@example.org', password: 'correct horse battery staple' };
const BANK = 'vault';

let store: Store;
let server: Server;
let cookie: string;
/** Every answer after the keys were created. */
const replies: Reply[] = [];

beforeAll(async () => {
  store = await openStore();
  server = await startServer({
    env: {
      ...store.env,
      SERVICE_API_OWNER_EMAIL: OWNER.email,
      SERVICE_API_OWNER_PASSWORD: OWNER.password,
      NEXTAUTH_SECRET: 'a secret of the test that is long enough to sign with',
      SERVICE_API_LOG_LEVEL: 'trace',
    },
  });
  cookie = await signIn(server.url, OWNER);
});
afterAll(async () => {
  await server?.stop('SIGKILL');
  await store?.drop();
});

const org = DEFAULT_SLUG;
const as = async (...[operation, called]: [Parameters<typeof callAs>[2], Parameters<typeof callAs>[3]?]): Promise<void> => {
  replies.push(await callAs(server.url, cookie, operation, { org, ...called }));
};
const say = async (sent: Parameters<typeof send>[1]): Promise<void> => void replies.push(await send(server.url, sent));

/** Returns all forms in which the key could have been stored. */
const forms = (key: string): string[] => [
  key,
  key.slice(4),
  key.slice(12),
  encodeURIComponent(`Bearer ${key}`),
  Buffer.from(key).toString('base64').replace(/=+$/, ''),
  Buffer.from(key).toString('base64url'),
  Buffer.from(key).toString('hex'),
];

async function everyRow(db: Db): Promise<string[]> {
  const tables = await db.query<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`);
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await db.query<{ row: string }>(sql.raw(`select to_jsonb(t)::text as row from ${name} t`));
    texts.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return texts;
}

it('appears only in the answer that creates it', async () => {
  await answerTo(server.url, cookie, putBank, { org, path: { bank_id: BANK }, body: {} });
  const body = { name: 'Canary', expires_in: '7_days', allowed_bank_ids: [BANK], create_scoped_keys: true };
  const made = await answerTo(server.url, cookie, createKey, { org, body });
  const rotated = await answerTo(server.url, cookie, rotateKey, { org, path: { key_id: made.id }, body: {} });
  const minting = { name: 'Child', allowed_bank_ids: [BANK], expires_in_days: 1 };
  const child = (await send(server.url, request(createScopedKey, { key: made.key, body: minting }))).json as { id: string; key: string };
  const keys = [made.key, rotated.key, child.key, server.key];

  for (const key of keys) {
    const path = { bank_id: BANK };
    await say(request(recallMemories, { key, path, body: { query: 'Anything?' } }));
    await say(request(recallMemories, { key, path, body: { query: 7 } }));
    await say(request(recallMemories, { key, path, body: '{' }));
    await say(request(getProfile, { key, path: { bank_id: 'elsewhere' } }));
    await say(request(listScopedKeys, { key }));
    await say({ method: 'GET', path: `${pathOf(listBanks)}?api_key=x`, headers: { authorization: `Bearer ${key}x` } });
    await say({ method: 'GET', path: pathOf(listBanks), headers: { authorization: `Basic ${key}` } });
    await say({ method: 'GET', path: '/nowhere', headers: { authorization: `Bearer ${key}`, cookie: `key=${key}` } });
    await say({
      method: 'POST',
      path: pathOf(createKey),
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{}',
    });
  }
  // A key that is pasted into the wrong field is rejected, and the error does not repeat it.
  for (const key of keys) {
    const wrong: [Parameters<typeof callAs>[2], Parameters<typeof callAs>[3]][] = [
      [createKey, { org, body: { ...body, name: `my ${key}` } }],
      [putBank, { org, path: { bank_id: key }, body: {} }],
      [putBank, { org, path: { bank_id: 'named' }, body: { name: key } }],
      [createOrganization, { body: { name: key } }],
      [updateMe, { body: { name: key } }],
      [revokeKey, { org, path: { key_id: made.id }, body: { name: key } }],
    ];
    for (const [operation, called] of wrong) {
      await as(operation, called);
      expect(replies.at(-1)!.status, operation.id).toBe(422);
    }
    const metadata = { note: [{ deep: key }] };
    await say(request(createScopedKey, { key: made.key, body: { ...minting, metadata } }));
    expect(replies.at(-1)!.status).toBe(422);
  }
  const weak = 'pwd7pwd';
  await as(changePassword, { body: { current_password: OWNER.password, new_password: weak } });
  expect(replies.at(-1)!.status).toBe(422);
  expect(replies.at(-1)!.text).not.toContain(weak);

  await as(listKeys, { query: { status: 'active' } });
  await as(getKey, { path: { key_id: made.id } });
  await as(revokeKey, { path: { key_id: made.id }, body: { name: 'Canary' } });
  await say(request(recallMemories, { key: made.key, path: { bank_id: BANK }, body: { query: 'Anything?' } }));
  await say(request(recallMemories, { key: child.key, path: { bank_id: BANK }, body: { query: 'Anything?' } }));
  for (const operation of [listAudit, exportAuditJson, exportAuditCsv]) await as(operation);
  await say({ method: 'GET', path: `/o/${org}/keys/${made.id}`, headers: { cookie, accept: 'text/html' } });
  await say({ method: 'GET', path: '/metrics' });

  await server.stop();
  const places = [...replies.map(({ everything }) => everything), server.stdout(), server.stderr(), ...(await store.look(everyRow))];
  for (const table of ['api_keys', 'audit_log', 'sessions'])
    expect(
      places.some((place) => place.startsWith(`public.${table} `)),
      table,
    ).toBe(true);
  expect(replies.filter(({ status }) => status < 300).length).toBeGreaterThan(10);
  expect(replies.some(({ everything }) => everything.includes(made.prefix))).toBe(true);
  for (const key of keys)
    for (const form of forms(key))
      for (const place of places) expect(place.includes(form), `${form.slice(0, 6)}… in ${place.slice(0, 300)}`).toBe(false);
});
