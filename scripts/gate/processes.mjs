/**
 * Processes of a test run: each command is the leader of a group of its own, ends at its limit with all that it began, dies with its
 * parent, and carries a mark by which a later run finds what a killed one left.
 */
import { spawn } from 'node:child_process';
import { existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The environment variable that every process of a run carries: who began it. */
const MARK = 'MEMORY_BANK_TEST_RUN';
const FOLDER = /^mb-(\d+-\d+)$/;
/** What the product and its tests call their folders; what tools leave in the run's own folder goes with it. */
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

/** When the process began, in ticks since the machine did; with the number it names a process for good. Null: there is none. */
const beganAt = (pid) => {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && fields[0] !== 'Z' ? fields[19] : null;
};

const nameOf = (pid) => `${pid}-${beganAt(pid) ?? 0}`;
const isAlive = (name) => nameOf(name.split('-')[0]) === name;

/** @returns {{ pid: number, run: string, command: string }[]} living processes that a test run began */
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
    // It has ended by itself.
  }
};

/** Ends processes and removes folders of runs that were killed. */
export function sweep() {
  for (const { pid, run } of marked()) if (!isAlive(run)) kill(pid, 'SIGKILL');
  for (const entry of readdirSync(tmpdir())) {
    const run = FOLDER.exec(entry)?.[1];
    if (!run || isAlive(run)) continue;
    try {
      rmSync(path.join(tmpdir(), entry), { recursive: true, force: true });
    } catch (error) {
      console.log(`${path.join(tmpdir(), entry)} of an earlier run stays: ${error.message}`);
    }
  }
}

/**
 * The first port from this one on that no other living run has taken; it is this one's until its folder goes.
 * @param {string} folder of the run @param {number} first
 */
export function takePort(folder, first) {
  const runs = readdirSync(tmpdir()).filter((entry) => isAlive(FOLDER.exec(entry)?.[1] ?? '0-0'));
  for (let port = first; ; port++) {
    if (runs.some((entry) => existsSync(path.join(tmpdir(), entry, `port-${port}`)))) continue;
    writeFileSync(path.join(folder, `port-${port}`), '');
    return port;
  }
}

/** The kernel ends the child when its parent dies, however the parent dies. */
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
     * @param {{ limit: number, log: string, env?: object }} options `limit` in seconds; `log`: where its output goes
     * @returns {Promise<string | null>} null when it ended well, else what happened
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

    /** Ends whatever still runs. */
    stopAll: () => Promise.all([...groups].map(endGroup)),

    /**
     * Waits for the last processes of the run to be gone, and looks for what its suites should have removed; what stays is ended, removed and told.
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
