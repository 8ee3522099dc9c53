import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bankScope, openTestDatabase, seedOrg } from '#e2e/fixtures/database';
import { type Db, sql } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { NO_USAGE } from '#lib/base/usage';
import { currentBank } from '#lib/memory/banks/service';
import { recallBody } from '#lib/memory/recall/contract';
import { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import { recall } from '#lib/memory/recall/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';
import type { LanguageModel } from '#lib/models/llm/port';

/** Clients treat an empty list as a failure, so recall returns the best matches. */

const embedder = builtinEmbedder();
let db: Db;
let orgId: string;
let scope: BankScope;

beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  ({ orgId } = await seedOrg(db));
  scope = await bankScope(db, orgId, 'bank');
});

async function retainItems(items: (string | object)[]): Promise<void> {
  const all = items.map((item) => (typeof item === 'string' ? { content: item } : item));
  await retain({ db, embedder }, scope, retainBody.parse({ items: all }));
}

async function ask(query: string, more: object = {}, settings: object = {}, services: object = {}) {
  const found = (await currentBank(db, scope))!;
  const asking = { ...found, bank: { ...found.bank!, config: settings } } as BankScope;
  return (await recall({ db, embedder, ...services }, asking, recallBody.parse({ query, ...more }))).results;
}
const texts = async (...args: Parameters<typeof ask>): Promise<string[]> => (await ask(...args)).map(({ text }) => text);

describe('a question without a close memory', () => {
  const memories = ['I am allergic to peanuts and live in Ghent.', 'We use pnpm in this repo, never npm.'];

  it.each(['What should I avoid when I cook?', 'Which package manager do we use?', 'xylophone', 'ヨガはいつですか？', '?! a'])(
    'returns all of a small bank, with low scores: %s',
    async (query) => {
      await retainItems(memories);
      const found = await ask(query);
      expect(found.map(({ text }) => text).sort()).toEqual(memories.toSorted());
      expect(found.at(-1)!.scores.final).toBeLessThan(0.6);
      const finals = found.map(({ scores }) => scores.final);
      expect(finals).toEqual(finals.toSorted((a, b) => b - a));
    },
  );

  it('returns all memories that pass the filter', async () => {
    const item = (content: string, tag: string) => ({ content, tags: [tag] });
    await retainItems([item('Ana repaired the pump.', 'x'), item('Ben drew the roof.', 'x'), item('Carol sold the van.', 'y')]);
    const found = await texts('What has everyone been working on?', { tags: ['x'], tags_match: 'any_strict' });
    expect(found.sort()).toEqual(['Ana repaired the pump.', 'Ben drew the roof.']);
  });

  it('returns nothing if the bank or the request asks for it', async () => {
    await retainItems(memories);
    expect(await texts('xylophone', {}, { recall_abstains: true })).toEqual([]);
    expect(await texts('xylophone', { min_scores: { final: 0.3 } })).toEqual([]);
    expect(await texts('xylophone', { min_scores: { semantic: 0.9, keyword: 0.1 } })).toEqual([]);
  });

  it('ignores minimums of the retrievers in an overview and for a time alone', async () => {
    await retainItems(memories.map((content) => ({ content, timestamp: '2026-03-09T10:00:00Z' })));
    const minimums = { min_scores: { semantic: 0.99, keyword: 0.99 } };
    expect((await texts('What do you know about me?', minimums)).sort()).toEqual(memories.toSorted());
    expect((await texts('What happened on 9 March 2026?', minimums)).sort()).toEqual(memories.toSorted());
    expect(await texts('xylophone', minimums)).toEqual([]);
  });

  it('returns nothing for function words that no memory is near to', async () => {
    await retainItems(['지수는 회의록을 노션에 정리한다.', '민호는 화요일마다 배포를 한다.', '수진은 조용한 카페를 선호한다.']);
    expect(await texts('Где?')).toEqual([]);
    expect(await texts('어디예요?')).toHaveLength(3);
  });

  it('returns the same from the cached bank and from the database', async () => {
    await retainItems(memories);
    const cachedBanks = new CachedBanks(db);
    for (const query of ['What should I avoid when I cook?', 'xylophone', 'tell me everything'])
      expect(await texts(query, {}, {}, { cachedBanks })).toEqual(await texts(query));
  });
});

describe('a question about everything', () => {
  it.each([
    'relevant context about the user',
    'tell me everything',
    'what happened recently?',
    'project status',
    'latest updates',
    'Who am I?',
  ])('returns observations, permanent instructions, then the latest memories: %s', async (query) => {
    await retainItems([
      { content: 'Maria works as a nurse in Porto.', timestamp: '2026-01-01' },
      { content: 'Maria has two kids.', timestamp: '2026-03-01' },
      { content: 'What does Maria like?', timestamp: '2026-04-01' },
      { content: 'Maria drives to Porto by train.', timestamp: '2026-02-01' },
    ]);
    const [first] = await db.query<{ id: string }>(sql`select id from memories where bank_uid = ${scope.bankUid} and text like '%nurse%'`);
    await db.query(sql`update memories set fact_type = 'observation' where id = ${first!.id} and bank_uid = ${scope.bankUid}`);
    const found = await ask(query);
    expect(found.map(({ text }) => text)).toEqual([
      'Maria works as a nurse in Porto.',
      'Maria has two kids.',
      'Maria drives to Porto by train.',
      'What does Maria like?',
    ]);
  });

  it('ranks memories with its words first', async () => {
    await retainItems([
      { content: 'The project status is green.', timestamp: '2026-01-01' },
      { content: 'Ben bought a boat.', timestamp: '2026-05-01' },
    ]);
    expect((await texts('project status'))[0]).toBe('The project status is green.');
  });
});

describe('a question that was retained', () => {
  it('ranks below statements', async () => {
    await retainItems([
      { content: 'user: I am allergic to peanuts and live in Ghent.', timestamp: '2026-01-01' },
      { content: 'user: Where do I live?\nassistant: I do not know.', timestamp: '2026-01-02' },
    ]);
    const found = await texts('Where do I live?');
    expect(found[0]).toContain('Ghent');
    expect(found.at(-1)).toContain('Where do I live?');
  });

  it.each([
    ['where do i live', 'user: I am allergic to peanuts and live in Ghent.', 'user: Where do I live?'],
    ['Where do I live now?', 'user: I am allergic to peanuts and live in Ghent.', 'user: Where do I live?'],
    ['What should I avoid when I cook?', 'user: I am allergic to peanuts and live in Ghent.', 'user: Where do I live?'],
    ['standup time', 'The standup moved to 10:00.', 'user: What time is the standup?'],
    ['Which database do we use?', 'Postgres is our database.', 'Sam: which database do we use'],
    ['Where is my key?', 'My key is under the mat.', 'where is my key'],
  ])('ranks below statements even if it differs or has no question mark: %s', async (query, statement, question) => {
    await retainItems([
      { content: statement, timestamp: '2026-01-01' },
      { content: question, timestamp: '2026-01-02' },
    ]);
    const found = await texts(query);
    expect(found).toEqual([
      statement.replace(/^user: /, found[0]!.startsWith('user') ? 'user: ' : ''),
      expect.stringContaining(question.replace(/^\w+: /, '')),
    ]);
  });

  it('does not demote a statement that begins like a question', async () => {
    await retainItems(['What I like is green tea', 'When tea is ready we drink it', 'Ana sells tea.']);
    expect((await texts('Which tea do I like?'))[0]).toContain('green tea');
  });
});

describe('a time in which nothing happened', () => {
  it.each(['What happened last week?', 'What did we do yesterday?', 'Any news since Monday?', 'What happened in May 2019?'])(
    'has no results: %s',
    async (query) => {
      await retainItems([{ content: 'We shipped version 2 in May 2024.', timestamp: '2024-05-10' }]);
      expect(await ask(query)).toEqual([]);
    },
  );

  it('does not hide the matter of a question', async () => {
    await retainItems([{ content: 'We shipped version 2 in May 2024.', timestamp: '2024-05-10' }]);
    expect(await texts('Which version did we ship last week?')).toEqual(['We shipped version 2 in May 2024.']);
  });
});

describe('observations alone', () => {
  const types = { types: ['observation'] };

  it('are followed by uncovered facts when no model consolidates', async () => {
    await retainItems(['Ana sits by the window.', 'Ana drinks green tea.', 'Ana sings in a choir.']);
    const rows = await db.query<{ id: string; text: string }>(
      sql`select id, text from memories where bank_uid = ${scope.bankUid} order by text`,
    );
    const [tea, choir, window] = rows;
    // An observation about the choir and the window.
    await db.query(
      sql`update memories set fact_type = 'observation', document_uid = null, chunk_id = null where id = ${choir!.id} and bank_uid = ${scope.bankUid}`,
    );
    await db.query(sql`
      insert into observation_sources (bank_uid, observation_id, memory_id) values (${scope.bankUid}, ${choir!.id}, ${window!.id})`);
    const found = await ask('What does Ana do?', types);
    expect(found.map(({ text, type }) => [text, type === 'observation'])).toEqual([
      [choir!.text, true],
      [tea!.text, false],
    ]);
    const model = { of: () => ({ generate: async () => ({ value: {}, usage: NO_USAGE }) }) as unknown as LanguageModel };
    expect(await texts('What does Ana do?', types, {}, { models: model })).toEqual([choir!.text]);
    expect(await texts('What does Ana do?', types, { recall_fact_fallback: false })).toEqual([choir!.text]);
  });
});

describe('tags that differ slightly from those of the bank', () => {
  it('match with fuzzy filters', async () => {
    const item = (content: string, ...tags: string[]) => ({ content, tags });
    await retainItems([item('The gate is blue.', 'project:acme-corp'), item('The door is red.', 'project:zenith'), 'The wall is white.']);
    const fuzzy = (tag: string, match = 'any_strict') => ({ tag_groups: [{ tags: [tag], match, resolve: 'fuzzy' }] });
    expect(await texts('Which colour?', fuzzy('project:Acme Corp'))).toEqual(['The gate is blue.']);
    expect(await texts('Which colour?', fuzzy('project:mango'))).toEqual([]);
    expect((await texts('Which colour?', fuzzy('project:acmecorp', 'all'))).sort()).toEqual(['The gate is blue.', 'The wall is white.']);
    expect(await texts('Which colour?', { tag_groups: [{ tags: ['project:Acme Corp'], match: 'any_strict', resolve: 'exact' }] })).toEqual(
      [],
    );
  });
});
