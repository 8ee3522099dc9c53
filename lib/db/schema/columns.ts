import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** Any dimension: several models live side by side in one table. */
export const vector = customType<{ data: string }>({ dataType: () => 'vector' });
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const bankUid = () => bigint('bank_uid', { mode: 'number' }).notNull();
