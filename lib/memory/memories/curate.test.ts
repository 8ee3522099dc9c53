import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { db, newTestBank, scope, setScope, withTestBank } from '#e2e/fixtures/bank';
import { inconsistencies } from '#e2e/fixtures/consistency';
import { runs } from '#e2e/fixtures/runs';
import { sql } from '#lib/base/db/db';
import { ServiceError, ValidationFailure } from '#lib/base/errors';
import { mintBankScope } from '#lib/base/scope';
import { currentBank, ensureBank } from '#lib/memory/banks/service';
import { bulkBody, listMemories as listing, updateMemoryBody } from '#lib/memory/memories/contract';
import * as memories from '#lib/memory/memories/service';
import { recallBody } from '#lib/memory/recall/contract';
import { recall } from '#lib/memory/recall/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

const services = () => ({ db, embedder: builtinEmbedder() });

withTestBank();

const retainText = (id: string, content: string, more: Record<string, unknown> = {}) =>
  retain(services(), scope, retainBody.parse({ items: [{ content, document_id: id, timestamp: '2024-01-01', ...more }] }));
const list = async (given: Record<string, unknown> = {}) =>
  (await memories.listMemories(db, scope, z.object(listing.query!.shape).parse({ order: 'asc', ...given }))).items;
const texts = async (given: Record<string, unknown> = {}) => (await list(given)).map(({ text }) => text);
const idOf = async (words: string, given: Record<string, unknown> = {}): Promise<string> =>
  (await list(given)).find(({ text }) => text.includes(words))!.id;
const patch = (id: string, body: Record<string, unknown>) => memories.updateMemory(services(), scope, id, updateMemoryBody.parse(body));
const found = async (query: string): Promise<string[]> => {
  const fresh = await ensureBank(db, mintBankScope({ ...scope, bankUid: 0, bank: null }));
  return (await recall(services(), fresh, recallBody.parse({ query }))).results.map(({ text }) => text);
};
const intact = async () => expect(await inconsistencies(db, scope)).toEqual([]);
const code = (expected: string) => (error: unknown) => expect(error).toMatchObject({ code: expected });
const refused = (work: Promise<unknown>, expected: string) => work.then(() => expect.fail('it was allowed'), code(expected));

/** All tables of the bank that a change may affect, without the counters of writes. */
async function tables(): Promise<unknown> {
  const rows = (text: string) => db.query(sql`${sql.raw(text.replaceAll('$bank', String(scope.bankUid)))}`);
  return {
    bank: await rows('select unit_count, term_count from banks where uid = $bank'),
    memories: await rows(
      `select id, text, context, speaker, fact_type, state, tokens, term_count, search::text, occurred_start, occurred_end, mentioned_at, time_precision,
        fingerprint::text, proof_count, edited_at, names_given, invalidated_at, invalidation_reason from memories where bank_uid = $bank and fact_type <> 'observation' order by id`,
    ),
    vectors: await rows(`select memory_id, model, fact_type, live, tags, embedding::text from memory_embeddings where bank_uid = $bank
      and memory_id in (select id from memories where bank_uid = $bank and fact_type <> 'observation') order by 1, 2`),
    entities: await rows('select * from entities where bank_uid = $bank order by id'),
    aliases: await rows('select * from entity_aliases where bank_uid = $bank order by key'),
    mentions: await rows('select * from memory_entities where bank_uid = $bank order by 2, 3'),
    links: await rows('select * from memory_links where bank_uid = $bank order by 2, 3'),
    documents: await rows('select uid, id, content_hash, text_length from documents where bank_uid = $bank order by 1'),
    evidence: await rows('select * from memory_evidence where bank_uid = $bank order by 2'),
    words: await rows('select * from curated_words where bank_uid = $bank order by 1, 2, 3'),
  };
}

const TALK =
  'Ana: I moved to Porto because the studio there is cheaper.\nBen: I am allergic to cats, so I stay at a hotel.\nAna: Carla Weber paints the harbour every Sunday.';

describe('an edit', () => {
  it('changes the text, the vector, the names and the search index immediately', async () => {
    await retainText('talk', TALK);
    const id = await idOf('Porto');
    const before = await memories.getMemory(db, scope, id);
    const after = await patch(id, { text: 'Ana: I moved to Lisbon because Marta lives there.', context: 'corrected' });
    expect(after).toMatchObject({
      id,
      text: 'Ana: I moved to Lisbon because Marta lives there.',
      context: 'corrected',
      state: 'valid',
      edited_at: expect.any(String),
      history: [],
    });
    expect(before.entities).toEqual(['Ana', 'Porto']);
    expect(after.entities).toEqual(expect.arrayContaining(['Ana', 'Lisbon']));
    expect(after.entities).not.toContain('Porto');
    expect((await found('Who lives in Lisbon?'))[0]).toContain('Lisbon');
    expect((await found('What is cheaper in Porto?')).join()).not.toContain('Porto');
    expect(await texts({ q: 'lisbon' })).toHaveLength(1);
    expect(await texts({ q: 'porto' })).toEqual([]);
    await intact();
  });

  it('of the text uses its date if the old date was read from the old text', async () => {
    await retainText('talk', 'Leo: The dentist moved my appointment to 19 May 2024.\n\nLeo: The harbour is loud.');
    const id = await idOf('dentist');
    expect(await patch(id, { text: 'Leo: The dentist moved my appointment to 26 May 2024.' })).toMatchObject({
      occurred_start: '2024-05-26T00:00:00+00:00',
      occurred_end: '2024-05-26T23:59:59.999+00:00',
    });
    expect(await patch(id, { text: 'Leo: The dentist moved my appointment.' })).toMatchObject({ occurred_start: null, occurred_end: null });
    expect(await patch(id, { text: 'Leo: The dentist is on 3 June 2024.' })).toMatchObject({ date: '2024-06-03T00:00:00+00:00' });
    expect(await patch(id, { occurred_start: '2024-06-07', occurred_end: '2024-06-07' })).toMatchObject({
      occurred_start: '2024-06-07T00:00:00+00:00',
      occurred_end: '2024-06-07T23:59:59.999+00:00',
    });
    expect(await patch(id, { text: 'Leo: The dentist is on 5 June 2024.' })).toMatchObject({ date: '2024-06-07T00:00:00+00:00' });
    const harbour = await idOf('harbour');
    expect(await patch(harbour, { text: 'Leo: The harbour is closed on 4 July 2024.', occurred_start: '2024-07-05' })).toMatchObject({
      date: '2024-07-05T00:00:00+00:00',
    });
    await intact();
  });

  it('of a short text reads its date in the language of the memories around it', async () => {
    const lines = ['Maite: La casa nueva tiene un jardín muy grande.', 'Maite: Boda 5/9/2026.', 'Maite: Mi hermana vive cerca del río.'];
    await retainText('charla', lines.join('\n'));
    await retainText('talk', 'Leo: The new house has a very large garden.\nLeo: Wedding 5/9/2026.\nLeo: My sister lives near the river.');
    const [boda, wedding] = [await idOf('Boda'), await idOf('Wedding')];
    expect(await memories.getMemory(db, scope, boda)).toMatchObject({ occurred_start: '2026-09-05T00:00:00+00:00' });
    expect(await patch(boda, { text: 'Maite: Boda 6/9/2026.' })).toMatchObject({ occurred_start: '2026-09-06T00:00:00+00:00' });
    expect(await patch(wedding, { text: 'Leo: Wedding 6/9/2026.' })).toMatchObject({ occurred_start: '2026-06-09T00:00:00+00:00' });
    await intact();
  });

  it('of times, type and names does not change the text', async () => {
    await retainText('talk', TALK);
    const id = await idOf('harbour');
    const after = await patch(id, {
      occurred_start: '2024-05-01',
      occurred_end: '2024-05-02T10:00:00Z',
      fact_type: 'experience',
      entities: ['Carla', ' ', 'carla', 'the Harbour'],
    });
    expect(after).toMatchObject({
      date: '2024-05-01T00:00:00+00:00',
      occurred_end: '2024-05-02T10:00:00+00:00',
      type: 'experience',
    });
    expect(after.entity_refs).toHaveLength(2);
    expect(await texts({ q: 'harbour' })).toHaveLength(1);
    const cleared = await patch(id, { occurred_start: '', occurred_end: null, entities: [] });
    expect(cleared).toMatchObject({ occurred_start: null, occurred_end: null, entities: [], date: '2024-01-01T00:00:00.020+00:00' });
    await intact();
  });

  it('gives it entities whose names contain commas, which a list returns apart', async () => {
    await retainText('a', 'Ana moved to Porto.');
    const entities = ['Acme, Inc.', 'Washington, D.C.'];
    expect(await patch(await idOf('Porto'), { entities })).toMatchObject({ entities });
    expect(await list()).toMatchObject([{ entities: 'Acme, Inc., Washington, D.C.', entity_names: entities }]);
  });

  it('of the time of the mention updates the times of its entities, and can be restored', async () => {
    await retainText('talk', TALK);
    const before = await tables();
    const id = await idOf('Porto');
    const { revision, ...after } = await patch(id, { mentioned_at: '2025-03-01T10:00:00Z' });
    expect(after).toMatchObject({ mentioned_at: '2025-03-01T10:00:00+00:00', occurred_start: null });
    expect(await texts({ from: '2025-01-01' })).toEqual([after.text]);
    const times = async () =>
      db.query(sql`select first_seen, last_seen from entities where bank_uid = ${scope.bankUid} and canonical_name = 'Porto'`);
    const moved = new Date('2025-03-01T10:00:00Z');
    expect(await times()).toEqual([{ first_seen: moved, last_seen: moved }]);
    expect(await patch(id, { mentioned_at: '' })).toMatchObject({ mentioned_at: null });
    expect(await times()).toEqual([{ first_seen: null, last_seen: null }]);
    const { items } = await memories.listMemoryRevisions(db, scope, id, { limit: 9, offset: 0 });
    expect(items.map((one) => one.before.mentioned_at)).toEqual(['2025-03-01T10:00:00+00:00', '2024-01-01T00:00:00+00:00']);
    await intact();
    await memories.restoreMemory(services(), scope, id, { revision });
    expect(await tables()).toEqual(before);
    await refused(patch(id, { mentioned_at: 'last week' }), 'bad_request');
  });

  it('accepts names literally on request', async () => {
    await retainText('talk', TALK);
    await retainText('card', 'She paints the harbour.', { entities: [{ text: 'Carla Weber', type: 'PERSON' }] });
    const id = await idOf('allergic');
    const literal = await patch(id, { entities: ['Carla'], resolve_entities: false });
    expect(literal.entities).toEqual(['Carla']);
    const resolved = await patch(id, { entities: ['Carla'] });
    expect(resolved.entities).toEqual(['Carla']);
    expect(resolved.entity_refs).toEqual(literal.entity_refs);
    expect((await patch(id, { entities: ['C. Weber', 'Weber'] })).entities).toEqual(expect.arrayContaining(['Carla Weber']));
    await intact();
  });

  it('of the text does not change names that were set manually, until that is undone', async () => {
    await retainText('talk', TALK);
    const id = await idOf('Porto');
    const read = await memories.getMemory(db, scope, id);
    expect(read).toMatchObject({ entities: ['Ana', 'Porto'], entities_given: false });
    const given = await patch(id, { entities: ['Ana', 'Porto', 'Ben'] });
    expect(given).toMatchObject({ entities: ['Ana', 'Ben', 'Porto'], entities_given: true });
    const reworded = await patch(id, { text: 'She went to live in Lisbon with Marta Silva.' });
    expect(reworded).toMatchObject({ entities: given.entities, entities_given: true });
    await intact();
    const none = await patch(id, { entities: [] });
    expect(await patch(id, { text: 'Ana: I live in Lisbon.' })).toMatchObject({ entities: [], entities_given: true });
    await memories.restoreMemory(services(), scope, id, { revision: none.revision });
    expect(await memories.getMemory(db, scope, id)).toMatchObject({ entities: given.entities, entities_given: true });
    await memories.restoreMemory(services(), scope, id, { revision: given.revision });
    expect(await memories.getMemory(db, scope, id)).toMatchObject({ entities: read.entities, entities_given: false });
    expect((await patch(id, { text: 'Ana: I live in Lisbon.' })).entities).toEqual(['Ana', 'Lisbon']);
    await intact();
  });

  it('that changes nothing writes nothing', async () => {
    await retainText('talk', TALK);
    const id = await idOf('Porto');
    const before = await memories.getMemory(db, scope, id);
    expect(await patch(id, { text: before.text, state: 'valid', entities: ['porto', 'ANA'] })).toEqual(before);
    expect((await memories.listMemoryRevisions(db, scope, id, { limit: 10, offset: 0 })).total).toBe(0);
  });

  it('is rejected if it is invalid', async () => {
    await retainText('talk', TALK);
    const id = await idOf('Porto');
    await refused(patch(id, { text: '  ' }), 'bad_request');
    await refused(patch(id, { occurred_start: 'soon' }), 'bad_request');
    await refused(patch(id, { occurred_start: '2024-02-02', occurred_end: '2024-02-01' }), 'bad_request');
    await patch(id, { occurred_start: '2024-02-02', occurred_end: '2024-02-03' });
    await refused(patch(id, { occurred_start: '2024-02-04' }), 'bad_request');
    await refused(patch(id, { occurred_end: '2024-02-01' }), 'bad_request');
    await refused(patch('00000000-0000-7000-8000-000000000000', { text: 'x' }), 'not_found');
    for (const body of [{}, { reason: 'because' }, { resolve_entities: false }, { text: null }])
      await expect(patch(id, body)).rejects.toBeInstanceOf(ValidationFailure);
    await patch(id, { state: 'invalidated' });
    await refused(patch(id, { text: 'Something else.' }), 'bad_request');
    await db.query(sql`update memories set fact_type = 'observation', state = 'valid' where bank_uid = ${scope.bankUid} and id = ${id}`);
    await refused(patch(id, { text: 'Something else.' }), 'bad_request');
    await refused(memories.deleteMemory({ db }, scope, id), 'bad_request');
  });

  it('records its actor and the previous state, and can be undone exactly', async () => {
    await retainText('talk', TALK);
    const id = await idOf('Porto');
    const before = await tables();
    await patch(id, { text: 'Ana: I live in Lisbon.', reason: 'a slip' });
    const edited = (await memories.getMemory(db, scope, id)).revision;
    await patch(id, { state: 'invalidated', reason: 'wrong' });
    const { items, total } = await memories.listMemoryRevisions(db, scope, id, { limit: 10, offset: 0 });
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { action: 'invalidate', reason: 'wrong', before: { text: 'Ana: I live in Lisbon.', state: 'valid' } },
      { action: 'edit', reason: 'a slip', actor: { label: 'test' }, before: { entities: ['Ana', 'Porto'], state: 'valid' } },
    ]);
    await memories.restoreMemory(services(), scope, id, { revision: edited });
    expect(await tables()).toEqual(before);
    await refused(memories.restoreMemory(services(), scope, id, { revision: 999_999 }), 'not_found');
    await intact();
  });

  it('is one revision together with its change of state', async () => {
    await retainText('talk', TALK);
    const id = await idOf('Porto');
    const before = await tables();
    const acts = async () => (await memories.listMemoryRevisions(db, scope, id, { limit: 10, offset: 0 })).items;
    const { revision } = await patch(id, { text: 'Ana: I live in Lisbon.', state: 'invalidated', reason: 'a slip' });
    expect(await acts()).toMatchObject([{ action: 'edit', revision, reason: 'a slip', before: { state: 'valid' } }]);
    await patch(id, { text: 'Ana: I live in Faro.', state: 'valid' });
    expect(await acts()).toMatchObject([
      { action: 'edit', before: { state: 'invalidated', text: 'Ana: I live in Lisbon.' } },
      { revision },
    ]);
    expect(await texts({ q: 'faro' })).toHaveLength(1);
    await intact();
    await memories.restoreMemory(services(), scope, id, { revision });
    expect(await acts()).toHaveLength(3);
    expect(await tables()).toEqual(before);
  });

  it('fails if the memory was changed meanwhile', async () => {
    await retainText('talk', TALK);
    const id = await idOf('Porto');
    const { revision } = await memories.getMemory(db, scope, id);
    await patch(id, { context: 'first', if_revision: revision });
    await refused(patch(id, { context: 'second', if_revision: revision }), 'conflict');
    expect(await memories.getMemory(db, scope, id)).toMatchObject({ context: 'first' });
  });
});

describe('invalidating', () => {
  it('ignores a blank reason', async () => {
    await retainText('talk', TALK);
    expect(await patch(await idOf('allergic'), { state: 'invalidated', reason: '  ' })).toMatchObject({
      state: 'invalidated',
      invalidation_reason: null,
    });
  });

  it('removes a memory from recall, lists and counters, and reverting restores it', async () => {
    await retainText('talk', TALK);
    await retainText('other', 'Ben: I am allergic to cats, so I stay at a hotel.');
    const before = await tables();
    const id = await idOf('allergic');
    expect(await patch(id, { state: 'invalidated', reason: 'a joke' })).toMatchObject({
      state: 'invalidated',
      invalidation_reason: 'a joke',
      invalidated_at: expect.any(String),
      entities: [],
    });
    expect((await found('Who is allergic to cats?')).join()).not.toContain('allergic');
    expect(await texts({ q: 'allergic' })).toEqual([]);
    expect(await texts({ q: 'allergic', state: 'invalidated' })).toHaveLength(1);
    await intact();
    await patch(id, { state: 'invalidated', reason: 'a lie' });
    expect(await memories.getMemory(db, scope, id)).toMatchObject({ invalidation_reason: 'a lie' });
    await patch(id, { state: 'invalidated' });
    expect(await memories.getMemory(db, scope, id)).toMatchObject({ invalidation_reason: 'a lie' });
    await patch(id, { state: 'valid' });
    expect(await tables()).toEqual(before);
    expect((await found('Who is allergic to cats?'))[0]).toContain('allergic');
    await intact();
  });

  it('and reverting have the time of their revisions, by which an earlier state is found', async () => {
    await retainText('talk', TALK);
    const id = await idOf('Porto');
    const changes = (field: 'invalidated_at' | 'updated_at') =>
      db.query(sql`
        select r.action from memories m join memory_revisions r on r.bank_uid = m.bank_uid and r.memory_id = m.id and r.created_at = m.${sql.raw(field)}
        where m.bank_uid = ${scope.bankUid} and m.id = ${id}::uuid`);
    await patch(id, { state: 'invalidated' });
    expect([await changes('invalidated_at'), await changes('updated_at')]).toEqual([
      [{ action: 'invalidate' }],
      [{ action: 'invalidate' }],
    ]);
    await patch(id, { state: 'valid' });
    expect([await changes('invalidated_at'), await changes('updated_at')]).toEqual([[], [{ action: 'revert' }]]);
  });

  it('of all memories and reverting is the identity, in any order', async () => {
    await retainText('talk', TALK);
    await retainText('more', 'Carla Weber: Porto is loud.\nAna: Because of that I think of Lisbon.', { timestamp: '2024-02-01' });
    const before = await tables();
    const ids = (await list()).map(({ id }) => id);
    for (const id of ids) await patch(id, { state: 'invalidated' });
    expect(await list()).toEqual([]);
    await intact();
    for (const id of [ids[2]!, ids[0]!, ids[4]!, ids[1]!, ids[3]!]) await patch(id, { state: 'valid' });
    expect(await tables()).toEqual(before);
  });

  it('and editing concurrently loses neither change', async () => {
    await retainText('talk', TALK);
    const id = await idOf('Porto');
    const results = await Promise.allSettled([
      patch(id, { text: 'Ana: I live in Lisbon.' }),
      patch(id, { state: 'invalidated' }),
      patch(id, { context: 'at once' }),
      patch(id, { occurred_start: '2024-03-01' }),
    ]);
    for (const one of results) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(ServiceError);
    const done = results.filter(({ status }) => status === 'fulfilled').length;
    expect((await memories.listMemoryRevisions(db, scope, id, { limit: 10, offset: 0 })).total).toBe(done);
    const now = await memories.getMemory(db, scope, id);
    expect(now.state).toBe('invalidated');
    if (results[0]!.status === 'fulfilled') expect(now.text).toBe('Ana: I live in Lisbon.');
    if (results[2]!.status === 'fulfilled') expect(now.context).toBe('at once');
    await intact();
  });
});

describe('bulk changes', () => {
  const invalidate = (body: Record<string, unknown>) => memories.setStateOfAll({ db }, scope, 'invalidated', bulkBody.parse(body));
  const revert = (body: Record<string, unknown>) => memories.setStateOfAll({ db }, scope, 'valid', bulkBody.parse(body));

  it('count first, then change and revert the matches of a filter', async () => {
    const lines = Array.from(
      { length: 600 },
      (_, i) => `Line ${i} of the log says that pump ${i} is ${i % 2 === 0 ? 'running' : 'broken'}.`,
    );
    await retainText('log', lines.join('\n'));
    const { total } = await memories.listMemories(db, scope, z.object(listing.query!.shape).parse({ q: 'running', limit: 0 }));
    expect(total).toBeGreaterThan(250);
    const before = await tables();
    expect(await invalidate({ filter: { q: 'running' }, dry_run: true })).toEqual({ dry_run: true, matched: total, changed: 0 });
    await refused(invalidate({ filter: { q: 'running' }, expected_count: total - 1 }), 'conflict');
    expect(await invalidate({ filter: { q: 'running' }, expected_count: total, reason: 'over' })).toEqual({
      dry_run: false,
      matched: total,
      changed: total,
    });
    expect(await texts({ q: 'running' })).toEqual([]);
    await intact();
    expect(await revert({ filter: { q: 'running' } })).toMatchObject({ matched: total, changed: total });
    expect(await tables()).toEqual(before);
    expect(await invalidate({ filter: { q: 'xylophone' } })).toMatchObject({ matched: 0, changed: 0 });
  });

  it('by an entity can be reverted by it', async () => {
    await retainText('talk', TALK);
    const { entity_refs } = await memories.getMemory(db, scope, await idOf('harbour'));
    const filter = { entity_id: entity_refs.find(({ name }) => name === 'Carla Weber')!.id };
    expect(await invalidate({ filter })).toMatchObject({ matched: 1, changed: 1 });
    expect(await texts({ ...filter, state: 'invalidated' })).toHaveLength(1);
    expect(await revert({ filter, dry_run: true })).toMatchObject({ matched: 1, changed: 0 });
    expect(await revert({ filter })).toMatchObject({ matched: 1, changed: 1 });
    expect(await texts(filter)).toHaveLength(1);
    await intact();
  });

  it('of all memories require a confirmation', async () => {
    await retainText('talk', TALK);
    await expect(invalidate({})).rejects.toBeInstanceOf(ValidationFailure);
    await expect(invalidate({ filter: { q: ' ' } })).rejects.toBeInstanceOf(ValidationFailure);
    expect(await invalidate({ all: true })).toMatchObject({ changed: 3 });
    expect(await list()).toEqual([]);
  });
});

describe('deleting', () => {
  it('leaves no rows of the memory', async () => {
    await retainText('talk', TALK);
    await retainText('again', 'Ben: I am allergic to cats, so I stay at a hotel.');
    const id = await idOf('allergic');
    await patch(id, { context: 'edited before' });
    expect(await memories.deleteMemory({ db }, scope, id)).toMatchObject({ success: true, memory_id: id, deleted_count: 1 });
    await refused(memories.getMemory(db, scope, id), 'not_found');
    await refused(memories.deleteMemory({ db }, scope, id), 'not_found');
    for (const table of ['memory_embeddings', 'memory_entities', 'memory_evidence', 'memory_revisions', 'curated_words'])
      expect(await db.query(sql`select 1 from ${sql.raw(table)} where bank_uid = ${scope.bankUid} and memory_id = ${id}`)).toEqual([]);
    expect((await found('Who is allergic to cats?')).join()).not.toContain('allergic');
    await intact();
  });
});

describe('manual changes, and rereading the text', () => {
  const GROWN = `${TALK}\nBen: Then the hotel was full.`;
  const wordsOf = async () => (await texts()).map((text) => text.slice(0, 24));

  it.each([
    ['the same text', TALK, {}],
    ['a text that grew', GROWN, {}],
    ['a text that lost its beginning', GROWN.slice(GROWN.indexOf('Ben')), {}],
    ['another day', TALK, { timestamp: '2024-06-01' }],
    ['other tags', TALK, { tags: ['new'] }],
  ])('%s: an edit and an invalidation remain, a deleted memory returns', async (_, text, more) => {
    await retainText('talk', TALK);
    const [moved, allergic, paints] = [await idOf('Porto'), await idOf('allergic'), await idOf('harbour')];
    await patch(moved, { text: 'Ana: I live in Lisbon.' });
    await patch(allergic, { state: 'invalidated', reason: 'a joke' });
    await memories.deleteMemory({ db }, scope, paints);
    for (let round = 0; round < 2; round++) {
      const { outcomes } = await retainText('talk', text, more);
      // the invalidated one is read, and not listed
      expect(outcomes[0]!.facts).toBe((await list({ document_id: 'talk' })).length + 1);
      await intact();
      expect((await texts()).join()).not.toMatch(/Porto|allergic/);
      expect((await texts()).filter((one) => one.includes('harbour'))).toHaveLength(text.includes('harbour') ? 1 : 0);
      await refused(memories.getMemory(db, scope, paints), 'not_found');
      expect(await memories.getMemory(db, scope, allergic)).toMatchObject({ state: 'invalidated', invalidation_reason: 'a joke' });
      expect((await memories.listMemoryRevisions(db, scope, allergic, { limit: 9, offset: 0 })).total).toBe(1);
    }
    const hasBeginning = text.includes('Porto');
    expect((await texts()).includes('Ana: I live in Lisbon.')).toBe(hasBeginning);
    if (hasBeginning) {
      expect((await memories.getMemory(db, scope, moved)).tags).toEqual((more as { tags?: string[] }).tags ?? []);
      await memories.restoreMemory(services(), scope, moved, {
        revision: (await memories.listMemoryRevisions(db, scope, moved, { limit: 9, offset: 0 })).items[0]!.revision,
      });
    }
    await patch(allergic, { state: 'valid' });
    await intact();
    expect(await wordsOf()).toContain('Ben: I am allergic to ca');
  });

  it('further evidence of a corrected statement remains, and its document can be deleted', async () => {
    const sentence = 'Ben: I am allergic to cats, so I stay at a hotel.';
    await retainText('talk', TALK);
    await retainText('mail', sentence);
    const id = await idOf('allergic');
    await patch(id, { text: 'Ben: I am allergic to dogs.' });
    await retainText('mail', `${sentence}\nBen: The hotel is full.`);
    await intact();
    expect((await texts()).join()).not.toContain('cats');
    expect(await memories.getMemory(db, scope, id)).toMatchObject({ proof_count: 2, evidence: [{ document_id: 'mail' }] });
    await retainText('talk', 'Ana: Nothing of this was said.');
    await intact();
    expect(await memories.getMemory(db, scope, id)).toMatchObject({
      proof_count: 1,
      document_id: 'mail',
      text: 'Ben: I am allergic to dogs.',
    });
  });

  it('a statement in another document is a new memory', async () => {
    await retainText('talk', TALK);
    await patch(await idOf('allergic'), { state: 'invalidated' });
    await retainText('mail', 'Ben: I am allergic to cats, so I stay at a hotel.');
    expect(await texts({ document_id: 'mail' })).toHaveLength(1);
    await intact();
  });

  it('clearing the bank deletes it', async () => {
    await retainText('talk', TALK);
    await patch(await idOf('allergic'), { state: 'invalidated' });
    await memories.clearMemories(db, scope, undefined);
    setScope((await currentBank(db, scope))!);
    await retainText('talk', TALK);
    expect(await texts()).toHaveLength(3);
    await intact();
  });
});

describe('any sequence of changes', () => {
  const TEXTS = ['Ana: I live in Lisbon.', 'Marta Silva owns a boat.', 'Porto is far.', 'Ana'];
  const act = fc.record({
    unit: fc.nat(7),
    what: fc.constantFrom(
      'edit',
      'name',
      'date',
      'said',
      'type',
      'invalidate',
      'revert',
      'both',
      'restore',
      'retain',
      'grow',
      'all',
      'none',
    ),
    text: fc.constantFrom(...TEXTS),
  });
  const GROWN = `${TALK}\nBen: Then the hotel was full.`;

  async function perform({ unit, what, text }: { unit: number; what: string; text: string }): Promise<void> {
    const ids = [...(await list()), ...(await list({ state: 'invalidated' }))].map(({ id }) => id).sort();
    const id = ids[unit % Math.max(1, ids.length)];
    if (what === 'retain') return void (await retainText('talk', TALK));
    if (what === 'grow') return void (await retainText('talk', GROWN));
    if (id === undefined) return;
    const bulk = (to: 'valid' | 'invalidated') => memories.setStateOfAll({ db }, scope, to, bulkBody.parse({ filter: { q: 'Ana' } }));
    const body = {
      edit: { text },
      name: { entities: [text.split(' ')[0]!] },
      date: { occurred_start: '2024-05-05', context: text },
      said: { mentioned_at: text.length > 12 ? '2023-02-02' : null },
      type: { fact_type: 'experience' },
      invalidate: { state: 'invalidated', reason: text },
      revert: { state: 'valid' },
      both: { text, state: 'invalidated' },
    }[what];
    if (body) await patch(id, body).catch(code('bad_request'));
    if (what === 'all') await bulk('invalidated');
    if (what === 'none') await bulk('valid');
    const { items } = await memories.listMemoryRevisions(db, scope, id, { limit: 9, offset: 0 });
    if (what === 'restore' && items.length > 0)
      await memories.restoreMemory(services(), scope, id, { revision: items[unit % items.length]!.revision });
  }

  it('leaves exact counters, and undoing all of them restores the original', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 10 }), async (acts) => {
        await newTestBank();
        await retainText('talk', TALK);
        await retainText('mail', 'Ben: I am allergic to cats, so I stay at a hotel.\nAna: Because of that I called Carla Weber.');
        for (const one of acts) {
          await perform(one);
          await intact();
        }
        await retainText('talk', TALK);
        for (const { id } of [...(await list()), ...(await list({ state: 'invalidated' }))]) {
          const { items } = await memories.listMemoryRevisions(db, scope, id, { limit: 99, offset: 0 });
          const first = items.at(-1);
          if (first) await memories.restoreMemory(services(), scope, id, { revision: first.revision });
        }
        await intact();
        expect((await texts()).sort()).toEqual([...TALK.split('\n'), 'Ana: Because of that I called Carla Weber.'].sort());
      }),
      { numRuns: runs(12) },
    );
  });
});
