import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

// One suite, three databases: TEST_DATABASE=embedded (default), pg or neon; the last two need TEST_DATABASE_URL.

const beside = globSync('{lib,components,scripts,bench}/**/*.test.ts');
/** Files that open whatever database the run is about are worth repeating on another; what runs on the embedded one alone, or on none, is not. */
const onAnyDatabase = beside.filter((file) =>
  /\b(openTestDatabase|withTestDatabase|withTestBank|openEmptyDatabase|createServerDatabase)\b/.test(readFileSync(file, 'utf8')),
);

/**
 * All files of a suite run one after the other, in one process where they share nothing that one could leave to the next: loading what
 * they test takes longer than most of the tests. The limits are ten times what the slowest takes on a quiet machine, or more: a test that
 * hangs is ended, one on a busy machine is not.
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

// Files of the console are .ts and .tsx: the bundler finds which, the imports of package.json cannot.
const resolve = { alias: { '#components': fileURLToPath(new URL('./components', import.meta.url)) } };

class ByName extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]): ReturnType<BaseSequencer['sort']> {
    return files.toSorted((a, b) => (`${a.project.name} ${a.moduleId}` < `${b.project.name} ${b.moduleId}` ? -1 : 1));
  }
}

export default defineConfig({
  test: {
    // The stages of a run read the same files: what one has translated, the next finds.
    // At a desk one may look at a single test; a run of the gate sets this mark.
    allowOnly: process.env.MEMORY_BANK_TEST_RUN === undefined,
    // By name, not by how long each took the last time: files that share a process meet in one order everywhere.
    sequence: { sequencer: ByName },
    experimental: { fsModuleCache: true },
    projects: [
      { resolve, test: { ...COMMON, name: 'unit', include: beside, exclude: onAnyDatabase } },
      { resolve, test: { ...COMMON, name: 'db', include: onAnyDatabase } },
      { resolve, test: { ...COMMON, name: 'contract', include: ['e2e/contract/**/*.test.ts'], maxConcurrency: 3 } },
      { resolve, test: { ...COMMON, name: 'availability', include: ['e2e/availability/**/*.test.ts'] } },
      { resolve, test: { ...COMMON, name: 'clients', include: ['e2e/clients/**/*.test.ts'], testTimeout: 600_000 } },
    ],
  },
});
