import { is, SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Statement } from '#lib/db/db';

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
