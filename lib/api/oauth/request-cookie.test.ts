import { expect, it } from 'vitest';
import { endRequestCookie, isOwnRequest, requestCookies } from '#lib/api/oauth/request-cookie';

const HTTPS = 'https://memory.example';
const HTTP = 'http://127.0.0.1:3000';
// Of the settings of sign-in, only these are read.
const at = (origin: string) => ({ signIn: { secret: 'x', origin, host: null } }) as unknown as Parameters<typeof isOwnRequest>[0];
const withCookie = (cookie?: string) => new Headers(cookie === undefined ? {} : { cookie });

it('reaches the page and the API, and no other host of the domain', () => {
  expect(requestCookies(HTTPS, 'abc', null)).toEqual(['__Host-oauth_request_abc=1; Path=/; Max-Age=1800; HttpOnly; SameSite=Lax; Secure']);
  expect(requestCookies(HTTP, 'abc', null)).toEqual(['oauth_request_abc=1; Path=/; Max-Age=1800; HttpOnly; SameSite=Lax']);
  expect(endRequestCookie(HTTP, 'abc')).toContain('oauth_request_abc=1; Path=/; Max-Age=0;');
});

it('of a browser with many requests, drops the oldest', () => {
  const header = ['other=1', ...Array.from({ length: 9 }, (_, i) => `oauth_request_${i}=1`)].join('; ');
  const [added, ...dropped] = requestCookies(HTTP, 'abc', header);
  expect(added).toContain('oauth_request_abc=1');
  expect(dropped.map((cookie) => cookie.split('=')[0])).toEqual(['oauth_request_0', 'oauth_request_1']);
  expect(dropped.every((cookie) => cookie.includes('Max-Age=0'))).toBe(true);
});

it.each([
  [HTTP, 'a=1; oauth_request_abc=1; b=2', true],
  [HTTP, 'oauth_request_abc=1; oauth_request_def=1', true],
  [HTTPS, '__Host-oauth_request_abc=1', true],
  [HTTPS, 'oauth_request_abc=1', false],
  [HTTP, 'oauth_request_abcd=1', false],
  [HTTP, 'x=oauth_request_abc', false],
  [HTTP, undefined, false],
])('at %s, %j names the request: %s', (origin, cookie, expected) => {
  expect(isOwnRequest(at(origin), withCookie(cookie), 'abc')).toBe(expected);
});
