import { describe, expect, it } from 'vitest';
import { type NewMember, zipOf } from '#lib/base/zip/zip-writer';
import { ArchiveReader } from '#lib/memory/transfer/archive/zip-reader';
import { foreignContent } from '#lib/memory/transfer/foreign-content';
import { recognizeArchive } from '#lib/memory/transfer/formats/archive';
import { jsonElements } from '#lib/memory/transfer/formats/elements';
import { conflict, type ForeignItem, type ForeignMemory } from '#lib/memory/transfer/formats/items';
import { type ForeignFile, recognizeFile, Survey } from '#lib/memory/transfer/formats/read';

/** A text in pieces of `size` characters. */
async function* pieces(text: string, size: number): AsyncGenerator<string> {
  for (let i = 0; i < text.length; i += size) yield text.slice(i, i + size);
}

const opener =
  (text: string, size = 7) =>
  () =>
    pieces(text, size);

const lines = (...records: readonly unknown[]): string => records.map((record) => JSON.stringify(record)).join('\n');

const NOW = new Date('2026-11-30T00:00:00Z');

const recognized = async (text: string, now = NOW): Promise<ForeignFile> => {
  const file = await recognizeFile(opener(text), now);
  return file ?? expect.fail('unknown format');
};

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const read = async (text: string): Promise<ForeignItem[]> => collected((await recognized(text)).items());
const memoriesOf = (items: readonly ForeignItem[]): ForeignMemory[] => items.filter((item) => item.kind === 'memory');
const of = (kind: ForeignItem['kind'], items: readonly ForeignItem[]) => items.filter((item) => item.kind === kind);

describe('jsonElements', () => {
  const elements = async (text: string, size: number) =>
    (await collected(jsonElements(pieces(text, size)))).map(({ path, value }) => [path, value]);

  it.each([1, 3, 1000])('splits lists, members and lines that arrive in pieces of %s characters', async (size) => {
    const nested = { a: 'x, ]}"\\', b: [1, { c: [] }] };
    expect(await elements(`\uFEFF[ ${JSON.stringify(nested)} , 2, "three" ]\n`, size)).toEqual([
      ['[0]', nested],
      ['[1]', 2],
      ['[2]', 'three'],
    ]);
    expect(await elements(JSON.stringify({ user: nested, list: [nested, [1]], empty: [], 'a:b': null }, null, 2), size)).toEqual([
      ['user', nested],
      ['list[0]', nested],
      ['list[1]', [1]],
      ['a:b', null],
    ]);
    expect(await elements(`${lines(nested, { z: 1 })}\n\n${lines({ y: 2 })}\n`, size)).toEqual([
      ['line 1', nested],
      ['line 2', { z: 1 }],
      ['line 4', { y: 2 }],
    ]);
  });

  it.each(['', 'plain text', '[1, 2', '{"a": [1, }', '{"a" 1}', '[1] [2]', '{1}', ']'])('refuses %j', async (text) => {
    await expect(elements(text, 4)).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('refuses nesting that would exhaust the stack, and names no member at length', async () => {
    const deep = `${'{"a":['.repeat(100_000)}1${']}'.repeat(100_000)}`;
    for (const text of [`[${deep}]`, `{"list": [${deep}]}`, `{"a": 1}\n${deep}`])
      await expect(elements(text, 1000)).rejects.toThrow(/more than 100 levels/);
    const long = await elements(`{"\\u0000${'a'.repeat(1000)}": [1, x]}`, 1000).catch((error: Error) => error.message);
    expect(long).toMatch(/^The file cannot be read: \uFFFDa{99}\[1\] is not valid JSON$/);
  });
});

describe('mem0', () => {
  const memory = {
    id: 'm1',
    memory: 'Prefers tea over coffee',
    hash: 'ab',
    metadata: { source: 'chat', score: 3 },
    categories: ['preferences'],
    user_id: 'ana',
    created_at: '2025-03-01T10:00:00-07:00',
    updated_at: null,
  };

  it('reads the answer of a list with its graph', async () => {
    const text = JSON.stringify({
      results: [memory, memory, { ...memory, id: 'm2', memory: '' }, { ...memory, id: 'm3', created_at: 'soon' }],
      relations: [
        { source: 'ana', relationship: 'likes', target: 'tea' },
        { source: 'ana', relation: 'likes', destination: 'tea' },
      ],
    });
    expect((await recognized(text)).format).toBe('mem0');
    const items = await read(text);
    expect(items[0]).toMatchObject({
      ...{ kind: 'memory', id: 'm1', text: 'Prefers tea over coffee', mentionedAt: '2025-03-01T17:00:00.000Z' },
      ...{ tags: ['user:ana', 'preferences'], metadata: { source: 'chat', score: '3' } },
    });
    const survey = new Survey();
    for (const item of items) survey.add(item);
    expect(survey).toEqual({
      counts: { document: 0, memory: 3, entity: 0, relation: 1 },
      conflicts: { repeated: 2, no_text: 1, invalid_time: 1 },
      examples: expect.arrayContaining([{ kind: 'conflict', reason: 'no_text', path: 'results[2]' }]),
      ...{ firstTime: '2025-03-01T17:00:00.000Z', lastTime: '2025-03-01T17:00:00.000Z' },
    });
  });

  it('reads memories of the library for TypeScript', async () => {
    const given = { id: 'm9', memory: 'Has a dog', userId: 'ana', runId: 'r', createdAt: '2025-03-01T10:00:00Z', updatedAt: undefined };
    expect(await read(JSON.stringify({ results: [given] }))).toMatchObject([
      { id: 'm9', tags: ['user:ana', 'run:r'], mentionedAt: '2025-03-01T10:00:00.000Z' },
    ]);
  });

  it('omits memories that have expired there', async () => {
    const items = await read(JSON.stringify({ results: [memory, { ...memory, id: 'm2', expiration_date: '2025-04-01' }] }));
    expect(items).toMatchObject([{ id: 'm1' }, { kind: 'conflict', reason: 'inactive', path: 'results[1]' }]);
    const [later] = await read(JSON.stringify({ results: [{ ...memory, expiration_date: '2999-01-01' }] }));
    expect(later).toMatchObject({ expiresAt: '2999-01-01T00:00:00.000Z' });
  });

  it('reads rows of a vector store, and the backup of OpenMemory', async () => {
    const row = { id: 7, payload: { data: 'Lives in Oslo', hash: 'cd', user_id: 'ben', created_at: 1_740_000_000 }, vector: [0.1] };
    expect(await read(JSON.stringify([row]))).toMatchObject([
      { text: 'Lives in Oslo', tags: ['user:ben'], mentionedAt: '2025-02-19T21:20:00.000Z' },
    ]);
    const answer = { result: { points: [{ ...row, payload: { ...row.payload, topic: 'home', metadata: { n: 1 } } }] }, status: 'ok' };
    expect(await read(JSON.stringify(answer))).toMatchObject([{ text: 'Lives in Oslo', metadata: { n: '1', topic: 'home' } }]);
    const saved = {
      id: 'a',
      content: 'Plays chess',
      metadata: {},
      created_at: null,
      state: 'active',
      app: 'cursor',
      categories: ['hobbies'],
    };
    expect(await read(lines(saved, { ...saved, id: 'b', state: 'deleted' }))).toMatchObject([
      { text: 'Plays chess', tags: ['app:cursor', 'hobbies'], mentionedAt: null },
      { kind: 'conflict', reason: 'inactive', path: 'line 2' },
    ]);
    const whole = {
      user: { id: 'u', user_id: 'ana' },
      categories: [{ id: 'c1', name: 'hobbies' }],
      memories: [{ ...saved, user_id: 'u', app: null, categories: null, category_ids: ['c1'] }],
      status_history: [{ id: 'h', memory_id: 'a' }],
    };
    expect(await read(JSON.stringify(whole, null, 2))).toMatchObject([{ text: 'Plays chess', tags: ['hobbies'] }]);
  });
});

describe('zep', () => {
  const edge = {
    uuid: 'e1',
    name: 'WORKS_AT',
    fact: 'Ana works at Acme',
    source_node_uuid: 'n1',
    target_node_uuid: 'n2',
    episodes: ['p1'],
    created_at: '2025-01-02T00:00:00Z',
    valid_at: '2024-06-01T00:00:00Z',
    invalid_at: null,
    expired_at: '2025-02-01T00:00:00Z',
    group_id: 'team',
  };

  it('reads facts with their validity, nodes and episodes, in any order', async () => {
    const text = JSON.stringify({
      edges: [edge, { ...edge, uuid: 'e2', fact: 'Ana knows Bo', target_node_uuid: 'n9' }],
      nodes: [
        { uuid: 'n1', name: 'Ana', labels: ['Entity', 'Person'], summary: 'Ana is an engineer.', created_at: '2025-01-01T00:00:00Z' },
        { uuid: 'n2', name: 'Acme', labels: ['Entity'], summary: '' },
      ],
      episodes: [{ uuid: 'p1', content: 'I started at Acme.', role_type: 'user', source: 'message', created_at: '2024-06-02T00:00:00Z' }],
    });
    expect((await recognized(text)).format).toBe('zep');
    const items = await read(text);
    expect(memoriesOf(items)).toMatchObject([
      {
        ...{ id: 'e1', text: 'Ana works at Acme', validFrom: '2024-06-01T00:00:00.000Z', validTo: '2025-02-01T00:00:00.000Z' },
        ...{ entities: ['Ana', 'Acme'], documentId: 'p1', tags: ['group:team'], metadata: { relation: 'WORKS_AT' } },
      },
      { id: 'e2', entities: ['Ana'] },
      { id: 'n1', type: 'observation', text: 'Ana is an engineer.', entities: ['Ana'] },
    ]);
    expect(of('entity', items)).toEqual([
      { kind: 'entity', name: 'Ana', type: 'Person' },
      { kind: 'entity', name: 'Acme', type: null },
    ]);
    expect(of('relation', items)).toEqual([{ kind: 'relation', from: 'Ana', type: 'WORKS_AT', to: 'Acme' }]);
    expect(of('conflict', items)).toEqual([{ kind: 'conflict', reason: 'missing_entity', path: 'edges[1]' }]);
    expect(of('document', items)).toMatchObject([{ id: 'p1', text: 'user: I started at Acme.', mentionedAt: '2024-06-02T00:00:00.000Z' }]);
  });

  it('omits the beginning of a fact that ended before it began', async () => {
    const [memory, ...others] = await read(JSON.stringify([{ ...edge, invalid_at: '2024-05-01T00:00:00Z' }]));
    expect(memory).toMatchObject({ validFrom: null, validTo: '2024-05-01T00:00:00.000Z' });
    expect(others).toContainEqual({ kind: 'conflict', reason: 'invalid_time', path: '[0]' });
  });
});

describe('letta', () => {
  const messages = [
    { role: 'system', content: [{ type: 'text', text: 'You are an agent.' }] },
    {
      role: 'user',
      content: [{ type: 'text', text: '{"type": "user_message", "message": "I moved to Oslo."}' }],
      created_at: '2025-04-01T08:00:00Z',
    },
    { role: 'user', content: '{"type": "heartbeat", "reason": "timer"}' },
    {
      role: 'assistant',
      content: [{ type: 'text', text: 'Thinking about it.' }],
      tool_calls: [{ id: 'c', function: { name: 'send_message', arguments: '{"message": "Noted!"}' } }],
    },
    { role: 'tool', content: 'ok' },
    { role: 'assistant', content: 'Anything else?' },
  ];
  const TURNS = lines(
    { role: 'user', content: 'I moved to Oslo.', timestamp: '2025-04-01T08:00:00.000Z' },
    { role: 'assistant', content: 'Noted!' },
    { role: 'assistant', content: 'Anything else?' },
  );

  it('reads blocks and messages of agent files', async () => {
    const text = JSON.stringify({
      agents: [{ id: 'agent-0', name: 'Helper', agent_type: 'memgpt_v2_agent', block_ids: ['block-0'], messages, tools: [] }],
      blocks: [
        { id: 'block-0', label: 'human', value: '- Is called Ana.\n\n- Lives in Oslo.', limit: 2000 },
        { id: 'block-1', label: 'persona', value: '' },
      ],
      tools: [{ name: 'send_message', source_code: 'x' }],
    });
    expect((await recognized(text)).format).toBe('letta');
    expect(await read(text)).toMatchObject([
      {
        kind: 'document',
        id: expect.stringMatching(/^Helper-messages-[0-9a-f]{32}-1$/),
        text: TURNS,
        mentionedAt: '2025-04-01T08:00:00.000Z',
      },
      {
        id: null,
        text: '- Is called Ana.\n\n- Lives in Oslo.',
        metadata: { label: 'human' },
        statements: ['Is called Ana.', 'Lives in Oslo.'],
      },
      { kind: 'conflict', reason: 'no_text', path: 'blocks[1]' },
    ]);
  });

  it('reads agent files of the first version, and archival passages', async () => {
    const first = {
      agent_type: 'memgpt_agent',
      core_memory: [{ label: 'human', value: 'Ana' }],
      messages,
      name: 'Helper',
      system: 'You are.',
    };
    expect(await read(JSON.stringify(first, null, 1))).toMatchObject([
      { kind: 'document', id: null, text: 'Ana' },
      { kind: 'document', id: expect.stringMatching(/^Helper-messages-[0-9a-f]{32}-1$/), text: TURNS },
    ]);
    const passage = {
      id: 'passage-7d0f3c1e-0000-4000-8000-426614174000',
      text: 'Ana sings.',
      created_at: '2025-04-01',
      tags: ['music'],
      embedding: null,
    };
    expect(await read(JSON.stringify([passage, { ...passage, id: 'passage-2', is_deleted: true }]))).toMatchObject([
      { kind: 'memory', id: passage.id, text: 'Ana sings.', tags: ['music'], mentionedAt: '2025-04-01T00:00:00.000Z' },
      { kind: 'conflict', reason: 'inactive' },
    ]);
  });

  it('gives records of two agents different ids, and those of a later export of an agent the same', async () => {
    const agent = (fact: string, more: readonly object[] = []) => ({
      agents: [{ id: 'agent-0', name: 'Helper', agent_type: 'a', messages: [{ role: 'user', content: `I am ${fact}.` }, ...more] }],
      blocks: [{ id: 'block-0', label: 'human', value: fact }],
    });
    const idsOf = async (file: object): Promise<string[]> => {
      const ids: string[] = [];
      for await (const { name } of foreignContent(await recognized(JSON.stringify(file))).documents()) ids.push(name);
      return ids;
    };
    const [ana, ben] = [await idsOf(agent('Ana')), await idsOf(agent('Ben'))];
    expect(new Set([...ana, ...ben]).size).toBe(4);
    expect(await idsOf(agent('Ana', [{ role: 'assistant', content: 'Hello!' }]))).toEqual(ana);
  });
});

describe('the MCP memory file', () => {
  const ana = { type: 'entity', name: 'Ana', entityType: 'person', observations: ['Speaks Spanish', 'Ana likes jazz'] };
  const works = { type: 'relation', from: 'Ana', to: 'Acme', relationType: 'works_at' };

  it('is read by lines or as a graph', async () => {
    const acme = {
      type: 'entity',
      name: 'Acme',
      entityType: 'company',
      observations: [{ content: 'Sells anvils', timestamp: '2025-05-01T00:00:00Z' }, 3],
    };
    for (const text of [lines(ana, works, acme), JSON.stringify({ entities: [ana, acme], relations: [works] })]) {
      expect((await recognized(text)).format).toBe('mcp_memory');
      const items = await read(text);
      expect(
        memoriesOf(items)
          .map((memory) => [memory.text, memory.mentionedAt])
          .sort(),
      ).toEqual([
        ['Acme: Sells anvils', '2025-05-01T00:00:00.000Z'],
        ['Ana likes jazz', null],
        ['Ana works at Acme', null],
        ['Ana: Speaks Spanish', null],
      ]);
      expect(of('entity', items)).toHaveLength(2);
      expect(of('relation', items)).toEqual([{ kind: 'relation', from: 'Ana', type: 'works_at', to: 'Acme' }]);
      expect(of('conflict', items)).toMatchObject([{ reason: 'no_text', path: expect.stringMatching(/observations\[1\]$/) }]);
    }
  });

  it('may have one line, and relations to entities that it does not contain', async () => {
    expect(memoriesOf(await read(lines(ana)))).toHaveLength(2);
    expect(of('conflict', await read(lines(ana, works)))).toEqual([{ kind: 'conflict', reason: 'missing_entity', path: 'line 2' }]);
  });
});

describe('an archive', () => {
  const opened = async (members: Readonly<Record<string, unknown>>): Promise<ArchiveReader> => {
    async function* written(): AsyncGenerator<NewMember> {
      for (const [name, content] of Object.entries(members)) yield { name, parts: [JSON.stringify(content)] };
    }
    const bytes = Buffer.concat(await collected(zipOf(written(), new Date('2026-11-28T12:00:00Z'))));
    return ArchiveReader.open({ size: bytes.length, read: async (start, length) => bytes.subarray(start, start + length) });
  };

  it('of a bank has its documents, facts and observations', async () => {
    const fact = {
      text: 'Ana sings.',
      source_id: 'f1',
      fact_type: 'world',
      entities: ['Ana'],
      tags: ['t'],
      mentioned_at: '2026-01-01T00:00:00Z',
    };
    const archive = await opened({
      'manifest.json': { schema_version: 1, source_bank_id: 'b' },
      'documents/000000.json': {
        id: 'd',
        original_text: 'Ana sings.',
        retain_params: { context: 'chat' },
        facts: [fact, { ...fact, text: null }],
      },
      'documents/000001.json': {
        id: 'e',
        original_text: null,
        chunks: [
          { chunk_index: 0, chunk_text: 'Bo' },
          { chunk_index: 1, chunk_text: 'runs.' },
        ],
      },
      'observations.json': [{ text: 'Ana is a singer.', proof_count: 1 }],
    });
    const file = (await recognizeArchive(archive, NOW))!;
    expect(file.format).toBe('bank_archive');
    expect(await collected(file.items())).toMatchObject([
      { kind: 'document', id: 'd', text: 'Ana sings.', context: 'chat' },
      { kind: 'memory', id: 'f1', type: 'world', documentId: 'd', entities: ['Ana'], mentionedAt: '2026-01-01T00:00:00.000Z' },
      { kind: 'conflict', reason: 'no_text', path: 'documents/000000.json.facts[1]' },
      { kind: 'document', id: 'e', text: 'Bo\n\nruns.' },
      { kind: 'memory', type: 'observation', text: 'Ana is a singer.' },
    ]);
  });

  it('reports what no import reads: attachments, invalidated facts, versions of mental models and webhooks', async () => {
    const archive = await opened({
      'manifest.json': { schema_version: 1, source_bank_id: 'b' },
      'attachments.json': [{ id: 'a', blob: 'blobs/000000.bin' }],
      'data/invalidated_memory_units.json': [{ id: 'i', text: 'Ana sang.' }, { id: 'j' }],
      'mental_model_history.json': [],
      'webhooks.json': [{ url: 'https://example.com' }],
    });
    expect(await collected((await recognizeArchive(archive, NOW))!.items())).toEqual([
      conflict('attachment', 'attachments.json[0]'),
      conflict('invalidated', 'data/invalidated_memory_units.json[0]'),
      conflict('invalidated', 'data/invalidated_memory_units.json[1]'),
      conflict('webhook', 'webhooks.json[0]'),
    ]);
  });

  it('may contain a file of another format, or none that is known', async () => {
    const saved = { id: 'a', content: 'Plays chess', state: 'active' };
    const file = (await recognizeArchive(await opened({ 'memories.json': { memories: [saved] } }), NOW))!;
    expect([file.format, await collected(file.items())]).toMatchObject(['mem0', [{ text: 'Plays chess' }]]);
    const only = await opened({ 'export/mem.json': { results: [{ id: 'a', memory: 'Sings', user_id: 'b' }] }, '__MACOSX/._mem.json': 1 });
    expect((await recognizeArchive(only, NOW))?.format).toBe('mem0');
    expect(await recognizeArchive(await opened({ 'other.json': [] }), NOW)).toBeNull();
    expect(await recognizeArchive(await opened({ 'a.json': [saved], 'b.json': [saved] }), NOW)).toBeNull();
  });
});

it.each(['[]', '{}', '{"items": [{"content": "Hello"}]}', '[{"role": "user", "content": "Hello"}]', '{"id": "1", "memory": 5}'])(
  'does not recognize %s',
  async (text) => expect(await recognizeFile(opener(text), NOW)).toBeNull(),
);
