/** Completes `.next/standalone`, which then runs in an empty folder with nothing but Node: `node serve.mjs`, `node worker.mjs`. */
import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What runs there; the project itself starts on older ones. `CHECK` reads it. */
const ENGINES = { node: '>=24' };
const CHECK = 'node-version.cjs';
const TOOLS = ['key', 'backup', 'restore', 'reset'];

/** The package as it is there: with the tools alone, each behind the check. */
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
  // The framework's own entry knows nothing of our limits and of how the store is closed.
  rmSync(path.join(out, 'server.js'), { force: true });
  // Image conversion is off; the tracer takes its 20 MB along all the same.
  for (const unused of ['sharp', '@img']) rmSync(path.join(out, 'node_modules', unused), { recursive: true, force: true });
}
