/** `npm run --silent key`: a new API key for SERVICE_API_BOOTSTRAP_KEY, on standard output. Installs packages first where there are none. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, pinnedNode } from './setup.mjs';

const words = process.argv.slice(2);
if (words.length > 0) {
  const asksForHelp = words.includes('--help') || words.includes('-h');
  const usage = 'npm run --silent key   prints a new API key, for SERVICE_API_BOOTSTRAP_KEY; it is stored nowhere';
  console[asksForHelp ? 'log' : 'error'](asksForHelp ? usage : `Unknown: ${words.join(' ')}\n\n${usage}`);
  process.exit(asksForHelp ? 0 : 2);
}

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
await ensureInstalled(root);
const program = `import { generateKey } from '#lib/keys/codec'; console.log(generateKey('key'));`;
spawn(pinnedNode(root), ['--input-type=module', '--eval', program], { cwd: root, stdio: 'inherit' }).on('exit', (code) =>
  process.exit(code ?? 1),
);
