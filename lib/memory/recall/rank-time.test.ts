import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainCandidate } from '#e2e/fixtures/candidates';
import type { TimeWindow } from '#lib/memory/recall/rank';
import { byTime, inTurns, rankByTime, slackOf, timeOf } from '#lib/memory/recall/rank-time';
import type { Candidate } from '#lib/memory/recall/retrieval/port';

const DAY = 86_400;
const WINDOW: TimeWindow = { start: 100 * DAY, end: 110 * DAY, grain: 'week' };

const candidate = (id: string, known: Partial<Candidate> = {}): Candidate => plainCandidate(id, { document: 'd', ...known });
const days = (start: number, end: number): Partial<Candidate> => ({ occurredStart: start * DAY, occurredEnd: end * DAY - 1 });
const mentionedOn = (day: number): Partial<Candidate> => ({ mentionedAt: day * DAY });

const scores = (units: readonly Candidate[], more: object = {}) =>
  Object.fromEntries(
    rankByTime(units, { window: WINDOW, isLoose: false, alone: { asksForMentions: false }, namesSpeaker: false, ...more }).map((unit) => [
      unit.candidate.id,
      unit.final,
    ]),
  );

describe('rankByTime', () => {
  it("dates a mention with a time of day in the caller's zone, and a date-only mention in every zone", () => {
    const at = (seconds: number): Partial<Candidate> => ({ mentionedAt: seconds });
    const units = [
      candidate('evening before, there', at(100 * DAY - 11 * 3600)),
      candidate('first morning, there', at(100 * DAY - 9 * 3600)),
      candidate('last evening, there', at(110 * DAY - 11 * 3600)),
      candidate('morning after, there', at(110 * DAY - 9 * 3600)),
      candidate('first day', mentionedOn(100)),
      candidate('day after', mentionedOn(110)),
      candidate('happened', { ...days(100, 101), ...at(90 * DAY + 1) }),
    ];
    const window = { ...WINDOW, offset: 10 * 3600 };
    expect(Object.keys(scores(units, { window })).sort()).toEqual(['first day', 'first morning, there', 'happened', 'last evening, there']);
  });

  it('scores by the share of a memory’s time inside the window, then by its mention, and drops the rest', () => {
    const units = [
      candidate('whole', days(101, 102)),
      candidate('half', days(105, 114)),
      candidate('touched', days(109, 200)),
      candidate('mentioned', { ...days(50, 51), ...mentionedOn(103) }),
      candidate('undated', mentionedOn(103)),
      candidate('before', days(99, 100)),
      candidate('after', days(110, 111)),
      candidate('later', mentionedOn(110)),
      candidate('timeless'),
    ];
    expect(scores(units)).toEqual({ whole: 1, half: 0.5, touched: 0.25, mentioned: 0.1, undated: 1 });
  });

  it('ranks mentions in the window first if the question asks for mentions', () => {
    const units = [
      candidate('happened', { ...days(101, 102), ...mentionedOn(200) }),
      candidate('mentioned then', { ...days(50, 51), ...mentionedOn(103) }),
    ];
    expect(scores(units, { alone: { asksForMentions: true } })).toEqual({ 'mentioned then': 1, happened: 0.5 });
  });

  it('halves the score of memories neither by nor about the people that the question names', () => {
    const units = [
      candidate('other', mentionedOn(101)),
      candidate('theirs', { ...mentionedOn(102), asked: true }),
      candidate('about', { ...mentionedOn(103), mask: 1 }),
    ];
    expect(scores(units, { namesSpeaker: true })).toEqual({ theirs: 1, about: 1, other: 0.5 });
  });

  it('ranks memories just outside a loose window last, up to half its length', () => {
    const units = [candidate('near', mentionedOn(114)), candidate('far', mentionedOn(116)), candidate('in', mentionedOn(105))];
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

  it('sorts by score, then by time, independent of the order of reading', () => {
    fc.assert(
      fc.property(units, (given) => {
        const all = given.map(({ at, length, hasTime }, i) => candidate(`${i}`, hasTime ? days(at, at + length + 1) : mentionedOn(at)));
        const context = { window: WINDOW, isLoose: false, alone: { asksForMentions: false }, namesSpeaker: false };
        const ranked = rankByTime(all, context);
        expect(rankByTime([...all].reverse(), context)).toEqual(ranked);
        for (let i = 1; i < ranked.length; i++) expect(byTime(ranked[i - 1]!, ranked[i]!)).toBeLessThan(0);
      }),
    );
  });

  it('takes one memory of every stretch of the time before a second one of any', () => {
    fc.assert(
      fc.property(units, (given) => {
        const ranked = rankByTime(
          given.map(({ at }, i) => candidate(`${i}`, mentionedOn(at))),
          { window: WINDOW, isLoose: false, alone: { asksForMentions: false }, namesSpeaker: false },
        );
        const turns = inTurns(ranked);
        expect([...turns].sort(byTime)).toEqual(ranked);
        const apart = new Set(ranked.map(({ candidate }) => timeOf(candidate)));
        // Ten days fit into sixteen stretches: the first memories are all of different days.
        expect(new Set(turns.slice(0, apart.size).map(({ candidate }) => timeOf(candidate))).size).toBe(apart.size);
      }),
    );
  });
});
