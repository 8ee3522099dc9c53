import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { publicLookup, publicUrl, type Resolve, readPublicText } from '#lib/base/public-text';

const at =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

const looked = (resolve: Resolve, all: boolean) =>
  new Promise<unknown>((done) => {
    publicLookup(resolve)('a.example', { all }, (error, address) => done(error ? error.message : address));
  });

it('leads to the addresses that it checked', async () => {
  expect(await looked(at('1.1.1.1', '8.8.8.8'), true)).toEqual([
    { address: '1.1.1.1', family: 4 },
    { address: '8.8.8.8', family: 4 },
  ]);
  expect(await looked(at('1.1.1.1'), false)).toBe('1.1.1.1');
});

it.each([
  ['no address', at()],
  ['a private address', at('10.0.0.1')],
  ['one private address of several', at('1.1.1.1', '::1')],
  ['an unknown name', () => Promise.reject(new Error('ENOTFOUND'))],
])('refuses %s, always with the same error', async (_, resolve) => {
  for (const all of [true, false]) expect(await looked(resolve, all)).toBe('The name has no public address');
});

it('opens no connection to an address that is not public', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [error] = await once(connect({ host: 'a.example', port, lookup: publicLookup(at('127.0.0.1')) }), 'error');
  expect(String(error)).toContain('no public address');
  // This connection arrives after any earlier one.
  const own = connect({ host: '127.0.0.1', port });
  await once(own, 'close');
  expect(connections).toBe(1);
  server.close();
});

it.each(['https://a.example/c.json', 'https://a.example:443/c.json?v=1'])('%s is of a public server', (url) => {
  expect(publicUrl(url)?.hostname).toBe('a.example');
});

it.each([
  'http://a.example/c.json',
  'https://a.example:8443/c.json',
  'https://user:secret@a.example/c.json',
  'https://127.0.0.1/c.json',
  'https://[::ffff:127.0.0.1]/c.json',
  'https://2130706433/c.json',
  'https://8.8.8.8/c.json',
  'ftp://a.example/c.json',
  'no address',
])('%s is not', async (url) => {
  expect(publicUrl(url)).toBeNull();
  await expect(readPublicText(url, at('1.1.1.1'))).rejects.toThrow('not that of a public server');
});

it('reads nothing from a name of a private address', async () => {
  await expect(readPublicText('https://a.example/c.json', at('169.254.169.254'))).rejects.toThrow('no public address');
});
