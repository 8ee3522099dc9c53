/** Which tests failed, out of the JSON that vitest and Playwright leave: `{ name, lines }` each, the first lines of what they said. */

const LINES = 6;
const WIDTH = 300;
// Colours and cursor moves, which a log shows as noise.
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they are made of
const ESCAPES = /\u001b\[[\d;?]*[A-Za-z]/g;

/** @param {string | undefined} text */
const firstLines = (text) =>
  (text ?? '')
    .replace(ESCAPES, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, LINES)
    .map((line) => line.slice(0, WIDTH));

const fileOf = (name, root) => (name?.startsWith(`${root}/`) ? name.slice(root.length + 1) : (name ?? ''));

/** A file that failed to load, or whose process died over it, has no failed test of its own, yet it is a failure. */
export function vitestFailures(result, root) {
  return result.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = fileOf(name, root);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length > 0)
      return failed.map((test) => ({ name: `${file} > ${test.fullName}`, lines: firstLines(test.failureMessages?.join('\n')) }));
    if (status === 'failed') return [{ name: file, lines: firstLines(message) }];
    return assertionResults.some((test) => test.status === 'pending')
      ? [{ name: file, lines: ['its process ended before its tests did'] }]
      : [];
  });
}

const placeOf = (location) => (location ? [`at ${location.file.split('/').slice(-2).join('/')}:${location.line}`] : []);

const isFailure = ({ status }) => status === 'unexpected' || status === 'flaky';

/** Flaky ones too: a test that passes only when it is tried again has failed. */
export function playwrightFailures(result) {
  const walk = (suite, path) => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.filter(isFailure).map((test) => ({
        name: [...path, spec.title].join(' > '),
        lines: test.results.flatMap(({ errors = [] }) =>
          errors.flatMap(({ message, location }) => [...firstLines(message), ...placeOf(location)]),
        ),
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => walk(inner, [...path, inner.title])),
  ];
  return [
    ...result.errors.map(({ message }) => ({ name: 'outside of the tests', lines: firstLines(message) })),
    ...result.suites.flatMap((suite) => walk(suite, [suite.title])),
  ];
}

/** Steps that failed though no test of theirs did (`told`: the steps whose failed tests are named already). */
export const stepFailures = (steps, told) =>
  steps
    .filter(({ title, status }) => status !== 0 && !told.has(title))
    .map(({ title, status }) => ({ name: title, lines: [`ended with ${status}`] }));
