import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';

const kind = process.env.TEST_DATABASE ?? 'embedded';

/** Journeys through the console in a real browser, against the built product with a store of its own for each worker. */
export default defineConfig({
  testDir: 'e2e/console',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/console',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 2,
  fullyParallel: false,
  retries: 0,
  reporter: [['list'], ['json', { outputFile: `test-results/${kind}-console.json` }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    launchOptions: { executablePath: findChromium() ?? undefined, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] },
  },
});
