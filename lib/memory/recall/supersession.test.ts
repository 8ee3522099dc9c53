import { describe, expect, it } from 'vitest';
import { plainCandidate } from '#e2e/fixtures/candidates';
import { NO_PARTS, type RankedCandidate } from '#lib/memory/recall/rank';
import { asksForPast, rankBySupersession } from '#lib/memory/recall/supersession';

const unit = (id: string, final: number): RankedCandidate => ({ candidate: plainCandidate(id), final, coverage: 0, parts: NO_PARTS });
const OPTIONS = { includes: true, asksForPast: false, windowEnd: null, isByTime: false };
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
    expect(idsOf(rankBySupersession(ranked, CHAIN, { ...OPTIONS, windowEnd: 150 }))).toBe('bcaxy');
  });
  it('stay where they are if only one of them was found, or matches much less', () => {
    expect(idsOf(rankBySupersession([unit('a', 0.9), unit('x', 0.8)], CHAIN, OPTIONS))).toBe('ax');
    expect(idsOf(rankBySupersession([unit('b', 0.9), unit('x', 0.8), unit('a', 0.2)], CHAIN, OPTIONS))).toBe('bxa');
  });
  it('are omitted on request', () => {
    expect(idsOf(rankBySupersession(ranked, CHAIN, { ...OPTIONS, includes: false }))).toBe('xcy');
  });
});

describe('a question about the past', () => {
  it.each([
    ['Where did Kavi live before?', true],
    ['What did Kavi use to drive, and what is his former team?', true],
    ['Where does Kavi live?', false],
    ['Wo hat Kavi gewohnt?', false],
  ])('%s', (query, isOfPast) => {
    expect(asksForPast(query)).toBe(isOfPast);
  });
});
