/**
 * `npm run --silent key`: prints a new API key for SERVICE_API_BOOTSTRAP_KEY. An older Node
 * requires the installed packages of the project.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const words = process.argv.slice(2);
if (words.length > 0) {
  const asksForHelp = words.includes('--help') || words.includes('-h');
  const usage = 'npm run --silent key   prints a new API key, for SERVICE_API_BOOTSTRAP_KEY; it is stored nowhere';
  console[asksForHelp ? 'log' : 'error'](asksForHelp ? usage : `Unknown: ${words.join(' ')}\n\n${usage}`);
  process.exit(asksForHelp ? 0 : 2);
}

if (process.features.typescript) {
  const { generateKey } = await import('../lib/access/keys/codec.ts');
  console.log(generateKey('key'));
} else {
  const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
  const { ensureInstalled, pinnedNode } = await import('./setup.mjs');
  await ensureInstalled(root);
  spawn(pinnedNode(root), [fileURLToPath(import.meta.url)], { cwd: root, stdio: 'inherit' }).on('exit', (code) => process.exit(code ?? 1));
}
