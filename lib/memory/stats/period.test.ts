import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_BUCKETS, periodOf, truncate } from '#lib/memory/stats/period';

const NOW = new Date('2026-03-29T01:30:20.500Z');
const at = (text: string) => new Date(text);
const shown = (period: string) => {
  const { name, unit, start, until } = periodOf({ period }, NOW)!;
  return [name, unit, start.toISOString(), until.toISOString()];
};

describe('periodOf', () => {
  it.each([
    ['1h', '1h', 'minute', '2026-03-29T00:31:00.000Z', '2026-03-29T01:31:00.000Z'],
    ['12h', '12h', 'hour', '2026-03-28T14:00:00.000Z', '2026-03-29T02:00:00.000Z'],
    ['1d', '1d', 'hour', '2026-03-28T02:00:00.000Z', '2026-03-29T02:00:00.000Z'],
    ['7d', '7d', 'day', '2026-03-23T00:00:00.000Z', '2026-03-30T00:00:00.000Z'],
    ['30d', '30d', 'day', '2026-02-28T00:00:00.000Z', '2026-03-30T00:00:00.000Z'],
    ['90d', '90d', 'day', '2025-12-30T00:00:00.000Z', '2026-03-30T00:00:00.000Z'],
    ['constructor', '7d', 'day', '2026-03-23T00:00:00.000Z', '2026-03-30T00:00:00.000Z'],
  ])('%s', (period, ...expected) => {
    expect(shown(period)).toEqual(expected);
  });

  it.each([
    ['2026-03-29T01:00:00Z', 'minute', '2026-03-29T01:00:00.000Z'],
    ['2026-03-26T12:34:00Z', 'hour', '2026-03-26T12:00:00.000Z'],
    ['2026-01-01T12:00:00Z', 'day', '2026-01-01T00:00:00.000Z'],
    ['2025-01-01T00:00:00Z', 'week', '2024-12-30T00:00:00.000Z'],
    ['2020-05-17T00:00:00Z', 'month', '2020-05-01T00:00:00.000Z'],
    ['1932-10-12T00:00:00Z', 'year', '1932-01-01T00:00:00.000Z'],
    ['1492-10-12T00:00:00Z', 'decade', '1490-01-01T00:00:00.000Z'],
    ['0001-10-12T00:00:00Z', 'century', '0001-01-01T00:00:00.000Z'],
  ])('from %s to now: by the %s', (from, unit, start) => {
    expect(periodOf({ period: '7d', from: at(from) }, NOW)).toMatchObject({ name: 'custom', unit, start: at(start) });
  });

  it('ends at `to`, and starts one period earlier without `from`', () => {
    const to = at('2025-01-31T12:00:00Z');
    expect(periodOf({ period: '1h', to }, NOW)).toEqual({
      name: 'custom',
      unit: 'minute',
      start: at('2025-01-31T11:00:00Z'),
      from: at('2025-01-31T11:00:00Z'),
      until: to,
    });
  });

  it('is null if from is not before to', () => {
    expect(periodOf({ period: '7d', from: at('2025-01-02'), to: at('2025-01-02') }, NOW)).toBeNull();
    expect(periodOf({ period: '7d', from: at('2027-01-01') }, NOW)).toBeNull();
  });

  it('covers any requested time in few buckets', () => {
    const moment = fc.date({ min: at('0001-01-01T00:00:00Z'), max: at('9999-12-31T00:00:00Z'), noInvalidDate: true });
    const LENGTHS = {
      minute: 6e4,
      hour: 36e5,
      day: 864e5,
      week: 6048e5,
      month: 28 * 864e5,
      year: 365 * 864e5,
      decade: 3652 * 864e5,
      century: 36_524 * 864e5,
    };
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        const [from, to] = a < b ? [a, b] : [b, a];
        const period = periodOf({ period: '7d', from, to }, NOW);
        if (from.getTime() === to.getTime()) {
          expect(period).toBeNull();
          return;
        }
        const { unit, start, until } = period!;
        expect(period!.from).toEqual(from);
        expect(start <= from && until.getTime() === to.getTime()).toBe(true);
        expect(truncate(start, unit)).toEqual(start);
        const buckets = (until.getTime() - start.getTime()) / LENGTHS[unit];
        expect(buckets).toBeLessThan(MOST_BUCKETS * 1.2);
      }),
    );
  });
});
