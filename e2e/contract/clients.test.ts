import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshBank } from '#e2e/contract/filling';
import type { Reply } from '#e2e/fixtures/http';
import { joinWorld, type World } from '#e2e/fixtures/world';
import { listMemories } from '#lib/memory/memories/contract';
import { type RecallResponse, recallMemories } from '#lib/memory/recall/contract';
import { reflect } from '#lib/memory/reflect/contract';
import { dryRunExtract, retainMemories } from '#lib/memory/retain/contract';
import { updateBankConfig } from '#lib/memory/settings/contract';

/** Requests that existing clients send, and responses that they cannot parse. */

let world: World;
beforeAll(async () => {
  world = await joinWorld();
});
afterAll(() => world?.close());

const key = () => world.alpha.key;
const resultsOf = ({ json }: Reply) => (json as RecallResponse).results;

describe('fields that are null', () => {
  const NOTHING_SAID = {
    ...{ types: null, type: null, prefer_observations: null, budget: null, max_tokens: null, trace: null, query_timestamp: null },
    ...{ include: null, tags: null, tags_match: null, tag_groups: null, min_scores: null, temporal_window: null },
  };

  it('count as absent: recall, as the Python client 1.1 sends it', async () => {
    const path = { bank_id: freshBank() };
    await world.ask(retainMemories, {
      key: key(),
      path,
      body: { items: [{ content: 'Ana prefers the window seat.', tags: null, metadata: null }], async: null },
    });
    const found = await world.ask(recallMemories, { key: key(), path, body: { query: 'Where does Ana sit?', ...NOTHING_SAID } });
    expect(found.status).toBe(200);
    expect(resultsOf(found)).toHaveLength(1);
    const inner = {
      query: 'seat',
      include: { chunks: { max_tokens: null }, source_facts: { max_tokens: null }, entities: { max_tokens: null } },
    };
    expect((await world.ask(recallMemories, { key: key(), path, body: inner })).status).toBe(200);
  });

  it('count as absent: reflect', async () => {
    const body = {
      query: 'Where?',
      budget: null,
      max_tokens: null,
      include: null,
      apply_all_directives: null,
      exclude_mental_models: null,
      tags_match: null,
    };
    expect((await world.ask(reflect, { key: key(), path: { bank_id: freshBank() }, body })).status).toBe(200);
  });

  it('are rejected where the field is required', async () => {
    expect((await world.ask(recallMemories, { key: key(), path: { bank_id: 'absent' }, body: { query: null } })).status).toBe(422);
  });
});

describe('tag filters', () => {
  it('accept resolve, report unknown names, and refuse tags_match in a group', async () => {
    const path = { bank_id: freshBank() };
    await world.ask(retainMemories, { key: key(), path, body: { items: [{ content: 'The gate is blue.', tags: ['project:acme-corp'] }] } });
    const ask = (group: object) => world.ask(recallMemories, { key: key(), path, body: { query: 'gate', tag_groups: [group] } });
    expect(resultsOf(await ask({ tags: ['project:Acme Corp'], match: 'any_strict', resolve: 'fuzzy' }))).toHaveLength(1);
    expect(resultsOf(await ask({ tags: ['project:Acme Corp'], match: 'any_strict', resolve: 'exact' }))).toEqual([]);
    const odd = await ask({ tags: ['project:acme-corp'], match: null, later: true });
    expect(resultsOf(odd)).toHaveLength(1);
    expect(odd.headers['x-ignored-params']).toBe('tag_groups.later');
    for (const group of [
      { tags: ['a'], and: [] },
      { tags: ['a'], tags_match: 'exact' },
    ])
      expect(await ask(group)).toMatchObject({ status: 422, json: { detail: [{ loc: ['body', 'tag_groups'] }] } });
    const query = [
      ['tags', 'a'],
      ['tags_match', 'exact'],
      ['tags_match', 'any'],
    ];
    expect(await world.ask(listMemories, { key: key(), path, query })).toMatchObject({
      status: 422,
      json: { detail: [{ loc: ['query', 'tags_match'] }] },
    });
  });
});

describe('fields without effect in this version', () => {
  it('are ignored by a dry run, and reported', async () => {
    const body = { content: 'Ann: I moved.', strategy: 'x', foo: 1 };
    const { status, headers } = await world.ask(dryRunExtract, { key: key(), path: { bank_id: freshBank() }, body });
    expect(status).toBe(200);
    expect(headers['x-ignored-params']).toBe('foo');
  });

  it('are stored by the configuration of a bank, and reported', async () => {
    const idle = { memory_defense: { enabled: true }, SERVICE_API_REFLECT_DEFAULT_OPTIONS: {} };
    const updates = { ...idle, recall_max_tokens: 900, retain_strategies: { bad: { bogus: 1 } } };
    const { status, headers, json } = await world.ask(updateBankConfig, { key: key(), path: { bank_id: freshBank() }, body: { updates } });
    expect(status).toBe(200);
    expect(headers['x-ignored-params']).toBe(
      'updates.memory_defense, updates.SERVICE_API_REFLECT_DEFAULT_OPTIONS, updates.retain_strategies.bad.bogus',
    );
    expect(json).toHaveProperty('overrides', {
      memory_defense: { enabled: true },
      reflect_default_options: {},
      recall_max_tokens: 900,
      retain_strategies: { bad: {} },
    });
  });
});

describe('an operation id', () => {
  it('identifies the items that it was first used for', async () => {
    const path = { bank_id: freshBank() };
    const operation_id = crypto.randomUUID();
    const ask = (content: string) =>
      world.ask(retainMemories, { key: key(), path, body: { items: [{ content }], async: true, operation_id } });
    expect((await ask('The gate is blue.')).json).toMatchObject({ success: true, operation_id });
    expect((await ask('The gate is blue.')).json).toMatchObject({ success: true, deduplicated: true });
    const other = await ask('The door is red.');
    expect(other.status).toBe(409);
    expect(other.json).toHaveProperty('detail', expect.stringContaining('was used for other items'));
  });
});

describe('strict clients', () => {
  const GO = { 'user-agent': 'OpenAPI-Generator/1.0.0/go' };

  it('receive no field beyond the contract', async () => {
    const sent = { key: key(), path: { bank_id: freshBank() }, body: { items: [{ content: 'The gate is blue.' }] } };
    expect(Object.keys((await world.ask(retainMemories, sent)).json as object)).toContain('outcomes');
    const { json } = await world.ask(retainMemories, { ...sent, headers: GO });
    expect(Object.keys(json as object).sort()).toEqual(['async', 'bank_id', 'items_count', 'success', 'usage']);
  });

  it('receive no word about a timeout in a successful answer, on a persistent connection', async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const ports: (number | undefined)[] = [];
    for (let i = 0; i < 2; i++) {
      const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
        http.get(`${world.server.url}/v1/default/banks`, { agent }, resolve).on('error', reject);
      });
      expect(response.statusCode).toBe(401);
      expect(response.headers.connection).toBe('keep-alive');
      expect(response.headers).not.toHaveProperty('keep-alive');
      ports.push(response.socket.localPort);
      await new Promise((resolve) => response.resume().once('end', resolve));
    }
    expect(ports[1]).toBe(ports[0]);
    agent.destroy();
  });
});
