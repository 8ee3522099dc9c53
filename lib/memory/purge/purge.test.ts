import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { db, directory, newTestBank, orgId, scope, withTestBank } from '#e2e/fixtures/bank';
import { cachedNow, textsOf } from '#e2e/fixtures/cached-banks';
import { inconsistencies } from '#e2e/fixtures/consistency';
import { orgScope } from '#e2e/fixtures/database';
import { jobApp, jobOf } from '#e2e/fixtures/jobs';
import { plainPlanner } from '#e2e/fixtures/plain-planner';
import { runs } from '#e2e/fixtures/runs';
import { bankOf } from '#lib/access/keys/service';
import { schemaOf } from '#lib/base/db/cells';
import { type Db, sql } from '#lib/base/db/db';
import type { ServiceError } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import { type BankScope, mintBankScope } from '#lib/base/scope';
import { getDocument } from '#lib/memory/documents/service';
import { mergeEntity } from '#lib/memory/entities/curate';
import { listEntities } from '#lib/memory/entities/service';
import { withoutExpired } from '#lib/memory/expiry/service';
import { listMemories as listing, updateMemoryBody } from '#lib/memory/memories/contract';
import { listMemories, listMemoryRevisions, restoreMemory, updateMemory } from '#lib/memory/memories/service';
import { createMentalModel } from '#lib/memory/mental-models/contract';
import { decideOnBlock, listDecisions } from '#lib/memory/mental-models/decisions/service';
import { refreshHandler } from '#lib/memory/mental-models/handler';
import { clearModel, createModel, getModel } from '#lib/memory/mental-models/service';
import { consolidationHandler } from '#lib/memory/observations/consolidate';
import { previewDeletion } from '#lib/memory/purge/preview';
import { deleteDocument, deleteEntity, deleteMemory } from '#lib/memory/purge/service';
import { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import { getReceipt, verifyReceipt } from '#lib/memory/receipts/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

const embedder = builtinEmbedder();
const KIND = { model: embedder.model, dimensions: embedder.dimensions };
const services = () => ({ db, embedder });
withTestBank();

/** A word and a surname that no other test uses: the whole database is searched for them. */
let word: string;
let surname: string;
beforeEach(() => {
  const random = Array.from({ length: 6 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('');
  word = `zorb${random}`;
  surname = `Vexmoor${random}`;
});

const say = (content: string, document_id: string, more: object = {}) =>
  retain(services(), scope, retainBody.parse({ items: [{ content, document_id, timestamp: '2024-01-01', ...more }] }));
const now = async (): Promise<BankScope> => mintBankScope({ ...scope, bank: await bankOf(db, orgId, scope.bankId) });
const list = async () => (await listMemories(db, await now(), z.object(listing.query!.shape).parse({ order: 'asc', limit: 1000 }))).items;
const idOf = async (words: string) => (await list()).find(({ text, fact_type }) => text.includes(words) && fact_type !== 'observation')!.id;
const consolidate = async () =>
  consolidationHandler.run(jobOf(jobApp(db, { embedder }), await now(), { automatic: false, sweep: false, within: null }));
const refresh = async (id: string) =>
  refreshHandler(plainPlanner()).run(jobOf(jobApp(db, { embedder }), await now(), { id, cause: 'asked' }));
const model = async (id: string) => {
  await createModel(
    db,
    await now(),
    createMentalModel.body!.parse({ id, name: 'All', source_query: 'What about Ana and Ben?', trigger: { keep_trace: true } }) as never,
  );
  await refresh(id);
};
const verify = (id: string, banks = new CachedBanks(db)) => verifyReceipt(db, orgScope(orgId), id, (uid, ids) => banks.count(uid, ids));
const CLEAN = { is_clean: true, found: [], is_chained: true };

/** Tables of the cell and of the directory with a row that contains the word. */
async function placesOf(word: string): Promise<string[]> {
  const found: string[] = [];
  for (const at of new Set([db, directory])) {
    const tables = await at.query<{ name: string; full_name: string }>(sql`
      select c.relname as name, format('%I.%I', n.nspname, c.relname) as full_name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname in (${schemaOf(at)}, 'job_queue') order by 2`);
    for (const { name, full_name } of tables)
      if ((await at.query(sql`select 1 from ${sql.raw(full_name)} t where t::text ilike ${`%${word}%`} limit 1`)).length > 0)
        found.push(name);
  }
  return found;
}

/** Lets everything that has an expiry expire now. */
async function pass(): Promise<void> {
  for (const table of ['memories', 'chunks'])
    await db.query(
      sql`update ${sql.raw(table)} set expires_at = now() - interval '1 second' where bank_uid = ${scope.bankUid} and expires_at is not null`,
    );
  await db.query(sql`update banks set next_expires_at = now() - interval '1 second' where uid = ${scope.bankUid}`);
}

/** A failed request whose text is still stored for a retry. */
const failedRequest = (content: string, document_id: string) =>
  db.query(sql`
    insert into operations (bank_uid, id, type, status, actor_kind, actor_label, payload, completed_at)
    values (${scope.bankUid}, gen_random_uuid(), 'retain', 'failed', 'anonymous', 'a', ${JSON.stringify({
      items: [
        { content: 'Dora: I read.', document_id: 'other' },
        { content, document_id },
      ],
      positions: [4, 7],
      document_tags: [],
      asked_at: '2026-01-01T00:00:00Z',
    })}::jsonb, now())`);

describe('a purged memory', () => {
  it('leaves no copy: text, history, observations, mental models, versions, failed requests and caches', async () => {
    await say(`Ana: I keep the ${word} in the attic.`, 'd', { context: 'chat' });
    await say(`Ben: Ana keeps the ${word} in the attic too.`, 'e');
    await say('Ana: I paint the harbor.\nBen: I sail on the lake.', 'f');
    await updateMemory(
      services(),
      await now(),
      await idOf(`Ana: I keep the ${word}`),
      updateMemoryBody.parse({ context: `a ${word} chat` }),
    );
    await consolidate();
    await model('m');
    await failedRequest(`Ana: I keep the ${word} in the attic.`, 'd');
    const banks = new CachedBanks(db);
    await banks.warm((await now()).bank!, KIND);
    const first = await deleteMemory(services(), await now(), await idOf(`Ana: I keep the ${word}`), { purge: true });
    expect(first.receipt).toMatchObject({ kind: 'memory', removed: { memories: 1 }, remaining: {}, sequence: 1, previous_digest: null });
    expect(first.receipt.copies).toMatchObject({ vectors: 1, revisions: 1, passages: 1, queued_items: 1 });
    const second = await deleteMemory(services(), await now(), await idOf(word), { purge: true });
    expect(second.receipt).toMatchObject({ sequence: 2, previous_digest: first.receipt.digest });
    expect(await placesOf(word)).toEqual([]);
    const ids = (await list()).map(({ id }) => id);
    expect(await banks.count(scope.bankUid, ids)).toBe(ids.length);
    expect(textsOf(await cachedNow(banks, (await now()).bank!)).filter((text) => text.includes(word))).toEqual([]);
    for (const { receipt } of [first, second]) expect(await verify(receipt.id)).toMatchObject(CLEAN);
    expect((await getModel(db, await now(), 'm', 'full')).content).toContain('harbor');
    expect((await getDocument(db, await now(), 'f')).original_text).toBe('Ana: I paint the harbor.\nBen: I sail on the lake.');
    const [queued] = await db.query<{ payload: object }>(
      sql`select payload from operations where bank_uid = ${scope.bankUid} and status = 'failed'`,
    );
    expect(queued!.payload).toMatchObject({ items: [{ document_id: 'other' }], positions: [4] });
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('takes only its own words from a text, and the positions of the others follow', async () => {
    await say(`Ana: I paint the harbor every Sunday.\nAna: The ${word} is in the attic 😀.\nBen: I sail on the lake.`, 'd');
    const { receipt, message } = await deleteMemory(services(), await now(), await idOf(word), { purge: true });
    expect(message).toContain('No stored passage');
    const text = (await getDocument(db, await now(), 'd')).original_text!;
    expect(text).not.toContain(word);
    expect(text).toContain('I sail on the lake.');
    for (const { text: words, chunk_span } of await list()) expect(words).toContain(text.slice(chunk_span!.start, chunk_span!.end));
    expect(receipt.copies.passages).toBe(1);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('is not purged by a deletion alone: the receipt says what remains', async () => {
    await say(`Ana: I keep the ${word} in the attic.`, 'd');
    const { receipt, message } = await deleteMemory(services(), await now(), await idOf(word), { purge: false });
    expect(receipt).toMatchObject({ removed: { memories: 1 }, remaining: { passages: 1 } });
    expect(message).toContain('remain in the text');
    expect(await placesOf(word)).toEqual(['chunks']);
    expect(await verify(receipt.id)).toMatchObject(CLEAN);
  });
});

it('a purged document leaves no copy, and what others repeat stays', async () => {
  await say(`Ana: I keep the ${word} in the attic.\nAna: I paint the harbor.`, 'd');
  await say('Ana: I paint the harbor.', 'e');
  await consolidate();
  await model('m');
  await failedRequest(`Ana: I keep the ${word} in the attic.`, 'd');
  const { receipt } = await deleteDocument(services(), await now(), 'd', { purge: true });
  expect(receipt).toMatchObject({ kind: 'document', subject_id: 'd', removed: { documents: 1 } });
  expect(await placesOf(word)).toEqual([]);
  expect((await list()).map(({ text }) => text)).toEqual(['Ana: I paint the harbor.']);
  expect(await verify(receipt.id)).toMatchObject(CLEAN);
  expect(await inconsistencies(db, scope)).toEqual([]);
});

it('a document that is only in a failed request is purged with a receipt', async () => {
  await failedRequest(`Ana: I keep the ${word} in the attic.`, 'd');
  const expected = await previewDeletion(db, await now(), { document_id: 'd', purge: true, shared: false });
  expect(expected).toEqual({ removed: {}, copies: { queued_items: 1 }, remaining: {} });
  const { receipt } = await deleteDocument(services(), await now(), 'd', { purge: true });
  expect(receipt).toMatchObject(expected);
  expect(await placesOf(word)).toEqual([]);
  expect(await verify(receipt.id)).toMatchObject(CLEAN);
  await expect(deleteDocument(services(), await now(), 'd', { purge: true })).rejects.toMatchObject({ code: 'not_found' });
});

describe('a purged entity', () => {
  it('is deleted with the facts that name only it, and the others lose the mention', async () => {
    await say(`Quillan ${surname} keeps bees.`, 'd');
    await say(`Quillan ${surname} visited Lisbon with Ana Weber.`, 'e');
    await say('Ana Weber paints.', 'f');
    const { items } = await listEntities(db, await now(), { limit: 50, offset: 0 } as never);
    const entity = items.find(({ canonical_name }) => canonical_name.includes(surname))!;
    const answer = await deleteEntity(services(), await now(), entity.id, { shared: false });
    expect(answer).toMatchObject({ success: true, entity_id: entity.id, memories_deleted: 1 });
    expect(answer.receipt).toMatchObject({ kind: 'entity', removed: { memories: 1, entities: 1 }, remaining: { memories: 1 } });
    expect((await list()).map(({ text }) => text)).toEqual([`Quillan ${surname} visited Lisbon with Ana Weber.`, 'Ana Weber paints.']);
    expect(
      (await listEntities(db, await now(), { limit: 50, offset: 0 } as never)).items.map(({ canonical_name }) => canonical_name),
    ).not.toContain(entity.canonical_name);
    expect(await verify(answer.receipt.id)).toMatchObject(CLEAN);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('takes documents with it of which no word remains', async () => {
    await say(`Quillan ${surname} keeps bees.`, 'd');
    await say(`Ben: Quillan ${surname} keeps bees.\nAna: I paint the harbor.`, 'e');
    const { items } = await listEntities(db, await now(), { limit: 50, offset: 0 } as never);
    const entity = items.find(({ canonical_name }) => canonical_name.includes(surname))!;
    const expected = await previewDeletion(db, await now(), { entity_id: [entity.id], purge: false, shared: true });
    const { receipt } = await deleteEntity(services(), await now(), entity.id, { shared: true });
    expect(receipt.removed).toMatchObject({ documents: 1 });
    expect({ removed: receipt.removed, copies: receipt.copies, remaining: receipt.remaining }).toEqual(expected);
    await expect(getDocument(db, await now(), 'd')).rejects.toMatchObject({ code: 'not_found' });
    expect((await getDocument(db, await now(), 'e')).original_text).toContain('I paint the harbor.');
    expect(await verify(receipt.id)).toMatchObject(CLEAN);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('leaves nothing of its name with all facts that name it', async () => {
    await say(`Quillan ${surname} keeps bees.`, 'd');
    await say(`Quillan ${surname} visited Lisbon with Ana Weber.`, 'e');
    await consolidate();
    const { items } = await listEntities(db, await now(), { limit: 50, offset: 0 } as never);
    const entity = items.find(({ canonical_name }) => canonical_name.includes(surname))!;
    const { receipt } = await deleteEntity(services(), await now(), entity.id, { shared: true });
    expect(receipt.remaining).toEqual({});
    expect(await placesOf(surname)).toEqual([]);
    expect(await verify(receipt.id)).toMatchObject(CLEAN);
    await expect(deleteEntity(services(), await now(), entity.id, { shared: true })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('former states of memories that stay', () => {
  const name = () => `Quillan ${surname}`;
  const entityOf = async (part: string) =>
    (await listEntities(db, await now(), { limit: 50, offset: 0 } as never)).items.find(({ canonical_name }) =>
      canonical_name.includes(part),
    );
  const edit = async (words: string, change: object) =>
    updateMemory(services(), await now(), await idOf(words), updateMemoryBody.parse(change));
  const former = async () =>
    (
      await db.query<{ names: string[] }>(sql`
        select array(select e->>'name' from jsonb_array_elements(before->'entities') e order by 1) as names
        from memory_revisions where bank_uid = ${scope.bankUid} order by memory_id`)
    ).map(({ names }) => names);

  it('no longer name a purged entity, and their restoration does not recreate it', async () => {
    const both = [{ text: name() }, { text: 'Ana Weber' }];
    await say('The trip to the harbor was short.', 'd', { entities: both });
    await say('The way back was long.', 'e', { entities: both });
    const start = new Date();
    // One is only edited, the other no longer names the entity.
    await edit('harbor', { context: 'travel' });
    await edit('back', { entities: ['Ana Weber'] });
    await deleteEntity(services(), await now(), (await entityOf(surname))!.id, { shared: false });
    expect(await former()).toEqual([['Ana Weber'], ['Ana Weber']]);
    const past = z.object(listing.query!.shape).parse({ as_of: start.toISOString() });
    expect((await listMemories(db, await now(), past)).items.map(({ entities }) => entities)).toEqual(['Ana Weber', 'Ana Weber']);
    for (const words of ['harbor', 'back']) {
      const id = await idOf(words);
      const { items } = await listMemoryRevisions(db, await now(), id, { limit: 10, offset: 0 });
      await restoreMemory(services(), await now(), id, { revision: items.at(-1)!.revision });
    }
    expect(await entityOf(surname)).toBeUndefined();
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('no longer name what was merged into a purged entity, nor an earlier entity of its name', async () => {
    await say('The trip to the harbor was short.', 'd', { entities: [{ text: name() }] });
    await edit('harbor', { entities: ['Ana Weber'] });
    // Nothing names the first entity of this name.
    expect(await entityOf(surname)).toBeUndefined();
    await say('The way back was long.', 'e', { entities: [{ text: name() }, { text: 'Ben Ray' }] });
    await say('The lake was cold.', 'f', { entities: [{ text: `Captain ${surname}son` }, { text: 'Ben Ray' }] });
    await edit('lake', { context: 'travel' });
    await mergeEntity(db, await now(), (await entityOf(`${surname}son`))!.id, (await entityOf('Quillan'))!.id);
    await deleteEntity(services(), await now(), (await entityOf('Quillan'))!.id, { shared: false });
    expect(await former()).toEqual([[], ['Ben Ray']]);
  });
});

describe('a memory that was deleted, replaced or edited before', () => {
  const words = () => `Ana keeps the ${word} in the attic.`;
  const entityId = async (name: string) =>
    (await listEntities(db, await now(), { limit: 50, offset: 0 } as never)).items.find(({ canonical_name }) =>
      canonical_name.includes(name),
    )!.id;
  const cited = async () => {
    await say('Ana: I paint the harbor.', 'a');
    await say(words(), 'b');
    await consolidate();
    await model('m');
    expect(await placesOf(word)).toEqual(expect.arrayContaining(['mental_models', 'mental_model_versions']));
  };
  const forget = {
    deleted: async () => {
      await deleteMemory(services(), await now(), await idOf(word), { purge: false });
    },
    replaced: () => say('Ana sails on the lake.', 'b'),
    'deleted with its document': async () => {
      await deleteDocument(services(), await now(), 'b', { purge: false });
    },
  };
  const purge = {
    document: async () => deleteDocument(services(), await now(), 'b', { purge: true }),
    entity: async () => deleteEntity(services(), await now(), await entityId('Ana'), { shared: true }),
  };

  it.each([
    ['deleted', 'document'],
    ['replaced', 'document'],
    ['replaced', 'entity'],
    ['deleted with its document', 'document'],
  ] as const)('%s: its words are purged from mental models with its %s', async (how, what) => {
    await cited();
    const id = await idOf(word);
    await forget[how]();
    await consolidate();
    // A second version quotes what the first one cited.
    await refresh('m');
    const { receipt } = await purge[what]();
    expect(await placesOf(word)).toEqual([]);
    expect(receipt.copies).toMatchObject({ mental_model_versions: expect.any(Number) });
    const [stored] = await db.query<{ ids: string[] }>(sql`select ids from purge_receipts where id = ${receipt.id}::uuid`);
    expect(stored!.ids).toContain(id);
    expect(await verify(receipt.id)).toMatchObject(CLEAN);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('is purged from decisions about blocks, with what a person wrote about it', async () => {
    await cited();
    const blocks = (await getModel(db, await now(), 'm', 'full')).blocks!;
    const decide = async (text: string, kind: 'reword' | 'remove', own?: string) =>
      decideOnBlock(services(), await now(), 'm', { block_id: blocks.find((one) => one.text.includes(text))!.id, kind, text: own });
    await decide('harbor', 'reword', `Paints, like ${surname}.`);
    await decide(word, 'reword', `Keeps a ${word}.`);
    await decide(word, 'remove');
    const { receipt } = await purge.document();
    expect(await placesOf(word)).toEqual([]);
    expect(receipt.copies.block_decisions).toBe(2);
    expect(await verify(receipt.id)).toMatchObject(CLEAN);
    expect((await listDecisions(db, await now(), 'm')).items).toMatchObject([{ kind: 'reword' }]);
    await say(`Ben: ${surname} sails on the lake.`, 'c');
    await deleteEntity(services(), await now(), await entityId(surname), { shared: true });
    expect(await placesOf(surname)).toEqual([]);
  });

  it('is purged from blocks that people added, in its words or with a name', async () => {
    await cited();
    const add = async (text: string) => decideOnBlock(services(), await now(), 'm', { kind: 'add', text });
    const block = (await getModel(db, await now(), 'm', 'full')).blocks!.find(({ text }) => text.includes(word))!;
    await add(block.text);
    await add('Sails on Fridays.');
    await refresh('m');
    await purge.document();
    expect(await placesOf(word)).toEqual([]);
    expect((await listDecisions(db, await now(), 'm')).items).toMatchObject([{ kind: 'add', text: expect.stringContaining('Fridays') }]);
  });

  it('stays in mental models if another document is purged', async () => {
    await cited();
    await forget.deleted();
    await deleteDocument(services(), await now(), 'a', { purge: true });
    expect(await placesOf(word)).toContain('mental_model_versions');
  });

  it('is found by a check that a citation survived', async () => {
    await cited();
    const id = await idOf(word);
    const { receipt } = await deleteMemory(services(), await now(), id, { purge: false });
    expect(await verify(receipt.id)).toMatchObject({ is_clean: false });
    const purged = await purge.document();
    expect(await verify(purged.receipt.id)).toMatchObject(CLEAN);
    expect(await verify(receipt.id)).toMatchObject(CLEAN);
  });

  const codeOf = (error: ServiceError): string => error.code;
  it('leaves no word after any history, and the preview agrees with the receipt', async () => {
    const step = fc.constantFrom('delete', 'replace', 'edit', 'invalidate', 'refresh', 'consolidate', 'repeat', 'clear', 'drop');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        await newTestBank();
        await cited();
        const found = async () => (await list()).find(({ text, fact_type }) => text.includes(word) && fact_type !== 'observation');
        for (const one of steps) {
          const memory = await found();
          if (one === 'delete' && memory) await deleteMemory(services(), await now(), memory.id, { purge: false });
          if (one === 'replace') await say('Ana sails on the lake.', 'b');
          if (one === 'repeat') await say(words(), 'b');
          if (one === 'edit' && memory)
            await updateMemory(services(), await now(), memory.id, updateMemoryBody.parse({ text: 'Ana keeps bees.' }));
          if (one === 'invalidate' && memory)
            await updateMemory(services(), await now(), memory.id, updateMemoryBody.parse({ state: 'invalidated' }));
          if (one === 'drop') await deleteDocument(services(), await now(), 'b', { purge: false }).catch(() => undefined);
          if (one === 'consolidate') await consolidate();
          if (one === 'refresh') await refresh('m');
          if (one === 'clear') await clearModel(db, await now(), 'm');
        }
        const expected = await previewDeletion(db, await now(), { document_id: 'b', purge: true, shared: false }).catch(codeOf);
        const outcome = await purge.document().then(({ receipt }) => receipt, codeOf);
        expect(await placesOf(word)).toEqual([]);
        // A document of which nothing is left was deleted before.
        if (outcome === 'not_found') return expect(expected).toBe('not_found');
        const { id, removed, copies, remaining } = outcome as Exclude<typeof outcome, string>;
        expect({ removed, copies, remaining }).toEqual(expected);
        expect(await verify(id)).toMatchObject(CLEAN);
        expect(await inconsistencies(db, scope)).toEqual([]);
      }),
      { numRuns: runs(20) },
    );
  });
});

it('an expiry leaves no copy either, with one receipt for each bank and removal', async () => {
  await say(`Ana: I keep the ${word} in the attic.`, 'd', { expires_at: '2090-01-01' });
  await say('Ana: I paint the harbor.', 'e');
  await consolidate();
  await model('m');
  await pass();
  await withoutExpired(db, await now());
  await withoutExpired(db, await now());
  expect(await placesOf(word)).toEqual([]);
  const receipts = await db.query<{ id: string; kind: string }>(sql`select id, kind from purge_receipts where org_id = ${orgId}`);
  expect(receipts.map(({ kind }) => kind)).toEqual(['expiry']);
  expect(await getReceipt(db, orgScope(orgId), receipts[0]!.id)).toMatchObject({
    subject_id: null,
    removed: { memories: 1, documents: 1 },
  });
  expect(await verify(receipts[0]!.id)).toMatchObject(CLEAN);
});

describe('a preview', () => {
  const preview = async (query: object) => previewDeletion(db, await now(), { purge: false, shared: false, ...query });
  const counted = ({ removed, copies, remaining }: { removed: object; copies: object; remaining: object }) => ({
    removed,
    copies,
    remaining,
  });
  const fill = async () => {
    await say(`Ana: I keep the ${word} in the attic.\nAna: I paint the harbor.`, 'd', { context: 'chat' });
    await say(`Ben: Ana keeps the ${word} in the attic too.`, 'e');
    await say('Ana: I paint the harbor.', 'f');
    await updateMemory(services(), await now(), await idOf(`Ana: I keep the ${word}`), updateMemoryBody.parse({ context: 'a chat' }));
    await consolidate();
    await model('m');
    await failedRequest(`Ana: I keep the ${word} in the attic.`, 'd');
  };
  const revision = async () => (await now()).bank!.revision;

  it.each([false, true])('of a memory equals the receipt, with purge %s, and changes nothing', async (purge) => {
    await fill();
    const id = await idOf(`Ana: I keep the ${word}`);
    const before = await revision();
    const expected = await preview({ memory_id: id, purge });
    expect(expected.removed).toMatchObject({ memories: 1 });
    expect(await revision()).toBe(before);
    expect(counted((await deleteMemory(services(), await now(), id, { purge })).receipt)).toEqual(expected);
  });

  it.each([false, true])('of a document equals the receipt, with purge %s', async (purge) => {
    await fill();
    const expected = await preview({ document_id: 'd', purge });
    expect(expected).toMatchObject({ removed: { documents: 1, memories: 1 }, remaining: { shared_memories: 1 } });
    expect(counted((await deleteDocument(services(), await now(), 'd', { purge })).receipt)).toEqual(expected);
  });

  it.each([false, true])('of an entity equals the receipt, with shared facts %s', async (shared) => {
    await say(`Quillan ${surname} keeps bees.`, 'd');
    await say(`Quillan ${surname} visited Lisbon with Ana Weber.`, 'e');
    await say('Ana Weber paints.', 'f');
    await say(`Quillan ${surname} sings.`, 'g');
    await failedRequest(`Quillan ${surname} keeps bees.`, 'd');
    await deleteMemory(services(), await now(), await idOf('sings'), { purge: false });
    await consolidate();
    await model('m');
    const { items } = await listEntities(db, await now(), { limit: 50, offset: 0 } as never);
    const entity = items.find(({ canonical_name }) => canonical_name.includes(surname))!;
    const expected = await preview({ entity_id: [entity.id], shared });
    expect(expected).toMatchObject({ removed: { entities: 1, memories: shared ? 2 : 1 }, copies: { queued_items: 1 } });
    expect(expected.remaining).toEqual({ passages: 1, ...(!shared && { memories: 1 }) });
    expect(counted((await deleteEntity(services(), await now(), entity.id, { shared })).receipt)).toEqual(expected);
    expect(await placesOf(`${surname} keeps`)).not.toContain('operations');
  });

  it('of several entities counts facts that name only these, once', async () => {
    await say(`Quillan ${surname} visited Lisbon with Ana Weber.`, 'e');
    await say('Ana Weber paints.', 'f');
    const { items } = await listEntities(db, await now(), { limit: 50, offset: 0 } as never);
    const ids = items.map(({ id }) => id);
    const removedOf = async (entity_id: string[]) => (await preview({ entity_id })).removed;
    for (const id of ids.filter((_, i) => !items[i]!.canonical_name.startsWith('Ana')))
      expect((await removedOf([id])).memories).toBeUndefined();
    expect(await removedOf([...ids, ...ids])).toMatchObject({ entities: ids.length, memories: 2 });
    for (const id of ids) await deleteEntity(services(), await now(), id, { shared: false });
    expect(await list()).toEqual([]);
  });

  it('of what is missing is a 404, and of an observation a 400', async () => {
    await say(`Quillan ${surname} keeps bees.`, 'd');
    await say(`Quillan ${surname} visited Lisbon with Ana Weber.`, 'e');
    await consolidate();
    for (const missing of [{ memory_id: newId() }, { document_id: 'none' }, { entity_id: [newId()] }])
      await expect(preview(missing)).rejects.toMatchObject({ code: 'not_found' });
    const observation = (await list()).find(({ fact_type }) => fact_type === 'observation')!;
    await expect(preview({ memory_id: observation.id })).rejects.toMatchObject({ code: 'bad_request' });
  });
});

describe('an interruption', () => {
  const longText = () => Array.from({ length: 500 }, (_, i) => `Room ${i} of the ${word} is painted in color ${i * 7}.`).join('\n\n');
  /** The database loses its nth transaction. */
  const losing = (nth: number): Db => {
    let n = 0;
    return { ...db, transaction: (work, options) => (++n === nth ? Promise.reject(new Error('lost')) : db.transaction(work, options)) };
  };
  const receipts = () =>
    db.query<{ id: string; kind: string; removed: Record<string, number> }>(sql`
    select id, kind, removed from purge_receipts where org_id = ${orgId} order by sequence`);

  it('of the deletion of an entity keeps the mentions of the later parts, and repeating it deletes the rest', async () => {
    const both = [{ text: `Quillan ${surname}` }, { text: 'Ana Weber' }];
    await say(Array.from({ length: 250 }, (_, i) => `Room ${i} is painted in color ${i * 7}.`).join('\n\n'), 'd', { entities: both });
    const all = (await list()).length;
    const [entity] = (await listEntities(db, await now(), { q: surname, limit: 1, offset: 0 } as never)).items;
    expect(entity!.mention_count).toBe(all);
    await expect(deleteEntity({ db: losing(3) }, await now(), entity!.id, { shared: false })).rejects.toThrow('lost');
    const [left] = (await listEntities(db, await now(), { q: surname, limit: 1, offset: 0 } as never)).items;
    expect(left).toMatchObject({ id: entity!.id, mention_count: all - 200 });
    expect((await inconsistencies(db, scope)).filter((line) => !line.startsWith('the time of an entity'))).toEqual([]);
    const { receipt } = await deleteEntity(services(), await now(), entity!.id, { shared: false });
    expect(receipt).toMatchObject({ copies: { mentions: all - 200 }, remaining: { memories: all - 200 } });
    expect((await listEntities(db, await now(), { q: surname, limit: 1, offset: 0 } as never)).items).toEqual([]);
    const remaining = await list();
    expect(remaining.filter(({ entities }) => entities.includes('Ana Weber') && !entities.includes(surname))).toHaveLength(all);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('of a long deletion leaves a receipt of what was deleted, and repeating it deletes the rest', async () => {
    await say(longText(), 'd');
    const all = (await list()).length;
    await expect(deleteDocument({ db: losing(3) }, await now(), 'd', { purge: true })).rejects.toThrow('lost');
    const left = (await list()).length;
    expect(left).toBeGreaterThan(0);
    expect((await receipts()).map(({ removed }) => removed)).toEqual([{ memories: all - left }]);
    await deleteDocument(services(), await now(), 'd', { purge: true });
    expect(await placesOf(word)).toEqual([]);
    expect((await receipts()).map(({ removed }) => removed.memories)).toEqual([all - left, left]);
    for (const { id } of await receipts()) expect(await verify(id)).toMatchObject(CLEAN);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it.each(['memory', 'document'])('of the deletion of a %s leaves a receipt of the texts that failed requests lost', async (kind) => {
    await say(`Ana: I keep the ${word} in the attic.`, 'd');
    await failedRequest(`Ana: I keep the ${word} in the attic.`, 'd');
    const id = await idOf(word);
    const deletion =
      kind === 'memory'
        ? deleteMemory({ db: losing(1), embedder } as never, await now(), id, { purge: true })
        : deleteDocument({ db: losing(1) }, await now(), 'd', { purge: true });
    await expect(deletion).rejects.toThrow('lost');
    const written = await db.query(sql`select kind, removed, copies from purge_receipts where org_id = ${orgId}`);
    expect(written).toEqual([{ kind, removed: {}, copies: { queued_items: 1 } }]);
  });

  it('of an expiry fails the read, and the next read removes the rest first', async () => {
    await say(longText(), 'd', { expires_at: '2090-01-01' });
    const all = (await list()).length;
    await pass();
    await expect(withoutExpired(losing(3), await now())).rejects.toThrow('lost');
    const current = await withoutExpired(db, await now());
    expect(current.bank).toMatchObject({ unitCount: 0, hasExpired: false });
    expect(await placesOf(word)).toEqual([]);
    const written = await receipts();
    expect(written.map(({ kind }) => kind)).toEqual(['expiry', 'expiry']);
    expect(written.reduce((sum, { removed }) => sum + (removed.memories ?? 0), 0)).toBe(all);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });
});

describe('a check', () => {
  it('finds what came back under a purged id, and reports the same words without blame', async () => {
    await say(`Ana: I keep the ${word} in the attic.`, 'd');
    const id = await idOf(word);
    const { receipt } = await deleteDocument(services(), await now(), 'd', { purge: true });
    await say(`Ana: I keep the ${word} in the attic.`, 'd');
    expect(await verify(receipt.id)).toMatchObject({
      ...CLEAN,
      same_text: [
        { place: 'chunks', count: 1 },
        { place: 'memories', count: 1 },
      ],
    });
    await db.query(sql`
      with copy as materialized (
        select to_jsonb(m) || jsonb_build_object('id', ${id}::uuid, 'fingerprint', null) as row from memories m where m.bank_uid = ${scope.bankUid} limit 1
      )
      insert into memories select (jsonb_populate_record(null::memories, row)).* from copy`);
    expect(await verify(receipt.id)).toMatchObject({ is_clean: false, found: [{ place: 'memories', count: 1 }] });
  });

  it('refuses a receipt of another organization', async () => {
    await say('Ana: I paint.', 'd');
    const { receipt } = await deleteDocument(services(), await now(), 'd', { purge: true });
    const { orgId: other } = { orgId: '00000000-0000-7000-8000-000000000000' };
    await expect(verifyReceipt(db, orgScope(other), receipt.id, async () => 0)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('sees a broken chain, although neither receipts nor the log can be changed', async () => {
    await say('Ana: I paint.', 'd');
    const { receipt } = await deleteDocument(services(), await now(), 'd', { purge: true });
    await expect(db.query(sql`update purge_receipts set removed = '{}' where id = ${receipt.id}::uuid`)).rejects.toThrow();
    await db.query(sql`alter table purge_receipts disable trigger purge_receipts_append_only`);
    await db.query(sql`update purge_receipts set removed = '{"memories": 0}' where id = ${receipt.id}::uuid`);
    await db.query(sql`alter table purge_receipts enable trigger purge_receipts_append_only`);
    expect(await verify(receipt.id)).toMatchObject({ is_clean: true, is_chained: false });
  });
});

it('purges leave nothing of what was purged, and everything else', async () => {
  const COPIED = ['chunks', 'memories', 'operations'];
  const NAMES = ['Ana', 'Ben', 'Cem'];
  const words = fc.constantFrom('paints the harbor', 'sails on the lake', 'bakes bread in Porto', 'visits Lisbon in May');
  const fact = fc.record({ name: fc.constantFrom(...NAMES), words, document: fc.constantFrom('a', 'b', 'c'), marked: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(fact, { minLength: 1, maxLength: 8 }), fc.boolean(), async (facts, byDocument) => {
      await newTestBank();
      const textOf = ({ name, words: what, marked }: (typeof facts)[number]) => `${name}: ${marked ? `The ${word}` : name} ${what}.`;
      for (const one of facts) await say(textOf(one), byDocument && one.marked ? 'secret' : one.document, { update_mode: 'append' });
      const marked = facts.find((one) => one.marked);
      if (marked && !byDocument) {
        // An edit keeps the former words in the history.
        const id = (await list()).find(({ text }) => text.includes(word))!.id;
        await updateMemory(services(), await now(), id, updateMemoryBody.parse({ context: `a ${word} chat` }));
      }
      await consolidate();
      await model('m');
      await refresh('m');
      if (marked) await failedRequest(textOf(marked), byDocument ? 'secret' : marked.document);
      const banks = new CachedBanks(db);
      await banks.warm((await now()).bank!, KIND);
      // Without copies in these tables the scan below would prove nothing.
      const before = await placesOf(word);
      expect(before).toEqual(marked ? expect.arrayContaining(COPIED) : []);
      const ids: string[] = [];
      if (byDocument) {
        if (facts.some(({ marked }) => marked))
          ids.push((await deleteDocument(services(), await now(), 'secret', { purge: true })).receipt.id);
      } else
        for (const { id, text, fact_type } of await list())
          if (fact_type !== 'observation' && text.includes(word))
            ids.push((await deleteMemory(services(), await now(), id, { purge: true })).receipt.id);
      expect(await placesOf(word)).toEqual([]);
      const remaining = new Set((await list()).filter(({ fact_type }) => fact_type !== 'observation').map(({ text }) => text));
      expect(remaining).toEqual(new Set(facts.filter(({ marked }) => !marked).map(textOf)));
      for (const id of ids) expect(await verify(id, banks)).toMatchObject(CLEAN);
      expect(await inconsistencies(db, scope)).toEqual([]);
    }),
    { numRuns: runs(20) },
  );
});
