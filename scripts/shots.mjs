/**
 * `npm run shots [-- -g WORDS]`: takes screenshots of every page of the console into `shots/`, in
 * both themes and at both widths, with data, empty and after a failure.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureBuilt, pinnedNode } from './setup.mjs';

const root = process.cwd();
await ensureBuilt(root);
ensureChromium();
const runner = path.join(root, 'node_modules/@playwright/test/cli.js');
const { status } = spawnSync(pinnedNode(root), [runner, 'test', '--config', 'e2e/console/shots.config.ts', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
