import { describe, expect, it } from 'vitest';
import { PEER_HEADER } from '#lib/api/entry-headers';
import {
  clientAddress,
  exampleAddress,
  hostText,
  isOwnHost,
  isOwnPage,
  ownHost,
  plainAddress,
  requireOwnHost,
  requireSameOrigin,
} from '#lib/api/origin';

describe('plainAddress', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    [' 10.0.0.1:443 ', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['::FFFF:10.0.0.1', '10.0.0.1'],
    ['[2001:DB8::1]:443', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['unknown', null],
    ['', null],
    ['10.0.0', null],
    ['10.0.0.1, 10.0.0.2', null],
  ])('%j is %j', (text, address) => {
    expect(plainAddress(text)).toBe(address);
  });
});

describe('clientAddress', () => {
  const at = (hops: number, forwarded?: string) =>
    clientAddress(
      new Headers({ [PEER_HEADER]: '::ffff:192.0.2.1', ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) }),
      hops,
    );

  it.each([
    [0, undefined, '192.0.2.1'],
    [0, '203.0.113.9', '192.0.2.1'],
    [1, undefined, '192.0.2.1'],
    [1, '203.0.113.9', '203.0.113.9'],
    [1, '198.51.100.66, 203.0.113.9', '203.0.113.9'],
    [2, '198.51.100.66, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    [2, '10.0.0.2', '10.0.0.2'],
    [1, 'nonsense', '192.0.2.1'],
    [1, ' , ', '192.0.2.1'],
  ])('behind %j proxies with %j: %s', (hops, forwarded, address) => {
    expect(at(hops, forwarded)).toBe(address);
  });
});

describe('isOwnHost', () => {
  it.each([
    ['localhost', true],
    ['LOCALHOST:3000', true],
    ['console.localhost:3000', true],
    ['127.0.0.1:3000', true],
    ['[::1]:3000', true],
    ['192.168.1.5:3000', true],
    ['[2001:db8::1]', true],
    ['memory.internal:3000', true],
    ['Memory.Internal', true],
    ['memory.internal.evil.example', false],
    ['evil.example', false],
    ['localhost.evil.example', false],
    ['127.0.0.1.evil.example', false],
    ['evil.example@127.0.0.1', false],
    ['evil.example#.localhost', false],
    ['evil.example?.localhost', false],
    ['evil.example\\.localhost', false],
    ['evil.example%2f.localhost', false],
    ['evil.example;.localhost', false],
    ['localhost:0', false],
    ['localhost:65535', true],
    ['localhost:65536', false],
    ['127.0.0.1:99999', false],
    ['[::1]:99999', false],
    ['[::1]:0', false],
    ['[1:2]', false],
    ['localhost:', false],
    ['localhost:3000:3000', false],
    ['memory.internal:65536', false],
    ['', false],
    [null, false],
  ])('%j: %j', (host, isOwn) => {
    expect(isOwnHost(host, 'memory.internal')).toBe(isOwn);
  });
});

describe('ownHost', () => {
  it.each([
    ['LOCALHOST:3000', 'localhost:3000'],
    ['localhost:03000', 'localhost:3000'],
    ['127.0.0.1:80', '127.0.0.1'],
    ['[0:0:0:0:0:0:0:1]:3000', '[::1]:3000'],
    ['evil.example', null],
  ])('writes %j as an origin does: %j', (host, text) => {
    expect(ownHost(host, 'memory.internal')).toBe(text);
  });
});

describe('hostText', () => {
  it.each([
    ['Console.Example:8080', 'console.example:8080'],
    ['console.example:65536', null],
    ['console.example$(id)', null],
    [null, null],
  ])('%j is %j', (host, text) => {
    expect(hostText(host)).toBe(text);
  });
});

it.each(['127.0.0.1:99999', 'localhost:65536', '[::1]:99999', 'localhost:0', 'evil.example#.localhost'])(
  'a request for %s is refused like one for a foreign host',
  (host) => {
    const headers = new Headers({ host });
    const own = { origin: null, host: '127.0.0.1' };
    expect(() => requireOwnHost({ headers }, own)).toThrow(/NEXTAUTH_URL/);
    expect(() => requireSameOrigin({ method: 'POST', headers }, own)).toThrow(/NEXTAUTH_URL/);
    expect(() => requireOwnHost({ headers }, { ...own, origin: 'https://memory.example' })).not.toThrow();
  },
);

describe('requireSameOrigin', () => {
  const isLetIn = (method: string, headers: Record<string, string>, origin: string | null = null): boolean => {
    try {
      const request = new Request('http://x/', { method, headers: { host: 'memory.internal', ...headers } });
      requireSameOrigin(request, { origin, host: 'memory.internal' });
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: 'cross_origin' });
      return false;
    }
  };

  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://evil.example' }, true],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://memory.internal' }, false],
    [{ origin: 'http://memory.internal' }, true],
    [{ origin: 'http://memory.internal.evil.example' }, false],
    [{ origin: 'https://memory.internal' }, false],
    [{ origin: 'null' }, false],
    [{ referer: 'http://memory.internal/o/x' }, false],
    [{}, false],
  ])('a write with %j: %j', (headers, isIn) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect(isLetIn(method, headers as Record<string, string>)).toBe(isIn);
    for (const method of ['GET', 'HEAD']) expect(isLetIn(method, headers as Record<string, string>)).toBe(true);
  });

  it('uses its configured address, even if a proxy requests another host', () => {
    expect(isLetIn('POST', { origin: 'https://memory.example' }, 'https://memory.example')).toBe(true);
    expect(isLetIn('POST', { origin: 'http://memory.example' }, 'https://memory.example')).toBe(false);
    expect(isLetIn('POST', { host: 'backend:3000', 'sec-fetch-site': 'same-origin' }, 'https://memory.example')).toBe(true);
  });

  it.each([
    ['sec-fetch-site', 'same-origin'],
    ['origin', 'http://rebound.example'],
  ])('does not trust a foreign name that leads here, by %s, and names the missing setting', (name, proof) => {
    const request = new Request('http://x/', { method: 'POST', headers: { host: 'rebound.example', [name]: proof } });
    expect(() => requireSameOrigin(request, { origin: null, host: '127.0.0.1' })).toThrow(/NEXTAUTH_URL/);
  });
});

describe('isOwnPage', () => {
  it.each([
    ['http://127.0.0.1:3000', '127.0.0.1:3000', true],
    ['https://192.0.2.1', '192.0.2.1', true],
    ['http://[::1]:3000', '[::1]:3000', true],
    ['http://127.0.0.1:3001', '127.0.0.1:3000', false],
    ['http://localhost:3000', '127.0.0.1:3000', false],
    ['http://6.6.6.6', '127.0.0.1:3000', false],
    ['http://evil.localhost:3000', 'localhost:3000', false],
    ['http://rebound.example', 'rebound.example', false],
    ['null', '127.0.0.1:3000', false],
  ])('%s, at the host %s: %j', (origin, host, isOwn) => {
    expect(isOwnPage(origin, new Headers({ host }), { origin: null, host: '127.0.0.1' })).toBe(isOwn);
  });

  it('is of the configured address alone', () => {
    const own = { origin: 'https://memory.example', host: '127.0.0.1' };
    const headers = new Headers({ host: '127.0.0.1:3000' });
    expect(isOwnPage('https://memory.example', headers, own)).toBe(true);
    expect(isOwnPage('http://127.0.0.1:3000', headers, own)).toBe(false);
  });
});

describe('exampleAddress', () => {
  const own = { origin: null, host: '127.0.0.1' };

  it.each([
    ['localhost:3000', 'http://localhost:3000'],
    ['192.0.2.7:8080', 'http://192.0.2.7:8080'],
    ['evil.example', 'http://localhost:3000'],
    ['evil.example:3000', 'http://localhost:3000'],
    [null, 'http://localhost:3000'],
  ])('of a request to %s is %s', (header, address) => {
    expect(exampleAddress(own, header, 3000)).toBe(address);
  });

  it('is the configured one for any host', () => {
    expect(exampleAddress({ ...own, origin: 'https://memory.example' }, 'evil.example', 3000)).toBe('https://memory.example');
  });
});
