import { uuidv7obj } from 'uuidv7';

/** Time-ordered, made here: nothing may need PostgreSQL 18's own function. Order of making is order of sorting. */
export const newId = (): string => uuidv7obj().toString();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => UUID.test(text);
