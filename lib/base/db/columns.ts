import { arrayText, type NamedStatement } from '#lib/base/db/db';
import { textArrayBytes } from '#lib/base/db/text-array';

/**
 * Statements that write many rows at once, from lists of columns. Each column travels as one array,
 * with one element per row, so no statement has parameters like `$47`. The text is composed once;
 * the values are composed for each call.
 */

export interface Column<R> {
  /** type of the elements on the wire */
  readonly type: string;
  readonly of: (row: R) => unknown;
  /** expression for an element in the statement; the element itself by default */
  readonly as?: (column: string) => string;
}

/** Columns by their names in the table. */
export type Columns<R> = Readonly<Record<string, Column<R>>>;

export const column = <R>(type: string, of: (row: R) => unknown): Column<R> => ({ type, of });
/** An array per row, sent as text: PostgreSQL has no arrays of arrays of different lengths. */
export const textArray = <R>(of: (row: R) => readonly string[]): Column<R> => ({
  type: 'text',
  of: (row) => arrayText(of(row)),
  as: (name) => `${name}::text[]`,
});
/** `of` returns JSON as text. */
export const jsonText = <R>(of: (row: R) => string | null): Column<R> => ({ type: 'text', of, as: (name) => `${name}::jsonb` });
export const instant = <R>(of: (row: R) => Date | null): Column<R> => ({
  type: 'timestamptz',
  of: (row) => of(row)?.toISOString() ?? null,
});

/** Rows of one kind in a statement. Without `names`, all columns are used. */
export interface Rows<Name extends string> {
  /** `id, tags` */
  readonly names: (names?: readonly Name[]) => string;
  /** `u.id, u.tags::text[]` */
  readonly select: (alias: string, names?: readonly Name[]) => string;
  /** `unnest($1::uuid[], $2::text[]) as u(id, tags)` */
  readonly from: (alias: string, names?: readonly Name[]) => string;
}

export interface StatementParts<A> {
  /** the parameter of a value, `$1`; the same value has the same parameter everywhere */
  readonly value: (of: (args: A) => unknown) => string;
  readonly rows: <R, Name extends string>(of: (args: A) => readonly R[], columns: Readonly<Record<Name, Column<R>>>) => Rows<Name>;
}

const isText = (value: unknown): value is string | null => value === null || typeof value === 'string';

/** The parameter of a column. Texts may be very long, and are sent without being quoted. */
const sent = (type: string, values: readonly unknown[]): unknown =>
  type === 'text' && values.every(isText) ? textArrayBytes(values) : values;

/** A named statement whose text `write` composes of its values and rows. */
export function statement<A>(name: string, write: (parts: StatementParts<A>) => string): (args: A) => NamedStatement {
  const values: ((args: A) => unknown)[] = [];
  const value = (of: (args: A) => unknown): string => `$${values.push(of)}`;
  const text = write({
    value,
    rows: (of, columns) => {
      const all = Object.keys(columns) as (keyof typeof columns)[];
      const places = new Map<string, string>();
      const placeOf = (key: keyof typeof columns): string => {
        const place = places.get(key) ?? value((args) => sent(columns[key].type, of(args).map(columns[key].of)));
        places.set(key, place);
        return `${place}::${columns[key].type}[]`;
      };
      return {
        names: (names = all) => names.join(', '),
        select: (alias, names = all) => names.map((key) => columns[key].as?.(`${alias}.${key}`) ?? `${alias}.${key}`).join(', '),
        from: (alias, names = all) => `unnest(${names.map(placeOf).join(', ')}) as ${alias}(${names.join(', ')})`,
      };
    },
  });
  return (args) => ({ name, text, values: values.map((of) => of(args)) });
}
