/** Reads the reports that the suites leave: how many tests passed, which failed and why, and which of those may be tried once more. */
import { existsSync, readFileSync } from 'node:fs';

// Colours and cursor moves, which a log shows as noise.
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they are made of
const ESCAPES = /\u001b\[[\d;?]*[A-Za-z]/g;
const WIDTH = 300;

/** No second chance for what guards data and the walls between tenants: there a failure now and then is the defect. */
const GUARDED = /(^|[/.-])(faults|crash|backup|lock|isolation|keys|property|integrity|pooled|retain|recall|migrate)([/.-]|$)/;
/** More at once is no accident. */
const MAX_RETRIED = 2;

/** @param {string | undefined} text */
const firstLine = (text) =>
  (text ?? '')
    .replace(ESCAPES, '')
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.trim()
    .slice(0, WIDTH) ?? '';

/**
 * @typedef {{ file: string, test: string | null, error: string }} Failure `test` null: the file as a whole
 * @typedef {{ file: string, passed: number, seconds: number, failures: Failure[] }} FileResult
 */

/**
 * @param {{ testResults: object[] }} report what vitest writes as JSON
 * @param {string} root
 * @returns {FileResult[]}
 */
export function filesOf(report, root) {
  return report.testResults.map(({ name, status, message, assertionResults, startTime, endTime }) => {
    const file = name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name;
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const failures = failed.map((test) => ({ file, test: test.fullName, error: firstLine(test.failureMessages?.[0]) }));
    // A file that does not load, or whose process died, has no failed test of its own.
    if (failures.length === 0 && status === 'failed') failures.push({ file, test: null, error: firstLine(message) || 'did not end' });
    return {
      file,
      passed: assertionResults.filter((test) => test.status === 'passed').length,
      seconds: Math.max(0, (endTime - startTime) / 1000),
      failures,
    };
  });
}

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
 */

/** Everything that is wrong with a stage; what ends badly without a failed test is itself a failure. @returns {Failure[]} */
export function failuresOf({ stage, outcome, files, isSuite, hasUnhandled }) {
  const failures = files?.flatMap((one) => one.failures) ?? [];
  if (isSuite && files === null) return [{ file: stage, test: null, error: outcome ? `${outcome}, no report` : 'no report' }];
  if (isSuite && failures.length === 0 && files.every((one) => one.passed === 0))
    return [{ file: stage, test: null, error: 'no test was run' }];
  if (hasUnhandled) failures.push({ file: stage, test: null, error: 'an error outside of any test, see its log' });
  if (outcome && (failures.length === 0 || outcome.includes('killed'))) failures.push({ file: stage, test: null, error: outcome });
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
  const isTestFile = ({ file }) => file.includes('.test.');
  return red.length <= MAX_RETRIED && red.every((one) => isTestFile(one) && !GUARDED.test(one.file)) ? red : [];
}
