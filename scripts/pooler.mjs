/**
 * PgBouncer of Debian, which `npm run test:full` runs in front of PostgreSQL. Only the tests start
 * it.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installPackage } from './debian.mjs';

export const POOLER = '/usr/sbin/pgbouncer';

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!existsSync(POOLER)) installPackage('pgbouncer');
  if (!existsSync(POOLER)) throw new Error('The tests behind a pooler require PgBouncer: install the Debian package pgbouncer.');
}
