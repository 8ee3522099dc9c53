import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, it } from 'vitest';

/** Writes to both of its streams on request, and reports whether that caused an unhandled error. */
const PROGRAM = `
import { ignoreBrokenPipes } from ${JSON.stringify(path.resolve('lib/api/server/broken-pipes.ts'))};
if (process.argv.includes('ignore')) ignoreBrokenPipes();
process.on('uncaughtException', ({ code }) => process.send(code, () => process.exit()));
process.on('message', () => {
  process.stdout.write('a line');
  process.stderr.write('a line');
  setTimeout(() => process.send('lives', () => process.exit()), 200);
});
process.send('ready');`;

/** The report of a process whose readers closed before it wrote. */
async function saidUnread(...args: string[]): Promise<unknown> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  await once(child, 'message');
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.destroy();
    await once(stream, 'close');
  }
  child.send('write');
  const [message] = await once(child, 'message');
  return message;
}

it('continues to serve when nobody reads its output any more', async () => {
  expect(await saidUnread()).toBe('EPIPE');
  expect(await saidUnread('ignore')).toBe('lives');
});
