import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainCandidate } from '#e2e/fixtures/candidates';
import { pack } from '#lib/memory/recall/pack';
import { dateMatch, type RankContext, type RankedCandidate, rank, WEIGHTS } from '#lib/memory/recall/rank';
import type { Candidate, CandidateSet } from '#lib/memory/recall/retrieval/port';

const unit = ({ id, ...known }: Partial<Candidate> & { id: string }): Candidate =>
  plainCandidate(id, { turn: 1, tokens: 20, cosine: 0.5, mentionedAt: 1_000_000, ...known });
const context: RankContext = { units: 100, window: null, namesSpeaker: false, minScores: { semantic: null, keyword: null } };
const setOf = (candidates: Candidate[], frequencies: number[] = []): CandidateSet => ({
  candidates,
  frequencies,
  sources: new Map(),
  superseded: new Map(),
});
const order = (ranked: readonly RankedCandidate[]): string[] => ranked.map(({ candidate }) => candidate.id);
const day = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 1000;

describe('rank', () => {
  const pairs: [string, Partial<Candidate>, Partial<Candidate>][] = [
    ['the higher cosine', { cosine: 0.6 }, { cosine: 0.5 }],
    ['the higher keyword score', { keyword: 3, mask: 1 }, { keyword: 2, mask: 1 }],
    ['what activation reached', { heat: 2 }, {}],
    ['the speaker who is asked about', { asked: true }, {}],
    ['the first turn of a document', { turn: 0 }, {}],
    ['a statement over a short question', {}, { question: true, tokens: 8 }],
    ['a permanent instruction', { isInstruction: true }, {}],
    ['the newer of two equal statements', { mentionedAt: 2_000_000 }, { mentionedAt: 1_000_000 }],
  ];
  it.each(pairs)('prefers %s', (_, better, worse) => {
    const candidates = [unit({ id: 'worse', ...worse }), unit({ id: 'better', ...better })];
    expect(order(rank(setOf(candidates, [10]), context))).toEqual(['better', 'worse']);
  });

  it('ranks a memory in the named time above a chance likeness outside it', () => {
    const window = { start: day('2025-06-20'), end: day('2025-06-21'), grain: 'day' as const };
    const inside = unit({ id: 'inside', cosine: 0.02, mentionedAt: day('2025-06-20') + 3600 });
    const outside = unit({ id: 'outside', cosine: 0.16, mentionedAt: day('2024-03-15') });
    const ranked = rank(setOf([outside, inside]), { ...context, window });
    expect(order(ranked)).toEqual(['inside', 'outside']);
    expect(ranked[0]!.final).toBe(1);
  });

  it('ranks a memory first that contains the question word for word, and does not change the rest', () => {
    const window = { start: day('2025-06-20'), end: day('2025-06-21'), grain: 'day' as const };
    const rivals = ['a', 'b'].map((id) => unit({ id, keyword: 3, cosine: 0.9, asked: true, turn: 0, mentionedAt: day('2025-06-20') }));
    const quoted = unit({ id: 'quoted', keyword: 2, cosine: 0.4, quoted: true });
    const ranked = rank(setOf([...rivals, quoted], [10]), { ...context, window });
    expect(order(ranked)).toEqual(['quoted', 'a', 'b']);
    expect(ranked[1]!.final / ranked[0]!.final).toBeGreaterThan(0.98);
  });

  it('prefers a memory that shares a rare name with the nearest and covers its missing terms', () => {
    const leader = unit({ id: 'leader', mask: 0b011, keyword: 3, cosine: 0.6 });
    const like = ['a', 'b', 'c'].map((id) => unit({ id, mask: 0b001, keyword: 2, cosine: 0.5 }));
    const home = unit({ id: 'home', mask: 0b100, keyword: 1, cosine: 0.2, heat: 0.6 });
    const walks = unit({ id: 'walks', cosine: 0.2, heat: 0.6 });
    const found = order(rank(setOf([walks, ...like, home, leader], [4, 1, 3, 0]), context));
    expect(found.slice(0, 2).sort()).toEqual(['home', 'leader']);
    expect(found.at(-1)).toBe('walks');
  });

  it('takes the older of two equally near memories as the nearest, in any order of reading', () => {
    const words = unit({ id: 'a', mask: 0, keyword: 1, cosine: 0 });
    const meaning = unit({ id: 'b', mask: 1, keyword: 0, cosine: 0.5, heat: 1 });
    const finals = (list: Candidate[]) => new Map(rank(setOf(list, [3]), context).map(({ candidate, final }) => [candidate.id, final]));
    expect(finals([meaning, words])).toEqual(finals([words, meaning]));
  });

  it('gives weak answers low scores', () => {
    const [best] = rank(setOf([unit({ id: 'a', cosine: 0.3 })]), context);
    expect(best!.final).toBeCloseTo(0.5);
  });

  it('raises a memory by its neighbors in the document, and by no others', () => {
    const at = (id: string, position: number, cosine: number) => unit({ id, document: 'd', position, cosine });
    const ranked = rank(setOf([at('far', 10, 0.3), at('hit', 4, 0.9), at('beside', 5, 0.3), at('other', 0, 0.3)]), context);
    const near = new Map(ranked.map(({ candidate, parts }) => [candidate.id, parts.near]));
    expect(near.get('beside')).toBeCloseTo(WEIGHTS.near[0]);
    expect(near.get('far')).toBe(0);
    expect(order(ranked).slice(0, 2)).toEqual(['hit', 'beside']);
  });

  it('prefers the document that covers more of the question', () => {
    const statements = (id: string, document: string, mask: number) => unit({ id, document, mask, keyword: 1, position: id.length * 10 });
    const ranked = rank(setOf([statements('a', 'one', 1), statements('bb', 'two', 1), statements('ccc', 'two', 2)], [10, 10]), context);
    expect(ranked.find(({ candidate }) => candidate.id === 'bb')!.parts.document).toBeGreaterThan(
      ranked.find(({ candidate }) => candidate.id === 'a')!.parts.document,
    );
  });

  it('returns the best matches with a low score unless abstaining is on', () => {
    const weak = [unit({ id: 'a', cosine: 0.2 }), unit({ id: 'b', cosine: 0.1 }), unit({ id: 'c', cosine: -0.1 })];
    const ranked = rank(setOf(weak, [0]), context);
    expect(ranked.map(({ candidate }) => candidate.id)).toEqual(['a', 'b', 'c']);
    expect(ranked[0]!.final).toBeCloseTo(0.2 / 0.6);
    expect(ranked[2]!.final).toBe(0);
  });

  it('ranks a repeated question below every statement', () => {
    const tokens = { countTokens: () => 15 };
    const asked = unit({ id: 'question', mask: 3, keyword: 3, cosine: 0.9, quoted: true, onlyAsks: true });
    const statements = [unit({ id: 'answer', cosine: 0.4 }), unit({ id: 'weak', cosine: 0.05 })];
    const ranked = rank(setOf([asked, ...statements], [1, 1]), { ...context, ...tokens });
    expect(ranked.map(({ candidate }) => candidate.id)).toEqual(['answer', 'weak', 'question']);
    // A question answers nothing: the score is that of the best statement.
    expect(ranked[0]!.final).toBeCloseTo(0.4 / 0.6);
    expect(rank(setOf([asked], [1, 1]), { ...context, ...tokens })[0]!.final).toBe(1);
    // A memory that also contains a statement is not demoted.
    expect(rank(setOf([{ ...asked, tokens: 60 }, ...statements], [1, 1]), { ...context, ...tokens })[0]!.candidate.id).toBe('question');
  });

  it('returns nothing for an off-topic question if abstaining is on', () => {
    const faint = [unit({ id: 'a', cosine: 0.2 }), unit({ id: 'b', cosine: 0.1, mask: 1, keyword: 0.1 })];
    const abstaining = { ...context, abstains: true };
    expect(rank(setOf(faint, [90, 0, 0]), abstaining)).toEqual([]);
    expect(rank(setOf(faint, [90, 0, 0]), { ...abstaining, namesSpeaker: true })).toHaveLength(2);
    expect(rank(setOf(faint, [90, 0, 0]), { ...abstaining, window: { start: 0, end: 2_000_000, grain: 'day' } })).toHaveLength(2);
    expect(rank(setOf([]), context)).toEqual([]);
  });

  it('accepts lower cosines if the question or the memory is not English', () => {
    const found = (isForeign: boolean, candidate: Partial<Candidate>) =>
      rank(setOf([unit({ id: 'a', ...candidate })], [90]), { ...context, abstains: true, isForeign }).length;
    expect([found(false, { cosine: 0.22 }), found(true, { cosine: 0.22 }), found(false, { cosine: 0.22, isForeign: true })]).toEqual([
      0, 1, 1,
    ]);
    expect([found(true, { cosine: 0.19 }), found(false, { cosine: 0.26 })]).toEqual([0, 1]);
  });

  it('applies the minimum score of each retriever and drops memories that none finds', () => {
    const candidates = [
      unit({ id: 'meaning', cosine: 0.8 }),
      unit({ id: 'words', cosine: 0.1, keyword: 2, mask: 1 }),
      unit({ id: 'neither', cosine: 0.1 }),
    ];
    const found = (semantic: number | null, keyword: number | null) =>
      order(rank(setOf(candidates, [5]), { ...context, minScores: { semantic, keyword } })).sort();
    expect(found(null, null)).toEqual(['meaning', 'neither', 'words']);
    expect(found(0.5, null)).toEqual(['meaning', 'words']);
    expect(found(null, 0.9)).toEqual(['meaning', 'neither', 'words']);
    expect(found(0.5, 1.1)).toEqual(['meaning']);
    expect(found(0.9, 0.9)).toEqual(['words']);
  });
});

describe('dateMatch', () => {
  const march = { start: day('2024-03-01'), end: day('2024-04-01'), grain: 'month' } as const;
  const cases: [string, Partial<Candidate>, number][] = [
    ['happened inside', { occurredStart: day('2024-03-05'), occurredEnd: day('2024-03-05') }, 1],
    ['began before and reached into it', { occurredStart: day('2024-02-20'), occurredEnd: day('2024-03-02') }, 1],
    ['happened after', { occurredStart: day('2024-06-01'), mentionedAt: day('2024-06-01') }, 0],
    ['was mentioned inside', { mentionedAt: day('2024-03-31') }, 1],
    ['was mentioned a week after', { mentionedAt: day('2024-04-08') }, Math.exp(-1)],
    ['was mentioned a month after', { mentionedAt: day('2024-05-08') }, 0],
    ['was mentioned inside about another time', { mentionedAt: day('2024-03-10'), occurredStart: day('2023-01-01') }, Math.exp(-1)],
    ['has no time', { mentionedAt: null }, 0],
  ];
  it.each(cases)('%s', (_, over, expected) => {
    expect(dateMatch(unit({ id: 'a', ...over }), march)).toBeCloseTo(expected, 5);
  });

  it('is smaller in a wide window', () => {
    const inside = unit({ id: 'a', mentionedAt: day('2024-03-10') });
    expect(dateMatch(inside, { start: day('2024-01-01'), end: day('2025-01-01'), grain: 'year' })).toBeCloseTo(0.3);
    expect(dateMatch(inside, { start: day('2024-03-01'), end: null, grain: 'month' })).toBeCloseTo(0.3);
  });
});

const candidates = fc
  .array(
    fc.record({
      document: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null }),
      position: fc.nat(20),
      turn: fc.nat(4),
      tokens: fc.integer({ min: 1, max: 60 }),
      mask: fc.nat(15),
      keyword: fc.integer({ min: 0, max: 80 }).map((n) => n / 10),
      cosine: fc.integer({ min: -20, max: 100 }).map((n) => n / 100),
      heat: fc.option(fc.nat(9), { nil: null }),
      asked: fc.boolean(),
      question: fc.boolean(),
      isInstruction: fc.boolean(),
      extractive: fc.boolean(),
      mentionedAt: fc.option(fc.nat(5_000_000), { nil: null }),
    }),
    { maxLength: 40 },
  )
  .map((list) => list.map((over, i) => unit({ id: `unit ${String(i).padStart(3, '0')}`, ...over })));
const limits = { maxResults: 20, minFinal: 0, preferObservations: false };

describe('rank and pack', () => {
  it('never exceed the token budget, never repeat a memory, and sort the results', () => {
    fc.assert(
      fc.property(candidates, fc.nat(600), (units, maxTokens) => {
        const { results } = pack(rank(setOf(units, [3, 9, 27, 40]), context), new Map(), { ...limits, maxTokens });
        expect(results.reduce((sum, { candidate }) => sum + candidate.tokens, 0)).toBeLessThanOrEqual(maxTokens);
        expect(new Set(order(results)).size).toBe(results.length);
        expect(results.length).toBeLessThanOrEqual(limits.maxResults);
        for (let i = 1; i < results.length; i++) expect(results[i]!.final).toBeLessThanOrEqual(results[i - 1]!.final);
      }),
    );
  });

  it('do not depend on the order in which candidates are read', () => {
    const shuffled = candidates.chain((units) => fc.tuple(fc.constant(units), fc.shuffledSubarray(units, { minLength: units.length })));
    const twins = (units: readonly Candidate[]) =>
      units.filter((u, i) => units.findIndex((v) => v.document === u.document && v.position === u.position) === i);
    fc.assert(
      fc.property(shuffled, ([units, others]) => {
        const unique = new Set(twins(units));
        const run = (list: readonly Candidate[]) =>
          pack(
            rank(
              setOf(
                list.filter((u) => unique.has(u)),
                [3, 9, 27, 40],
              ),
              context,
            ),
            new Map(),
            { ...limits, maxTokens: 300 },
          ).results.map(({ candidate, final }) => [candidate.id, final.toFixed(9)]);
        expect(run(others)).toEqual(run(units));
      }),
    );
  });

  it('score every memory between the score of the best and 0', () => {
    fc.assert(
      fc.property(candidates, (units) => {
        const ranked = rank(setOf(units, [3, 9, 27, 40]), context);
        for (const { final } of ranked) expect(final > 0 && final <= 1).toBe(true);
        const sure = Math.max(0, ...ranked.map(({ candidate, coverage }) => Math.max(coverage, candidate.cosine / 0.6)));
        if (ranked.length > 0) expect(ranked[0]!.final).toBeCloseTo(Math.min(1, sure));
      }),
    );
  });
});
