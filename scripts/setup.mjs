/**
 * Prepares a clone to run: installs packages and builds the sources. Both check first, and return
 * within a few milliseconds if there is nothing to do. Plain JavaScript for any Node from 20.9,
 * without dependencies: it runs before any are installed.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const readJson = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};

/**
 * Whether every package of the lock file is installed in its version. Packages for other platforms
 * may be missing.
 */
export function isInstalled(root) {
  const wanted = readJson(path.join(root, 'package-lock.json'))?.packages;
  const found = readJson(path.join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (!wanted || !found) return false;
  return Object.entries(wanted).every(
    ([place, { version, optional, devOptional }]) => place === '' || optional || devOptional || found[place]?.version === version,
  );
}

const SOURCES = [
  'app',
  'components',
  'lib',
  'public',
  'drizzle',
  'scripts',
  'instrumentation.ts',
  'proxy.ts',
  'postcss.config.mjs',
  'next.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
const NO_SOURCE = /\.test\.tsx?$|(^|\/)\./;

function* filesOf(place) {
  const found = statSync(place, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory()) yield [place, found];
  else
    for (const entry of readdirSync(place).sort()) {
      const inner = path.join(place, entry);
      if (!NO_SOURCE.test(inner)) yield* filesOf(inner);
    }
}

/** Names, sizes and times of the sources. The stamp changes whenever one of them does. */
function sourceStamp(root) {
  const hash = createHash('sha256');
  for (const source of SOURCES)
    for (const [file, { size, mtimeMs }] of filesOf(path.join(root, source))) hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  return hash.digest('hex');
}

const stampFile = (root) => path.join(root, '.next', 'memory-bank-sources');

export function isBuilt(root) {
  const file = stampFile(root);
  return existsSync(file) && readFileSync(file, 'utf8') === sourceStamp(root);
}

/** Runs a command without output, unless it fails. */
function run(root, command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    child.stdout.on('data', (part) => output.push(part));
    child.stderr.on('data', (part) => output.push(part));
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) return resolve();
      process.stderr.write(Buffer.concat(output));
      reject(new Error(`${path.basename(command)} ${args.join(' ')} failed (${code})`));
    });
  });
}

const timed = async (title, work) => {
  const begun = Date.now();
  process.stderr.write(`${title} …`);
  await work();
  process.stderr.write(` done in ${((Date.now() - begun) / 1000).toFixed(1)} s\n`);
};

/** Returns the Node from node_modules if it is installed, otherwise the running one. */
export const pinnedNode = (root) => {
  const pinned = path.join(root, 'node_modules', '.bin', 'node');
  return existsSync(pinned) ? pinned : process.execPath;
};

/**
 * A young generation of 16 MB has room for the garbage of concurrent requests. With 8 MB a recall
 * needs a fifth more processor time; 32 MB uses more memory without saving time.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=16'];

export async function ensureInstalled(root) {
  if (isInstalled(root)) return;
  await timed('Installing packages', () => run(root, 'npm', ['ci', '--no-audit', '--no-fund']));
}

/**
 * Stores the stamp from before the build, so that an edit during the build causes another build.
 */
export async function build(root) {
  const stamp = sourceStamp(root);
  rmSync(path.join(root, '.cache', 'compiled'), { recursive: true, force: true });
  await run(root, pinnedNode(root), [path.join(root, 'scripts', 'database-template.ts')]);
  await run(root, pinnedNode(root), [path.join(root, 'node_modules/.bin/next'), 'build'], {
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'production',
  });
  await run(root, pinnedNode(root), [path.join(root, 'scripts', 'pack-static.ts')]);
  const { assembleStandalone } = await import('./standalone.mjs');
  assembleStandalone(root);
  writeFileSync(stampFile(root), stamp);
}

export async function ensureBuilt(root) {
  if (isBuilt(root)) return;
  await timed('Building', () => build(root));
}
