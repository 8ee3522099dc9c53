import { beforeEach, describe, expect, it } from 'vitest';
import { db, orgId, scope, withTestBank } from '#e2e/fixtures/bank';
import { inconsistencies } from '#e2e/fixtures/consistency';
import { bankScope } from '#e2e/fixtures/database';
import { sql } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import type { BankScope } from '#lib/base/scope';
import { deleteDocument } from '#lib/memory/documents/service';
import * as entities from '#lib/memory/entities/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

let empty: BankScope;

withTestBank();
beforeEach(async () => {
  empty = await bankScope(db, orgId, 'other');
});

/** Each line is a memory that mentions exactly these entities. */
const say = (...lines: [text: string, names: string, day?: string][]) =>
  retain(
    { db, embedder: builtinEmbedder() },
    scope,
    retainBody.parse({
      items: lines.map(([content, names, day = '2024-01-01']) => ({
        content,
        timestamp: day,
        entities: names.split(' ').map((text) => ({ text, type: 'PERSON' })),
      })),
    }),
  );

const list = async (query: Partial<Parameters<typeof entities.listEntities>[2]> = {}, of = scope) =>
  entities.listEntities(db, of, { q: undefined, kind: undefined, limit: 100, offset: 0, ...query });
const names = async (query: Partial<Parameters<typeof entities.listEntities>[2]> = {}) =>
  (await list(query)).items.map(({ canonical_name, mention_count }) => `${canonical_name} ${mention_count}`);
const idOf = async (name: string): Promise<string> => (await list({ q: name })).items.find((item) => item.canonical_name === name)!.id;

const scene = () =>
  say(
    ['the sun rose over the hill', 'Ana Ben', '2024-01-01'],
    ['the rain fell on the roof', 'Ana Ben', '2024-03-01'],
    ['a cat slept near the stove', 'Ana Cleo', '2024-02-01'],
    ['the train was late again', 'Dora', '2024-01-05'],
  );

describe('the list', () => {
  it('has the most mentioned first, then the last seen, with all documented fields', async () => {
    await scene();
    expect(await names()).toEqual(['Ana 3', 'Ben 2', 'Cleo 1', 'Dora 1']);
    expect((await list({ limit: 1 })).items).toEqual([
      {
        id: expect.any(String),
        canonical_name: 'Ana',
        kind: 'PERSON',
        category: 'person',
        mention_count: 3,
        first_seen: '2024-01-01T00:00:00+00:00',
        last_seen: '2024-03-01T00:00:00+00:00',
        metadata: {},
      },
    ]);
  });

  it('of some ids omits all others', async () => {
    await scene();
    const ids = [await idOf('Dora'), await idOf('Ben'), newId()];
    expect(await names({ id: ids })).toEqual(['Ben 2', 'Dora 1']);
    expect(await list({ id: ids, limit: 1 })).toMatchObject({ total: 2 });
    expect(await list({ id: [] })).toMatchObject({ items: [], total: 0 });
  });

  it('is sorted by the given field and order', async () => {
    await scene();
    expect(await names({ sort: 'canonical_name', order: 'desc' })).toEqual(['Dora 1', 'Cleo 1', 'Ben 2', 'Ana 3']);
    expect(await names({ sort: 'last_seen', order: 'asc', limit: 2 })).toEqual(['Dora 1', 'Cleo 1']);
    expect((await names({ sort: 'mention_count', order: 'asc', tags: ['none'], tags_match: 'any' })).at(-1)).toBe('Ana 3');
  });

  it('returns the exact total, even beyond the end', async () => {
    await scene();
    expect(await list({ limit: 2, offset: 1 })).toMatchObject({ total: 4, limit: 2, offset: 1 });
    expect(await names({ limit: 2, offset: 1 })).toEqual(['Ben 2', 'Cleo 1']);
    expect(await list({ limit: 0 })).toMatchObject({ items: [], total: 4 });
    expect(await list({ offset: 2 ** 53 - 1 })).toMatchObject({ items: [], total: 4 });
  });

  it('can be searched by a part of any spelling, and by kind', async () => {
    await scene();
    expect(await names({ q: 'AN' })).toEqual(['Ana 3']);
    expect(await names({ q: '%' })).toEqual([]);
    expect(await names({ kind: 'PERSON', q: 'o' })).toEqual(['Cleo 1', 'Dora 1']);
    expect(await names({ kind: 'LOCATION' })).toEqual([]);
  });

  it('can be filtered by what entities are: by their kind, or by their name', async () => {
    await scene();
    await db.query(sql`update entities set kind = 'CONCEPT' where bank_uid = ${scope.bankUid}`);
    await db.query(sql`update entities set canonical_name = 'Ben Bakery' where bank_uid = ${scope.bankUid} and canonical_name = 'Ben'`);
    expect(await names({ category: 'person' })).toEqual(['Ana 3', 'Dora 1']);
    expect(await list({ category: 'person', limit: 1, offset: 1, sort: 'canonical_name', order: 'asc' })).toMatchObject({
      items: [{ canonical_name: 'Dora', category: 'person' }],
      total: 2,
    });
    expect(await names({ category: 'organization' })).toEqual(['Ben Bakery 2']);
    // Under a tag filter, the name that its memories contain counts.
    expect(await names({ category: 'person', tags: ['none'], tags_match: 'any' })).toEqual(['Ana 3', 'Ben 2', 'Dora 1']);
    expect(await list({ category: 'place' })).toMatchObject({ items: [], total: 0 });
  });

  it('omits entities without a mention in a valid memory', async () => {
    await scene();
    await db.query(sql`update entities set mention_count = 0 where bank_uid = ${scope.bankUid} and canonical_name = 'Dora'`);
    expect(await list()).toMatchObject({ total: 3 });
  });

  it('has the times of the remaining mentions of a frequently mentioned entity', async () => {
    const retainDays = (id: string, day: string, from: number, to: number, name = 'Ana') =>
      retain(
        { db, embedder: builtinEmbedder() },
        scope,
        retainBody.parse({
          items: [
            {
              content: Array.from({ length: to - from }, (_, i) => `- parcel number ${from + i} is ready`).join('\n'),
              document_id: id,
              timestamp: day,
              entities: [{ text: name, type: 'PERSON' }],
            },
          ],
        }),
      );
    const days = async () =>
      (await list()).items.flatMap(({ first_seen, last_seen }) => [first_seen?.slice(0, 10), last_seen?.slice(0, 10)]);
    await retainDays('early', '2024-01-01', 0, 3);
    await retainDays('middle', '2024-02-01', 10, 400);
    await retainDays('late', '2024-03-01', 500, 503);
    expect(await days()).toEqual(['2024-01-01', '2024-03-01']);
    await deleteDocument(db, scope, 'late');
    expect(await days()).toEqual(['2024-01-01', '2024-02-01']);
    await deleteDocument(db, scope, 'early');
    expect(await days()).toEqual(['2024-02-01', '2024-02-01']);
    expect(await inconsistencies(db, scope)).toEqual([]);
    // More memories than are searched from both ends.
    await retainDays('before', '2023-01-01', 1_000, 2_100, 'Ben');
    await retainDays('after', '2025-01-01', 3_000, 4_100, 'Ben');
    await retainDays('early', '2024-01-01', 0, 3);
    await retainDays('late', '2024-03-01', 500, 503);
    for (const id of ['early', 'late']) await deleteDocument(db, scope, id);
    expect(await days()).toEqual(['2023-01-01', '2025-01-01', '2024-02-01', '2024-02-01']);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('contains nothing of another bank', async () => {
    await scene();
    expect(await list({}, empty)).toMatchObject({ items: [], total: 0 });
  });
});

describe('the graph', () => {
  const graph = (query: { limit?: number; min_count?: number; entity_id?: string } = {}) =>
    entities.getEntityGraph(db, scope, { limit: 1000, min_count: 1, ...query });
  const drawn = async (query = {}) => {
    const { nodes, edges } = await graph(query);
    const label = new Map(nodes.map(({ data }) => [data.id, data.label]));
    return edges.map(({ data }) => `${[label.get(data.source), label.get(data.target)].sort().join('-')} ${data.cooccurrence_count}`);
  };

  it('counts the memories that mention both, the strongest first', async () => {
    await scene();
    expect(await drawn()).toEqual(['Ana-Ben 2', 'Ana-Cleo 1']);
    const { nodes, edges } = await graph();
    expect(nodes[0]).toEqual({ data: { id: await idOf('Ana'), label: 'Ana', kind: 'PERSON', mentionCount: 3, color: '#42a5f5' } });
    const { source, target } = edges[0]!.data;
    expect(edges[0]).toEqual({
      data: {
        id: `${source}-${target}`,
        source,
        target,
        linkType: 'cooccurrence',
        weight: 2,
        cooccurrence_count: 2,
        color: '#ffd700',
        lineStyle: 'solid',
        lastCooccurred: '2024-03-01T00:00:00+00:00',
      },
    });
  });

  it('counts all matches, returns the requested number, and only nodes of returned edges', async () => {
    await scene();
    expect(await graph({ limit: 1 })).toMatchObject({
      total_edges: 2,
      total_entities: 3,
      limit: 1,
      nodes: { length: 2 },
      edges: { length: 1 },
    });
    expect(await graph({ limit: 0 })).toMatchObject({ total_edges: 2, total_entities: 3, nodes: [], edges: [] });
    expect(await graph({ min_count: 2 })).toMatchObject({ total_edges: 1, total_entities: 2 });
    expect(await graph({ min_count: 9 })).toMatchObject({ total_edges: 0, total_entities: 0, nodes: [], edges: [] });
    expect(await graph({ min_count: -5 })).toMatchObject({ total_edges: 2 });
  });

  it('returns the neighbors of one entity', async () => {
    await scene();
    expect(await drawn({ entity_id: await idOf('Cleo') })).toEqual(['Ana-Cleo 1']);
    expect(await drawn({ entity_id: newId() })).toEqual([]);
  });

  it('omits invalidated memories', async () => {
    await scene();
    await db.query(sql`update memories set state = 'invalidated' where bank_uid = ${scope.bankUid} and text like '%rain%'`);
    expect(await drawn()).toEqual(['Ana-Cleo 1', 'Ana-Ben 1']);
  });
});

describe('the detail', () => {
  /** An observation with one source; `named`: it mentions the source's entities itself. */
  async function observe(text: string, source: string, day: string, named = false): Promise<void> {
    const id = newId();
    await db.transaction(async (tx) => {
      await tx.query(sql`
        insert into memories (bank_uid, id, fact_type, text, tokens, term_count, search, mentioned_at, extractor, revision)
        values (${scope.bankUid}, ${id}, 'observation', ${text}, 1, 1, '', ${day}::timestamptz, 'test', 1)`);
      await tx.query(sql`
        with sources as materialized (
          select bank_uid, ${id}::uuid as observation_id, id from memories
          where bank_uid = ${scope.bankUid} and text like ${`%${source}%`} and fact_type <> 'observation'
        )
        insert into observation_sources (bank_uid, observation_id, memory_id) select bank_uid, observation_id, id from sources`);
      if (named)
        await tx.query(sql`
          with named as materialized (
            select x.bank_uid, ${id}::uuid as memory_id, x.entity_id from memory_entities x join memories m on m.bank_uid = x.bank_uid and m.id = x.memory_id
            where x.bank_uid = ${scope.bankUid} and m.text like ${`%${source}%`}
          )
          insert into memory_entities (bank_uid, memory_id, entity_id) select bank_uid, memory_id, entity_id from named on conflict do nothing`);
    });
  }

  it('has spellings, and the observations that mention it, newest first, each once', async () => {
    await scene();
    await observe('older', 'rain', '2024-03-02');
    await observe('newer', 'rain', '2024-03-03', true);
    await observe('about Dora', 'train', '2024-03-04');
    const detail = await entities.getEntity(db, scope, await idOf('Ben'));
    expect(detail).toMatchObject({ canonical_name: 'Ben', aliases: [{ key: 'ben', name: 'Ben' }] });
    expect(detail.observations).toEqual([
      { id: expect.any(String), text: 'newer', mentioned_at: '2024-03-03T00:00:00+00:00' },
      { id: expect.any(String), text: 'older', mentioned_at: '2024-03-02T00:00:00+00:00' },
    ]);
  });

  it('is not found if it does not exist or belongs to another bank', async () => {
    await scene();
    const id = await idOf('Ana');
    await expect(entities.getEntity(db, scope, newId())).rejects.toMatchObject({ code: 'not_found' });
    await expect(entities.getEntity(db, empty, id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('suggestions', () => {
  const suggested = async () =>
    (await entities.listEntitySuggestions(db, scope, { limit: 50 })).items.map(
      ({ entities: [a, b], reason, shared_neighbours, together }) =>
        `${[a!.canonical_name, b!.canonical_name].sort().join(' = ')}: ${reason} ${shared_neighbours} ${together}`,
    );

  it('return pairs with their reason and their common neighbors', async () => {
    await say(
      ['the sun rose over the hill', 'Katherine Zoe'],
      ['the rain fell on the roof', 'Catherine Zoe'],
      ['a cat slept near the stove', 'Marten'],
      ['the train was late again', 'Martens Xavier'],
    );
    expect(await suggested()).toEqual(['Marten = Martens: similar 0 0', 'Catherine = Katherine: similar 1 0']);
  });

  it('are empty for an empty bank', async () => {
    expect(await suggested()).toEqual([]);
  });
});
