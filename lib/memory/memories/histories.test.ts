import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { db, newTestBank, scope, setScope, withTestDatabase } from '#e2e/fixtures/bank';
import { cachedGaps } from '#e2e/fixtures/cached-banks';
import { inconsistencies } from '#e2e/fixtures/consistency';
import { runs } from '#e2e/fixtures/runs';
import { sql } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import { currentBank } from '#lib/memory/banks/service';
import { deleteDocument, listDocuments } from '#lib/memory/documents/service';
import * as entityContract from '#lib/memory/entities/contract';
import { mergeEntity, splitEntity, undoEntityChange } from '#lib/memory/entities/curate';
import { getEntity, getEntityGraph, listEntities, listEntityChanges } from '#lib/memory/entities/service';
import * as graphContract from '#lib/memory/graph/contract';
import { getGraph } from '#lib/memory/graph/service';
import { listMemories as listing, updateMemoryBody } from '#lib/memory/memories/contract';
import * as memories from '#lib/memory/memories/service';
import { recallBody } from '#lib/memory/recall/contract';
import { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import { recall } from '#lib/memory/recall/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { getStats, getTimeseries } from '#lib/memory/stats/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

/** After any history of a bank, all reads agree with its base rows. */

let cachedBanks: CachedBanks;
const services = () => ({ db, embedder: builtinEmbedder() });

withTestDatabase();

const PEOPLE = ['Robert Miller', 'Bob Miller', 'Carla Weber', 'Dana Frost', 'Otto Lang'];
const PLACES = ['Lisbon', 'Porto', 'Vienna'];
const sentence = (n: number): string => {
  const [one, other, place] = [PEOPLE[n % 5]!, PEOPLE[(n * 2 + 1) % 5]!, PLACES[n % 3]!];
  return `${one} painted wall ${n} in ${place}${n % 2 === 0 ? ` with ${other}` : ''}.`;
};

type Act = { readonly what: string; readonly pick: number; readonly other: number; readonly n: number };
const act: fc.Arbitrary<Act> = fc.record({
  what: fc.constantFrom(
    ...['retain', 'append', 'edit', 'date', 'invalidate', 'revert', 'merge', 'split', 'undo', 'delete memory', 'delete document'],
  ),
  pick: fc.nat(30),
  other: fc.nat(30),
  n: fc.nat(9),
});

const at = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)];

const retainDocument = (id: string, from: number, to: number, more = {}) => {
  const content = Array.from({ length: to - from }, (_, i) => sentence(from + i)).join('\n');
  return retain(services(), scope, retainBody.parse({ items: [{ content, document_id: id, timestamp: '2024-05-01', ...more }] }));
};

const listed = async (query: object = {}) =>
  (await memories.listMemories(db, scope, z.object(listing.query!.shape).parse({ ...query, limit: 1000 }))).items;
const unitIds = async (state: string): Promise<string[]> => (await listed({ state })).map(({ id }) => id).sort();
const people = async () => (await listEntities(db, scope, { q: undefined, kind: undefined, limit: 100, offset: 0 })).items;

const patch = (id: string, body: object) => memories.updateMemory(services(), scope, id, updateMemoryBody.parse(body));

async function undoOne(id: string, pick: number): Promise<void> {
  const { items } = await listEntityChanges(db, scope, id, { limit: 20, offset: 0 });
  const change = at(items, pick);
  if (change) await undoEntityChange(db, scope, id, change.id);
}

async function splitOne(id: string, pick: number): Promise<void> {
  const { aliases } = await getEntity(db, scope, id);
  const alias = at(aliases, pick);
  if (alias) await splitEntity(db, scope, id, { aliases: [alias.name] });
}

/** An action that an earlier one made impossible is rejected and changes nothing. */
async function perform({ what, pick, other, n }: Act): Promise<void> {
  const id = at(await unitIds(what === 'revert' ? 'invalidated' : 'valid'), pick);
  const [one, two] = await people().then((all) => [at(all, pick)?.id, at(all, other)?.id]);
  const acts: Record<string, () => Promise<unknown> | undefined> = {
    retain: () => retainDocument(`d${n % 2}`, n, n + 5),
    append: () => retainDocument(`d${n % 2}`, n + 10, n + 12, { update_mode: 'append' }),
    edit: () => (id === undefined ? undefined : patch(id, { text: sentence(n + 20) })),
    date: () => (id === undefined ? undefined : patch(id, { occurred_start: `2024-06-0${(n % 9) + 1}`, occurred_end: '' })),
    invalidate: () => (id === undefined ? undefined : patch(id, { state: 'invalidated' })),
    revert: () => (id === undefined ? undefined : patch(id, { state: 'valid' })),
    merge: () => (one !== undefined && two !== undefined && one !== two ? mergeEntity(db, scope, one, two) : undefined),
    split: () => (one === undefined ? undefined : splitOne(one, n)),
    undo: () => (one === undefined ? undefined : undoOne(one, n)),
    'delete memory': () => (id === undefined ? undefined : memories.deleteMemory({ db }, scope, id)),
    'delete document': () => deleteDocument(db, scope, `d${n % 2}`),
  };
  await Promise.resolve(acts[what]!()).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || !['not_found', 'conflict', 'bad_request'].includes(error.code)) throw error;
  });
  setScope((await currentBank(db, scope)) ?? scope);
}

/** The base rows: memories, their entities, and documents. */
async function base() {
  const units = await db.query<{ id: string; state: string; text: string; fact_type: string; names: string[]; named: string[] }>(sql`
    select m.id, m.state, m.text, m.fact_type,
      array(select e.id::text from memory_entities x join entities e on e.bank_uid = x.bank_uid and e.id = x.entity_id
        where x.bank_uid = m.bank_uid and x.memory_id = m.id order by 1) as named,
      array(select e.canonical_name from memory_entities x join entities e on e.bank_uid = x.bank_uid and e.id = x.entity_id
        where x.bank_uid = m.bank_uid and x.memory_id = m.id order by 1) as names
    from memories m where m.bank_uid = ${scope.bankUid} and m.fact_type <> 'observation' order by m.id`);
  const [{ documents } = { documents: 0 }] = await db.query<{ documents: number }>(
    sql`select count(*)::int as documents from documents where bank_uid = ${scope.bankUid}`,
  );
  return { live: units.filter(({ state }) => state === 'valid'), invalidated: units.filter(({ state }) => state !== 'valid'), documents };
}

const tally = (keys: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
};
const pairsOf = (named: readonly string[]): string[] => named.flatMap((a, i) => named.slice(i + 1).map((b) => [a, b].sort().join(' ')));

async function agree(): Promise<void> {
  expect(await inconsistencies(db, scope)).toEqual([]);
  expect(await cachedGaps(db, cachedBanks, scope)).toEqual([]);
  const { live, invalidated, documents } = await base();
  const ids = live.map(({ id }) => id);
  const items = await listed();
  expect(items.map(({ id }) => id).sort()).toEqual(ids);
  expect(Object.fromEntries(items.map(({ id, entities }) => [id, entities]))).toEqual(
    Object.fromEntries(live.map(({ id, names }) => [id, names.join(', ')])),
  );
  expect(await unitIds('invalidated')).toEqual(invalidated.map(({ id }) => id));

  const mentions = tally(live.flatMap(({ named }) => named));
  const entities = await people();
  expect(Object.fromEntries(entities.map(({ id, mention_count }) => [id, mention_count]))).toEqual(mentions);
  for (const { id } of entities.slice(0, 2)) {
    const naming = (units: typeof live): string[] => units.filter(({ named }) => named.includes(id)).map((unit) => unit.id);
    expect((await listed({ entity_id: id })).map((unit) => unit.id).sort()).toEqual(naming(live));
    expect((await listed({ entity_id: id, state: 'invalidated' })).map((unit) => unit.id).sort()).toEqual(naming(invalidated));
  }

  const together = tally(live.flatMap(({ named }) => pairsOf(named)));
  const { edges } = await getEntityGraph(db, scope, entityContract.getEntityGraph.query!.parse({ limit: 1000 }));
  expect(Object.fromEntries(edges.map(({ data }) => [[data.source, data.target].sort().join(' '), data.weight]))).toEqual(together);

  const graph = await getGraph(db, scope, graphContract.getGraph.query!.parse({}));
  expect(graph.nodes.map(({ data }) => data.id).sort()).toEqual(ids);
  expect(graph.total_units).toBe(ids.length);
  for (const { data } of graph.nodes) expect(data.entity_ids.toSorted()).toEqual(live.find(({ id }) => id === data.id)!.named);

  const types = tally(live.map(({ fact_type }) => fact_type));
  expect(await getStats({ db }, scope, { refresh: false })).toMatchObject({
    total_nodes: ids.length,
    nodes_by_fact_type: types,
    total_documents: documents,
    total_entities: Object.keys(mentions).length,
  });
  const { buckets } = await getTimeseries(db, scope, { period: '1d', time_field: 'created_at' });
  expect(buckets.reduce((sum, { world, experience }) => sum + world + experience, 0)).toBe(ids.length);
  expect((await listDocuments(db, scope, { q: undefined, tags: undefined, tags_match: 'any', limit: 100, offset: 0 })).total).toBe(
    documents,
  );

  const first = live[0];
  if (!first) return;
  const { results } = await recall(services(), scope, recallBody.parse({ query: first.text }));
  expect(results.map(({ id }) => id)).toContain(first.id);
  expect(results.filter(({ id }) => !ids.includes(id))).toEqual([]);
}

it('all reads agree after any history of retain, edit, invalidate, revert, merge, split and delete', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 12 }), async (acts) => {
      await newTestBank();
      cachedBanks = new CachedBanks(db);
      await retainDocument('d0', 0, 6);
      for (const one of acts) {
        await perform(one);
        await agree();
      }
    }),
    { numRuns: runs(12) },
  );
});
