import { expect, it } from 'vitest';
import { clientMetadata } from '#lib/access/oauth/client-metadata';

const FIXED = {
  application_type: 'native',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
};

it('takes name, website and addresses, and decides the rest', () => {
  const given = {
    client_name: '  Editor ',
    client_uri: 'https://editor.example',
    redirect_uris: ['http://127.0.0.1/callback', 7],
    token_endpoint_auth_method: 'client_secret_post',
    grant_types: ['client_credentials'],
    jwks_uri: 'https://evil.example/keys',
    sector_identifier_uri: 'https://evil.example/sector',
  };
  expect(clientMetadata(given)).toEqual({
    ...FIXED,
    client_name: 'Editor',
    client_uri: 'https://editor.example',
    redirect_uris: ['http://127.0.0.1/callback'],
  });
});

it.each([
  ['a reversed name', 'Ed\u202eitor', 'Editor'],
  ['a name in lines', 'Ed\nitor', 'Editor'],
  ['an invisible name', '\u200b\u200b', undefined],
  ['a name that imitates another', 'Ed\u2800itor\ufe0f', 'Editor'],
  ['a name with an emoji', '❤\ufe0f Editor', '❤\ufe0f Editor'],
  ['a name cut within a character', `${'x'.repeat(99)}😀`, 'x'.repeat(99)],
  ['a blank name', '  ', undefined],
  ['no text', 7, undefined],
  ['a long name', 'x'.repeat(200), 'x'.repeat(100)],
])('%s', (_, client_name, expected) => {
  expect(clientMetadata({ client_name }).client_name).toBe(expected);
});

it.each(['javascript:alert(1)', 'editor', 'file:///x'])('%s is no website', (client_uri) => {
  expect(clientMetadata({ client_uri })).not.toHaveProperty('client_uri');
});

it.each([
  'https://*.example/callback',
  'https://user:secret@a.example/callback',
  'https://user@a.example/callback',
  'no address',
  `https://a.example/${'x'.repeat(2000)}`,
])('%s is no redirect', (uri) => {
  expect(clientMetadata({ redirect_uris: [uri, 'cursor://callback'] }).redirect_uris).toEqual(['cursor://callback']);
});

it.each([null, [], 'text', { redirect_uris: 'https://a.example' }])('%s has no address', (given) => {
  expect(clientMetadata(given)).toEqual({ ...FIXED, redirect_uris: [] });
});
