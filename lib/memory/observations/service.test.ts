import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { countsOf, isCitus } from '#e2e/fixtures/citus';
import { inconsistencies } from '#e2e/fixtures/consistency';
import { bankScope, seedOrg } from '#e2e/fixtures/database';
import { jobApp, jobOf } from '#e2e/fixtures/jobs';
import { rowsRead } from '#e2e/fixtures/rows-read';
import { onBehalfOf } from '#lib/base/db/caller';
import { schemaOf } from '#lib/base/db/cells';
import { type Db, sql, type Tx } from '#lib/base/db/db';
import { ValidationFailure } from '#lib/base/errors';
import { type BankScope, mintBankScope } from '#lib/base/scope';
import { deleteDocument, getDocument, updateDocument } from '#lib/memory/documents/service';
import { listMemories as listing } from '#lib/memory/memories/contract';
import { clearMemories, getMemory, listMemories, updateMemory } from '#lib/memory/memories/service';
import { consolidationHandler } from '#lib/memory/observations/consolidate';
import * as observations from '#lib/memory/observations/service';
import * as store from '#lib/memory/observations/store';
import { readBatch } from '#lib/memory/observations/store-items';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

withTestBank();

const embedder = builtinEmbedder();
type Item = Record<string, unknown> & { content: string };
const retainAll = (...items: Item[]) => retain({ db, embedder }, scope, retainBody.parse({ items }));
const itemOf = (content: string, day: string, more: Record<string, unknown> = {}): Item => ({ content, timestamp: `2026-${day}`, ...more });

/** A statement and a repetition in other words: one memory alone makes no observation. */
const twice = (content: string, day: string, more: Record<string, unknown> & { document_id: string }): Item[] => [
  itemOf(content, day, more),
  itemOf(content.replace(/\.$/, ', really.'), day, { ...more, document_id: `${more.document_id} again` }),
];

/** The database, with a concurrent act before its first transaction. */
const withConcurrent = (by: () => Promise<unknown>): Db => {
  let isOver = false;
  const transaction: Db['transaction'] = async (...args) => {
    if (!isOver) {
      isOver = true;
      await by();
    }
    return db.transaction(...args);
  };
  const get = (target: Db, name: keyof Db): unknown => {
    const value = name === 'transaction' ? transaction : target[name];
    return typeof value === 'function' ? value.bind(target) : value;
  };
  return new Proxy(db, { get: (target, name) => get(target, name as keyof Db) });
};

const run = async (payload: Record<string, unknown> = {}, of = scope, through = db) => {
  const job = jobOf(jobApp(through, { embedder }), of, { automatic: false, sweep: false, within: null, ...payload });
  return (await consolidationHandler.run(job)).result;
};
const texts = async (of = scope): Promise<string[]> =>
  (await observations.listObservations(db, of, { exact: false, limit: 1000, offset: 0 })).items
    .map(({ text, tags }) => [text, ...tags].join(' #'))
    .sort();
const only = async () => (await observations.listObservations(db, scope, { exact: false, limit: 10, offset: 0 })).items[0]!;
/** The observation of a statement that was made twice, and then changed in another document. */
const movedToLisbon = async () => {
  await retainAll(
    ...twice('Ana: I live in Porto.', '01-05', { document_id: 'a' }),
    itemOf('Ana: I moved to Lisbon.', '03-02', { document_id: 'b' }),
  );
  await run();
  return only();
};

describe('consolidation by rules', () => {
  it('stores lasting statements, shows a change with its date, and ignores small talk', async () => {
    await retainAll(
      itemOf('Ana: I live in Porto. How are you?', '01-05', { document_id: 'a' }),
      itemOf('Ana: I moved to Lisbon last week.', '03-02', { document_id: 'b' }),
    );
    expect(await run()).toMatchObject({ outcome: 'completed', processed: 2, created: 1 });
    expect(await texts()).toEqual(['Ana: I moved to Lisbon last week. (2026-03-02)\nEarlier (2026-01-05): I live in Porto.']);
    expect(await only()).toMatchObject({
      proof_count: 2,
      method: 'extractive',
      is_stale: false,
      mentioned_at: '2026-03-02T00:00:00+00:00',
    });
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('names the entities of its evidence, in a single read, in a list and in a filtered list', async () => {
    const naming = (...names: string[]) => ({ entities: names.map((text) => ({ text })) });
    await retainAll(
      itemOf('Ana: I live in Porto.', '01-05', { document_id: 'a', ...naming('Ana', 'Porto') }),
      itemOf('Ana: I moved to Lisbon.', '03-02', { document_id: 'b', ...naming('Ana', 'Lisbon') }),
      itemOf('The tram is loud.', '03-03', { document_id: 'c' }),
    );
    await run();
    const memory = await getMemory(db, scope, (await only()).id);
    expect(memory.entities).toEqual(['Ana', 'Lisbon', 'Porto']);
    const [ana, lisbon] = memory.entity_refs.map(({ id }) => id);
    const [observation, ...facts] = ['observation: Ana, Lisbon, Porto', 'world: Ana, Lisbon', 'world: Ana, Porto'];
    // Along an index, and collected as for many memories.
    for (const unitCount of [0, 1_000_000]) {
      const listed = async (query: Record<string, unknown>) => {
        const of = { ...scope, bank: { ...scope.bank!, unitCount } };
        const { items, total } = await listMemories(db, of, z.object(listing.query!.shape).parse(query));
        expect(total).toBe(items.length);
        return items.map(({ fact_type, entities }) => `${fact_type}: ${entities}`).sort();
      };
      expect(await listed({ type: ['observation'] })).toEqual([observation]);
      expect(await listed({ entity_id: ana })).toEqual([observation, ...facts]);
      expect(await listed({ entity_id: ana, type: ['world'] })).toEqual(facts);
      expect(await listed({ entity_id: lisbon, from: '2026-03-02' })).toEqual([observation, facts[0]]);
      expect(await listed({ entity_id: ana, type: ['observation'], q: 'moved' })).toEqual([observation]);
    }
  });

  it('counts repeated statements, and changes nothing in a second run', async () => {
    await retainAll(
      itemOf('Bob: I like pizza.', '01-05', { document_id: 'a' }),
      itemOf('Bob: I really like pizza!', '02-05', { document_id: 'b' }),
    );
    await run();
    expect(await only()).toMatchObject({ text: 'Bob: I really like pizza!', proof_count: 2 });
    const before = await only();
    await observations.consolidate(db, scope, null);
    expect(await run({ sweep: true })).toMatchObject({ processed: 0 });
    await db.query(sql`update consolidation_items set status = 'pending' where bank_uid = ${scope.bankUid}`);
    expect(await run()).toMatchObject({ processed: 2, created: 0, updated: 0 });
    expect(await only()).toEqual(before);
  });

  it('writes an observation again that was deleted while its plan left it unchanged', async () => {
    await retainAll(...twice('Bob: I like pizza.', '01-05', { document_id: 'a' }));
    await run();
    const before = await texts();
    await db.query(sql`update consolidation_items set status = 'pending' where bank_uid = ${scope.bankUid}`);
    await run(
      {},
      scope,
      withConcurrent(() => observations.clearObservations(db, scope)),
    );
    await run();
    expect(await texts()).toEqual(before);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('never mixes scopes', async () => {
    await retainAll(
      ...twice('Ana: I live in Porto.', '01-05', { document_id: 'a', tags: ['x'] }),
      ...twice('Ana: I live in Lisbon.', '02-05', { document_id: 'b', tags: ['y'] }),
      ...twice('Ana: I live in Rome.', '03-05', { document_id: 'c', tags: ['y', 'x'] }),
      ...twice('Ana: I live in Oslo.', '04-05', { document_id: 'd' }),
    );
    await run();
    expect(await texts()).toEqual([
      'Ana: I live in Lisbon, really. #y',
      'Ana: I live in Oslo, really.',
      'Ana: I live in Porto, really. #x',
      'Ana: I live in Rome, really. #x #y',
    ]);
    const { scopes, total } = await observations.listScopes(db, scope, { limit: 2, offset: 1 });
    expect([scopes, total]).toEqual([
      [
        { tags: ['x'], count: 1 },
        { tags: ['x', 'y'], count: 1 },
      ],
      4,
    ]);
  });

  it('removes a changed source from the text at once, and preserves the history', async () => {
    const { id } = await movedToLisbon();
    await deleteDocument(db, scope, 'b');
    expect(await only()).toMatchObject({ id, text: 'Ana: I live in Porto, really.', proof_count: 2 });
    expect(await inconsistencies(db, scope)).toEqual([]);
    expect(await run()).toMatchObject({ processed: 2, updated: 1 });
    const history = await observations.getHistory(db, scope, id);
    expect(history[0]!.previous_text).toBeNull();
    expect(history[0]!.source_facts.map(({ text, is_new }) => [text, is_new]).sort()).toEqual([
      ['Ana: I live in Porto, really.', false],
      ['Ana: I live in Porto.', false],
    ]);
    await deleteDocument(db, scope, 'a');
    expect(await texts()).toEqual([]);
    expect(await inconsistencies(db, scope)).toEqual([]);
    const finalHistory = await observations.getHistory(db, scope, id);
    expect(finalHistory.at(-1)).toMatchObject({ source_facts: [] });
  });

  it('adds one history entry and no pending item for an invalidated source, which counts again once it is valid', async () => {
    const { id, source_memory_ids } = await movedToLisbon();
    const lisbon = source_memory_ids[2]!;
    await updateMemory({ db, embedder }, scope, lisbon, { state: 'invalidated', resolve_entities: true });
    await run();
    expect(await only()).toMatchObject({ id, text: 'Ana: I live in Porto, really.', is_stale: false, change_count: 1 });
    expect(await observations.consolidationCounts(db, scope)).toEqual({ pending: 0, done: 2, failed: 0 });
    await observations.clearObservations(db, scope);
    expect(await observations.consolidationCounts(db, scope)).toEqual({ pending: 2, done: 0, failed: 0 });
    await run();
    expect(await only()).toMatchObject({ text: 'Ana: I live in Porto, really.', is_stale: false });
    await updateMemory({ db, embedder }, scope, lisbon, { state: 'valid', resolve_entities: true });
    await run();
    const changed = 'Ana: I moved to Lisbon. (2026-03-02)\nEarlier (2026-01-05): I live in Porto, really.';
    expect(await only()).toMatchObject({ text: changed, is_stale: false });
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('quotes each source in the history as it was at the time', async () => {
    const { id, source_memory_ids } = await movedToLisbon();
    await updateMemory({ db, embedder }, scope, source_memory_ids[2]!, { text: 'Ana: I moved to Faro.', resolve_entities: true });
    await run();
    await retainAll(itemOf('Ana: I live in Rome.', '05-02', { document_id: 'c' }));
    await run();
    const history = await observations.getHistory(db, scope, id);
    const homes = ['Ana: I live in Porto, really.', 'Ana: I live in Porto.'];
    expect(history.map(({ source_facts }) => source_facts.map(({ text }) => text).sort())).toEqual([
      homes,
      [...homes, 'Ana: I moved to Faro.'],
      [...homes, 'Ana: I live in Rome.', 'Ana: I moved to Faro.'],
    ]);
    await updateMemory({ db, embedder }, scope, source_memory_ids[0]!, { text: 'Ana: I live in Braga.', resolve_entities: true });
    expect((await observations.getHistory(db, scope, id))[0]!.source_facts.map(({ text }) => text).sort()).toEqual(homes);
  });

  it('ignores an empty list of scopes: the memory is consolidated under its tags', async () => {
    await retainAll(...twice('Ana: I live in Porto.', '01-05', { document_id: 'a', tags: ['x'], observation_scopes: [] }));
    await run({ sweep: true });
    expect(await texts()).toEqual(['Ana: I live in Porto, really. #x']);
  });

  it('are listed by their proofs', async () => {
    await retainAll(
      ...twice('Ana: I live in Porto.', '01-05', { document_id: 'a' }),
      ...twice('Ben: I work at Acme.', '01-05', { document_id: 'b' }),
      itemOf('Ben: I work at Acme, as ever.', '02-05', { document_id: 'c' }),
    );
    await run();
    const proofs = async (order: 'asc' | 'desc') =>
      (await observations.listObservations(db, scope, { exact: false, sort: 'proof_count', order, limit: 10, offset: 0 })).items.map(
        ({ proof_count }) => proof_count,
      );
    expect(await proofs('asc')).toEqual([2, 3]);
    expect(await proofs('desc')).toEqual([3, 2]);
  });

  it('derives the same observations from the same input, in any order and batches', async () => {
    const rows = async (of: BankScope) =>
      (await observations.listObservations(db, of, { exact: false, limit: 1000, offset: 0 })).items
        .map(({ text, tags, proof_count, method, mentioned_at, occurred_start, occurred_end }) =>
          JSON.stringify([text, tags, proof_count, method, mentioned_at, occurred_start, occurred_end]),
        )
        .sort();
    const items = [
      itemOf('Ana: I live in Porto.\nBen: I work at Acme. I love jazz.', '01-05', { document_id: 'a', tags: ['x'] }),
      itemOf('Ana: I moved to Lisbon.\nBen: I have a dog called Rex.', '02-05', { document_id: 'b', tags: ['x'] }),
      itemOf('Ben: I work at Orbit now.\nAna: I am allergic to cats.', '03-05', {
        document_id: 'c',
        tags: ['x'],
        observation_scopes: 'shared',
      }),
      itemOf('Ana: I live in Faro.\nBen: I love jazz!', '04-05', { document_id: 'd', tags: ['x', 'y'], observation_scopes: 'per_tag' }),
      itemOf('Ana: I am allergic to cats.', '05-05', { document_id: 'e' }),
    ];
    items.push(
      ...items.map(({ content, ...item }) => ({
        ...item,
        content: content.replace(/[.!]$/, ', really.'),
        document_id: `${item.document_id} again`,
      })),
    );
    const { orgId } = await seedOrg(db);
    const [repeated, backwards] = [await bankScope(db, orgId, 'repeated'), await bankScope(db, orgId, 'backwards')];
    await retainAll(...items);
    await run();
    await retain({ db, embedder }, repeated, retainBody.parse({ items }));
    await run({}, repeated);
    for (const item of items.toReversed()) {
      await retain({ db, embedder }, backwards, retainBody.parse({ items: [item] }));
      await run({}, backwards);
    }
    const first = await rows(scope);
    expect(first.length).toBeGreaterThan(5);
    expect(await rows(repeated)).toEqual(first);
    expect(await rows(backwards)).toEqual(first);
  });

  it('moves the observations of a document when its tags change', async () => {
    await retainAll(
      ...twice('Ana: I live in Porto.', '01-05', { document_id: 'a', tags: ['x'] }),
      itemOf('Ana: I live in Rome. Ben: I love jazz.', '03-02', { document_id: 'b', tags: ['x'] }),
      itemOf('Ana: I live in Oslo.', '04-02', { document_id: 'c', tags: ['y'] }),
    );
    await run();
    expect(await texts()).toEqual(['Ana: I live in Rome. (2026-03-02)\nEarlier (2026-01-05): I live in Porto, really. #x']);
    await updateDocument(db, scope, 'b', { tags: ['y'] });
    expect(await texts()).toEqual(['Ana: I live in Porto, really. #x']);
    await run();
    const ofBoth = ['Ana: I live in Oslo. (2026-04-02)\nEarlier (2026-03-02): I live in Rome. #y', 'Ana: I live in Porto, really. #x'];
    expect(await texts()).toEqual(ofBoth);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('moves the observations of a document when its observation scopes change, and stores the scopes', async () => {
    await retainAll(...twice('Ana: I live in Porto.', '01-05', { document_id: 'a', tags: ['x', 'y'] }));
    await run();
    expect(await texts()).toEqual(['Ana: I live in Porto, really. #x #y']);
    const update = async (body: Parameters<typeof updateDocument>[3]) => {
      for (const id of ['a', 'a again']) await updateDocument(db, scope, id, body);
    };
    await update({ observation_scopes: 'per_tag' });
    await run();
    expect(await texts()).toEqual(['Ana: I live in Porto, really. #x', 'Ana: I live in Porto, really. #y']);
    expect(await getDocument(db, scope, 'a')).toMatchObject({ tags: ['x', 'y'], observation_scopes: 'per_tag' });
    await update({ tags: ['z'], observation_scopes: [[]] });
    await run();
    expect(await texts()).toEqual(['Ana: I live in Porto, really.']);
    expect(await inconsistencies(db, scope)).toEqual([]);
    const many = Array.from({ length: 20 }, (_, i) => `t${i}`);
    await expect(updateDocument(db, scope, 'a', { tags: many, observation_scopes: 'all_combinations' })).rejects.toThrow(ValidationFailure);
  });

  it('leaves facts pending when observations are cleared, and deletes observations when facts are cleared', async () => {
    await retainAll(
      ...twice('Ana: I live in Porto.', '01-05', { document_id: 'a' }),
      ...twice('Bob works at Acme.', '01-05', { document_id: 'b' }),
    );
    await run();
    expect(await observations.clearObservations(db, scope)).toMatchObject({ deleted_count: 2 });
    expect(await observations.consolidationCounts(db, scope)).toEqual({ pending: 4, done: 0, failed: 0 });
    await run();
    expect(await texts()).toHaveLength(2);
    expect(await inconsistencies(db, scope)).toEqual([]);
    expect(await clearMemories(db, scope, 'world')).toMatchObject({ deleted_count: 4 });
    expect(await texts()).toEqual([]);
    expect(await inconsistencies(db, scope)).toEqual([]);
    await clearMemories(db, scope, undefined);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });
});

describe('clearing the observations of a bank', () => {
  const PEOPLE = 105;
  /** One observation per person. */
  const setUp = async () => {
    const facts = Array.from({ length: PEOPLE }, (_, i) => `Ana${i}: I live in Porto.`);
    const day = { document_id: 'a', timestamp: '2026-01-05' };
    await retainAll(
      { content: facts.join('\n'), ...day },
      { content: facts.map((fact) => fact.replace('.', ', really.')).join('\n'), ...day, document_id: 'b' },
    );
    await run();
    expect(await texts()).toHaveLength(PEOPLE);
  };
  /** The database, with an act before its second transaction. */
  const withSecond = (act: () => Promise<unknown>): Db => {
    let count = 0;
    const transaction: Db['transaction'] = async (...args) => {
      count++;
      if (count === 2) await act();
      return db.transaction(...args);
    };
    return { ...db, query: db.query.bind(db), transaction };
  };
  const pending = async () => (await observations.consolidationCounts(db, scope)).pending;

  it('happens in batches, and an interrupted request can be repeated', async () => {
    await setUp();
    const interrupted = withSecond(() => Promise.reject(new Error('interrupted')));
    await expect(observations.clearObservations(interrupted, scope)).rejects.toThrow('interrupted');
    expect(await texts()).toHaveLength(5);
    expect(await pending()).toBe(200);
    expect(await inconsistencies(db, scope)).toEqual([]);
    expect(await clearMemories(db, scope, 'observation')).toMatchObject({ deleted_count: 5 });
    expect(await pending()).toBe(2 * PEOPLE);
    await run();
    expect(await texts()).toHaveLength(PEOPLE);
  });

  it('continues to the end after the caller has hung up', async () => {
    await setUp();
    const caller = new AbortController();
    const watched = withSecond(async () => caller.abort());
    expect(await onBehalfOf(caller.signal, () => clearMemories(watched, scope, 'observation'))).toMatchObject({ deleted_count: 105 });
    expect(caller.signal.aborted).toBe(true);
    expect(await texts()).toEqual([]);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('preserves what is consolidated between the batches', async () => {
    await setUp();
    const { deleted_count } = await observations.clearObservations(
      withSecond(() => run()),
      scope,
    );
    expect(deleted_count).toBe(PEOPLE);
    expect(await texts()).toHaveLength(100);
    expect(await pending()).toBe(10);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('sets memories without observations back to pending in batches, except invalid ones', async () => {
    await retainAll(
      itemOf('Ana: I live in Porto.', '01-05', { document_id: 'a' }),
      itemOf('Bob: I live in Rome.', '01-05', { document_id: 'b' }),
    );
    await run();
    const copied = ['fact_type', 'text', 'tokens', 'term_count', 'revision'].join(', ');
    await db.query(sql`
      insert into memories (bank_uid, id, ${sql.raw(copied)}, state, extractor, search)
      select bank_uid, gen_random_uuid(), ${sql.raw(copied)}, case when n = 7 then 'invalidated' else 'valid' end, extractor, search
      from memories, generate_series(1, 1000) n where bank_uid = ${scope.bankUid} and text like 'Ana%'`);
    await db.query(sql`
      with listed as materialized (
        select m.bank_uid, m.id, i.scope_key, case when m.id > i.memory_id then 'done' else 'failed' end as status from memories m
        join consolidation_items i on i.bank_uid = m.bank_uid join memories o on o.bank_uid = i.bank_uid and o.id = i.memory_id and o.text like 'Ana%'
        where m.bank_uid = ${scope.bankUid})
      insert into consolidation_items (bank_uid, memory_id, scope_key, status)
      select bank_uid, id, scope_key, status from listed on conflict do nothing`);
    expect(await pending()).toBe(0);
    let transactions = 0;
    const counted: Db = {
      ...db,
      query: db.query.bind(db),
      transaction: (...args) => {
        transactions++;
        return db.transaction(...args);
      },
    };
    expect(await observations.clearObservations(counted, scope)).toMatchObject({ deleted_count: 0 });
    expect(await observations.consolidationCounts(db, scope)).toEqual({ pending: 1001, done: 0, failed: 0 });
    expect(transactions).toBe(3);
  });
});

describe('the backlog', () => {
  it('counts each valid memory once, by the worst state of its items', async () => {
    await retainAll(itemOf('Ana: I use tea.\nAna: I use rice.\nAna: I use salt.\nAna: I use oil.\nAna: I use flour.', '01-05'));
    await db.query(sql`delete from consolidation_items where bank_uid = ${scope.bankUid}`);
    const states = [['pending', 'done'], ['pending', 'failed'], ['done', 'done'], ['failed', 'failed'], ['done']];
    const units = await db.query<{ id: string }>(
      sql`select id from memories where bank_uid = ${scope.bankUid} order by id limit ${states.length}`,
    );
    expect(units).toHaveLength(states.length);
    const enlist = (id: string, status: string) =>
      db.query(sql`
        with tagged as (insert into observation_scopes (bank_uid, scope_key, tags) values (${scope.bankUid}, gen_random_uuid(), '{}') returning scope_key)
        insert into consolidation_items (bank_uid, memory_id, scope_key, status) select ${scope.bankUid}, ${id}::uuid, scope_key, ${status} from tagged`);
    for (const [i, { id }] of units.entries()) for (const status of states[i]!) await enlist(id, status);
    const counts = async () => {
      const { pending, done, failed } = await observations.getConsolidation(db, scope, { limit: 10, offset: 0 });
      return { pending, done, failed };
    };
    expect(await counts()).toEqual({ pending: 1, done: 2, failed: 2 });
    const invalidate = (i: number) =>
      db.query(sql`update memories set state = 'invalidated' where bank_uid = ${scope.bankUid} and id = ${units[i]!.id}`);
    for (const i of [0, 1, 4]) await invalidate(i);
    expect(await counts()).toEqual({ pending: 0, done: 1, failed: 1 });
  });
});

describe('evidence and observations beyond a limit', () => {
  const bounded = (config: Record<string, unknown>): BankScope => mintBankScope({ ...scope, bank: { ...scope.bank!, config } });
  const waiting = async () => (await observations.getConsolidation(db, scope, { limit: 10, offset: 0 })).without_room;
  const lines = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, i) => `Ana: I use the tool t${from + i}.`).join('\n');

  it('supports an observation by the latest hundred facts, and by others after their deletion', async () => {
    await retainAll(itemOf(lines(0, 30), '01-05', { document_id: 'old' }), itemOf(lines(30, 130), '03-02', { document_id: 'new' }));
    await run();
    const { source_memory_ids, text } = await only();
    expect(source_memory_ids).toHaveLength(100);
    const proven = async () => {
      const { items } = await listMemories(db, scope, z.object(listing.query!.shape).parse({ type: ['world'], document_id: 'old' }));
      const cited = new Set((await only()).source_memory_ids);
      return items.filter(({ id }) => cited.has(id)).length;
    };
    expect(await proven()).toBe(0);
    for (const id of source_memory_ids.slice(0, 4))
      await updateMemory({ db, embedder }, scope, id, { state: 'invalidated', resolve_entities: true });
    await run();
    expect([(await only()).proof_count, await proven()]).toEqual([100, 4]);
    for (const id of source_memory_ids.slice(0, 4))
      await updateMemory({ db, embedder }, scope, id, { state: 'valid', resolve_entities: true });
    await run();
    expect(await only()).toMatchObject({ text, proof_count: 100 });
    expect(await proven()).toBe(0);
    await deleteDocument(db, scope, 'new');
    expect(await texts()).toEqual([]);
    await run();
    expect([(await only()).proof_count, await proven()]).toEqual([30, 30]);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('waits for room in a scope, is counted, and is written after a deletion or a higher limit', async () => {
    const [two, three] = [bounded({ max_observations_per_scope: 2 }), bounded({ max_observations_per_scope: 3 })];
    const facts = ['Ana: I live in Porto.', 'Ben: I work at Acme.', 'Cleo: I am allergic to cats.', 'Dan: I play the cello.'];
    const withRepetition = (text: string): string => text.replace(/\.$/, ', really. #x');
    for (const [i, text] of facts.entries()) await retainAll(...twice(text, `0${i + 1}-05`, { document_id: `d${i}`, tags: ['x'] }));
    await run({}, two);
    expect(await texts()).toEqual(facts.slice(0, 2).map(withRepetition));
    expect(await waiting()).toBe(4);
    expect(await run({}, two)).toMatchObject({ outcome: 'completed', processed: 0 });
    await deleteDocument(db, scope, 'd0');
    await run({}, two);
    expect(await texts()).toEqual(facts.slice(1, 3).map(withRepetition));
    expect(await waiting()).toBe(2);
    await run({ within: [['y']] }, three);
    expect(await waiting()).toBe(2);
    await run({ within: [['x']] }, three);
    expect(await texts()).toEqual(facts.slice(1).map(withRepetition));
    expect(await waiting()).toBe(0);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('loses no surplus evidence of an observation that waits for room', async () => {
    const one = bounded({ max_observations_per_scope: 1 });
    await retainAll(...twice('Ben: I work at Acme.', '01-05', { document_id: 'first', tags: ['x'] }));
    await run({}, one);
    await retainAll(itemOf(lines(0, 120), '03-02', { document_id: 'many', tags: ['x'] }));
    await run({}, one);
    expect(await waiting()).toBe(120);
    await deleteDocument(db, scope, 'first');
    await deleteDocument(db, scope, 'first again');
    await run({}, one);
    expect([(await only()).proof_count, await waiting()]).toEqual([100, 0]);
    const proof = (await only()).source_memory_ids.slice(0, 10);
    for (const id of proof) await updateMemory({ db, embedder }, scope, id, { state: 'invalidated', resolve_entities: true });
    await run({}, one);
    expect((await only()).proof_count).toBe(100);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });
});

/** Whether the planner has statistics of the bank. */
const isKnown = async (): Promise<boolean> => {
  const known = `select count(*) from pg_stats where schemaname = '${schemaOf(db)}' and tablename ~ '^memories(_[0-9]+)?$' and attname = 'bank_uid'
    and ${scope.bankUid} = any(most_common_vals::text::bigint[])`;
  return (await countsOf(db, known)).some((count) => count > 0);
};

describe('a bank without planner statistics', () => {
  it('gets them with its first hundred memories', async () => {
    const { orgId } = await seedOrg(db);
    const talk = (count: number): string => Array.from({ length: count }, (_, i) => `Ana: The parcel ${i} came.`).join('\n');
    await retain({ db, embedder }, await bankScope(db, orgId, 'old'), retainBody.parse({ items: [{ content: talk(1200) }] }));
    await db.query(sql`analyze memories`);
    expect(await isKnown()).toBe(false);
    await retainAll({ content: talk(110) });
    await expect.poll(isKnown).toBe(true);
  });

  // The rows that a worker reads are not counted for the session at the coordinator.
  it.skipIf(isCitus())('is never joined with itself: consolidation reads rows in proportion to its batch', async () => {
    const talk = (count: number): string =>
      Array.from({ length: count }, (_, i) => `Ana: The parcel ${i} came on floor ${i % 7}.`).join('\n');
    const { orgId } = await seedOrg(db);
    const old = await bankScope(db, orgId, 'old');
    await retain({ db, embedder }, old, retainBody.parse({ items: [{ content: talk(1200) }] }));
    await db.query(sql`analyze memories, observations, observation_sources, consolidation_items, memory_embeddings`);
    const homes = Array.from({ length: 40 }, (_, i) => `Kid${i}: I live in Porto.\nKid${i}: I live in Porto, really.`).join('\n');
    await retainAll({ content: `${homes}\n${talk(400)}` });
    await expect.poll(isKnown).toBe(true);
    await run();
    const ids = (await observations.listObservations(db, scope, { exact: false, limit: 100, offset: 0 })).items.map(({ id }) => id);
    expect(ids.length).toBeGreaterThanOrEqual(40);
    const read = (work: (tx: Tx) => Promise<unknown>) =>
      db.transaction(async (tx) => {
        const before = await rowsRead(tx, 'memories');
        return [await work(tx), (await rowsRead(tx, 'memories')) - before] as const;
      });
    const [known, ofKnown] = await read((tx) => store.readByIds(tx, scope, ids, embedder.model));
    expect((known as unknown[]).length).toBe(ids.length);
    expect(ofKnown).toBeLessThan(10 * ids.length);
    await db.query(sql`update consolidation_items set status = 'pending' where bank_uid = ${scope.bankUid}`);
    const [, ofBatch] = await read((tx) => readBatch(tx, scope, { limit: 20, within: null, without: [] }));
    expect(ofBatch).toBeLessThan(100);
  });
});
