/**
 * Where a Chromium is for the tests of the console. Nothing is downloaded but Debian's own packages. The gate prefers the build of it that
 * has no windows (`chromium-headless-shell`): the same pages take a third less of the processors. `npm run test:full` uses the browser that
 * people have.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'];
const SHELL = '/usr/bin/chromium-headless-shell';
const isGate = process.env.TEST_LEVEL === 'gate';

const firstOf = (places) => places.find((place) => place && existsSync(place)) ?? null;

export const findChromium = () => firstOf([process.env.PW_CHROMIUM_PATH, isGate && SHELL, ...PLACES]);

/** Installs a package of Debian where this process may; whether it is there afterwards shows in its files. */
function install(name) {
  if (process.getuid?.() !== 0) return;
  console.log(`Installing ${name} from the packages of this system …`);
  const apt = (...args) =>
    spawnSync('apt-get', ['-o', 'Acquire::Retries=5', '-o', 'DPkg::Lock::Timeout=300', '-qq', ...args], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  const add = ['install', '-y', '--no-install-recommends', name];
  // The lists of packages may be there already; where they are not, or are old, they are asked for.
  if (apt(...add).status !== 0 && apt('update').status === 0) apt(...add);
}

/** The path of a Chromium, installed where there is none. Throws with what to do where that cannot be. */
export function ensureChromium() {
  if (isGate && !process.env.PW_CHROMIUM_PATH && !existsSync(SHELL)) install('chromium-headless-shell');
  if (!findChromium()) install('chromium');
  const found = findChromium();
  if (!found) throw new Error('The tests of the console need a Chromium: install one, or name it in PW_CHROMIUM_PATH.');
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(ensureChromium());
