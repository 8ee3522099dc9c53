#!/usr/bin/env node
/**
 * Runs the stages of `scripts/gate/stages.mjs`, three at a time. The last line is
 * `N passed, M failed`.
 *
 *   npm test                         install, build, lint, types, and every suite, on the embedded
 *                                    database
 *   npm test -- --gate               what CI runs: the same, and the suites that a server database
 *                                    can change
 *   npm run test:full                every suite on every database, full rounds, random inputs
 *   npm test -- [--gate] STAGE ...   these stages and what they need; --list names them
 *
 * The server is TEST_DATABASE_URL (an administrative database), otherwise a fresh PostgreSQL of
 * ../shared/tools/postgres-17 on a free port. Without either its stages are omitted, and listed at
 * the end. CITUS_URL adds stages to the full run: an administrative database of the coordinator of
 * a Citus cluster. Logs and reports are in test-results/.
 *
 * Plain JavaScript without dependencies: on a fresh clone it runs before anything is
 * installed, on any installed Node.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openRun, sweep, takePort } from './gate/processes.mjs';
import { complaintOf, failuresOf, readReport, secondChances } from './gate/results.mjs';
import { embeddedStages, fullStages, gateStages, LIMIT_FACTOR } from './gate/stages.mjs';
import { isInstalled, pinnedNode } from './setup.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const bin = path.join(root, 'node_modules', '.bin');
const results = path.join(root, 'test-results');
const tool = path.join(root, '..', 'shared', 'tools', 'postgres-17');
/** A port that local development does not use. Each concurrent run takes the next free one. */
const POSTGRES_PORT = 5418;
const FLAGS = ['--gate', '--full', '--list'];
/** One more than the cores of the build machine, because suites also wait. */
const SLOTS = 3;
const SLOWEST = 10;
const SHOWN_LINES = 30;
const SHOWN_FAILURES = 20;
const INSTALL_TRIES = 3;

const isServerThere = Boolean(process.env.TEST_DATABASE_URL) || existsSync(tool);
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const has = (flag) => process.argv.includes(flag);
const stagesWith = has('--full') ? fullStages : has('--gate') ? gateStages : embeddedStages;
const all = stagesWith(isServerThere);
const byName = new Map(all.map((stage) => [stage.name, stage]));
const withServer = stagesWith(true).filter(({ name }) => !byName.has(name));
const omitted =
  withServer.length === 0 ? '' : `omitted without a server (TEST_DATABASE_URL names one): ${withServer.map(({ name }) => name).join(', ')}`;
const unknown = process.argv.slice(2).filter((word) => (word.startsWith('--') ? !FLAGS.includes(word) : !byName.has(word)));
if (has('--list') || unknown.length > 0) {
  if (unknown.length > 0) console.log(`Unknown: ${unknown.join(', ')}.`);
  console.log([`stages: ${[...byName.keys()].join(', ')}`, omitted, `flags: ${FLAGS.join(', ')}`].filter(Boolean).join('\n'));
  process.exit(unknown.length > 0 ? 2 : 0);
}
const needed = (name) => [...byName.get(name).needs.flatMap(needed), name];
const chosen = new Set(wanted.length > 0 ? wanted.flatMap(needed) : byName.keys());
const stages = all.filter(({ name }) => chosen.has(name));

sweep();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const run = openRun(root, {
  ...process.env,
  // Puts Node 24 from the lock file before other versions on the machine.
  PATH: `${bin}${path.delimiter}${process.env.PATH}`,
  CI: process.env.CI ?? '',
  NO_COLOR: '1',
});
mkdirSync(run.folder, { recursive: true });

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(0)} s`;
const logOf = (name) => path.join(results, `${name}.log`);
const reportOf = (name) => path.join(results, `${name}.json`);
let databaseUrl = process.env.TEST_DATABASE_URL;
/** The port of the PostgreSQL server that this run started; null if none. */
let port = null;

/**
 * @returns {() => number} the remaining seconds of a stage that begins now, over all its commands
 */
function timeFor({ aim }) {
  const end = Date.now() + aim * LIMIT_FACTOR * 1000;
  return () => Math.max(0, Math.ceil((end - Date.now()) / 1000));
}

/** @returns {Promise<string | null>} null if it succeeded */
async function install(stage) {
  if (isInstalled(root)) return null;
  const left = timeFor(stage);
  for (let tried = 1; ; tried++) {
    const command = ['npm', 'ci', '--no-audit', '--no-fund'];
    const outcome = await run.execute(command, { limit: left(), log: logOf(stage.name) });
    if (outcome === null || tried === INSTALL_TRIES || left() === 0) return outcome;
  }
}

async function startPostgres(stage) {
  if (databaseUrl) return null;
  const log = logOf(stage.name);
  // Packages are unpacked to a separate root folder, which does not contain our folders.
  const env = { TMPDIR: '/tmp', POSTGRES17_FAST: '1' };
  const left = timeFor(stage);
  port = String(takePort(run.folder, POSTGRES_PORT));
  const outcome =
    (await run.execute([tool, 'reset', port], { limit: left(), log, env })) ??
    (await run.execute([tool, 'start', port], { limit: left(), log, env }));
  databaseUrl = /postgres:\/\/\S+$/m.exec(readFileSync(log, 'utf8'))?.[0];
  return outcome ?? (databaseUrl ? null : 'printed no address');
}

const stopPostgres = () => {
  if (port) spawnSync(tool, ['reset', port]);
};

/** `node` is the pinned Node, because packages may not be installed yet. */
const programOf = (name) => (name === 'node' ? pinnedNode(root) : path.join(bin, name));

/** Both runners write a report in their own format; `gate/results.mjs` reads both. */
const reporters = (program, report) =>
  program === 'vitest' ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : [];

/** @param {import('./gate/stages.mjs').Stage} stage @param {string} [file] only this test file */
function runSuite(stage, name = stage.name, file) {
  const [program, ...args] = stage.command;
  const chosenFiles = file ? [...args.filter((arg) => !arg.endsWith('.ts') && !arg.startsWith('--shard')), file] : args;
  return run.execute([path.join(bin, program), ...chosenFiles, ...reporters(program, reportOf(name))], {
    limit: stage.aim * LIMIT_FACTOR,
    log: logOf(name),
    env: {
      ...stage.env,
      TEST_DATABASE: stage.database,
      TEST_DATABASE_URL: stage.database === 'embedded' ? '' : databaseUrl,
      JSON_REPORT: reportOf(name),
    },
  });
}

function execute(stage) {
  if (stage.name === 'install') return install(stage);
  if (stage.name === 'postgres') return startPostgres(stage);
  if (stage.database) return runSuite(stage);
  const [program, ...args] = stage.command;
  return run.execute([programOf(program), ...args], { limit: stage.aim * LIMIT_FACTOR, log: logOf(stage.name), env: stage.env });
}

const outputOf = (name) => (existsSync(logOf(name)) ? readFileSync(logOf(name), 'utf8') : '');

/** @returns {import('./gate/results.mjs').StageResult} */
const resultOf = (stage, outcome, name = stage.name) => ({
  stage: stage.name,
  outcome,
  isSuite: stage.database !== undefined,
  files: stage.database ? readReport(reportOf(name), root) : null,
  hasUnhandled: /^⎯+ Unhandled (Errors|Rejection)/m.test(outputOf(name)),
  complaint: complaintOf(outputOf(name)),
});

const table = [];

let isEnding = false;

async function runStage(stage) {
  if (isEnding) return new Promise(() => {});
  const begun = Date.now();
  console.log(`── ${stage.name} started`);
  const result = resultOf(stage, await execute(stage));
  const took = Date.now() - begun;
  const failures = failuresOf(result);
  const verdict = failures.length === 0 ? 'ok' : `FAILED: ${failures.length}`;
  table.push({ name: stage.name, took, aim: stage.aim, verdict });
  if (failures.length > 0) console.log(outputOf(stage.name).trimEnd().split('\n').slice(-SHOWN_LINES).join('\n'));
  console.log(`── ${stage.name}: ${verdict} in ${seconds(took)}`);
  return result;
}

/**
 * Runs the stages whose dependencies have succeeded, in the order of the list, with a limited
 * number at a time. Returns the result of every stage in the order in which they ended.
 */
async function runAll() {
  const waiting = [...stages];
  const running = new Map();
  const done = new Map();
  for (;;) {
    const hasVitalFailed = stages.some((stage) => stage.vital && done.has(stage.name) && done.get(stage.name).outcome);
    if (hasVitalFailed) await run.stopAll();
    for (const stage of [...waiting]) {
      const needs = stage.needs.map((name) => done.get(name));
      const isLost = hasVitalFailed || needs.some((result) => result?.outcome);
      if (!isLost && (running.size >= SLOTS || needs.includes(undefined))) continue;
      waiting.splice(waiting.indexOf(stage), 1);
      if (isLost) done.set(stage.name, { stage: stage.name, outcome: 'not run', isSuite: false, files: null, hasUnhandled: false });
      else running.set(stage.name, runStage(stage));
    }
    if (running.size === 0) return [...done.values()];
    const result = await Promise.race(running.values());
    running.delete(result.stage);
    done.set(result.stage, result);
  }
}

/**
 * Retries failed files, each alone. Returns the updated results, and a line for each file that
 * passed.
 */
async function tryAgain(first) {
  const flaky = [];
  const results = [...first];
  for (const { stage: name, file, failures } of secondChances(first)) {
    const stage = byName.get(name);
    const again = resultOf(stage, await runSuite(stage, `${name}-again`, file), `${name}-again`);
    if (failuresOf(again).length > 0) continue;
    const [{ test, error }] = failures;
    flaky.push(`FLAKY ${file} › ${test ?? 'the file'} (${name}): ${error}`);
    const i = results.findIndex((result) => result.stage === name);
    const files = results[i].files.map((one) => (one.file === file ? again.files.find((other) => other.file === file) : one));
    // The files that still fail are reported for this stage.
    const isRedStill = files.some((one) => one.failures.length > 0);
    results[i] = { ...results[i], files, outcome: isRedStill ? results[i].outcome : null };
    if (!isRedStill) table.find((row) => row.name === name).verdict = 'FLAKY';
  }
  return { results, flaky };
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, async () => {
    isEnding = true;
    await run.stopAll();
    stopPostgres();
    rmSync(run.folder, { recursive: true, force: true });
    console.log(`FAIL the run › ended by ${signal}\n0 passed, 1 failed`);
    process.exit(1);
  });

const begun = Date.now();
const loadBefore = os.loadavg()[0].toFixed(1);
const { results: ended, flaky } = await tryAgain(await runAll());
stopPostgres();
const left = await run.leftovers();

const isRed = (result) => result.outcome !== 'not run';
const failures = [
  ...ended.filter(isRed).flatMap((result) => failuresOf(result).map((failure) => ({ stage: result.stage, ...failure }))),
  ...left.map((error) => ({ stage: 'the end', file: 'processes', test: null, error })),
];
const notRun = ended.filter((result) => !isRed(result)).map(({ stage }) => stage);
const files = ended.flatMap((result) => (result.files ?? []).map((file) => ({ ...file, stage: result.stage })));
const passed = files.reduce((sum, file) => sum + file.passed, 0);

console.log('\n| stage | s | aim | |\n|---|--:|--:|---|');
for (const { name, took, aim, verdict } of table) console.log(`| ${name} | ${(took / 1000).toFixed(0)} | ${aim} | ${verdict} |`);
console.log(`\nall of it ${seconds(Date.now() - begun)}; load average ${loadBefore} before, ${os.loadavg()[0].toFixed(1)} after`);
if (files.length > 0) console.log(`slowest files:`);
for (const { stage, file, seconds: took } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST))
  console.log(`  ${took.toFixed(1).padStart(6)} s  ${stage}  ${file}`);
if (stages.some(({ env }) => env)) console.log(`FUZZ_SEED=${stages.find(({ env }) => env).env.FUZZ_SEED}`);
if (notRun.length > 0) console.log(`not run: ${notRun.join(', ')}`);
if (omitted && wanted.length === 0) console.log(omitted);
const skipped = files.reduce((sum, file) => sum + file.skipped, 0);
if (skipped > 0) console.log(`${skipped} tests were skipped: they belong to another database or machine`);
for (const { stage, file, test, error } of failures.slice(0, SHOWN_FAILURES))
  console.log(`FAIL ${stage} › ${[file, test].filter(Boolean).join(' › ')}: ${error}`);
if (failures.length > SHOWN_FAILURES) console.log(`and ${failures.length - SHOWN_FAILURES} more: test-results/ has all of them`);
for (const line of flaky) console.log(`${line} (load average ${os.loadavg()[0].toFixed(1)})`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length > 0 ? 1 : 0);
