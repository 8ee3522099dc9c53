import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';

/** The gate omits tests marked `@full`. `npm run test:full` and local runs include them. */
const isGate = process.env.TEST_LEVEL === 'gate';

/**
 * Tests of the console in a real browser, against the built server. Each worker has its own server
 * and database.
 */
export default defineConfig({
  testDir: 'e2e/console',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/pages',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: 1,
  fullyParallel: false,
  retries: 0,
  // `.only` is allowed during development. The gate sets this variable.
  forbidOnly: process.env.MEMORY_BANK_TEST_RUN !== undefined,
  ...(isGate && { grepInvert: /@full/ }),
  reporter: [['list'], ['json', { outputFile: process.env.JSON_REPORT ?? 'test-results/browser.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    // Recording a trace makes tests a tenth slower, so the gate only reports which tests fail.
    trace: isGate ? 'off' : 'retain-on-failure',
    launchOptions: { executablePath: findChromium() ?? undefined, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] },
  },
});
