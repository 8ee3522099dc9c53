import { type FaultRow, row } from '#e2e/faults/row';
import { answerTo, type ConsoleRequest, callAs } from '#e2e/fixtures/console';
import type { Reply } from '#e2e/fixtures/http';
import { cookieOf, freshEmail, openSessionOf, type Person, SECRET, seedPerson } from '#e2e/fixtures/people';
import { type Server, startServer } from '#e2e/fixtures/server';
import { openStore, type Store } from '#e2e/fixtures/store';
import { createOrganization, deleteOrganization, leaveOrganization, listMembers, removeMember, setRole } from '#lib/access/orgs/contract';
import { acceptInvitation, createInvitation } from '#lib/access/people/invitations/contract';
import type { Operation } from '#lib/base/contract/operation';
import type { DatabaseKind, Db } from '#lib/base/db/db';

/** Races between people who change each other's membership, or open the same link. */

const CLIENTS = 8;

interface SignedIn extends Person {
  readonly cookie: string;
}

interface Scene {
  readonly servers: readonly Server[];
  readonly people: readonly SignedIn[];
  readonly wrong: string[];
}

const serverOf = ({ servers }: Scene, i: number): Server => servers[i % servers.length]!;

const call = (scene: Scene, i: number, cookie: string | null, operation: Operation, called: ConsoleRequest): Promise<Reply> =>
  callAs(serverOf(scene, i).url, cookie, operation, called);

const answer = <Op extends Operation>(scene: Scene, { cookie }: SignedIn, operation: Op, called: ConsoleRequest) =>
  answerTo(scene.servers[0]!.url, cookie, operation, called);

const inviteLink = async (scene: Scene, by: SignedIn, org: string, email: string): Promise<string> =>
  (await answer(scene, by, createInvitation, { org, body: { email, role: 'member' } })).path.split('/').at(-1)!;

/** Creates an organization in which all people are Owners. */
async function ownersOf(scene: Scene): Promise<string> {
  const [first, ...others] = scene.people as [SignedIn, ...SignedIn[]];
  const { slug: org } = await answer(scene, first, createOrganization, { body: { name: 'Race' } });
  for (const other of others) {
    const token = await inviteLink(scene, first, org, other.email);
    await answer(scene, other, acceptInvitation, { path: { token }, body: {} });
    await answer(scene, first, setRole, { org, path: { user_id: other.userId }, body: { role: 'owner' } });
  }
  return org;
}

const EXPECTED = [200, 403, 404, 409];

/**
 * Owners demote and remove each other, and leave, at the same time. There is always an Owner, and a
 * person who has just lost the role is rejected.
 */
async function mutualDemotion(scene: Scene, round: number): Promise<number> {
  const org = await ownersOf(scene);
  const { people } = scene;
  const replies = await Promise.all(
    people.flatMap((own, i) => {
      const path = { user_id: people[(i + 1) % people.length]!.userId };
      return [
        call(scene, i, own.cookie, setRole, { org, path, body: { role: 'member' } }),
        call(scene, i + 1, own.cookie, round % 2 === 0 ? setRole : removeMember, {
          org,
          path,
          ...(round % 2 === 0 && { body: { role: 'admin' } }),
        }),
        call(scene, i, own.cookie, leaveOrganization, { org }),
      ];
    }),
  );
  for (const { status, text } of replies) if (!EXPECTED.includes(status)) scene.wrong.push(`round ${round}: ${status} ${text}`);
  const views = await Promise.all(people.map((person, i) => call(scene, i, person.cookie, listMembers, { org })));
  const seen = views.filter(({ status }) => status === 200).map(({ json }) => json as { items: { role: string }[] });
  if (seen.length === 0) scene.wrong.push(`round ${round}: nobody is left`);
  for (const { items } of seen) if (!items.some(({ role }) => role === 'owner')) scene.wrong.push(`round ${round}: no Owner is left`);
  // A person can own a limited number of organizations.
  await Promise.all(people.map((person, i) => call(scene, i, person.cookie, deleteOrganization, { org, query: { name: 'Race' } })));
  return replies.filter(({ status }) => status === 200).length;
}

/**
 * Several people open the same link at the same time, signed in or with a new account. One of them
 * joins; the others see that the link was used.
 */
async function doubleAcceptance(scene: Scene, round: number, org: string): Promise<number> {
  const [owner, guest] = scene.people as [SignedIn, SignedIn];
  const isNew = round % 10 === 0;
  const email = isNew ? freshEmail('newcomer') : guest.email;
  const token = await inviteLink(scene, owner, org, email);
  const body = isNew ? { name: 'New', password: 'a good password' } : {};
  const replies = await Promise.all(
    Array.from({ length: CLIENTS }, (_, i) => call(scene, i, isNew ? null : guest.cookie, acceptInvitation, { path: { token }, body })),
  );
  const accepted = replies.filter(({ status }) => status === 200);
  if (accepted.length !== 1) scene.wrong.push(`round ${round}: accepted ${accepted.length} times`);
  // A person who is late finds the account of the one who was first.
  for (const { status, text } of replies)
    if (![200, 410, ...(isNew ? [401] : [])].includes(status)) scene.wrong.push(`round ${round}: ${status} ${text}`);
  const { items } = await answer(scene, owner, listMembers, { org });
  const found = items.filter((member) => member.email === email);
  if (found.length !== 1 || found[0]!.role !== 'member') scene.wrong.push(`round ${round}: ${JSON.stringify(found)}`);
  await answer(scene, owner, removeMember, { org, path: { user_id: found[0]!.user_id } });
  return replies.length;
}

async function signedIn(db: Db): Promise<SignedIn> {
  const person = await seedPerson(db);
  return { ...person, cookie: await cookieOf(await openSessionOf(db, person)) };
}

/** Starts two processes if the store can be shared, otherwise one. */
async function open(kind: DatabaseKind): Promise<{ store: Store; scene: Scene }> {
  const store = await openStore(kind);
  const people = await store.look(async (db) => [await signedIn(db), await signedIn(db), await signedIn(db)]);
  const env = { ...store.env, NEXTAUTH_SECRET: SECRET };
  const servers = [await startServer({ env })];
  if (kind !== 'embedded') servers.push(await startServer({ env, key: servers[0]!.key }));
  return { store, scene: { servers, people, wrong: [] } };
}

/** The number of races for one round of kills: 20 rounds make 300 races. */
const RACES = 15;

export async function peopleRaces(kind: DatabaseKind, rounds: number): Promise<FaultRow[]> {
  const { store, scene } = await open(kind);
  const times = rounds * RACES;
  const run = (name: string, round: (n: number) => Promise<number>, what: string): Promise<FaultRow> =>
    row(name, kind, times, async () => {
      let count = 0;
      for (let n = 0; n < times; n++) count += await round(n);
      return { did: `${count} ${what}, ${scene.servers.length} processes`, wrong: scene.wrong.splice(0) };
    });
  try {
    const org = await ownersOf(scene);
    const guest = scene.people[1]!;
    await answer(scene, scene.people[0]!, removeMember, { org, path: { user_id: guest.userId } });
    return [
      await run('Owners who demote each other', (n) => mutualDemotion(scene, n), 'changes of roles, always an Owner left'),
      await run('one invitation, accepted at once', (n) => doubleAcceptance(scene, n, org), 'attempts, one let in by each link'),
    ];
  } finally {
    await Promise.all(scene.servers.map((server) => server.stop('SIGKILL')));
    await store.drop();
  }
}
