/**
 * Where a Chromium is for the tests of the console. Nothing is downloaded but Debian's own packages. The gate prefers the build of it that
 * has no windows (`chromium-headless-shell`): the same pages take a third less of the processors. `npm run test:full` uses the browser that
 * people have.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installPackage } from './debian.mjs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'];
const SHELL = '/usr/bin/chromium-headless-shell';
const isGate = process.env.TEST_LEVEL === 'gate';

const firstOf = (places) => places.find((place) => place && existsSync(place)) ?? null;

export const findChromium = () => firstOf([process.env.PW_CHROMIUM_PATH, isGate && SHELL, ...PLACES]);

/** The path of a Chromium, installed where there is none. Throws with what to do where that cannot be. */
export function ensureChromium() {
  if (isGate && !process.env.PW_CHROMIUM_PATH && !existsSync(SHELL)) installPackage('chromium-headless-shell');
  if (!findChromium()) installPackage('chromium');
  const found = findChromium();
  if (!found) throw new Error('The tests of the console need a Chromium: install one, or name it in PW_CHROMIUM_PATH.');
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(ensureChromium());
