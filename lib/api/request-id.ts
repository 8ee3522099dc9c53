import { newId } from '#lib/base/ids';

const ACCEPTED = /^[\w.:-]{1,128}$/;

/** The caller's `X-Request-Id` if it is safe to log and to return, else a new one. */
export const requestIdOf = (header: unknown): string => (typeof header === 'string' && ACCEPTED.test(header) ? header : newId());
