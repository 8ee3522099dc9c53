import { describe, expect, it } from 'vitest';
import { complaintOf, failuresOf, filesOf, secondChances } from './results.mjs';

interface FileReport {
  readonly status?: string;
  readonly message?: string;
  readonly passed?: number;
  readonly failed?: readonly string[];
}

/** The report of vitest about one file. */
const fileReport = (name: string, { status, message = '', passed = 1, failed = [] }: FileReport = {}) => ({
  name: `/project/${name}`,
  status: status ?? (failed.length > 0 ? 'failed' : 'passed'),
  message,
  startTime: 1_000,
  endTime: 3_500,
  assertionResults: [
    ...Array.from({ length: passed }, (_, i) => ({ status: 'passed', fullName: `good ${i}` })),
    ...failed.map((fullName) => ({ status: 'failed', fullName, failureMessages: ['\u001b[31mAssertionError: 1 is 2\u001b[39m\n  at x'] })),
  ],
});

const result = (stage: string, reports: readonly ReturnType<typeof fileReport>[] | null, more = {}) => {
  const files = reports && filesOf({ testResults: [...reports] }, '/project');
  const isRed = files === null || files.some(({ failures }) => failures.length > 0);
  return { stage, outcome: isRed ? 'ended with 1' : null, isSuite: true, files, hasUnhandled: false, ...more };
};

describe('a report', () => {
  it('names the failed tests with the first line of the error, and counts the others', () => {
    expect(filesOf({ testResults: [fileReport('a.test.ts', { failed: ['adds up'] })] }, '/project')).toEqual([
      {
        file: 'a.test.ts',
        passed: 1,
        skipped: 0,
        seconds: 2.5,
        failures: [{ file: 'a.test.ts', test: 'adds up', error: 'AssertionError: 1 is 2' }],
      },
    ]);
  });

  it('reports a timed-out test as such', () => {
    const report = fileReport('a.test.ts', { failed: ['waits'] });
    Object.assign(report.assertionResults.at(-1)!, { failureMessages: ['Error: STACK_TRACE_ERROR\n    at task (x.js:1:1)'] });
    expect(filesOf({ testResults: [report] }, '/project')[0]!.failures[0]!.error).toBe('not over within its time');
  });

  it('names a file that fails to load', () => {
    const broken = fileReport('a.test.ts', { status: 'failed', message: 'Cannot find x', passed: 0 });
    expect(filesOf({ testResults: [broken] }, '/project')[0]!.failures).toEqual([
      { file: 'a.test.ts', test: null, error: 'Cannot find x' },
    ]);
  });
});

describe('a report of Playwright', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    tests: [{ status, results: [{ duration: 1_500, errors: message ? [{ message }] : [] }] }],
  });
  const report = (errors: { message: string }[] = []) => ({
    config: { rootDir: '/project/e2e/console' },
    errors,
    suites: [
      {
        title: 'keys.spec.ts',
        file: 'keys.spec.ts',
        specs: [spec('opens', 'expected'), spec('is left out', 'skipped')],
        suites: [{ title: 'a key', specs: [spec('is revoked', 'unexpected', '\u001b[31mError: no row\u001b[39m\n  at y')] }],
      },
    ],
  });

  it('names the failed tests with the titles of their parents', () => {
    expect(filesOf(report(), '/project')).toEqual([
      {
        file: 'e2e/console/keys.spec.ts',
        passed: 1,
        skipped: 1,
        seconds: 4.5,
        failures: [{ file: 'e2e/console/keys.spec.ts', test: 'a key › is revoked', error: 'Error: no row' }],
      },
    ]);
  });

  it('reports errors outside of tests', () => {
    expect(filesOf(report([{ message: 'no browser' }]), '/project')[1]!.failures).toMatchObject([{ test: null, error: 'no browser' }]);
  });
});

describe('a stage fails', () => {
  it.each([
    ['not when all is well', result('unit', [fileReport('a.test.ts')]), []],
    ['without a report', result('unit', null), ['unit: ended with 1, no report']],
    ['without a test', result('unit', []), ['unit: no test was run']],
    [
      'when it ends badly though every test passed',
      result('unit', [fileReport('a.test.ts')], { outcome: 'ended with 1' }),
      ['unit: ended with 1'],
    ],
    [
      'when an error belongs to no test',
      result('unit', [fileReport('a.test.ts')], { hasUnhandled: true }),
      ['unit: an error outside of any test, see its log'],
    ],
    [
      'when it was killed',
      result('unit', [fileReport('a.test.ts')], { outcome: 'not over after 5 s, killed' }),
      ['unit: not over after 5 s, killed'],
    ],
    ['when a linter says so', { ...result('lint', null), isSuite: false }, ['lint: ended with 1']],
    [
      'with what a compiler says first',
      {
        ...result('types', null),
        isSuite: false,
        complaint: complaintOf('npm warn error\n\u001b[31mlib/a.ts(1,2): error TS2322: no\u001b[39m\nmore'),
      },
      ['types: ended with 1: lib/a.ts(1,2): error TS2322: no'],
    ],
  ])('%s', (_, given, expected) => {
    expect(failuresOf(given).map(({ file, error }) => `${file}: ${error}`)).toEqual(expected);
  });
});

describe('retrying failed files', () => {
  const failing = (name: string) => fileReport(name, { failed: ['x'] });
  it('retries a failed Playwright file', () => {
    expect(secondChances([result('browser', [failing('e2e/console/frame.spec.ts')])])).toHaveLength(1);
  });

  it('retries two failed files, each in its stage', () => {
    const chances = secondChances([
      result('unit', [failing('lib/base/text/dates.test.ts')]),
      result('db-pg', [failing('lib/base/tags/filter.test.ts')]),
    ]);
    expect(chances.map(({ stage, file }) => [stage, file])).toEqual([
      ['unit', 'lib/base/text/dates.test.ts'],
      ['db-pg', 'lib/base/tags/filter.test.ts'],
    ]);
  });

  it('does not retry three', () => {
    expect(
      secondChances([
        result(
          'unit',
          ['a', 'b', 'c'].map((name) => failing(`lib/${name}.test.ts`)),
        ),
      ]),
    ).toEqual([]);
  });

  it.each([
    'e2e/contract/faults.test.ts',
    'lib/base/db/crash.test.ts',
    'lib/base/db/backup.test.ts',
    'lib/base/db/lock.test.ts',
    'e2e/contract/isolation.test.ts',
    'e2e/contract/keys.test.ts',
    'lib/access/keys/codec.test.ts',
    'e2e/contract/property.test.ts',
    'e2e/contract/integrity.test.ts',
    'lib/base/db/pooled.test.ts',
    'lib/memory/retain/plan.test.ts',
    'lib/memory/recall/rank.test.ts',
    'lib/base/db/migrate.test.ts',
    'lib/memory/mental-models/races.test.ts',
    'lib/memory/banks/purge.test.ts',
    'lib/access/sessions/sessions.test.ts',
    'e2e/contract/matrix.test.ts',
    'e2e/contract/secrets.test.ts',
    'lib/base/db/catalog.test.ts',
    'lib/base/db/driver.test.ts',
  ])('does not retry a file that protects data or isolation: %s', (file) => {
    expect(secondChances([result('unit', [failing(file)])])).toEqual([]);
  });

  it('does not retry if something other than a test failed', () => {
    const lint = { ...result('lint', null), isSuite: false };
    expect(secondChances([result('unit', [failing('lib/a.test.ts')]), lint])).toEqual([]);
    expect(secondChances([result('unit', [failing('lib/a.test.ts')], { hasUnhandled: true })])).toEqual([]);
  });
});
