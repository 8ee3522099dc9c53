import { describe, expect, it } from 'vitest';
import { expiryAfter, extending } from '#components/memories/extension';

const NOW = Date.parse('2026-11-28T10:00:00Z');

describe('a new expiry', () => {
  it('is the end of a day in UTC, or never', () => {
    expect(expiryAfter('month', NOW)).toBe('2026-12-28T23:59:59Z');
    expect(expiryAfter('year', NOW)).toBe('2027-11-28T23:59:59Z');
    expect(expiryAfter('never', NOW)).toBe('never');
  });
  it('is offered only if it is later', () => {
    expect(extending(null, NOW)).toEqual(['month', 'quarter', 'year', 'never']);
    expect(extending('2027-01-15T00:00:00Z', NOW)).toEqual(['quarter', 'year', 'never']);
    expect(extending('2090-01-01T00:00:00Z', NOW)).toEqual(['never']);
  });
});
