import { describe, expect, it } from 'vitest';
import { type PackLimits, pack, packWithFactFallback, withoutTwins } from '#lib/memory/recall/pack';
import type { RankedCandidate } from '#lib/memory/recall/rank';
import type { Candidate } from '#lib/memory/recall/retrieval/port';

const ranked = (id: string, final: number, over: Partial<Candidate> = {}): RankedCandidate => ({
  candidate: { id, type: 'world', document: id, position: 0, turn: 0, tokens: 10, isSpoken: true, ...over } as Candidate,
  final,
  coverage: 0,
  parts: {} as RankedCandidate['parts'],
});
const limits: PackLimits = { maxTokens: 100, maxResults: 50, minFinal: 0, preferObservations: false };
const NONE = new Map<string, string[]>();
const ids = (units: readonly RankedCandidate[]) => units.map(({ candidate }) => candidate.id);

describe('pack', () => {
  it('skips a memory that does not fit and continues with smaller ones', () => {
    const { results, left } = pack(
      [ranked('a', 1, { tokens: 60 }), ranked('b', 0.9, { tokens: 50 }), ranked('c', 0.8, { tokens: 40 })],
      NONE,
      limits,
    );
    expect(ids(results)).toEqual(['a', 'c']);
    expect(left.get('b')).toBe('token_budget');
  });

  it('stops after twenty that do not fit', () => {
    const large = Array.from({ length: 21 }, (_, i) => ranked(`large ${i}`, 0.9 - i / 100, { tokens: 99 }));
    expect(ids(pack([ranked('a', 1), ...large, ranked('small', 0.1)], NONE, limits).results)).toEqual(['a']);
    expect(ids(pack([ranked('a', 1), ...large.slice(1), ranked('small', 0.1)], NONE, limits).results)).toEqual(['a', 'small']);
  });

  it('discounts further memories of a turn', () => {
    const same = { document: 'd', turn: 3 };
    const { results } = pack([ranked('a', 1, same), ranked('b', 0.95, same), ranked('c', 0.9)], NONE, limits);
    expect(ids(results)).toEqual(['a', 'c', 'b']);
    expect(results[2]!.final).toBeCloseTo(0.95 * 0.8);
  });

  it('counts each sentence of prose in full', () => {
    const prose = { document: 'd', isSpoken: false };
    const { results } = pack([ranked('a', 1, prose), ranked('b', 0.95, prose), ranked('c', 0.9)], NONE, limits);
    expect(results.map(({ candidate, final }) => [candidate.id, final])).toEqual([
      ['a', 1],
      ['b', 0.95],
      ['c', 0.9],
    ]);
  });

  it('cuts at the number of results and below the minimum score', () => {
    const units = [ranked('a', 1), ranked('b', 0.8), ranked('c', 0.4)];
    expect(pack(units, NONE, { ...limits, maxResults: 1 }).left.get('b')).toBe('result_limit');
    const { results, left } = pack(units, NONE, { ...limits, minFinal: 0.5 });
    expect(ids(results)).toEqual(['a', 'b']);
    expect(left.get('c')).toBe('min_score');
  });

  it('returns nothing for a budget of 0, but the order for chunks', () => {
    const { results, order } = pack([ranked('a', 1)], NONE, { ...limits, maxTokens: 0 });
    expect(results).toEqual([]);
    expect(ids(order)).toEqual(['a']);
  });

  describe('with observations', () => {
    const observation = { type: 'observation', document: null } as const;
    const single = new Map([['o', ['f']]]);
    const several = new Map([['o', ['f', 'g']]]);
    const all = [ranked('f', 1), ranked('o', 0.9, observation), ranked('g', 0.8), ranked('h', 0.7)];

    it('drops an observation if its only fact is returned', () => {
      expect(ids(pack(all, single, limits).results)).toEqual(['f', 'g', 'h']);
      const below = pack([ranked('o', 1, observation), ranked('g', 0.95), ranked('f', 0.9)], single, limits);
      expect(ids(below.results)).toEqual(['f', 'g']);
      expect(below.results[0]!.final).toBe(1);
      expect(below.left.get('o')).toBe('same_as_source');
    });
    it('drops an observation of its sources’ sentences if all sources are found, but not if one is missing', () => {
      const verbatim = { ...observation, extractive: true };
      const both = [ranked('o', 1, verbatim), ranked('h', 0.8), ranked('g', 0.7), ranked('f', 0.6)];
      expect(ids(pack(both, several, limits).results)).toEqual(['g', 'h', 'f']);
      expect(ids(pack([ranked('o', 1, verbatim), ranked('h', 0.8), ranked('g', 0.7)], several, limits).results)).toEqual(['o', 'h', 'g']);
      expect(ids(pack([ranked('o', 1, verbatim), ranked('h', 0.8)], several, limits).results)).toEqual(['o', 'h']);
    });
    it('returns an observation together with its several facts', () => {
      expect(ids(pack(all, several, limits).results)).toEqual(['f', 'o', 'g', 'h']);
    });
    it('drops the sources if observations are preferred, and fills their places', () => {
      const packed = pack(all, several, { ...limits, preferObservations: true, maxTokens: 20 });
      expect(ids(packed.results)).toEqual(['o', 'h']);
      expect(packed.left.get('f')).toBe('covered_by_observation');
    });
    it('returns an observation if not all of its sources fit', () => {
      const verbatim = { ...observation, extractive: true };
      const units = [ranked('f', 1, { tokens: 10 }), ranked('o', 0.9, { ...verbatim, tokens: 12 }), ranked('g', 0.8, { tokens: 10 })];
      expect(ids(pack(units, several, { ...limits, maxTokens: 30 }).results)).toEqual(['f', 'g']);
      const tight = pack([units[1]!, ranked('f', 0.8, { tokens: 10 }), units[2]!], several, { ...limits, maxTokens: 15 });
      expect(ids(tight.results)).toEqual(['o']);
      expect(tight.left.get('f')).toBe('token_budget');
      const large = [ranked('f', 1, { tokens: 40 }), ranked('o', 0.9, { ...observation, tokens: 12 })];
      expect(ids(pack(large, single, { ...limits, maxTokens: 15 }).results)).toEqual(['o']);
    });
    it('returns the sources of a preferred observation that does not fit', () => {
      const wide = [ranked('o', 1, { ...observation, tokens: 20 }), ranked('f', 0.9), ranked('g', 0.8)];
      const preferred = (more: Partial<PackLimits>) => pack(wide, several, { ...limits, preferObservations: true, ...more });
      expect(ids(preferred({ maxTokens: 16 }).results)).toEqual(['f']);
      expect(preferred({ maxTokens: 16 }).left.get('o')).toBe('token_budget');
      expect(ids(preferred({ maxTokens: 20 }).results)).toEqual(['o']);
    });
    describe('after reading the texts', () => {
      const words: Record<string, string> = {
        f: 'Mara said: We cannot open on 2 May.',
        o: 'Mara said: we cannot open on 2 May',
        g: 'It opens later.',
      };
      const twins = (units: RankedCandidate[], over: Partial<PackLimits> = {}) =>
        withoutTwins(pack(units, new Map(), limits), several, (id) => words[id], { ...limits, ...over });

      it('drops an observation that repeats one of its several sources', () => {
        const { results, order, left } = twins(all);
        expect(ids(results)).toEqual(['f', 'g', 'h']);
        expect(ids(order)).toEqual(['f', 'g', 'h']);
        expect(left.get('o')).toBe('same_as_source');
      });
      it('gives its rank to the source', () => {
        const { results } = twins([ranked('o', 1, observation), ranked('g', 0.9), ranked('f', 0.8)]);
        expect(ids(results)).toEqual(['f', 'g']);
        expect(results[0]!.final).toBe(1);
      });
      it('drops the source if observations are preferred', () => {
        const { results, left } = twins(all, { preferObservations: true });
        expect(ids(results)).toEqual(['o', 'g', 'h']);
        expect(left.get('f')).toBe('covered_by_observation');
      });
      it('returns memories with different words, and handles deleted ones', () => {
        const same = pack(all, several, limits);
        expect(withoutTwins(same, several, () => undefined, limits).results).toEqual(same.results);
        expect(ids(withoutTwins(same, several, (id) => (id === 'o' ? 'Both.' : words[id]), limits).results)).toEqual(['f', 'o', 'g', 'h']);
      });
    });
  });
});

describe('packWithFactFallback', () => {
  const observation = (id: string, final: number) => ranked(id, final, { type: 'observation', document: null });

  it('returns facts after observations, except sources of the chosen observations', () => {
    const units = [ranked('f', 1), ranked('g', 0.9), observation('o', 0.5)];
    expect(ids(packWithFactFallback(units, new Map([['o', ['f']]]), limits).results)).toEqual(['o', 'g']);
  });

  it('ranks a strong fact above a weak observation', () => {
    const weak = Array.from({ length: 9 }, (_, i) => observation(`o${i}`, 0.09 - i / 1000));
    const units = [ranked('f', 1, { tokens: 40 }), ...weak, ranked('g', 0.05)];
    const { results } = packWithFactFallback(units, NONE, limits);
    expect(ids(results)).toEqual(['f', 'o0', 'o1', 'o2', 'o3', 'o4', 'o5']);
    expect(ids(packWithFactFallback(units, NONE, { ...limits, maxTokens: 1000 }).results).slice(-1)).toEqual(['g']);
  });

  it('omits a weak observation whose sources are all returned', () => {
    const units = [ranked('f', 1), observation('o', 0.1)];
    expect(ids(packWithFactFallback(units, new Map([['o', ['f']]]), limits).results)).toEqual(['f']);
  });
});
