import { randomBytes } from 'node:crypto';
import { type FaultRow, row } from '#e2e/faults/row';
import { answerTo, signIn } from '#e2e/fixtures/console';
import { type Reply, request, send } from '#e2e/fixtures/http';
import { type Server, startServer } from '#e2e/fixtures/server';
import { openStore, type Store } from '#e2e/fixtures/store';
import { createKey, createScopedKey, editKeyBanks, getKey, revokeKey } from '#lib/access/keys/contract';
import { DEFAULT_SLUG } from '#lib/access/orgs/service';
import type { Operation } from '#lib/base/contract/operation';
import type { DatabaseKind } from '#lib/base/db/db';
import { putBank } from '#lib/memory/banks/contract';
import { listDocuments } from '#lib/memory/documents/contract';

/**
 * Revokes access while it is in use. After a revocation is acknowledged, no process accepts the
 * key.
 */

const CAP_MS = 30_000;
const CLIENTS = 8;
const BANKS = ['kept', 'taken'] as const;
const OWNER = { email: 'owner@example.org', password: 'correct horse battery staple' };

interface Scene {
  readonly servers: readonly Server[];
  readonly cookie: string;
  readonly wrong: string[];
}

interface Given {
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

const owner = <Op extends Operation>({ servers, cookie }: Scene, operation: Op, called: Parameters<typeof answerTo>[3] = {}) =>
  answerTo(servers[0]!.url, cookie, operation, { org: DEFAULT_SLUG, ...called });

const newKey = async (scene: Scene, name: string, more: Readonly<Record<string, unknown>> = {}): Promise<Given> =>
  owner(scene, createKey, { body: { name, expires_in: '7_days', allowed_bank_ids: [...BANKS], create_scoped_keys: true, ...more } });

const revoke = (scene: Scene, { id, name }: Given) => owner(scene, revokeKey, { path: { key_id: id }, body: { name } });

const read = async (server: Server, key: string, bank_id: string): Promise<number> =>
  (await send(server.url, request(listDocuments, { key, path: { bank_id } }), CAP_MS)).status;

const mint = (server: Server, key: string): Promise<Reply> =>
  send(server.url, request(createScopedKey, { key, body: { name: 'child', allowed_bank_ids: [BANKS[0]], expires_in_days: 1 } }), CAP_MS);

const serverOf = ({ servers }: Scene, i: number): Server => servers[i % servers.length]!;

/** Makes calls one after another until `isOver`. Returns the start and the result of each. */
async function callAgain(call: () => Promise<number>, isOver: () => boolean): Promise<{ begun: number; status: number }[]> {
  const calls: { begun: number; status: number }[] = [];
  do {
    const begun = performance.now();
    calls.push({ begun, status: await call() });
  } while (!isOver());
  return calls;
}

/**
 * Child keys are created while their parent is revoked. Afterwards none of them works, and none is
 * listed as active.
 */
async function cascade(scene: Scene, round: number): Promise<number> {
  const parent = await newKey(scene, `parent ${round}`);
  const some = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => mint(serverOf(scene, from + i), parent.key));
  const before = some(0, CLIENTS / 2);
  // Some rounds revoke immediately, others after the first child was created. The other children
  // are created later.
  if (round % 3 > 0) await Promise.any(before);
  const revoking = revoke(scene, parent);
  const replies = await Promise.all([...before, ...some(CLIENTS / 2, CLIENTS)]);
  const { revoked } = await revoking;
  const children = replies.filter(({ status }) => status === 201).map(({ json }) => (json as { key: string }).key);
  for (const { status, text } of replies)
    if (![201, 401].includes(status)) scene.wrong.push(`round ${round}: minting answered ${status} ${text}`);
  const statuses = await Promise.all(children.map((key, i) => read(serverOf(scene, i), key, BANKS[0])));
  for (const status of statuses) if (status !== 401) scene.wrong.push(`round ${round}: an orphan is usable: ${status}`);
  const { children: stored } = await owner(scene, getKey, { path: { key_id: parent.id } });
  for (const child of stored) if (child.status !== 'revoked') scene.wrong.push(`round ${round}: an orphan is ${child.status}`);
  if (stored.length !== children.length) scene.wrong.push(`round ${round}: ${stored.length} children stored, ${children.length} given`);
  if (revoked !== stored.length + 1) scene.wrong.push(`round ${round}: ${revoked} revoked of ${stored.length + 1}`);
  return children.length;
}

/**
 * A bank is removed from the scope of a key that is in use. Later calls to that bank fail; the
 * other bank remains accessible.
 */
async function scopeEdits(scene: Scene, round: number, key: Given): Promise<number> {
  await owner(scene, editKeyBanks, { path: { key_id: key.id }, body: { allowed_bank_ids: [...BANKS] } });
  let isOver = false;
  const using = Array.from({ length: CLIENTS }, (_, i) =>
    callAgain(
      () => read(serverOf(scene, i), key.key, BANKS[i % 2]!),
      () => isOver,
    ),
  );
  await owner(scene, editKeyBanks, { path: { key_id: key.id }, body: { allowed_bank_ids: [BANKS[0]] } });
  const edited = performance.now();
  isOver = true;
  const used = await Promise.all(using);
  const after = await Promise.all(scene.servers.map((server) => read(server, key.key, BANKS[1])));
  if (after.some((status) => status !== 403)) scene.wrong.push(`round ${round}: ${after} on the bank that was taken`);
  for (const [i, calls] of used.entries())
    for (const { begun, status } of calls) {
      const allowed = i % 2 === 0 ? [200] : begun > edited ? [403] : [200, 403];
      if (!allowed.includes(status)) scene.wrong.push(`round ${round}: ${status} on ${BANKS[i % 2]}`);
    }
  return used.flat().length;
}

/**
 * A key is revoked while it is in use. Every call that begins after the acknowledgement fails, on
 * every process.
 */
async function lateSuccesses(scene: Scene, round: number): Promise<number> {
  const key = await newKey(scene, `used ${round}`, { create_scoped_keys: false, allowed_bank_ids: null });
  let isOver = false;
  const using = Array.from({ length: CLIENTS }, (_, i) =>
    callAgain(
      () => read(serverOf(scene, i), key.key, BANKS[0]),
      () => isOver,
    ),
  );
  await revoke(scene, key);
  const revoked = performance.now();
  const after = Promise.all(
    scene.servers.map((server) =>
      callAgain(
        () => read(server, key.key, BANKS[0]),
        () => true,
      ),
    ),
  );
  isOver = true;
  const calls = [...(await Promise.all(using)), ...(await after)].flat();
  for (const { begun, status } of calls)
    if (begun > revoked ? status !== 401 : ![200, 401].includes(status))
      scene.wrong.push(`round ${round}: ${status} ${(begun - revoked).toFixed(1)} ms after the answer`);
  return calls.length;
}

/** Starts two processes if the store can be shared, otherwise one. */
async function open(kind: DatabaseKind): Promise<{ store: Store; scene: Scene }> {
  const store = await openStore(kind);
  const settings = {
    SERVICE_API_OWNER_EMAIL: OWNER.email,
    SERVICE_API_OWNER_PASSWORD: OWNER.password,
    NEXTAUTH_SECRET: randomBytes(32).toString('base64url'),
  };
  const servers = [await startServer({ env: { ...store.env, ...settings } })];
  if (kind !== 'embedded') servers.push(await startServer({ env: { ...store.env, ...settings }, key: servers[0]!.key }));
  const scene = { servers, cookie: await signIn(servers[0]!.url, OWNER), wrong: [] };
  for (const bank_id of BANKS) await owner(scene, putBank, { path: { bank_id }, body: {} });
  return { store, scene };
}

/**
 * The number of key races for one round of kills: 20 rounds make 300 races and 1,000 revocations.
 */
const RACES = 15;
const REVOCATIONS = 50;

/** Returns one row for each race. All races use the same servers. */
export async function keyRaces(kind: DatabaseKind, rounds: number): Promise<FaultRow[]> {
  const { store, scene } = await open(kind);
  const run = (name: string, times: number, round: (n: number) => Promise<number>, what: string): Promise<FaultRow> =>
    row(name, kind, times, async () => {
      let count = 0;
      for (let n = 0; n < times; n++) count += await round(n);
      return { did: `${count} ${what}, ${scene.servers.length} processes`, wrong: scene.wrong.splice(0) };
    });
  try {
    const edited = await newKey(scene, 'edited', { create_scoped_keys: false });
    return [
      await run('revoking a parent against minting', rounds * RACES, (n) => cascade(scene, n), 'children, none works afterwards'),
      await run(
        'editing the banks of a key in use',
        rounds * RACES,
        (n) => scopeEdits(scene, n, edited),
        'calls, none let into the bank that was taken',
      ),
      await run(
        'success after a key was revoked',
        rounds * REVOCATIONS,
        (n) => lateSuccesses(scene, n),
        'calls, none succeeds after the answer',
      ),
    ];
  } finally {
    await Promise.all(scene.servers.map((server) => server.stop('SIGKILL')));
    await store.drop();
  }
}
