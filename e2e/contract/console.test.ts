import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { CONSOLE_ABSENT, consoleCases, consoleRequest, FOREIGN_PAGES, isWrite } from '#e2e/contract/cases-console';
import { fillBank } from '#e2e/contract/filling';
import { type ConsoleRequest, join, signIn } from '#e2e/fixtures/console';
import { type Reply, send } from '#e2e/fixtures/http';
import { freshEmail } from '#e2e/fixtures/people';
import { goodRequest, isKeyed } from '#e2e/fixtures/requests';
import { OWN_BANK } from '#e2e/fixtures/tenants';
import { expectError } from '#e2e/fixtures/wire';
import { asMember, joinWorld, type SignedIn, type Team, type World } from '#e2e/fixtures/world';
import { exportAuditCsv, exportAuditJson } from '#lib/access/audit/contract';
import * as orgs from '#lib/access/orgs/contract';
import * as people from '#lib/access/people/contract';
import * as invitations from '#lib/access/people/invitations/contract';
import { errorStatuses } from '#lib/api/openapi';
import { consoleOperations, operations } from '#lib/api/operations';
import type { Operation } from '#lib/base/contract/operation';
import { ROLES, type Role } from '#lib/base/literals';
import { may } from '#lib/base/roles';
import { deleteBank } from '#lib/memory/banks/contract';
import { deleteDocument } from '#lib/memory/documents/contract';
import { exportKnowledgeZip } from '#lib/memory/knowledge/contract';
import { getPurgeReceipt, type PurgeReceipt, verifyPurge } from '#lib/memory/receipts/contract';
import { retainMemories } from '#lib/memory/retain/contract';

/**
 * The endpoints of the console: every status that each endpoint declares, with every response
 * parsed by its schema. API keys and the audit log have their own suites.
 */

let world: World;
beforeAll(async () => {
  world = await joinWorld();
  await fillBank(world);
});
afterAll(() => world?.close());

const own = [people, orgs, invitations].flatMap((contract) => Object.values<unknown>(contract)) as unknown[];
const walked = consoleOperations.filter((operation) => own.includes(operation));

/** The statuses that this file has received, to compare with the declared ones. */
const seen = new Set<string>();
const ask = async (operation: Operation, asked: ConsoleRequest): Promise<Reply> => {
  const reply = await world.ask(operation, asked);
  seen.add(`${operation.id} ${reply.status}`);
  return reply;
};

const FROM_A_PAGE = { 'sec-fetch-site': 'same-origin' };
const by = (
  operation: Operation,
  team: Pick<Team, 'slug'>,
  person: Pick<SignedIn, 'cookie'>,
  called: ConsoleRequest = {},
): Promise<Reply> => ask(operation, { ...called, headers: { ...asMember(team, person), ...called.headers } });
const visit = (operation: Operation, called: ConsoleRequest = {}): Promise<Reply> => ask(operation, { ...called, headers: FROM_A_PAGE });

const codeOf = (reply: Reply): string => `${reply.status} ${(reply.json as { code?: string }).code}`;
const idOf = (reply: Reply): string => (reply.json as { id: string }).id;
const tokenOf = (reply: Reply): string => (reply.json as { path: string }).path.split('/').at(-1)!;

const PASSWORD = 'a good password';
/** The email address of the person who completes the set-up. */
const FIRST = freshEmail('first');

/** Creates an organization, owned by the Owner of the first one. */
async function freshTeam(): Promise<{ slug: string; orgId: string; owner: SignedIn }> {
  const { owner } = world.people.alpha;
  const reply = await by(orgs.createOrganization, world.people.alpha, owner, { body: { name: 'Fresh' } });
  expect(reply.status, reply.text).toBe(201);
  return { slug: (reply.json as { slug: string }).slug, orgId: idOf(reply), owner };
}

interface Joined {
  readonly email: string;
  readonly userId: string;
  readonly cookie: string;
}

/** Creates a person who was invited into the organization, with an account and a session. */
async function newcomer(team: { slug: string; owner: SignedIn }, role: Role): Promise<Joined> {
  const email = freshEmail('joined');
  const reply = await by(invitations.createInvitation, team, team.owner, { body: { email, role: role === 'owner' ? 'admin' : role } });
  expect(reply.status, reply.text).toBe(201);
  await join(world.server.url, (reply.json as { path: string }).path, { name: 'Joined', password: PASSWORD });
  const cookie = await signIn(world.server.url, { email, password: PASSWORD });
  const me = await by(people.getMe, team, { cookie });
  const userId = (me.json as people.Me).person.id;
  if (role === 'owner') await by(orgs.setRole, team, team.owner, { path: { user_id: userId }, body: { role } });
  return { email, userId, cookie };
}

describe('the first Owner', () => {
  test('signs up by the link in the terminal, once', async () => {
    const token = /\/setup\/([\w-]{22})/.exec(world.server.stdout())![1]!;
    expect(world.server.stderr()).not.toContain(token);
    const path = { token };
    const body = { email: FIRST, name: 'First', password: PASSWORD };
    expect((await visit(people.listProviders)).json).toMatchObject({ is_on: true, needs_owner: true, providers: [{ id: 'password' }] });
    expect(codeOf(await visit(people.getSetup, { path: { token: CONSOLE_ABSENT.token! } }))).toBe('404 not_found');
    expect(codeOf(await visit(people.doSetup, { path: { token: CONSOLE_ABSENT.token! }, body }))).toBe('404 not_found');
    expect((await visit(people.getSetup, { path })).json).toMatchObject({ organization: { slug: 'default' } });
    expect((await visit(people.doSetup, { path, body: { ...body, password: 'short' } })).status).toBe(422);
    const taken = await visit(people.doSetup, { path, body: { ...body, email: world.people.alpha.owner.email } });
    expect(codeOf(taken)).toBe('409 conflict');
    expect((await visit(people.doSetup, { path, body })).json).toMatchObject({ email: body.email, organization: { role: 'owner' } });
    expect(codeOf(await visit(people.getSetup, { path }))).toBe('410 gone');
    expect(codeOf(await visit(people.doSetup, { path, body: { ...body, email: freshEmail() } }))).toBe('410 gone');
    expect((await visit(people.listProviders)).json).toMatchObject({ needs_owner: false });
    expect(await signIn(world.server.url, body)).toBeTruthy();
  });
});

for (const operation of walked.filter((one) => consoleCases(one).length > 0)) {
  describe(`${operation.method} ${operation.path}`, () => {
    for (const { status, when, ask: askedOf, check } of consoleCases(operation)) {
      it(`${status} for ${when}`, async () => {
        const asked = await askedOf(world);
        const reply = await ask(operation, asked);
        expect(reply.status, reply.text.slice(0, 500)).toBe(status);
        await check?.(reply.json as never, reply, world, asked);
      });
    }
  });
}

describe('an account', () => {
  test('is read, renamed, and its password changed, which ends its other sessions', async () => {
    const team = await freshTeam();
    const ann = await newcomer(team, 'member');
    const here = (await by(people.getMe, team, ann)).json as people.Me;
    expect(here).toMatchObject({
      person: { email: ann.email, has_password: true },
      method: 'password',
      organizations: [{ slug: team.slug, role: 'member' }],
    });
    expect((await by(people.updateMe, team, ann, { body: { name: ' Ann ' } })).json).toMatchObject({
      person: { name: 'Ann', locale: 'browser' },
    });
    expect((await by(people.updateMe, team, ann, { body: { locale: 'pt' } })).json).toMatchObject({
      person: { name: 'Ann', locale: 'pt' },
    });
    expect((await by(people.updateMe, team, ann, { body: { locale: 'xx' } })).status).toBe(422);
    expect((await by(people.getMe, team, ann)).json).toMatchObject({ person: { locale: 'pt' } });

    const elsewhere = await signIn(world.server.url, { email: ann.email, password: PASSWORD });
    const listed = (await by(people.listSessions, team, ann)).json as { items: people.Session[] };
    expect(listed.items.map(({ is_current }) => is_current).sort()).toEqual([false, true]);
    const change = { current_password: PASSWORD, new_password: 'another password' };
    expect(codeOf(await by(people.changePassword, team, ann, { body: { ...change, current_password: 'wrong' } }))).toBe('403 forbidden');
    expect((await by(people.changePassword, team, ann, { body: change })).json).toEqual({ sessions_ended: 1 });
    expect(codeOf(await by(people.getMe, team, { cookie: elsewhere }))).toBe('401 session_ended');
    expect((await by(people.getMe, team, ann)).status).toBe(200);
    for (let i = 0; i < 10; i++) await by(people.changePassword, team, ann, { body: { ...change, current_password: 'wrong' } });
    const refused = await by(people.changePassword, team, ann, { body: change });
    expect(codeOf(refused)).toBe('429 too_many_requests');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('of a provider has no password to change', async () => {
    const { alpha } = world.people;
    const body = { current_password: 'x', new_password: PASSWORD };
    expect(codeOf(await by(people.changePassword, alpha, alpha.member, { body }))).toBe('409 conflict');
  });

  test('ends its sessions: one or all others, but none of another person', async () => {
    const team = await freshTeam();
    const ann = await newcomer(team, 'member');
    const sessionOf = async (cookie: string) => ((await by(people.getMe, team, { cookie })).json as people.Me).session_id;
    const [second, third] = [
      await signIn(world.server.url, { email: ann.email, password: PASSWORD }),
      await signIn(world.server.url, { email: ann.email, password: PASSWORD }),
    ];
    const session_id = await sessionOf(second);
    expect((await by(people.endSession, team, ann, { path: { session_id } })).json).toEqual({ ended: 1 });
    expect((await by(people.endSession, team, ann, { path: { session_id } })).json).toEqual({ ended: 0 });
    expect(codeOf(await by(people.getMe, team, { cookie: second }))).toBe('401 session_ended');
    const foreign = { path: { session_id: world.people.beta.owner.sessionId } };
    expect(codeOf(await by(people.endSession, team, ann, foreign))).toBe('404 not_found');
    expect((await by(people.endOtherSessions, team, ann)).json).toEqual({ ended: 1 });
    expect(codeOf(await by(people.getMe, team, { cookie: third }))).toBe('401 session_ended');
  });
});

describe('an organization', () => {
  test('is created, renamed, and deleted by the typed name', async () => {
    const team = await freshTeam();
    expect((await by(orgs.renameOrganization, team, team.owner, { body: { name: 'Renamed' } })).json).toMatchObject({
      name: 'Renamed',
      slug: team.slug,
    });
    const wrong = await by(orgs.deleteOrganization, team, team.owner, { query: { name: 'renamed' } });
    expect(wrong.json).toMatchObject({ detail: [{ loc: ['query', 'name'] }] });
    expect((await by(orgs.deleteOrganization, team, team.owner, { query: { name: 'Renamed' } })).json).toEqual({
      deleted: true,
      banks: 0,
      keys: 0,
    });
    expect(codeOf(await by(orgs.listMembers, team, team.owner))).toBe('404 not_a_member');
  });

  test('`default` cannot be deleted', async () => {
    const owner = await signIn(world.server.url, { email: FIRST, password: PASSWORD });
    const reply = await by(orgs.deleteOrganization, { slug: 'default' }, { cookie: owner }, { query: { name: 'Default' } });
    expect(codeOf(reply)).toBe('409 conflict');
  });

  test('has members whose new role or removal takes effect with their next request', async () => {
    const team = await freshTeam();
    const ann = await newcomer(team, 'member');
    const path = { user_id: ann.userId };
    const invite = { body: { email: freshEmail(), role: 'member' } };
    expect((await by(orgs.listMembers, team, ann)).json).toMatchObject({ items: [{ role: 'owner' }, { role: 'member', is_self: true }] });
    expect(codeOf(await by(invitations.createInvitation, team, ann, invite))).toBe('403 forbidden');
    expect((await by(orgs.setRole, team, team.owner, { path, body: { role: 'admin' } })).json).toMatchObject({ role: 'admin' });
    expect((await by(invitations.createInvitation, team, ann, invite)).status).toBe(201);
    const above = { path: { user_id: team.owner.userId }, body: { role: 'member' } };
    expect(codeOf(await by(orgs.setRole, team, ann, above))).toBe('403 role_too_low');
    expect(codeOf(await by(orgs.setRole, team, team.owner, above))).toBe('409 last_owner');
    expect(codeOf(await by(orgs.removeMember, team, team.owner, { path: above.path }))).toBe('409 last_owner');
    expect(codeOf(await by(orgs.leaveOrganization, team, team.owner))).toBe('409 last_owner');
    expect(codeOf(await by(orgs.createResetLink, team, team.owner, { path: above.path }))).toBe('409 conflict');
    expect((await by(orgs.listMemberKeys, team, team.owner, { path })).json).toEqual({ items: [] });

    expect((await by(orgs.removeMember, team, team.owner, { path })).json).toMatchObject({ user_id: ann.userId, role: 'admin' });
    expect(codeOf(await by(orgs.listMembers, team, ann))).toBe('404 not_a_member');
    for (const operation of [orgs.setRole, orgs.removeMember, orgs.listMemberKeys, orgs.createResetLink])
      expect(codeOf(await by(operation, team, team.owner, { path, ...(operation.body && { body: { role: 'member' } }) }))).toBe(
        '404 not_found',
      );
  });

  test('is left', async () => {
    const team = await freshTeam();
    const ann = await newcomer(team, 'owner');
    expect((await by(orgs.leaveOrganization, team, ann)).json).toEqual({ left: true });
    expect(codeOf(await by(orgs.listMembers, team, ann))).toBe('404 not_a_member');
  });
});

describe('a reset link', () => {
  test('lets its holder choose a password, once, and ends all sessions', async () => {
    const team = await freshTeam();
    const ann = await newcomer(team, 'member');
    const made = await by(orgs.createResetLink, team, team.owner, { path: { user_id: ann.userId } });
    expect(made.json).toMatchObject({ email: ann.email, path: expect.stringMatching(/^\/reset\/[\w-]{22}$/) });
    const path = { token: tokenOf(made) };
    expect((await visit(people.getReset, { path })).json).toMatchObject({ email: ann.email });
    for (const password of ['        ', '\t \n     \t', ann.email])
      expect((await visit(people.doReset, { path, body: { password } })).status, password).toBe(422);
    expect((await visit(people.doReset, { path, body: { password: 'another password' } })).json).toEqual({
      email: ann.email,
      sessions_ended: 1,
    });
    expect(codeOf(await by(people.getMe, team, ann))).toBe('401 session_ended');
    for (const [operation, called] of [
      [people.getReset, {}],
      [people.doReset, { body: { password: PASSWORD } }],
    ] as const) {
      expect(codeOf(await visit(operation, { path, ...called }))).toBe('410 gone');
      expect(codeOf(await visit(operation, { path: { token: CONSOLE_ABSENT.token! }, ...called }))).toBe('404 not_found');
    }
    expect(await signIn(world.server.url, { email: ann.email, password: 'another password' })).toBeTruthy();
  });

  test('is invalid once its creator may no longer create it', async () => {
    const team = await freshTeam();
    const [ann, bob] = [await newcomer(team, 'admin'), await newcomer(team, 'member')];
    const called = { path: { user_id: bob.userId } };
    const path = { token: tokenOf(await by(orgs.createResetLink, team, ann, called)) };
    expect((await visit(people.getReset, { path })).status).toBe(200);
    await by(orgs.setRole, team, team.owner, { ...called, body: { role: 'owner' } });
    expect(codeOf(await visit(people.getReset, { path }))).toBe('410 gone');
    expect(codeOf(await visit(people.doReset, { path, body: { password: 'another password' } }))).toBe('410 gone');
    expect(codeOf(await by(orgs.createResetLink, team, ann, called))).toBe('403 role_too_low');
  });
});

describe('an invitation', () => {
  const account = { name: 'Gina', password: PASSWORD };

  test('is listed, offered, accepted, and used up', async () => {
    const team = await freshTeam();
    const email = freshEmail('guest');
    const made = await by(invitations.createInvitation, team, team.owner, { body: { email, role: 'admin' } });
    expect(made.json).toMatchObject({ email, status: 'open', path: expect.stringMatching(/^\/invite\/[\w-]{22}$/) });
    expect((await by(invitations.listInvitations, team, team.owner)).json).toMatchObject({ items: [{ id: idOf(made), email }] });
    const path = { token: tokenOf(made) };
    expect((await visit(invitations.getInvitation, { path })).json).toMatchObject({ email, role: 'admin', next: 'create_account' });
    const stranger = { path, headers: asMember(world.people.beta, world.people.beta.member) };
    expect(codeOf(await ask(invitations.getInvitation, stranger))).toBe('404 not_found');
    expect(codeOf(await ask(invitations.acceptInvitation, { ...stranger, body: {} }))).toBe('404 not_found');
    expect((await visit(invitations.acceptInvitation, { path, body: {} })).status).toBe(422);
    expect((await visit(invitations.acceptInvitation, { path, body: account })).json).toMatchObject({
      email,
      organization: { slug: team.slug, role: 'admin' },
    });
    expect(codeOf(await visit(invitations.getInvitation, { path }))).toBe('410 gone');
    expect(codeOf(await visit(invitations.acceptInvitation, { path, body: account }))).toBe('410 gone');
    expect(codeOf(await by(invitations.createInvitation, team, team.owner, { body: { email, role: 'member' } }))).toBe('409 conflict');
    const cancel = { path: { invitation_id: idOf(made) } };
    expect(codeOf(await by(invitations.cancelInvitation, team, team.owner, cancel))).toBe('409 conflict');
    expect(codeOf(await by(invitations.cancelInvitation, world.people.beta, world.people.beta.owner, cancel))).toBe('404 not_found');
  });

  test('of somebody with an account waits for the sign-in, and can be canceled', async () => {
    const team = await freshTeam();
    const { email } = world.people.beta.member;
    const made = await by(invitations.createInvitation, team, team.owner, { body: { email, role: 'member' } });
    const path = { token: tokenOf(made) };
    expect((await visit(invitations.getInvitation, { path })).json).toMatchObject({ next: 'sign_in' });
    expect(codeOf(await visit(invitations.acceptInvitation, { path, body: account }))).toBe('401 unauthorized');
    const me = { path, headers: asMember(world.people.beta, world.people.beta.member) };
    expect((await ask(invitations.getInvitation, me)).json).toMatchObject({ next: 'accept' });
    const cancel = { path: { invitation_id: idOf(made) } };
    expect((await by(invitations.cancelInvitation, team, team.owner, cancel)).json).toMatchObject({ status: 'cancelled' });
    expect(codeOf(await ask(invitations.acceptInvitation, { ...me, body: {} }))).toBe('410 gone');
  });
});

describe('the public API by session', () => {
  const target = { ...CONSOLE_ABSENT, bank_id: OWN_BANK };
  /** What an allowed request of `goodRequest` gets. */
  const DONE = [200, 201, 404];
  /** A copy to its own name, an operation that was removed, and files that are no archives. */
  const REFUSED: Partial<Record<string, number>> = {
    ...{ clone_bank: 400, export_documents_sync_removed: 410 },
    ...{ import_bank: 400, import_documents: 400 },
  };

  it.each(operations.filter(isKeyed).flatMap((operation) => ROLES.map((role) => [operation.id, role, operation] as const)))(
    '%s as %s: according to the table of roles',
    async (_, role, operation) => {
      const { alpha } = world.people;
      // Requests that clear a bank use a bank without contents.
      const banks: Partial<Record<string, string>> = { 'bank.delete': 'nothing here', 'bank.create': `${operation.id} by ${role}` };
      const path = { ...target, bank_id: banks[operation.permission!] ?? target.bank_id };
      const good = goodRequest(operation, path, null);
      const reply = await world.ask(operation, { ...good, headers: { ...good.headers, ...asMember(alpha, alpha[role]) } });
      if (may(role, operation.permission!))
        expect([REFUSED[operation.id] ?? DONE].flat(), reply.text.slice(0, 300)).toContain(reply.status);
      else expect(codeOf(reply)).toBe('403 forbidden');
    },
  );

  it.each(
    operations.filter((operation) => isKeyed(operation) && isWrite(operation)).map((operation) => [operation.id, operation] as const),
  )('%s: nothing from foreign pages, and no use of the cookie together with a key', async (_, operation) => {
    const { alpha } = world.people;
    const good = goodRequest(operation, { ...target, bank_id: 'nothing here' }, null);
    for (const [from, headers] of FOREIGN_PAGES) {
      const sent = { cookie: alpha.owner.cookie, 'x-organization': alpha.slug, ...headers(world.server.url) };
      expect(codeOf(await world.ask(operation, { ...good, headers: sent })), from).toBe('403 cross_origin');
    }
    const withBadKey = { ...asMember(alpha, alpha.owner), authorization: 'Bearer nonsense' };
    expect(codeOf(await world.ask(operation, { ...good, headers: withBadKey }))).toBe('401 invalid_key');
    const { status } = await world.ask(operation, { ...good, headers: { cookie: 'theme=dark', ...FROM_A_PAGE } });
    expect(status).toBe(401);
  });
});

describe('two organizations', () => {
  /** Returns everything that the Owner of the second organization can read. */
  const everything = async (): Promise<string[]> => {
    const { beta } = world.people;
    const texts: string[] = [];
    for (const operation of [orgs.listMembers, invitations.listInvitations, people.getMe, people.listSessions] satisfies Operation[])
      texts.push((await by(operation, beta, beta.owner)).text.replaceAll(/"last_seen_at":"[^"]*"/g, ''));
    return texts;
  };

  it.each(walked.map((operation) => [operation.id, operation] as const))(
    '%s of the first neither shows nor changes the second',
    async (_, operation) => {
      const { alpha, beta } = world.people;
      const before = await everything();
      const ids = { ...CONSOLE_ABSENT, user_id: beta.member.userId, session_id: beta.owner.sessionId };
      const reply = await ask(operation, consoleRequest(operation, world, { path: ids, headers: asMember(alpha, alpha.owner) }));
      for (const { email } of [beta.owner, beta.admin, beta.member]) expect(reply.everything).not.toContain(email);
      expect(await everything()).toEqual(before);
    },
  );
});

describe('exports', () => {
  it.each([
    [exportAuditCsv, 'audit.csv', 'text/csv; charset=utf-8'],
    [exportAuditJson, 'audit.json', 'application/json'],
    [exportKnowledgeZip, `${OWN_BANK}-knowledge.zip`, 'application/zip'],
  ] as const)('are downloads with a file name and an exact content type: $id', async (operation, name, type) => {
    const { alpha } = world.people;
    const reply = await world.ask(operation, { path: { bank_id: OWN_BANK }, headers: asMember(alpha, alpha.owner) });
    expect(reply.status).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-disposition': `attachment; filename="${name}"`,
      'content-type': type,
      'x-content-type-options': 'nosniff',
    });
  });
});

describe('the receipt of a deletion', () => {
  const purged = async () => {
    const bank = { key: world.alpha.key, path: { bank_id: `purged-${Math.random().toString(36).slice(2)}` } };
    await world.ask(retainMemories, { ...bank, body: { items: [{ content: 'Ana moved to Porto.', document_id: 'd' }] } });
    const { receipt } = (await world.ask(deleteDocument, { ...bank, path: { ...bank.path, document_id: 'd' }, query: { purge: 'true' } }))
      .json as { receipt: PurgeReceipt };
    return receipt;
  };

  it('can be read and verified by Owners and Admins of its organization only', async () => {
    const receipt = await purged();
    const asked = (team: Team, person: SignedIn) => ({ path: { receipt_id: receipt.id }, headers: asMember(team, person) });
    const { alpha, beta } = world.people;
    expect((await world.ask(getPurgeReceipt, asked(alpha, alpha.admin))).json).toMatchObject(receipt);
    expect((await world.ask(verifyPurge, asked(alpha, alpha.owner))).json).toMatchObject({
      receipt,
      is_clean: true,
      found: [],
      is_chained: true,
    });
    for (const operation of [getPurgeReceipt, verifyPurge]) {
      expect((await world.ask(operation, asked(alpha, alpha.member))).status).toBe(403);
      expect((await world.ask(operation, asked(beta, beta.owner))).status).toBe(404);
      expect((await world.ask(operation, { ...asked(alpha, alpha.owner), path: { receipt_id: 'x' } })).status).toBe(400);
    }
  });
});

describe('organizations', () => {
  test(`are limited to ${orgs.MAX_OWNED} for each owner, with a message`, async () => {
    const person = await newcomer(await freshTeam(), 'member');
    const create = () => by(orgs.createOrganization, world.people.alpha, person, { body: { name: 'One of many' } });
    const made = await Promise.all(Array.from({ length: orgs.MAX_OWNED + 1 }, create));
    expect(made.map(({ status }) => status).sort()).toEqual([...Array(orgs.MAX_OWNED).fill(201), 409]);
    const refused = await create();
    expect(codeOf(refused)).toBe('409 conflict');
    expect((refused.json as { detail: string }).detail).toContain(`${orgs.MAX_OWNED} organizations`);
  });
});

describe('a member of the organization', () => {
  it('learns which role is required, and a key which kind is not allowed', async () => {
    const { alpha } = world.people;
    const refused = await by(orgs.renameOrganization, alpha, alpha.member, { body: { name: 'x' } });
    expect(refused.json).toMatchObject({ code: 'forbidden', detail: 'Only Owners may rename or delete the organization' });
    const reply = await world.ask(deleteBank, { path: { bank_id: OWN_BANK }, headers: asMember(alpha, alpha.member), key: null });
    expect(reply.json).toMatchObject({ code: 'forbidden', detail: 'Only Owners and Admins may delete banks, change or export in bulk' });
    const byKey = await world.ask(deleteBank, { path: { bank_id: OWN_BANK }, key: world.alpha.child });
    expect(byKey.json).toMatchObject({
      code: 'forbidden',
      detail: 'Forbidden: a child key may not delete banks, change or export in bulk',
    });
  });
});

describe('declared statuses', () => {
  test('were all answered, and no others', () => {
    const declared = walked.flatMap((operation) =>
      [operation.status, ...errorStatuses(operation)].map((status) => `${operation.id} ${status}`),
    );
    expect(declared.filter((one) => !seen.has(one) && !one.endsWith(' 503'))).toEqual([]);
    expect([...seen].filter((one) => !declared.includes(one))).toEqual([]);
  });

  test('an error of the sign-in endpoints has the form of all errors', async () => {
    for (const [method, path] of [
      ['GET', '/api/auth/nothing'],
      ['POST', '/api/auth/_log'],
      ['POST', '/api/auth/session'],
      ['POST', '/api/auth/callback/password'],
    ] as const) {
      const reply = await send(world.server.url, {
        method,
        path,
        headers: { 'content-type': 'application/json' },
        body: method === 'POST' ? '{}' : '',
      });
      expect([403, 404, 405]).toContain(reply.status);
      expectError(reply);
    }
  });
});
