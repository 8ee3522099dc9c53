/**
 * Completes `.next/standalone`, which then runs in an empty folder with only Node installed: `node
 * serve.mjs`, `node worker.mjs`.
 */
import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The Node version that the output requires; the project itself starts on older ones. `CHECK` reads
 * it.
 */
const ENGINES = { node: '>=24' };
const CHECK = 'node-version.cjs';
const TOOLS = ['key', 'backup', 'restore', 'reset'];

/**
 * The package.json of the output. Its only scripts are the tools, each preceded by the version
 * check.
 */
function standalonePackage({ scripts, ...rest }) {
  const tools = TOOLS.map((name) => [name, scripts[name].replace(/^node /, `node --require ./${CHECK} `)]);
  return { ...rest, engines: ENGINES, scripts: Object.fromEntries(tools) };
}

/** @param {string} root */
export function assembleStandalone(root) {
  const out = path.join(root, '.next', 'standalone');
  cpSync(path.join(root, '.next', 'static'), path.join(out, '.next', 'static'), { recursive: true });
  cpSync(path.join(root, 'public'), path.join(out, 'public'), { recursive: true });
  for (const entry of [CHECK, 'compile-cache.mjs']) copyFileSync(path.join(root, 'scripts', entry), path.join(out, entry));
  for (const entry of ['serve.mjs', 'worker.mjs'])
    writeFileSync(path.join(out, entry), `import './${CHECK}';\n${readFileSync(path.join(root, 'scripts', entry), 'utf8')}`);
  const described = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  writeFileSync(path.join(out, 'package.json'), `${JSON.stringify(standalonePackage(described), null, 2)}\n`);
  // Next.js's own entry does not apply our limits and does not close the store.
  rmSync(path.join(out, 'server.js'), { force: true });
  // Image conversion is off, but the tracer includes its 20 MB anyway.
  for (const unused of ['sharp', '@img']) rmSync(path.join(out, 'node_modules', unused), { recursive: true, force: true });
}
