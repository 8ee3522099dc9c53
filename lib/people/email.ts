/** In the address, a host outside ASCII is written as the servers of the net know it: `müller.de` is `xn--mller-kva.de`. */
export function asciiHost(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const host = email.slice(at);
  if (at === 0 || !/[^ -~]/.test(host) || /[\s/?#:@\\%[\]]/.test(host)) return email;
  const url = `http://${host}`;
  return URL.canParse(url) ? email.slice(0, at) + new URL(url).hostname : email;
}

/** The one spelling of an address: one address is one person, whatever the case it is typed in. No address holds a NUL, nor can the database. */
export const normaliseEmail = (email: string): string => asciiHost(email.normalize('NFKC').replaceAll('\0', '').trim().toLowerCase());
