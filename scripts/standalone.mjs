/** Completes `.next/standalone`, which then runs in an empty folder with nothing but Node: `node serve.mjs`, `node worker.mjs`. */
import { copyFileSync, cpSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';

export function assembleStandalone(root) {
  const out = path.join(root, '.next', 'standalone');
  cpSync(path.join(root, '.next', 'static'), path.join(out, '.next', 'static'), { recursive: true });
  if (existsSync(path.join(root, 'public'))) cpSync(path.join(root, 'public'), path.join(out, 'public'), { recursive: true });
  for (const entry of ['serve.mjs', 'announce.mjs', 'packed.mjs', 'worker.mjs'])
    copyFileSync(path.join(root, 'scripts', entry), path.join(out, entry));
  // The framework's own entry knows nothing of our limits and of how the store is closed.
  rmSync(path.join(out, 'server.js'), { force: true });
  // Image conversion is off; the tracer takes its 20 MB along all the same.
  for (const unused of ['sharp', '@img']) rmSync(path.join(out, 'node_modules', unused), { recursive: true, force: true });
}
