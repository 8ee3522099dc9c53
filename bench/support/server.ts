import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerCpu, serverBytes, serverCpu } from '#bench/support/processes';
import { ensureBuilt } from '../../scripts/setup.mjs';

/** The data of the server, and the key for it. */
export interface ServerData {
  readonly dataDir: string;
  /** null: the embedded database in `dataDir` */
  readonly databaseUrl: string | null;
  readonly key: string;
}

export interface RunningServer {
  readonly url: string;
  /** from `npm start` to the first 200 of /health/ready, in milliseconds */
  readonly readyMs: number;
  /** resident memory of the server's processes, without npm; null if there is no /proc */
  bytes(): number | null;
  /** its processor time so far, without npm; null if there is no /proc */
  cpu(): ServerCpu | null;
  /** the end of its output */
  log(): string;
  stop(): Promise<void>;
}

const ROOT = path.resolve(import.meta.dirname, '../..');
const START_DEADLINE_MS = 60_000;
const STOP_DEADLINE_MS = 15_000;
const POLL_MS = 10;

/**
 * Process groups that this process has started. They are all killed when it ends for any reason.
 */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) signal(child, 'SIGKILL');
});
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1));

/**
 * Starts the product as its user does, on a free port. The build runs before the clock starts.
 * `settings`: further environment variables. Throws with the end of the server's output if it does
 * not become ready.
 */
export async function startServer(place: ServerData, settings: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  await ensureBuilt(ROOT);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const logFile = path.join(place.dataDir, '..', `server-${port}.log`);
  const tail = (): string => readFileSync(logFile, 'utf8').slice(-2000);
  const log = openSync(logFile, 'w');
  const started = performance.now();
  // A process group, so that npm, its shell and the server can be stopped together.
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...environment(place, port), ...settings },
    stdio: ['ignore', log, log],
    detached: true,
  });
  running.add(child);
  closeSync(log);
  try {
    await untilReady(child, url);
  } catch (error) {
    await stop(child);
    throw new Error(`The server did not start: ${(error as Error).message}\n${tail()}`);
  }
  const readyMs = performance.now() - started;
  return { url, readyMs, bytes: () => serverBytes(child.pid!), cpu: () => serverCpu(child.pid!), log: tail, stop: () => stop(child) };
}

/** Settings of the shell that runs the benchmark. They must not reach the server. */
const SETTING = /^(SERVICE_API_|NEXTAUTH_|DATABASE_URL$|PORT$|NODE_ENV$|NODE_OPTIONS$)/;

function environment(place: ServerData, port: number): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTING.test(name))),
    PORT: String(port),
    SERVICE_API_HOST: '127.0.0.1',
    SERVICE_API_DATA_DIR: place.dataDir,
    SERVICE_API_DATABASE_DRIVER: place.databaseUrl ? 'pg' : 'embedded',
    SERVICE_API_BOOTSTRAP_KEY: place.key,
    SERVICE_API_LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('no free port');
  return address.port;
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + START_DEADLINE_MS;
  let spawnError: Error | null = null;
  child.once('error', (error) => {
    spawnError = error;
  });
  while (performance.now() < deadline) {
    if (spawnError) throw spawnError;
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`ended with ${child.exitCode ?? child.signalCode}`);
    const answer = await fetch(`${url}/health/ready`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return;
    await sleep(POLL_MS);
  }
  throw new Error(`not ready within ${START_DEADLINE_MS / 1000} s`);
}

/**
 * Stops the whole group and waits for it: the embedded database must be closed before another
 * process opens it.
 */
async function stop(child: ChildProcess): Promise<void> {
  signal(child, 'SIGTERM');
  const deadline = performance.now() + STOP_DEADLINE_MS;
  while (signal(child, 0)) {
    if (performance.now() > deadline) signal(child, 'SIGKILL');
    await sleep(POLL_MS);
  }
  running.delete(child);
}

/** Returns whether the group existed to receive the signal. */
function signal(child: ChildProcess, name: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false;
  try {
    return process.kill(-child.pid, name);
  } catch {
    return false;
  }
}
