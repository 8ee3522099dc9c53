import { expect, it } from 'vitest';
import { playwrightFailures, stepFailures, vitestFailures } from './test-failures.mjs';

it('names the failed tests of vitest with the first lines of what they said, and files that did not load or whose process died', () => {
  const result = {
    testResults: [
      {
        name: '/root/lib/a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'keys work', failureMessages: [] },
          {
            status: 'failed',
            fullName: 'keys end',
            failureMessages: ['\u001b[31mError: 401 is not 200\u001b[39m\n\n    at a.ts:1\n2\n3\n4\n5\n6\n7'],
          },
        ],
      },
      { name: '/root/lib/b.test.ts', status: 'failed', message: 'SyntaxError: no', assertionResults: [] },
      { name: '/root/lib/c.test.ts', status: 'passed', message: '', assertionResults: [{ status: 'skipped', fullName: 'on pg' }] },
      {
        name: '/root/lib/d.test.ts',
        status: 'passed',
        message: '',
        assertionResults: [
          { status: 'pending', fullName: 'one' },
          { status: 'pending', fullName: 'two' },
        ],
      },
    ],
  };
  expect(vitestFailures(result, '/root')).toEqual([
    { name: 'lib/a.test.ts > keys end', lines: ['Error: 401 is not 200', '    at a.ts:1', '2', '3', '4', '5'] },
    { name: 'lib/b.test.ts', lines: ['SyntaxError: no'] },
    { name: 'lib/d.test.ts', lines: ['its process ended before its tests did'] },
  ]);
});

it('names the failed and the flaky tests of Playwright with all that each said and where, and errors outside of them', () => {
  const location = { file: '/root/e2e/console/roles.spec.ts', line: 139, column: 60 };
  const spec = (title: string, status: string, ...messages: string[]) => ({
    title,
    tests: [{ status, results: [{ errors: messages.map((message, i) => ({ message, ...(i > 0 && { location }) })) }, {}] }],
  });
  const result = {
    errors: [{ message: 'no browser' }],
    suites: [
      {
        title: 'roles.spec.ts',
        specs: [spec('passes', 'expected')],
        suites: [
          {
            title: 'a Member',
            specs: [spec('sees reasons', 'unexpected', 'Error: hidden'), spec('waits', 'flaky', 'late', 'Error: locator.click')],
          },
        ],
      },
    ],
  };
  expect(playwrightFailures(result)).toEqual([
    { name: 'outside of the tests', lines: ['no browser'] },
    { name: 'roles.spec.ts > a Member > sees reasons', lines: ['Error: hidden'] },
    { name: 'roles.spec.ts > a Member > waits', lines: ['late', 'Error: locator.click', 'at console/roles.spec.ts:139'] },
  ]);
});

it('names steps that failed beside their tests, and no step twice', () => {
  const steps = [
    { title: 'lint', status: 1 },
    { title: 'types', status: 0 },
    { title: 'unit suite', status: 1 },
    { title: 'contract suite', status: null },
  ];
  expect(stepFailures(steps, new Set(['unit suite']))).toEqual([
    { name: 'lint', lines: ['ended with 1'] },
    { name: 'contract suite', lines: ['ended with null'] },
  ]);
});
