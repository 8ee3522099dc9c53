import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** Any dimension: several models live side by side in one table. */
export const vector = customType<{ data: string }>({ dataType: () => 'vector' });
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const bankUid = () => bigint('bank_uid', { mode: 'number' }).notNull();

/** Compared byte by byte, so that "starts with" is a range of the index whatever the database's own collation is. */
export const bytewise = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
