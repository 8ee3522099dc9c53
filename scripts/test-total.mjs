#!/usr/bin/env node
/** Adds up what the suites left in test-results/ and closes with one line. A suite that died without a result counts as one failure. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), 'test-results');
const found = existsSync(folder) ? readdirSync(folder).filter((name) => /^(embedded|pg|neon)-\w+\.json$/.test(name)) : [];
const databases = new Set(['embedded', ...found.map((name) => name.split('-')[0]), ...process.argv.slice(2)]);

let passed = 0;
let failed = 0;
for (const database of databases) {
  for (const suite of ['unit', 'contract']) {
    const file = path.join(folder, `${database}-${suite}.json`);
    if (!existsSync(file)) {
      failed += 1;
      console.log(`${database} ${suite}: no result`);
      continue;
    }
    const result = JSON.parse(readFileSync(file, 'utf8'));
    // A file that failed to load has no failed test of its own, yet it is a failure.
    const broken = result.testResults.filter((r) => r.status === 'failed' && r.assertionResults.every((a) => a.status !== 'failed')).length;
    passed += result.numPassedTests;
    failed += result.numFailedTests + broken;
    console.log(`${database} ${suite}: ${result.numPassedTests} passed, ${result.numFailedTests + broken} failed`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
