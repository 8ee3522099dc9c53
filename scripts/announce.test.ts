import { expect, it, vi } from 'vitest';
import { announce } from './announce.mjs';

const running = {
  firstKey: async (): Promise<string | null> => null,
  setupPath: null,
  storage: 'pg',
  bootstrap: null as { prefix: string; isNew: boolean; others: number } | null,
  needsKey: false,
  isOpen: false,
  signsIn: false,
};

async function said(more: Partial<typeof running>): Promise<string> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await announce({ host: '127.0.0.1', port: 3000, running: { ...running, ...more }, milliseconds: 900, hasScripts: true });
    return write.mock.calls.join('');
  } finally {
    write.mockRestore();
  }
}

it('tells whoever starts on a server database without a key how to get in', async () => {
  expect(await said({ needsKey: true })).toMatch(
    /npm run --silent key.+SERVICE_API_BOOTSTRAP_KEY\.\nSign-in is off as well.+nobody can get in\./,
  );
  const withConsole = await said({ needsKey: true, signsIn: true });
  expect(withConsole).toContain('or make one in the console');
  expect(withConsole).not.toContain('Sign-in is off');
});

it('tells what became of the key of the settings, and of those before it', async () => {
  const bootstrap = { prefix: 'mbk_E9ZDqrst', isNew: true, others: 0 };
  expect(await said({ bootstrap })).toContain('(mbk_E9ZDqrst…) was created');
  expect(await said({ bootstrap })).not.toContain('still work');
  const again = await said({ bootstrap: { ...bootstrap, isNew: false, others: 2 } });
  expect(again).toContain('(mbk_E9ZDqrst…) is known');
  expect(again).toContain('2 more keys made at an earlier start still work; revoke');
});

it('tells at each later start what to do about a lost key', async () => {
  expect(await said({ signsIn: true })).toMatch(/Lost the key\?.+console, or start/);
  expect(await said({})).toMatch(/Lost the key\? It cannot be shown again\. Start with/);
  for (const told of [{ needsKey: true }, { isOpen: true }, { firstKey: async () => 'mbk_x' }])
    expect(await said(told)).not.toContain('Lost the key');
});
