import { defineConfig } from '@playwright/test';
import base from '../../playwright.config';

/** `npm run shots`: pictures of the console to look at. What is on them is up to `shots.ts`; nothing is compared. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'shots.ts',
  outputDir: '../../test-results/shots',
  timeout: 240_000,
  reporter: 'list',
  use: { ...base.use, trace: 'off' },
});
