import { expect, it } from 'vitest';
import { cacheHeader, shareText, statusAtSearch } from '#lib/memory/recall/cache/status';

const CACHED = { state: 'cached', progress: 1 } as const;

it('is the state in which a bank was searched, even if it was read to its end since', () => {
  expect(statusAtSearch(CACHED, 0.5)).toEqual({ state: 'reading', progress: 0.5 });
  expect(statusAtSearch(CACHED, undefined)).toBe(CACHED);
});

it('rounds a share down, so that 1.00 means all', () => {
  expect([0, 0.004, 0.5, 0.998, 1].map(shareText)).toEqual(['0.00', '0.00', '0.50', '0.99', '1.00']);
  expect(cacheHeader({ state: 'reading', progress: 0.998 })).toBe('reading;progress=0.99');
  expect(cacheHeader(CACHED)).toBe('cached');
});
