import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startWatchdog } from '#lib/api/monitoring/watchdog';

const TICK_MS = 20;
const PROGRAM = (main: string, flags = '') => [
  ...(flags ? [flags] : []),
  '--input-type=module',
  '--eval',
  `import { startWatchdog } from '#lib/api/monitoring/watchdog';
const watchdog = startWatchdog(0.5, ${TICK_MS});
watchdog.setRunning([{ id: 'one', type: 'consolidation' }]);
process.on('SIGTERM', () => undefined);
await new Promise((resolve) => setTimeout(resolve, 200));
const block = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
process.stdout.write('begins\\n');
${main}`,
];

function run(main: string, flags?: string) {
  // Leaves no process running after a failure.
  const child = spawn(process.execPath, PROGRAM(main, flags), {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  return { child, output: text(child.stderr), ended: once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]> };
}

describe('a process with a blocked event loop', () => {
  test.each([
    ['in a loop', 'for (;;);'],
    ['in a regular expression', `/^(a|a)*b$/.test('a'.repeat(60));`],
    ['in a wait', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);'],
  ])('%s is ended by its own signal, and logs its running operations', async (_, main) => {
    const { output, ended } = run(main);
    expect(await ended).toEqual([null, 'SIGALRM']);
    const line: unknown = JSON.parse((await output).trim());
    expect(line).toMatchObject({ level: 'fatal', operations: [{ id: 'one', type: 'consolidation' }] });
  });
});

describe('a process continues', () => {
  test.each([
    [
      'that is busy for less than the limit, again and again',
      `for (let i = 0; i < 20; i++) { block(50); await new Promise((r) => setTimeout(r, 30)); }`,
    ],
    ['whose watchdog is stopped', 'await watchdog.stop(); block(1500);'],
    ['that has nothing to do', ''],
  ])('%s', async (_, main) => {
    const { output, ended } = run(main);
    expect([...(await ended), await output]).toEqual([0, null, '']);
  });

  test('if a debugger may pause it', async () => {
    const { ended } = run('block(2000);', '--inspect=127.0.0.1:0');
    expect(await ended).toEqual([0, null]);
  });

  test('if it was suspended for longer than the limit, like a sleeping machine', async () => {
    const { child, output, ended } = run(`setTimeout(() => undefined, 3000);`);
    await once(child.stdout, 'data');
    child.kill('SIGSTOP');
    await delay(1_500);
    child.kill('SIGCONT');
    expect([...(await ended), await output]).toEqual([0, null, '']);
  });

  test('if the watchdog is off', async () => {
    const watchdog = startWatchdog(0);
    watchdog.setRunning([]);
    await watchdog.stop();
  });
});
