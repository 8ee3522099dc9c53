/**
 * Reads the reports of the suites: the number of passed tests, the failures with their reasons, and
 * the files that may be retried.
 */
import { existsSync, readFileSync } from 'node:fs';

// Colors and cursor movements, which are not useful in a log.
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they are made of
const ESCAPES = /\u001b\[[\d;?]*[A-Za-z]/g;
const WIDTH = 300;

/**
 * Files that are never retried: they protect data and the isolation of tenants, where an
 * intermittent failure is a bug.
 */
const GUARDED =
  /(^|[/.-])(availability|faults|crash|backup|lock|isolation|matrix|secrets|keys|sessions|property|integrity|races|purge|catalog|driver|pooled|retain|recall|migrate)([/.-]|$)/;
/** Maximum number of files to retry. More failures are not a coincidence. */
const MAX_RETRIED = 2;

/** The message that vitest reports for a test that timed out. */
const TIMED_OUT = 'STACK_TRACE_ERROR';

const linesOf = (text) =>
  (text ?? '')
    .replace(ESCAPES, '')
    .split('\n')
    .map((line) => line.trim());

/** @param {string | undefined} text */
const firstLine = (text) => {
  const line =
    linesOf(text)
      .find((one) => one !== '')
      ?.slice(0, WIDTH) ?? '';
  return line.includes(TIMED_OUT) ? 'not over within its time' : line;
};

const COMPLAINT = /error|✖|×|failed|cannot/i;

/**
 * Returns the first error line in the output of a linter, compiler or script; empty if there is
 * none.
 * @param {string} log
 */
export const complaintOf = (log) =>
  linesOf(log)
    .find((line) => COMPLAINT.test(line) && !line.startsWith('npm warn'))
    ?.slice(0, WIDTH) ?? '';

/**
 * @typedef {{ file: string, test: string | null, error: string }} Failure `test` null: the file as
 *   a whole
 * @typedef {{ file: string, passed: number, skipped: number, seconds: number,
 *   failures: Failure[] }} FileResult
 */

const relative = (file, root) => (file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file);

/**
 * @param {{ testResults: object[] }} report the JSON report of vitest
 * @param {string} root
 * @returns {FileResult[]}
 */
function vitestFiles(report, root) {
  return report.testResults.map(({ name, status, message, assertionResults, startTime, endTime }) => {
    const file = relative(name, root);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const failures = failed.map((test) => ({ file, test: test.fullName, error: firstLine(test.failureMessages?.[0]) }));
    // A file that does not load, or whose process died, has no failed test.
    if (failures.length === 0 && status === 'failed')
      failures.push({ file, test: null, error: firstLine(message) || 'ended outside of its tests, see its log' });
    return {
      file,
      passed: assertionResults.filter((test) => test.status === 'passed').length,
      skipped: assertionResults.filter((test) => test.status === 'skipped' || test.status === 'pending' || test.status === 'todo').length,
      seconds: Math.max(0, (endTime - startTime) / 1000),
      failures,
    };
  });
}

/** Returns all tests of a Playwright suite, each with the titles of its parents. */
const specsOf = (suite, above = []) => [
  ...(suite.specs ?? []).flatMap((spec) => spec.tests.map((test) => ({ title: [...above, spec.title].join(' › '), test }))),
  ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, [...above, inner.title])),
];

/**
 * @param {{ config: object, suites: object[], errors: object[] }} report the JSON report of
 *   Playwright
 * @param {string} root
 * @returns {FileResult[]}
 */
function playwrightFiles({ config, suites, errors }, root) {
  const files = suites.map((suite) => {
    const file = relative(`${config.rootDir}/${suite.file}`, root);
    const specs = specsOf(suite);
    const runs = specs.flatMap(({ test }) => test.results);
    const failed = specs.filter(({ test }) => test.status === 'unexpected' || test.status === 'flaky');
    return {
      file,
      passed: specs.filter(({ test }) => test.status === 'expected').length,
      skipped: specs.filter(({ test }) => test.status === 'skipped').length,
      seconds: runs.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      failures: failed.map(({ title, test }) => ({
        file,
        test: title,
        error: firstLine(test.results.flatMap((run) => run.errors ?? [])[0]?.message),
      })),
    };
  });
  const outside = errors.map(({ message }) => ({ file: 'outside of the journeys', test: null, error: firstLine(message) }));
  return outside.length > 0 ? [...files, { file: 'outside of the journeys', passed: 0, skipped: 0, seconds: 0, failures: outside }] : files;
}

/** @returns {FileResult[]} */
export const filesOf = (report, root) => ('testResults' in report ? vitestFiles(report, root) : playwrightFiles(report, root));

/** @returns {FileResult[] | null} null: the report is missing or truncated */
export function readReport(file, root) {
  if (!existsSync(file)) return null;
  try {
    return filesOf(JSON.parse(readFileSync(file, 'utf8')), root);
  } catch {
    return null;
  }
}

/**
 * @typedef {object} StageResult
 * @property {string} stage
 * @property {string | null} outcome null if it succeeded, otherwise the error
 * @property {boolean} isSuite
 * @property {FileResult[] | null} files
 * @property {boolean} hasUnhandled an error outside of any test
 * @property {string} [complaint] the first error of a stage that is not a suite
 */

/**
 * Returns all failures of a stage; a stage that fails without a failed test counts as one.
 * @returns {Failure[]}
 */
export function failuresOf({ stage, outcome, files, isSuite, hasUnhandled, complaint = '' }) {
  const failures = files?.flatMap((one) => one.failures) ?? [];
  if (isSuite && files === null) return [{ file: stage, test: null, error: outcome ? `${outcome}, no report` : 'no report' }];
  if (isSuite && failures.length === 0 && files.every((one) => one.passed === 0))
    return [{ file: stage, test: null, error: 'no test was run' }];
  if (hasUnhandled) failures.push({ file: stage, test: null, error: 'an error outside of any test, see its log' });
  if (outcome && (failures.length === 0 || outcome.includes('killed')))
    failures.push({ file: stage, test: null, error: complaint ? `${outcome}: ${complaint}` : outcome });
  return failures;
}

/**
 * Returns the files to retry, each with its stage; none if there is any other failure.
 * @param {readonly StageResult[]} results
 * @returns {{ stage: string, file: string, failures: Failure[] }[]}
 */
export function secondChances(results) {
  const red = results.flatMap((result) => {
    const failures = failuresOf(result);
    return [...new Set(failures.map(({ file }) => file))].map((file) => ({
      stage: result.stage,
      file,
      failures: failures.filter((one) => one.file === file),
    }));
  });
  const isTestFile = ({ file }) => /\.(test|spec)\./.test(file);
  return red.length <= MAX_RETRIED && red.every((one) => isTestFile(one) && !GUARDED.test(one.file)) ? red : [];
}
