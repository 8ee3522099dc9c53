import {
  createClient,
  createConfig,
  HindsightClient,
  HindsightError,
  recallResponseToPromptString,
  sdk,
} from '@vectorize-io/hindsight-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#e2e/fixtures/world';

/** The official client against this server. */

let world: World;
let client: HindsightClient;
let generated: ReturnType<typeof createClient>;
let bank: string;
let counter = 0;

beforeAll(async () => {
  world = await openWorld();
  const { url } = world.server;
  client = new HindsightClient({ baseUrl: url, apiKey: world.alpha.key });
  generated = createClient(createConfig({ baseUrl: url, headers: { Authorization: `Bearer ${world.alpha.key}` } }));
});
beforeEach(() => {
  bank = `client-bank-${++counter}`;
});
afterAll(() => world?.close());

const PEOPLE = [
  { content: 'Alice loves programming in Python.' },
  { content: 'Bob went hiking in the mountains.', timestamp: '2024-10-15' },
  { content: 'Alice works with Bob at Acme Corporation.', context: 'career' },
];

const failure = async (work: Promise<unknown>): Promise<HindsightError> => {
  const error = await work.then(
    () => expect.fail('it should have failed'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(HindsightError);
  return error as HindsightError;
};

describe('retain', () => {
  it('one text, into a bank that does not exist yet', async () => {
    expect(await client.retain(bank, 'Alice loves artificial intelligence and machine learning.')).toMatchObject({
      success: true,
      bank_id: bank,
      items_count: 1,
      async: false,
      usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
    });
  });

  it('with every option', async () => {
    const answer = await client.retain(bank, 'Bob went to Lisbon.', {
      timestamp: new Date('2024-01-15T10:30:00Z'),
      context: 'travel',
      metadata: { source: 'diary' },
      documentId: 'diary/2024',
      entities: [{ text: 'Bob', type: 'PERSON' }, { text: 'the trip' }],
      tags: ['travel'],
      updateMode: 'replace',
      observationScopes: [['travel'], []],
      strategy: 'default',
    });
    expect(answer).toMatchObject({ success: true, items_count: 1 });
    const { results } = await client.recall(bank, 'Where did Bob go?');
    expect(results[0]).toMatchObject({
      text: 'Bob went to Lisbon.',
      context: 'travel',
      metadata: { source: 'diary' },
      document_id: 'diary/2024',
      tags: ['travel'],
      mentioned_at: '2024-01-15T10:30:00+00:00',
    });
    expect(results[0]?.entities).toEqual(expect.arrayContaining(['Bob', 'the trip']));
  });

  it('a batch of three', async () => {
    expect(await client.retainBatch(bank, PEOPLE)).toMatchObject({ success: true, items_count: 3 });
  });

  it('a batch into one document, with tags for all', async () => {
    await client.retainBatch(bank, PEOPLE, { documentId: 'people', documentTags: ['team'] });
    const { items } = await client.listDocuments(bank);
    expect(items).toMatchObject([{ id: 'people', tags: ['team'], memory_unit_count: 3 }]);
  });

  it('an empty batch', async () => {
    expect(await client.retainBatch(bank, [])).toMatchObject({ success: true, items_count: 0 });
  });

  it('blank content: the error names the field', async () => {
    const error = await failure(client.retain(bank, ' '));
    expect(error).toMatchObject({ name: 'HindsightError', statusCode: 422 });
    expect(error.details).toMatchObject([{ loc: ['body', 'items', 0, 'content'] }]);
  });
});

describe('recall', () => {
  beforeEach(() => client.retainBatch(bank, PEOPLE, { documentId: 'people' }));

  it('right after retain', async () => {
    const { results } = await client.recall(bank, 'What does Alice like?');
    expect(results.length).toBeGreaterThan(0);
    expect(results.map((one) => one.text).join(' ')).toMatch(/Alice|Python|programming/);
  });

  it('within a token budget', async () => {
    const { results } = await client.recall(bank, 'What does Alice like?', { maxTokens: 1024 });
    expect(Array.isArray(results)).toBe(true);
  });

  it('with types and a trace', async () => {
    const answer = await client.recall(bank, 'Who works with Alice?', { types: ['world'], maxTokens: 2048, trace: true });
    expect(answer.results.length).toBeGreaterThan(0);
    expect(answer.results.every((one) => one.type === 'world')).toBe(true);
    expect(answer.trace).toBeDefined();
  });

  it('includes entities by default and on request, and omits them otherwise', async () => {
    const byDefault = await client.recall(bank, 'Alice and Bob at Acme');
    expect(byDefault.results.length).toBeGreaterThan(0);
    expect(byDefault.entities).toBeDefined();
    expect(Object.keys(byDefault.entities ?? {})).toContain('Alice');
    const asked = await client.recall(bank, 'Alice and Bob at Acme', { includeEntities: true, maxEntityTokens: 500 });
    expect(asked.results.length).toBeGreaterThan(0);
    expect(asked.entities).toBeDefined();
    const not = await client.recall(bank, 'Alice and Bob at Acme', { includeEntities: false });
    expect(not.results.length).toBeGreaterThan(0);
    expect(not.entities).toBeFalsy();
  });

  it('with every option', async () => {
    const answer = await client.recall(bank, 'What does Alice like?', {
      types: ['world', 'experience', 'observation'],
      preferObservations: true,
      maxTokens: 4096,
      budget: 'high',
      trace: true,
      queryTimestamp: '2024-11-01T00:00:00Z',
      includeEntities: true,
      maxEntityTokens: 100,
      includeChunks: true,
      maxChunkTokens: 1000,
      includeSourceFacts: true,
      maxSourceFactsTokens: 1000,
      tags: [],
      tagsMatch: 'any',
      minScores: { semantic: 0, keyword: 0, final: 0 },
    });
    expect(answer.results.length).toBeGreaterThan(0);
    const chunk = Object.values(answer.chunks ?? {})[0];
    expect(chunk?.text).toContain('Alice loves programming in Python.');
    expect(answer.source_facts_truncated).toBe(false);
    expect(recallResponseToPromptString(answer)).toContain('Python');
  });

  it('with tag groups', async () => {
    await client.retain(bank, 'Carol likes chess.', { tags: ['games'] });
    const { results } = await client.recall(bank, 'Who likes what?', {
      tagGroups: [{ or: [{ tags: ['games'], match: 'any_strict' }, { not: { tags: ['games'] } }] }],
    });
    expect(results.some((one) => one.text.includes('chess'))).toBe(true);
    const without = await client.recall(bank, 'Who likes chess?', { tagGroups: [{ not: { tags: ['games'] } }] });
    expect(without.results.some((one) => one.text.includes('chess'))).toBe(false);
  });

  it('a missing bank: nothing', async () => {
    expect((await client.recall('never-written', 'Anything?')).results).toEqual([]);
  });

  it('a query without a word is an error that says so', async () => {
    expect(await failure(client.recall(bank, '!!!'))).toMatchObject({ statusCode: 422 });
  });
});

describe('banks', () => {
  it('a bank with name and background returns them in its profile', async () => {
    await client.createBank(bank, { name: 'Test Agent', background: 'I help with tests.' });
    expect(await client.getBankProfile(bank)).toMatchObject({
      bank_id: bank,
      name: 'Test Agent',
      background: 'I help with tests.',
      mission: 'I help with tests.',
    });
  });

  it('createBank accepts every option', async () => {
    const answer = await client.createBank(bank, {
      name: 'All',
      reflectMission: 'Be brief.',
      dispositionSkepticism: 5,
      dispositionLiteralism: 1,
      dispositionEmpathy: 2,
      retainMission: 'Only dates.',
      retainExtractionMode: 'verbose',
      retainCustomInstructions: 'None.',
      retainChunkSize: 2000,
      retainStructuredChunkSize: 8000,
      enableObservations: true,
      observationsMission: 'Habits.',
      enableTemporalRetrieval: true,
      enableGraphRetrieval: true,
      enableReranking: false,
    });
    expect(answer).toMatchObject({ mission: 'Be brief.', disposition: { skepticism: 5, literalism: 1, empathy: 2 } });
  });

  it('setMission', async () => {
    expect(await client.setMission(bank, 'Remember birthdays.')).toMatchObject({ bank_id: bank, mission: 'Remember birthdays.' });
  });

  it('the profile of a missing bank is an error with status 404', async () => {
    expect(await failure(client.getBankProfile('never-written'))).toMatchObject({ statusCode: 404, details: expect.any(String) });
  });

  it('deleteBank, after which the bank reads as empty', async () => {
    await client.retain(bank, 'Soon gone.', { documentId: 'gone' });
    await client.deleteBank(bank);
    expect(await client.listDocuments(bank)).toMatchObject({ items: [], total: 0 });
    expect(await client.getDocument(bank, 'gone')).toBeNull();
  });

  it('getBankConfig, updateBankConfig, resetBankConfig; sdk: dryRunExtractMemories', async () => {
    const given = {
      retainMission: 'Only dates.',
      retainExtractionMode: 'chunks',
      retainStructuredChunkSize: 8000,
      enableGraphRetrieval: false,
    };
    const overrides = { retain_mission: 'Only dates.', retain_extraction_mode: 'chunks', enable_graph_retrieval: false };
    expect(await client.updateBankConfig(bank, given)).toMatchObject({ bank_id: bank, overrides });
    expect(await client.getBankConfig(bank)).toMatchObject({ config: { ...overrides, recall_max_tokens: 4096 }, overrides });
    const body = { content: 'Alice sings. Bob dances.' };
    const { data } = await sdk.dryRunExtractMemories({ client: generated, path: { bank_id: bank }, body });
    expect(data?.facts?.map(({ text }) => text)).toEqual(['Alice sings. Bob dances.']);
    expect(await client.resetBankConfig(bank)).toMatchObject({ overrides: {} });
  });

  it('sdk: list, update, disposition, background, clear', async () => {
    const options = { client: generated, path: { bank_id: bank } };
    await client.createBank(bank, { name: 'Generated' });
    const { data } = await sdk.listBanks({ client: generated });
    expect(data?.banks).toContainEqual(expect.objectContaining({ bank_id: bank, name: 'Generated', fact_count: 0 }));
    expect((await sdk.updateBank({ ...options, body: { mission: 'A.' } })).data).toMatchObject({ mission: 'A.' });
    const disposition = { skepticism: 2, literalism: 2, empathy: 2 };
    expect((await sdk.updateBankDisposition({ ...options, body: { disposition } })).data).toMatchObject({ disposition });
    expect((await sdk.addBankBackground({ ...options, body: { content: 'B.' } })).data?.mission).toContain('B.');
    await client.retain(bank, 'Short-lived.');
    expect((await sdk.clearBankMemories(options)).data).toMatchObject({ success: true });
    expect(await client.listDocuments(bank)).toMatchObject({ total: 0 });
  });
});

describe('documents', () => {
  beforeEach(() => client.retain(bank, 'The meeting is on Friday.', { documentId: 'notes/a b', tags: ['work'] }));

  it('list', async () => {
    expect(await client.listDocuments(bank, { limit: 10, offset: 0 })).toMatchObject({ total: 1, items: [{ id: 'notes/a b' }] });
  });

  it('sdk: list with q and tags', async () => {
    const list = async (query: NonNullable<Parameters<typeof sdk.listDocuments>[0]['query']>) =>
      (await sdk.listDocuments({ client: generated, path: { bank_id: bank }, query })).data;
    expect(await list({ q: 'NOTES', tags: ['work', 'home'], tags_match: 'any_strict' })).toMatchObject({ total: 1 });
    expect(await list({ tags: ['home'] })).toMatchObject({ total: 0 });
  });

  it('get, of an id with a slash', async () => {
    const document = await client.getDocument(bank, 'notes/a b');
    expect(document).toMatchObject({ id: 'notes/a b', bank_id: bank, memory_unit_count: 1, tags: ['work'] });
    expect(document?.original_text).toContain('The meeting is on Friday.');
  });

  it('get of a missing document: null', async () => {
    expect(await client.getDocument(bank, 'absent')).toBeNull();
  });

  it('update its tags', async () => {
    expect(await client.updateDocument(bank, 'notes/a b', { tags: ['home'] })).toMatchObject({ success: true });
    expect((await client.getDocument(bank, 'notes/a b'))?.tags).toEqual(['home']);
  });

  it('update without changes: an error', async () => {
    expect(await failure(client.updateDocument(bank, 'notes/a b', {}))).toMatchObject({ statusCode: 422 });
  });

  it('delete', async () => {
    await client.deleteDocument(bank, 'notes/a b');
    expect(await client.getDocument(bank, 'notes/a b')).toBeNull();
    await expect(client.deleteDocument(bank, 'notes/a b')).rejects.toThrow('not found');
  });

  it('sdk: delete returns the number of deleted memories', async () => {
    const { data } = await sdk.deleteDocument({ client: generated, path: { bank_id: bank, document_id: 'notes/a b' } });
    expect(data).toMatchObject({ success: true, document_id: 'notes/a b', memory_units_deleted: 1 });
  });

  it('sdk: chunks and tags', async () => {
    const path = { bank_id: bank, document_id: 'notes/a b' };
    const chunks = await sdk.listDocumentChunks({ client: generated, path });
    expect(chunks.data).toMatchObject({
      total: 1,
      items: [{ document_id: 'notes/a b', chunk_index: 0, chunk_text: 'The meeting is on Friday.' }],
    });
    const chunk_id = chunks.data!.items[0]!.chunk_id;
    expect((await sdk.getChunk({ client: generated, path: { chunk_id } })).data).toMatchObject({
      chunk_id,
      chunk_text: 'The meeting is on Friday.',
    });
    expect((await sdk.listTags({ client: generated, path: { bank_id: bank }, query: { q: 'w*' } })).data).toMatchObject({
      items: [{ tag: 'work', count: 1 }],
      total: 1,
    });
  });
});

describe('entities, statistics, graph', () => {
  const options = () => ({ client: generated, path: { bank_id: bank } });
  beforeEach(() => client.retainBatch(bank, PEOPLE, { documentId: 'people' }));

  it('sdk: list, get and regenerate entities', async () => {
    const { data } = await sdk.listEntities({ ...options(), query: { limit: 10 } });
    expect(data).toMatchObject({ limit: 10, offset: 0 });
    const [first] = data!.items;
    expect(['Alice', 'Bob']).toContain(first?.canonical_name);
    const path = { bank_id: bank, entity_id: first!.id };
    expect((await sdk.getEntity({ client: generated, path })).data).toMatchObject({ id: first!.id, observations: expect.any(Array) });
    expect((await sdk.regenerateEntityObservations({ client: generated, path })).data).toMatchObject({ id: first!.id });
  });

  it('sdk: entities that occur together', async () => {
    const { data } = await sdk.getEntityGraph({ ...options(), query: { min_count: 1 } });
    expect(data!.edges.length).toBeGreaterThan(0);
    expect(data!.total_edges).toBe(data!.edges.length);
  });

  it('sdk: statistics and the series of a day', async () => {
    const { data } = await sdk.getAgentStats({ ...options(), query: { refresh: true } });
    expect(data).toMatchObject({
      bank_id: bank,
      total_documents: 1,
      nodes_by_fact_type: expect.any(Object),
      links_by_link_type: expect.any(Object),
    });
    expect(data!.total_nodes).toBeGreaterThanOrEqual(3);
    expect(data!.total_links).toBeGreaterThanOrEqual(0);
    const series = await sdk.getMemoriesTimeseries({ ...options(), query: { period: '1d' } });
    const counted = series.data!.buckets!.reduce((n, bucket) => n + (bucket.world ?? 0) + (bucket.experience ?? 0), 0);
    expect(counted).toBe(data!.total_nodes - (data!.total_observations ?? 0));
  });

  it('sdk: the graph', async () => {
    const { data } = await sdk.getGraph({ ...options(), query: { limit: 2 } });
    expect(data).toMatchObject({ limit: 2, nodes: { length: 2 }, table_rows: { length: 2 } });
    expect(data!.total_units).toBeGreaterThanOrEqual(3);
  });
});

describe('memories', () => {
  beforeEach(() => client.retainBatch(bank, PEOPLE, { documentId: 'people' }));

  it('list, with every option', async () => {
    const all = await client.listMemories(bank);
    expect(all.items).toHaveLength(3);
    expect(all.total).toBe(3);
    expect((await client.listMemories(bank, { limit: 2 })).items).toHaveLength(2);
    expect(
      await client.listMemories(bank, { limit: 1, offset: 1, q: 'Alice', type: 'world', documentId: 'people', state: 'valid' }),
    ).toMatchObject({
      total: 2,
      offset: 1,
      items: [{ fact_type: 'world', document_id: 'people' }],
    });
    expect(await client.listMemories('never-written')).toMatchObject({ items: [], total: 0 });
    expect(await failure(client.listMemories(bank, { state: 'perhaps' as 'valid' }))).toMatchObject({ statusCode: 400 });
  });

  it('sdk: get, edit, invalidate and revert one', async () => {
    const { items } = await client.listMemories(bank, { q: 'hiking' });
    const options = { client: generated, path: { bank_id: bank, memory_id: String(items[0]?.id) } };
    expect((await sdk.getMemory(options)).data).toMatchObject({ id: items[0]?.id, text: 'Bob went hiking in the mountains.', history: [] });
    const edited = await sdk.updateMemory({ ...options, body: { text: 'Bob went sailing.', entities: ['Bob'] } });
    expect(edited.data).toMatchObject({ text: 'Bob went sailing.', entities: ['Bob'] });
    expect((await client.recall(bank, 'Who went sailing?')).results[0]?.text).toBe('Bob went sailing.');
    expect((await sdk.updateMemory({ ...options, body: { state: 'invalidated', reason: 'no' } })).data).toMatchObject({
      state: 'invalidated',
    });
    expect((await client.listMemories(bank, { q: 'sailing' })).total).toBe(0);
    expect((await client.listMemories(bank, { q: 'sailing', state: 'invalidated' })).total).toBe(1);
    expect((await sdk.updateMemory({ ...options, body: { state: 'valid' } })).data).toMatchObject({ state: 'valid' });
    expect((await client.listMemories(bank, { q: 'sailing' })).total).toBe(1);
    expect((await sdk.updateMemory({ ...options, body: {} })).error).toMatchObject({ detail: [{ loc: ['body'] }] });
  });
});

describe('monitoring', () => {
  it('getVersion', async () => {
    expect(await client.getVersion()).toMatchObject({ api_version: '0.9.0', features: { store_document_text: true, mcp: true } });
  });

  it('sdk: liveness, readiness, metrics', async () => {
    expect((await sdk.getLiveness({ client: generated })).data).toMatchObject({ status: 'alive' });
    expect((await sdk.getReadiness({ client: generated })).data).toMatchObject({ status: 'healthy', database: 'connected' });
    expect((await sdk.healthEndpointHealthGet({ client: generated })).data).toMatchObject({ status: 'healthy' });
    expect((await sdk.metricsEndpointMetricsGet({ client: generated })).response?.status).toBe(200);
  });

  it('a wrong key is an error with status 401 and a message', async () => {
    const stranger = new HindsightClient({ baseUrl: world.server.url, apiKey: world.alpha.revoked });
    expect(await failure(stranger.recall(bank, 'Anything?'))).toMatchObject({
      statusCode: 401,
      details: expect.stringContaining('revoked'),
    });
  });
});
