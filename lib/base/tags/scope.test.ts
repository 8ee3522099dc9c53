import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { bankScope, seedOrg } from '#e2e/fixtures/database';
import { jobApp, jobOf } from '#e2e/fixtures/jobs';
import { runs } from '#e2e/fixtures/runs';
import { groupOf } from '#e2e/fixtures/tag-oracle';
import { sql } from '#lib/base/db/db';
import type { ServiceError } from '#lib/base/errors';
import { TAG_MODES } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import { tagFilterQuery } from '#lib/base/tags/contract';
import { passesTags, type TagFilter } from '#lib/base/tags/filter';
import { currentBank } from '#lib/memory/banks/service';
import { listDocuments } from '#lib/memory/documents/service';
import { mergeEntity, updateEntity } from '#lib/memory/entities/curate';
import { getEntity, getEntityGraph, listEntities } from '#lib/memory/entities/service';
import {
  findGraphPath as connecting,
  exploreGraph as exploring,
  getGraph as graphing,
  listGraphNeighbors as neighboring,
} from '#lib/memory/graph/contract';
import { exploreGraph, findGraphPath, listGraphNeighbors } from '#lib/memory/graph/explore';
import { GRAPH_MODES } from '#lib/memory/graph/literals';
import { getGraph } from '#lib/memory/graph/service';
import { listMemories as listing } from '#lib/memory/memories/contract';
import { listMemories } from '#lib/memory/memories/service';
import { consolidationHandler } from '#lib/memory/observations/consolidate';
import { type RecallResponse, recallBody } from '#lib/memory/recall/contract';
import { readPayload } from '#lib/memory/recall/payload';
import { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import { recall } from '#lib/memory/recall/service';
import { readUnits } from '#lib/memory/reflect/store';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

/**
 * Tag filters are walls: an answer under a filter equals the unfiltered answer of a bank that
 * contains only the matching memories.
 */

const TAGS = ['user:ines', 'user:bob', 'team'];
const embedder = builtinEmbedder();
let orgId: string;
let all: BankScope;

const now = async (scope: BankScope): Promise<BankScope> => (await currentBank(db, scope))!;

withTestDatabase();
beforeAll(async () => {
  ({ orgId } = await seedOrg(db));
  all = await bankScope(db, orgId, 'all');
  const shared = { observation_scopes: 'shared' };
  const said = (content: string, day: string, document_id: string, tags: string[], more: object = shared) => ({
    content,
    timestamp: `2026-05-${day}T10:00:00Z`,
    document_id,
    tags,
    ...more,
  });
  const groups = [
    // observations without tags, whose sources have some
    [said('Ines: I live in Ghent with Marta.', '01', 'a', ['user:ines'])],
    [said('Ines: I moved to Bruges with Marta.', '02', 'b', ['user:ines'])],
    [said('Bob: I work at Halcyon with Ines.', '03', 'c', ['user:bob'])],
    [said('Bob: I work at Meridian with Ines now.', '04', 'd', ['user:bob', 'team'])],
    [said('Ines: I work at Meridian because Bob asked me.', '05', 'e', ['team'])],
    // several items of one document, in one request and by an append
    [
      said('Ines: the safe code is 4471 for the Harbour office.', '06', 'shared', ['user:ines'], { metadata: { pin: '4471' } }),
      said('Bob: the garage code is 8812 for the Harbour office.', '06', 'shared', ['user:bob'], { metadata: { pin: '8812' } }),
      said('The Harbour office opens at nine because Marta has the key.', '06', 'shared', [], {}),
    ],
    [said('Ines: the locker number is 77.', '07', 'log', ['user:ines'], {})],
    [said('Bob: the bike number is 99.', '08', 'log', ['user:bob'], { update_mode: 'append' })],
    [said('Marta likes the tram to Ghent.', '09', 'm', [])],
    // an entity with two spellings, and two merged entities
    [said('Ines: Katarina Zellweger-Svenson works at Meridian.', '10', 'k1', ['user:ines'])],
    [said('Bob: Katarina Zellweger-Svensson likes Ghent.', '11', 'k2', ['user:bob'])],
    [said('Ines: Bruno Kessler works at Halcyon.', '12', 'n1', ['user:ines'])],
    [said('Bob: Marek Holub works at Halcyon with Marta.', '13', 'n2', ['user:bob'])],
    [said('Bob: Lars Nyquist met Marta in Bruges.', '14', 'n3', ['team'])],
  ];
  for (const items of groups) await retain({ db, embedder }, all, retainBody.parse({ items }));
  all = await now(all);
  const named = async (q: string) => (await listEntities(db, all, { q, limit: 1, offset: 0 })).items[0]!.id;
  await mergeEntity(db, all, await named('Marek Holub'), await named('Bruno Kessler'));
  await updateEntity(db, all, await named('Lars Nyquist'), { canonical_name: 'Professor Lindqvist' });
  const job = jobOf(jobApp(db), all, { automatic: false, sweep: false, within: null });
  await consolidationHandler.run(job);
  all = await now(all);
});

/** Tables of a bank in the order of their references. */
const TABLES = [
  'documents',
  'chunks',
  'memories',
  'memory_embeddings',
  'consolidation_items',
  'memory_evidence',
  'memory_links',
  'entities',
  'entity_aliases',
  'memory_entities',
  'observation_scopes',
  'observations',
  'observation_sources',
];

let copies = 0;

/**
 * A bank with the memories of `all` that match a filter, under their own ids, and everything that
 * belongs to them.
 */
async function only(filter: TagFilter): Promise<BankScope> {
  const scope = await bankScope(db, orgId, `only-${copies++}`);
  const rows = await db.query<{ id: string; tags: string[] }>(sql`select id, tags from memories where bank_uid = ${all.bankUid}`);
  const hidden = rows.filter(({ tags }) => !passesTags(filter, tags)).map(({ id }) => id);
  await db.transaction(async (tx) => {
    for (const table of TABLES)
      await tx.query(sql`
        with visible as materialized (
          select to_jsonb(t) || jsonb_build_object('bank_uid', ${scope.bankUid}::bigint) as row from ${sql.identifier(table)} t where bank_uid = ${all.bankUid}
            and not exists (select from unnest(array['id', 'memory_id', 'observation_id', 'from_id', 'to_id']) k where to_jsonb(t)->>k = any(${sql.param(hidden)}::text[]))
        )
        insert into ${sql.identifier(table)} select (jsonb_populate_record(null::${sql.identifier(table)}, row)).* from visible`);
    await tx.query(sql`
      update memories o set proof_count = (select count(*) from observation_sources s where s.bank_uid = o.bank_uid and s.observation_id = o.id)
      where bank_uid = ${scope.bankUid} and fact_type = 'observation'`);
    await tx.query(sql`
      update entities e set mention_count = (select count(*) from memory_entities x join memories m on m.bank_uid = x.bank_uid and m.id = x.memory_id
        and m.state = 'valid' where x.bank_uid = e.bank_uid and x.entity_id = e.id) where bank_uid = ${scope.bankUid}`);
    await tx.query(sql`
      update entities e set (first_seen, last_seen) = (
        select min(t.at), max(t.at) from memory_entities x join memories m on m.bank_uid = x.bank_uid and m.id = x.memory_id and m.state = 'valid'
        cross join lateral (
          select m.mentioned_at as at union all select v.mentioned_at from memory_evidence v where v.bank_uid = m.bank_uid and v.memory_id = m.id) t
        where x.bank_uid = e.bank_uid and x.entity_id = e.id) where bank_uid = ${scope.bankUid}`);
    await tx.query(sql`
      update banks b set revision = ${all.bank!.revision}, embedding_model = ${all.bank!.embeddingModel},
        (unit_count, term_count) = (select count(*), coalesce(sum(term_count), 0) from memories where bank_uid = b.uid),
        speakers = array(select s from unnest(${sql.param([...all.bank!.speakers])}::text[]) with ordinality as t(s, ord)
          where exists (select from memories where bank_uid = b.uid and speaker = s) order by ord) where uid = ${scope.bankUid}`);
  });
  await db.query(sql`delete from entities where bank_uid = ${scope.bankUid} and mention_count = 0`);
  await callByVisibleSpellings(scope);
  await db.query(sql`
    delete from entity_aliases a where a.bank_uid = ${scope.bankUid} and not exists (
      select from memory_entities x join memories m on m.bank_uid = x.bank_uid and m.id = x.memory_id and m.state = 'valid'
      where x.bank_uid = a.bank_uid and x.entity_id = a.entity_id and a.key::text = any(x.spellings))`);
  return now(scope);
}

/**
 * Renames entities to the names that the memories of this bank use; a user named the renamed one.
 */
async function callByVisibleSpellings({ bankUid }: BankScope): Promise<void> {
  const rows = await db.query<{ id: string; canonical_name: string; uses: Record<string, number>; names: Record<string, string> }>(sql`
    select e.id, e.canonical_name,
      (select coalesce(json_object_agg(key, n), '{}') from (
        select s.key, count(*) as n from memory_entities x cross join unnest(x.spellings) as s(key) join memories m on m.bank_uid = x.bank_uid and m.id = x.memory_id
        where x.bank_uid = e.bank_uid and x.entity_id = e.id and m.state = 'valid' group by 1) u) as uses,
      (select coalesce(json_object_agg(a.key, a.name), '{}') from entity_aliases a where a.bank_uid = e.bank_uid and a.entity_id = e.id) as names
    from entities e where e.bank_uid = ${bankUid}`);
  for (const { id, canonical_name, uses, names } of rows) {
    const used = Object.keys(uses).sort((a, b) => uses[b]! - uses[a]! || names[b]!.length - names[a]!.length || (a < b ? -1 : 1));
    if (canonical_name === 'Professor Lindqvist' || used.length === 0 || used.some((key) => names[key] === canonical_name)) continue;
    await db.query(sql`update entities set canonical_name = ${names[used[0]!]} where bank_uid = ${bankUid} and id = ${id}::uuid`);
  }
}

const leaf: fc.Arbitrary<TagFilter> = fc.record({
  kind: fc.constant('leaf' as const),
  tags: fc.subarray(TAGS),
  mode: fc.constantFrom(...TAG_MODES),
});
const { tree } = fc.letrec<{ tree: TagFilter }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 2 },
    leaf,
    fc.record({ kind: fc.constantFrom('and' as const, 'or' as const), parts: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ kind: fc.constant('not' as const), part: tie('tree') }),
  ),
}));

const idsIn = async (scope: BankScope): Promise<string[]> =>
  (await db.query<{ id: string }>(sql`select id from memories where bank_uid = ${scope.bankUid} order by id`)).map(({ id }) => id);

/** The content of an answer except scores, which depend on the size of the bank. */
const includedIn = ({ results, entities, source_facts }: RecallResponse) => ({
  results: results
    .map(({ scores: _, ...fact }) => ({ ...fact, source_fact_ids: fact.source_fact_ids && [...fact.source_fact_ids].sort() }))
    .sort((a, b) => (a.id < b.id ? -1 : 1)),
  entities: Object.keys(entities ?? {}).sort(),
  source_facts: source_facts ?? {},
});

describe('under any filter by tags', () => {
  it('the data included with a result equals that of a bank of the visible memories', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (filter) => {
        const seen = await only(filter);
        const ids = await idsIn(seen);
        const args = { ids, entities: true, chunksOf: ids, chunkCharacters: 1e6, observations: ids, sourcesOf: ids, upTo: null };
        const filtered = await readPayload(db, all, { ...args, tags: filter });
        const expected = await readPayload(db, seen, { ...args, tags: null });
        expect(filtered.facts).toEqual(expected.facts);
        expect(filtered.entities).toEqual(expected.entities);
        expect(filtered.sources).toEqual(expected.sources);
        expect(await readUnits(db, all, ids, filter)).toEqual(await readUnits(db, seen, ids, null));
        const hidden = await hiddenWords(filter);
        for (const { text } of filtered.chunks) expect(wordsIn(text).filter((word) => hidden.has(word))).toEqual([]);
      }),
      { numRuns: runs(25) },
    );
  });

  it('recall includes the same, from the database and from a cached bank', async () => {
    const banks = new CachedBanks(db);
    await banks.warm(all.bank!, { model: embedder.model, dimensions: embedder.dimensions });
    await fc.assert(
      fc.asyncProperty(tree, async (filter) => {
        const seen = await only(filter);
        const ask = (more: object) =>
          recallBody.parse({
            query: 'Where do Ines, Bob and Marta live and work?',
            max_tokens: 100_000,
            include: { source_facts: {} },
            ...more,
          });
        const expected = includedIn(await recall({ db, embedder }, seen, ask({})));
        const groups = ask({ tag_groups: [groupOf(filter)] });
        const stored = includedIn(await recall({ db, embedder }, all, groups));
        expect(includedIn(await recall({ db, embedder, cachedBanks: banks }, all, groups))).toEqual(stored);
        // Scores depend on the size of the bank, so a weak result may be missing; the included data
        // may not differ.
        const common = new Set(expected.results.map(({ id }) => id));
        const byId = new Map(expected.results.map((fact) => [fact.id, fact]));
        for (const fact of stored.results) if (common.has(fact.id)) expect(fact).toEqual(byId.get(fact.id));
        const visible = new Set(await idsIn(seen));
        for (const id of [...Object.keys(stored.source_facts), ...stored.results.map((fact) => fact.id)]) expect(visible).toContain(id);
      }),
      { numRuns: runs(15) },
    );
  });

  it('the words of a question weigh the same, from the database and from a cached bank', async () => {
    const banks = new CachedBanks(db);
    await banks.warm(all.bank!, { model: embedder.model, dimensions: embedder.dimensions });
    await fc.assert(
      fc.asyncProperty(
        tree,
        fc.constantFrom('Where do Ines, Bob and Marta live and work?', 'What code did Bob say?'),
        async (filter, query) => {
          const seen = await only(filter);
          const ask = async (scope: BankScope, more: object, cachedBanks?: CachedBanks) => {
            const body = recallBody.parse({ query, max_tokens: 100_000, trace: true, ...more });
            const { trace } = await recall({ db, embedder, ...(cachedBanks && { cachedBanks }) }, scope, body);
            const { searched_text, query_terms } = trace!.query as Record<string, unknown>;
            const retrievers = trace!.retrieval_results as { method_name: string; results: { id: string; score: number }[] }[];
            const { results } = retrievers.find(({ method_name }) => method_name === 'keyword')!;
            return { searched_text, query_terms, keyword: results.map(({ id, score }) => [id, score.toFixed(3)]).sort() };
          };
          const expected = await ask(seen, {});
          const groups = { tag_groups: [groupOf(filter)] };
          expect(await ask(all, groups)).toEqual(expected);
          expect(await ask(all, groups, banks)).toEqual(expected);
        },
      ),
      { numRuns: runs(25) },
    );
  });

  it('listings and graphs are those of a bank of the visible memories', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (filter) => {
        const seen = await only(filter);
        const query = queryOf(filter);
        const list = (scope: BankScope, given: object) => listMemories(db, scope, z.object(listing.query!.shape).parse(given));
        expect(await list(all, query)).toEqual(await list(seen, {}));
        const [named] = await db.query<{ id: string }>(
          sql`select id from entities where bank_uid = ${all.bankUid} and canonical_name = 'Ines'`,
        );
        for (const q of ['Ines works at Meridian', 'the code for Bob in Ghent', 'Bob'])
          expect(await list(all, { ...query, q })).toEqual(await list(seen, { q }));
        expect(await list(all, { ...query, entity_id: named!.id })).toEqual(await list(seen, { entity_id: named!.id }));
        const graph = (scope: BankScope, given: object) => getGraph(db, scope, z.object(graphing.query!.shape).parse(given));
        expect(await graph(all, query)).toEqual(await graph(seen, { tags_match: 'any' }));
        for (const kind of GRAPH_MODES) {
          const explore = (scope: BankScope, given: object) =>
            exploreGraph(db, scope, z.object(exploring.query!.shape).parse({ mode: kind, ...given }));
          const found = await explore(all, query);
          const { nodes, ...rest } = await explore(seen, { tags_match: 'any' });
          expect({ ...found, nodes: found.nodes.toSorted(byId) }).toEqual({ ...rest, nodes: nodes.toSorted(byId) });
        }
      }),
      { numRuns: runs(25) },
    );
  });

  it('a leaf with tags means the same as `tags` with `tags_match`', async () => {
    await fc.assert(
      fc.asyncProperty(leaf, async (filter) => {
        if (filter.kind !== 'leaf' || filter.tags.length === 0) return;
        const { tags, mode } = filter;
        const list = (given: object) => listMemories(db, all, z.object(listing.query!.shape).parse(given));
        expect(await list({ tags: [...tags], tags_match: mode })).toEqual(await list(queryOf(filter)));
      }),
      { numRuns: runs(10) },
    );
  });

  it('neighbors and paths are those of a bank of the visible memories', async () => {
    const ids = await idsIn(all);
    const { items } = await listEntities(db, all, { limit: 100, offset: 0 });
    const nodes = [...ids, ...items.map(({ id }) => id)];
    const orRefusal = (answer: Promise<unknown>) => answer.catch((error: ServiceError) => error.code);
    await fc.assert(
      fc.asyncProperty(tree, fc.constantFrom(...nodes), fc.constantFrom(...nodes), async (filter, from, to) => {
        const seen = await only(filter);
        for (const kind of GRAPH_MODES) {
          const near = (scope: BankScope, given: object) =>
            orRefusal(
              listGraphNeighbors(db, scope, z.object(neighboring.query!.shape).parse({ node_id: from, mode: kind, limit: 100, ...given })),
            );
          expect(await near(all, queryOf(filter))).toEqual(await near(seen, {}));
          const way = (scope: BankScope, given: object) =>
            orRefusal(findGraphPath(db, scope, z.object(connecting.query!.shape).parse({ from, to, mode: kind, ...given })));
          expect(await way(all, queryOf(filter))).toEqual(await way(seen, {}));
        }
      }),
      { numRuns: runs(25) },
    );
  });

  it('entities, their graph and their details are those of a bank of the visible memories', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (filter) => {
        const seen = await only(filter);
        const query = { ...z.object(tagFilterQuery).parse(queryOf(filter)), limit: 100 };
        const listed = await listEntities(db, all, { ...query, offset: 0 });
        const expected = await listEntities(db, seen, { limit: 100, offset: 0 });
        expect(listed).toEqual(expected);
        for (const q of ['svenson', 'svensson', 'bruno', 'marek', 'nyquist', 'lindqvist'])
          expect(await listEntities(db, all, { ...query, q, offset: 0 })).toEqual(
            await listEntities(db, seen, { q, limit: 100, offset: 0 }),
          );
        expect(await getEntityGraph(db, all, { ...query, min_count: 1 })).toEqual(
          await getEntityGraph(db, seen, { limit: 100, min_count: 1 }),
        );
        const [marta] = (await listEntities(db, all, { q: 'Marta', limit: 1, offset: 0 })).items;
        const edges = { min_count: 1, entity_id: marta!.id };
        expect(await getEntityGraph(db, all, { ...query, ...edges })).toEqual(await getEntityGraph(db, seen, { limit: 100, ...edges }));
        for (const { id } of (await listEntities(db, all, { limit: 100, offset: 0 })).items) {
          if (!expected.items.some((item) => item.id === id)) {
            await expect(getEntity(db, all, id, filter)).rejects.toMatchObject({ code: 'not_found' });
            continue;
          }
          expect(await getEntity(db, all, id, filter)).toEqual(await getEntity(db, seen, id));
        }
      }),
      { numRuns: runs(25) },
    );
  });

  it('a document of several users shows only what belongs to the matching parts', async () => {
    const list = async (tags_match: string, tags = ['user:bob']) =>
      new Map((await listDocuments(db, all, { tags, tags_match, limit: 100, offset: 0 })).items.map((item) => [item.id, item]));
    const ofBob = await list('any_strict');
    expect([...ofBob.keys()].sort()).toEqual(['c', 'd', 'k2', 'log', 'n2', 'shared']);
    const part = { memory_unit_count: 1, tags: ['user:bob'], content_hash: '', retain_params: {}, document_metadata: {} };
    expect(ofBob.get('log')).toMatchObject({ ...part, text_length: '\nBob: the bike number is 99.'.length });
    expect(ofBob.get('shared')).toMatchObject(part);
    expect(JSON.stringify([...ofBob.values()])).not.toContain('4471');
    expect(ofBob.get('c')).toEqual((await list('any', [])).get('c'));
    expect([...(await list('exact')).keys()].sort()).toEqual(['c', 'k2', 'log', 'n2', 'shared']);
    expect([...(await list('all_strict', ['user:bob', 'user:ines'])).keys()]).toEqual([]);
    expect([...(await list('all_strict', ['user:bob', 'team'])).keys()]).toEqual(['d']);
  });
});

/** A filter as query parameters of a URL. */
const queryOf = (filter: TagFilter) => ({ tag_groups: JSON.stringify([groupOf(filter)]) });

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]{4,}/gu) ?? [];

/** Words that occur only in hidden memories. */
async function hiddenWords(filter: TagFilter): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ text: string; tags: string[] }>(sql`select text, tags from memories where bank_uid = ${all.bankUid}`);
  const said = (isSeen: boolean) => rows.filter(({ tags }) => passesTags(filter, tags) === isSeen).flatMap(({ text }) => wordsIn(text));
  const visible = new Set(said(true));
  return new Set(said(false).filter((word) => !visible.has(word)));
}
