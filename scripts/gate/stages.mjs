/**
 * The stages of the test suite in order, one per row. `npm test`, `.ci/run` and `npm run test:full`
 * select from these rows. Only this file specifies how a suite is run.
 */

/** A stage is killed after this multiple of its expected time. */
export const LIMIT_FACTOR = 5;
/** A suite stops after this number of failures. */
const BAIL = 20;

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {number} aim expected time in seconds on two idle cores
 * @property {readonly string[]} needs stages that must succeed before
 * @property {readonly string[]} [command] program of node_modules/.bin and its arguments; without
 * it `scripts/test.mjs` implements the stage
 * @property {'embedded' | 'pg' | 'neon' | 'citus'} [database] set for suites: they write a report
 * @property {Readonly<Record<string, string>>} [env]
 * @property {boolean} [vital] its failure ends the run, because no other stage can succeed
 */

/**
 * Settings that determine how much a run tests. The gate always uses the same inputs; the full run
 * looks for new failures.
 */
const GATE = { TEST_LEVEL: 'gate', FAULT_ROUNDS: '1', FUZZ_RUNS: '1000', FUZZ_SEED: process.env.FUZZ_SEED ?? '20261121' };

/** @returns {Readonly<Record<string, string>>} */
const full = () => ({ FAULT_ROUNDS: '20', FUZZ_RUNS: '6000', FUZZ_SEED: process.env.FUZZ_SEED ?? String(Date.now() % 2 ** 31) });

/**
 * Contract files whose result may depend on the database server. The other contract tests, and the
 * isolation in each statement, do not depend on the driver.
 */
const PG_FILES = ['operations', 'client', 'integrity', 'monitoring', 'processes', 'faults', 'cells'];
const NEON_FILES = ['integrity'];
const POOLED_FILES = ['operations', 'isolation', 'integrity'];
/**
 * The Neon driver sends the same statements in another way. These files would show a difference.
 */
const NEON_DB_FILES = [
  'base/db/driver',
  'base/db/pooled',
  'base/db/migrate',
  'base/db/remote',
  'access/keys/service',
  'jobs/operations/service',
  'memory/recall/recall',
  'memory/retain/service',
];
/**
 * `db` files of the gate on the embedded database, if it runs all of them on PostgreSQL: the
 * statements are the same. `npm test` and the full run include all.
 */
const EIGHTH = '--shard=1/8';
/**
 * The banks of a run are in this cell. Statements for it name its schema; everything else is the
 * same.
 */
const IN_CELL = { TEST_CELL: 'cell_1' };
/**
 * The banks of a run are in another database than everything above them. The gate runs what writes
 * to both; the full run adds what reads and writes banks.
 */
const IN_OTHER_DATABASE = { TEST_CELL: 'remote_1' };
const REMOTE_FILES = ['jobs/operations/run', 'memory/banks/purge', 'memory/banks/service', 'memory/transfer/clone'];
const REMOTE_FOLDERS = ['banks', 'expiry', 'mental-models', 'observations', 'purge', 'transfer'];
const REMOTE_CONTRACT_FILES = ['operations', 'isolation', 'integrity', 'matrix', 'faults'];
const contractFiles = (names) => names.map((name) => `e2e/contract/${name}.test.ts`);

/** Tests of the console in Debian's Chromium. @type {Omit<Stage, 'aim'>} */
const BROWSER = {
  name: 'browser',
  needs: ['build', 'chromium'],
  command: ['playwright', 'test', `--max-failures=${BAIL}`],
  database: 'embedded',
};

/**
 * PostgreSQL behind a pooler that reassigns its connections with every transaction.
 * @returns {Stage[]}
 */
const pooled = (env) => {
  const behind = { ...env, TEST_POOLER: 'transaction' };
  return [
    { name: 'pooler', aim: 60, needs: [], command: ['node', 'scripts/pooler.mjs'] },
    ...[suite('db', 'pg', 150, [], behind), suite('contract', 'pg', 150, contractFiles(POOLED_FILES), behind)].map((stage) => ({
      ...stage,
      name: stage.name.replace(/pg$/, 'pooler'),
      needs: [...stage.needs, 'pooler'],
    })),
  ];
};

/** @returns {Stage} */
const suite = (project, database, aim, files, env) => ({
  name: database === 'embedded' && project === 'unit' ? 'unit' : `${project}-${database}`,
  aim,
  needs: database === 'embedded' || database === 'citus' ? ['build'] : ['build', 'postgres'],
  command: ['vitest', 'run', '--project', project, `--bail=${BAIL}`, ...files],
  database,
  env,
});

/** @param {Stage} stage @returns {Stage} */
const inOtherDatabase = (stage) => ({ ...stage, name: stage.name.replace(/pg$/, 'remote'), env: { ...stage.env, ...IN_OTHER_DATABASE } });

/**
 * Sends hostile requests while another thread polls the health of the server. The gate runs the
 * worst dozen.
 * @returns {Stage}
 */
const availability = (database, aim, env) => suite('availability', database, aim, [], env);

/** @returns {Stage[]} */
const preparation = (withServer, env) => [
  { name: 'install', aim: 60, needs: [], vital: true },
  { name: 'chromium', aim: 60, needs: [], command: ['node', 'scripts/chromium.mjs'], env, vital: true },
  ...(withServer ? [{ name: 'postgres', aim: 90, needs: [], vital: true }] : []),
  { name: 'build', aim: 60, needs: ['install'], command: ['node', 'scripts/build.mjs'], vital: true },
  { name: 'lint', aim: 15, needs: ['install'], command: ['biome', 'check'] },
  { name: 'imports', aim: 5, needs: ['install'], command: ['node', 'scripts/imports.mjs'] },
  { name: 'docs', aim: 5, needs: ['install'], command: ['node', 'scripts/docs.mjs'] },
  { name: 'words', aim: 10, needs: ['install'], command: ['node', 'scripts/words.mjs'] },
  { name: 'layout', aim: 5, needs: ['install'], command: ['node', 'scripts/layout.mjs'] },
  { name: 'commits', aim: 5, needs: [], command: ['node', 'scripts/commits.mjs'] },
  { name: 'types', aim: 30, needs: ['install'], command: ['tsc', '--noEmit'] },
];

/** `npm test`: the product on its embedded database. @returns {Stage[]} */
export const embeddedStages = () => [
  ...preparation(false, GATE),
  suite('contract', 'embedded', 330, [], GATE),
  { ...BROWSER, aim: 330, env: GATE },
  suite('unit', 'embedded', 130, [], GATE),
  suite('db', 'embedded', 200, [], GATE),
  availability('embedded', 40, GATE),
];

/**
 * `.ci/run`: the stages of `npm test`, and the suites whose result may depend on the database
 * server. The longest ones come first, so that both cores finish at the same time.
 * @returns {Stage[]}
 */
export const gateStages = (withServer) =>
  withServer
    ? [
        ...preparation(true, GATE),
        suite('contract', 'embedded', 330, [], GATE),
        { ...BROWSER, aim: 330, env: GATE },
        suite('db', 'pg', 450, [], GATE),
        suite('unit', 'embedded', 250, [], GATE),
        suite('contract', 'pg', 200, contractFiles(PG_FILES), { ...GATE, ...IN_CELL }),
        suite(
          'db',
          'neon',
          60,
          NEON_DB_FILES.map((name) => `lib/${name}.test.ts`),
          GATE,
        ),
        suite('db', 'embedded', 30, [EIGHTH], GATE),
        inOtherDatabase(
          suite(
            'db',
            'pg',
            20,
            REMOTE_FILES.map((name) => `lib/${name}.test.ts`),
            GATE,
          ),
        ),
        availability('embedded', 40, GATE),
        suite('contract', 'neon', 15, contractFiles(NEON_FILES), GATE),
      ]
    : embeddedStages();

/**
 * `npm run test:full`: all suites on every database, with full rounds and new random inputs.
 * @returns {Stage[]}
 */
export function fullStages(withServer) {
  const env = full();
  const databases = withServer ? ['embedded', 'pg', 'neon'] : ['embedded'];
  // Each suite has twenty times the time limit of the gate, because it runs twenty times as many
  // rounds.
  const long = databases.flatMap((database) => [suite('contract', database, 1200, [], env), suite('db', database, 120, [], env)]);
  return [
    ...preparation(withServer, env),
    suite('unit', 'embedded', 300, [], env),
    { ...BROWSER, aim: 600, env },
    ...long,
    suite('clients', 'embedded', 300, [], env),
    availability('embedded', 1200, env),
    { ...suite('db', 'embedded', 200, [], { ...GATE, ...IN_CELL }), name: 'db-cell' },
    ...(withServer
      ? [
          availability('pg', 1200, env),
          inOtherDatabase(
            suite(
              'db',
              'pg',
              200,
              REMOTE_FOLDERS.map((name) => `lib/memory/${name}`),
              GATE,
            ),
          ),
          inOtherDatabase(suite('contract', 'pg', 600, contractFiles(REMOTE_CONTRACT_FILES), GATE)),
        ]
      : []),
    ...(withServer ? pooled(env) : []),
    // CITUS_URL names the coordinator of a cluster. Without it these are omitted.
    ...(process.env.CITUS_URL ? [suite('contract', 'citus', 1200, [], env), suite('db', 'citus', 600, [], env)] : []),
  ];
}
