import { inject } from 'light-my-request';
import { expect, it } from 'vitest';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { metadataOfDocument } from '#lib/access/oauth/client-document';
import { openProvider } from '#lib/access/oauth/provider';
import { signingKey } from '#lib/access/oauth/signing-key';

withTestDatabase();

const ORIGIN = 'https://memory.example';
const CALLBACK = 'https://chat.example/callback';

const document = (more: object = {}) => ({
  client_id: 'https://chat.example/client.json',
  client_name: 'Chat',
  redirect_uris: [CALLBACK],
  token_endpoint_auth_method: 'private_key_jwt',
  token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
  jwks_uri: 'https://chat.example/keys.json',
  ...more,
});

async function authorizing(fetchDocument: (url: string) => Promise<Response>) {
  const provider = openProvider(db, {
    origin: ORIGIN,
    secret: 'a secret that is long enough to sign with',
    signingKey: await signingKey(),
    onFault: (error) => {
      throw error;
    },
    fetchDocument,
  });
  const handle = provider.callback();
  return async (clientId: string, address: string, redirectUri = CALLBACK) => {
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'memory:read memory:write',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    const headers = { host: 'memory.example', 'x-forwarded-proto': 'https', 'x-forwarded-for': address };
    const answer = await inject((req, res) => void handle(req as never, res as never), {
      method: 'GET',
      url: `/oauth/authorize?${query}`,
      headers,
    });
    return {
      status: answer.statusCode,
      location: answer.headers.location,
      retryAfter: answer.headers['retry-after'],
      text: answer.payload,
    };
  };
}

it('asks a person about a client whose document allows the method none', async () => {
  const authorize = await authorizing(async () => Response.json(metadataOfDocument(document())));
  const { status, location } = await authorize(document().client_id, '192.0.2.1');
  expect([status, location]).toEqual([303, expect.stringMatching(/^\/connect\//)]);
});

it.each([
  ['another method only', { token_endpoint_auth_methods_supported: ['private_key_jwt'] }],
  ['a secret', { client_secret: 'a secret' }],
  ['another id', { client_id: 'https://other.example/client.json' }],
  ['no redirect address', { redirect_uris: ['https://user:secret@chat.example/callback'] }],
])('refuses a document with %s', async (_, more) => {
  const authorize = await authorizing(async () => Response.json(metadataOfDocument(document(more))));
  const { status, location } = await authorize(document().client_id, '192.0.2.2');
  expect([status, location]).toEqual([400, undefined]);
});

it('fetches a limited number of documents for an address', async () => {
  let fetches = 0;
  const authorize = await authorizing(async () => {
    fetches++;
    throw new Error('unreachable');
  });
  let last = await authorize('https://chat.example/0.json', '192.0.2.3');
  for (let n = 1; n < 100 && last.status !== 429; n++) last = await authorize(`https://chat.example/${n}.json`, '192.0.2.3');
  expect(JSON.parse(last.text)).toMatchObject({ error: 'temporarily_unavailable' });
  expect(Number(last.retryAfter)).toBeGreaterThan(0);
  expect(fetches).toBeLessThanOrEqual(60);
  expect((await authorize('https://chat.example/other.json', '192.0.2.4')).status).toBe(400);
});
