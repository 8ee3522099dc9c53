import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The path of a project file that is read at run time and is therefore outside every bundle. The
 * server, the scripts and the tests all run in the project's root or below it.
 */
export function projectFile(relative: string): string {
  for (let folder = process.cwd(); ; folder = path.dirname(folder)) {
    const candidate = path.join(/* turbopackIgnore: true */ folder, relative);
    if (existsSync(candidate)) return candidate;
    if (folder === path.dirname(folder))
      throw new Error(`${relative} not found in ${process.cwd()} or above it: start in the project's folder.`);
  }
}
