import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

// TEST_DATABASE selects the database: embedded (default), pg, neon or citus. pg and neon also need
// TEST_DATABASE_URL, and citus needs CITUS_URL.

const unitTests = globSync('{lib,components,scripts,bench}/**/*.test.ts');
/**
 * Test files that open the selected database. They run once per database; all other files run only
 * once.
 */
const databaseTests = unitTests.filter((file) =>
  /\b(openTestDatabase|withTestDatabase|withTestBank|openEmptyDatabase|createServerDatabase)\b/.test(readFileSync(file, 'utf8')),
);

/**
 * The files of a suite run one after another in one process, because importing the code takes
 * longer than most tests. No file may leave state for the next one. The time limits are at least
 * ten times the duration of the slowest test on an idle machine, so they only end tests that hang.
 */
const COMMON = {
  setupFiles: ['e2e/fixtures/setup.ts'],
  expect: { poll: { timeout: 20_000 } },
  testTimeout: 120_000,
  hookTimeout: 180_000,
  pool: 'forks' as const,
  maxWorkers: 1,
  isolate: false,
};

// Components are .ts or .tsx files. The bundler tries both extensions; `imports` in package.json
// cannot.
const resolve = { alias: { '#components': fileURLToPath(new URL('./components', import.meta.url)) } };

class ByName extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]): ReturnType<BaseSequencer['sort']> {
    return files.toSorted((a, b) => (`${a.project.name} ${a.moduleId}` < `${b.project.name} ${b.moduleId}` ? -1 : 1));
  }
}

export default defineConfig({
  test: {
    // `.only` is allowed during development. The gate sets this variable.
    allowOnly: process.env.MEMORY_BANK_TEST_RUN === undefined,
    // Sorts by name instead of by previous duration, so that the order is the same on every
    // machine.
    sequence: { sequencer: ByName },
    // The stages of a run share transformed modules.
    experimental: { fsModuleCache: true },
    projects: [
      { resolve, test: { ...COMMON, name: 'unit', include: unitTests, exclude: databaseTests } },
      { resolve, test: { ...COMMON, name: 'db', include: databaseTests } },
      { resolve, test: { ...COMMON, name: 'contract', include: ['e2e/contract/**/*.test.ts'], maxConcurrency: 3 } },
      { resolve, test: { ...COMMON, name: 'availability', include: ['e2e/availability/**/*.test.ts'] } },
      { resolve, test: { ...COMMON, name: 'clients', include: ['e2e/clients/**/*.test.ts'], testTimeout: 600_000 } },
    ],
  },
});
