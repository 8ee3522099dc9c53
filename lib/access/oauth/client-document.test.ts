import { expect, it } from 'vitest';
import { fetchClientDocument, hasJustFailed, metadataOfDocument } from '#lib/access/oauth/client-document';

const FIXED = {
  application_type: 'native',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
};
const DOCUMENT = {
  client_id: 'https://a.example/client.json',
  client_name: 'Editor',
  redirect_uris: ['https://a.example/callback'],
};

it('reads a client that prefers a signed assertion and allows none as a public one', () => {
  const document = {
    ...DOCUMENT,
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    token_endpoint_auth_signing_alg: 'RS256',
    jwks_uri: 'https://a.example/keys.json',
  };
  expect(metadataOfDocument(document)).toEqual({ ...DOCUMENT, ...FIXED });
});

it('ignores what registration ignores', () => {
  const more = {
    scope: 'openid profile',
    subject_type: 'pairwise',
    id_token_signed_response_alg: 'ES256',
    sector_identifier_uri: 'https://b.example/sector',
    grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
    client_uri: 'http://a.example',
  };
  expect(metadataOfDocument({ ...DOCUMENT, ...more })).toEqual({ ...DOCUMENT, ...FIXED });
});

it('drops redirect addresses with credentials', () => {
  const redirect_uris = ['https://user:secret@a.example/callback', 'https://a.example/callback'];
  expect(metadataOfDocument({ ...DOCUMENT, redirect_uris })).toEqual({ ...DOCUMENT, ...FIXED });
});

it('leaves to the library what it must refuse', () => {
  const method = { token_endpoint_auth_method: 'private_key_jwt' };
  expect(metadataOfDocument({ ...DOCUMENT, ...method })).toMatchObject(method);
  const secret = { client_secret: 'a secret' };
  expect(metadataOfDocument({ ...DOCUMENT, ...secret })).toMatchObject(secret);
});

const text = (content: string) => async () => ({ text: content, headers: { 'cache-control': 'max-age=60' } });

it('answers with the metadata, and how long they may be cached', async () => {
  const response = await fetchClientDocument(DOCUMENT.client_id, text(JSON.stringify(DOCUMENT)));
  expect(response.headers.get('cache-control')).toBe('max-age=60');
  expect(await response.json()).toEqual({ ...DOCUMENT, ...FIXED });
  expect(hasJustFailed(DOCUMENT.client_id)).toBe(false);
});

it.each([
  ['unreachable', () => Promise.reject(new Error('ECONNREFUSED 10.0.0.1:443'))],
  ['no JSON', text('<html>')],
  ['no object', text('7')],
])('reports each failure in the same way, and rests: %s', async (name, read) => {
  const url = `https://a.example/${encodeURIComponent(name)}`;
  const pauses: number[] = [];
  const failed = fetchClientDocument(url, read, async (ms) => pauses.push(ms));
  await expect(failed).rejects.toThrow(/^The document of the client could not be fetched$/);
  expect(pauses).toHaveLength(1);
  expect(hasJustFailed(url)).toBe(true);
});
