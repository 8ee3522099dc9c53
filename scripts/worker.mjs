/**
 * Background work (`lib/api/server/worker.ts`): `npm run worker` in the project, `node worker.mjs`
 * in the standalone output.
 */
import './compile-cache.mjs';

const { work } = await import('#lib/api/server/worker');
await work();
