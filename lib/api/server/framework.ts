import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setBuiltConfig } from '#lib/api/server/environment';

/**
 * The parts of the framework that it does not document. `docs/decisions/build.md` gives the reason
 * of each and names its test, which fails if an update of the framework changes one.
 */

const require = createRequire(import.meta.url);

/**
 * The configuration that the build computed. The standalone output does not contain the
 * configuration file.
 */
function builtConfig(root: string): unknown {
  return JSON.parse(readFileSync(path.join(root, '.next', 'required-server-files.json'), 'utf8')).config;
}

/**
 * Loads the configuration before the framework does. It then uses its cached copy and does not
 * print how long the loading took.
 */
export async function loadBuiltConfig(root: string): Promise<void> {
  setBuiltConfig(builtConfig(root));
  const { default: loadConfig } = require('next/dist/server/config') as typeof import('next/dist/server/config');
  await loadConfig('phase-production-server', root, {});
}

type Middleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

/**
 * The framework's own copy of `compression`, which flushes streamed pages as the framework expects.
 */
export const pageCompression = (): Middleware => (require('next/dist/compiled/compression') as () => Middleware)();
