import { createHash } from 'node:crypto';
import { is, SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Statement } from '#lib/base/db/db';

/** What a wire client sends: `name` makes the server keep the parsed statement, and in time its plan, for the connection. */
export interface Rendered {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: unknown[];
}

const dialect = new PgDialect();

export function render(statement: Statement): Rendered {
  if (!is(statement, SQL)) return { name: statement.name, text: statement.text, values: statement.values.map(encode) };
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return { name: undefined, text, values: params.map(encode) };
}

/** Dates as UTC: the driver would write them in the zone of this process. */
function encode(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(encode);
  return value;
}

/** A plan takes some ten kilobytes of each connection: what is asked in more ways than these is planned each time. */
const MOST_KEPT = 200;
const namesOf = new Map<string, string>();

/**
 * A composed statement whose plan is kept, which spares parsing and planning it: for those whose best plan does not hang on their values.
 * The name follows from the text, so that behind a transaction pooler no two processes mean different statements by one name.
 */
export function prepared(statement: SQL): Statement {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  const known = namesOf.get(text);
  if (known === undefined && namesOf.size >= MOST_KEPT) return statement;
  const name = known ?? createHash('sha256').update(text).digest('base64url');
  namesOf.set(text, name);
  return { name, text, values: params };
}
