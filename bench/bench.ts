/**
 * Runs one benchmark: `npm run bench [NAME] [-- OPTION ...]`. Default: `speed`. README.md describes
 * each of them.
 */
const BENCHES: Readonly<Record<string, () => Promise<unknown>>> = {
  speed: () => import('#bench/speed/speed'),
  cold: () => import('#bench/speed/cold'),
  scale: () => import('#bench/speed/scale'),
  capacity: () => import('#bench/speed/capacity'),
  mcp: () => import('#bench/speed/mcp'),
  retaining: () => import('#bench/speed/retaining'),
  deleting: () => import('#bench/speed/deleting'),
  transfer: () => import('#bench/speed/transfer'),
  workers: () => import('#bench/speed/workers'),
  reembedding: () => import('#bench/speed/reembedding'),
  models: () => import('#bench/speed/models'),
  evidence: () => import('#bench/quality/evidence'),
  answers: () => import('#bench/quality/answers'),
  changes: () => import('#bench/quality/changes/changes'),
  browse: () => import('#bench/console/browse'),
  entities: () => import('#bench/console/entities'),
  graph: () => import('#bench/console/graph'),
  pages: () => import('#bench/console/pages'),
  compare: () => import('#bench/console/compare'),
};

const NAME = 2;

/** Returns the name of the benchmark and leaves the options for it to read. */
function takeName(): string {
  const given = process.argv[NAME];
  if (given === undefined || given.startsWith('-')) return 'speed';
  process.argv.splice(NAME, 1);
  return given;
}

const name = takeName();
const run = BENCHES[name];
if (!run) {
  console.error(`There is no benchmark '${name}'. Benchmarks: ${Object.keys(BENCHES).join(', ')}`);
  process.exitCode = 2;
}
await run?.();

export {};
