/**
 * Checks the subjects of commits (`docs/contributing.md`): part of the gate.
 *
 *   node scripts/commits.mjs BASE..HEAD   these commits
 *   node scripts/commits.mjs              commits that `main` does not have, otherwise the last one
 *
 * Merge commits are not checked, and by default neither are commits from before this check existed.
 * Works in a clone of any depth, and finds nothing outside of one.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { subjectFault } from './gate/commit-subject.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');

/**
 * Returns the lines of `git log`; empty if git fails, such as for a missing branch.
 * @param {readonly string[]} args
 */
function logOf(...args) {
  const { status, stdout } = spawnSync('git', ['log', '--no-merges', ...args], { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter(Boolean) : [];
}
const subjectsOf = (/** @type {string[]} */ ...args) => logOf('--format=%h %s', ...args);

/** The first selection that contains commits. @param {readonly (readonly string[])[]} selections */
const firstOf = (selections) => selections.map((args) => subjectsOf(...args)).find(({ length }) => length > 0) ?? [];

const [range] = process.argv.slice(2);
const old = logOf('--diff-filter=A', '--format=^%H', '-1', '--', 'scripts/commits.mjs');
const subjects = range ? subjectsOf(range, '--') : firstOf([['origin/main..HEAD', ...old, '--'], ['main..HEAD', ...old, '--'], ['-1']]);
const faults = subjects.flatMap((line) => {
  const [, hash, subject = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
  const fault = subjectFault(subject);
  return fault ? [`${hash} '${subject}' ${fault}. See docs/contributing.md.`] : [];
});
for (const fault of faults) console.error(fault);
if (faults.length === 0) console.log(`The subjects of ${subjects.length} commits are valid.`);
process.exitCode = faults.length === 0 ? 0 : 1;
