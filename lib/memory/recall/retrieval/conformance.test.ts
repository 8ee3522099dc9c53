import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '#bench/support/generate';
import { db, orgId, withTestDatabase, withTestOrg } from '#e2e/fixtures/bank';
import { bankScope } from '#e2e/fixtures/database';
import { runs } from '#e2e/fixtures/runs';
import {
  DAY,
  day,
  insert,
  MODEL,
  START,
  someUnits,
  tagFilters,
  type Unit,
  unit,
  vectorOf,
  WORDS,
  windows,
} from '#e2e/fixtures/synthetic-memories';
import { groupOf, matchesGroups } from '#e2e/fixtures/tag-oracle';
import { array, type Queryable, sql, vectorText } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import { FACT_TYPES, TAG_MODES } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import type { TagFilter } from '#lib/base/tags/filter';
import { questionTerms, termsOf } from '#lib/base/text/index-terms';
import { formsOf } from '#lib/base/text/word-forms';
import { currentBank } from '#lib/memory/banks/service';
import { deleteDocument } from '#lib/memory/documents/service';
import { updateMemory } from '#lib/memory/memories/service';
import { quoteOf } from '#lib/memory/recall/quote';
import { type BankSizes, CachedBank } from '#lib/memory/recall/retrieval/cached/bank';
import { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import { compactBank } from '#lib/memory/recall/retrieval/cached/compact';
import { cachedSource } from '#lib/memory/recall/retrieval/cached/source';
import { DatabaseSource } from '#lib/memory/recall/retrieval/database/source';
import { INSTRUCTION_CAP, inverseFrequency, UNITS_PER_ENTITY, WINDOW_CAP } from '#lib/memory/recall/retrieval/parameters';
import type { Candidate, CandidateQuery, CandidateSource, RetrievalResult } from '#lib/memory/recall/retrieval/port';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

/** What `port.ts` says of a source of candidates, case by case, for both implementations. */

withTestDatabase();
withTestOrg();

/** Returns a function that opens the source as the bank is at the time of the call. */
type Open = (scope: BankScope, model?: string) => () => Promise<CandidateSource>;

const inDatabase: Open =
  ({ bankUid }, model = MODEL) =>
  async () =>
    new DatabaseSource(db, { bankUid, model });

async function read(bank: CachedBank, bankUid: number): Promise<CandidateSource> {
  while (!(await bank.readOn(db, bankUid)));
  return cachedSource(db, bankUid, bank);
}

const inCache: Open = ({ bankUid }, model = MODEL) => {
  const bank = new CachedBank(model);
  return () => read(bank, bankUid);
};

/** Most memories are read from pages. */
const inCacheOf =
  (sizes: Partial<BankSizes>): Open =>
  ({ bankUid }, model = MODEL) => {
    const bank = new CachedBank(model, { units: 1, ...sizes });
    return async () => {
      await db.query(sql`update banks set embedding_model = ${model} where uid = ${bankUid}`);
      await compactBank(db, { uid: bankUid, model }, { size: 4, least: 2, pause: async () => {}, isOver: () => false });
      return read(bank, bankUid);
    };
  };
const inLargeCache = inCacheOf({ largeFrom: 0 });
const inVeryLargeCache = inCacheOf({ largeFrom: 0, exactUpTo: 0 });

/** No limit is reached, so that equal scores leave no choice. */
const ALL = 1000;

type Question = Partial<CandidateQuery> & { readonly text: string };

const queryOf = ({ bank }: BankScope, { text, ...over }: Question): CandidateQuery => ({
  vector: vectorOf(text),
  terms: questionTerms(text),
  quote: quoteOf(text),
  units: bank!.unitCount,
  meanLength: bank!.termCount / Math.max(1, bank!.unitCount),
  cap: ALL,
  expand: ALL,
  asked: [],
  types: null,
  tags: null,
  window: null,
  ...over,
});

/** A bank of these units, written once for both implementations. */
const banks = new Map<string, Promise<BankScope>>();
function bankOf(name: string, units: readonly Unit[]): Promise<BankScope> {
  const known = banks.get(name) ?? bankScope(db, orgId, name).then((scope) => insert(db, scope, units));
  banks.set(name, known);
  return known;
}

const idsOf = ({ candidates }: RetrievalResult): string[] => candidates.map(({ id }) => id).sort();
const sorted = (units: readonly Unit[]): string[] => units.map(({ id }) => id).sort();
const candidateOf = ({ candidates }: RetrievalResult, { id }: Unit): Candidate | undefined => candidates.find((one) => one.id === id);

/** What has to be found, worked out the slow way, for a question without entities and links. */
function oracle(units: readonly Unit[], scope: BankScope, question: Question): Map<string, Pick<Candidate, 'keyword' | 'cosine' | 'mask'>> {
  const query = queryOf(scope, question);
  const { window } = query;
  const passing = units.filter(
    ({ live, type, tags }) => live && (query.types?.includes(type) ?? true) && (!query.tags || matchesGroups(tags, [groupOf(query.tags)])),
  );
  // The statistics of BM25 are those of a bank of the memories that match the tags.
  const corpus = query.tags ? units.filter(({ live, tags }) => live && matchesGroups(tags, [groupOf(query.tags!)])) : null;
  const count = corpus?.length ?? query.units;
  const terms = corpus?.reduce((sum, { text }) => sum + termsOf(text).length, 0) ?? 0;
  const meanLength = corpus ? Math.max(1, terms / Math.max(1, count)) : query.meanLength;
  const contains = (u: Unit, term: string) => formsOf(term).some((form) => termsOf(u.text).includes(form));
  const idf = query.terms.map((term) => inverseFrequency(count, passing.filter((u) => contains(u, term)).length));
  const scored = passing.map((u) => {
    const vector = vectorOf(u.text);
    const matched = query.terms.map((term, i) => (contains(u, term) ? i : -1)).filter((i) => i >= 0);
    const weight = matched.reduce((sum, i) => sum + idf[i]!, 0);
    return {
      unit: u,
      cosine: query.vector && vector ? vector.reduce((sum, x, i) => sum + x * query.vector![i]!, 0) : null,
      keyword: (weight * 1.9) / (1 + 0.9 * (0.25 + (0.75 * termsOf(u.text).length) / meanLength)),
      mask: matched.reduce((sum, i) => sum | (1 << i), 0),
    };
  });
  const isInWindow = ({ mentionedAt, occurred }: Unit): boolean => {
    const { start, end } = occurred ?? { start: mentionedAt, end: mentionedAt };
    return window !== null && (!window.start || end >= window.start) && (!window.end || start < window.end);
  };
  const chosen = scored.filter(({ unit: u, cosine, mask }) => cosine !== null || mask > 0 || isInWindow(u));
  const isBeside = (a: Unit, b: Unit) => a.document !== null && a.document === b.document && Math.abs(a.position - b.position) <= 2;
  const found = scored.filter((s) => chosen.includes(s) || chosen.some((one) => isBeside(one.unit, s.unit)));
  return new Map(found.map(({ unit: u, cosine, keyword, mask }) => [u.id, { keyword, cosine: cosine ?? 0, mask }]));
}

// As many as the time retriever finds at most, so that none is cut.
const UNITS = someUnits(WINDOW_CAP);
const oracleBank = async (): Promise<BankScope> => {
  await bankOf('stranger', someUnits(40));
  return bankOf('oracle', UNITS);
};

const questions = fc.record({
  text: fc.subarray([...WORDS, 'nothing'], { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  types: fc.option(fc.subarray([...FACT_TYPES], { minLength: 1 }), { nil: null }),
  tags: fc.option(tagFilters, { nil: null }),
  window: fc.option(windows, { nil: null }),
});

// Declared once: both implementations search the same banks.
const unembedded = unit('zither', { position: 9 });
const written = [1, 2, 3].map((n) => unit('apple', { document: `written ${n}` }));
const alike = Array.from({ length: 12 }, (_, n) => unit('apple', { document: `alike ${n}`, tags: n % 2 === 0 ? ['red'] : [] }));
const crowd = Array.from({ length: WINDOW_CAP + 10 }, (_, n) => unit('stone', { document: `crowd ${n}`, mentionedAt: day(10) }));
const far = Array.from({ length: 10 }, (_, n) => unit('apple', { document: `old ${n}` }));
const late = Array.from({ length: 700 }, (_, n) =>
  unit('stone', { document: `late ${n % 20}`, position: n * 10, mentionedAt: day(60 + (n % 30)) }),
);
const early = unit('apple garden', { document: 'early', mentionedAt: day(50) });
const lasting = unit('winter', { document: 'lasting', occurred: { start: day(40), end: day(48) } });
const over = unit('winter', { document: 'over', occurred: { start: day(40), end: day(44) } });
const wide = () => bankOf('wide', [...far, ...late, early, lasting, over]);
const spoken = [1, 2, 3].map((n) => unit('stone', { document: `spoken ${n}`, speaker: 'Ann', mentionedAt: day(n) }));
const wishes = Array.from({ length: INSTRUCTION_CAP + 2 }, (_, n) =>
  unit('Always answer with music', { document: `wish ${n}`, speaker: 'user' }),
);
const mixed = [
  unit('Where is the apple?', { document: 'question' }),
  unit('Is it winter? The apple is frozen.', { document: 'answer', position: 3, mentionedAt: new Date(START + 1500) }),
  unit('apple summary', { document: null, type: 'observation', occurred: { start: day(1), end: day(2) } }),
] as const;
const seed = unit('apple apple', { document: 'a' });
const [first, second, hidden, cause] = ['horse', 'letter', 'horse', 'winter'].map((text, i) => unit(text, { document: `d${i}` })) as [
  Unit,
  Unit,
  Unit,
  Unit,
];
const hub = Array.from({ length: 5 }, (_, n) => unit('horse', { document: `hub ${n}` }));
const deleted = unit('horse', { document: 'gone', live: false });
const tagged = unit('horse', { document: null, type: 'observation', tags: ['red'] });
const linked = async (): Promise<BankScope> => {
  const isNew = !banks.has('activation');
  const scope = await bankOf('activation', [seed, first, second, hidden, cause, deleted, tagged, ...hub]);
  if (!isNew) return scope;
  const { bankUid } = scope;
  for (const [entity, naming] of [
    ['Rare', [seed, first, deleted, tagged]],
    ['Hub', [seed, ...hub]],
    ['Bridge', [first, second]],
  ] as const) {
    const id = newId();
    const mentions = naming.filter(({ live }) => live).length;
    await db.query(
      sql`insert into entities (bank_uid, id, canonical_name, kind, mention_count) values (${bankUid}, ${id}, ${entity}, 'thing', ${mentions})`,
    );
    for (const one of naming)
      await db.query(sql`insert into memory_entities (bank_uid, memory_id, entity_id) values (${bankUid}, ${one.id}, ${id})`);
  }
  await db.query(
    sql`insert into memory_links (bank_uid, from_id, to_id, link_type, weight) values (${bankUid}, ${seed.id}, ${cause.id}, 'caused_by', 1)`,
  );
  return scope;
};

/** More mentions of one entity than the database counts one by one. */
const MENTIONS = { red: 300, blue: 900, stale: 10 };
const frequent = async (): Promise<BankScope> => {
  const isNew = !banks.has('frequent');
  const mentioning = (n: number, text: string, over: Partial<Unit>) =>
    Array.from({ length: n }, () => unit(text, { document: null, ...over }));
  const units = [
    ...mentioning(1, 'apple', { tags: ['red', 'blue'] }),
    ...mentioning(MENTIONS.red, 'stone', { tags: ['red'] }),
    ...mentioning(MENTIONS.blue, 'stone', { tags: ['blue'] }),
    ...mentioning(MENTIONS.stale, 'stone', { tags: ['red', 'blue'], live: false }),
  ];
  const scope = await bankOf('frequent', units);
  if (!isNew) return scope;
  const [entity, rare, { bankUid }] = [newId(), newId(), scope];
  await db.query(sql`
    insert into entities (bank_uid, id, canonical_name, kind, mention_count)
    values (${bankUid}, ${entity}, 'Frequent', 'thing', ${1 + MENTIONS.red + MENTIONS.blue}), (${bankUid}, ${rare}, 'Rare', 'thing', 1)`);
  await db.query(sql`
    insert into memory_entities (bank_uid, memory_id, entity_id) select bank_uid, id, ${entity}::uuid from memories where bank_uid = ${bankUid}`);
  await db.query(sql`insert into memory_entities (bank_uid, memory_id, entity_id) values (${bankUid}, ${units[0]!.id}, ${rare})`);
  return scope;
};

describe.each([
  ['database', inDatabase],
  ['cached', inCache],
  ['large cached', inLargeCache],
  ['very large cached', inVeryLargeCache],
])('candidates from a %s source', (name, open) => {
  const search = async (scope: BankScope, question: Question): Promise<RetrievalResult> =>
    (await open(scope)()).find(queryOf(scope, question));

  it('pass state, type, tags and time, have both scores, and are of this bank alone', async () => {
    const scope = await oracleBank();
    const source = await open(scope)();
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        const expected = oracle(UNITS, scope, question);
        const found = await source.find(queryOf(scope, question));
        expect(idsOf(found)).toEqual([...expected.keys()].sort());
        for (const { id, keyword, cosine, mask } of found.candidates) {
          const truth = expected.get(id)!;
          expect(keyword).toBeCloseTo(truth.keyword, 3);
          expect(cosine).toBeCloseTo(truth.cosine, 3);
          expect(mask).toBe(truth.mask);
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it.each(TAG_MODES)('match tags by %s, with and without tags', async (mode) => {
    const scope = await oracleBank();
    for (const tags of [[], ['red'], ['red', 'blue']]) {
      const question: Question = { text: 'apple river stone', tags: { kind: 'leaf', tags, mode } };
      expect(idsOf(await search(scope, question))).toEqual([...oracle(UNITS, scope, question).keys()].sort());
    }
  });

  it('come with the frequency of each term among what passes', async () => {
    const { frequencies } = await search(await oracleBank(), { text: 'apple nothing' });
    expect(frequencies).toEqual([UNITS.filter((u) => u.live && u.text.includes('apple')).length, 0]);
  });

  it('keep to the limits of the semantic and of the keyword retriever', async () => {
    const { candidates } = await search(await oracleBank(), { text: 'apple river', cap: 5, expand: 0 });
    expect(candidates.length).toBeGreaterThanOrEqual(5);
    expect(candidates.length).toBeLessThanOrEqual(10);
  });

  it('are the older ones where a limit cuts between equal scores, of those that pass the filter', async () => {
    const scope = await bankOf('alike', alike);
    const found = (question: Partial<Question>) => search(scope, { text: 'apple', cap: 3, expand: 0, ...question });
    expect(idsOf(await found({}))).toEqual(sorted(alike).slice(0, 3));
    const red = sorted(alike.filter(({ tags }) => tags.includes('red')));
    expect(idsOf(await found({ tags: { kind: 'leaf', tags: ['red'], mode: 'any_strict' } }))).toEqual(red.slice(0, 3));
  });

  it.each(['apple', 'nothing'])('are the older ones of equal memories in a time range: %s', async (text) => {
    const scope = await bankOf('crowd', crowd);
    const found = await search(scope, { text, cap: 1, expand: 0, window: { start: day(10), end: day(11) } });
    // The semantic retriever finds the oldest as well.
    expect(idsOf(found)).toEqual(sorted(crowd).slice(0, WINDOW_CAP));
  });

  it('are the nearest of a wide time range, not the latest, and what began before it and overlaps it', async () => {
    const scope = await wide();
    const found = async (start: Date, end: Date | null) =>
      idsOf(await search(scope, { text: 'apple', cap: 5, expand: 0, window: { start, end } }));
    expect(await found(day(45), null)).toContain(early.id);
    expect(await found(day(45), day(55))).toEqual(expect.arrayContaining([early.id, lasting.id]));
    expect(await found(day(45), day(55))).not.toContain(over.id);
  });

  it('are of a time range with more memories than are compared the latest, and the first to end that began before it', async () => {
    const scope = await oracleBank();
    const source = await open(scope)();
    const input = fc.record({ text: fc.constantFrom('nothing', 'apple'), window: windows, scan: fc.integer({ min: 1, max: 8 }) });
    await fc.assert(
      fc.asyncProperty(input, async ({ text, window, scan }) => {
        const from = window.start?.getTime() ?? Number.NEGATIVE_INFINITY;
        const to = window.end?.getTime() ?? Number.POSITIVE_INFINITY;
        const times = UNITS.filter(({ live }) => live).map(({ id, mentionedAt, occurred }) => {
          const { start, end } = occurred ?? { start: mentionedAt, end: mentionedAt };
          return { id, start: start.getTime(), end: end.getTime() };
        });
        const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
        const begun = times.filter(({ start }) => start >= from && start < to).sort((a, b) => b.start - a.start || byId(a, b));
        const overlapping = times.filter(({ start, end }) => start < from && end >= from).sort((a, b) => a.end - b.end || byId(a, b));
        const expected = [...begun.slice(0, scan), ...overlapping.slice(0, scan)].map(({ id }) => id);
        const found = idsOf(await source.find(queryOf(scope, { text, cap: 1, expand: 0, window, scan })));
        expect(found).toEqual(expect.arrayContaining(expected));
        // The nearest one, and the one that matches best.
        expect(found.length).toBeLessThanOrEqual(expected.length + (text === 'nothing' ? 0 : 2));
      }),
      { numRuns: runs(60) },
    );
  });

  it('are none in an empty bank', async () => {
    const scope = await bankOf('empty', []);
    const window = { start: day(0), end: null };
    for (const question of [
      {},
      { window },
      { tags: { kind: 'leaf', tags: ['red'], mode: 'any' } as const },
      { asked: ['Ann'], speech: true },
    ]) {
      const { candidates, frequencies, sources } = await search(scope, { text: 'apple river', ...question });
      expect([candidates, frequencies, sources.size]).toEqual([[], [0, 0], 0]);
    }
  });

  it('are found by words alone where the question has no vector', async () => {
    const scope = await bankOf('no vector', [unit('apple'), unembedded]);
    const found = await search(scope, { text: 'zither' });
    expect(found.candidates.map(({ id, cosine, mask }) => [id, cosine, mask])).toEqual([[unembedded.id, 0, 1]]);
  });

  it('can be limited to memories written between two revisions', async () => {
    const scope = await bankOf('revisions', written);
    for (const [i, { id }] of written.entries())
      await db.query(sql`update memories set revision = ${i + 1} where bank_uid = ${scope.bankUid} and id = ${id}`);
    const found = async (after: number, upTo: number | null) => idsOf(await search(scope, { text: 'apple', revisions: { after, upTo } }));
    expect(await found(0, null)).toEqual(sorted(written));
    expect(await found(1, null)).toEqual(sorted(written.slice(1)));
    expect(await found(0, 2)).toEqual(sorted(written.slice(0, 2)));
    expect(await found(3, null)).toEqual([]);
  });

  it('include the latest memories of the speakers whom the question asks about', async () => {
    const scope = await bankOf('speech', [...spoken, unit('stone', { document: 'other', speaker: 'Ben', mentionedAt: day(4) })]);
    const found = await search(scope, { text: 'Ann', cap: 2, expand: 0, asked: ['Ann'], speech: true });
    expect(idsOf(found)).toEqual(sorted(spoken.slice(1)));
    expect(found.candidates.map(({ asked }) => asked)).toEqual([true, true]);
    const all = await search(scope, { text: 'stone', asked: ['Ben'] });
    expect(all.candidates.filter(({ asked }) => asked)).toHaveLength(1);
  });

  it('include the latest permanent instructions for any question', async () => {
    const scope = await bankOf('instructions', [...wishes, unit('river', { document: 'river' })]);
    const { candidates } = await search(scope, { text: 'river', cap: 1, expand: 0 });
    expect(
      candidates
        .filter(({ isInstruction }) => isInstruction)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(sorted(wishes).slice(-INSTRUCTION_CAP));
  });

  it('have the features that ranking needs, and observations their sources', async () => {
    const isNew = !banks.has('features');
    const scope = await bankOf('features', mixed);
    const [question, answer, summary] = mixed;
    if (isNew)
      await db.query(
        sql`insert into observation_sources (bank_uid, observation_id, memory_id) values (${scope.bankUid}, ${summary.id}, ${answer.id})`,
      );
    const found = await search(scope, { text: 'apple', window: { start: null, end: null } });
    expect(candidateOf(found, question)).toMatchObject({ question: true, onlyAsks: true, isInstruction: false, extractive: false });
    expect(candidateOf(found, answer)).toMatchObject({
      question: false,
      onlyAsks: false,
      position: 3,
      turn: 3,
      mentionedAt: START / 1000 + 1.5,
    });
    const times = { mentionedAt: START / 1000, occurredStart: (START + DAY) / 1000, occurredEnd: (START + 2 * DAY) / 1000 };
    expect(candidateOf(found, summary)).toMatchObject({ type: 'observation', document: null, tokens: 2, ...times });
    expect(found.sources).toEqual(new Map([[summary.id, [answer.id]]]));
  });

  it('know whether a memory was said by a speaker', async () => {
    const scope = await bankOf('spoken', [unit('Ann: The mill is old.', { speaker: 'Ann' }), unit('The mill is old.')]);
    const { candidates } = await search(scope, { text: 'Which mill is old?' });
    expect(candidates.map(({ isSpoken }) => isSpoken).sort()).toEqual([false, true]);
  });

  it('know whether a memory is in English', async () => {
    const scope = await bankOf('languages', [unit('Melinda malte gestern die alte Mühle.'), unit('Melinda painted the old mill.')]);
    const { candidates } = await search(scope, { text: 'What did Melinda paint?' });
    expect(candidates.map(({ isForeign }) => isForeign).sort()).toEqual([false, true]);
  });

  it.each([
    ['Ana’s brother lost the music before March 1', "Yes. Ana's brother  lost\nthe MUSIC before March 1.", true],
    ["ana's brother lost the music before march 1", 'Ana’s brother lost “the music”, before March 1', true],
    ['Ana’s brother lost the music before March 1', "Ana's brother lost the music before March 13.", false],
    ['art was lost with the music of March', 'His art was lost with the music of March.', true],
    ['art was lost with the music of March', 'His heart was lost with the music of March.', false],
    ['the lost music of March', 'The lost march of music.', false],
    ['Die Müllerin malte die Mühle', 'Gestern: „DIE MÜLLERIN MALTE DIE MÜHLE!“', true],
  ])('are marked as quoted if they contain the question word for word: %s / %s', async (text, said, isQuoted) => {
    const { candidates } = await search(await bankOf(`says ${said}`, [unit(said)]), { text });
    expect(candidates.map(({ quoted }) => quoted)).toEqual([isQuoted]);
  });

  it('are reached over two hops of the graph, with less heat after each and from a larger hub, and past what is filtered', async () => {
    const scope = await linked();
    const question: Question = { text: 'apple', cap: 1, expand: 1 };
    const found = await search(scope, question);
    const heat = (u: Unit): number => candidateOf(found, u)?.heat ?? 0;
    expect(heat(first)).toBeGreaterThan(heat(hub[0]!));
    expect(heat(hub[0]!)).toBeGreaterThan(0);
    expect(heat(second)).toBeGreaterThan(0);
    expect(heat(second)).toBeLessThan(heat(first));
    expect(heat(cause)).toBeGreaterThan(0);
    expect(idsOf(found)).toEqual(sorted([seed, first, second, cause, tagged, ...hub]));
    const filtered = await search(scope, { ...question, tags: { kind: 'leaf', tags: [], mode: 'exact' } });
    expect(candidateOf(filtered, tagged)).toBeUndefined();
    const off = await search(scope, { ...question, graph: false });
    expect(off.candidates.map(({ id, heat }) => [id, heat])).toEqual([[seed.id, null]]);
  });

  it.each<[string, TagFilter, number]>([
    ['few of its mentions', { kind: 'leaf', tags: ['red'], mode: 'any_strict' }, 1 + MENTIONS.red],
    ['most of its mentions', { kind: 'leaf', tags: ['blue'], mode: 'any_strict' }, 1 + MENTIONS.blue],
    ['all but few of its mentions', { kind: 'not', part: { kind: 'leaf', tags: ['red'], mode: 'exact' } }, 1 + MENTIONS.blue],
  ])('get less heat from a frequent entity the more of its mentions pass: %s', async (_, tags, mentions) => {
    const { candidates } = await search(await frequent(), { text: 'apple', cap: 1, expand: 1, tags });
    const heats = candidates.filter(({ heat }) => heat !== null).map(({ heat }) => heat!);
    expect(heats).toHaveLength(UNITS_PER_ENTITY);
    for (const heat of heats) expect(heat).toBeCloseTo(1 / Math.log(2 + mentions), 3);
  });

  it('follow every write: of a replaced document the new text, of a deleted or invalidated one nothing', async () => {
    const builtin = builtinEmbedder();
    const scope = await bankScope(db, orgId, `written ${name}`);
    const current = open(scope, builtin.model);
    const write = (content: string, id: string) =>
      retain({ db, embedder: builtin }, scope, retainBody.parse({ items: [{ content, document_id: id, timestamp: '2026-03-01' }] }));
    const found = async (): Promise<string[]> => {
      const text = 'Where is the spare key of the boathouse?';
      const [vector] = await builtin.embed([text]);
      const { candidates } = await (await current()).find(queryOf((await currentBank(db, scope))!, { text, vector: vector! }));
      const rows = await db.query<{ id: string; text: string }>(
        sql`select id, text from memories where bank_uid = ${scope.bankUid} order by text`,
      );
      return rows.filter(({ id }) => candidates.some((one) => one.id === id)).map((row) => row.text);
    };
    const [tin, door, roof] = ['The key is in the blue tin.', 'The key is behind the red door.', 'The boathouse has a leaking roof.'];
    await write(tin!, 'keys');
    await write(roof!, 'roof');
    expect(await found()).toEqual([roof, tin]);
    await write(door!, 'keys');
    expect(await found()).toEqual([roof, door]);
    await deleteDocument(db, scope, 'keys');
    expect(await found()).toEqual([roof]);
    const [left] = await db.query<{ id: string }>(sql`select id from memories where bank_uid = ${scope.bankUid}`);
    await updateMemory({ db, embedder: builtin }, scope, left!.id, { state: 'invalidated', resolve_entities: true });
    expect(await found()).toEqual([]);
  });
});

describe('all sources', () => {
  const roughly = ({ keyword, cosine, heat, ...rest }: Candidate): unknown => ({
    ...rest,
    keyword: expect.closeTo(keyword, 3),
    cosine: expect.closeTo(cosine, 3),
    heat: heat && expect.closeTo(heat, 3),
  });
  /** The database reads the time of an event only for a question about a time. */
  const inOrder = ({ candidates }: RetrievalResult, { window }: Pick<Question, 'window'>): Candidate[] =>
    candidates.map((one) => (window ? one : { ...one, occurredStart: null, occurredEnd: null })).sort((a, b) => (a.id < b.id ? -1 : 1));

  /**
   * An observation without a source has no entry in the database's answer, and an empty one in the
   * cache's.
   */
  const withSources = ({ sources }: RetrievalResult) => [...sources].filter(([, ids]) => ids.length > 0);

  it.each([
    ['cached', inCache],
    ['large cached', inLargeCache],
    ['very large cached', inVeryLargeCache],
  ])('find the same as the database, with the same features: %s', async (_, open) => {
    const scope = await oracleBank();
    const [stored, cached] = [await inDatabase(scope)(), await open(scope)()];
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        const query = queryOf(scope, question);
        const [one, other] = [await stored.find(query), await cached.find(query)];
        expect(inOrder(other, question)).toEqual(inOrder(one, question).map(roughly));
        expect(other.frequencies).toEqual(one.frequencies);
        expect(withSources(other)).toEqual(withSources(one));
      }),
      { numRuns: runs(60) },
    );
  });

  it('find the same nearest memories of random vectors in a very large cached bank', async () => {
    const units = Array.from({ length: 400 }, (_, n) => unit('stone', { document: null, mentionedAt: day(n % 30) }));
    const random = randomFrom(11);
    const randomVector = (): Float32Array => {
      const numbers = Float32Array.from({ length: 64 }, () => random() + random() + random() - 1.5);
      return numbers.map((number) => number / Math.hypot(...numbers));
    };
    const scope = await bankScope(db, orgId, 'random').then((empty) => insert(db, empty, units));
    await db.query(sql`
      update memory_embeddings e set embedding = r.vector::vector
      from unnest(${array(
        units.map(({ id }) => id),
        'uuid[]',
      )}, ${array(
        units.map(() => vectorText(randomVector())),
        'text[]',
      )}) as r (id, vector)
      where e.bank_uid = ${scope.bankUid} and e.memory_id = r.id`);
    const [stored, cached] = [await inDatabase(scope)(), await inVeryLargeCache(scope)()];
    const window = { start: day(0), end: day(20) };
    for (let n = 0; n < runs(40); n++) {
      const query = queryOf(scope, { text: 'stone', vector: randomVector(), terms: [], cap: 10, expand: 0, window: n % 2 ? window : null });
      const [one, other] = [await stored.find(query), await cached.find(query)];
      expect(inOrder(other, query)).toEqual(inOrder(one, query).map(roughly));
    }
  });

  it('answer from one revision, though a very large bank changes while exact cosines are read', async () => {
    const builtin = builtinEmbedder();
    const scope = await bankScope(db, orgId, 'changing');
    const write = (content: string) =>
      retain({ db, embedder: builtin }, scope, retainBody.parse({ items: [{ content, timestamp: '2026-03-01' }] }));
    await write('The key is in the blue tin.');
    const bank = new CachedBank(builtin.model, { units: 1, largeFrom: 0, exactUpTo: 0 });
    const update = async (): Promise<void> => {
      while (!(await bank.readOn(db, scope.bankUid)));
    };
    await update();
    const { revision } = bank;
    let reads = 0;
    const query: Queryable['query'] = async (statement) => {
      if ('name' in statement && statement.name === 'recall_cosines' && reads++ === 0) {
        await write('The key is behind the red door.');
        await update();
      }
      return db.query(statement);
    };
    const [vector] = await builtin.embed(['Where is the key?']);
    const found = await cachedSource({ query }, scope.bankUid, bank).find(
      queryOf((await currentBank(db, scope))!, { text: 'key', vector: vector! }),
    );
    expect(bank.revision).toBeGreaterThan(revision);
    expect(reads).toBe(1);
    expect(found).toMatchObject({ revision, candidates: [{}] });
  });

  it('leave a turn of the event loop between two searches of a large bank', async () => {
    const scope = await oracleBank();
    const source = await inLargeCache(scope)();
    let [turns, isOver] = [0, false];
    const others = (async () => {
      for (; !isOver; turns++) await setImmediate();
    })();
    const query = queryOf(scope, { text: 'apple' });
    const ends = await Promise.all([1, 2, 3].map(() => source.find(query).then(() => turns)));
    isOver = true;
    await others;
    expect(new Set(ends).size).toBe(3);
  });

  it('are chosen by the cache: the database while a bank is read, and for one that is too large', async () => {
    const units = Array.from({ length: 501 }, (_, n) => unit('stone', { document: `large ${n % 20}`, position: 10 * n }));
    const scope = await bankOf('large', units);
    const bank = scope.bank!;
    const kind = { model: MODEL, dimensions: 4 };
    const query = queryOf(scope, { text: 'stone', cap: 50, expand: 0 });
    const database = new DatabaseSource(db, { bankUid: scope.bankUid, model: MODEL });
    const expected = idsOf(await database.find(query));

    const small = new CachedBanks(db, { most: 100 });
    await small.warm(bank, kind);
    const large = new CachedBanks(db);
    const results = [await small.find(bank, kind, query, database), await large.find(bank, kind, query, database)];
    await large.warm(bank, kind);
    results.push(await large.find(bank, kind, query, database));
    expect(results.map(({ snapshot }) => snapshot?.isCurrent() ?? null)).toEqual([null, null, true]);
    expect(results.map(idsOf)).toEqual([expected, expected, expected]);
  });

  it('compare the vectors that were read while a very large bank is being read', async () => {
    // The last memory is not in the first page.
    const units = Array.from({ length: 501 }, (_, n) => unit(WORDS[n % WORDS.length]!, { document: null, mentionedAt: day(n) }));
    const scope = await bankOf('very large', units);
    const [bank, kind] = [scope.bank!, { model: MODEL, dimensions: 4 }];
    const database = new DatabaseSource(db, { bankUid: scope.bankUid, model: MODEL });
    let [pages, release] = [0, () => {}];
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const gated: Queryable['query'] = async (statement) => {
      // In a cell, its name follows.
      if ('name' in statement && statement.name?.startsWith('recall_cached') && pages++ > 0) await gate;
      return db.query(statement);
    };
    const cached = new CachedBanks({ query: gated }, { partialFrom: 500 });
    const similar = queryOf(scope, { text: units[500]!.text, terms: [] });
    const find = (query: CandidateQuery) => cached.find(bank, kind, query, database, { mayBePartial: true });
    const known = await find(similar);
    expect(known).toMatchObject({ compared: 500 / 501, snapshot: null });
    expect(idsOf(known)).toEqual(idsOf(await database.find(similar)).filter((id) => id !== units[500]!.id));
    // Words are searched in the database.
    const mentioned = queryOf(scope, { text: units[500]!.text });
    expect(inOrder(await find(mentioned), mentioned)).toEqual(inOrder(await database.find(mentioned), mentioned));
    expect((await cached.find(bank, kind, similar, database)).candidates).toHaveLength(known.candidates.length + 1);
    await db.query(sql`update memory_embeddings set live = false where bank_uid = ${scope.bankUid} and memory_id = ${units[4]!.id}`);
    expect(idsOf(await find(similar))).toEqual(idsOf(known).filter((id) => id !== units[4]!.id));
    release();
    await cached.warm(bank, kind);
    expect((await find(similar)).compared).toBeUndefined();
  });

  it('fail with the error of the database, where it is asked', async () => {
    const away = { query: () => Promise.reject(new Error('The database is away.')) };
    const scope = await bankOf('alone', [unit('apple')]);
    const query = queryOf(scope, { text: 'apple' });
    const database = new DatabaseSource(away, { bankUid: scope.bankUid, model: MODEL });
    await expect(database.find(query)).rejects.toThrow('The database is away.');
    const banks = new CachedBanks(away);
    await expect(banks.find(scope.bank!, { model: MODEL, dimensions: 4 }, query, database)).rejects.toThrow('The database is away.');
  });
});
