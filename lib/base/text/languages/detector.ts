import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defined } from '#lib/base/defined';

/** Statistical identification of the language of a text by `eld` (Apache-2.0). */
type Detector = typeof import('eld/extrasmall').eld;

const ENTRY = join('node_modules', 'eld', 'src', 'entries', 'static.extrasmall.js');

let loaded: Detector | null = null;

/** The folder and its parents. */
function* upwards(folder: string): Generator<string> {
  yield folder;
  const parent = dirname(folder);
  if (parent !== folder) yield* upwards(parent);
}

/**
 * The package's data takes 30 MB, and a server of English texts never needs it. So it is loaded at
 * the first text that needs it, by path: `import` would be asynchronous, and the package exports
 * nothing for `require`. The server runs in the root of the project or of the standalone output.
 */
function load(): Detector {
  const folders = [process.cwd(), ...upwards(dirname(fileURLToPath(import.meta.url)))];
  const files = folders.map((folder) => join(folder, ENTRY));
  const file = defined(files.find((place) => existsSync(place)));
  const module: typeof import('eld/extrasmall') = createRequire(file)(file);
  return module.eld;
}

/** ISO 639-1 code of the likeliest of 60 languages; empty if no letter sequence is known. */
export function detectLanguage(text: string): string {
  loaded ??= load();
  return loaded.detect(text).language;
}

/** The scores of the languages that are likely at all, from 0 to 1. */
export function detectScores(text: string): Readonly<Record<string, number>> {
  loaded ??= load();
  return loaded.detect(text).getScores();
}

/** For tests of memory use: whether the data of the package is in memory. */
export const isDetectorLoaded = (): boolean => loaded !== null;
