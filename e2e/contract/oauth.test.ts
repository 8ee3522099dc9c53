import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshBank } from '#e2e/contract/filling';
import { invite } from '#e2e/fixtures/console';
import { send } from '#e2e/fixtures/http';
import { callTool, postMcp, rpc } from '#e2e/fixtures/mcp';
import { ALL, CALLBACK, challengeOf, connectApplication, OAuthFlow, verifierOf } from '#e2e/fixtures/oauth';
import { OWN_BANK } from '#e2e/fixtures/tenants';
import { asMember, openWorld, type World } from '#e2e/fixtures/world';
import { MAX_INSTALLATIONS } from '#lib/access/keys/contract';
import { putBank } from '#lib/memory/banks/contract';
import { retainMemories } from '#lib/memory/retain/contract';

/** OAuth for MCP clients: what people see, what applications get, and what attackers do not. */

let world: World;
let url: string;
/** A client of several tests, because the number of registrations is limited. */
let client: string;
beforeAll(async () => {
  world = await openWorld();
  url = world.server.url;
  client = await new OAuthFlow(url).register();
});
afterAll(() => world?.close());

const list = (token: string, path = '/mcp') => postMcp(url, rpc('tools/list'), { key: token, path });
const callOf = (token: string, name: string, args: object, path = '/mcp') =>
  postMcp(url, rpc('tools/call', { name, arguments: args }), { key: token, path });
const owner = () => [url, world.people.alpha, world.people.alpha.owner] as const;

describe('discovery', () => {
  it('leads from the refusal to the server', async () => {
    const refused = await postMcp(url, rpc('initialize'), { path: '/mcp/own' });
    expect(refused.status).toBe(401);
    const [, metadata] = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? [];
    expect(metadata).toBe(`${url}/.well-known/oauth-protected-resource/mcp/own`);
    const resource = (await (await fetch(metadata!)).json()) as { resource: string; authorization_servers: string[] };
    expect(resource).toMatchObject({ resource: `${url}/mcp/own`, authorization_servers: [url] });
    const server = await (await fetch(`${resource.authorization_servers[0]}/.well-known/oauth-authorization-server`)).json();
    expect(server).toMatchObject({
      issuer: url,
      authorization_endpoint: `${url}/oauth/authorize`,
      token_endpoint: `${url}/oauth/token`,
      registration_endpoint: `${url}/oauth/register`,
      revocation_endpoint: `${url}/oauth/revoke`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    });
  });

  it.each(['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])('%s is about all banks', async (path) => {
    expect(await (await fetch(`${url}${path}`)).json()).toMatchObject({ resource: `${url}/mcp` });
  });

  it.each(['/.well-known/openid-configuration', '/.well-known/oauth-protected-resource/v1', '/oauth/nothing', '/oauth/authorize/a/b'])(
    '%s does not exist',
    async (path) => {
      expect((await fetch(`${url}${path}`, { redirect: 'manual' })).status).toBe(404);
    },
  );
});

/** Remembers what the official client stores, and decides as the owner would. */
class Approving implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = { client_name: 'Official client', redirect_uris: [CALLBACK] };
  readonly flow = new OAuthFlow(url);
  answer = new URLSearchParams();
  #client: unknown;
  #tokens: unknown;
  #verifier = '';
  clientInformation(): never {
    return this.#client as never;
  }
  saveClientInformation(client: unknown): void {
    this.#client = client;
  }
  tokens(): never {
    return this.#tokens as never;
  }
  saveTokens(tokens: unknown): void {
    this.#tokens = tokens;
  }
  codeVerifier(): string {
    return this.#verifier;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  async redirectToAuthorization(address: URL): Promise<void> {
    const request = await this.flow.start(`${address.pathname}${address.search}`);
    const end = await this.flow.decide(request, world.people.alpha, world.people.alpha.owner);
    this.answer = end.searchParams;
  }
}

it.each(['/mcp', '/mcp/with-oauth'])('the official client connects to %s by itself', async (path) => {
  const authProvider = new Approving();
  await world.ask(putBank, { key: world.alpha.key, path: { bank_id: 'with-oauth' }, body: {} });
  const address = new URL(path, url);
  const first = new StreamableHTTPClientTransport(address, { authProvider });
  await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError);
  await first.finishAuth(authProvider.answer);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(address, { authProvider }));
  const bank = path === '/mcp' ? { bank_id: 'with-oauth' } : {};
  expect(await callTool(client, 'sync_retain', { content: 'Ann likes tea.', ...bank })).toMatchObject({ isError: false });
  expect(await callTool(client, 'recall', { query: 'What does Ann like?', ...bank })).toMatchObject({ isError: false });
  await client.close();
});

it.each([
  ['PUT', '/oauth/token', 'POST'],
  ['GET', '/oauth/register', 'POST'],
  ['POST', '/.well-known/oauth-authorization-server', 'GET, HEAD'],
])('the refusal of %s %s names the method', async (method, path, allowed) => {
  const { status, headers } = await fetch(`${url}${path}`, { method });
  expect([status, headers.get('allow')]).toEqual([405, allowed]);
});

describe('the request', () => {
  it('shows what the application asks for, only to people', async () => {
    const flow = new OAuthFlow(url);
    const clientId = await flow.register({ client_name: 'Editor\u202e', client_uri: 'https://editor.example' });
    const request = await flow.start(flow.authorizeUrl(clientId, verifierOf(), { scope: 'memory:read', resource: `${url}/mcp/own` }));
    const path = `${url}/api/console/connections/${request}`;
    expect((await fetch(path)).status).toBe(401);
    const shown = await (await fetch(path, { headers: flow.asMember(world.people.alpha, world.people.alpha.member) })).json();
    expect(shown).toEqual({
      application: 'Editor',
      client_host: null,
      website: 'https://editor.example',
      redirect_host: 'http://127.0.0.1:9',
      bank_id: 'own',
      access: 'read',
    });
  });

  it('shows the true destination, and no name that nobody gave', async () => {
    const flow = new OAuthFlow(url);
    const redirect_uri = 'evil://claude.example/callback';
    const clientId = await flow.register({ client_name: undefined, redirect_uris: [redirect_uri] });
    const request = await flow.start(flow.authorizeUrl(clientId, verifierOf(), { redirect_uri }));
    const headers = flow.asMember(world.people.alpha, world.people.alpha.member);
    const shown = await (await fetch(`${url}/api/console/connections/${request}`, { headers })).json();
    expect(shown).toMatchObject({ application: null, redirect_host: 'evil://claude.example' });
  });

  it('needs a page of this site, and is answered once', async () => {
    const flow = new OAuthFlow(url);
    const request = await flow.start(flow.authorizeUrl(client, verifierOf()));
    const path = `${url}/api/console/connections/${request}`;
    const headers = { ...flow.asMember(world.people.alpha, world.people.alpha.owner), 'content-type': 'application/json' };
    const foreign = { ...headers, 'sec-fetch-site': 'cross-site' };
    expect((await fetch(path, { method: 'POST', headers: foreign, body: JSON.stringify(ALL) })).status).toBe(403);
    expect((await fetch(path, { method: 'POST', headers, body: JSON.stringify(ALL) })).status).toBe(200);
    expect((await fetch(path, { method: 'POST', headers, body: JSON.stringify(ALL) })).status).toBe(404);
  });

  it('has one answer, of several at once', async () => {
    const flow = new OAuthFlow(url);
    const clientId = await flow.register({ client_name: 'Decided once' });
    const request = await flow.start(flow.authorizeUrl(clientId, verifierOf()));
    const path = `${url}/api/console/connections/${request}`;
    const headers = { ...flow.asMember(world.people.alpha, world.people.alpha.owner), 'content-type': 'application/json' };
    const decide = (method: 'POST' | 'DELETE') =>
      fetch(path, method === 'POST' ? { method, headers, body: JSON.stringify(ALL) } : { method, headers });
    const answers = await Promise.all([decide('POST'), decide('POST'), decide('DELETE'), decide('POST')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
    const member = asMember(world.people.alpha, world.people.alpha.owner);
    const { items } = (await (await fetch(`${url}/api/console/keys?q=Decided`, { headers: member })).json()) as { items: object[] };
    expect(items.length).toBe(answers[2]?.status === 200 ? 0 : 1);
  });

  it('can be decided again after a decision that failed', async () => {
    const flow = new OAuthFlow(url);
    const request = await flow.start(flow.authorizeUrl(client, verifierOf()));
    const { alpha } = world.people;
    await expect(flow.decide(request, alpha, alpha.owner, { ...ALL, bank_ids: ['nowhere'] })).rejects.toThrow('422');
    expect((await flow.decide(request, alpha, alpha.owner)).searchParams.get('code')).toMatch(/./);
  });

  it('can be refused', async () => {
    const flow = new OAuthFlow(url);
    const request = await flow.start(flow.authorizeUrl(client, verifierOf()));
    const headers = flow.asMember(world.people.alpha, world.people.alpha.owner);
    const answer = await fetch(`${url}/api/console/connections/${request}`, { method: 'DELETE', headers });
    const end = await flow.resume(((await answer.json()) as { redirect_to: string }).redirect_to);
    expect([end.origin + end.pathname, end.searchParams.get('error'), end.searchParams.get('state')]).toEqual([
      CALLBACK,
      'access_denied',
      'a state',
    ]);
  });

  it('of another organization gets no bank of this one', async () => {
    const flow = new OAuthFlow(url);
    const request = await flow.start(flow.authorizeUrl(client, verifierOf()));
    const decision = { ...ALL, bank_ids: ['nowhere'] };
    await expect(flow.decide(request, world.people.alpha, world.people.alpha.owner, decision)).rejects.toThrow('422');
    await expect(flow.decide(request, world.people.beta, world.people.alpha.owner)).rejects.toThrow('404');
  });
});

describe('what is granted', () => {
  it('is a key of the organization, with the chosen banks', async () => {
    const { tokens } = await connectApplication(...owner(), { decision: { ...ALL, bank_ids: [OWN_BANK] } });
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'memory:read memory:write' });
    expect((await callOf(tokens.access_token, 'get_bank', { bank_id: OWN_BANK })).json).toMatchObject({
      result: { structuredContent: {} },
    });
    expect((await callOf(tokens.access_token, 'get_bank', { bank_id: 'other' })).json).toMatchObject({ result: { isError: true } });
    const headers = asMember(world.people.alpha, world.people.alpha.owner);
    const { items } = (await (await fetch(`${url}/api/console/keys`, { headers })).json()) as { items: Record<string, unknown>[] };
    expect(items.find(({ origin, allowed_bank_ids }) => origin === 'application' && String(allowed_bank_ids) === OWN_BANK)).toMatchObject({
      name: 'Test client',
      status: 'active',
      access: 'write',
      created_by: world.people.alpha.owner.email,
    });
  });

  it('cannot write if only reading was granted', async () => {
    const { tokens } = await connectApplication(...owner(), { decision: { ...ALL, access: 'read' }, application: 'Reader' });
    const headers = asMember(world.people.alpha, world.people.alpha.owner);
    const keys = (await (await fetch(`${url}/api/console/keys?q=Reader`, { headers })).json()) as { items: object[] };
    expect(keys.items).toMatchObject([{ origin: 'application', access: 'read' }]);
    const { json } = await list(tokens.access_token);
    const names = (json as { result: { tools: { name: string }[] } }).result.tools.map(({ name }) => name);
    expect(names).toContain('recall');
    expect(names).not.toContain('retain');
    const refused = await callOf(tokens.access_token, 'retain', { content: 'Nothing.' });
    expect(refused.json).toMatchObject({ result: { isError: true } });
  });

  it.each([
    ['memory:read', 'read', 'memory:read'],
    ['memory:read memory:write', 'read', 'memory:read'],
    ['memory:write', 'write', 'memory:read memory:write'],
  ] as const)('of the scope %s, with the decision %s, is the scope of the tokens: %s', async (scope, access, expected) => {
    const flow = new OAuthFlow(url);
    const clientId = client;
    const verifier = verifierOf();
    const request = await flow.start(flow.authorizeUrl(clientId, verifier, { scope }));
    const end = await flow.decide(request, world.people.alpha, world.people.alpha.owner, { ...ALL, access });
    const first = await flow.exchange(clientId, end.searchParams.get('code') ?? '', verifier);
    expect(first.json).toMatchObject({ scope: expected });
    expect((await flow.refresh(clientId, String(first.json.refresh_token))).json).toMatchObject({ scope: expected });
  });

  it('is only read by a token of the scope memory:read', async () => {
    const { tokens, flow, clientId } = await connectApplication(...owner());
    const { json } = await flow.refresh(clientId, tokens.refresh_token, { scope: 'memory:read' });
    expect(json).toMatchObject({ scope: 'memory:read' });
    const token = String(json.access_token);
    const listed = (await list(token)).json as { result: { tools: { name: string }[] } };
    const names = listed.result.tools.map(({ name }) => name);
    expect(names).toContain('recall');
    expect(names).not.toContain('retain');
    expect((await callOf(token, 'get_bank', { bank_id: OWN_BANK })).json).toMatchObject({ result: { structuredContent: {} } });
    for (const [name, args] of [
      ['sync_retain', { content: 'Nothing.' }],
      ['delete_document', { document_id: 'none' }],
    ] as const)
      expect((await callOf(token, name, { bank_id: OWN_BANK, ...args })).json, name).toMatchObject({ result: { isError: true } });
    const whole = await flow.refresh(clientId, String(json.refresh_token));
    expect(whole.json).toMatchObject({ scope: 'memory:read memory:write' });
  });

  it('of two resources is the first, which the person sees', async () => {
    const flow = new OAuthFlow(url);
    const verifier = verifierOf();
    const address = flow.authorizeUrl(client, verifier, { resource: `${url}/mcp/${OWN_BANK}` });
    const request = await flow.start(`${address}&${new URLSearchParams({ resource: `${url}/mcp` })}`);
    const end = await flow.decide(request, world.people.alpha, world.people.alpha.owner, { ...ALL, bank_ids: [OWN_BANK] });
    const { json } = await flow.exchange(client, end.searchParams.get('code') ?? '', verifier);
    expect((await list(String(json.access_token), `/mcp/${OWN_BANK}`)).status).toBe(200);
    expect((await list(String(json.access_token))).status).toBe(401);
  });

  it('is never more than the application asked for', async () => {
    const flow = new OAuthFlow(url);
    const request = await flow.start(flow.authorizeUrl(client, verifierOf(), { scope: 'memory:read' }));
    await expect(flow.decide(request, world.people.alpha, world.people.alpha.owner)).rejects.toThrow('422');
  });

  it('may neither configure nor delete, even if an Owner granted it', async () => {
    const { tokens } = await connectApplication(...owner());
    for (const [name, args] of [
      ['update_bank', { config_updates: { recall_max_tokens: 1 } }],
      ['delete_bank', {}],
      ['clear_memories', {}],
      ['create_bank', {}],
    ] as const)
      expect((await callOf(tokens.access_token, name, { bank_id: OWN_BANK, ...args })).json, name).toMatchObject({
        result: { isError: true },
      });
  });

  it('creates no bank, and says who can', async () => {
    const { tokens } = await connectApplication(...owner());
    for (const [name, args] of [
      ['recall', { query: 'Ann?' }],
      ['retain', { content: 'Nothing.' }],
      ['sync_retain', { content: 'Nothing.' }],
    ] as const) {
      const { json } = await callOf(tokens.access_token, name, { bank_id: freshBank(), ...args });
      const { isError, content } = (json as { result: { isError: boolean; content: { text: string }[] } }).result;
      expect(isError, name).toBe(true);
      expect(content[0]?.text, name).toContain('does not exist: this key reaches ');
      expect(content[0]?.text, name).toContain('ask a person to create a bank in the console');
    }
  });

  it('works for a Member too, who may not create keys', async () => {
    const { tokens } = await connectApplication(url, world.people.alpha, world.people.alpha.member);
    expect((await list(tokens.access_token)).status).toBe(200);
  });

  it('is a token for MCP alone', async () => {
    const { tokens } = await connectApplication(...owner());
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    expect((await fetch(`${url}/v1/default/banks`, { headers })).status).toBe(401);
  });
});

describe('a token ends', () => {
  it('with its key', async () => {
    const { tokens, flow, clientId } = await connectApplication(...owner());
    const headers = { ...asMember(world.people.alpha, world.people.alpha.owner), 'content-type': 'application/json' };
    const { items } = (await (await fetch(`${url}/api/console/keys`, { headers })).json()) as {
      items: { id: string; name: string; origin: string }[];
    };
    const key = items.find(({ origin }) => origin === 'application');
    const body = JSON.stringify({ name: key!.name });
    expect((await fetch(`${url}/api/console/keys/${key!.id}/revoke`, { method: 'POST', headers, body })).status).toBe(200);
    expect((await list(tokens.access_token)).status).toBe(401);
    expect((await flow.refresh(clientId, tokens.refresh_token)).json).toMatchObject({ error: 'invalid_grant' });
  });

  it('when its person ends it, and nobody else', async () => {
    const { member, admin } = world.people.alpha;
    const { tokens } = await connectApplication(url, world.people.alpha, member, { decision: { ...ALL, bank_ids: [OWN_BANK] } });
    const pageOf = ({ cookie }: { cookie: string }) => ({ cookie, 'sec-fetch-site': 'same-origin' });
    const listed = async (person: { cookie: string }) => {
      const answer = await fetch(`${url}/api/console/account/connections`, { headers: pageOf(person) });
      return ((await answer.json()) as { items: { key_id: string }[] }).items;
    };
    const [connection] = await listed(member);
    expect(connection).toMatchObject({ application: 'Test client', bank_ids: [OWN_BANK], access: 'write' });
    const path = `${url}/api/console/account/connections/${connection!.key_id}`;
    expect((await fetch(path, { method: 'DELETE', headers: pageOf(admin) })).status).toBe(404);
    expect((await list(tokens.access_token)).status).toBe(200);
    expect(await (await fetch(path, { method: 'DELETE', headers: pageOf(member) })).json()).toEqual({ ended: 1 });
    expect((await list(tokens.access_token)).status).toBe(401);
    expect(await (await fetch(path, { method: 'DELETE', headers: pageOf(member) })).json()).toEqual({ ended: 0 });
    expect((await listed(member)).some(({ key_id }) => key_id === connection!.key_id)).toBe(false);
  });

  it('when its person leaves the organization', async () => {
    const { member } = world.people.beta;
    const { tokens, flow, clientId } = await connectApplication(url, world.people.beta, member);
    expect((await list(tokens.access_token)).status).toBe(200);
    const headers = asMember(world.people.beta, world.people.beta.owner);
    expect((await fetch(`${url}/api/console/members/${member.userId}`, { method: 'DELETE', headers })).status).toBe(200);
    expect((await list(tokens.access_token)).status).toBe(401);
    expect((await flow.refresh(clientId, tokens.refresh_token)).json).toMatchObject({ error: 'invalid_grant' });
  });

  it.each(['removal', 'leaving'])('permanently with the membership: %s', async (how) => {
    const { tokens, flow, clientId } = await connectApplication(url, world.people.alpha, world.people.alpha.member);
    const pending = await flow.start(flow.authorizeUrl(clientId, verifierOf()));
    const pendingEnd = await flow.decide(pending, world.people.alpha, world.people.alpha.member, { ...ALL, access: 'read' });
    const { alpha } = world.people;
    const [person, path] =
      how === 'removal' ? [alpha.owner, `/api/console/members/${alpha.member.userId}`] : [alpha.member, '/api/console/membership'];
    const left = await fetch(`${url}${path}`, { method: 'DELETE', headers: asMember(alpha, person) });
    expect(left.status).toBeLessThan(300);
    const invitation = await invite(url, alpha.owner.cookie, alpha.slug, alpha.member.email, 'member');
    const accepted = await fetch(`${url}/api/console/invitations/accept/${invitation.split('/').at(-1)}`, {
      method: 'POST',
      headers: { cookie: alpha.member.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      body: '{}',
    });
    expect(accepted.status).toBeLessThan(300);
    expect((await list(tokens.access_token)).status).toBe(401);
    expect((await flow.refresh(clientId, tokens.refresh_token)).json).toMatchObject({ error: 'invalid_grant' });
    const code = pendingEnd.searchParams.get('code') ?? '';
    expect((await flow.exchange(clientId, code, verifierOf())).json).toMatchObject({ error: 'invalid_grant' });
  });

  it('with as many newer consents for the same client and address as remain', async () => {
    const { tokens, flow, clientId } = await connectApplication(...owner());
    const newer: string[] = [];
    for (let n = 0; n < MAX_INSTALLATIONS; n++) {
      expect((await list(tokens.access_token)).status).toBe(200);
      const verifier = verifierOf();
      const request = await flow.start(flow.authorizeUrl(clientId, verifier));
      const end = await flow.decide(request, world.people.alpha, world.people.alpha.owner);
      const { json } = await flow.exchange(clientId, end.searchParams.get('code') ?? '', verifier);
      newer.push(String(json.access_token));
    }
    expect((await list(tokens.access_token)).status).toBe(401);
    for (const token of newer) expect((await list(token)).status).toBe(200);
  });

  it('when the client revokes it', async () => {
    const { tokens, flow, clientId } = await connectApplication(...owner());
    const fields = { client_id: clientId, token: tokens.refresh_token, token_type_hint: 'refresh_token' };
    expect((await flow.form('/oauth/revoke', fields)).status).toBe(200);
    expect((await list(tokens.access_token)).status).toBe(401);
  });
});

describe('refreshing', () => {
  it('rotates, and a second use of an old token ends everything', async () => {
    const { tokens, flow, clientId } = await connectApplication(...owner());
    const next = await flow.refresh(clientId, tokens.refresh_token);
    expect(next.status).toBe(200);
    const renewed = next.json as { access_token: string; refresh_token: string };
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
    expect((await list(renewed.access_token)).status).toBe(200);
    expect((await flow.refresh(clientId, tokens.refresh_token)).json).toMatchObject({ error: 'invalid_grant' });
    expect((await flow.refresh(clientId, renewed.refresh_token)).json).toMatchObject({ error: 'invalid_grant' });
    expect((await list(renewed.access_token)).status).toBe(401);
  });

  it('for another address is refused without consequence', async () => {
    const { tokens, flow, clientId } = await connectApplication(...owner());
    for (const resource of [`${url}/mcp/my-bank`, 'https://evil.example/mcp', `${url}/v1`, '']) {
      const refused = await flow.refresh(clientId, tokens.refresh_token, { resource });
      expect([refused.status, refused.json.error]).toEqual([400, 'invalid_target']);
    }
    expect((await list(tokens.access_token)).status).toBe(200);
    expect((await flow.refresh(clientId, tokens.refresh_token, { resource: `${url}/mcp/` })).status).toBe(200);
  });

  it('by another client is refused', async () => {
    const { tokens, flow } = await connectApplication(...owner());
    expect((await flow.refresh(await flow.register(), tokens.refresh_token)).json).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('attacks', () => {
  it.each([
    ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }],
    ['a plain challenge', { code_challenge_method: 'plain' }],
    ['no method', { code_challenge_method: undefined }],
    ['another response type', { response_type: 'token' }],
    ['another resource', { resource: 'https://evil.example/mcp' }],
    ['a resource that is not MCP', { resource: 'ORIGIN/v1' }],
  ])('%s is refused at the callback', async (_, more) => {
    const flow = new OAuthFlow(url);
    const given = Object.fromEntries(Object.entries(more).map(([name, value]) => [name, value?.replace('ORIGIN', url)]));
    const { headers, status } = await flow.send(flow.authorizeUrl(client, verifierOf(), given));
    expect(status).toBe(303);
    const end = new URL(headers.get('location')!);
    expect([end.origin + end.pathname, end.searchParams.get('code')]).toEqual([CALLBACK, null]);
    // The error of a response type that is never a query is in the fragment.
    const error = end.searchParams.get('error') ?? new URLSearchParams(end.hash.slice(1)).get('error');
    expect(error).toMatch(/invalid_request|invalid_target|unsupported_response_type|unauthorized_client/);
  });

  it.each([
    ['another address', 'https://evil.example/callback'],
    ['a longer path', `${CALLBACK}/more`],
    ['a query', `${CALLBACK}?x=1`],
    ['a host with a prefix', 'http://127.0.0.1.evil.example:9/callback'],
    ['no address', undefined],
  ])('a redirect to %s is not followed', async (_, redirect_uri) => {
    const flow = new OAuthFlow(url);
    const clientId = await flow.register({ redirect_uris: [CALLBACK, 'http://127.0.0.1:9/other'] });
    const { status, headers } = await flow.send(flow.authorizeUrl(clientId, verifierOf(), { redirect_uri }));
    expect([status, headers.get('location')]).toEqual([400, null]);
  });

  it.each([
    ['an unknown client', { client_id: 'unknown' }, 'invalid_client'],
    ['another redirect', { redirect_uri: 'https://evil.example/callback' }, 'invalid_redirect_uri'],
  ])('%s gets an error that a person can understand', async (_, more, error) => {
    const flow = new OAuthFlow(url);
    const address = flow.authorizeUrl(client, verifierOf(), more);
    const refused = await flow.send(address);
    expect([refused.status, refused.json.error, typeof refused.json.error_description]).toEqual([400, error, 'string']);
    const redirect = await flow.send(address, { headers: { accept: 'text/html,*/*' } });
    expect([redirect.status, redirect.headers.get('location')]).toEqual([303, `/connect-error?error=${error}`]);
    const page = await fetch(new URL(redirect.headers.get('location')!, url), { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('x-frame-options')]).toEqual([200, 'DENY']);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const html = await page.text();
    expect(html).toContain('connect again');
    expect(html).not.toMatch(/fonts\.googleapis|evil\.example/);
  });

  it.each([
    'http://evil.example/callback',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a.example/#fragment',
    'file:///etc/passwd',
    'https://*.example/cb',
    'https://u:p@a.example/cb',
  ])('%s is not registered', async (uri) => {
    const { status } = await new OAuthFlow(url).json('/oauth/register', { redirect_uris: [uri] });
    expect(status).toBe(400);
  });

  it('a code works once, and its second use ends what the first got', async () => {
    const { flow, clientId, code, verifier, tokens } = await connectApplication(...owner());
    expect((await flow.exchange(clientId, code, verifier)).json).toMatchObject({ error: 'invalid_grant' });
    expect((await list(tokens.access_token)).status).toBe(401);
  });

  it('the second use of a code is no act of the application in the audit log', async () => {
    const application = `Replayed ${verifierOf().slice(0, 8)}`;
    const { flow, clientId, code, verifier } = await connectApplication(...owner(), { application });
    await flow.exchange(clientId, code, verifier);
    const headers = asMember(world.people.alpha, world.people.alpha.owner);
    const { items } = (await (await fetch(`${url}/api/console/audit?limit=50`, { headers })).json()) as {
      items: { action: string; actor: { kind: string; label: string }; target: { label: string } }[];
    };
    const entry = items.find(({ action, target }) => action === 'key.revoke' && target.label.includes(application));
    expect(entry?.actor.label).toBe('server');
  });

  it.each(['fragment', 'form_post', 'web_message'])('the answer mode %s is refused', async (response_mode) => {
    const flow = new OAuthFlow(url);
    const { status, headers } = await flow.send(flow.authorizeUrl(client, verifierOf(), { response_mode }));
    const end = new URL(headers.get('location') ?? '');
    expect([status, end.searchParams.get('error'), end.hash]).toEqual([303, 'unsupported_response_mode', '']);
  });

  it.each(['{', '[1]', ''])('the registration %j is an error of OAuth', async (body) => {
    const headers = { 'content-type': 'application/json' };
    const { status, json } = await new OAuthFlow(url).send('/oauth/register', { method: 'POST', headers, body });
    expect([status, json.error_description]).toEqual([400, expect.any(String)]);
    expect(json.error).toMatch(/^invalid_(client_metadata|redirect_uri)$/);
  });

  it('a code for another address is refused without consequence', async () => {
    const flow = new OAuthFlow(url);
    const clientId = client;
    const verifier = verifierOf();
    const request = await flow.start(flow.authorizeUrl(clientId, verifier));
    const code = (await flow.decide(request, world.people.alpha, world.people.alpha.owner)).searchParams.get('code') ?? '';
    const refused = await flow.exchange(clientId, code, verifier, { resource: `${url}/mcp/${OWN_BANK}` });
    expect(refused.json).toMatchObject({ error: 'invalid_target' });
    expect((await flow.exchange(clientId, code, verifier, { resource: `${url}/mcp` })).status).toBe(200);
  });

  it('of two concurrent uses of a code at most one gets tokens', async () => {
    const flow = new OAuthFlow(url);
    const clientId = client;
    const verifier = verifierOf();
    const request = await flow.start(flow.authorizeUrl(clientId, verifier));
    const end = await flow.decide(request, world.people.alpha, world.people.alpha.owner);
    const code = end.searchParams.get('code')!;
    const answers = await Promise.all(Array.from({ length: 5 }, () => flow.exchange(clientId, code, verifier)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true);
  });

  it('a code needs its verifier, its client and its redirect', async () => {
    const flow = new OAuthFlow(url);
    const clientId = await flow.register();
    const other = await flow.register();
    for (const [client, verifier, more] of [
      [clientId, verifierOf(), {}],
      [other, null, {}],
      [clientId, null, { redirect_uri: 'http://127.0.0.1:9/other' }],
    ] as const) {
      const own = verifierOf();
      const request = await flow.start(flow.authorizeUrl(clientId, own));
      const end = await flow.decide(request, world.people.alpha, world.people.alpha.owner);
      const answer = await flow.exchange(client, end.searchParams.get('code')!, verifier ?? own, more);
      expect(answer.json).toMatchObject({ error: 'invalid_grant' });
    }
    expect(challengeOf('a')).not.toBe(challengeOf('b'));
  });

  it('a token of one address is refused at another', async () => {
    const bank = freshBank();
    await world.ask(retainMemories, { key: world.alpha.key, path: { bank_id: bank }, body: { items: [{ content: 'Ann likes tea.' }] } });
    const { tokens } = await connectApplication(...owner(), { resource: `${url}/mcp/${bank}` });
    expect((await list(tokens.access_token, `/mcp/${bank}`)).status).toBe(200);
    expect((await list(tokens.access_token, '/mcp')).status).toBe(401);
    expect((await list(tokens.access_token, `/mcp/${OWN_BANK}`)).status).toBe(401);
    const all = await connectApplication(...owner());
    expect((await list(all.tokens.access_token, `/mcp/${bank}`)).status).toBe(401);
  });

  it('an ended session decides nothing', async () => {
    const flow = new OAuthFlow(url);
    const request = await flow.start(flow.authorizeUrl(client, verifierOf()));
    const { admin } = world.people.beta;
    const headers = asMember(world.people.beta, admin);
    expect((await fetch(`${url}/api/console/account/sessions/${admin.sessionId}`, { method: 'DELETE', headers })).status).toBe(200);
    await expect(flow.decide(request, world.people.beta, admin)).rejects.toThrow('401');
  });

  it('another browser cannot continue an authorization', async () => {
    const flow = new OAuthFlow(url);
    const request = await flow.start(flow.authorizeUrl(client, verifierOf()));
    const headers = { ...flow.asMember(world.people.alpha, world.people.alpha.owner), 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/console/connections/${request}`, { method: 'POST', headers, body: JSON.stringify(ALL) });
    const { redirect_to } = (await answer.json()) as { redirect_to: string };
    await expect(new OAuthFlow(url).resume(redirect_to)).rejects.toThrow('400');
  });

  it('a flood of hosts writes nothing but JSON lines to the log', async () => {
    const before = world.server.stderr().length;
    const path = '/.well-known/oauth-authorization-server';
    const issuerAt = async (host: string) => {
      const { status, json } = await send(url, { method: 'GET', path, headers: { host } });
      expect(status).toBe(200);
      return (json as { issuer: string }).issuer;
    };
    for (let port = 4000; port < 4020; port++) expect(await issuerAt(`127.0.0.1:${port}`)).toBe(`http://127.0.0.1:${port}`);
    const lines = world.server.stderr().slice(before).split('\n');
    for (const line of lines.filter((each) => each.trim() !== '')) expect(() => JSON.parse(line), line).not.toThrow();
  });

  it('a request that an attacker started cannot be seen, allowed or refused by anybody else', async () => {
    const attacker = new OAuthFlow(url);
    const redirect = 'https://claude.ai/api/mcp/auth_callback';
    const clientId = await attacker.register({ client_name: 'Claude', redirect_uris: [redirect] });
    const request = await attacker.start(attacker.authorizeUrl(clientId, verifierOf(), { redirect_uri: redirect }));
    const path = `${url}/api/console/connections/${request}`;
    // The victim has a request of their own open, and is signed in.
    const victim = new OAuthFlow(url);
    await victim.start(victim.authorizeUrl(client, verifierOf()));
    const headers = { ...victim.asMember(world.people.alpha, world.people.alpha.owner), 'content-type': 'application/json' };
    expect((await fetch(`${url}/connect/${request}`, { headers: { ...headers, accept: 'text/html' } })).status).toBe(404);
    for (const init of [{ method: 'GET' }, { method: 'POST', body: JSON.stringify(ALL) }, { method: 'DELETE' }]) {
      const answer = await fetch(path, { ...init, headers });
      expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([404, expect.stringContaining('Start again')]);
    }
    const own = attacker.asMember(world.people.alpha, world.people.alpha.owner);
    expect((await fetch(path, { headers: own })).status).toBe(200);
    const resumed = await attacker.send(`/oauth/authorize/${request}`);
    expect(resumed.headers.get('location')).toMatch(/^\/connect\/[\w-]+$/);
  });

  it('two people at one browser, one after the other, both connect an application', async () => {
    const flow = new OAuthFlow(url);
    const { alpha } = world.people;
    for (const person of [alpha.owner, alpha.admin]) {
      const verifier = verifierOf();
      const request = await flow.start(flow.authorizeUrl(client, verifier));
      const code = (await flow.decide(request, alpha, person)).searchParams.get('code') ?? '';
      const { json } = await flow.exchange(client, code, verifier);
      expect((await list(String(json.access_token))).status).toBe(200);
    }
  });

  it('two requests at once in one browser are both answered', async () => {
    const flow = new OAuthFlow(url);
    const clientId = client;
    const [first, second] = [
      await flow.start(flow.authorizeUrl(clientId, verifierOf())),
      await flow.start(flow.authorizeUrl(clientId, verifierOf())),
    ];
    for (const request of [first, second]) {
      const headers = flow.asMember(world.people.alpha, world.people.alpha.owner);
      expect((await fetch(`${url}/connect/${request}`, { headers: { ...headers, accept: 'text/html' } })).status).toBe(200);
      expect((await fetch(`${url}/api/console/connections/${request}`, { headers })).status).toBe(200);
    }
    for (const request of [second, first])
      expect((await flow.decide(request, world.people.alpha, world.people.alpha.owner)).searchParams.get('code')).toMatch(/./);
  });

  it('a foreign host finds no server', async () => {
    const { status } = await new OAuthFlow(url).send('/oauth/authorize');
    expect(status).toBe(400);
    const server = new URL(url);
    const { default: http } = await import('node:http');
    const found = await new Promise<number | undefined>((resolve, reject) => {
      const path = '/.well-known/oauth-authorization-server';
      const options = { host: server.hostname, port: server.port, path, headers: { host: 'evil.example' } };
      http.get(options, (response) => resolve(response.resume().statusCode)).on('error', reject);
    });
    expect(found).toBe(404);
  });

  // Each waits for the time in which a description must be read.
  it.concurrent.each([
    'https://127.0.0.1:1/client.json',
    'https://localhost:1/client.json',
    'https://[::1]:1/client.json',
    'http://a.example/client.json',
  ])('the description of a client at %s is not fetched', async (clientId) => {
    const flow = new OAuthFlow(url);
    const { status, headers } = await flow.send(flow.authorizeUrl(clientId, verifierOf()));
    expect([status, headers.get('location')]).toEqual([400, null]);
  });

  it('a flood of registrations is limited', async () => {
    const flow = new OAuthFlow(url);
    let last = await flow.json('/oauth/register', { redirect_uris: [CALLBACK] });
    for (let i = 0; i < 100 && last.status !== 429; i++) last = await flow.json('/oauth/register', { redirect_uris: [CALLBACK] });
    expect([last.status, last.json.error, typeof last.json.error_description]).toEqual([429, 'temporarily_unavailable', 'string']);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
