/** The one spelling of an address: one address is one person, whatever the case it is typed in. */
export const normaliseEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase();
