/**
 * Finds a Chromium for the tests of the console. Only packages of Debian are downloaded. The gate
 * prefers `chromium-headless-shell`, which has no windows: the same pages need a third less
 * processor time. `npm run test:full` uses the full browser.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installPackage } from './debian.mjs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'];
const SHELL = '/usr/bin/chromium-headless-shell';
const isGate = process.env.TEST_LEVEL === 'gate';

const firstOf = (places) => places.find((place) => place && existsSync(place)) ?? null;

export const findChromium = () => firstOf([process.env.PW_CHROMIUM_PATH, isGate && SHELL, ...PLACES]);

/**
 * Returns the path of a Chromium, and installs it if it is missing. Throws with instructions if
 * that fails.
 */
export function ensureChromium() {
  if (isGate && !process.env.PW_CHROMIUM_PATH && !existsSync(SHELL)) installPackage('chromium-headless-shell');
  if (!findChromium()) installPackage('chromium');
  const found = findChromium();
  if (!found) throw new Error('The tests of the console require Chromium: install it, or set PW_CHROMIUM_PATH to its path.');
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(ensureChromium());
