import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILE = 'session-secret';

const read = (file: string): string | null => {
  try {
    return readFileSync(/* turbopackIgnore: true */ file, 'utf8').trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/**
 * Written completely or not at all, and never over an existing file: two starters end up with the
 * same secret.
 */
const write = (file: string, secret: string): void => {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${secret}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
};

/**
 * The secret of a data directory, 256 bits in base64url; created at the first call, readable only
 * by its owner.
 */
export function secretOf(dataDir: string): string {
  const file = path.resolve(dataDir, FILE);
  const known = read(file);
  if (known !== null) return known;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  write(file, randomBytes(32).toString('base64url'));
  const made = read(file);
  if (made === null) throw new Error(`${file} is empty`);
  return made;
}
