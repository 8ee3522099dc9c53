import { expect, it } from 'vitest';
import { resourceAt, resourceUnder } from '#lib/access/oauth/resource';

const ORIGIN = 'https://memory.example';

it.each([
  [`${ORIGIN}/mcp`, null],
  [`${ORIGIN}/mcp/`, null],
  [`${ORIGIN}/mcp/ann`, 'ann'],
  [`${ORIGIN}/mcp/ann/`, 'ann'],
  [`${ORIGIN}/mcp/a%2Fb`, 'a/b'],
  [`${ORIGIN}/mcp/stra%C3%9Fe`, 'straße'],
])('%s is an address of the endpoint', (resource, bankId) => {
  expect(resourceUnder(ORIGIN, resource)).toEqual({ bankId });
});

it.each([
  'https://evil.example/mcp',
  'http://memory.example/mcp',
  'https://memory.example:8443/mcp',
  'https://memory.example@evil.example/mcp',
  'https://user@memory.example/mcp',
  `${ORIGIN}/mcp?x=1`,
  `${ORIGIN}/mcp#x`,
  `${ORIGIN}/mcp/a/b`,
  `${ORIGIN}/mcp/%zz`,
  `${ORIGIN}/v1`,
  `${ORIGIN}/mcps`,
  ORIGIN,
  'mcp',
  '',
])('%s is not', (resource) => {
  expect(resourceUnder(ORIGIN, resource)).toBeNull();
});

it.each([null, 'ann', 'a/b', 'straße', 'a?b#c'])('the address of the bank %s is its own', (bankId) => {
  expect(resourceUnder(ORIGIN, resourceAt(ORIGIN, bankId))).toEqual({ bankId });
});
