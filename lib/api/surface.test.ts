import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { consoleOperations, operations } from '#lib/api/operations';
import { isApi } from '#lib/api/surface';
import { config } from '../../proxy';

/** Whether `proxy.ts` runs for a URL, as the framework reads its matcher. */
const isBehindProxy = (target: string): boolean => config.matcher.some((matcher) => new RegExp(`^${matcher}$`).test(target));

describe('an operation', () => {
  const paths = new Set([...operations, ...consoleOperations].map(({ path }) => path.replaceAll(/\{\w+\}/g, 'x')));
  it.each([...paths, '/mcp', '/mcp/some-bank', '/api/auth/csrf'])('%s is the API, without the proxy', (path) => {
    expect(isApi(path)).toBe(true);
    expect(isApi(`${path}?limit=1`)).toBe(true);
    expect(isBehindProxy(path)).toBe(false);
  });
});

describe('a page', () => {
  it.each(['/', '/login', '/docs', '/status', '/account', '/o/acme/banks', '/mcp-clients', '/v10/banks'])(
    '%s is behind the proxy',
    (path) => {
      expect(isApi(path)).toBe(false);
      expect(isBehindProxy(path)).toBe(true);
    },
  );
});

describe('a file of the site', () => {
  it.each([...readdirSync('public').map((name) => `/${name}`), '/mcp.mjs', '/_next/static/chunks/main.js'])('%s is neither', (path) => {
    expect(isApi(path)).toBe(false);
    expect(isBehindProxy(path)).toBe(false);
  });
});
