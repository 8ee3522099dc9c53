/** Where a Chromium is for the tests of the console. Nothing is downloaded but Debian's own package. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'];

export const findChromium = () => [process.env.PW_CHROMIUM_PATH, ...PLACES].find((place) => place && existsSync(place)) ?? null;

/** The path of a Chromium, installed from Debian's packages where there is none. Throws with what to do where that cannot be. */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  console.log('Installing Chromium from the packages of this system …');
  const apt = (...args) => spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  if (process.getuid?.() === 0 && apt('-o', 'Acquire::Retries=5', '-o', 'DPkg::Lock::Timeout=300', 'update', '-qq').status === 0)
    apt('-o', 'Acquire::Retries=5', '-o', 'DPkg::Lock::Timeout=300', 'install', '-y', '-qq', '--no-install-recommends', 'chromium');
  const installed = findChromium();
  if (!installed) throw new Error('The tests of the console need a Chromium: install one, or name it in PW_CHROMIUM_PATH.');
  return installed;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(ensureChromium());
