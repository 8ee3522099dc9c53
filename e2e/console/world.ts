import type { z } from 'zod';
import { answerTo, type ConsoleRequest, type Credentials, callAs, invite, join, signIn } from '#e2e/fixtures/console';
import { type Reply, type RequestOptions, request, send } from '#e2e/fixtures/http';
import { eventually } from '#e2e/fixtures/jobs';
import { type Server, startServer } from '#e2e/fixtures/server';
import { openStore } from '#e2e/fixtures/store';
import { createKey, createScopedKey } from '#lib/access/keys/contract';
import { createKey as insertKey } from '#lib/access/keys/service';
import { createOrganization } from '#lib/access/orgs/contract';
import { DEFAULT_SLUG, ensureDefaultOrganization } from '#lib/access/orgs/service';
import { getMe } from '#lib/access/people/contract';
import type { InvitedRole } from '#lib/access/people/literals';
import { ensureOwner } from '#lib/access/people/service';
import type { Operation } from '#lib/base/contract/operation';
import { type Db, sql } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import { ROLES, type Role } from '#lib/base/literals';
import { listOperations } from '#lib/jobs/operations/contract';
import { recallMemories } from '#lib/memory/recall/contract';
import { retainMemories } from '#lib/memory/retain/contract';

/**
 * A built server with its own store, and the people, banks and keys that tests start from.
 * Everything except an expired key is created over the API, as users would. A test that changes
 * something creates its own people and keys.
 */

export interface SignedInMember extends Credentials {
  readonly userId: string;
  readonly name: string;
  readonly role: Role;
  /** of a session created with the world */
  readonly cookie: string;
}

export interface Key {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  /** the complete key */
  readonly secret: string;
}

export interface KeyTree {
  readonly parent: Key;
  readonly children: readonly Key[];
}

/** Time limit of a call. Concurrent browsers and builds may delay it. */
const CAP_MS = 20_000;

type Answer<Op extends Operation> = z.output<Op['response']>;

export interface ConsoleWorld {
  readonly server: Server;
  readonly url: string;
  /** slug of the organization */
  readonly org: string;
  readonly owner: SignedInMember;
  readonly admin: SignedInMember;
  readonly member: SignedInMember;
  readonly tree: KeyTree;
  readonly expired: Key;
  readonly revoked: Key;
  /** Makes a call that must succeed, as a page of this person does. */
  answer<Op extends Operation>(person: SignedInMember, operation: Op, called?: ConsoleRequest): Promise<Answer<Op>>;
  /** Makes a call as a page of this person does. */
  call(person: SignedInMember | null, operation: Operation, called?: ConsoleRequest): Promise<Reply>;
  /** Creates another organization of the Owner and returns its slug. */
  newOrganization(name: string): Promise<string>;
  /** Invites a new person, who joins. */
  newPerson(role: InvitedRole, name?: string): Promise<SignedInMember>;
  newKey(name: string, more?: Readonly<Record<string, unknown>>): Promise<Key>;
  /** Creates a key with children for `BANKS[0]`. */
  newTree(name: string, children?: readonly string[]): Promise<KeyTree>;
  /** Returns the status of a recall with the key. */
  recall(secret: string, bank?: string): Promise<number>;
  /**
   * Waits until the bank has no pending work. A page reloads data that background work changes, and
   * not every test expects that.
   */
  rest(bank: string): Promise<unknown>;
  close(): Promise<void>;
}

export const BANKS = ['front-desk', 'workshop', 'suppliers'] as const;
export const EXPIRED = 'Spring trial';
export const REVOKED = 'Lost laptop';
export const PARENT = 'Front-desk agent';
export const CHILDREN = ['till-tablet', 'callback-worker', 'holiday-chat'] as const;
export const PASSWORD = 'correct horse battery staple';
const OWNER: Credentials = { email: 'priya.raman@example.org', password: PASSWORD };

const SENTENCES = [
  'Priya ordered three touring bikes from Fernhill on 3 March 2026.',
  'The workshop closes at six on Thursdays because Tomasz teaches.',
  'Hal asked for the invoice of the spring delivery twice.',
];

async function seedOldKeys(db: Db): Promise<{ expired: Key; revoked: Key }> {
  const orgId = await ensureDefaultOrganization(db);
  await ensureOwner(db, orgId, OWNER.email, OWNER.password);
  const [owner] = await db.query<{ id: string }>(sql`select id from users`);
  const make = async (name: string): Promise<Key> => {
    const { id, key, prefix } = await insertKey(db, { orgId, name, bankIds: null, createdBy: owner!.id });
    return { id, name, prefix, secret: key };
  };
  const expired = await make(EXPIRED);
  const revoked = await make(REVOKED);
  await db.query(
    sql`update api_keys set created_at = now() - interval '31 days', expires_at = now() - interval '1 day' where id = ${expired.id}`,
  );
  await db.query(sql`update api_keys set revoked_at = now() where id = ${revoked.id}`);
  return { expired, revoked };
}

const tokenOf = (reply: { id: string; name: string; prefix: string; key: string }): Key => ({
  id: reply.id,
  name: reply.name,
  prefix: reply.prefix,
  secret: reply.key,
});

/** The actions of the tests over HTTP on a running server. */
function actions(url: string, org: string, owner: SignedInMember) {
  const answer = <Op extends Operation>(person: SignedInMember, operation: Op, called: ConsoleRequest = {}) =>
    answerTo(url, person.cookie, operation, { org, ...called });

  const withKey = async (secret: string, operation: Operation, asked: RequestOptions): Promise<Reply> =>
    send(url, request(operation, { key: secret, ...asked }), CAP_MS);

  const newPerson = async (role: InvitedRole, name: string = role): Promise<SignedInMember> => {
    const email = `${role}.${newId().slice(-8)}@example.org`;
    await join(url, await invite(url, owner.cookie, org, email, role), { name, password: PASSWORD });
    return personOf(url, { email, password: PASSWORD }, role);
  };

  const newKey = async (name: string, more: Readonly<Record<string, unknown>> = {}): Promise<Key> =>
    tokenOf(await answer(owner, createKey, { body: { name, expires_in: '90_days', allowed_bank_ids: null, ...more } }));

  const mint = async (parent: Key, name: string): Promise<Key> => {
    const body = { name, allowed_bank_ids: [BANKS[0]], expires_in_days: 30 };
    const reply = await withKey(parent.secret, createScopedKey, { body });
    if (reply.status !== 201) throw new Error(`child key: ${reply.everything}`);
    return tokenOf(createScopedKey.response.parse(reply.json));
  };

  const newTree = async (name: string, children: readonly string[] = CHILDREN): Promise<KeyTree> => {
    const parent = await newKey(name, { allowed_bank_ids: [BANKS[0], BANKS[1]], create_scoped_keys: true });
    const made: Key[] = [];
    for (const child of children) made.push(await mint(parent, child));
    return { parent, children: made };
  };

  return {
    answer,
    call: (person: SignedInMember | null, operation: Operation, called: ConsoleRequest = {}) =>
      callAs(url, person?.cookie ?? null, operation, { org, ...called }),
    newOrganization: async (name: string) => (await answerTo(url, owner.cookie, createOrganization, { body: { name } })).slug,
    newPerson,
    newKey,
    newTree,
    recall: async (secret: string, bank: string = BANKS[0]) =>
      (await withKey(secret, recallMemories, { path: { bank_id: bank }, body: { query: 'touring bikes' } })).status,
    retain: (secret: string, bank: string, content: string) =>
      withKey(secret, retainMemories, { path: { bank_id: bank }, body: { items: [{ content }] } }),
    rest: (bank: string) =>
      eventually(async () => {
        const { counts } = await answerTo(url, owner.cookie, listOperations, { org, path: { bank_id: bank } });
        return counts.pending + counts.processing === 0;
      }, `rest in ${bank}`),
  };
}

async function personOf(url: string, credentials: Credentials, role: Role): Promise<SignedInMember> {
  const cookie = await signIn(url, credentials);
  const { person } = await answerTo(url, cookie, getMe);
  return { ...credentials, userId: person.id, name: person.name, role, cookie };
}

export async function openWorld(): Promise<ConsoleWorld> {
  const store = await openStore();
  const old = await store.look(seedOldKeys);
  const server = await startServer({ env: { ...store.env, SERVICE_API_LOG_LEVEL: 'warn' } });
  const { url } = server;
  const owner = await personOf(url, OWNER, ROLES[0]);
  const { retain, ...acts } = actions(url, DEFAULT_SLUG, owner);
  for (const [i, bank] of BANKS.entries()) await retain(server.key, bank, SENTENCES[i]!);
  for (const bank of BANKS) await acts.rest(bank);
  return {
    ...acts,
    ...old,
    server,
    url,
    org: DEFAULT_SLUG,
    owner,
    admin: await acts.newPerson('admin', 'Ines Admin'),
    member: await acts.newPerson('member', 'Tomasz Member'),
    tree: await acts.newTree(PARENT),
    close: async () => {
      await server.stop();
      await store.drop();
    },
  };
}
