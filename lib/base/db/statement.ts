import { createHash } from 'node:crypto';
import { is, SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Statement } from '#lib/base/db/db';

/**
 * A statement as a wire client sends it: `name` makes the server store the parsed statement, and
 * later its plan, for the connection.
 */
export interface RenderedStatement {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: unknown[];
}

const dialect = new PgDialect();

export function render(statement: Statement): RenderedStatement {
  if (!is(statement, SQL)) return { name: statement.name, text: statement.text, values: statement.values.map(encode) };
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return { name: undefined, text, values: params.map(encode) };
}

/** Dates in UTC: the driver would write them in the time zone of this process. */
function encode(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(encode);
  return value;
}

/**
 * The most named statements. A plan takes some ten kilobytes of each connection, so further
 * statements are planned each time.
 */
const MAX_NAMED = 200;
const namesOf = new Map<string, string>();

/**
 * A composed statement with a cached plan, which saves parsing and planning. For statements whose
 * best plan does not depend on their values. The name is a hash of the text, so that behind a
 * transaction pooler one name means the same statement in all processes.
 */
export function prepared(statement: SQL): Statement {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  const known = namesOf.get(text);
  if (known === undefined && namesOf.size >= MAX_NAMED) return statement;
  const name = known ?? createHash('sha256').update(text).digest('base64url');
  namesOf.set(text, name);
  return { name, text, values: params };
}
