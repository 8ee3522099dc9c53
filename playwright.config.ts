import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';

/** The gate leaves out what is marked so; everything is run by `npm run test:full` and at a desk. */
const isGate = process.env.TEST_LEVEL === 'gate';

/** Journeys through the console in a real browser, against the built product with a store of its own for each worker. */
export default defineConfig({
  testDir: 'e2e/console',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/pages',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: 1,
  fullyParallel: false,
  retries: 0,
  // At a desk one may look at a single journey; a run of the gate sets this mark.
  forbidOnly: process.env.MEMORY_BANK_TEST_RUN !== undefined,
  ...(isGate && { grepInvert: /@full/ }),
  reporter: [['list'], ['json', { outputFile: process.env.JSON_REPORT ?? 'test-results/browser.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    // Recording every journey costs a tenth of it: the gate names what fails, a desk shows it.
    trace: isGate ? 'off' : 'retain-on-failure',
    launchOptions: { executablePath: findChromium() ?? undefined, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] },
  },
});
