#!/usr/bin/env node
/**
 * Adds up what the suites left in test-results/, names every test that failed, and closes with one line. A suite that died without a result
 * counts as one failure, and so does a step that failed beside its tests: lint, types, a process that died in a suite where every test passed.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { playwrightFailures, stepFailures, vitestFailures } from './test-failures.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = path.join(root, 'test-results');
const found = existsSync(folder) ? readdirSync(folder).filter((name) => /^(embedded|pg|neon)-\w+\.json$/.test(name)) : [];
const databases = new Set(['embedded', ...found.map((name) => name.split('-')[0]), ...process.argv.slice(2)]);

const read = (name) => {
  const file = path.join(folder, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
};

/** @type {{ name: string, lines: string[] }[]} */
const failures = [];
let passed = 0;
for (const database of databases) {
  const told = new Set();
  // The browser sees the same pages whatever the store: its journeys run on the embedded one.
  for (const suite of database === 'embedded' ? ['unit', 'contract', 'console'] : ['unit', 'contract']) {
    const title = `${database} ${suite}`;
    const result = read(`${database}-${suite}.json`);
    if (!result) {
      failures.push({ name: title, lines: ['no result'] });
      told.add(`${suite} suite`);
      console.log(`${title}: no result`);
      continue;
    }
    const ok = suite === 'console' ? result.stats.expected : result.numPassedTests;
    const failed = suite === 'console' ? playwrightFailures(result) : vitestFailures(result, root);
    passed += ok;
    if (failed.length > 0) told.add(`${suite} suite`);
    failures.push(...failed.map(({ name, lines }) => ({ name: `${title}: ${name}`, lines })));
    console.log(`${title}: ${ok} passed, ${failed.length} failed`);
  }
  const steps = stepFailures(read(`${database}-steps.json`) ?? [], told);
  for (const { name, lines } of steps) console.log(`${database} ${name}: ${lines[0]}`);
  failures.push(...steps.map(({ name, lines }) => ({ name: `${database} ${name}`, lines })));
}
for (const { name, lines } of failures) console.log([`\nFAILED ${name}`, ...lines.map((line) => `  ${line}`)].join('\n'));
console.log(`${failures.length > 0 ? '\n' : ''}${passed} passed, ${failures.length} failed`);
process.exit(failures.length > 0 ? 1 : 0);
