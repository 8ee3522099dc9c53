import path from 'node:path';
import { auditPerson } from '#lib/access/people/audit';
import { normalizeEmail } from '#lib/access/people/email';
import { makeResetLink } from '#lib/access/people/links';
import { findUserByEmail } from '#lib/access/people/store';
import { openDatabase } from '#lib/base/db/connect';
import { requestHolder } from '#lib/base/db/control';
import { answerAt, hasDatabase } from '#lib/base/db/data-dir';
import type { DatabaseKind, Db } from '#lib/base/db/db';
import { DatabaseRefusal } from '#lib/base/db/errors';
import { describe, liveHolder } from '#lib/base/db/lock';
import { NO_ORIGIN } from '#lib/base/scope';

/** Actions of the server operator for people whom no user of the console may manage. */

export interface OperatorLink {
  readonly email: string;
  readonly url: string;
  /** ISO 8601 */
  readonly expiresAt: string;
}

/** The public address of this server. */
interface ServerAddress {
  readonly authOrigin: string | null;
  readonly host: string;
  readonly port: number;
}

/** The same, and the location of its database. */
interface OperatorEnv extends ServerAddress {
  readonly databaseDriver: DatabaseKind;
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

/**
 * The origin of the console. If the server listens on all interfaces, it is localhost for the
 * operator at its terminal.
 */
const originOf = ({ authOrigin, host, port }: ServerAddress): string => {
  if (authOrigin !== null) return authOrigin;
  const near = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${near.includes(':') ? `[${near}]` : near}:${port}`;
};

/**
 * Creates a link with which a person chooses a new password, single-use and for a day; earlier
 * links stop working. Logged in each organization of the person. Returns null if the address has no
 * account.
 */
export function makeOperatorLink(db: Db, place: ServerAddress, address: string): Promise<OperatorLink | null> {
  return db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, normalizeEmail(address));
    if (!user) return null;
    const { token, expiresAt } = await makeResetLink(tx, user.id, null);
    await auditPerson(
      tx,
      { userId: user.id, email: user.email },
      NO_ORIGIN,
      { action: 'member.reset_link', target: { kind: 'user', id: user.id, label: user.email } },
      { userId: null, label: 'operator' },
    );
    return { email: user.email, url: `${originOf(place)}/reset/${token}`, expiresAt: expiresAt.toISOString() };
  });
}

const RESET = 'reset';

/**
 * Lets the process that has the embedded database open do this for a second one (`npm run reset`).
 */
export const answerOperator = (db: Db, place: ServerAddress): void =>
  answerAt(db, RESET, async (address) => JSON.stringify(await makeOperatorLink(db, place, address)));

/**
 * Creates the link through the process that has the embedded database open, or directly. Throws
 * `DatabaseRefusal` with a message for the operator.
 */
export async function operatorLink(env: OperatorEnv, address: string): Promise<OperatorLink> {
  const found = env.databaseDriver === 'embedded' ? await ofDirectory(env, address) : await directly(env, address);
  if (!found) throw new DatabaseRefusal(`There is no account of ${normalizeEmail(address)}.`);
  return found;
}

async function ofDirectory(env: OperatorEnv, address: string): Promise<OperatorLink | null> {
  const dataDir = path.resolve(env.dataDir);
  const holder = await liveHolder(dataDir);
  if (holder) {
    if (!holder.controlSocket) throw new DatabaseRefusal(`${describe(holder)} cannot be asked on this file system. Stop it first.`);
    return JSON.parse(await requestHolder(holder.controlSocket, RESET, address)) as OperatorLink | null;
  }
  if (!hasDatabase(dataDir)) throw new DatabaseRefusal(`There is no embedded database in ${dataDir}.`);
  return directly(env, address);
}

async function directly(env: OperatorEnv, address: string): Promise<OperatorLink | null> {
  const db = await openDatabase({ kind: env.databaseDriver, url: env.databaseUrl, dataDir: env.dataDir, maxConnections: 2 });
  try {
    return await makeOperatorLink(db, env, address);
  } finally {
    await db.close();
  }
}
