import { expect, it } from 'vitest';
import { destinationOf } from '#lib/access/oauth/client-text';

it.each([
  ['https://claude.example/callback?x=1', 'claude.example'],
  ['https://claude.example:8443/callback', 'claude.example:8443'],
  ['http://127.0.0.1:9/callback', 'http://127.0.0.1:9'],
  ['evil://claude.example/callback', 'evil://claude.example'],
  ['com.example.app:/callback', 'com.example.app:'],
  ['no address', ''],
  [undefined, ''],
])('%s leads to %s', (uri, expected) => {
  expect(destinationOf(uri)).toBe(expected);
});
