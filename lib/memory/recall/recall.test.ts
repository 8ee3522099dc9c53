import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bankScope, openTestDatabase, seedOrg } from '#e2e/fixtures/database';
import { groupOf, matchesGroups } from '#e2e/fixtures/tag-oracle';
import { array, type Db, sql, vectorText } from '#lib/base/db/db';
import { countStatements } from '#lib/base/db/observe';
import { ServiceError } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import { FACT_TYPES, type FactType, TAG_MODES } from '#lib/base/literals';
import { type BankScope, mintBankScope, NO_BANK } from '#lib/base/scope';
import type { TagFilter } from '#lib/base/tags/filter';
import { terms } from '#lib/base/text/terms';
import { recallBody } from '#lib/memory/recall/contract';
import { quoteOf } from '#lib/memory/recall/quote';
import { rankByTime } from '#lib/memory/recall/rank-time';
import { CachedBank } from '#lib/memory/recall/retrieval/cached/bank';
import { findCached } from '#lib/memory/recall/retrieval/cached/find';
import { DatabaseSource } from '#lib/memory/recall/retrieval/database/source';
import { inverseFrequency } from '#lib/memory/recall/retrieval/parameters';
import type { Candidate, CandidateQuery, CandidateSet } from '#lib/memory/recall/retrieval/port';
import { recall } from '#lib/memory/recall/service';
import type { Embedder } from '#lib/models/embeddings/port';
import { ModelError } from '#lib/models/llm/port';
import type { Reranker } from '#lib/models/rerank/reranker';

const MODEL = 'test/4';
const DIMENSIONS = 4;
const WORDS = ['apple', 'river', 'stone', 'music', 'garden', 'winter', 'letter', 'horse'];
const TAGS = ['red', 'green', 'blue'];
const START = Date.parse('2024-01-01T00:00:00Z');
const DAY = 86_400_000;

/** One axis per pair of words, so that texts with common words point the same way. */
const vectorOf = (text: string): number[] | null => {
  const sums = new Array<number>(DIMENSIONS).fill(0);
  WORDS.forEach((word, i) => {
    if (text.includes(word)) sums[i % DIMENSIONS]! += 1 + i / 10;
  });
  const length = Math.hypot(...sums);
  return length === 0 ? null : sums.map((x) => x / length);
};
const embedder: Embedder = {
  model: MODEL,
  dimensions: DIMENSIONS,
  embed: async (texts) =>
    texts.map((text) => {
      const vector = vectorOf(text);
      return vector && Float32Array.from(vector);
    }),
};

interface Unit {
  readonly id: string;
  readonly text: string;
  readonly document: string | null;
  readonly position: number;
  readonly type: FactType;
  readonly live: boolean;
  readonly tags: readonly string[];
  readonly mentionedAt: Date;
  /** null: no more is known than when it was mentioned */
  readonly occurred: { readonly start: Date; readonly end: Date } | null;
  readonly speaker: string | null;
}

let db: Db;
let orgId: string;
beforeAll(async () => {
  db = await openTestDatabase();
  orgId = (await seedOrg(db)).orgId;
});
afterAll(() => db.close());

/** The scope as authentication would read it after the writes. */
async function scopeNow(scope: BankScope): Promise<BankScope> {
  const [bank] = await db.query<{ units: number; terms: number; speakers: string[] }>(sql`
    select count(*) filter (where state = 'valid') as units, coalesce(sum(term_count) filter (where state = 'valid'), 0) as terms,
      array_agg(distinct speaker) filter (where speaker is not null) as speakers
    from memories where bank_uid = ${scope.bankUid}`);
  const { units, terms: termCount, speakers } = bank!;
  return mintBankScope({ ...scope, bank: { ...scope.bank!, unitCount: units, termCount, speakers: speakers ?? [] } });
}

async function insert(scope: BankScope, units: readonly Unit[]): Promise<BankScope> {
  const documents = [...new Set(units.flatMap(({ document }) => document ?? []))];
  const uids = new Map(documents.map((id) => [id, newId()]));
  for (const [id, uid] of uids)
    await db.query(
      sql`insert into documents (bank_uid, uid, id, content_hash, text_length, revision) values (${scope.bankUid}, ${uid}, ${id}, '', 0, 1)`,
    );
  for (const unit of units) {
    const text = unit.speaker ? `${unit.speaker}: ${unit.text}` : unit.text;
    const list = terms(unit.text);
    await db.query(sql`
      insert into memories (bank_uid, id, document_uid, position, turn, fact_type, state, text, speaker, tokens, term_count, search, mentioned_at, occurred_start, occurred_end, tags, extractor, revision)
      values (${scope.bankUid}, ${unit.id}, ${unit.document && uids.get(unit.document)!}, ${unit.position}, ${unit.position}, ${unit.type}, ${unit.live ? 'valid' : 'invalidated'},
        ${text}, ${unit.speaker}, ${list.length}, ${list.length}, array_to_tsvector(${array([...new Set(list)], 'text[]')}), ${unit.mentionedAt},
        ${unit.occurred?.start ?? null}, ${unit.occurred?.end ?? null}, ${array(unit.tags, 'text[]')}, 'test', 1)`);
    const vector = vectorOf(unit.text);
    if (vector)
      await db.query(sql`
        insert into memory_embeddings (bank_uid, memory_id, model, fact_type, live, tags, embedding)
        values (${scope.bankUid}, ${unit.id}, ${MODEL}, ${unit.type}, ${unit.live}, ${array(unit.tags, 'text[]')}, ${vectorText(vector)}::vector)`);
  }
  return scopeNow(scope);
}

const unit = (text: string, over: Partial<Unit> = {}): Unit => ({
  id: newId(),
  text,
  document: 'notes',
  position: 0,
  type: 'world',
  live: true,
  tags: [],
  mentionedAt: new Date(START),
  occurred: null,
  speaker: null,
  ...over,
});

let random = 1;
const next = (limit: number): number => {
  random = (Math.imul(random, 1_103_515_245) + 12_345) & 0x7fffffff;
  return random % limit;
};
/** Always the same bank for the same count. */
function someUnits(count: number): Unit[] {
  random = 42;
  const places = new Map<string, number>();
  return Array.from({ length: count }, () => {
    const type = FACT_TYPES[next(5) % 3]!;
    const document = type === 'observation' ? null : `document ${next(4)}`;
    const position = places.get(document ?? '') ?? 0;
    places.set(document ?? '', position + 1);
    const text = Array.from({ length: 1 + next(4) }, () => WORDS[next(WORDS.length)]).join(' ');
    const live = type === 'observation' || next(6) > 0;
    const tags = TAGS.filter(() => next(3) === 0);
    const mentionedAt = new Date(START + next(60) * DAY);
    const start = START + next(60) * DAY;
    const occurred = next(3) === 0 ? { start: new Date(start), end: new Date(start + next(20) * DAY) } : null;
    return unit(text, { document, position, type, live, tags, mentionedAt, occurred });
  });
}

const matches = (filter: TagFilter, tags: readonly string[]): boolean => matchesGroups(tags, [groupOf(filter)]);

type Question = Pick<CandidateQuery, 'graph' | 'types' | 'tags' | 'window' | 'cap' | 'expand'> &
  Partial<Pick<CandidateQuery, 'asked'>> & {
    readonly timeAlone?: boolean;
    readonly text: string;
  };
/** More than there are in any of these banks. */
const ALL = 1000;

/** What the arms must find, worked out the slow way. Entities and links are left to their own test. */
function oracle(units: readonly Unit[], question: Question): Map<string, { keyword: number; cosine: number; mask: number }> {
  const live = units.filter(({ live }) => live);
  const asked = [...new Set(terms(question.text))];
  const mean = live.reduce((sum, { text }) => sum + terms(text).length, 0) / live.length;
  const passing = live.filter(
    (u) => (!question.types || question.types.includes(u.type)) && (!question.tags || matches(question.tags, u.tags)),
  );
  const holds = (u: Unit, term: string) => terms(u.text).includes(term);
  const idf = asked.map((term) => inverseFrequency(live.length, passing.filter((u) => holds(u, term)).length));
  const q = vectorOf(question.text);
  const scored = passing.map((u) => {
    const v = vectorOf(u.text);
    const matched = asked.map((term, i) => (holds(u, term) ? i : -1)).filter((i) => i >= 0);
    const length = terms(u.text).length;
    return {
      unit: u,
      cosine: q && v ? v.reduce((sum, x, i) => sum + x * q[i]!, 0) : null,
      keyword: (matched.reduce((sum, i) => sum + idf[i]!, 0) * 1.9) / (1 + 0.9 * (0.25 + (0.75 * length) / mean)),
      mask: matched.reduce((sum, i) => sum | (1 << i), 0),
    };
  });
  const by = (value: (s: (typeof scored)[number]) => number) => (a: (typeof scored)[number], b: (typeof scored)[number]) =>
    value(b) - value(a);
  const inWindow = ({ unit: u }: (typeof scored)[number]): boolean => {
    const { window } = question;
    const [start, end] = u.occurred ? [u.occurred.start, u.occurred.end] : [u.mentionedAt, u.mentionedAt];
    return window !== null && (!window.start || end >= window.start) && (!window.end || start < window.end);
  };
  const chosen = new Set([
    ...scored
      .filter((s) => s.cosine !== null)
      .sort(by((s) => s.cosine!))
      .slice(0, question.cap),
    ...scored
      .filter((s) => s.mask > 0)
      .sort(by((s) => s.keyword))
      .slice(0, question.cap),
    ...scored.filter(inWindow),
  ]);
  const found = new Set(chosen);
  for (const { unit: u } of chosen)
    for (const other of scored)
      if (u.document !== null && other.unit.document === u.document && Math.abs(other.unit.position - u.position) <= 2) found.add(other);
  return new Map([...found].map((s) => [s.unit.id, { keyword: s.keyword, cosine: s.cosine ?? 0, mask: s.mask }]));
}

/** By the database and in the process: both say the same, where no cap leaves a choice among equals. */
async function ask(scope: BankScope, { timeAlone, ...question }: Question): Promise<CandidateSet> {
  const vector = vectorOf(question.text);
  const query = {
    vector: vector && Float32Array.from(vector),
    terms: [...new Set(terms(question.text))],
    quote: quoteOf(question.text),
    units: scope.bank!.unitCount,
    meanLength: scope.bank!.termCount / scope.bank!.unitCount,
    asked: [],
    ...question,
  };
  const source = new DatabaseSource(db, { bankUid: scope.bankUid, model: MODEL });
  const arms = timeAlone ? await source.findInWindow(query) : await source.find(query);
  if (timeAlone || question.cap < ALL) return arms;
  const cached = new CachedBank(MODEL);
  while (!(await cached.readOn(db, scope.bankUid)));
  const others = findCached(cached, query);
  expect(others.frequencies).toEqual(arms.frequencies);
  expect(byId(others, question)).toEqual(byId(arms, question).map(roughly));
  return arms;
}

const roughly = ({ keyword, cosine, heat, ...unit }: Candidate): unknown => ({
  ...unit,
  keyword: expect.closeTo(keyword, 3),
  cosine: expect.closeTo(cosine, 3),
  heat: heat && expect.closeTo(heat, 3),
});
/** Of a unit's times the database tells but one where no time is asked for. */
const byId = ({ candidates }: CandidateSet, { window }: Question): Candidate[] =>
  candidates.map((unit) => (window ? unit : { ...unit, occurredStart: null, occurredEnd: null })).sort((a, b) => (a.id < b.id ? -1 : 1));

const leaf = fc.record({ kind: fc.constant('leaf' as const), tags: fc.subarray(TAGS), mode: fc.constantFrom(...TAG_MODES) });
const { filter } = fc.letrec<{ filter: TagFilter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.record({ kind: fc.constantFrom('and' as const, 'or' as const), parts: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ kind: fc.constant('not' as const), part: tie('filter') }),
  ),
}));
const instant = fc.option(
  fc.nat(60).map((n) => new Date(START + n * DAY)),
  { nil: null },
);
/** None ends before it starts: the API refuses that, and no question names such a time. */
const window = fc.record({ start: instant, end: instant }).filter(({ start, end }) => start === null || end === null || start <= end);

describe('the arms', () => {
  // no more than the temporal arm may bring, so that nothing is cut
  const units = someUnits(60);
  let scope: BankScope;
  beforeAll(async () => {
    const stranger = await bankScope(db, orgId, 'stranger');
    await insert(stranger, someUnits(40));
    scope = await insert(await bankScope(db, orgId, 'oracle'), units);
  });

  const question = fc.record({
    text: fc.subarray([...WORDS, 'nothing'], { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
    types: fc.option(fc.subarray([...FACT_TYPES], { minLength: 1 }), { nil: null }),
    tags: fc.option(filter, { nil: null }),
    window: fc.option(window, { nil: null }),
    // Everything fits, so that equal scores leave no choice.
    cap: fc.constant(ALL),
    expand: fc.constant(ALL),
  });

  it('find exactly what passes state, type and tags, with both scores, in this bank alone', async () => {
    await fc.assert(
      fc.asyncProperty(question, async (asked) => {
        const expected = oracle(units, asked);
        const { candidates } = await ask(scope, asked);
        expect(candidates.map(({ id }) => id).sort()).toEqual([...expected.keys()].sort());
        for (const { id, keyword, cosine, mask } of candidates) {
          const truth = expected.get(id)!;
          expect(keyword).toBeCloseTo(truth.keyword, 3);
          expect(cosine).toBeCloseTo(truth.cosine, 3);
          expect(mask).toBe(truth.mask);
        }
      }),
      { numRuns: 60 },
    );
  });

  it.each(TAG_MODES)('match tags by %s, with and without tags', async (mode) => {
    for (const tags of [[], ['red'], ['red', 'blue']]) {
      const asked: Question = {
        text: 'apple river stone',
        types: null,
        tags: { kind: 'leaf', tags, mode },
        window: null,
        cap: ALL,
        expand: 1000,
      };
      expect((await ask(scope, asked)).candidates.map(({ id }) => id).sort()).toEqual([...oracle(units, asked).keys()].sort());
    }
  });

  it('keep to their caps', async () => {
    const asked: Question = { text: 'apple river', types: null, tags: null, window: null, cap: 5, expand: 0 };
    const { candidates } = await ask(scope, asked);
    expect(candidates.length).toBeGreaterThanOrEqual(5);
    expect(candidates.length).toBeLessThanOrEqual(10);
  });

  it('bring what is nearest of a wide window, not what is latest, and what began before it and lasts', async () => {
    const day = (n: number) => new Date(START + n * DAY);
    const far = (n: number) => unit('apple', { document: `old ${n}`, mentionedAt: day(0) });
    const late = (n: number) => unit('stone', { document: `late ${n % 20}`, position: n * 10, mentionedAt: day(60 + (n % 30)) });
    const early = unit('apple garden', { document: 'early', mentionedAt: day(50) });
    const lasting = unit('winter', { document: 'lasting', occurred: { start: day(40), end: day(48) } });
    const over = unit('winter', { document: 'over', occurred: { start: day(40), end: day(44) } });
    const many = [...Array.from({ length: 10 }, (_, n) => far(n)), ...Array.from({ length: 700 }, (_, n) => late(n)), early, lasting, over];
    const wide = await insert(await bankScope(db, orgId, 'wide'), many);
    const asked = { text: 'apple', types: null, tags: null, cap: 5, expand: 0 };
    const found = async (start: number, end: number | null) => {
      const { candidates } = await ask(wide, { ...asked, window: { start: day(start), end: end === null ? null : day(end) } });
      return candidates.map(({ id }) => id);
    };
    expect(await found(45, null)).toContain(early.id);
    expect(await found(45, 55)).toEqual(expect.arrayContaining([early.id, lasting.id]));
    expect(await found(45, 55)).not.toContain(over.id);
  });

  it('know how many units hold each term', async () => {
    const { frequencies } = await ask(scope, { text: 'apple nothing', types: null, tags: null, window: null, cap: 10, expand: 0 });
    expect(frequencies).toEqual([units.filter((u) => u.live && u.text.includes('apple')).length, 0]);
  });
});

describe('a time alone', () => {
  // no more of what lasts than the arm may bring, so that nothing is cut
  const units = someUnits(150);
  let scope: BankScope;
  beforeAll(async () => {
    await insert(await bankScope(db, orgId, 'time stranger'), someUnits(40));
    scope = await insert(await bankScope(db, orgId, 'time oracle'), units);
  });
  const asked = fc.record({
    types: fc.option(fc.subarray([...FACT_TYPES], { minLength: 1 }), { nil: null }),
    tags: fc.option(filter, { nil: null }),
    window: fc.record({ start: instant, end: instant }).filter(({ start, end }) => !start || !end || start < end),
  });
  const seconds = (date: Date | null) => date && date.getTime() / 1000;
  const idsIn = (candidates: CandidateSet['candidates'], { start, end }: { start: Date | null; end: Date | null }) => {
    const window = { start: seconds(start), end: seconds(end), grain: 'week' as const };
    return rankByTime(candidates, { window, isLoose: false, alone: { isTold: false }, namesSpeaker: false }).map(
      ({ candidate }) => candidate.id,
    );
  };

  it('finds exactly what lies in it and passes type and tags, of this bank alone', async () => {
    await fc.assert(
      fc.asyncProperty(asked, async ({ types, tags, window }) => {
        const { candidates } = await ask(scope, { text: '', types, tags, window, cap: 1, expand: 1, timeAlone: true });
        const [from, to] = [window.start?.getTime() ?? Number.NEGATIVE_INFINITY, window.end?.getTime() ?? Number.POSITIVE_INFINITY];
        const expected = units.filter((u) => {
          const [start, end] = [u.occurred?.start ?? u.mentionedAt, u.occurred?.end ?? u.mentionedAt].map(Number) as [number, number];
          const isTold = Number(u.mentionedAt) >= from && Number(u.mentionedAt) < to;
          return u.live && (types?.includes(u.type) ?? true) && (!tags || matches(tags, u.tags)) && ((start < to && end >= from) || isTold);
        });
        expect(idsIn(candidates, window).sort()).toEqual(expected.map(({ id }) => id).sort());
      }),
      { numRuns: 40 },
    );
  });

  it('says whose words they are and which names stand in them', async () => {
    const day = (n: number) => new Date(START + n * DAY);
    const own = unit('stone', { speaker: 'Ann', mentionedAt: day(1) });
    const about = unit('Ann river', { position: 1, mentionedAt: day(1) });
    const other = unit('horse', { position: 2, mentionedAt: day(1) });
    const small = await insert(await bankScope(db, orgId, 'time people'), [own, about, other]);
    const window = { start: day(0), end: day(2) };
    const { candidates } = await ask(small, {
      text: 'Ann',
      types: null,
      tags: null,
      window,
      cap: 1,
      expand: 1,
      timeAlone: true,
      asked: ['Ann'],
    });
    expect(Object.fromEntries(candidates.map(({ id, asked, mask }) => [id, { asked, mask }]))).toEqual({
      [own.id]: { asked: true, mask: 0 },
      [about.id]: { asked: false, mask: 1 },
      [other.id]: { asked: false, mask: 0 },
    });
  });

  it('answers from nowhere else, whole window through, in the order of time; an empty time has only weak matches', async () => {
    const day = (n: number) => new Date(START + n * DAY);
    const busy = Array.from({ length: 500 }, (_, n) =>
      unit('apple', { document: `busy ${n % 9}`, position: n, mentionedAt: new Date(START + 31 * DAY + n) }),
    );
    const calm = [45, 50, 58].map((n) => unit('stone', { document: 'calm', position: n, mentionedAt: day(n) }));
    const elsewhere = unit('apple February', { document: 'other', mentionedAt: day(5) });
    const bank = await insert(await bankScope(db, orgId, 'time service'), [...busy, ...calm, elsewhere]);
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
    expect(empty.results.length).toBeGreaterThan(0);
    for (const { scores } of empty.results) expect(scores.final).toBeLessThanOrEqual(0.05);
    expect(empty.trace?.query).toMatchObject({ temporal_constraint: { only: true, units: 0 } });
    const strict = { ...bank, bank: { ...bank.bank!, config: { recall_abstains: true } } };
    const body = recallBody.parse({ query: 'What happened in August 2021?', query_timestamp: '2024-06-01T00:00:00Z' });
    expect((await recall({ db, embedder }, strict, body)).results).toEqual([]);
  });

  it('is told by the clock of who asks', async () => {
    const names = ['Tuesday night', 'early', 'late', 'Thursday early'];
    const times = ['2024-01-09T23:30+10:00', '2024-01-10T06:00+10:00', '2024-01-10T23:30+10:00', '2024-01-11T06:00+10:00'];
    const told = names.map((name, position) => unit(name, { position, mentionedAt: new Date(times[position]!) }));
    const bank = await insert(await bankScope(db, orgId, 'time zone'), told);
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

describe('spreading activation', () => {
  const link = (scope: BankScope, unitId: string, entityId: string) =>
    db.query(sql`insert into memory_entities (bank_uid, memory_id, entity_id) values (${scope.bankUid}, ${unitId}, ${entityId})`);
  const entity = async (scope: BankScope, name: string, mentions: number): Promise<string> => {
    const id = newId();
    await db.query(
      sql`insert into entities (bank_uid, id, canonical_name, kind, mention_count) values (${scope.bankUid}, ${id}, ${name}, 'thing', ${mentions})`,
    );
    return id;
  };

  it('reaches two hops, weaker with each and with the size of the hub, and passes over what is filtered', async () => {
    let scope = await bankScope(db, orgId, 'activation');
    const far = { document: null, type: 'observation' } as const;
    const seed = unit('apple apple', { document: 'a' });
    const [first, hubbed, second, hidden, cause] = ['horse', 'horse', 'letter', 'horse', 'winter'].map((text, i) =>
      unit(text, { document: `d${i}` }),
    );
    const gone = unit('horse', { document: 'gone', live: false });
    const tagged = unit('horse', { ...far, tags: ['red'] });
    scope = await insert(scope, [seed, first!, hubbed!, second!, hidden!, cause!, gone, tagged]);
    const [rare, hub, bridge] = [await entity(scope, 'Rare', 1), await entity(scope, 'Hub', 5000), await entity(scope, 'Bridge', 1)];
    for (const [unitId, entityId] of [
      [seed.id, rare],
      [seed.id, hub],
      [first!.id, rare],
      [gone.id, rare],
      [tagged.id, rare],
      [hubbed!.id, hub],
      [first!.id, bridge],
      [second!.id, bridge],
    ] as const)
      await link(scope, unitId, entityId);
    await db.query(
      sql`insert into memory_links (bank_uid, from_id, to_id, link_type, weight) values (${scope.bankUid}, ${seed.id}, ${cause!.id}, 'caused_by', 1)`,
    );

    const asked: Question = { text: 'apple', types: null, tags: null, window: null, cap: 1, expand: 1 };
    const heats = new Map((await ask(scope, asked)).candidates.map(({ id, heat }) => [id, heat]));
    const heat = (u: Unit): number => heats.get(u.id) ?? 0;
    expect(heat(first!)).toBeGreaterThan(heat(hubbed!));
    expect(heat(hubbed!)).toBeGreaterThan(0);
    expect(heat(second!)).toBeGreaterThan(0);
    expect(heat(second!)).toBeLessThan(heat(first!));
    expect(heat(cause!)).toBeGreaterThan(0);
    expect(heats.has(gone.id)).toBe(false);
    expect(heats.has(hidden!.id)).toBe(false);
    expect(heats.has(tagged.id)).toBe(true);

    const filtered = await ask(scope, { ...asked, tags: { kind: 'leaf', tags: [], mode: 'exact' } });
    expect(filtered.candidates.some(({ id }) => id === tagged.id)).toBe(false);

    const off = await ask(scope, { ...asked, graph: false });
    expect(off.candidates.map(({ id, heat }) => [id, heat])).toEqual([[seed.id, null]]);
  });
});

describe('recall', () => {
  const services = () => ({ db, embedder });
  const body = (over: Record<string, unknown>) => recallBody.parse({ query: 'apple garden', ...over });
  let scope: BankScope;
  const told = unit('The apple garden is open in winter', { document: 'talk', position: 0, speaker: 'Ann', tags: ['red'] });
  const reply = unit('Then bring the horse', { document: 'talk', position: 1, speaker: 'Ben' });
  const elsewhere = unit('The river carries stone', { document: 'other', type: 'experience', mentionedAt: new Date(START + 40 * DAY) });
  const wrong = unit('The apple garden is closed', { document: 'other', position: 1, live: false });
  const standing = unit('Always answer with music from the garden', { document: 'rules', speaker: 'user' });
  const summary = unit('apple garden summary', { document: null, type: 'observation' });

  beforeAll(async () => {
    scope = await insert(await bankScope(db, orgId, 'service'), [told, reply, elsewhere, wrong, standing, summary]);
    const chunk = newId();
    await db.query(sql`insert into chunks (bank_uid, id, document_uid, index, content_hash, text, position_start, position_count, turn_start, turn_count)
      select ${scope.bankUid}, ${chunk}, uid, 0, '', ${'Ann: The apple garden is open in winter\nBen: Then bring the horse'}, 0, 2, 0, 2 from documents where bank_uid = ${scope.bankUid} and id = 'talk'`);
    await db.query(
      sql`update memories set chunk_id = ${chunk}, metadata = '{"page":"7"}' where bank_uid = ${scope.bankUid} and id in (${told.id}, ${reply.id})`,
    );
    for (const source of [told, elsewhere])
      await db.query(
        sql`insert into observation_sources (bank_uid, observation_id, memory_id) values (${scope.bankUid}, ${summary.id}, ${source.id})`,
      );
    const ann = newId();
    await db.query(
      sql`insert into entities (bank_uid, id, canonical_name, kind, mention_count) values (${scope.bankUid}, ${ann}, 'Ann', 'person', 1)`,
    );
    await db.query(sql`insert into memory_entities (bank_uid, memory_id, entity_id) values (${scope.bankUid}, ${told.id}, ${ann})`);
  });

  it('answers in two statements at most, with everything included', async () => {
    const { result, statements } = await countStatements(() =>
      recall(
        services(),
        scope,
        body({ trace: true, include: { chunks: {}, source_facts: {} }, temporal_window: { start: '2024-01-01', end: '2024-02-01' } }),
      ),
    );
    expect(statements).toHaveLength(2);
    expect(result.results.map(({ id }) => id)).not.toContain(wrong.id);
    const first = result.results.find(({ id }) => id === told.id)!;
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
    expect(observation.source_fact_ids!.toSorted()).toEqual([told.id, elsewhere.id].sort());
    expect(Object.keys(result.source_facts!).sort()).toEqual([told.id, elsewhere.id].sort());
    expect(result.source_facts_truncated).toBe(false);
  });

  it('asks nothing of the database about a bank that does not exist', async () => {
    const unknown = mintBankScope({ ...scope, bankId: 'unknown', bankUid: NO_BANK, bank: null });
    const { result, statements } = await countStatements(() => recall(services(), unknown, body({})));
    expect(result).toEqual({ results: [] });
    expect(statements).toHaveLength(0);
  });

  it('reads no payload when nothing was found', async () => {
    const abstaining = { ...scope, bank: { ...scope.bank!, config: { recall_abstains: true } } } as BankScope;
    const { result, statements } = await countStatements(() => recall(services(), abstaining, body({ query: 'xylophone' })));
    expect(result).toEqual({ results: [] });
    expect(statements).toHaveLength(1);
  });

  it('takes one type, several types, and the word of old clients', async () => {
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
    expect(await found({ tags: ['red'], tags_match: 'all_strict' })).toEqual([told.id]);
    expect(await found({ tag_groups: [{ not: { tags: ['red'] } }] })).not.toContain(told.id);
    expect(await found({ tag_groups: [{ or: [{ tags: ['red'] }, { tags: ['blue'] }] }] })).toEqual([told.id]);
    expect(await found({ tags_match: 'exact' })).not.toContain(told.id);
    expect(await found({ tag_groups: [] })).toContain(told.id);
  });

  it('brings along a standing instruction on the matter', async () => {
    const { results } = await recall(services(), scope, body({}));
    expect(results.map(({ id }) => id)).toContain(standing.id);
  });

  it.each([
    ['Ben', ['Then bring the horse']],
    ['Tell me about Ann', ['The apple garden is open in winter']],
    ['What do Ben and Ann say?', ['The apple garden is open in winter', 'Then bring the horse']],
  ])('finds what was said by whom it names where it asks nothing else: %s', async (query, texts) => {
    const { results } = await recall(services(), scope, body({ query }));
    const first = results.slice(0, texts.length).map(({ text }) => text.replace(/^\w+: /, ''));
    expect(first.sort()).toEqual(texts);
    const tagged = await recall(services(), scope, body({ query, tags: ['red'], tags_match: 'all_strict' }));
    expect(tagged.results.every(({ tags }) => tags?.includes('red'))).toBe(true);
  });

  it('drops what a preferred observation was made of', async () => {
    const { results } = await recall(services(), scope, body({ prefer_observations: true }));
    const ids = results.map(({ id }) => id);
    expect(ids).toContain(summary.id);
    expect(ids).not.toContain(told.id);
  });

  it('returns no observation beside a source with the same words, in as many statements', async () => {
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
    expect(ids).toContain(told.id);
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

  it('does what the bank is set to where the caller says nothing', async () => {
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

  it('does without the vector of a question that cannot be embedded, and says so', async () => {
    const away: Embedder = { ...embedder, embed: () => Promise.reject(new ModelError('transient', 'away', null, 'timeout')) };
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
    const kept = mintBankScope({ ...scope, bank: { ...scope.bank!, embeddingModel: 'provider/gone' } });
    const notes: string[] = [];
    const { results } = await recall({ db, embedder: other, note: (what) => notes.push(what) }, kept, body({ query: 'apple river' }));
    expect(results.every(({ scores }) => scores?.semantic === undefined)).toBe(true);
    expect(notes).toEqual(['semantic: not_configured']);
  });

  it('takes the order of a reranker, in one statement more', async () => {
    const reranker: Reranker = { rerank: async (_query, texts) => texts.map((text) => (text.includes('river') ? 1 : 0)) };
    const { result, statements } = await countStatements(() =>
      recall({ ...services(), reranker }, scope, body({ query: 'apple river', min_scores: { reranker: 0.5 } })),
    );
    expect(statements).toHaveLength(3);
    expect(result.results.map(({ id, scores }) => [id, scores?.reranker])).toEqual([[elsewhere.id, 1]]);
  });

  it('explains itself', async () => {
    const { trace, results } = await recall(services(), scope, body({ trace: true, query: 'What did Ann say about the apple garden?' }));
    const told = trace as Record<string, unknown>;
    expect(Object.keys(told)).toEqual([
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
    expect(told.query).toMatchObject({ asked_speaker: 'Ann', searched_text: 'What did say about the apple garden?', budget: 'mid' });
    expect(told.final_results).toHaveLength(results.length);
    const { phase_metrics, total_duration_seconds, results_returned } = told.summary as {
      phase_metrics: { phase_name: string; duration_seconds: number }[];
      total_duration_seconds: number;
      results_returned: number;
    };
    expect(phase_metrics.map(({ phase_name }) => phase_name)).toEqual(['planning', 'retrieval', 'ranking', 'packing', 'payload']);
    expect(phase_metrics.reduce((sum, { duration_seconds }) => sum + duration_seconds, 0)).toBeCloseTo(total_duration_seconds);
    expect(results_returned).toBe(results.length);
  });

  it('refuses what cannot be meant', async () => {
    await expect(recall(services(), scope, body({ query_timestamp: 'soon' }))).rejects.toMatchObject(
      new ServiceError('bad_request', 'query_timestamp is not an ISO 8601 date or date-time'),
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

describe('a question that is a memory word for word', () => {
  const things = ['apple', 'river', 'stone', 'music', 'garden', 'winter', 'letter', 'horse', 'lulunafufu', 'basalt', 'ochre', 'ledger'];
  const said = fc.record({
    who: fc.constantFrom('Ingrid Bauer', 'Tom', "Ana's brother", 'We'),
    did: fc.constantFrom('measured', 'bought', 'wrote about', 'lost'),
    thing: fc.constantFrom(...things),
    place: fc.constantFrom('Fribourg', 'the garden', 'Porto', 'winter'),
    day: fc.integer({ min: 1, max: 28 }),
    month: fc.constantFrom('March', 'May', 'June'),
    // A sentence before it has a day of its own, and of a unit only the first one counts.
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

  it.each([
    ['Ana’s brother lost the music before March 1', "Yes. Ana's brother  lost\nthe MUSIC before March 1.", true],
    ["ana's brother lost the music before march 1", 'Ana’s brother lost “the music”, before March 1', true],
    ['Ana’s brother lost the music before March 1', "Ana's brother lost the music before March 13.", false],
    ['art was lost with the music of March', 'His art was lost with the music of March.', true],
    ['art was lost with the music of March', 'His heart was lost with the music of March.', false],
    ['the lost music of March', 'The lost march of music.', false],
    ['Die Müllerin malte die Mühle', 'Gestern: „DIE MÜLLERIN MALTE DIE MÜHLE!“', true],
  ])('is known by its words, whole and in their order, and by nothing else: %s / %s', async (question, text, isQuoted) => {
    const scope = await insert(await bankScope(db, orgId, `says ${text}`), [unit(text)]);
    const { candidates } = await ask(scope, { text: question, types: null, tags: null, window: null, cap: ALL, expand: ALL });
    expect(candidates.map(({ quoted }) => quoted)).toEqual([isQuoted]);
  });

  it('finds it first, in banks of like sentences', async () => {
    let bank = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(said, { minLength: 20, maxLength: 60 }), async (all) => {
        const units = all.map((one, i) =>
          unit(`${one.before}${sentence(one)}`, {
            ...{ document: `d${i % 7}`, position: one.position + 5 * Math.floor(i / 7), speaker: one.speaker },
            ...{ mentionedAt: new Date(START + i * DAY), occurred: { start: new Date(START + 60 * DAY), end: new Date(START + 60 * DAY) } },
          }),
        );
        const scope = await insert(await bankScope(db, orgId, `quotes ${++bank}`), units);
        for (const [i, one] of all.entries()) {
          const asked = i % 2 === 0 ? sentence(one) : `“${sentence(one).toLowerCase().replace("'", '’').replace(' the ', '\n the  ')}”`;
          const { results } = await recall({ db, embedder }, scope, recallBody.parse({ query: asked }));
          expect(results[0]?.text.toLowerCase()).toContain(sentence(one).toLowerCase());
        }
      }),
      { numRuns: process.env.TEST_LEVEL === 'gate' ? 4 : 25 },
    );
  });
});

describe('what the vectors repeat', () => {
  it('equals the unit', async () => {
    const differing = await db.query(sql`
      select m.id from memories m join memory_embeddings e on e.bank_uid = m.bank_uid and e.memory_id = m.id
      where e.live <> (m.state = 'valid') or e.fact_type <> m.fact_type or e.tags <> m.tags`);
    expect(differing).toEqual([]);
  });
});
