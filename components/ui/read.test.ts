import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Read, type ReadState } from '#components/ui/read';
import { TooltipProvider } from '#components/ui/tooltip';
import { ApiError } from '#lib/api/call';

const BASE = { isFetching: false, refetch: vi.fn() };
const FAILURE = new ApiError(500, 'internal', 'The database is away');

const render = (state: Pick<ReadState<string>, 'data' | 'error' | 'isPlaceholderData' | 'cachedFrom'>): string =>
  renderToStaticMarkup(
    createElement(
      TooltipProvider,
      null,
      Read({
        of: { ...BASE, ...state },
        failed: 'The list could not be read',
        loading: 'Loading',
        children: (data, isStale) => (isStale ? `${data}, stale` : data),
      }),
    ),
  );

test('is loading without data', () => {
  expect(render({ data: undefined, error: null })).toBe('Loading');
});

test('shows data, and marks data of a previous query as stale', () => {
  expect(render({ data: 'Data', error: null })).toBe('Data');
  expect(render({ data: '', error: null })).toBe('');
  expect(render({ data: 'Data', error: null, isPlaceholderData: true })).toBe('Data, stale');
});

test('shows an error with a retry button if there is no data', () => {
  const html = render({ data: undefined, error: FAILURE });
  expect(html).toContain('The list could not be read');
  expect(html).toContain('The database is away');
  expect(html).toContain('Try again');
  expect(html).not.toContain('Loading');
});

test('shows an error above data only if the age of the data is known', () => {
  const cached = render({ data: 'Data', error: FAILURE, cachedFrom: '2026-05-02T10:00:00.000Z' });
  expect(cached).toContain('The list could not be read');
  expect(cached).toContain('2026-05-02T10:00:00.000Z');
  expect(cached).toMatch(/Data, stale$/);
  expect(render({ data: 'Data', error: FAILURE })).toBe('Data, stale');
});
