/**
 * Processes of a test run. Each command leads a process group, is killed with all its children at
 * its time limit, and dies with its parent. An environment variable marks it, so that a later run
 * can find processes of a killed run.
 */
import { spawn } from 'node:child_process';
import { existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The environment variable that every process of a run carries; it identifies the run. */
const MARK = 'MEMORY_BANK_TEST_RUN';
const FOLDER = /^mb-(\d+-\d+)$/;
/**
 * Prefix of the folders that the product and its tests create. Tools write to the folder of the
 * run, which is deleted with them.
 */
const OURS = 'memory-bank-';
const TERM_MS = 20_000;
const POLL_MS = 100;

const delay = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const read = (file) => {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return null;
  }
};

/**
 * Returns when the process began, in ticks since the machine started; with the process id it
 * identifies a process uniquely. Null if there is no such process.
 */
const beganAt = (pid) => {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && fields[0] !== 'Z' ? fields[19] : null;
};

const nameOf = (pid) => `${pid}-${beganAt(pid) ?? 0}`;
const isAlive = (name) => nameOf(name.split('-')[0]) === name;

/**
 * Returns the living processes of any test run.
 * @returns {{ pid: number, run: string, command: string }[]}
 */
function marked() {
  const found = [];
  for (const entry of existsSync('/proc') ? readdirSync('/proc') : []) {
    if (!/^\d+$/.test(entry)) continue;
    const run = new RegExp(`(?:^|\0)${MARK}=([\\d-]+)`).exec(read(`/proc/${entry}/environ`) ?? '')?.[1];
    if (!run || beganAt(entry) === null) continue;
    found.push({ pid: Number(entry), run, command: (read(`/proc/${entry}/cmdline`) ?? '').split('\0').join(' ').trim() });
  }
  return found;
}

const kill = (pid, signal) => {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
};

/** Kills the processes and removes the folders of runs that were killed. */
export function sweep() {
  for (const { pid, run } of marked()) if (!isAlive(run)) kill(pid, 'SIGKILL');
  for (const entry of readdirSync(tmpdir())) {
    const run = FOLDER.exec(entry)?.[1];
    if (!run || isAlive(run)) continue;
    try {
      rmSync(path.join(tmpdir(), entry), { recursive: true, force: true });
    } catch (error) {
      console.log(`${path.join(tmpdir(), entry)} of an earlier run could not be removed: ${error.message}`);
    }
  }
}

/**
 * Returns the first free port, from `first` on, that no other living run has taken. It is reserved
 * until the folder of the run is deleted.
 * @param {string} folder of the run
 * @param {number} first
 */
export function takePort(folder, first) {
  const runs = readdirSync(tmpdir()).filter((entry) => isAlive(FOLDER.exec(entry)?.[1] ?? '0-0'));
  for (let port = first; ; port++) {
    if (runs.some((entry) => existsSync(path.join(tmpdir(), entry, `port-${port}`)))) continue;
    writeFileSync(path.join(folder, `port-${port}`), '');
    return port;
  }
}

/** The kernel kills the child when its parent dies for any reason. */
const withParent = (command, args) =>
  existsSync('/usr/bin/setpriv') ? ['/usr/bin/setpriv', ['--pdeathsig', 'KILL', command, ...args]] : [command, args];

/**
 * @param {string} root where the commands run
 * @param {NodeJS.ProcessEnv} env
 */
export function openRun(root, env) {
  const run = nameOf(process.pid);
  const folder = path.join(tmpdir(), `mb-${run}`);
  const groups = new Set();

  const endGroup = async (child) => {
    kill(-child.pid, 'SIGTERM');
    for (let waited = 0; groups.has(child) && waited < TERM_MS; waited += POLL_MS) await delay(POLL_MS);
    kill(-child.pid, 'SIGKILL');
  };

  return {
    folder,

    /**
     * @param {readonly string[]} command
     * @param {{ limit: number, log: string, env?: object }} options `limit` in seconds; `log`: the
     *   file for its output
     * @returns {Promise<string | null>} null if it succeeded, otherwise the error
     */
    execute([program, ...args], { limit, log, env: more = {} }) {
      const output = openSync(log, 'a');
      const [command, rest] = withParent(program, args);
      const child = spawn(command, rest, {
        cwd: root,
        env: { ...env, TMPDIR: folder, ...more, [MARK]: run },
        stdio: ['ignore', output, output],
        detached: true,
      });
      groups.add(child);
      return new Promise((resolve) => {
        let outcome = null;
        const timer = setTimeout(() => {
          outcome = `not over after ${limit} s, killed`;
          writeSync(output, `\n${program} ${outcome}\n`);
          void endGroup(child);
        }, limit * 1000);
        const end = (what) => {
          clearTimeout(timer);
          groups.delete(child);
          resolve(outcome ?? what);
        };
        child.on('error', (error) => end(error.message));
        child.on('exit', (code, signal) => end(code === 0 ? null : `ended with ${code ?? signal}`));
      });
    },

    /** Kills every command that is still running. */
    stopAll: () => Promise.all([...groups].map(endGroup)),

    /**
     * Waits for the last processes of the run, and finds processes and folders that the suites
     * should have removed. Kills, removes and reports them.
     * @returns {Promise<string[]>}
     */
    async leftovers() {
      const mine = () => marked().filter((one) => one.run === run && one.pid !== process.pid);
      for (let waited = 0; mine().length > 0 && waited < TERM_MS; waited += POLL_MS) await delay(POLL_MS);
      const left = mine();
      for (const { pid } of left) kill(pid, 'SIGKILL');
      const entries = existsSync(folder) ? readdirSync(folder) : [];
      rmSync(folder, { recursive: true, force: true });
      return [
        ...left.map(({ pid, command }) => `process ${pid} was left behind: ${command.slice(0, 200)}`),
        ...entries.filter((entry) => entry.startsWith(OURS)).map((entry) => `folder ${entry} was left behind`),
      ];
    },
  };
}
