/** PgBouncer of Debian, which `npm run test:full` puts before PostgreSQL. Nothing of it is started but by the tests. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installPackage } from './debian.mjs';

export const POOLER = '/usr/sbin/pgbouncer';

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!existsSync(POOLER)) installPackage('pgbouncer');
  if (!existsSync(POOLER)) throw new Error('The tests behind a pooler need PgBouncer: install Debian’s package pgbouncer.');
}
