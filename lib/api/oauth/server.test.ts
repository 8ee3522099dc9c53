import { createPublicKey } from 'node:crypto';
import { inject } from 'light-my-request';
import { expect, it, vi } from 'vitest';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { signingKey } from '#lib/access/oauth/signing-key';
import { oauthServer } from '#lib/api/oauth/server';
import { createLog } from '#lib/base/log';

withTestDatabase();

const at = async (host: string, origin: string | null = null) => {
  const signIn = { secret: 'a secret that is long enough to sign with', offBecause: null, origin, host: '127.0.0.1' };
  return oauthServer({ db, log: createLog('silent'), signIn }, new Headers({ host }));
};

it('has one server for all spellings of a host, and for all hosts of a configured origin', async () => {
  const { origin, provider } = await at('LOCALHOST:3000');
  expect(origin).toBe('http://localhost:3000');
  expect((await at('localhost:03000')).provider).toBe(provider);
  const own = await at('backend:1', 'https://memory.example');
  expect((await at('backend:2', 'https://memory.example')).provider).toBe(own.provider);
});

it('opens one server for concurrent first requests', async () => {
  const servers = await Promise.all(Array.from({ length: 4 }, () => at('localhost:3100')));
  expect(new Set(servers.map(({ provider }) => provider)).size).toBe(1);
});

it('keeps a server in use through a flood of other hosts', async () => {
  const { provider } = await at('localhost:3000');
  for (let port = 4000; port < 4040; port++) {
    await at(`127.0.0.1:${port}`);
    expect((await at('localhost:3000')).provider).toBe(provider);
  }
});

it.each(['localhost:65536', '127.0.0.1:99999', '[::1]:0', 'evil.example'])('has no server at %s', async (host) => {
  await expect(at(host)).rejects.toMatchObject({ code: 'not_found' });
});

it('prints nothing, also when a request is malformed', async () => {
  const spies = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name).mockReturnValue());
  try {
    const { provider } = await at('localhost:3200');
    const handle = provider.callback();
    const get = (url: string) =>
      inject((req, res) => void handle(req as never, res as never), { method: 'GET', url, headers: { accept: 'text/html' } });
    const refused = await get('/oauth/authorize?client_id=nobody<b>&response_type=code');
    expect(refused.statusCode).toBe(400);
    expect(JSON.parse(refused.payload)).toMatchObject({ error: 'invalid_client' });
    for (const spy of spies) expect(spy.mock.calls).toEqual([]);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
});

it('has one key in the whole process', async () => {
  const key = await signingKey();
  expect(await signingKey()).toBe(key);
  expect(createPublicKey({ key: { ...key }, format: 'jwk' }).asymmetricKeyDetails?.modulusLength).toBe(2048);
});
