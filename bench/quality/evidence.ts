/**
 * Starts a fresh server and runs the evidence-recall benchmark on it, which measures the share of
 * annotated evidence that recalls return. The benchmark and its data are outside the project,
 * because their licenses do not allow their inclusion; its scripts run unchanged.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { markdownTable, ms } from '#bench/support/report';
import { startServer } from '#bench/support/server';
import { makeServerData } from '#bench/support/server-data';

const USAGE = `usage: npm run bench evidence -- [options] [-- options of the benchmark's own script]
  --bench-dir DIR   where locomo-http.mjs and data/ are (../shared/bench)
  --url URL         a PostgreSQL server, as a user who may create databases; without it the embedded database
  --base-url URL    a server that runs already, with its key in SERVICE_API_KEY; nothing is started
  --verbose         show all that the benchmark prints`;

const SETS = [
  { name: 'LoCoMo dev', args: ['--dataset', 'locomo'], data: 'data/locomo-dev.json' },
  { name: 'BEAM dev', args: ['--dataset', 'beam'], data: 'data/beam100k' },
] as const;
const METRICS = ['R@5', 'R@10', 'R@50', 'MRR', 'nDCG@10', 'T@512', 'T@1024', 'T@4096', 'A@1024'] as const;

interface Target {
  readonly url: string;
  readonly key: string;
  log(): string;
  stop(): Promise<void>;
}

/** The parts of the benchmark's `--out` file that are read here. */
interface Outcome {
  readonly summary: readonly (readonly [string, Readonly<Record<string, number>>])[];
  readonly latency: { readonly p50: number; readonly p95: number };
  readonly errors: number;
}

interface Settings {
  readonly benchDir: string;
  readonly adminUrl: string | null;
  readonly baseUrl: string | null;
  readonly verbose: boolean;
  /** passed on to the benchmark */
  readonly more: readonly string[];
}

function readSettings(): Settings | null {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'bench-dir': { type: 'string', default: '../shared/bench' },
      url: { type: 'string' },
      'base-url': { type: 'string' },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const benchDir = path.resolve(values['bench-dir']);
  if (!existsSync(path.join(benchDir, 'locomo-http.mjs'))) throw new Error(`--bench-dir: there is no locomo-http.mjs in ${benchDir}`);
  // The script of the benchmark compares its path with the started one, which fails for a symbolic
  // link.
  return {
    benchDir: realpathSync(benchDir),
    adminUrl: values.url ?? null,
    baseUrl: values['base-url'] ?? null,
    verbose: values.verbose,
    more: positionals,
  };
}

async function openTarget({ baseUrl, adminUrl }: Settings): Promise<Target> {
  if (baseUrl) return { url: baseUrl, key: process.env.SERVICE_API_KEY ?? '', log: () => '', stop: async () => {} };
  const place = await makeServerData(adminUrl ? 'pg' : 'embedded', adminUrl);
  try {
    const server = await startServer(place);
    return { url: server.url, key: place.key, log: server.log, stop: () => server.stop().finally(() => place.remove()) };
  } catch (error) {
    await place.remove();
    throw error;
  }
}

/** Runs the script of the benchmark to its end. Throws if it fails. */
async function runSet(set: (typeof SETS)[number], target: Target, settings: Settings): Promise<Outcome> {
  const folder = mkdtempSync(path.join(tmpdir(), 'memory-bank-evidence-'));
  const out = path.join(folder, 'outcome.json');
  const { benchDir, verbose, more } = settings;
  const where = ['--base-url', target.url, '--api-key', target.key, '--out', out];
  const what = [...set.args, '--data', path.join(benchDir, set.data), '--split', 'all', '--fresh', ...more];
  try {
    const child = spawn(process.execPath, [path.join(benchDir, 'locomo-http.mjs'), ...where, ...what], {
      stdio: ['ignore', verbose ? 'inherit' : 'ignore', 'inherit'],
    });
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
    if (code !== 0) throw new Error(`the benchmark of ${set.name} ended with ${code}`);
    return JSON.parse(readFileSync(out, 'utf8')) as Outcome;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function row(name: string, { summary, latency, errors }: Outcome): string[] {
  const [, all] = summary[0]!;
  return [
    name,
    ...METRICS.map((metric) => ((all[metric] ?? Number.NaN) * 100).toFixed(1)),
    ms(latency.p50),
    ms(latency.p95),
    String(errors),
  ];
}

async function main(settings: Settings): Promise<void> {
  const target = await openTarget(settings);
  try {
    const rows: string[][] = [];
    for (const set of SETS) {
      const outcome = await runSet(set, target, settings);
      if (outcome.errors > 0) console.error(target.log());
      rows.push(row(set.name, outcome));
    }
    console.log(markdownTable(['answerable questions', ...METRICS, 'p50 ms', 'p95 ms', 'errors'], rows));
  } finally {
    await target.stop();
  }
}

try {
  const settings = readSettings();
  if (settings) await main(settings);
  else console.log(USAGE);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
