/**
 * Part of the build: creates the archive from which the embedded database is created on the first
 * start.
 */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureDatabaseTemplate } from '#lib/base/db/template';

const file = await ensureDatabaseTemplate();
const folder = path.dirname(file);
for (const other of readdirSync(folder)) if (path.join(folder, other) !== file) rmSync(path.join(folder, other));
console.log(file);
