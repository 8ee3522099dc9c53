import { expect, it } from 'vitest';
import { z } from 'zod';
import { conversation } from '#bench/support/generate';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { cachedGaps } from '#e2e/fixtures/cached-banks';
import { jobApp, jobOf } from '#e2e/fixtures/jobs';
import { type NamedStatement, type Queryable, type Row, type Statement, sql } from '#lib/base/db/db';
import { deleteDocument } from '#lib/memory/documents/service';
import { mergeEntity, splitEntity, undoEntityChange, updateEntity } from '#lib/memory/entities/curate';
import { listMemories as listing } from '#lib/memory/memories/contract';
import { listMemories, updateMemory } from '#lib/memory/memories/service';
import { consolidationHandler } from '#lib/memory/observations/consolidate';
import { deleteEntity, deleteMemory } from '#lib/memory/purge/service';
import { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import { compactBanks } from '#lib/memory/recall/retrieval/cached/compact';
import { readWritten, START } from '#lib/memory/recall/retrieval/cached/store';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

withTestBank();

const embedder = builtinEmbedder();
/** Small pages of small banks, which count as large. */
let pauses = 0;
const pause = async (): Promise<void> => {
  pauses++;
};
const compact = (): Promise<number> => compactBanks(db, { largeFrom: 0, size: 100, least: 20, pause });
const say = (content: string, document_id: string) =>
  retain({ db, embedder }, scope, retainBody.parse({ items: [{ content, document_id, timestamp: '2026-03-01' }] }));
const turnsOf = (seed: number): string[] => conversation({ seed, sentences: 120, turnsPerSession: 120 })[0]!.turns.slice();
async function fill(): Promise<void> {
  for (const seed of [1, 2, 3, 4]) await say(turnsOf(seed).join('\n'), `document-${seed}`);
}

/** Reads the bank as a new process does. Returns the differences from the stored one. */
async function coldGaps(): Promise<{ gaps: string[]; pages: number; batches: number }> {
  const counts = { recall_pages_read: 0, recall_cached: 0 };
  const query: Queryable['query'] = (statement) => {
    const name = 'name' in statement ? statement.name?.replace(/@.*/, '') : undefined;
    if (name !== undefined && name in counts) counts[name as keyof typeof counts]++;
    return db.query(statement);
  };
  const gaps = await cachedGaps(db, new CachedBanks({ query }, { largeFrom: 0 }), scope);
  return { gaps, pages: counts.recall_pages_read, batches: counts.recall_cached };
}

const memories = async () =>
  (await listMemories(db, scope, z.object(listing.query!.shape).parse({ limit: 5, document_id: 'document-2' }))).items;
const pagesWith = async (word: string): Promise<number> => {
  const rows = await db.query(
    sql`select 1 from recall_pages where bank_uid = ${scope.bankUid} and position(convert_to(${word}, 'UTF8') in payload) > 0`,
  );
  return rows.length;
};

it('a bank is read from its pages, and what is in no page from its memories', async () => {
  await fill();
  expect(await compact()).toBe(4);
  // One after each batch, in which requests have the database to themselves.
  expect(pauses).toBe(4);
  expect(await compact()).toBe(0);
  expect(await coldGaps()).toEqual({ gaps: [], pages: 4, batches: 1 });
});

it('changes of memories, documents and names are read with the pages that remain', async () => {
  await fill();
  await compact();
  const [first, second] = await memories();
  await updateMemory({ db, embedder }, scope, first!.id, { text: 'Ana: We sold the lantern.', resolve_entities: true });
  await updateMemory({ db, embedder }, scope, second!.id, { state: 'invalidated', resolve_entities: true });
  expect(await coldGaps()).toEqual({ gaps: [], pages: 4, batches: 1 });
  // The following units move, and are not written.
  const turns = turnsOf(3);
  turns.splice(10, 0, 'Ana: The boathouse burned down.');
  await say(turns.join('\n'), 'document-3');
  expect((await coldGaps()).gaps).toEqual([]);
  await compact();
  expect((await coldGaps()).gaps).toEqual([]);
  const [into, id] = await db.query<{ id: string }>(sql`
    select id from entities where bank_uid = ${scope.bankUid} order by mention_count desc, id limit 2`);
  await mergeEntity(db, scope, id!.id, into!.id);
  const { pages, ...cold } = await coldGaps();
  expect([pages > 3, cold.gaps]).toEqual([true, []]);
  expect(await compact()).toBe(0);
  // Pages of which nothing is up to date.
  await db.query(sql`update banks set revision = revision + 1 where uid = ${scope.bankUid}`);
  await db.query(sql`update memories set revision = b.revision from banks b where b.uid = bank_uid and bank_uid = ${scope.bankUid}`);
  expect((await coldGaps()).gaps).toEqual([]);
});

const entityOf = async (name: string): Promise<string> => {
  const [row] = await db.query<{ id: string }>(sql`
    select e.id from entities e join entity_aliases a on a.bank_uid = e.bank_uid and a.entity_id = e.id
    where e.bank_uid = ${scope.bankUid} and a.name = ${name}`);
  return row!.id;
};

it('pages remain when entities are renamed, merged, split and restored', async () => {
  await fill();
  await say('Zebulon Quartz met Yolanda Quince. Zebulon Quartz left.', 'first');
  await compact();
  for (const seed of [5, 6]) await say(turnsOf(seed).join('\n'), `document-${seed}`);
  const { pages } = await coldGaps();
  const isRead = async () => expect(await coldGaps()).toMatchObject({ gaps: [], pages });
  const [zebulon, yolanda] = [await entityOf('Zebulon Quartz'), await entityOf('Yolanda Quince')];
  await updateEntity(db, scope, yolanda, { canonical_name: 'Yolanda Quill' });
  await isRead();
  const { change_id } = await mergeEntity(db, scope, zebulon, yolanda);
  await isRead();
  await undoEntityChange(db, scope, yolanda, change_id!);
  await isRead();
  await mergeEntity(db, scope, zebulon, yolanda);
  await splitEntity(db, scope, yolanda, { aliases: ['Zebulon Quartz'] });
  await isRead();
  // Pages that are written now contain the changes.
  await compact();
  expect((await coldGaps()).gaps).toEqual([]);
});

it('no page contains the name of a deleted entity, also with memories that mention another one now', async () => {
  await fill();
  await say('Zebulon Quartz met Yolanda Quince.', 'first');
  await say('Yolanda Quince sold the harbor.', 'second');
  await compact();
  for (const seed of [5, 6]) await say(turnsOf(seed).join('\n'), `document-${seed}`);
  await compact();
  const { pages } = await coldGaps();
  const zebulon = await entityOf('Zebulon Quartz');
  await mergeEntity(db, scope, await entityOf('Yolanda Quince'), zebulon);
  await say('Zebulon Quartz met Yolanda Quince again.', 'third');
  for (const seed of [7, 8]) await say(turnsOf(seed).join('\n'), `document-${seed}`);
  await compact();
  await splitEntity(db, scope, zebulon, { aliases: ['Yolanda Quince'] });
  await deleteEntity({ db }, scope, zebulon, { shared: true });
  expect(await pagesWith('Zebulon')).toBe(0);
  const cold = await coldGaps();
  expect(cold.gaps).toEqual([]);
  expect(cold.pages).toBeLessThan(pages);
});

it('old entries about deleted memories are removed, those about names are not', async () => {
  await db.query(sql`
    insert into recall_changes (bank_uid, revision, kind, ids, created_at)
    select ${scope.bankUid}, 1, k.kind, '{}', now() - k.age from (values
      ('memories', interval '2 days'), ('memories', interval '1 hour'), ('entities', interval '2 days')) k (kind, age)`);
  await compact();
  const rows = await db.query<{ kind: string }>(sql`select kind from recall_changes where bank_uid = ${scope.bankUid} order by kind`);
  expect(rows.map(({ kind }) => kind)).toEqual(['entities', 'memories']);
});

it('no page contains a deleted memory, in any of its states', async () => {
  await fill();
  const [id, other] = (await memories()).map((memory) => memory.id) as [string, string];
  await updateMemory({ db, embedder }, scope, id, { text: 'Ana: The zanzibarlantern is ours.', resolve_entities: true });
  await say(turnsOf(5).join('\n'), 'document-5');
  await compact();
  expect(await pagesWith('zanzibarlantern')).toBe(1);
  await updateMemory({ db, embedder }, scope, id, { text: 'Ana: We sold it.', resolve_entities: true });
  await updateMemory({ db, embedder }, scope, other, { text: 'Ana: We lost it.', resolve_entities: true });
  await deleteDocument(db, scope, 'document-2');
  expect(await pagesWith('zanzibarlantern')).toBe(0);
  expect((await coldGaps()).gaps).toEqual([]);
});

it('a deletion keeps the pages without the memory, also those with former states of others', async () => {
  await fill();
  const [first] = await memories();
  await compact();
  const [other] = await db.query<{ id: string }>(sql`
    select m.id from memories m join documents d on d.bank_uid = m.bank_uid and d.uid = m.document_uid
    where m.bank_uid = ${scope.bankUid} and d.id = 'document-4' limit 1`);
  await updateMemory({ db, embedder }, scope, other!.id, { state: 'invalidated', resolve_entities: true });
  await deleteMemory({ db }, scope, first!.id, { purge: true });
  expect(await coldGaps()).toMatchObject({ gaps: [], pages: 3 });
});

it('no page contains a deleted memory in former texts of an observation', async () => {
  const consolidate = async () => {
    const job = jobOf(jobApp(db, { embedder }), scope, { automatic: false, sweep: false, within: null });
    await consolidationHandler.run(job);
  };
  await say('Ana: I live in Zanzibarport.', 'home');
  for (const [i, move] of ['Ana: I moved to Lisbon.', 'Ana: I moved to Lisbon, really.'].entries()) await say(move, `move-${i}`);
  const [home] = await db.query<{ id: string }>(
    sql`select id from memories where bank_uid = ${scope.bankUid} and text like '%Zanzibarport%'`,
  );
  for (const seed of [1, 2]) await say(turnsOf(seed).join('\n'), `document-${seed}`);
  await consolidate();
  for (const seed of [3, 4]) await say(turnsOf(seed).join('\n'), `document-${seed}`);
  await compact();
  // Of the memory and of the observation.
  expect(await pagesWith('zanzibarport')).toBe(2);
  const { pages } = await coldGaps();
  await updateMemory({ db, embedder }, scope, home!.id, { text: 'Ana: The tram is loud.', resolve_entities: true });
  expect(await pagesWith('zanzibarport')).toBe(2);
  await deleteMemory({ db }, scope, home!.id, { purge: true });
  expect(await pagesWith('zanzibarport')).toBe(0);
  expect(await coldGaps()).toMatchObject({ gaps: [], pages: pages - 2 });
});

it('links of a batch, and documents written since it was read, are found by indexes', async () => {
  await fill();
  const plan: string[] = [];
  await db.transaction(async (tx) => {
    // With the first setting, Citus sets the second one at the worker, too.
    await tx.query(sql`set local citus.propagate_set_commands = 'local'`);
    await tx.query(sql`set local enable_seqscan = off`);
    const explain = async (text: string, values: readonly unknown[]): Promise<void> => {
      const rows = await tx.query<{ 'QUERY PLAN': string }>({ name: `explained_${values.length}`, text: `explain ${text}`, values });
      plan.push(...rows.map((row) => row['QUERY PLAN']));
    };
    const query = async <R extends Row>(statement: Statement): Promise<R[]> => {
      const { text, values } = statement as NamedStatement;
      await explain(text, values);
      return [];
    };
    const reading = { model: embedder.model, after: START, upTo: null, limit: 10, known: 1, knownNames: 1, ids: false, names: false };
    await readWritten({ query }, scope.bankUid, reading);
    await explain('select from documents where bank_uid = $1 and revision > $2', [scope.bankUid, 1]);
  });
  expect(plan.join('\n')).not.toContain('hashed SubPlan');
  expect(plan.join('\n')).toContain('documents_revision');
});
