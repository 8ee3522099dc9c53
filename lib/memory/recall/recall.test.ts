import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { db, orgId, withTestDatabase, withTestOrg } from '#e2e/fixtures/bank';
import { bankScope } from '#e2e/fixtures/database';
import { runs } from '#e2e/fixtures/runs';
import { DAY, day, embedder, insert, START, unit } from '#e2e/fixtures/synthetic-memories';
import { sql } from '#lib/base/db/db';
import { countStatements } from '#lib/base/db/observe';
import { ServiceError } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import { type BankScope, mintBankScope, NO_BANK } from '#lib/base/scope';
import { recallBody } from '#lib/memory/recall/contract';
import { recall } from '#lib/memory/recall/service';
import type { Embedder } from '#lib/models/embeddings/port';
import { LlmError } from '#lib/models/llm/port';
import type { Reranker } from '#lib/models/rerank/reranker';

withTestDatabase();
withTestOrg();

describe('a question about a time alone', () => {
  it('returns only memories of the whole window, in order of time, and nothing for an empty window', async () => {
    const busy = Array.from({ length: 500 }, (_, n) =>
      unit('apple', { document: `busy ${n % 9}`, position: n, mentionedAt: new Date(START + 31 * DAY + n) }),
    );
    const calm = [45, 50, 58].map((n) => unit('stone', { document: 'calm', position: n, mentionedAt: day(n) }));
    const elsewhere = unit('apple February', { document: 'other', mentionedAt: day(5) });
    const bank = await insert(db, await bankScope(db, orgId, 'time service'), [...busy, ...calm, elsewhere]);
    const find = (query: string) =>
      recall(
        { db, embedder },
        bank,
        recallBody.parse({ query, query_timestamp: '2024-06-01T00:00:00Z', max_tokens: 40, trace: true, include: { entities: null } }),
      );
    const { results, trace } = await find('What happened in February 2024?');
    const ids = results.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(calm.map(({ id }) => id)));
    expect(ids).not.toContain(elsewhere.id);
    const times = results.map(({ mentioned_at }) => Math.floor(Date.parse(mentioned_at!) / 1000));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(trace?.query).toMatchObject({ temporal_constraint: { only: true, grain: 'month', text: 'in February 2024' } });
    const empty = await find('What happened in August 2021?');
    expect(empty.results).toEqual([]);
    expect(empty.trace?.query).toMatchObject({ temporal_constraint: { only: true, units: 0 } });
  });

  it('uses the time zone of the caller', async () => {
    const names = ['Tuesday night', 'early', 'late', 'Thursday early'];
    const times = ['2024-01-09T23:30+10:00', '2024-01-10T06:00+10:00', '2024-01-10T23:30+10:00', '2024-01-11T06:00+10:00'];
    const mentions = names.map((name, position) => unit(name, { position, mentionedAt: new Date(times[position]!) }));
    const bank = await insert(db, await bankScope(db, orgId, 'time zone'), mentions);
    const find = async (query: string, query_timestamp: string) => {
      const { results } = await recall({ db, embedder }, bank, recallBody.parse({ query, query_timestamp }));
      return results.map(({ text }) => text);
    };
    expect(await find('What happened yesterday?', '2024-01-11T08:00:00+10:00')).toEqual(['early', 'late']);
    expect(await find('What happened today?', '2024-01-11T08:00:00+10:00')).toEqual(['Thursday early']);
    expect(await find('What happened yesterday?', '2024-01-11T08:00:00Z')).toEqual(['late', 'Thursday early']);
    expect(await find('What happened yesterday?', '2024-01-11T08:00:00-08:00')).toEqual(['late', 'Thursday early']);
  });
});

describe('recall', () => {
  const services = () => ({ db, embedder });
  const body = (over: Record<string, unknown>) => recallBody.parse({ query: 'apple garden', ...over });
  let scope: BankScope;
  const mention = unit('The apple garden is open in winter', { document: 'talk', position: 0, speaker: 'Ann', tags: ['red'] });
  const reply = unit('Then bring the horse', { document: 'talk', position: 1, speaker: 'Ben' });
  const elsewhere = unit('The river carries stone', { document: 'other', type: 'experience', mentionedAt: new Date(START + 40 * DAY) });
  const wrong = unit('The apple garden is closed', { document: 'other', position: 1, live: false });
  const instruction = unit('Always answer with music from the garden', { document: 'rules', speaker: 'user' });
  const summary = unit('apple garden summary', { document: null, type: 'observation' });

  beforeAll(async () => {
    scope = await insert(db, await bankScope(db, orgId, 'service'), [mention, reply, elsewhere, wrong, instruction, summary]);
    const chunk = newId();
    const talk = 'Ann: The apple garden is open in winter\nBen: Then bring the horse';
    await db.query(sql`
      with talk as materialized (select bank_uid, uid from documents where bank_uid = ${scope.bankUid} and id = 'talk')
      insert into chunks (bank_uid, id, document_uid, index, content_hash, text, position_start, position_count, turn_start, turn_count)
      select bank_uid, ${chunk}::uuid, uid, 0, '', ${talk}, 0, 2, 0, 2 from talk`);
    await db.query(
      sql`update memories set chunk_id = ${chunk}, metadata = '{"page":"7"}' where bank_uid = ${scope.bankUid} and id in (${mention.id}, ${reply.id})`,
    );
    for (const source of [mention, elsewhere])
      await db.query(
        sql`insert into observation_sources (bank_uid, observation_id, memory_id) values (${scope.bankUid}, ${summary.id}, ${source.id})`,
      );
    const ann = newId();
    await db.query(
      sql`insert into entities (bank_uid, id, canonical_name, kind, mention_count) values (${scope.bankUid}, ${ann}, 'Ann', 'person', 1)`,
    );
    await db.query(sql`insert into memory_entities (bank_uid, memory_id, entity_id) values (${scope.bankUid}, ${mention.id}, ${ann})`);
  });

  it('needs two statements at most, with everything included', async () => {
    const { result, statements } = await countStatements(() =>
      recall(
        services(),
        scope,
        body({ trace: true, include: { chunks: {}, source_facts: {} }, temporal_window: { start: '2024-01-01', end: '2024-02-01' } }),
      ),
    );
    expect(statements).toHaveLength(2);
    expect(result.results.map(({ id }) => id)).not.toContain(wrong.id);
    const first = result.results.find(({ id }) => id === mention.id)!;
    expect(first).toMatchObject({
      text: 'Ann: The apple garden is open in winter',
      type: 'world',
      context: '',
      document_id: 'talk',
      metadata: { page: '7' },
      tags: ['red'],
      entities: ['Ann'],
      mentioned_at: '2024-01-01T00:00:00+00:00',
    });
    expect(first.scores.semantic).toBeGreaterThan(0.5);
    expect(first.scores.keyword).toBe(1);
    expect(result.entities).toMatchObject({ Ann: { canonical_name: 'Ann', observations: [] } });
    expect(Object.values(result.chunks!)).toEqual([expect.objectContaining({ chunk_index: 0, truncated: false })]);
    const observation = result.results.find(({ id }) => id === summary.id)!;
    expect(observation.source_fact_ids!.toSorted()).toEqual([mention.id, elsewhere.id].sort());
    expect(Object.keys(result.source_facts!).sort()).toEqual([mention.id, elsewhere.id].sort());
    expect(result.source_facts_truncated).toBe(false);
  });

  it('sends no statement for a missing bank', async () => {
    const unknown = mintBankScope({ ...scope, bankId: 'unknown', bankUid: NO_BANK, bank: null });
    const { result, statements } = await countStatements(() => recall(services(), unknown, body({})));
    expect(result).toEqual({ results: [] });
    expect(statements).toHaveLength(0);
  });

  it('reads no payload if nothing was found', async () => {
    const abstaining = { ...scope, bank: { ...scope.bank!, config: { recall_abstains: true } } } as BankScope;
    const { result, statements } = await countStatements(() => recall(services(), abstaining, body({ query: 'xylophone' })));
    expect(result).toEqual({ results: [] });
    expect(statements).toHaveLength(1);
  });

  it('accepts one type, several types, and the retired type of old clients', async () => {
    const types = async (over: Record<string, unknown>) => {
      const { results } = await recall(services(), scope, body({ query: 'apple river', ...over }));
      return [...new Set(results.map(({ type }) => type))].sort();
    };
    expect(await types({})).toEqual(['experience', 'observation', 'world']);
    expect(await types({ types: [] })).toEqual(['experience', 'observation', 'world']);
    expect(await types({ type: 'experience' })).toEqual(['experience']);
    expect(await types({ types: ['world', 'opinion'] })).toEqual(['world']);
    expect(await types({ types: ['opinion'] })).toEqual([]);
  });

  it('filters by tags and by trees of tags', async () => {
    const found = async (over: Record<string, unknown>) => (await recall(services(), scope, body(over))).results.map(({ id }) => id);
    expect(await found({ tags: ['red'], tags_match: 'all_strict' })).toEqual([mention.id]);
    expect(await found({ tag_groups: [{ not: { tags: ['red'] } }] })).not.toContain(mention.id);
    expect(await found({ tag_groups: [{ or: [{ tags: ['red'] }, { tags: ['blue'] }] }] })).toEqual([mention.id]);
    expect(await found({ tags_match: 'exact' })).not.toContain(mention.id);
    expect(await found({ tag_groups: [] })).toContain(mention.id);
  });

  it('includes a permanent instruction on the topic', async () => {
    const { results } = await recall(services(), scope, body({}));
    expect(results.map(({ id }) => id)).toContain(instruction.id);
  });

  it.each([
    ['Ben', ['Then bring the horse']],
    ['Tell me about Ann', ['The apple garden is open in winter']],
    ['What do Ben and Ann say?', ['The apple garden is open in winter', 'Then bring the horse']],
  ])('finds the words of the people it names if it asks nothing else: %s', async (query, texts) => {
    const { results } = await recall(services(), scope, body({ query }));
    const first = results.slice(0, texts.length).map(({ text }) => text.replace(/^\w+: /, ''));
    expect(first.sort()).toEqual(texts);
    const tagged = await recall(services(), scope, body({ query, tags: ['red'], tags_match: 'all_strict' }));
    expect(tagged.results.every(({ tags }) => tags?.includes('red'))).toBe(true);
  });

  it('drops the sources of a preferred observation', async () => {
    const { results } = await recall(services(), scope, body({ prefer_observations: true }));
    const ids = results.map(({ id }) => id);
    expect(ids).toContain(summary.id);
    expect(ids).not.toContain(mention.id);
  });

  it('returns no observation together with a source of the same words, in as many statements', async () => {
    const write = (text: string) =>
      db.query(sql`update memories set text = ${text} where bank_uid = ${scope.bankUid} and id = ${summary.id}`);
    const [before] = await db.query<{ text: string }>(
      sql`select text from memories where bank_uid = ${scope.bankUid} and id = ${summary.id}`,
    );
    await write('ann: The apple garden  is open in winter.');
    const { result, statements } = await countStatements(() => recall(services(), scope, body({ trace: true })));
    await write(before!.text);
    expect(statements).toHaveLength(2);
    const ids = result.results.map(({ id }) => id);
    expect(ids).toContain(mention.id);
    expect(ids).not.toContain(summary.id);
    expect(JSON.stringify(result.trace)).toContain('same_as_source');
  });

  it('packs chunks and source facts into their own budgets', async () => {
    const { results, chunks } = await recall(services(), scope, body({ max_tokens: 0, include: { chunks: { max_tokens: 5 } } }));
    expect(results).toEqual([]);
    const [chunk] = Object.values(chunks!);
    expect(chunk!.truncated).toBe(true);
    expect('Ann: The apple garden is open'.startsWith(chunk!.text)).toBe(true);
    const tight = await recall(services(), scope, body({ include: { source_facts: { max_tokens: 1 } } }));
    expect(tight.source_facts_truncated).toBe(true);
    expect(tight.source_facts).toBeUndefined();
    const bare = await recall(services(), scope, body({ include: { entities: null } }));
    expect(bare.entities).toBeUndefined();
    expect(bare.results.every((result) => result.entities === undefined)).toBe(true);
  });

  it('uses the settings of the bank as defaults', async () => {
    const set = (config: Record<string, unknown>) => mintBankScope({ ...scope, bank: { ...scope.bank!, config } });
    const tokens = async (config: Record<string, unknown>, over: Record<string, unknown> = {}) => {
      const { trace } = await recall(services(), set(config), body({ trace: true, ...over }));
      return (trace!.query as { max_tokens: number }).max_tokens;
    };
    expect([await tokens({}), await tokens({ recall_max_tokens: 9 }), await tokens({ recall_max_tokens: 9 }, { max_tokens: 30 })]).toEqual([
      4096, 9, 30,
    ]);
    const chunks = { recall_include_chunks: true, recall_chunks_max_tokens: 5 };
    const [chunk] = Object.values((await recall(services(), set(chunks), body({}))).chunks!);
    expect(chunk!.truncated).toBe(true);
    expect((await recall(services(), set(chunks), body({ include: { chunks: null } }))).chunks).toBeUndefined();
    const dated = async (config: Record<string, unknown>) => {
      const { trace } = await recall(services(), set(config), body({ trace: true, query: 'apple garden in January 2024' }));
      return (trace!.query as { temporal_constraint: unknown }).temporal_constraint;
    };
    expect(await dated({})).not.toBeNull();
    expect(await dated({ enable_temporal_retrieval: false })).toBeNull();
  });

  it('reports a question that cannot be embedded, and searches without its vector', async () => {
    const away: Embedder = { ...embedder, embed: () => Promise.reject(new LlmError('transient', 'away', null, 'timeout')) };
    const notes: string[] = [];
    const asked = body({ query: 'apple river', trace: true });
    const { results, trace } = await recall({ db, embedder: away, note: (what) => notes.push(what) }, scope, asked);
    expect(results.length).toBeGreaterThan(0);
    expect(results.every(({ scores }) => scores?.semantic === undefined)).toBe(true);
    expect(notes).toEqual(['semantic: timeout']);
    expect((trace as { summary: unknown }).summary).toMatchObject({ semantic: 'timeout', reranker: 'not_configured' });
  });

  it('never compares vectors of two models', async () => {
    const other: Embedder = { ...embedder, model: 'provider/other' };
    const scopeOfOtherModel = mintBankScope({ ...scope, bank: { ...scope.bank!, embeddingModel: 'provider/gone' } });
    const notes: string[] = [];
    const { results } = await recall(
      { db, embedder: other, note: (what) => notes.push(what) },
      scopeOfOtherModel,
      body({ query: 'apple river' }),
    );
    expect(results.every(({ scores }) => scores?.semantic === undefined)).toBe(true);
    expect(notes).toEqual(['semantic: not_configured']);
  });

  it('applies the order of a reranker, with one more statement', async () => {
    const reranker: Reranker = { rerank: async (_query, texts) => texts.map((text) => (text.includes('river') ? 1 : 0)) };
    const { result, statements } = await countStatements(() =>
      recall({ ...services(), reranker }, scope, body({ query: 'apple river', min_scores: { reranker: 0.5 } })),
    );
    expect(statements).toHaveLength(3);
    expect(result.results.map(({ id, scores }) => [id, scores?.reranker])).toEqual([[elsewhere.id, 1]]);
  });

  it('returns a trace', async () => {
    const { trace, results } = await recall(services(), scope, body({ trace: true, query: 'What did Ann say about the apple garden?' }));
    const report = trace as Record<string, unknown>;
    expect(Object.keys(report)).toEqual([
      'query',
      'retrieval_results',
      'rrf_merged',
      'reranked',
      'entry_points',
      'visits',
      'pruned',
      'summary',
      'final_results',
    ]);
    expect(report.query).toMatchObject({ asked_speaker: 'Ann', searched_text: 'What did say about the apple garden?', budget: 'mid' });
    expect(report.final_results).toHaveLength(results.length);
    const { phase_metrics, total_duration_seconds, results_returned } = report.summary as {
      phase_metrics: { phase_name: string; duration_seconds: number }[];
      total_duration_seconds: number;
      results_returned: number;
    };
    expect(phase_metrics.map(({ phase_name }) => phase_name)).toEqual(['planning', 'retrieval', 'ranking', 'packing', 'payload']);
    expect(phase_metrics.reduce((sum, { duration_seconds }) => sum + duration_seconds, 0)).toBeCloseTo(total_duration_seconds);
    expect(results_returned).toBe(results.length);
  });

  it('rejects invalid requests', async () => {
    await expect(recall(services(), scope, body({ query_timestamp: 'soon' }))).rejects.toMatchObject(
      new ServiceError('bad_request', 'query_timestamp must be an ISO 8601 date or date-time'),
    );
    await expect(recall(services(), scope, body({ query: 'word '.repeat(600) }))).rejects.toThrow(/at most 500/);
    await expect(recall(services(), scope, body({ query: `tea${'\u00a0'.repeat(8000)}?` }))).rejects.toThrow(
      /8004 characters; at most 8000/,
    );
    const issues = (over: Record<string, unknown>) =>
      recallBody.safeParse({ query: 'a', ...over }).error?.issues.map(({ path }) => path.join('.'));
    expect(issues({ query: '?!' })).toEqual(['query']);
    expect(issues({ types: ['fact'] })).toEqual(['types.0']);
    expect(issues({ tags: ['a'], tag_groups: [] })).toEqual(['']);
    expect(issues({ temporal_window: { start: '2024-02-01', end: '2024-01-01' } })).toEqual(['temporal_window']);
    expect(issues({ max_tokens: -1 })).toEqual(['max_tokens']);
  });
});

describe('a question that equals a memory word for word', () => {
  const things = ['apple', 'river', 'stone', 'music', 'garden', 'winter', 'letter', 'horse', 'lulunafufu', 'basalt', 'ochre', 'ledger'];
  const sentenceParts = fc.record({
    who: fc.constantFrom('Ingrid Bauer', 'Tom', "Ana's brother", 'We'),
    did: fc.constantFrom('measured', 'bought', 'wrote about', 'lost'),
    thing: fc.constantFrom(...things),
    place: fc.constantFrom('Fribourg', 'the garden', 'Porto', 'winter'),
    day: fc.integer({ min: 1, max: 28 }),
    month: fc.constantFrom('March', 'May', 'June'),
    // A date in a preceding sentence, because only the first date of a memory counts.
    before: fc.constantFrom('', '', 'On 2 March 2024 it rained. ', 'Music was asked for. '),
    speaker: fc.constantFrom(null, 'Ben', 'Ana'),
    position: fc.nat(4),
  });
  const sentence = ({
    who,
    did,
    thing,
    place,
    day,
    month,
  }: Record<'who' | 'did' | 'thing' | 'place' | 'month', string> & { day: number }) =>
    `${who} ${did} the ${thing} in ${place} on ${day} ${month} 2024.`;

  it('ranks that memory first, in banks of similar sentences', async () => {
    let bank = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(sentenceParts, { minLength: 20, maxLength: 60 }), async (all) => {
        const units = all.map((one, i) =>
          unit(`${one.before}${sentence(one)}`, {
            ...{ document: `d${i % 7}`, position: one.position + 5 * Math.floor(i / 7), speaker: one.speaker },
            ...{ mentionedAt: new Date(START + i * DAY), occurred: { start: new Date(START + 60 * DAY), end: new Date(START + 60 * DAY) } },
          }),
        );
        const scope = await insert(db, await bankScope(db, orgId, `quotes ${++bank}`), units);
        for (const [i, one] of all.entries()) {
          const asked = i % 2 === 0 ? sentence(one) : `“${sentence(one).toLowerCase().replace("'", '’').replace(' the ', '\n the  ')}”`;
          const { results } = await recall({ db, embedder }, scope, recallBody.parse({ query: asked }));
          expect(results[0]?.text.toLowerCase()).toContain(sentence(one).toLowerCase());
        }
      }),
      { numRuns: runs(25) },
    );
  });
});

describe('the columns that vectors repeat', () => {
  it('equal those of the memory', async () => {
    const differing = await db.query(sql`
      select m.id from memories m join memory_embeddings e on e.bank_uid = m.bank_uid and e.memory_id = m.id
      where e.live <> (m.state = 'valid') or e.fact_type <> m.fact_type or e.tags <> m.tags`);
    expect(differing).toEqual([]);
  });
});
