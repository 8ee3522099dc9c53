import { expect, it, vi } from 'vitest';
import { announce } from '#lib/api/server/announce';

const running = {
  firstKey: async (): Promise<string | null> => null,
  setupPath: null,
  storage: 'pg',
  dataDir: '.data',
  origin: null,
  bootstrap: null as { prefix: string; isNew: boolean; others: number } | null,
  needsKey: false,
  isOpen: false,
  shutdownSeconds: 10,
  signsIn: false,
};

async function output(more: Partial<typeof running>): Promise<string> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await announce({ host: '127.0.0.1', port: 3000, running: { ...running, ...more }, milliseconds: 900, hasScripts: true });
    return write.mock.calls.join('');
  } finally {
    write.mockRestore();
  }
}

it('explains how to get access to a server database without a key', async () => {
  expect(await output({ needsKey: true })).toMatch(
    /npm run --silent key.+SERVICE_API_BOOTSTRAP_KEY\.\nSign-in is off as well.+nobody has access\./,
  );
  const withConsole = await output({ needsKey: true, signsIn: true });
  expect(withConsole).toContain('or create one in the console');
  expect(withConsole).not.toContain('Sign-in is off');
});

it('reports the bootstrap key and the keys of earlier starts', async () => {
  const bootstrap = { prefix: 'mbk_E9ZDqrst', isNew: true, others: 0 };
  expect(await output({ bootstrap })).toContain('(mbk_E9ZDqrst…) was created');
  expect(await output({ bootstrap })).not.toContain('still work');
  const again = await output({ bootstrap: { ...bootstrap, isNew: false, others: 2 } });
  expect(again).toContain('(mbk_E9ZDqrst…) already exists');
  expect(again).toContain('2 other keys from earlier starts still work. Revoke');
});

it('explains at each later start how to replace a lost key', async () => {
  expect(await output({ signsIn: true })).toMatch(/Lost your key\?.+console, or start/);
  expect(await output({})).toMatch(/Lost your key\? It cannot be shown again\. Start with/);
  for (const state of [{ needsKey: true }, { isOpen: true }, { firstKey: async () => 'mbk_x' }])
    expect(await output(state)).not.toContain('Lost your key');
});
