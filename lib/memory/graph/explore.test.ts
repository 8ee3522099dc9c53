import { describe, expect, it } from 'vitest';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { isCitus } from '#e2e/fixtures/citus';
import { rowsRead } from '#e2e/fixtures/rows-read';
import { isGate } from '#e2e/fixtures/runs';
import { sql } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import { deleteDocument } from '#lib/memory/documents/service';
import {
  type ExploredNode,
  exploreGraph as explore,
  listGraphNeighbors as neighbors,
  findGraphPath as path,
} from '#lib/memory/graph/contract';
import { exploreGraph, findGraphPath, folded, listGraphNeighbors } from '#lib/memory/graph/explore';
import { GRAPH_MODES } from '#lib/memory/graph/literals';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

withTestBank();

const say = (...lines: [text: string, names: string, tags?: string[]][]) =>
  retain(
    { db, embedder: builtinEmbedder() },
    scope,
    retainBody.parse({
      items: lines.map(([content, names, tags = []], i) => ({
        content,
        timestamp: `2024-01-${String(i + 1).padStart(2, '0')}`,
        document_id: newId(),
        tags,
        entities: names
          .split(' ')
          .filter(Boolean)
          .map((text) => ({ text, type: 'PERSON' })),
      })),
    }),
  );

/** An observation of the memories with these texts. */
const observe = (text: string, sources: string[]) =>
  db.transaction(async (tx) => {
    const id = newId();
    await tx.query(sql`
      insert into memories (bank_uid, id, fact_type, text, tokens, term_count, search, mentioned_at, extractor, revision, proof_count)
      values (${scope.bankUid}, ${id}, 'observation', ${text}, 1, 1, '', '2024-06-01', 'test', 1, ${sources.length})`);
    await tx.query(sql`
      with sources as materialized (
        select bank_uid, ${id}::uuid as observation_id, id from memories where bank_uid = ${scope.bankUid} and text = any(${sql.param(sources)}::text[])
      )
      insert into observation_sources (bank_uid, observation_id, memory_id) select bank_uid, observation_id, id from sources`);
    await tx.query(sql`update banks set unit_count = unit_count + 1 where uid = ${scope.bankUid}`);
  });

const view = (query: Record<string, unknown> = {}) => exploreGraph(db, scope, explore.query!.parse(query));
const around = (node_id: string, query: Record<string, unknown> = {}) =>
  listGraphNeighbors(db, scope, neighbors.query!.parse({ node_id, ...query }));
const way = (from: string, to: string, mode = 'both') => findGraphPath(db, scope, path.query!.parse({ from, to, mode }));

interface DrawnGraph {
  readonly nodes: readonly ExploredNode[];
  readonly edges: readonly { source: string; target: string; kind: string; weight: number }[];
}
const labels = ({ nodes }: DrawnGraph) => nodes.map(({ label }) => label);
const links = ({ nodes, edges }: DrawnGraph) => {
  const name = new Map(nodes.map(({ id, label }) => [id, label]));
  return edges.map(({ source, target, kind }) => `${name.get(source) ?? '?'} ${kind} ${name.get(target) ?? '?'}`).sort();
};
const idOf = async (label: string): Promise<string> => {
  const [row] = await db.query<{ id: string }>(sql`
    select id from memories where bank_uid = ${scope.bankUid} and text = ${label}
    union all select id from entities where bank_uid = ${scope.bankUid} and canonical_name = ${label}`);
  return row!.id;
};

describe('the graph of entities', () => {
  it('links entities that are mentioned together, weighted by their number, the most mentioned first', async () => {
    await say(['a', 'Ana Ben'], ['b', 'Ana Ben Cleo'], ['c', 'Ana'], ['d', 'Dora']);
    const graph = await view({ mode: 'entities' });
    expect(labels(graph)).toEqual(['Ana', 'Ben', expect.any(String), expect.any(String)]);
    expect(graph).toMatchObject({ total_nodes: 4, total_edges: 3 });
    expect(graph.edges[0]).toMatchObject({ kind: 'together', weight: 2 });
    expect(links(await view({ mode: 'entities', min_count: 2 }))).toHaveLength(1);
    expect(labels(await view({ mode: 'entities', limit: 2 })).sort()).toEqual(['Ana', 'Ben']);
  });

  it('has the first and last of each time of the memories that mention an entity, or null', async () => {
    await say(['a', 'Ana'], ['b', 'Ana Ben']);
    const dated = await view({ mode: 'entities' });
    const ana = dated.nodes.find(({ label }) => label === 'Ana')!;
    expect([ana.first.mentioned, ana.last.mentioned].map((at) => at?.slice(0, 10))).toEqual(['2024-01-01', '2024-01-02']);
    expect(ana.first.created).not.toBeNull();
    expect([ana.first.occurred, ana.last.occurred]).toEqual([null, null]);
    await db.query(sql`update memories set occurred_start = '2023-05-05' where bank_uid = ${scope.bankUid} and text = 'b'`);
    const [firstNode] = (await view({ mode: 'entities' })).nodes;
    expect([firstNode!.first.occurred, firstNode!.last.occurred].map((at) => at?.slice(0, 10))).toEqual(['2023-05-05', '2023-05-05']);
    await db.query(sql`update memories set state = 'invalidated' where bank_uid = ${scope.bankUid}`);
    const [unnamed] = (await way(ana.id, ana.id)).nodes;
    expect(unnamed).toMatchObject({ label: 'Ana', first: { mentioned: null }, last: { created: null } });
  });

  it('only counts matching memories', async () => {
    await say(['a', 'Ana Ben', ['x']], ['b', 'Ana Cleo', ['x', 'y']]);
    expect(labels(await view({ mode: 'entities', tags: ['x'], tags_match: 'exact' })).sort()).toEqual(['Ana', 'Ben']);
    expect(labels(await view({ mode: 'entities', type: 'nonsense' }))).toEqual([]);
  });

  it('returns the strongest edges of each node and the total', async () => {
    await say(['a', 'Ana Ben Cleo Dora Eve'], ['b', 'Ana Ben'], ['c', 'Ana Cleo']);
    const pruned = await view({ mode: 'entities', edges_per_node: 1 });
    expect(pruned.total_edges).toBe(10);
    expect(pruned.edges.length).toBeLessThan(10);
    const touched = new Set(pruned.edges.flatMap(({ source, target }) => [source, target]));
    expect(touched.size).toBe(5);
    expect((await view({ mode: 'entities', edges_per_node: 0 })).edges).toHaveLength(10);
  });
});

describe('the graph of both', () => {
  it('links memories to their entities, and observations to their sources', async () => {
    await say(['a', 'Ana'], ['b', 'Ana Ben']);
    await observe('seen', ['a']);
    const graph = await view();
    expect(labels(graph)).toEqual(['seen', 'b', 'a', 'Ana', 'Ben']);
    expect(links(graph)).toEqual(['a mentions Ana', 'a proves seen', 'b mentions Ana', 'b mentions Ben', 'seen mentions Ana']);
    expect(graph).toMatchObject({ total_nodes: 5, total_edges: 5 });
    expect(graph.nodes[0]).toMatchObject({ kind: 'observation', mentions: 1, last: { mentioned: '2024-06-01T00:00:00+00:00' } });
    expect(graph.nodes[3]).toMatchObject({
      kind: 'entity',
      entity_kind: 'PERSON',
      category: 'person',
      mentions: 2,
      first: { occurred: null },
    });
  });

  it('counts every matching node, including those that are not returned', async () => {
    await say(['a', 'Ana'], ['b', 'Ana Ben'], ['c', 'Cleo'], ['d', 'Dora']);
    await observe('seen', ['a']);
    for (const limit of [1, 2, 5, 100]) expect(await view({ limit }), String(limit)).toMatchObject({ total_nodes: 9 });
    expect(await view({ limit: 1, type: 'observation' })).toMatchObject({ total_nodes: 2 });
  });

  it('counts the entities of its memories, returned or not', async () => {
    await say(['a', 'Ana Ben Cleo'], ['b', 'Ana Dora Eve'], ['c', 'Ana']);
    const few = await view({ limit: 4 });
    expect(labels(few)).toEqual(['c', 'b', 'a', 'Ana']);
    expect(few).toMatchObject({ named_entities: 5, total_edges: 3, total_nodes: 8 });
    expect((await view({ type: 'nonsense' })).named_entities).toBe(0);
    expect((await view({ mode: 'memories' })).named_entities).toBeNull();
  });

  it('omits invalidated memories and other banks', async () => {
    await say(['a', 'Ana'], ['b', 'Ben']);
    await db.query(sql`update memories set state = 'invalidated' where bank_uid = ${scope.bankUid} and text = 'b'`);
    expect(labels(await view())).toEqual(['a', 'Ana']);
    expect(await exploreGraph(db, { ...scope, bankUid: 0 }, explore.query!.parse({}))).toMatchObject({ nodes: [], total_nodes: 0 });
  });

  it('truncates long texts without splitting characters', async () => {
    await say(['a', '']);
    await db.query(sql`update memories set text = ${'𝒳'.repeat(300)} where bank_uid = ${scope.bankUid}`);
    const { nodes } = await view();
    expect([...nodes[0]!.label]).toHaveLength(160);
    expect(nodes[0]!.label.endsWith('𝒳…')).toBe(true);
  });
});

describe('the graph of memories', () => {
  it('links memories, and observations to their sources', async () => {
    await say(['a', 'Ana'], ['b', 'Ana']);
    await observe('seen', ['a']);
    expect(links(await view({ mode: 'memories' }))).toEqual(expect.arrayContaining(['a proves seen', expect.stringMatching(/entity/)]));
  });
});

describe('a graph of a large bank', () => {
  const MEMORIES = 30_000;
  /**
   * Ids are the same in each run, because the name of Ana is looked for in the order of ids. The
   * oldest three memories have a rare tag, every tenth one another. All mention Ana. The
   * observations are the latest, and have no tags.
   */
  const fill = async (observations = 0) => {
    const bank = scope.bankUid;
    const ana = newId();
    await db.query(
      sql`insert into entities (bank_uid, id, canonical_name, kind, mention_count) values (${bank}, ${ana}, 'Ana', 'PERSON', ${MEMORIES})`,
    );
    await db.query(sql`insert into entity_aliases (bank_uid, key, name, entity_id) values (${bank}, 'ana', 'Ana', ${ana})`);
    await db.query(sql`
      insert into memories (bank_uid, id, fact_type, text, tokens, term_count, search, mentioned_at, tags, extractor, revision)
      select ${bank}, md5('memory ' || n)::uuid, 'world', 'river ' || n, 1, 1, '', timestamptz '2024-01-01' + n * interval '1 minute',
        case when n <= 3 then array['rare'] when n % 10 = 0 then array['tenth'] else array['red'] end, 'test', 1
      from generate_series(1, ${MEMORIES}::int) n`);
    await db.query(sql`
      with unit as materialized (select m.bank_uid, m.id from memories m where m.bank_uid = ${bank})
      insert into memory_entities (bank_uid, memory_id, entity_id, spellings) select bank_uid, id, ${ana}::uuid, array['ana'] from unit`);
    await db.query(sql`
      insert into memories (bank_uid, id, fact_type, text, tokens, term_count, search, mentioned_at, created_at, extractor, revision)
      select ${bank}, gen_random_uuid(), 'observation', 'river ' || n, 1, 1, '', '2026-01-01', now() + interval '1 hour', 'test', 1
      from generate_series(1, ${observations}::int) n`);
    await db.query(sql`update banks set unit_count = ${MEMORIES + observations} where uid = ${bank}`);
    await db.query(sql`vacuum analyze memories, memory_entities, entities`);
    const of = { ...scope, bank: { ...scope.bank!, unitCount: MEMORIES + observations } };
    return (mode: string, tag?: string) =>
      db.transaction(async (tx) => {
        const counts = async () => [await rowsRead(tx, 'memories'), await rowsRead(tx, 'memory_entities')] as const;
        const before = await counts();
        const query = explore.query!.parse({ mode, tags: tag && [tag], limit: 5 });
        const { nodes, total_nodes } = await exploreGraph(tx, of, query);
        const after = await counts();
        return { nodes: nodes.length, total_nodes, memories: after[0] - before[0], mentions: after[1] - before[1] };
      });
  };

  const few = (most: number) => expect.toSatisfy((n: number) => n < most);

  it.skipIf(isGate || isCitus())(
    'under a tag does not look for them in the whole bank, nor join all mentions',
    { timeout: 60_000 },
    async () => {
      const read = await fill();
      expect(await read('memories', 'rare')).toMatchObject({ nodes: 3, total_nodes: 3, memories: few(11_000) });
      expect(await read('memories', 'none')).toMatchObject({ nodes: 0, total_nodes: 0, memories: few(11_000) });
      expect(await read('memories', 'tenth')).toMatchObject({ nodes: 5, total_nodes: 3000, memories: few(11_000) });
      expect(await read('both', 'rare')).toMatchObject({ nodes: 4, total_nodes: 4, mentions: few(10_000) });
      expect(await read('both', 'tenth')).toMatchObject({ nodes: 5, total_nodes: 3001, mentions: few(10_000) });
      expect(await read('entities', 'tenth')).toMatchObject({ nodes: 1, total_nodes: 1, mentions: few(10_000) });
    },
  );

  it.skipIf(isGate || isCitus())(
    'finds the times of frequent entities without reading all of their mentions',
    { timeout: 60_000 },
    async () => {
      const read = await fill(3000);
      expect(await read('entities')).toMatchObject({ nodes: 1, total_nodes: 1, memories: few(13_000), mentions: few(13_000) });
    },
  );
});

describe('neighbors', () => {
  it('are returned by page, with the total and their further links', async () => {
    await say(...Array.from({ length: 30 }, (_, i): [string, string] => [`unit ${i}`, i === 29 ? 'Ana Ben' : 'Ana']));
    const ana = await idOf('Ana');
    const first = await around(ana);
    expect(first).toMatchObject({ total: 30, limit: 25, offset: 0, nodes: { length: 25 } });
    expect(first.nodes[0]!.label).toBe('unit 29');
    const rest = await around(ana, { offset: 25 });
    expect(new Set([...labels(first), ...labels(rest)]).size).toBe(30);
    expect(await around(ana, { offset: 30 })).toMatchObject({ total: 30, nodes: [], edges: [] });
    expect(first.edges.filter(({ target }) => target !== ana)).toMatchObject([{ kind: 'mentions' }]);
    const drawn = (await view()).edges.find(({ target }) => target === ana)!;
    expect(first.edges.find(({ target }) => target === ana)!.weight).toBeCloseTo(drawn.weight);
  });

  it('of an entity in the entity graph are those mentioned with it', async () => {
    await say(['a', 'Ana Ben'], ['b', 'Ana Ben Cleo'], ['c', 'Ben Cleo']);
    const found = await around(await idOf('Ana'), { mode: 'entities' });
    expect(labels(found)).toEqual(['Ben', 'Cleo']);
    expect(links(found)).toHaveLength(3);
    expect(found.edges.find(({ weight }) => weight === 2)).toBeDefined();
  });

  it('of a memory are its evidence and its entities, or memories with the same entities', async () => {
    await say(['a', 'Ana'], ['b', 'Ana']);
    await observe('seen', ['a']);
    const unit = await idOf('a');
    expect(labels(await around(unit))).toEqual(['seen', 'Ana']);
    expect(labels(await around(unit, { mode: 'memories' }))).toEqual(['seen', 'b']);
    expect(labels(await around(await idOf('seen')))).toEqual(['a', 'Ana']);
  });

  it('are linked by evidence rather than by names, of the same weight', async () => {
    await say(['a', 'Ana Ben Cleo'], ['b', 'Ana Ben Cleo']);
    await observe('seen', ['a', 'b']);
    const [seen, ...facts] = await Promise.all(['seen', 'a', 'b'].map(idOf));
    const { edges } = await around(seen!, { mode: 'memories' });
    const ofFacts = edges.filter(
      ({ source, target }) => [source, target].includes(seen!) && facts.some((id) => [source, target].includes(id)),
    );
    expect(ofFacts.map(({ kind }) => kind)).toEqual(['proves', 'proves']);
  });

  it('under a filter are those that remain when all other memories are deleted', async () => {
    await say(
      ['a', 'Ana Ben', ['x']],
      ['b', 'Ana Ben Cleo', ['x', 'y']],
      ['c', 'Ana Cleo', ['y']],
      ['d', 'Ben Dora'],
      ['e', 'Dora', ['x']],
    );
    await observe('seen', ['a', 'b', 'c']);
    await db.query(sql`update memories set tags = '{x}' where bank_uid = ${scope.bankUid} and text = 'seen'`);
    const nodes = await Promise.all(['Ana', 'Ben', 'Cleo', 'Dora', 'a', 'b', 'e', 'seen'].map(idOf));
    const hidden = await Promise.all(['c', 'd'].map(idOf));
    const readAll = (query: Record<string, unknown>) =>
      Promise.all(nodes.flatMap((id) => GRAPH_MODES.map((mode) => around(id, { mode, ...query }))));
    const filtered = await readAll({ tags: ['x'], tags_match: 'all_strict' });
    for (const id of hidden) await expect(around(id, { tags: ['x'], tags_match: 'all_strict' })).rejects.toThrow('not found');
    const documents = await db.query<{ id: string }>(sql`
      select d.id from documents d join memories m on m.bank_uid = d.bank_uid and m.document_uid = d.uid
      where d.bank_uid = ${scope.bankUid} and m.text in ('c', 'd')`);
    for (const { id } of documents) await deleteDocument(db, scope, id);
    expect(filtered.some(({ edges }) => edges.length > 1)).toBe(true);
    expect(filtered).toEqual(await readAll({}));
  });

  it('of a missing node are rejected', async () => {
    await expect(around(newId())).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a path', () => {
  it('is the shortest one, as in the graph', async () => {
    await say(['a', 'Ana Ben'], ['b', 'Ben Cleo'], ['c', 'Cleo Dora'], ['far', 'Zoe']);
    const [ana, dora] = [await idOf('Ana'), await idOf('Dora')];
    expect(labels(await way(ana, dora))).toEqual(['Ana', 'a', 'Ben', 'b', 'Cleo', 'c', 'Dora']);
    expect(links(await way(ana, dora))).toContain('a mentions Ana');
    expect(labels(await way(ana, dora, 'entities'))).toEqual(['Ana', 'Ben', 'Cleo', 'Dora']);
    expect(await way(ana, await idOf('Zoe'))).toEqual({ nodes: [], edges: [], found: false });
    expect(labels(await way(ana, ana))).toEqual(['Ana']);
  });

  it('follows evidence in both directions', async () => {
    await say(['a', 'Ana'], ['b', 'Ben']);
    await observe('seen', ['a', 'b']);
    const forward = await way(await idOf('a'), await idOf('b'));
    expect(labels(forward)).toEqual(['a', 'seen', 'b']);
    expect(links(forward)).toEqual(['a proves seen', 'b proves seen']);
  });

  it('leads from an observation to the entities of its sources in one step, as in the graph', async () => {
    await say(['a', 'Ana'], ['b', 'Ben']);
    await observe('seen', ['a', 'b']);
    const [seen, ana, ben] = [await idOf('seen'), await idOf('Ana'), await idOf('Ben')];
    expect(labels(await way(seen, ana))).toEqual(['seen', 'Ana']);
    expect(labels(await way(ana, ben))).toEqual(['Ana', 'seen', 'Ben']);
    expect(links(await way(ben, seen))).toEqual(['seen mentions Ben']);
  });

  it('has links with the weights of the graph', async () => {
    await say(['a', 'Ana Ben'], ['b', 'Ana Ben'], ['c', 'Ben Cleo']);
    await observe('seen', ['a', 'c']);
    const strongAs = async (mode: string, from: string, to: string) => {
      const drawn = await view({ mode, edges_per_node: 0 });
      const found = await way(await idOf(from), await idOf(to), mode);
      expect(found.edges.length).toBeGreaterThan(0);
      for (const { source, target, kind, weight } of found.edges) {
        const same = drawn.edges.find(
          (each) => each.kind === kind && [source, target].includes(each.source) && [source, target].includes(each.target),
        );
        expect(weight, `${mode} ${kind}`).toBeCloseTo(same!.weight);
      }
    };
    await strongAs('entities', 'Ana', 'Cleo');
    await strongAs('both', 'Ana', 'Cleo');
    await strongAs('both', 'b', 'seen');
    await strongAs('memories', 'b', 'c');
  });

  it('includes all nodes if its ends are of the other kind', () => {
    const node = (id: string, kind: 'entity' | 'world') => ({ id, kind }) as ExploredNode;
    const nodes = [node('u', 'world'), node('e', 'entity')];
    const edges = [{ source: 'u', target: 'e', kind: 'mentions' as const, weight: 1 }];
    expect(folded(nodes, edges, 'entities', new Set(['u', 'e']))).toEqual({ nodes, edges });
  });
});
