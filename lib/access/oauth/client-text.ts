import { withoutDeceptive } from '#lib/base/text/invisible';

/**
 * What an application says of itself, as people may see it: at registration, and in the documents
 * that the library fetches.
 */

export const MAX_URI = 2000;

/** Half of a character, where the text was cut. */
const HALF = /[\ud800-\udbff]$/;

/** Without deceptive characters, at most `max` characters; undefined if nothing is left. */
export const plainText = (value: unknown, max: number): string | undefined =>
  typeof value === 'string' ? withoutDeceptive(value).trim().slice(0, max).replace(HALF, '') || undefined : undefined;

/** An http or https address; undefined for anything else. */
export function webAddress(value: unknown): string | undefined {
  const text = plainText(value, MAX_URI);
  return text !== undefined && /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined;
}

/**
 * Where a redirect leads, as people recognize it: the host, with the scheme if that is not https. A
 * program may have a scheme of its own, in front of any host. Empty for text that is no address.
 */
export function destinationOf(redirectUri: unknown): string {
  const url = typeof redirectUri === 'string' ? URL.parse(redirectUri) : null;
  if (!url) return '';
  if (url.protocol === 'https:') return url.host;
  return url.host === '' ? url.protocol : `${url.protocol}//${url.host}`;
}
