import { defineConfig } from '@playwright/test';
import base from '../../playwright.config';

/**
 * `npm run shots`: screenshots of the console for review. `shots.ts` defines them; nothing is
 * compared.
 */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'shots.ts',
  outputDir: '../../test-results/shots',
  timeout: 240_000,
  reporter: 'list',
  use: { ...base.use, trace: 'off' },
});
