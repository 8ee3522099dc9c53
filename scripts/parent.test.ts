import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

it('a command whose parent is killed ends by itself', async () => {
  const module = path.resolve('scripts/parent.mjs');
  const program = `
    const { onParentEnd } = await import(${JSON.stringify(module)});
    onParentEnd(() => { console.log('ended'); process.exit(); });
    setInterval(() => {}, 1000);
    console.log('running');`;
  // The shell waits for a second command, so it stays as the parent of the first.
  const shell = spawn('sh', ['-c', `"$NODE" --input-type=module --eval "$PROGRAM"; true`], {
    env: { ...process.env, NODE: process.execPath, PROGRAM: program },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  for await (const chunk of shell.stdout) {
    lines.push(...String(chunk).trim().split('\n'));
    if (lines.at(-1) === 'running') shell.kill('SIGKILL');
  }
  expect(lines).toEqual(['running', 'ended']);
});
