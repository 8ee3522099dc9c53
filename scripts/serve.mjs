/**
 * The server (`lib/api/server/serve.ts`): `npm start` and `npm run dev` in the project, `node
 * serve.mjs` in the standalone output.
 */
import './compile-cache.mjs';

const { serve } = await import('#lib/api/server/serve');
await serve({ dev: process.argv.includes('--dev') });
