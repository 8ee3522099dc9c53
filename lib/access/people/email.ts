import { asciiHost } from '#lib/access/people/contract';

/**
 * Normalizes an email address, so that one address is one person in any case. NUL is removed,
 * because no address contains it and the database cannot store it.
 */
export const normalizeEmail = (email: string): string => asciiHost(email.normalize('NFKC').replaceAll('\0', '').trim().toLowerCase());
