import { uuidv7obj } from 'uuidv7';

/**
 * A time-ordered id, generated here, so that PostgreSQL 18's own function is not required. The
 * order of creation is the sort order.
 */
export const newId = (): string => uuidv7obj().toString();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => UUID.test(text);
