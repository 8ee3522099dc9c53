import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { sql } from '#lib/base/db/db';
import { countStatements } from '#lib/base/db/observe';
import { newId } from '#lib/base/ids';
import { getGraph as operation } from '#lib/memory/graph/contract';
import { getGraph } from '#lib/memory/graph/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

withTestBank();

interface Line {
  readonly text: string;
  readonly names?: string;
  readonly day?: string;
  readonly document?: string;
  readonly tags?: string[];
}
const say = (...lines: Line[]) =>
  retain(
    { db, embedder: builtinEmbedder() },
    scope,
    retainBody.parse({
      items: lines.map(({ text, names = '', day = '2024-01-01', document = newId(), tags = [] }) => ({
        content: text,
        timestamp: day,
        document_id: document,
        tags,
        entities: names
          .split(' ')
          .filter(Boolean)
          .map((name) => ({ text: name, type: 'PERSON' })),
      })),
    }),
  );
const graph = (query: Record<string, unknown> = {}) => getGraph(db, scope, operation.query!.parse(query));
const texts = async (query: Record<string, unknown> = {}) => (await graph(query)).table_rows.map(({ text }) => text);
/** Edges as "text kind text weight", with the ends sorted by their texts. */
async function drawn(query: Record<string, unknown> = {}): Promise<string[]> {
  const { nodes, edges } = await graph(query);
  const text = new Map(nodes.map(({ data }) => [data.id, data.text]));
  return edges
    .map(({ data }) => `${[text.get(data.source), text.get(data.target)].sort().join(` ${data.linkType} `)} ${data.weight}`)
    .sort();
}

/** An observation of the memories with these texts. */
const observe = (text: string, sources: string[], tags: string[] = []) =>
  db.transaction(async (tx) => {
    const id = newId();
    await tx.query(sql`
      insert into memories (bank_uid, id, fact_type, text, tokens, term_count, search, mentioned_at, tags, extractor, revision)
      values (${scope.bankUid}, ${id}, 'observation', ${text}, 1, 1, '', '2024-06-01', ${sql.param(tags)}::text[], 'test', 1)`);
    await tx.query(sql`
      with sources as materialized (
        select bank_uid, ${id}::uuid as observation_id, id from memories where bank_uid = ${scope.bankUid} and text = any(${sql.param(sources)}::text[])
      )
      insert into observation_sources (bank_uid, observation_id, memory_id) select bank_uid, observation_id, id from sources`);
    await tx.query(sql`update banks set unit_count = unit_count + 1 where uid = ${scope.bankUid}`);
  });

describe('nodes', () => {
  it('are the last mentioned first, with all documented fields', async () => {
    await say(
      { text: 'the sun rose', day: '2024-01-01' },
      { text: 'the rain fell on the roof of the old barn', names: 'Ana Ben', day: '2024-02-01', document: 'd' },
    );
    const { nodes, table_rows, total_units, limit } = await graph();
    const named = await db.query<{ id: string }>(sql`select id from entities where bank_uid = ${scope.bankUid} order by canonical_name`);
    expect([total_units, limit]).toEqual([2, 1000]);
    expect(nodes[0]).toEqual({
      data: {
        id: expect.any(String),
        label: 'the rain fell on the roof of t...',
        text: 'the rain fell on the roof of the old barn',
        date: '2024-02-01T00:00:00+00:00',
        context: '',
        entities: 'Ana, Ben',
        entity_ids: named.map(({ id }) => id),
        color: '#42a5f5',
        fact_type: 'world',
      },
    });
    expect(nodes[1]!.data).toMatchObject({ label: 'the sun rose', entities: 'None', entity_ids: [], color: '#e0e0e0' });
    expect(table_rows[0]).toEqual({
      id: nodes[0]!.data.id,
      text: 'the rain fell on the roof of the old barn',
      context: 'N/A',
      occurred_start: null,
      occurred_end: null,
      mentioned_at: '2024-02-01T00:00:00+00:00',
      date: '2024-02-01 00:00',
      entities: 'Ana, Ben',
      document_id: 'd',
      chunk_id: expect.any(String),
      fact_type: 'world',
      tags: [],
      created_at: expect.any(String),
      proof_count: 1,
    });
  });

  it('are limited, with the number of all matches', async () => {
    await say({ text: 'one', day: '2024-01-01' }, { text: 'two', day: '2024-01-02' }, { text: 'three', day: '2024-01-03' });
    expect(await texts({ limit: 2 })).toEqual(['three', 'two']);
    expect(await graph({ limit: 2 })).toMatchObject({ total_units: 3, limit: 2 });
    expect(await graph({ limit: 0 })).toMatchObject({ total_units: 3, limit: 0, nodes: [], edges: [], table_rows: [], total_edges: 0 });
    expect(await graph({ limit: 99_999 })).toMatchObject({ limit: 10_000 });
  });

  it('are filtered by type, words and signs', async () => {
    await say({ text: 'the boats were painted' }, { text: 'the boat sank, 100%' });
    await observe('boats are common', ['the boats were painted']);
    expect(await texts({ q: 'boat' })).toHaveLength(2);
    expect(await texts({ q: 'boat pai' })).toEqual(['the boats were painted']);
    expect(await texts({ q: '%' })).toEqual(['the boat sank, 100%']);
    expect(await texts({ q: 'boat horse' })).toEqual([]);
    expect(await texts({ type: 'observation' })).toEqual(['boats are common']);
    expect(await graph({ type: 'nonsense' })).toMatchObject({ nodes: [], total_units: 0 });
    expect(await graph({ q: 'boat', limit: 1 })).toMatchObject({ total_units: 2 });
  });

  it.each([
    [['x'], undefined, ['both', 'x']],
    [['x', 'y'], undefined, ['both']],
    [['x', 'y'], 'any_strict', ['both', 'x', 'y']],
    [['x'], 'any', ['both', 'none', 'x']],
    [['x'], 'nonsense', ['both', 'none', 'x']],
    [['x', 'y'], 'all', ['both', 'none']],
    [['y', 'x'], 'exact', ['both']],
    [undefined, 'exact', ['none']],
    [undefined, undefined, ['both', 'none', 'x', 'y']],
  ])('are filtered by the tags %j, %s', async (tags, tags_match, expected) => {
    await say({ text: 'x', tags: ['x'] }, { text: 'y', tags: ['y'] }, { text: 'both', tags: ['x', 'y'] }, { text: 'none' });
    expect((await texts({ tags, tags_match })).sort()).toEqual(expected);
    expect(await graph({ tags, tags_match, limit: 1 })).toMatchObject({ total_units: expected.length });
    const before = new Date().toISOString();
    // Times have milliseconds.
    await delay(2);
    await say({ text: 'later', tags: ['x', 'y'] });
    expect(await graph({ tags, tags_match, limit: 1, as_of: before })).toMatchObject({ total_units: expected.length });
  });

  it('of a document and of a chunk include the observations based on them', async () => {
    await say({ text: 'in the first', document: 'one' }, { text: 'in the second', document: 'two' });
    await observe('seen', ['in the first']);
    expect((await texts({ document_id: 'one' })).sort()).toEqual(['in the first', 'seen']);
    const chunk = (await graph({ document_id: 'one' })).table_rows.find(({ text }) => text === 'in the first')!.chunk_id;
    expect((await texts({ chunk_id: chunk })).sort()).toEqual(['in the first', 'seen']);
    expect(await texts({ document_id: 'three' })).toEqual([]);
    expect(await texts({ chunk_id: 'no uuid' })).toEqual([]);
  });

  it('with two documents are found in both', async () => {
    await say({ text: 'the very same sentence stands here', document: 'one' });
    await say({ text: 'the very same sentence stands here', document: 'two' });
    expect(await texts({ document_id: 'one' })).toEqual(await texts({ document_id: 'two' }));
    expect(await texts({ document_id: 'two' })).toHaveLength(1);
  });

  it('exclude invalidated memories and other banks', async () => {
    await say({ text: 'wrong' }, { text: 'right' });
    await db.query(sql`update memories set state = 'invalidated' where bank_uid = ${scope.bankUid} and text = 'wrong'`);
    expect(await texts()).toEqual(['right']);
    expect(await getGraph(db, { ...scope, bankUid: 0 }, operation.query!.parse({}))).toMatchObject({ nodes: [], total_units: 0 });
  });
});

describe('edges', () => {
  it('link memories with common entities, more strongly if rarer, and memories close in time', async () => {
    await say(
      { text: 'a', names: 'Ana', day: '2024-01-01' },
      { text: 'b', names: 'Ana Zoe', day: '2024-02-01' },
      { text: 'c', names: 'Ana Zoe', day: '2024-02-01T12:00:00Z' },
    );
    expect(await drawn()).toEqual(['a entity b 0.621', 'a entity c 0.621', 'b entity c 1', 'b temporal c 0.5']);
    const { edges, nodes } = await graph();
    const [, one] = nodes;
    expect(edges[0]!.data).toEqual({
      id: `${edges[0]!.data.source}-${edges[0]!.data.target}-entity`,
      source: nodes[0]!.data.id,
      target: one!.data.id,
      linkType: 'entity',
      weight: 1,
      entityName: 'Ana, Zoe',
      color: '#ffd700',
      lineStyle: 'solid',
    });
    expect(edges.find(({ data }) => data.linkType === 'temporal')!.data).toMatchObject({
      color: '#00bcd4',
      lineStyle: 'dashed',
      entityName: '',
    });
  });

  it('include causes, sources and common sources', async () => {
    await say({ text: 'cause', day: '2024-01-01' }, { text: 'effect', day: '2024-03-01' });
    await db.query(sql`
      with pairs as materialized (
        select f.bank_uid, f.id as from_id, t.id as to_id from memories f join memories t on t.bank_uid = f.bank_uid and t.text = 'cause'
        where f.bank_uid = ${scope.bankUid} and f.text = 'effect'
      )
      insert into memory_links (bank_uid, from_id, to_id, link_type, weight) select bank_uid, from_id, to_id, 'caused_by', 0.8 from pairs`);
    await observe('seen', ['cause']);
    await observe('seen twice', ['cause']);
    expect((await drawn()).filter((edge) => !edge.includes('temporal'))).toEqual([
      'cause caused_by effect 0.8',
      'cause derived_from seen 1',
      'cause derived_from seen twice 1',
      'seen semantic seen twice 1',
    ]);
  });

  it('give observations the entities of their sources', async () => {
    await say({ text: 'a', names: 'Ana', day: '2024-01-01' }, { text: 'b', names: 'Ana', day: '2024-02-01' });
    await observe('seen', ['a']);
    expect((await graph()).table_rows.find(({ text }) => text === 'seen')!.entities).toBe('Ana');
    expect((await drawn()).filter((edge) => edge.includes('entity'))).toHaveLength(3);
  });

  it('are limited: each node has its strongest edges, and the total includes all', async () => {
    await say(
      ...Array.from({ length: 30 }, (_, i) => ({
        text: `said as number ${i}`,
        names: 'Hub',
        day: `2024-01-${String(i + 1).padStart(2, '0')}`,
      })),
    );
    const full = await graph({ edges_per_node: 0 });
    expect(full.total_edges).toBe(full.edges.length);
    expect(full.total_edges).toBeGreaterThan(240);
    const pruned = await graph();
    expect(pruned.total_edges).toBe(full.total_edges);
    const one = await graph({ edges_per_node: 1 });
    const five = new Set(pruned.edges.map(({ data }) => data.id));
    expect(one.edges.length).toBeLessThan(pruned.edges.length);
    expect(pruned.edges.length).toBeLessThanOrEqual(150);
    expect(one.edges.every(({ data }) => five.has(data.id))).toBe(true);
    const touched = new Set(one.edges.flatMap(({ data }) => [data.source, data.target]));
    expect(touched.size).toBe(30);
  });

  it('are deterministic, end at returned nodes, have separate ids, and never link a node to itself', async () => {
    await say(
      ...Array.from({ length: 12 }, (_, i) => ({
        text: `said as number ${i}`,
        names: i % 2 ? 'Ana Ben' : 'Ben Cleo',
        document: `d${i % 3}`,
      })),
    );
    const first = await graph({ limit: 10 });
    expect(await graph({ limit: 10 })).toEqual(first);
    const ids = new Set(first.nodes.map(({ data }) => data.id));
    expect(first.edges.every(({ data }) => ids.has(data.source) && ids.has(data.target) && data.source !== data.target)).toBe(true);
    expect(new Set(first.edges.map(({ data }) => data.id)).size).toBe(first.edges.length);
  });

  it('need two statements together with the nodes', async () => {
    await say({ text: 'a', names: 'Ana' }, { text: 'b', names: 'Ana' });
    const { statements } = await countStatements(() => graph({ q: 'a', tags: ['x'], tags_match: 'any', document_id: 'd' }));
    expect(statements.length).toBeLessThanOrEqual(2);
    expect((await countStatements(() => graph())).statements).toHaveLength(2);
  });
});
