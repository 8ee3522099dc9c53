/** Reads the reports that the suites leave: how many tests passed, which failed and why, and which of those may be tried once more. */
import { existsSync, readFileSync } from 'node:fs';

// Colours and cursor moves, which a log shows as noise.
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they are made of
const ESCAPES = /\u001b\[[\d;?]*[A-Za-z]/g;
const WIDTH = 300;

/** No second chance for what guards data and the walls between tenants: there a failure now and then is the defect. */
const GUARDED =
  /(^|[/.-])(availability|faults|crash|backup|lock|isolation|matrix|secrets|keys|sessions|property|integrity|races|purge|catalogue|driver|pooled|retain|recall|migrate)([/.-]|$)/;
/** More at once is no accident. */
const MAX_RETRIED = 2;

/** What vitest has in place of the words when a test is not over in time. */
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

/** What a linter, a compiler or a script says first of what it found; empty when it says nothing that looks like it. @param {string} log */
export const complaintOf = (log) =>
  linesOf(log)
    .find((line) => COMPLAINT.test(line) && !line.startsWith('npm warn'))
    ?.slice(0, WIDTH) ?? '';

/**
 * @typedef {{ file: string, test: string | null, error: string }} Failure `test` null: the file as a whole
 * @typedef {{ file: string, passed: number, skipped: number, seconds: number, failures: Failure[] }} FileResult
 */

const relative = (file, root) => (file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file);

/** @param {{ testResults: object[] }} report what vitest writes as JSON @param {string} root @returns {FileResult[]} */
function vitestFiles(report, root) {
  return report.testResults.map(({ name, status, message, assertionResults, startTime, endTime }) => {
    const file = relative(name, root);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const failures = failed.map((test) => ({ file, test: test.fullName, error: firstLine(test.failureMessages?.[0]) }));
    // A file that does not load, or whose process died, has no failed test of its own.
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

/** All tests below a suite of Playwright's, each with the titles above it. */
const specsOf = (suite, above = []) => [
  ...(suite.specs ?? []).flatMap((spec) => spec.tests.map((test) => ({ title: [...above, spec.title].join(' › '), test }))),
  ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, [...above, inner.title])),
];

/** @param {{ config: object, suites: object[], errors: object[] }} report what Playwright writes as JSON @param {string} root @returns {FileResult[]} */
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

/** @returns {FileResult[] | null} null: there is no report, or half of one */
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
 * @property {string | null} outcome null: it ended well, else what happened
 * @property {boolean} isSuite
 * @property {FileResult[] | null} files
 * @property {boolean} hasUnhandled an error outside of any test
 * @property {string} [complaint] what something else than a suite says of what it found
 */

/** Everything that is wrong with a stage; what ends badly without a failed test is itself a failure. @returns {Failure[]} */
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
 * Files that are run once more, each with its stage. None when anything else failed too.
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
