import { asciiHost } from '#lib/access/people/contract';

/** The one spelling of an address: one address is one person, whatever the case it is typed in. No address holds a NUL, nor can the database. */
export const normaliseEmail = (email: string): string => asciiHost(email.normalize('NFKC').replaceAll('\0', '').trim().toLowerCase());
