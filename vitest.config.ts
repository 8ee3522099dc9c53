import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// One suite, three databases: TEST_DATABASE=embedded (default), pg or neon; the last two need TEST_DATABASE_URL.
// What is polled for comes soon on a quiet machine, and late on a busy one.
const PATIENT = { poll: { timeout: 20_000 } };

export default defineConfig({
  test: {
    projects: [
      {
        // Files of the console are .ts and .tsx: the bundler finds which, the imports of package.json cannot.
        resolve: { alias: { '#components': fileURLToPath(new URL('./components', import.meta.url)) } },
        test: {
          name: 'unit',
          setupFiles: ['e2e/fixtures/seed.ts'],
          include: ['lib/**/*.test.ts', 'components/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          expect: PATIENT,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          pool: 'forks',
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'contract',
          setupFiles: ['e2e/fixtures/seed.ts'],
          include: ['e2e/contract/**/*.test.ts'],
          expect: PATIENT,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          pool: 'forks',
          maxWorkers: 1,
          fileParallelism: false,
        },
      },
    ],
  },
});
