import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Packages of clients, each with its dependencies in a folder of its own. `.cache` belongs to the
 * checkout.
 */
const FOLDER = path.resolve('.cache/clients');
const INSTALL_MS = 300_000;

const pip = (...words: string[]) => run('python3', ['-m', 'pip', '--disable-pip-version-check', ...words], { timeout: INSTALL_MS });

/**
 * Whether Python and a package index are available. If not, the tests that need them are skipped.
 */
export async function hasPackageIndex(): Promise<boolean> {
  const probe = path.join(FOLDER, 'probe');
  try {
    await pip('download', '--quiet', '--no-deps', '--dest', probe, 'hindsight-client==1.1.0');
    return true;
  } catch {
    return false;
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}

/**
 * Installs a requirement: `name==version`, or `name` for the newest version. Returns the folder for
 * PYTHONPATH.
 */
export async function install(requirement: string): Promise<string> {
  const folder = path.join(FOLDER, requirement);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await pip('install', '--quiet', '--no-compile', '--root-user-action=ignore', '--target', folder, requirement);
  return folder;
}

interface Line {
  readonly result: 'ok' | 'unavailable' | 'failed';
  readonly method?: string;
  readonly step?: string;
  readonly why?: string;
}

/**
 * Runs a script of `e2e/clients/python` with an installed client. Returns the lines that it prints;
 * rejects with its error output.
 */
export async function runPython(
  script: string,
  words: readonly string[],
  { folder, url, key }: { folder: string; url: string; key: string },
): Promise<Line[]> {
  const env = { ...process.env, PYTHONPATH: folder, BASE_URL: url, API_KEY: key };
  const file = path.join(import.meta.dirname, 'python', script);
  const { stdout } = await run('python3', [file, ...words], { env, timeout: INSTALL_MS, maxBuffer: 16 * 1024 * 1024 });
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
}
