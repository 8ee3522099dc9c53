import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshBank } from '#e2e/contract/filling';
import { eventually } from '#e2e/fixtures/jobs';
import { callTool, connectMcp, type McpClientOptions, OF_ALL_BANKS, postMcp, rpc } from '#e2e/fixtures/mcp';
import { OWN_BANK, unknownKey } from '#e2e/fixtures/tenants';
import { joinWorld, type World } from '#e2e/fixtures/world';
import { listAuditLogs } from '#lib/access/audit/contract';
import { TOOLS } from '#lib/api/mcp/tools';
import { retainMemories } from '#lib/memory/retain/contract';
import { updateBankConfig } from '#lib/memory/settings/contract';

/** The MCP endpoint as its clients use it. */

let world: World;
beforeAll(async () => {
  world = await joinWorld();
});

const open: Client[] = [];
afterAll(async () => {
  for (const client of open) await client.close();
  await world?.close();
});

async function connect(options: McpClientOptions): Promise<Client> {
  const client = await connectMcp(world.server.url, options);
  open.push(client);
  return client;
}

const namesOf = async (client: Client): Promise<string[]> => (await client.listTools()).tools.map(({ name }) => name);
const toolCall = (name: string, args: object): object => rpc('tools/call', { name, arguments: args });
const post = (message: unknown, options: McpClientOptions = {}) => postMcp(world.server.url, message, { key: world.alpha.key, ...options });

const TEXT = 'Ann: I moved to Lisbon in March 2026 because the light is better.\nBen: I am allergic to cats.';

describe.each([
  ['/mcp', 'newest'],
  ['/mcp/{bank}', 'handshake'],
] as const)('every tool at %s, in the revision: %s', (template, revision) => {
  const bank = freshBank();
  const isOneBank = template !== '/mcp';
  const place = isOneBank ? `/mcp/${bank}` : '/mcp';
  let client: Client;
  const used = new Set<string>();
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    used.add(name);
    const { isError, value } = await callTool(client, name, isOneBank ? args : { bank_id: bank, ...args });
    expect(value, name).not.toHaveProperty('error');
    expect(isError, name).toBe(false);
    return value;
  };
  const whenDone = (operation_id: unknown) =>
    eventually(async () => (await call('get_operation', { operation_id })).status === 'completed', 'the end of an operation');

  beforeAll(async () => {
    client = await connect({ key: world.alpha.key, path: place, revision });
  });

  it('is listed with schemas and hints', async () => {
    const { tools } = await client.listTools();
    const expected = TOOLS.map(({ name }) => name).filter((name) => !isOneBank || !OF_ALL_BANKS.includes(name));
    expect(tools.map(({ name }) => name)).toEqual(expected);
    for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
      expect(description?.length, name).toBeGreaterThan(30);
      expect(inputSchema.type, name).toBe('object');
      expect(outputSchema?.type, name).toBe('object');
      expect(annotations, name).toMatchObject({ openWorldHint: false });
      expect('bank_id' in (inputSchema.properties ?? {}), name).toBe(!isOneBank && name !== 'list_banks');
    }
    expect(tools.find(({ name }) => name === 'recall')?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(tools.find(({ name }) => name === 'delete_document')?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  });

  it('stores, finds and answers', async () => {
    const stored = await call('sync_retain', { content: TEXT, document_id: 'chat', tags: ['people'] });
    expect(stored).toMatchObject({ status: 'completed', document_id: 'chat' });
    expect(stored.memory_ids).toHaveLength(2);
    const accepted = await call('retain', { content: 'Cleo plays the harp.', document_id: 'note' });
    expect(accepted).toMatchObject({ status: 'accepted' });
    await whenDone(accepted.operation_id);
    const { results } = (await call('recall', { query: 'Where did Ann move?', include_chunks: true, include_entities: true })) as {
      results: { text: string; score: number }[];
    };
    expect(results[0]?.text).toContain('Lisbon');
    expect(results[0]?.score).toBeGreaterThan(0);
    const answer = await call('reflect', { query: 'Where did Ann move?', include_based_on: true });
    expect(answer).toMatchObject({ outcome: 'answered', text: expect.stringContaining('Lisbon') });
  });

  it('reads and changes memories', async () => {
    const { items, total } = (await call('list_memories', { q: 'cats' })) as { items: { id: string; text: string }[]; total: number };
    expect(total).toBe(1);
    const memory_id = items[0]!.id;
    expect(await call('get_memory', { memory_id })).toMatchObject({ id: memory_id, document_id: 'chat' });
    expect(await call('update_memory', { memory_id, context: 'health' })).toMatchObject({ context: 'health' });
    const entities = ['Acme, Inc.', 'Washington, D.C.'];
    expect(await call('update_memory', { memory_id, entities })).toMatchObject({ entities });
    expect(await call('list_memories', { q: 'cats' })).toMatchObject({ items: [{ id: memory_id, entities }] });
    expect(await call('invalidate_memory', { memory_id, reason: 'She was joking.' })).toMatchObject({ state: 'invalidated' });
    expect(await call('invalidate_memory', { memory_id, restore: true })).toMatchObject({ state: 'valid' });
    expect(await call('list_tags')).toMatchObject({ items: [{ tag: 'people', count: 2 }] });
  });

  it('reads and deletes documents', async () => {
    expect(await call('list_documents', { q: 'chat' })).toMatchObject({ total: 1, items: [{ id: 'chat' }] });
    expect(await call('get_document', { document_id: 'chat' })).toMatchObject({ text: TEXT, text_length: TEXT.length });
    expect(await call('get_document', { document_id: 'chat', text_offset: 5 })).toMatchObject({ text: TEXT.slice(5) });
    expect(await call('delete_document', { document_id: 'note' })).toMatchObject({ status: 'deleted', memory_units_deleted: 1 });
  });

  it('manages mental models', async () => {
    const mental_model_id = 'moves';
    const created = await call('create_mental_model', {
      mental_model_id,
      name: 'Moves',
      source_query: 'Who moved where?',
      trigger_refresh_after_consolidation: true,
    });
    await whenDone(created.operation_id);
    expect(await call('list_mental_models')).toMatchObject({ items: [{ id: mental_model_id, state: 'ready' }] });
    const model = await call('get_mental_model', { mental_model_id });
    expect(model).toMatchObject({ content: expect.stringContaining('Lisbon'), trigger: { refresh_after_consolidation: true } });
    const changed = await call('update_mental_model', { mental_model_id, name: 'Places', tags_match: 'any' });
    expect(changed).toMatchObject({ name: 'Places', trigger: { refresh_after_consolidation: true, tags_match: 'any' } });
    const { operation_id } = await call('refresh_mental_model', { mental_model_id });
    await whenDone(operation_id);
    expect(await call('clear_mental_model', { mental_model_id })).toMatchObject({ state: 'empty' });
    expect(await call('delete_mental_model', { mental_model_id })).toMatchObject({ status: 'deleted' });
  });

  it('manages directives', async () => {
    const { id: directive_id } = await call('create_directive', { name: 'Brief', content: 'Answer in one sentence.', tags: ['work'] });
    expect(await call('list_directives', { tags: ['work'] })).toMatchObject({ total: 1, items: [{ id: directive_id, tags: ['work'] }] });
    const answer = await call('reflect', { query: 'Where did Ann move?', apply_all_directives: true });
    expect(answer.unapplied_directives).toEqual([{ id: directive_id, name: 'Brief', reason: 'no_model' }]);
    expect(await call('delete_directive', { directive_id })).toMatchObject({ status: 'deleted' });
  });

  it('manages pages', async () => {
    const { id: parent_id } = await call('create_knowledge_folder', { name: 'People' });
    const page = { name: 'Ann', source_query: 'Where did Ann move?', parent_id, refresh_after_consolidation: false };
    const { page_id, operation_id } = await call('create_knowledge_page', page);
    await whenDone(operation_id);
    expect(await call('get_knowledge_page', { page_id })).toMatchObject({ name: 'Ann', body: expect.stringContaining('Lisbon') });
    expect(await call('search_knowledge_base', { query: 'Lisbon' })).toMatchObject({ total: 1, results: [{ id: page_id }] });
    expect(await call('update_knowledge_node', { node_id: page_id, parent_id: '', position: 0 })).not.toHaveProperty('parent_id');
    const { roots } = await call('get_knowledge_base_tree');
    expect(roots).toMatchObject([
      { id: page_id, kind: 'page' },
      { id: parent_id, kind: 'folder' },
    ]);
    expect(await call('delete_knowledge_node', { node_id: page_id })).toMatchObject({ status: 'deleted' });
  });

  it('lists and cancels background work', async () => {
    const { operations } = (await call('list_operations', { limit: 5 })) as { operations: { operation_id: string }[] };
    expect(operations.length).toBeGreaterThan(0);
    used.add('cancel_operation');
    const ended = await callTool(client, 'cancel_operation', {
      ...(!isOneBank && { bank_id: bank }),
      operation_id: operations[0]!.operation_id,
    });
    expect(ended).toMatchObject({ isError: true, value: { error: expect.any(String) } });
  });

  it('manages banks', async () => {
    if (!isOneBank) {
      await call('create_bank', { bank_id: bank, name: 'Ann and Ben' });
      expect(await call('list_banks', { query: bank })).toMatchObject({ banks: [{ bank_id: bank, fact_count: 2 }] });
      expect(await call('get_bank_stats')).toMatchObject({ memories: 2, documents: 1 });
    }
    const updated = await call('update_bank', { mission: 'Knows people.', config_updates: { recall_max_tokens: 2000 } });
    expect(updated).toMatchObject({ mission: 'Knows people.' });
    expect(await call('get_bank')).toMatchObject({ bank_id: bank, mission: 'Knows people.' });
    expect(await call('clear_memories', { type: 'experience' })).toMatchObject({ status: 'cleared' });
    expect(await call('delete_bank')).toMatchObject({ status: 'deleted' });
  });

  it('was called', async () => {
    expect([...used].sort()).toEqual((await namesOf(client)).sort());
  });
});

describe('the bank of a call', () => {
  it('is the argument, else the header, else `default`', async () => {
    const [named, other] = [freshBank(), freshBank()];
    const client = await connect({ key: world.alpha.key, headers: { 'x-bank-id': other } });
    await callTool(client, 'sync_retain', { bank_id: named, content: 'Ann lives in Lisbon.' });
    await callTool(client, 'sync_retain', { content: 'Ben lives in Porto.' });
    expect(await callTool(client, 'list_memories', { bank_id: named })).toMatchObject({ value: { total: 1 } });
    expect(await callTool(client, 'list_memories', { bank_id: other })).toMatchObject({ value: { total: 1 } });
    const plain = await connect({ key: world.alpha.key });
    await callTool(plain, 'create_bank', { bank_id: 'default' });
    expect(await callTool(plain, 'get_bank')).toMatchObject({ value: { bank_id: 'default' } });
  });

  it('must exist if a tool reads it, and is created by a tool that writes', async () => {
    const client = await connect({ key: world.alpha.key });
    for (const [name, args] of [
      ['recall', { query: 'Ann' }],
      ['reflect', { query: 'Ann?' }],
      ['list_memories', {}],
      ['get_bank_stats', {}],
      ['get_bank', {}],
    ] as const) {
      const bank_id = freshBank();
      const { isError, value } = await callTool(client, name, { ...args, bank_id });
      expect([isError, value.error], name).toEqual([true, expect.stringContaining(`'${bank_id}' does not exist`)]);
      expect(value.error, name).toContain('this key reaches ');
      expect((await callTool(client, 'list_banks', { query: bank_id })).value, name).toMatchObject({ total: 0 });
    }
    const bank_id = freshBank();
    await callTool(client, 'sync_retain', { bank_id, content: TEXT });
    expect(await callTool(client, 'recall', { bank_id, query: 'Where did Ann move?' })).toMatchObject({ isError: false });
  });

  it('is explained to clients of several banks only', async () => {
    expect((await connect({ key: world.alpha.key })).getInstructions()).toContain('list_banks');
    expect((await connect({ key: world.alpha.key, path: `/mcp/${OWN_BANK}` })).getInstructions()).not.toContain('bank_id');
  });

  it('is the only one that a restricted key reaches', async () => {
    const client = await connect({ key: world.alpha.child });
    expect(await callTool(client, 'get_bank')).toMatchObject({ isError: false, value: { bank_id: OWN_BANK } });
  });

  it('of another scope is refused, with advice', async () => {
    const client = await connect({ key: world.alpha.child });
    const { isError, value } = await callTool(client, 'get_bank', { bank_id: 'elsewhere' });
    expect([isError, value.advice]).toEqual([true, expect.stringContaining('list_banks')]);
    const bankless = await connect({ key: world.alpha.bankless });
    expect(await callTool(bankless, 'get_bank')).toMatchObject({ isError: true, value: { error: expect.stringContaining('no bank') } });
  });
});

describe('what a caller sees', () => {
  it('are the tools that its key permits', async () => {
    const names = await namesOf(await connect({ key: world.alpha.child }));
    expect(names).toContain('retain');
    for (const name of ['create_bank', 'update_bank', 'delete_bank', 'clear_memories']) expect(names).not.toContain(name);
    const refused = await post(toolCall('delete_bank', { bank_id: OWN_BANK }), { key: world.alpha.child });
    expect(refused.json).toMatchObject({ result: { isError: true } });
  });

  it('are the tools that the bank enables, in the list and in calls', async () => {
    const bank_id = freshBank();
    const body = { updates: { mcp_enabled_tools: ['recall', 'retain'] } };
    await world.ask(updateBankConfig, { key: world.alpha.key, path: { bank_id }, body });
    const client = await connect({ key: world.alpha.key, path: `/mcp/${bank_id}` });
    expect(await namesOf(client)).toEqual(['retain', 'recall']);
    expect(await namesOf(await connect({ key: world.alpha.key, headers: { 'x-bank-id': bank_id } }))).toEqual(['retain', 'recall']);
    const refused = await post(toolCall('list_memories', { bank_id }));
    expect(refused.json).toMatchObject({ result: { isError: true, content: [{ text: expect.stringContaining('mcp_enabled_tools') }] } });
    expect(await callTool(client, 'recall', { query: 'Ann' })).toMatchObject({ isError: false });
  });

  it('does not change within a call that changes the setting', async () => {
    const bank_id = freshBank();
    const client = await connect({ key: world.alpha.key });
    await callTool(client, 'create_bank', { bank_id });
    const changed = await callTool(client, 'update_bank', { bank_id, name: 'Ann', config_updates: { mcp_enabled_tools: ['recall'] } });
    expect(changed).toMatchObject({ isError: false, value: { name: 'Ann' } });
    const refused = await callTool(client, 'update_bank', { bank_id, name: 'Ben' });
    expect(refused).toMatchObject({ isError: true, value: { advice: expect.stringContaining('mcp_enabled_tools') } });
  });

  it('are the tools of the query', async () => {
    const client = await connect({ key: world.alpha.key, path: '/mcp?tools=retain,recall' });
    expect(await namesOf(client)).toEqual(['retain', 'recall']);
    await expect(callTool(client, 'reflect', { query: 'Ann?' })).rejects.toThrow('Unknown tool');
    const repeated = await connect({ key: world.alpha.key, path: '/mcp?tools=retain&tools=recall' });
    expect(await namesOf(repeated)).toEqual(['retain', 'recall']);
    const wrong = await post(rpc('tools/list'), { path: '/mcp?tools=recall,nonsense' });
    expect([wrong.status, wrong.json]).toMatchObject([400, { error: expect.stringMatching(/'nonsense'.*retain, sync_retain/) }]);
  });

  it('are those of its only bank at /mcp', async () => {
    const updates = (mcp_enabled_tools: readonly string[] | null) =>
      world.ask(updateBankConfig, { key: world.alpha.key, path: { bank_id: OWN_BANK }, body: { updates: { mcp_enabled_tools } } });
    await updates(['recall']);
    try {
      expect(await namesOf(await connect({ key: world.alpha.child }))).toEqual(['recall']);
      expect(await namesOf(await connect({ key: world.alpha.key }))).toContain('retain');
    } finally {
      await updates(null);
    }
  });

  it('also decides about resources and prompts', async () => {
    const bank_id = freshBank();
    const items = [{ content: TEXT, document_id: 'chat' }];
    await world.ask(retainMemories, { key: world.alpha.key, path: { bank_id }, body: { items } });
    const seen = async (path: string) => {
      const client = await connect({ key: world.alpha.key, path });
      return {
        client,
        resources: (await client.listResources()).resources.map(({ uri }) => uri),
        templates: (await client.listResourceTemplates()).resourceTemplates.map(({ name }) => name),
        prompts: (await client.listPrompts()).prompts.map(({ name }) => name),
      };
    };
    const uri = `memory://${bank_id}/documents/chat`;
    const chosen = await seen(`/mcp/${bank_id}?tools=list_documents,get_document`);
    expect(chosen).toMatchObject({ resources: [uri], templates: ['document'], prompts: [] });
    await world.ask(updateBankConfig, {
      key: world.alpha.key,
      path: { bank_id },
      body: { updates: { mcp_enabled_tools: ['retain', 'recall'] } },
    });
    const enabled = await seen(`/mcp/${bank_id}`);
    expect(enabled).toMatchObject({
      resources: [],
      templates: [],
      prompts: ['what_do_you_know', 'remember_conversation', 'prepare_meeting'],
    });
    await expect(enabled.client.readResource({ uri })).rejects.toThrow('mcp_enabled_tools');
    const reading = await seen('/mcp?tools=recall');
    expect(reading).toMatchObject({ resources: [], prompts: ['what_do_you_know', 'prepare_meeting'] });
    await expect(reading.client.getPrompt({ name: 'remember_conversation' })).rejects.toMatchObject({ code: -32602 });
  });
});

describe('authentication', () => {
  it.each([
    ['no key', null],
    ['an unknown key', unknownKey()],
    ['a revoked key', 'revoked'],
    ['an expired key', 'expired'],
  ] as const)('%s is a 401 with the reason, in every method', async (_, name) => {
    const key = name === 'revoked' || name === 'expired' ? world.alpha[name] : name;
    const calls = [toolCall('recall', { query: 'Ann' }), toolCall('recall', {}), toolCall('nothing', {})];
    for (const message of [rpc('tools/list'), ...calls, rpc('ping')]) {
      const { status, headers, json } = await postMcp(world.server.url, message, key === null ? {} : { key });
      expect([status, json]).toMatchObject([401, { error: expect.any(String) }]);
      expect(headers.get('www-authenticate')).toContain('Bearer');
    }
  });

  it('accepts a key without its scheme, and never a cookie', async () => {
    const { json } = await postMcp(world.server.url, rpc('tools/list'), { headers: { authorization: world.alpha.key } });
    expect(json).toMatchObject({ result: { tools: expect.any(Array) } });
    const { cookie } = world.people.alpha.owner;
    const headers = { cookie, 'x-organization': world.people.alpha.slug, 'sec-fetch-site': 'same-origin' };
    expect((await postMcp(world.server.url, rpc('tools/list'), { headers })).status).toBe(401);
    expect((await postMcp(world.server.url, toolCall('list_banks', {}), { headers })).status).toBe(401);
  });

  it('reads a large body only for an admitted caller', async () => {
    const broken = `{"jsonrpc":"2.0",${'x'.repeat(100_000)}`;
    expect((await postMcp(world.server.url, broken, {})).status).toBe(401);
    expect((await post(broken)).status).toBe(400);
    const bank_id = freshBank();
    const content = 'Ann lives in Lisbon. '.repeat(5000);
    expect((await post(toolCall('sync_retain', { bank_id, content }))).json).toMatchObject({
      result: { structuredContent: { status: 'completed' } },
    });
  });

  it.each(['http://evil.example', 'https://evil.example:8888', 'http://6.6.6.6', 'http://localhost:1', 'http://evil.localhost', 'null'])(
    'refuses pages of %s',
    async (origin) => {
      const { status, headers } = await post(rpc('tools/list'), { headers: { origin } });
      expect([status, headers.get('www-authenticate')]).toEqual([403, null]);
    },
  );

  it('answers its own pages, and clients with an origin of their own scheme', async () => {
    for (const origin of ['vscode-file://vscode-app', new URL(world.server.url).origin])
      expect((await post(rpc('tools/list'), { headers: { origin } })).status, origin).toBe(200);
  });
});

describe('a tag filter', () => {
  const filters = [
    { tags: ['user:ann'], tags_match: 'exact' },
    { tag_groups: [{ not: { tags: ['user:ben'] } }] },
    { tag_groups: '[{"not":{"tags":["user:ben"]}}]' },
  ];
  let bank_id: string;
  let client: Client;
  const call = (name: string, args: object) => callTool(client, name, { bank_id, ...args });

  beforeAll(async () => {
    bank_id = freshBank();
    client = await connect({ key: world.alpha.key });
    const items = [
      { content: 'Ann: the safe code is 4471.', document_id: 'ann', tags: ['user:ann'] },
      { content: 'Ben: the safe code is 8812.', document_id: 'ben', tags: ['user:ben'] },
    ];
    await world.ask(retainMemories, { key: world.alpha.key, path: { bank_id }, body: { items } });
  });

  it.each(filters)('limits every tool that has it: %j', async (filter) => {
    for (const name of ['recall', 'reflect', 'list_memories', 'list_documents']) {
      const answer = await call(name, { ...(['recall', 'reflect'].includes(name) && { query: 'What is the safe code?' }), ...filter });
      const text = JSON.stringify(answer.value);
      expect([name, answer.isError, text.includes('8812') || text.includes('ben')], text).toEqual([name, false, false]);
      expect(text, name).toMatch(/4471|"ann"/);
    }
  });

  it.each([...filters, { tags_match: 'exact' }])('is refused by every other tool: %j', async (filter) => {
    const others = {
      get_document: { document_id: 'ben' },
      list_tags: {},
      list_operations: {},
      get_bank: {},
      get_bank_stats: {},
      list_banks: {},
      clear_memories: {},
      delete_document: { document_id: 'ben' },
    };
    for (const [name, args] of Object.entries(others)) {
      const { isError, value } = await call(name, { ...args, ...filter });
      expect([name, isError, value.error]).toEqual([name, true, expect.stringMatching(/does not filter by tag/)]);
    }
    expect(await call('list_memories', {})).toMatchObject({ value: { total: 2 } });
  });

  it('of mental models has no trees', async () => {
    expect(await call('list_mental_models', { tags: ['user:ann'], tags_match: 'exact' })).toMatchObject({ isError: false });
    expect(await call('list_mental_models', { tag_groups: [] })).toMatchObject({ isError: true });
  });
});

describe('tolerance', () => {
  it('answers a request without Accept, an unknown argument, and values as text', async () => {
    const bank_id = freshBank();
    await world.ask(retainMemories, {
      key: world.alpha.key,
      path: { bank_id },
      body: { items: [{ content: 'Ann likes tea.', tags: ['a'] }] },
    });
    const args = {
      bank_id,
      query: 'What does Ann like?',
      tags: '["a"]',
      max_tokens: '500',
      types: null,
      include_chunks: 'true',
      mood: 'good',
    };
    const { status, headers, json } = await post(toolCall('recall', args));
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(json).toMatchObject({ result: { structuredContent: { results: [{ text: expect.stringContaining('tea') }] } } });
  });

  it('reports wrong arguments as results that name them', async () => {
    const { json } = await post(toolCall('recall', { budget: 'huge' }));
    expect(json).toMatchObject({ result: { isError: true, content: [{ text: expect.stringMatching(/query.*budget|budget.*query/s) }] } });
    const { json: deep } = await post(toolCall('recall', { bank_id: OWN_BANK, query: 'Ann', min_scores: { final: 7 } }));
    expect(deep).toMatchObject({ result: { isError: true, content: [{ text: expect.stringContaining('min_scores.final') }] } });
  });

  it('answers probes', async () => {
    const url = `${world.server.url}/mcp`;
    const looked = await fetch(url);
    expect([looked.status, await looked.json()]).toEqual([200, {}]);
    const streamed = await fetch(url, { headers: { accept: 'text/event-stream' } });
    expect([streamed.status, streamed.headers.get('allow')]).toEqual([405, 'GET, POST']);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(405);
    expect((await fetch(`${url}/a/b`)).status).toBe(404);
  });

  it('reports faults of the protocol in its own form', async () => {
    expect((await post(rpc('no/such'))).json).toMatchObject({ error: { code: -32601 } });
    expect(await post('{"jsonrpc":')).toMatchObject({ status: 400, json: { jsonrpc: '2.0', id: null, error: { code: -32700 } } });
    expect((await post({ hello: 'world' })).json).toMatchObject({ error: { code: expect.any(Number) } });
    const many = await post(Array.from({ length: 51 }, () => rpc('ping')));
    expect(many).toMatchObject({ status: 400, json: { jsonrpc: '2.0', id: null, error: { code: -32600 } } });
  });

  it('sends no stream to a client that does not accept one', async () => {
    const message = rpc('tools/call', { name: 'list_banks', arguments: {}, _meta: { progressToken: 1 } });
    const { headers, json } = await post(message, { headers: { accept: 'application/json' } });
    expect(headers.get('content-type')).toContain('application/json');
    expect(json).toMatchObject({ result: { structuredContent: { banks: expect.any(Array) } } });
  });

  it('acknowledges notifications', async () => {
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
  });
});

describe('resources', () => {
  it('are the banks, and the documents, mental models and observations of one', async () => {
    const bank_id = freshBank();
    const body = { items: [{ content: TEXT, document_id: 'notes/a b' }] };
    await world.ask(retainMemories, { key: world.alpha.key, path: { bank_id }, body });
    const client = await connect({ key: world.alpha.key, path: `/mcp/${bank_id}` });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      `memory://${bank_id}`,
      `memory://${bank_id}/observations`,
      `memory://${bank_id}/documents/notes%2Fa%20b`,
    ]);
    for (const { uri } of resources)
      expect((await client.readResource({ uri })).contents).toMatchObject([{ uri, text: expect.any(String) }]);
    const document = await client.readResource({ uri: resources[2]!.uri });
    expect(document.contents).toMatchObject([{ mimeType: 'text/plain', text: TEXT }]);
    const all = await connect({ key: world.alpha.key });
    expect((await all.listResources()).resources.map(({ uri }) => uri)).toContain(`memory://${bank_id}`);
    expect((await all.listResourceTemplates()).resourceTemplates).toHaveLength(4);
  });

  it('have a bounded length, as lists have', async () => {
    const bank_id = freshBank();
    const content = Array.from({ length: 2000 }, (_, i) => `Ann met guest ${i} in Lisbon.`).join('\n');
    const body = { items: [{ content, document_id: 'guests' }] };
    await world.ask(retainMemories, { key: world.alpha.key, path: { bank_id }, body });
    const client = await connect({ key: world.alpha.key, path: `/mcp/${bank_id}` });
    const text = async (uri: string) => JSON.stringify((await client.readResource({ uri })).contents);
    const document = await text(`memory://${bank_id}/documents/guests`);
    expect(document.length).toBeLessThan(25_000);
    expect(document).toContain('text_offset');
    expect(await text(`memory://${bank_id}`)).not.toMatch(/null|""|\[\]/);
    expect((await callTool(client, 'list_memories')).value.items).toHaveLength(25);
    expect(await callTool(client, 'list_memories', { limit: 101 })).toMatchObject({ isError: true });
    const recalled = await callTool(client, 'recall', { query: 'Whom did Ann meet?', max_tokens: 100_000, include_chunks: true });
    expect(JSON.stringify(recalled.value).length).toBeLessThan(85_000);
    expect((await client.listResources()).resources).toHaveLength(3);
  });

  it('of a bank that does not exist yet are an empty list of documents', async () => {
    const bank_id = freshBank();
    const client = await connect({ key: world.alpha.key, path: `/mcp/${bank_id}` });
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([
      `memory://${bank_id}`,
      `memory://${bank_id}/observations`,
    ]);
    await expect(client.readResource({ uri: `memory://${bank_id}` })).rejects.toThrow('does not exist');
  });

  it.each(['memory://own/documents/none', 'memory://own/nothing', 'memory://', 'https://example.org', 'memory://%zz'])(
    '%s is not found',
    async (uri) => {
      const client = await connect({ key: world.alpha.key });
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602 });
    },
  );

  it('of another bank than that of the path, of another organization and of a hidden tool are not readable', async () => {
    const bank_id = freshBank();
    const body = { items: [{ content: TEXT, document_id: 'chat' }] };
    await world.ask(retainMemories, { key: world.beta.key, path: { bank_id }, body });
    const uri = `memory://${bank_id}/documents/chat`;
    const own = await connect({ key: world.alpha.key, path: `/mcp/${OWN_BANK}` });
    await expect(own.readResource({ uri })).rejects.toThrow();
    await expect((await connect({ key: world.alpha.key })).readResource({ uri })).rejects.toThrow();
    await expect((await connect({ key: world.alpha.child })).readResource({ uri })).rejects.toThrow();
    const reader = await connect({ key: world.beta.key });
    expect((await reader.readResource({ uri })).contents).toHaveLength(1);
    const updates = { mcp_enabled_tools: ['recall'] };
    await world.ask(updateBankConfig, { key: world.beta.key, path: { bank_id }, body: { updates } });
    await expect(reader.readResource({ uri })).rejects.toThrow('mcp_enabled_tools');
  });
});

describe('the command for clients without HTTP', () => {
  const script = fileURLToPath(new URL('../../scripts/mcp.mjs', import.meta.url));
  const start = async (args: readonly string[], env: Record<string, string> = {}): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [script, '--url', world.server.url, ...args], env }));
    open.push(client);
    return client;
  };

  it('lists and calls tools, and reads resources', async () => {
    const bank = freshBank();
    const client = await start(['--bank', bank], { MEMORY_BANK_KEY: world.alpha.key });
    expect(await namesOf(client)).not.toContain('list_banks');
    await callTool(client, 'sync_retain', { content: TEXT, document_id: 'straße' });
    const { value } = await callTool(client, 'recall', { query: 'Where did Ann move?' });
    expect(JSON.stringify(value)).toContain('Lisbon');
    const uri = `memory://${bank}/documents/stra%C3%9Fe`;
    expect((await client.readResource({ uri })).contents).toMatchObject([{ text: TEXT }]);
    const calls = Array.from({ length: 5 }, (_, i) => callTool(client, 'recall', { query: `Ann ${i}` }));
    expect((await Promise.all(calls)).every(({ isError }) => !isError)).toBe(true);
  });

  it('serves only the chosen tools', async () => {
    expect(await namesOf(await start(['--tools', 'recall', '--key', world.alpha.key]))).toEqual(['recall']);
  });

  it('takes the bank from the path of the address', async () => {
    const bank = freshBank();
    const client = await start(['--url', `${world.server.url}/mcp/${bank}`, '--key', world.alpha.key]);
    expect(await namesOf(client)).not.toContain('list_banks');
    await callTool(client, 'sync_retain', { content: TEXT });
    expect(await callTool(client, 'get_bank')).toMatchObject({ value: { bank_id: bank } });
  });

  const run = (args: readonly string[], input = '') =>
    spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', input, env: { NODE_ENV: 'test' } });

  it('explains its options in one line, and all of them with --help', () => {
    expect(run(['--help'])).toMatchObject({ status: 0, stdout: expect.stringMatching(/--key KEY.*MEMORY_BANK_KEY/) });
    for (const args of [['--nope'], ['--key'], ['word'], ['--url', 'nowhere'], ['--url', 'http://a/mcp/b', '--bank', 'c']]) {
      const { status, stderr } = run(args);
      expect([status, stderr.trim().split('\n').length], stderr).toEqual([2, 1]);
    }
  });

  it('says how to send a key if there is none', () => {
    const { stdout } = run(['--url', world.server.url], JSON.stringify(rpc('ping')));
    expect(stdout).toContain('MEMORY_BANK_KEY');
  });

  it('is served by the server', async () => {
    const served = await fetch(`${world.server.url}/mcp.mjs`);
    expect(served.headers.get('content-type')).toContain('text/javascript');
    expect(await served.text()).toBe(readFileSync(script, 'utf8'));
  });

  it('reports a wrong key and a server that does not answer', async () => {
    await expect(start(['--key', unknownKey()])).rejects.toThrow();
    await expect(start(['--url', 'http://127.0.0.1:9', '--key', world.alpha.key])).rejects.toThrow('did not answer');
  });
});

it('prompts lead to the tools', async () => {
  const client = await connect({ key: world.alpha.key });
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['what_do_you_know', 'remember_conversation', 'prepare_meeting']);
  const { messages } = await client.getPrompt({ name: 'what_do_you_know', arguments: { topic: 'Lisbon' } });
  expect(messages).toMatchObject([{ role: 'user', content: { text: expect.stringContaining('What do you know about Lisbon?') } }]);
  await expect(client.getPrompt({ name: 'what_do_you_know', arguments: {} })).rejects.toMatchObject({ code: -32602 });
});

it('changes are recorded with their transport', async () => {
  const bank_id = freshBank();
  const client = await connect({ key: world.alpha.key, path: `/mcp/${bank_id}` });
  await callTool(client, 'update_bank', { config_updates: { recall_max_tokens: 1000 } });
  await world.ask(updateBankConfig, { key: world.alpha.key, path: { bank_id }, body: { updates: { recall_max_tokens: 2000 } } });
  const logged = async (query: Record<string, string>) =>
    (
      (await world.ask(listAuditLogs, { key: world.alpha.key, path: { bank_id }, query })).json as { items: { transport: string }[] }
    ).items.map(({ transport }) => transport);
  expect(new Set(await logged({ transport: 'mcp' }))).toEqual(new Set(['mcp']));
  expect(await logged({ action: 'update_bank_config' })).toEqual(['http', 'mcp']);
});
