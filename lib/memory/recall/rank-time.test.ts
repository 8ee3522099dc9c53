import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TimeWindow } from '#lib/memory/recall/rank';
import { byTime, inTurns, rankByTime, slackOf, timeOf } from '#lib/memory/recall/rank-time';
import type { Candidate } from '#lib/memory/recall/retrieval/port';

const DAY = 86_400;
const WINDOW: TimeWindow = { start: 100 * DAY, end: 110 * DAY, grain: 'week' };

const candidate = (id: string, more: Partial<Candidate> = {}): Candidate => ({
  ...{ id, type: 'world', document: 'd', position: 0, turn: 0, tokens: 10, mask: 0, keyword: 0, cosine: 0, heat: null },
  ...{
    asked: false,
    question: false,
    onlyAsks: false,
    standing: false,
    extractive: false,
    quoted: false,
    mentionedAt: null,
    occurredStart: null,
    occurredEnd: null,
  },
  ...more,
});
const days = (start: number, end: number): Partial<Candidate> => ({ occurredStart: start * DAY, occurredEnd: end * DAY - 1 });
const told = (day: number): Partial<Candidate> => ({ mentionedAt: day * DAY });

const scores = (units: readonly Candidate[], more: object = {}) =>
  Object.fromEntries(
    rankByTime(units, { window: WINDOW, isLoose: false, alone: { isTold: false }, namesSpeaker: false, ...more }).map((unit) => [
      unit.candidate.id,
      unit.final,
    ]),
  );

describe('the order of what lies in a time', () => {
  it('tells by the clock of who asks on which day a thing was told, but not what was told at no hour', () => {
    const at = (seconds: number): Partial<Candidate> => ({ mentionedAt: seconds });
    const units = [
      candidate('evening before, there', at(100 * DAY - 11 * 3600)),
      candidate('first morning, there', at(100 * DAY - 9 * 3600)),
      candidate('last evening, there', at(110 * DAY - 11 * 3600)),
      candidate('morning after, there', at(110 * DAY - 9 * 3600)),
      candidate('first day', told(100)),
      candidate('day after', told(110)),
      candidate('happened', { ...days(100, 101), ...at(90 * DAY + 1) }),
    ];
    const window = { ...WINDOW, offset: 10 * 3600 };
    expect(Object.keys(scores(units, { window })).sort()).toEqual(['first day', 'first morning, there', 'happened', 'last evening, there']);
  });

  it('goes by how much of a unit’s time lies inside, then by when it was told, and leaves out what lies elsewhere', () => {
    const units = [
      candidate('whole', days(101, 102)),
      candidate('half', days(105, 114)),
      candidate('touched', days(109, 200)),
      candidate('mentioned', { ...days(50, 51), ...told(103) }),
      candidate('undated', told(103)),
      candidate('before', days(99, 100)),
      candidate('after', days(110, 111)),
      candidate('later', told(110)),
      candidate('timeless'),
    ];
    expect(scores(units)).toEqual({ whole: 1, half: 0.5, touched: 0.25, mentioned: 0.1, undated: 1 });
  });

  it('puts first what was told then, where that is asked for', () => {
    const units = [candidate('happened', { ...days(101, 102), ...told(200) }), candidate('told', { ...days(50, 51), ...told(103) })];
    expect(scores(units, { alone: { isTold: true } })).toEqual({ told: 1, happened: 0.5 });
  });

  it('counts half what is neither theirs nor about them, where people are asked about', () => {
    const units = [
      candidate('other', told(101)),
      candidate('theirs', { ...told(102), asked: true }),
      candidate('about', { ...told(103), mask: 1 }),
    ];
    expect(scores(units, { namesSpeaker: true })).toEqual({ theirs: 1, about: 1, other: 0.5 });
  });

  it('has what lies a little beside a loose time in the end, and no further than half its length', () => {
    const units = [candidate('near', told(114)), candidate('far', told(116)), candidate('in', told(105))];
    expect(scores(units, { isLoose: true })).toEqual({ in: 1, near: 0.02 });
    expect(slackOf({ start: 0, end: 400 * DAY }, true)).toBe(15 * DAY);
    expect(slackOf({ start: null, end: DAY }, true)).toBe(0);
  });

  const units = fc.array(
    fc.record({ at: fc.integer({ min: 90, max: 120 }), length: fc.integer({ min: 0, max: 20 }), hasTime: fc.boolean() }),
    {
      maxLength: 60,
    },
  );

  it('is by score, then by time, and never depends on the order of reading', () => {
    fc.assert(
      fc.property(units, (given) => {
        const all = given.map(({ at, length, hasTime }, i) => candidate(`${i}`, hasTime ? days(at, at + length + 1) : told(at)));
        const context = { window: WINDOW, isLoose: false, alone: { isTold: false }, namesSpeaker: false };
        const ranked = rankByTime(all, context);
        expect(rankByTime([...all].reverse(), context)).toEqual(ranked);
        for (let i = 1; i < ranked.length; i++) expect(byTime(ranked[i - 1]!, ranked[i]!)).toBeLessThan(0);
      }),
    );
  });

  it('gives every part of the time its say before any has a second one', () => {
    fc.assert(
      fc.property(units, (given) => {
        const ranked = rankByTime(
          given.map(({ at }, i) => candidate(`${i}`, told(at))),
          { window: WINDOW, isLoose: false, alone: { isTold: false }, namesSpeaker: false },
        );
        const turns = inTurns(ranked);
        expect([...turns].sort(byTime)).toEqual(ranked);
        const apart = new Set(ranked.map(({ candidate }) => timeOf(candidate)));
        // Ten days are never more than sixteen parts: so many of the first are of days of their own.
        expect(new Set(turns.slice(0, apart.size).map(({ candidate }) => timeOf(candidate))).size).toBe(apart.size);
      }),
    );
  });
});
