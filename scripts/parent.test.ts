import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const PROGRAM = `
const { onParentEnd } = await import(${JSON.stringify(path.resolve('scripts/parent.mjs'))});
onParentEnd(() => { console.log('ended'); process.exit(); });
const [ms] = process.argv.slice(1);
setTimeout(() => { console.log('lived on'); process.exit(); }, Number(ms));
console.log('running');`;
const NODE = [process.execPath, '--input-type=module', '--eval'] as const;

/** Returns a program that starts another command and waits for it. */
const starterOf = (command: readonly string[]): string[] => [
  ...NODE,
  `(await import('node:child_process')).spawnSync(${JSON.stringify(command[0])}, ${JSON.stringify(command.slice(1))}, { stdio: 'inherit' })`,
];

/**
 * Runs the command in a shell with a second command, so that the shell remains the parent of the
 * first.
 */
const shellOf = (command: readonly string[]): string[] => ['sh', '-c', '"$@"; true', 'sh', ...command];

/** Runs a chain of programs and kills the first one. Returns the output of the last one. */
async function printed([file, ...args]: readonly string[]): Promise<string[]> {
  const head = spawn(file!, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  for await (const chunk of head.stdout) {
    lines.push(...String(chunk).trim().split('\n'));
    if (lines.at(-1) === 'running') head.kill('SIGKILL');
  }
  return lines;
}

it('a command ends when its parent is killed', async () => {
  expect(await printed(shellOf([...NODE, PROGRAM, '20000']))).toEqual(['running', 'ended']);
});

it.skipIf(process.platform !== 'linux')('a command in a shell ends when the process that started the shell is killed', async () => {
  expect(await printed(starterOf(shellOf([...NODE, PROGRAM, '20000'])))).toEqual(['running', 'ended']);
});

it('a command keeps running when the parent of its living parent is killed', async () => {
  expect(await printed(shellOf(starterOf([...NODE, PROGRAM, '1500'])))).toEqual(['running', 'lived on']);
});
