import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainCandidate } from '#e2e/fixtures/candidates';
import { byValue, NO_PARTS, type RankedCandidate } from '#lib/memory/recall/rank';
import type { Supersession } from '#lib/memory/recall/retrieval/port';
import { endedBy, rankBySupersession } from '#lib/memory/recall/supersession';

const unit = (id: string, final: number): RankedCandidate => ({ candidate: plainCandidate(id), final, coverage: 0, parts: NO_PARTS });
const OPTIONS = { includes: true, asksForPast: false, window: null, isByTime: false };
const CHAIN = new Map([
  ['a', { by: 'b', validTo: 100 }],
  ['b', { by: 'c', validTo: 200 }],
]);
const idsOf = (units: readonly RankedCandidate[]): string => units.map(({ candidate: { id } }) => id).join('');

describe('memories that replaced each other', () => {
  const ranked = [unit('a', 0.9), unit('x', 0.8), unit('b', 0.7), unit('c', 0.6), unit('y', 0.1)];
  it('follow each other, the newest first, with the best score of them', () => {
    expect(idsOf(rankBySupersession(ranked, CHAIN, OPTIONS))).toBe('cbaxy');
  });
  it('are in the order of a question about the past', () => {
    expect(idsOf(rankBySupersession(ranked, CHAIN, { ...OPTIONS, asksForPast: true }))).toBe('bacxy');
    expect(idsOf(rankBySupersession(ranked, CHAIN, { ...OPTIONS, window: { start: 110, end: 150 } }))).toBe('bcaxy');
    const past = { ...OPTIONS, asksForPast: true };
    expect(idsOf(rankBySupersession(ranked, CHAIN, { ...past, window: { start: 0, end: 50 } }))).toBe('abcxy');
    expect(idsOf(rankBySupersession(ranked, CHAIN, { ...past, window: { start: 90, end: 110 } }))).toBe('abcxy');
    expect(idsOf(rankBySupersession(ranked, CHAIN, { ...past, window: { start: 250, end: 300 } }))).toBe('cbaxy');
  });
  it('stay where they are if only one of them was found, or matches much less', () => {
    expect(idsOf(rankBySupersession([unit('a', 0.9), unit('x', 0.8)], CHAIN, OPTIONS))).toBe('ax');
    expect(idsOf(rankBySupersession([unit('a', 0.9), unit('x', 0.8), unit('c', 0.1)], CHAIN, OPTIONS))).toBe('cax');
    expect(idsOf(rankBySupersession([unit('b', 0.9), unit('x', 0.8), unit('a', 0.2)], CHAIN, OPTIONS))).toBe('bxa');
  });
  it('never precede what replaced them, however much it matches', () => {
    const links = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(links, (finals) => {
        const chain = new Map(finals.slice(1).map((_, i) => [String(i), { by: String(i + 1), validTo: i }] as const));
        const sorted = rankBySupersession(
          finals.map((final, i) => unit(String(i), final)),
          chain,
          OPTIONS,
        );
        // Without a score nothing can be ranked.
        const ids = sorted.filter(({ final }) => final > 1e-9).map(({ candidate: { id } }) => Number(id));
        expect(ids).toEqual([...ids].sort((a, b) => b - a));
      }),
    );
  });
  it('are omitted on request', () => {
    expect(idsOf(rankBySupersession(ranked, CHAIN, { ...OPTIONS, includes: false }))).toBe('xcy');
  });
});

describe('a memory that ended without another one', () => {
  const ranked = [unit('e', 0.9), unit('x', 0.8), unit('y', 0.5), unit('z', 0.2)];
  const ENDED = new Map<string, Supersession>([['e', { by: null, validTo: 100 }]]);
  it('follows what is true and matches at least half as well', () => {
    expect(idsOf(rankBySupersession(ranked, ENDED, OPTIONS))).toBe('xyez');
    expect(idsOf(rankBySupersession([unit('e', 0.9), unit('z', 0.2)], ENDED, OPTIONS))).toBe('ez');
  });
  it('comes before what matches at most twice as well, if it was true then', () => {
    const last = [unit('x', 0.8), unit('e', 0.5), unit('y', 0.45)];
    expect(idsOf(rankBySupersession(last, ENDED, { ...OPTIONS, asksForPast: true }))).toBe('exy');
    expect(idsOf(rankBySupersession(last, ENDED, { ...OPTIONS, window: { start: 0, end: 50 } }))).toBe('exy');
    expect(idsOf(rankBySupersession(last, ENDED, { ...OPTIONS, window: { start: 110, end: 150 } }))).toBe('xye');
    expect(idsOf(rankBySupersession([unit('x', 1), unit('e', 0.4)], ENDED, { ...OPTIONS, asksForPast: true }))).toBe('xe');
  });
  it('takes what it replaced with it', () => {
    const chain = new Map<string, Supersession>([...ENDED, ['a', { by: 'e', validTo: 50 }]]);
    expect(idsOf(rankBySupersession([unit('a', 0.9), unit('x', 0.8), unit('e', 0.7)], chain, OPTIONS))).toBe('xea');
  });
  it('is omitted on request, and has not ended before its time', () => {
    expect(idsOf(rankBySupersession(ranked, ENDED, { ...OPTIONS, includes: false }))).toBe('xyz');
    expect(endedBy(ENDED, new Date(99_000))).toEqual(new Map());
    expect(endedBy(ENDED, new Date(100_000))).toEqual(ENDED);
    // The time of a change that a later memory reports may be ahead.
    expect(endedBy(CHAIN, new Date(0))).toEqual(CHAIN);
  });
  it('never changes the order of the others', () => {
    const scores = fc.array(fc.record({ final: fc.double({ min: 0, max: 1, noNaN: true }), ends: fc.boolean() }), { maxLength: 12 });
    fc.assert(
      fc.property(scores, fc.boolean(), (given, isOfPast) => {
        const units = given.map(({ final }, i) => unit(String.fromCharCode(97 + i), final));
        const ends = new Map(
          given.flatMap(({ ends }, i) => (ends ? [[String.fromCharCode(97 + i), { by: null, validTo: 1 }] as const] : [])),
        );
        const others = (list: readonly RankedCandidate[]) => list.filter(({ candidate: { id } }) => !ends.has(id));
        const before = others([...units].sort(byValue)).map(({ final }) => final);
        const after = others(rankBySupersession(units, ends, { ...OPTIONS, asksForPast: isOfPast }));
        const originals = new Map(units.map(({ candidate, final }) => [candidate.id, final]));
        const sorted = ends.size === 0 ? [...after].sort(byValue) : after;
        expect(sorted.map(({ candidate }) => originals.get(candidate.id))).toEqual(before);
      }),
    );
  });
});
