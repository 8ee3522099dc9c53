import { expect, it, vi } from 'vitest';
import { announce } from './announce.mjs';

const running = { firstKey: async () => null, setupPath: null, storage: 'pg', needsKey: false, signsIn: false };

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
  expect(await said({})).not.toContain('key');
  expect(await said({ needsKey: true })).toMatch(
    /npm run --silent key.+SERVICE_API_BOOTSTRAP_KEY\.\nSign-in is off as well.+nobody can get in\./,
  );
  const withConsole = await said({ needsKey: true, signsIn: true });
  expect(withConsole).toContain('or make one in the console');
  expect(withConsole).not.toContain('Sign-in is off');
});
