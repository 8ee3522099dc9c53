/** `npm run build`: the production build and the standalone output. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './setup.mjs';

await build(path.dirname(path.dirname(fileURLToPath(import.meta.url)))).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
