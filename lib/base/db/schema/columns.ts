import type { Table } from 'drizzle-orm';
import { type AnyPgColumn, bigint, customType, foreignKey, jsonb, timestamp } from 'drizzle-orm/pg-core';

/** Any dimension: vectors of several models are stored in one table. */
export const vector = customType<{ data: string }>({ dataType: () => 'vector' });
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
/** Separate periods of time. */
export const periods = customType<{ data: string }>({ dataType: () => 'tstzmultirange' });
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const instant = <Name extends string>(name: Name) => timestamp(name, { withTimezone: true, precision: 3 });
export const bankUid = () => bigint('bank_uid', { mode: 'number' }).notNull();

/** JSON that is an object. */
export const record = <Name extends string>(name: Name) => jsonb(name).$type<Record<string, unknown>>();

/**
 * Compared byte by byte, so that "starts with" is a range of the index under any collation of the
 * database.
 */
export const bytewise = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

type ColumnList = [AnyPgColumn, ...AnyPgColumn[]];
/** A foreign key: rows are deleted with the row that they refer to. */
export const deletedWith = (name: string, columns: ColumnList, foreignColumns: ColumnList) =>
  foreignKey({ name, columns, foreignColumns }).onDelete('cascade');

type ColumnsByKey<T extends Table> = T['_']['columns'];
type TypeOf<C extends { _: { data: unknown; notNull: boolean } }> = C['_']['notNull'] extends true ? C['_']['data'] : C['_']['data'] | null;
type ColumnsByName<T extends Table> = {
  [K in keyof ColumnsByKey<T> as ColumnsByKey<T>[K]['_']['name']]: TypeOf<ColumnsByKey<T>[K]>;
};

/**
 * Columns of a table as a query returns them: under their names in the database. A store's row adds
 * what its statement computes.
 */
export type ColumnsOf<T extends Table, Name extends keyof ColumnsByName<T>> = Pick<ColumnsByName<T>, Name>;
