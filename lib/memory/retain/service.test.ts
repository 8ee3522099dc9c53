import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { db, orgId, scope, setScope, withTestBank } from '#e2e/fixtures/bank';
import { countsOf } from '#e2e/fixtures/citus';
import { inconsistencies } from '#e2e/fixtures/consistency';
import { bankScope, openTestDatabase, seedOrg, testDatabaseKind } from '#e2e/fixtures/database';
import { runs } from '#e2e/fixtures/runs';
import { schemaOf } from '#lib/base/db/cells';
import { type Db, sql } from '#lib/base/db/db';
import { countStatements } from '#lib/base/db/observe';
import { ServiceError } from '#lib/base/errors';
import { mintBankScope } from '#lib/base/scope';
import { currentBank, deleteBank, ensureBank, lockBank } from '#lib/memory/banks/service';
import { deleteDocument, getDocument, updateDocument } from '#lib/memory/documents/service';
import { clearMemories } from '#lib/memory/memories/service';
import { type RetainResponse, retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { deleteOldAnswers, saveAnswer } from '#lib/memory/retain/store-answers';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';
import type { Embedder } from '#lib/models/embeddings/port';

const embedder = builtinEmbedder();

withTestBank();

type Item = Record<string, unknown>;
const retainItems = (items: Item[], more: Item = {}, key: string | null = null): Promise<RetainResponse> =>
  retain({ db, embedder }, scope, retainBody.parse({ items, ...more }), key);
const replace = (id: string, content: string, more: Item = {}) => retainItems([{ content, document_id: id, ...more }]);
const append = (id: string, content: string) => replace(id, content, { update_mode: 'append' });

interface Unit {
  [field: string]: unknown;
  id: string;
  text: string;
  body: string;
}
const units = (): Promise<Unit[]> =>
  db.query<Unit>(sql`
    select m.*, d.id as document from memories m left join documents d on d.bank_uid = m.bank_uid and d.uid = m.document_uid
    where m.bank_uid = ${scope.bankUid} order by d.created_at, d.id, m.position`);
/**
 * The words of the chunk at the position of each memory and of its further evidence; null: the
 * position is unknown.
 */
const passages = async (): Promise<{ text: string; passage: string | null }[]> => {
  const places = await db.query<{ text: string; chunk: string; chunk_start: number | null; chunk_end: number | null }>(sql`
    select m.text, c.text as chunk, p.chunk_start, p.chunk_end from (
      select id as memory_id, chunk_id, chunk_start, chunk_end from memories where bank_uid = ${scope.bankUid}
      union all select memory_id, chunk_id, chunk_start, chunk_end from memory_evidence where bank_uid = ${scope.bankUid}) p
    join memories m on m.bank_uid = ${scope.bankUid} and m.id = p.memory_id join chunks c on c.bank_uid = ${scope.bankUid} and c.id = p.chunk_id`);
  return places.map(({ text, chunk, chunk_start, chunk_end }) => ({
    text,
    passage: chunk_start === null ? null : chunk.slice(chunk_start, chunk_end!),
  }));
};
const misplaced = async () => (await passages()).filter(({ text, passage }) => passage !== text);
const texts = async (): Promise<string[]> => (await units()).map(({ text }) => text);
const entities = async (): Promise<string[]> =>
  (
    await db.query<{ canonical_name: string }>(
      sql`select canonical_name from entities where bank_uid = ${scope.bankUid} order by canonical_name`,
    )
  ).map((row) => row.canonical_name);

/** About 160 characters, so about twenty make several chunks. */
const NOUNS =
  'anchor bridge candle drum engine feather garden hammer island jacket kettle ladder mirror needle orchard pillow quilt ribbon saddle tunnel'.split(
    ' ',
  );
const sentence = (n: number): string =>
  `Number ${n} of the inventory is the ${NOUNS[n % 20]} that was found beside the ${NOUNS[(n * 7 + 3) % 20]} and the ${NOUNS[(n * 3 + 11) % 20]} in room ${n}, wrapped in grey paper and tied with string.`;
const story = (numbers: number[]): string => numbers.map(sentence).join('\n\n');
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

describe('an item', () => {
  it('stores all of its fields', async () => {
    const answer = await retainItems([
      {
        content: 'Alice Chen moved to Lisbon.',
        timestamp: '2024-05-10T12:00:00+02:00',
        context: 'a letter',
        metadata: { source: 'mail' },
        document_id: 'letters/1',
        entities: [{ text: 'Project Heron', type: 'PROJECT' }, { text: 'Relocation' }],
        tags: ['b', 'a', 'a'],
        observation_scopes: [['a'], []],
        strategy: 'whatever',
      },
    ]);
    expect(answer).toMatchObject({
      success: true,
      bank_id: 'bank',
      items_count: 1,
      async: false,
      usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
      outcomes: [{ index: 0, document_id: 'letters/1', outcome: 'facts', facts: 1 }],
    });
    const [unit] = await units();
    expect(unit).toMatchObject({
      text: 'Alice Chen moved to Lisbon.',
      context: 'a letter',
      metadata: { source: 'mail' },
      tags: ['a', 'b'],
      observation_scopes: [['a'], []],
      extractor: 'builtin',
      proof_count: 1,
      position: 0,
      turn: 0,
      state: 'valid',
      revision: 1,
    });
    expect(unit!.mentioned_at).toEqual(new Date('2024-05-10T10:00:00Z'));
    expect(await entities()).toEqual(expect.arrayContaining(['Alice Chen', 'Lisbon', 'Project Heron', 'Relocation']));
    expect(
      await db.query(
        sql`select kind from entities where bank_uid = ${scope.bankUid} and canonical_name in ('Project Heron', 'Relocation') order by 1`,
      ),
    ).toEqual([{ kind: 'CONCEPT' }, { kind: 'PROJECT' }]);
    expect(await getDocument(db, scope, 'letters/1')).toMatchObject({
      original_text: 'Alice Chen moved to Lisbon.',
      tags: ['a', 'b'],
      document_metadata: { source: 'mail' },
      retain_params: { context: 'a letter', metadata: { source: 'mail' }, event_date: '2024-05-10T10:00:00+00:00' },
      observation_scopes: [['a'], []],
      memory_unit_count: 1,
    });
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it.each([
    ['2024-10-15', new Date('2024-10-15T00:00:00Z')],
    ['unset', null],
    ['UNSET', null],
  ])('mentioned at %s', async (timestamp, expected) => {
    await retainItems([{ content: 'The boat is blue.', timestamp }]);
    expect((await units())[0]!.mentioned_at).toEqual(expected);
  });

  it.each([null, '', undefined])('mentioned at %j has the time of the request', async (timestamp) => {
    const before = Date.now();
    await retainItems([{ content: 'The boat is blue.', timestamp }]);
    const at = (await units())[0]!.mentioned_at as Date;
    expect(at.getTime()).toBeGreaterThanOrEqual(before);
    expect(at.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    [
      ['x', 'y'],
      ['x', 'y'],
    ],
    ['x', ['x']],
    ['["x", "y"]', ['x', 'y']],
    ['[broken', ['[broken']],
    ['', []],
    [null, []],
  ])('accepts tags as %j', async (tags, expected) => {
    await retainItems([{ content: 'The boat is blue.', tags }], { document_tags: null });
    expect((await units())[0]!.tags).toEqual(expected);
  });

  it.each([
    [{ content: '  \n' }],
    [{ content: 7 }],
    [{ content: 'x', timestamp: 7 }],
    [{ content: 'x', timestamp: 'soon' }],
    [{ content: 'x', timestamp: '2024-02-30' }],
    [{ content: 'x', metadata: { a: 1 } }],
    [{ content: 'x', metadata: { a: 'x'.repeat(16_400) } }],
    [{ content: 'x', tags: ['x'.repeat(129)] }],
    [{ content: 'x', tags: Array.from({ length: 65 }, (_, i) => `t${i}`) }],
    [{ content: 'x', tags: '["a", 1]' }],
    [{ content: 'x', entities: [{ type: 'PERSON' }] }],
    [{ content: 'x', entities: [{ text: 'x'.repeat(201) }] }],
    [{ content: 'x', observation_scopes: 'sometimes' }],
    [{ content: 'x', update_mode: 'merge' }],
    [{ content: 'x', document_id: '' }],
    [{ content: 'x', document_id: 'a\u0000b' }],
  ])('is rejected: %j', (item) => {
    expect(retainBody.safeParse({ items: [item] }).success).toBe(false);
  });

  it('spaces its memories in time, in the order of the text', async () => {
    await retainItems([{ content: story(range(0, 30)), timestamp: '2024-01-01' }]);
    const times = (await units()).map(({ mentioned_at }) => (mentioned_at as Date).getTime());
    expect(times).toEqual(times.map((_, i) => Date.UTC(2024, 0, 1) + i * 10));
  });

  it('stores the replacement character for characters that no database can store', async () => {
    await retainItems([{ content: 'The bo\u0000at is \ud800 blue 😀.', metadata: { k: '\u0000\udfff' }, context: '\u0000' }]);
    expect(await texts()).toEqual(['The bo\ufffdat is \ufffd blue 😀.']);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('without letters is stored without memories', async () => {
    const { outcomes } = await retainItems([{ content: '?!' }, { content: 'The boat is blue.' }]);
    expect(outcomes.map(({ outcome, facts }) => [outcome, facts])).toEqual([
      ['no_facts', 0],
      ['facts', 1],
    ]);
    expect(outcomes[0]!.document_id).toBe(outcomes[1]!.document_id);
  });

  it('that continues no document, or has an invalid operation id, is rejected', async () => {
    await expect(retainItems([{ content: 'x', update_mode: 'append' }])).rejects.toMatchObject({ code: 'bad_request' });
    expect(retainBody.safeParse({ items: [], operation_id: 'no' }).success).toBe(false);
    expect((await retainItems([], { operation_id: '0190a0f0-0000-7000-8000-000000000000' })).items_count).toBe(0);
  });

  it('matches its entities literally on request', async () => {
    await retainItems([{ content: 'Dr. Chen called.', entities: [{ text: 'Chen', type: 'PERSON' }] }]);
    await retainItems([{ content: 'She called again.', entities: [{ text: 'Dr. Chen', type: 'PERSON' }], resolve_entities: false }]);
    await retainItems([{ content: 'And again.', entities: [{ text: 'CHEN', type: 'PERSON' }], resolve_entities: false }]);
    expect((await entities()).filter((name) => name.toLowerCase().includes('chen'))).toEqual(['Chen', 'Dr. Chen']);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });
});

describe('documents of a request', () => {
  it('are one for all items without an id, with the union of their tags', async () => {
    const { outcomes } = await retainItems(
      [
        { content: 'The boat is blue.', tags: ['a'] },
        { content: 'The car is red.', tags: ['b'] },
      ],
      { document_tags: ['c'] },
    );
    expect(new Set(outcomes.map(({ document_id }) => document_id)).size).toBe(1);
    expect(await getDocument(db, scope, outcomes[0]!.document_id)).toMatchObject({
      original_text: 'The boat is blue.\nThe car is red.',
      tags: ['a', 'b', 'c'],
    });
    expect((await units()).map(({ tags }) => tags)).toEqual([
      ['a', 'c'],
      ['b', 'c'],
    ]);
  });

  it('join the items of one id in order', async () => {
    await retainItems([
      { content: 'One.', document_id: 'd' },
      { content: 'The car is red.', document_id: 'e' },
      { content: 'Two.', document_id: 'd', update_mode: 'append' },
    ]);
    expect((await getDocument(db, scope, 'd')).original_text).toBe('One.\nTwo.');
  });

  it('need few statements', async () => {
    const first = await countStatements(() => replace('d', story(range(0, 40))));
    // The queue names its statements by their hash; a cell appends its name.
    const named = ({ statements }: typeof first): string[] =>
      statements.flatMap(({ name }) => (name === undefined ? [] : [name.replace(/@.*/, '').replace(/^queue_.*/, 'queue')]));
    expect(named(first)).toEqual([
      'retain_plan',
      'bank_lock',
      'retain_read',
      'retain_documents',
      'retain_units',
      'observations_enlist',
      'queue',
    ]);
    const second = await countStatements(() => replace('d', story([100, ...range(0, 18), 200, ...range(21, 40)])));
    expect(named(second).length).toBeLessThanOrEqual(11);
    const anonymous = await countStatements(() => retainItems([{ content: 'The boat is blue.' }]));
    expect(named(anonymous)).toEqual(['bank_lock', 'retain_read', 'retain_documents', 'retain_units', 'observations_enlist']);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });
});

describe('replace', () => {
  it('preserves the memories that an insertion at the top moves', async () => {
    await replace('d', story(range(0, 60)));
    const before = await units();
    await replace('d', `${sentence(999)}\n\n${story(range(0, 60))}`);
    const after = await units();
    expect(after.map(({ position }) => position)).toEqual(range(0, 61));
    expect(after.map(({ text }) => text)).toEqual([sentence(999), ...before.map(({ text }) => text)]);
    const remainingIds = new Set(after.map(({ id }) => id));
    expect(before.filter(({ id }) => remainingIds.has(id)).length).toBeGreaterThan(30);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('deletes the memories of removed text', async () => {
    await replace('d', story(range(0, 40)));
    await replace('d', story([...range(0, 10), ...range(30, 40)]));
    expect(await texts()).toEqual([...range(0, 10), ...range(30, 40)].map(sentence));
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('writes no memory if nothing changed', async () => {
    const first = await replace('d', story(range(0, 40)));
    const before = await units();
    const second = await replace('d', story(range(0, 40)));
    expect((await units()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(second.outcomes).toEqual(first.outcomes);
  });

  it('rereads items with other metadata, tags or time', async () => {
    await replace('d', 'The boat is blue.', { tags: ['a'] });
    await replace('d', 'The boat is blue.', { tags: ['b'], metadata: { k: 'v' } });
    expect(await units()).toMatchObject([{ tags: ['b'], metadata: { k: 'v' } }]);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('counts the facts of several items in unchanged chunks', async () => {
    const items = range(0, 6).map((n) => ({ content: sentence(n), document_id: 'd' }));
    const first = await retainItems(items);
    expect(first.outcomes.map(({ facts }) => facts)).toEqual([1, 1, 1, 1, 1, 1]);
    expect((await retainItems(items)).outcomes).toEqual(first.outcomes);
  });
});

describe('append', () => {
  it('continues a document and deletes nothing', async () => {
    await append('d', 'The boat is blue.');
    const [first] = await units();
    await append('d', 'The car is red.');
    expect((await units()).map(({ text, position, turn }) => [text, position, turn])).toEqual([
      ['The boat is blue.', 0, 0],
      ['The car is red.', 1, 1],
    ]);
    expect((await units())[0]!.id).toBe(first!.id);
    expect((await getDocument(db, scope, 'd')).original_text).toBe('The boat is blue.\nThe car is red.');
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('preserves all turns of eight concurrent writers', async () => {
    await Promise.all(range(0, 8).map((n) => append('d', sentence(n))));
    expect((await texts()).sort()).toEqual(range(0, 8).map(sentence).sort());
    const { original_text } = await getDocument(db, scope, 'd');
    expect(original_text!.split('\n').sort()).toEqual(range(0, 8).map(sentence).sort());
    expect(await inconsistencies(db, scope)).toEqual([]);
  });
});

describe('concurrently', () => {
  it('replacing one document leaves one complete version', async () => {
    const versions = range(0, 6).map((n) => story(range(n * 3, n * 3 + 25)));
    await Promise.all(versions.map((version) => replace('d', version)));
    const { original_text } = await getDocument(db, scope, 'd');
    expect(versions).toContain(original_text);
    expect((await texts()).join('\n\n')).toBe(original_text);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('first writes create one bank', async () => {
    const fresh = mintBankScope({ orgId, actor: scope.actor, bankId: 'new', bankUid: 0, bank: null });
    await Promise.all(range(0, 6).map((n) => retain({ db, embedder }, fresh, retainBody.parse({ items: [{ content: sentence(n) }] }))));
    const banks = await db.query<{ uid: number; unit_count: number; revision: number }>(
      sql`select uid, unit_count, revision from banks where org_id = ${orgId} and id = 'new'`,
    );
    expect(banks).toMatchObject([{ unit_count: 6, revision: 6 }]);
    expect(await inconsistencies(db, { ...fresh, bankUid: banks[0]!.uid })).toEqual([]);
  });

  it('a retain into a bank that is being deleted is complete or creates a new bank', async () => {
    await Promise.all([
      ...range(0, 5).map((n) => retainItems([{ content: sentence(n) }])),
      deleteBank(db, scope),
      ...range(5, 9).map((n) => retainItems([{ content: sentence(n) }])),
    ]);
    const banks = await db.query<{ uid: number }>(sql`select uid from banks where org_id = ${orgId} and id = 'bank'`);
    expect(banks.length).toBeLessThanOrEqual(1);
    for (const { uid } of banks) expect(await inconsistencies(db, { ...scope, bankUid: uid })).toEqual([]);
    expect(await db.query(sql`select 1 from memories where bank_uid = ${scope.bankUid}`)).toEqual([]);
  });

  it('a bank is not created without permission', async () => {
    const actor = { ...scope.actor, kind: 'restricted_key' as const };
    const fresh = mintBankScope({ orgId, actor, bankId: 'new', bankUid: 0, bank: null });
    await expect(ensureBank(db, fresh)).rejects.toMatchObject({ code: 'bank_out_of_scope' });
  });
});

describe('repeats', () => {
  it('become further evidence of one memory', async () => {
    await replace('a', 'Alice likes green tea.', { timestamp: '2024-01-01' });
    const { outcomes } = await replace('b', 'Alice likes green tea!', { timestamp: '2024-01-01' });
    expect(outcomes).toMatchObject([{ outcome: 'facts', facts: 1 }]);
    expect(await units()).toMatchObject([{ text: 'Alice likes green tea.', proof_count: 2, document: 'a' }]);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it.each([
    ['another order', 'Green tea likes Alice.', {}],
    ['a negation', 'Alice does not like green tea.', {}],
    ['another day', 'Alice likes green tea.', { timestamp: '2024-01-02' }],
    ['other tags', 'Alice likes green tea.', { tags: ['x'] }],
  ])('are separate memories with %s', async (_, content, more) => {
    await replace('a', 'Alice likes green tea.', { timestamp: '2024-01-01' });
    await replace('b', content, { timestamp: '2024-01-01', ...more });
    expect(await units()).toHaveLength(2);
  });

  it('preserve the memory and its id if its own document is deleted', async () => {
    await replace('a', 'Alice likes green tea.', { timestamp: '2024-01-01', context: 'first' });
    await replace('b', 'Alice likes green tea.', { timestamp: '2024-01-01', context: 'second' });
    await replace('c', 'Alice likes green tea.', { timestamp: '2024-01-01', context: 'third' });
    const [unit] = await units();
    expect((await deleteDocument(db, scope, 'a')).memory_units_deleted).toBe(0);
    expect(await units()).toMatchObject([{ id: unit!.id, document: 'c', context: 'third', proof_count: 2 }]);
    await deleteDocument(db, scope, 'b');
    expect(await units()).toMatchObject([{ id: unit!.id, document: 'c', proof_count: 1 }]);
    expect(await inconsistencies(db, scope)).toEqual([]);
    expect(await misplaced()).toEqual([]);
    expect((await deleteDocument(db, scope, 'c')).memory_units_deleted).toBe(1);
    expect(await entities()).toEqual([]);
  });

  it('are separated if one of the documents gets other tags', async () => {
    await replace('a', 'Alice likes green tea.', { timestamp: '2024-01-01' });
    await replace('b', 'Alice likes green tea.', { timestamp: '2024-01-01' });
    await replace('c', 'Alice likes green tea.', { timestamp: '2024-01-01' });
    await updateDocument(db, scope, 'b', { tags: ['private'] });
    const parted = await units();
    expect(parted.map(({ document, tags, proof_count }) => ({ document, tags, proof_count }))).toEqual([
      { document: 'a', tags: [], proof_count: 2 },
      { document: 'b', tags: ['private'], proof_count: 1 },
    ]);
    await updateDocument(db, scope, 'a', { tags: ['public'] });
    expect((await units()).map(({ document, tags, proof_count }) => ({ document, tags, proof_count }))).toEqual([
      { document: 'a', tags: ['public'], proof_count: 1 },
      { document: 'b', tags: ['private'], proof_count: 1 },
      { document: 'c', tags: [], proof_count: 1 },
    ]);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });
});

describe('Idempotency-Key', () => {
  it('returns the stored response without writing again', async () => {
    const first = await retainItems([{ content: 'The boat is blue.' }], {}, 'key-1');
    expect(await retainItems([{ content: 'The boat is blue.' }], {}, 'key-1')).toEqual(first);
    expect(await units()).toMatchObject([{ proof_count: 1 }]);
    await expect(retainItems([{ content: 'The car is red.' }], {}, 'key-1')).rejects.toMatchObject({ code: 'conflict' });
    await retainItems([{ content: 'The boat is blue.' }], {}, 'key-2');
    expect(await units()).toMatchObject([{ proof_count: 2 }]);
  });

  it('writes once for concurrent equal requests', async () => {
    const answers = await Promise.all(range(0, 5).map(() => retainItems([{ content: 'The boat is blue.' }], {}, 'key')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await units()).toMatchObject([{ proof_count: 1 }]);
  });
});

describe('expired responses', () => {
  const store = (count: number, age: string) =>
    db.query(sql`
      insert into idempotency_keys (bank_uid, key, request_hash, response, created_at)
      select ${scope.bankUid}, ${age} || n, 'h', '{}', now() - ${age}::interval - n * interval '1 second' from generate_series(1, ${count}::int) n`);
  const stored = async () =>
    (await db.query<{ key: string }>(sql`select key from idempotency_keys where bank_uid = ${scope.bankUid} order by created_at, key`)).map(
      ({ key }) => key,
    );
  const saved = (key: string) => db.transaction((tx) => saveAnswer(tx, scope, { key, requestHash: 'h', response: {} }));

  it.each([
    ['now', (key: string) => retainItems([{ content: 'The boat is blue.' }], {}, key)],
    ['later', saved],
  ])('of a request that is answered %s: the oldest are deleted, a limited number with each', async (_, answered) => {
    await retainItems([{ content: 'The car is red.' }]);
    await store(150, '2 days');
    await store(2, '23 hours');
    await answered('a');
    const left = await stored();
    expect(left).toHaveLength(53);
    expect([left[0], ...left.slice(49)]).toEqual(['2 days50', '2 days1', '23 hours2', '23 hours1', 'a']);
    await retainItems([{ content: 'The bike is green.' }]);
    expect(await stored()).toHaveLength(53);
    await answered('b');
    expect(await stored()).toEqual(['23 hours2', '23 hours1', 'a', 'b']);
  });

  it('are replaced by the next response to their key', async () => {
    await retainItems([{ content: 'The car is red.' }]);
    await store(1, '2 days');
    expect(await saved('2 days1')).toBe(true);
    expect(await saved('2 days1')).toBe(false);
    expect(await stored()).toEqual(['2 days1']);
  });

  it('are found in an index', async () => {
    const plan = await db.transaction(async (tx) => {
      await tx.query(sql`set local enable_seqscan = off`);
      const text = `explain ${deleteOldAnswers('$1', '$2')}`;
      return tx.query<{ 'QUERY PLAN': string }>({ name: 'explained_answers', text, values: [scope.bankUid, 'key'] });
    });
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('idempotency_keys_created');
  });
});

describe('a caller that leaves during the embedding', () => {
  it('ends it, and nothing is stored', async () => {
    const caller = new AbortController();
    const signals: unknown[] = [];
    const left: Embedder = {
      model: embedder.model,
      dimensions: embedder.dimensions,
      embed(batch, options) {
        signals.push(options?.signal);
        caller.abort(new Error('gone'));
        return embedder.embed(batch);
      },
    };
    const body = retainBody.parse({ items: [{ content: story(range(0, 300)) }] });
    await expect(retain({ db, embedder: left }, scope, body, null, { signal: caller.signal })).rejects.toThrow('gone');
    expect(signals).toEqual([caller.signal]);
    expect(await units()).toEqual([]);
  });
});

describe('clear', () => {
  it('deletes memories of one type, and retaining again rereads the text', async () => {
    await retainItems([
      { content: 'user: I moved to Oslo.\nassistant: I booked the train to Bergen.', document_id: 'd', timestamp: '2024-01-01' },
    ]);
    expect((await units()).map(({ fact_type }) => fact_type).sort()).toEqual(['experience', 'world']);
    expect(await clearMemories(db, scope, 'nonsense')).toMatchObject({ success: true, deleted_count: 0 });
    expect(await clearMemories(db, scope, 'world')).toMatchObject({ success: true, deleted_count: 1 });
    expect(await units()).toMatchObject([{ fact_type: 'experience' }]);
    expect(await inconsistencies(db, scope)).toEqual([]);
    await retainItems([
      { content: 'user: I moved to Oslo.\nassistant: I booked the train to Bergen.', document_id: 'd', timestamp: '2024-01-01' },
    ]);
    expect(await units()).toHaveLength(2);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('deletes many memories of a type in batches, and returns their total', async () => {
    const COUNT = 450;
    await replace('d', Array.from({ length: COUNT }, (_, n) => sentence(n)).join('\n'));
    await retainItems([{ content: 'assistant: I booked the train to Bergen.', document_id: 'other', timestamp: '2024-01-01' }]);
    expect(await clearMemories(db, scope, 'world')).toMatchObject({ success: true, deleted_count: COUNT });
    expect(await units()).toMatchObject([{ fact_type: 'experience' }]);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('deletes everything except the bank', async () => {
    await replace('d', story(range(0, 5)));
    expect(await clearMemories(db, scope, undefined)).toMatchObject({ success: true, deleted_count: 5 });
    setScope((await currentBank(db, scope))!);
    await expect(getDocument(db, scope, 'd')).rejects.toThrow(ServiceError);
    expect(await inconsistencies(db, scope)).toEqual([]);
    await replace('d', story(range(0, 5)));
    expect(await texts()).toHaveLength(5);
  });
});

describe('statistics', () => {
  it('follow a fast-growing bank', async () => {
    const fresh = await openTestDatabase();
    const org = await seedOrg(fresh);
    const bank = await bankScope(fresh, org.orgId, 'bank');
    const rows = `select coalesce(max(reltuples), 0) from pg_class where relnamespace = '${schemaOf(fresh)}'::regnamespace and relname ~ '^memories(_[0-9]+)?$'`;
    const known = async () => Math.max(...(await countsOf(fresh, rows)));
    for (const from of [0, 60, 120, 180]) {
      const items = range(from, from + 60).map((n) => ({ content: sentence(n) }));
      await retain({ db: fresh, embedder }, bank, retainBody.parse({ items }));
    }
    await expect.poll(known).toBeGreaterThanOrEqual(120);
    await fresh.close();
  });
});

describe('work after the commit', () => {
  it('cannot fail a retain: the stored result is returned, and the error is logged', async () => {
    const late: Db = {
      ...db,
      query: (statement) =>
        JSON.stringify(statement).includes('reltuples') ? Promise.reject(new ServiceError('unavailable', 'late')) : db.query(statement),
    };
    const warnings: unknown[] = [];
    const log = { warn: (what: unknown) => void warnings.push(what) };
    const items = range(0, 120).map((n) => ({ content: sentence(n) }));
    const { outcomes } = await retain({ db: late, embedder, log }, scope, retainBody.parse({ items }));
    expect(outcomes).toHaveLength(120);
    await expect.poll(() => warnings).toEqual([{ error: expect.stringContaining('late') }]);
  });
});

// The embedded database has one session: there, transactions wait for each other.
describe.skipIf(testDatabaseKind() === 'embedded')('a bank with many writers', () => {
  it('leaves connections to other callers, and rejects no request', async () => {
    const { orgId } = await seedOrg(db);
    const other = await bankScope(db, orgId, 'other');
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = db.transaction(async (tx) => {
      await lockBank(tx, scope);
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const writing = range(0, 2 * db.pool().max).map((n) =>
      retain({ db, embedder }, scope, retainBody.parse({ items: [{ content: sentence(n), document_id: `d${n}` }] })),
    );
    await expect.poll(() => db.pool().inUse).toBeGreaterThan(1);
    await retain({ db, embedder }, other, retainBody.parse({ items: [{ content: sentence(1) }] }));
    expect(db.pool().waiting).toBe(0);
    released.resolve();
    await holding;
    for (const { outcomes } of await Promise.all(writing)) expect(outcomes).toMatchObject([{ outcome: 'facts' }]);
  });
});

describe('two organizations with equal names', () => {
  it('never share data', async () => {
    const other = await seedOrg(db);
    const theirs = await bankScope(db, other.orgId, 'bank');
    await replace('d', 'Alice likes green tea.', { timestamp: '2024-01-01' });
    await retain(
      { db, embedder },
      theirs,
      retainBody.parse({ items: [{ content: 'Alice likes green tea.', document_id: 'd', timestamp: '2024-01-01' }] }),
    );
    expect(await units()).toMatchObject([{ proof_count: 1 }]);
    await deleteDocument(db, theirs, 'd');
    expect(await units()).toHaveLength(1);
    expect(await entities()).toEqual(['Alice']);
    const forged = mintBankScope({ ...theirs, bankUid: scope.bankUid });
    expect((await deleteBank(db, forged)).deleted_count).toBe(0);
    expect(await units()).toHaveLength(1);
  });
});

describe('a part of a name in a later request', () => {
  it('refers to the only stored person with that name', async () => {
    await replace('a', 'Dr. Ngozi Okafor runs the clinic.');
    await replace('b', 'We met Okafor at the harbour.');
    await replace('c', 'We met Ngozi in the garden.');
    expect(await entities()).toEqual(['Ngozi Okafor']);
    await replace('d', 'Dr. Ada Okafor paints.');
    await replace('e', 'Mr. Tom Berg and Mrs. Eva Berg sing.');
    await replace('f', 'We met Berg at the harbour.');
    expect(await entities()).toEqual(['Ada Okafor', 'Berg', 'Eva Berg', 'Ngozi Okafor', 'Tom Berg']);
  });

  it('needs no additional statement', async () => {
    await replace('a', 'Dr. Ngozi Okafor and Mr. Tom Berg sing.');
    const count = async (content: string) => (await countStatements(() => retainItems([{ content }]))).statements.length;
    expect(await count('We met Okafor, Berg, Tanaka and Haddad.')).toBe(await count('We met nobody at all.'));
  });
});

describe('transcripts', () => {
  it('have turns with speakers, whose words may still fold', async () => {
    await replace('chat', 'Ann: My sister Maria lives in Oslo.\nBen: Oh, in Oslo?\nAnn: She works there because of the fjords.', {
      timestamp: '2024-03-01',
    });
    expect((await units()).map(({ text, speaker, turn }) => [text, speaker, turn])).toEqual([
      ['Ann: My sister Maria lives in Oslo.', 'Ann', 0],
      ['Ben: Oh, in Oslo?', 'Ben', 1],
      ['Ann: She works there because of the fjords.', 'Ann', 2],
    ]);
    expect(await db.query(sql`select speakers from banks where uid = ${scope.bankUid}`)).toEqual([{ speakers: ['Ann', 'Ben'] }]);
  });

  it('use the time of a turn if it has one', async () => {
    const turns = [
      { role: 'user', content: 'I adopted a dog.', timestamp: '2024-03-01T10:00:00Z' },
      { role: 'assistant', content: 'That is wonderful news.', timestamp: '2024-03-01T10:05:00Z' },
    ];
    await replace('chat', JSON.stringify(turns), { timestamp: '2024-06-01' });
    expect((await units()).map(({ mentioned_at, fact_type }) => [mentioned_at, fact_type])).toEqual([
      [new Date('2024-03-01T10:00:00Z'), 'world'],
      [new Date('2024-03-01T10:05:00Z'), 'experience'],
    ]);
  });
});

describe('dates of turns', () => {
  const times = async () => (await units()).map(({ mentioned_at }) => (mentioned_at as Date).toISOString());

  it('come from the header above them, in order, and resolve "yesterday"', async () => {
    await replace('chat', '--- 3 June 2024 ---\nAnn: I sold the car yesterday.\nBen: Did it run well?\n\n--- 9 June ---\nAnn: I miss it.', {
      timestamp: '2024-09-01',
    });
    expect(await times()).toEqual(['2024-06-03T00:00:00.000Z', '2024-06-03T00:00:00.010Z', '2024-06-09T00:00:00.000Z']);
    expect((await units())[0]).toMatchObject({ occurred_start: new Date('2024-06-02'), time_precision: 'day' });
  });

  it('preserve the order of turns on the same day', async () => {
    const talk = (numbers: number[]) => `[2024-06-03]\n${numbers.map((n) => `Ann: ${sentence(n)}`).join('\n')}`;
    await replace('chat', talk(range(0, 60)));
    await replace('chat', talk(range(0, 70)));
    const stored = await units();
    const ordered = [...stored].sort((a, b) => (a.mentioned_at as Date).getTime() - (b.mentioned_at as Date).getTime());
    expect(ordered.map(({ text }) => text)).toEqual(stored.map(({ text }) => text));
    expect(new Set(stored.map(({ mentioned_at }) => (mentioned_at as Date).getTime())).size).toBe(stored.length);
  });

  it('follow a changed header, and remain when the text is sent again', async () => {
    const talk = (day: string) =>
      `${day}\n${range(0, 60)
        .map((n) => `Ann: ${sentence(n)}`)
        .join('\n')}`;
    await replace('chat', talk('[2024-06-03]'));
    const first = await units();
    await replace('chat', talk('[2024-06-03]'));
    expect((await units()).map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    await replace('chat', talk('[2024-06-04]'));
    expect((await times()).every((time) => time.startsWith('2024-06-04'))).toBe(true);
  });

  it('remain when a chat with only times of day is sent again later', async () => {
    const chat = 'Ann  9:00\nWe moved to Porto.\nBen  9:05\nIs it warm there?';
    await replace('chat', chat);
    const first = await units();
    await replace('chat', chat);
    expect((await units()).map(({ id, mentioned_at }) => [id, mentioned_at])).toEqual(
      first.map(({ id, mentioned_at }) => [id, mentioned_at]),
    );
  });
});

describe('headings', () => {
  it('are part of the context, after the given one, and find the text below them', async () => {
    await replace('guide', '# Guide\n\n## Kettle\nFill it.\n\nWait.', { context: 'handbook' });
    expect((await units()).map(({ text, context }) => [text, context])).toEqual([
      ['Fill it.', 'handbook > Guide > Kettle'],
      ['Wait.', 'handbook > Guide > Kettle'],
    ]);
    const found = await db.query<{ text: string }>(
      sql`select text from memories where bank_uid = ${scope.bankUid} and search @@ 'kettl'::tsquery`,
    );
    expect(found).toEqual([{ text: 'Fill it.' }]);
  });
});

describe('any history', () => {
  const number = fc.integer({ min: 0, max: 24 });
  const document = fc.constantFrom('a', 'b', 'c');
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('replace' as const),
        document,
        numbers: fc.uniqueArray(number, { minLength: 1, maxLength: 20 }),
        from: number,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('append' as const),
        document,
        numbers: fc.uniqueArray(number, { minLength: 1, maxLength: 4 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), document }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('tag' as const), document, tag: fc.constantFrom('x', 'y') }) },
  );
  const NAMES = ['Alice Chen', 'Bob Smith', 'Carol', 'Lisbon', 'Acme'];
  const sentenceWithNames = (n: number): string => `${sentence(n)} ${NAMES[n % 5]} saw it with ${NAMES[(n * 3 + 1) % 5]}.`;

  it('leaves exact counters and every document complete', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        setScope(await bankScope(db, orgId, `bank-${crypto.randomUUID()}`));
        const model = new Map<string, number[]>();
        for (const one of steps) {
          const stored = model.get(one.document);
          if (one.kind === 'replace') {
            model.set(one.document, one.numbers);
            await replace(one.document, one.numbers.map(sentenceWithNames).join('\n\n'), { timestamp: '2024-01-01' });
          } else if (one.kind === 'append') {
            model.set(one.document, [...(stored ?? []), ...one.numbers]);
            await replace(one.document, one.numbers.map(sentenceWithNames).join('\n\n'), {
              timestamp: '2024-01-01',
              update_mode: 'append',
            });
          } else if (stored && one.kind === 'delete') {
            model.delete(one.document);
            await deleteDocument(db, scope, one.document);
          } else if (stored && one.kind === 'tag') await updateDocument(db, scope, one.document, { tags: [one.tag] });
          expect(await inconsistencies(db, scope)).toEqual([]);
          expect(await misplaced()).toEqual([]);
        }
        const places = await db.query<{ id: string; numbers: number[] }>(sql`
          select d.id, array_agg(distinct substring(p.text from 'Number (\\d+)')::int order by substring(p.text from 'Number (\\d+)')::int) as numbers from (
            select m.document_uid, m.text from memories m where m.bank_uid = ${scope.bankUid}
            union all
            select e.document_uid, m.text from memory_evidence e join memories m on m.bank_uid = e.bank_uid and m.id = e.memory_id where e.bank_uid = ${scope.bankUid}) p
          join documents d on d.bank_uid = ${scope.bankUid} and d.uid = p.document_uid where p.text like 'Number %' group by d.id order by d.id`);
        const expected = [...model].map(([id, numbers]) => ({ id, numbers: [...new Set(numbers)].sort((a, b) => a - b) }));
        expect(places).toEqual(expected.sort((a, b) => (a.id < b.id ? -1 : 1)));
      }),
      { numRuns: runs(12) },
    );
  });
});
