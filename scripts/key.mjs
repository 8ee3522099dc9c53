/** `npm run --silent key`: a new API key for SERVICE_API_BOOTSTRAP_KEY, on standard output. Installs packages first where there are none. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, pinnedNode } from './setup.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
await ensureInstalled(root);
const program = `import { generateKey } from '#lib/keys/codec'; console.log(generateKey('key'));`;
spawn(pinnedNode(root), ['--input-type=module', '--eval', program], { cwd: root, stdio: 'inherit' }).on('exit', (code) =>
  process.exit(code ?? 1),
);
