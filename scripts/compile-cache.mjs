/**
 * Keeps compiled code, also that of TypeScript, from one start to the next: a fifth of a start. Node caches only modules loaded after this
 * one. Every build empties the cache; where the folder cannot be written, each start compiles everything.
 */
import { existsSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';

const here = import.meta.dirname;
const root = existsSync(path.join(here, '.next')) ? here : path.dirname(here);
if (!process.argv.includes('--dev')) module.enableCompileCache(path.join(root, '.cache', 'compiled'));
